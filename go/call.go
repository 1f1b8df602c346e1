package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync"
	"unsafe"
)

// call holds what a call of C borrows until it ends: objects, pinned rows, the arrays of their addresses, and arrays of
// polynomials.
type call struct {
	err    error
	held   []interface{ release() }
	pinner runtime.Pinner
	words  []*C.uint64_t
	lists  []C.ringlet_rows
	// rowsBefore has the addresses of the operand before.
	rowsBefore []*C.uint64_t
}

var calls = sync.Pool{New: func() any { return new(call) }}

// begin starts a call. The goroutine stays on its thread, because the message of an error belongs to the thread.
func begin() *call {
	runtime.LockOSThread()
	c := calls.Get().(*call)
	c.err = wrongLibrary
	return c
}

func (c *call) end() {
	c.release()
	clear(c.words)
	clear(c.lists)
	c.held, c.words, c.lists, c.rowsBefore = c.held[:0], c.words[:0], c.lists[:0], nil
	calls.Put(c)
	runtime.UnlockOSThread()
}

// release releases objects and rows.
func (c *call) release() {
	for i, object := range c.held {
		object.release()
		c.held[i] = nil
	}
	c.pinner.Unpin()
}

// drop releases what an object of C has borrowed.
func (c *call) drop() {
	c.release()
	*c = call{}
}

// fail notes the first error.
func (c *call) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// do runs f unless an argument was wrong, and returns the error.
func (c *call) do(f func() C.ringlet_status) error {
	if c.err != nil {
		return c.err
	}
	if status := f(); status != C.RINGLET_OK && c.err == nil {
		c.err = &Error{Status(status), C.GoString(C.ringlet_last_error_message())}
	}
	if value, found := takePanic(); found {
		c.err = invalid("run panicked: %v", value)
	}
	return c.err
}

// check compares the length of a list with the one that it must have.
func (c *call) check(name, elements string, length, wanted int) {
	if length != wanted {
		c.fail(invalid("%s has %d %s, not %d", name, length, elements, wanted))
	} else if length == 0 {
		c.fail(invalid("%s has no %s", name, elements))
	}
}

// small returns a number as C takes it. Outside [0, 2^31) that is the largest one, which the library refuses.
func (c *call) small(name string, value int) C.uint {
	if value < 0 || value >= 1<<31 {
		c.fail(invalid("%s is %d, but it must be in [0, 2^31)", name, value))
		return math.MaxUint32
	}
	return C.uint(value)
}

// size returns a number as C takes it. A negative one becomes a number that the library refuses.
func (c *call) size(name string, value int) C.size_t {
	if value < 0 {
		c.fail(invalid("%s is %d, but it must not be negative", name, value))
	}
	return C.size_t(value)
}

// text checks that C does not cut a name, whose end is a NUL byte there.
func (c *call) text(name, text string) {
	if strings.IndexByte(text, 0) >= 0 {
		c.fail(invalid("%s %q has a NUL byte", name, text))
	}
}

// operands has the names of inputs in messages.
var operands = [...]string{"x", "y", "z"}

// vector returns the address of a slice of n words.
func (c *call) vector(name string, slice []uint64, n int) *C.uint64_t {
	c.check(name, "elements", len(slice), n)
	return address(slice)
}

func address(slice []uint64) *C.uint64_t {
	return (*C.uint64_t)(unsafe.Pointer(unsafe.SliceData(slice)))
}

// rows pins rows of n words, and returns them as C takes them.
func (c *call) rows(name string, rows [][]uint64, count, n int) (result C.ringlet_rows) {
	c.check(name, "rows", len(rows), count)
	for i, row := range rows {
		if len(row) != n {
			c.fail(invalid("row %d of %s has %d words, not %d", i, name, len(row), n))
		} else if n == 0 {
			c.fail(invalid("row %d of %s has no words", i, name))
		}
	}
	if c.err != nil {
		return result
	}
	before := c.rowsBefore
	addresses := pinned(c, &c.words, count)
	for i, row := range rows {
		addresses[i] = address(row)
		// In place, the rows are pinned already.
		if i >= len(before) || before[i] != addresses[i] {
			c.pin(row)
		}
	}
	c.rowsBefore = addresses
	result.pointers = &addresses[0]
	return result
}

// pin pins a row. Memory of C stays where it is; there Go 1.21 panics.
func (c *call) pin(row []uint64) {
	defer func() { _ = recover() }()
	c.pinner.Pin(unsafe.SliceData(row))
}

// polynomials pins several polynomials, and returns an array of their rows.
func (c *call) polynomials(name string, list [][][]uint64, count, rows, n int) *C.ringlet_rows {
	c.check(name, "polynomials", len(list), count)
	if c.err != nil {
		return nil
	}
	all := pinned(c, &c.lists, count)
	for i, polynomial := range list {
		all[i] = c.rows(name, polynomial, rows, n)
	}
	return &all[0]
}

// pinned returns a part of an array that is kept for later calls. The caller pins its content.
func pinned[T any](c *call, array *[]T, count int) []T {
	begin := len(*array)
	if begin+count > cap(*array) {
		// Parts that were handed out stay where they are.
		*array, begin = make([]T, 0, 2*cap(*array)+count), 0
	}
	*array = (*array)[:begin+count]
	if begin == 0 {
		c.pinner.Pin(&(*array)[0])
	}
	return (*array)[begin : begin+count : begin+count]
}

// nameOf returns the name of an object's type, without the type of its numbers.
func nameOf(object any) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(fmt.Sprintf("%T", object), "*ringlet."), "[")
	return name
}
