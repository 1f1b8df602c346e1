package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

import (
	"math/big"
	"unsafe"
)

//go:generate go run ./internal/words128 .

// Uint128 is a 128-bit word Lo + 2^64 Hi. The library needs arrays of them at multiples of 16 bytes, where Go puts every
// slice that it allocates. Other slices, such as arrays inside of structs, are copied, and overlap in part unnoticed.
type Uint128 struct{ Lo, Hi uint64 }

// Big returns the number.
func (x Uint128) Big() *big.Int {
	high := new(big.Int).SetUint64(x.Hi)
	return high.Lsh(high, 64).Or(high, new(big.Int).SetUint64(x.Lo))
}

// Uint128FromBig returns a number in [0, 2^128).
func Uint128FromBig(x *big.Int) (Uint128, error) {
	if x == nil || x.Sign() < 0 || x.BitLen() > 128 {
		return Uint128{}, &Error{OutOfRange, "x is not in [0, 2^128)"}
	}
	low := new(big.Int).And(x, new(big.Int).SetUint64(1<<64-1))
	return Uint128{low.Uint64(), new(big.Int).Rsh(x, 64).Uint64()}, nil
}

func raw128(x Uint128) C.ringlet_uint128 {
	return C.ringlet_uint128{C.uint64_t(x.Lo), C.uint64_t(x.Hi)}
}

func word128(x C.ringlet_uint128) Uint128 { return Uint128{uint64(x.low), uint64(x.high)} }

// IsPrime128 returns whether n < 2^124 is prime. A prime is always accepted. Above 3317044064679887385961981 no composite
// is known that is accepted, too.
func IsPrime128(n Uint128) (bool, error) {
	c := begin()
	defer c.end()
	var result C.bool
	err := c.do(func() C.ringlet_status { return C.ringlet_is_prime128(&result, raw128(n)) })
	return bool(result), err
}

// input128 returns the address of a slice of n words, or of an aligned copy.
func (c *call) input128(name string, slice []Uint128, n int) *C.ringlet_uint128 {
	c.check(name, "elements", len(slice), n)
	if !aligned(slice) {
		slice = append(make([]Uint128, 0, n), slice...)
	}
	return address128(slice)
}

// output128 is input128, and writes a copy back when the call ends.
func (c *call) output128(name string, slice []Uint128, n int) *C.ringlet_uint128 {
	if c.err != nil || aligned(slice) {
		return c.input128(name, slice, n)
	}
	copied := append(make([]Uint128, 0, n), slice...)
	c.held = append(c.held, writeBack{slice, copied})
	return c.input128(name, copied, n)
}

type writeBack struct{ to, from []Uint128 }

func (w writeBack) release() { copy(w.to, w.from) }

func aligned(slice []Uint128) bool { return uintptr(unsafe.Pointer(unsafe.SliceData(slice)))%16 == 0 }

func address128(slice []Uint128) *C.ringlet_uint128 {
	return (*C.ringlet_uint128)(unsafe.Pointer(unsafe.SliceData(slice)))
}
