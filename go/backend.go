package ringlet

/*
#include <stdlib.h>
#include <ringlet/ringlet.h>
*/
import "C"

import "unsafe"

// Backend is a set of instructions that the library can use.
type Backend struct {
	Name string
	// Supported says whether this CPU, with this operating system, can run it.
	Supported bool
}

// Backends returns all backends of the library, the weakest first.
func Backends() []Backend {
	list := make([]Backend, C.ringlet_backend_count())
	for i := range list {
		list[i].Name = C.GoString(C.ringlet_backend_name(C.size_t(i)))
		list[i].Supported = bool(C.ringlet_backend_is_supported(C.size_t(i)))
	}
	return list
}

// ActiveBackend returns the name of the backend that new plans and element-wise calls use. It is that of ForceBackend,
// or the one that the environment variable RINGLET_BACKEND names, or the strongest one that is supported.
func ActiveBackend() (string, error) {
	c := begin()
	defer c.end()
	var name *C.char
	err := c.do(func() C.ringlet_status { return C.ringlet_backend_active(&name) })
	return C.GoString(name), err
}

// LowersClock tells whether the vector instructions of the active backend lower the clock of this CPU's cores, for other
// code, too, and for about a millisecond after them. Programs lose there if they call the library often but spend most of
// their time elsewhere.
func LowersClock() (bool, error) {
	c := begin()
	defer c.end()
	var lowers C.bool
	err := c.do(func() C.ringlet_status { return C.ringlet_backend_lowers_clock(&lowers) })
	return bool(lowers), err
}

// ForceBackend makes a backend active in the whole process.
func ForceBackend(name string) error {
	c := begin()
	defer c.end()
	c.text("name", name)
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	return c.do(func() C.ringlet_status { return C.ringlet_backend_force(text) })
}

// UnforceBackend undoes ForceBackend.
func UnforceBackend() { C.ringlet_backend_unforce() }

// FreezeBackend makes the library ignore RINGLET_BACKEND.
func FreezeBackend() { C.ringlet_backend_freeze() }
