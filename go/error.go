package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

import (
	"fmt"
	"strings"
)

// Status is the kind of an [Error].
type Status int

const (
	// NullPointer stands for an object that is nil.
	NullPointer Status = C.RINGLET_NULL_POINTER
	// InvalidArgument stands for a length, modulus, root, factor or name that breaks its rule, and for a closed object.
	InvalidArgument Status = C.RINGLET_INVALID_ARGUMENT
	// OutOfRange stands for a number outside its range.
	OutOfRange Status = C.RINGLET_OUT_OF_RANGE
	// OutOfMemory stands for memory that the system refuses.
	OutOfMemory Status = C.RINGLET_OUT_OF_MEMORY
	// InternalError stands for an error of the library itself.
	InternalError Status = C.RINGLET_INTERNAL_ERROR
)

// String returns the meaning in a few words.
func (s Status) String() string {
	return C.GoString(C.ringlet_status_message(C.ringlet_status(s)))
}

// Error has a status, and a message with the value and the rule that it breaks.
type Error struct {
	Status  Status
	Message string
}

// Error returns the message.
func (e *Error) Error() string { return "ringlet: " + e.Message }

func invalid(format string, values ...any) *Error {
	return &Error{InvalidArgument, fmt.Sprintf(format, values...)}
}

// version is the beginning of the version of libraries that these declarations fit.
const version = "0.1."

// LibraryVersion returns the version of the library at run time.
func LibraryVersion() string { return C.GoString(C.ringlet_version()) }

// wrongLibrary is the error of all calls if the library's interface may be another one.
var wrongLibrary = checkVersion(LibraryVersion())

func checkVersion(found string) error {
	if strings.HasPrefix(found, version) {
		return nil
	}
	return invalid("the library's version is %s, and this package needs %sx: install the library of its source tree", found, version)
}
