// Package heap measures memory for tests.
package heap

// #include <malloc.h>
import "C"

// Bytes returns the bytes that objects of C take.
func Bytes() int {
	of := C.mallinfo2()
	return int(of.uordblks) + int(of.hblkhd)
}
