package ringlet

/*
#include "words.h"
*/
import "C"

import (
	"math/big"
	"unsafe"
)

// Word is the type of the numbers of arrays: uint32 for moduli below 2^32, uint64 for moduli below 2^64, Uint128 for moduli
// below 2^124.
type Word interface {
	uint32 | uint64 | Uint128
}

// FormWord is a [Word] whose numbers have a Montgomery form.
type FormWord interface {
	uint32 | uint64
}

// Uint128 is a 128-bit word Lo + 2^64 Hi. The library needs arrays of them at multiples of 16 bytes, where Go puts every
// slice that it allocates. A slice elsewhere, as of an array inside of a struct, is copied, and overlaps in part unnoticed.
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

// wordHandle owns an object of C for words of some length.
type wordHandle struct{ handle[*C.words_handle] }

// length returns the number of bits of a word.
func length[W Word]() C.uint {
	var word W
	return C.uint(8 * unsafe.Sizeof(word))
}

// raw returns a word as C takes it.
func raw[W Word](x W) C.ringlet_uint128 {
	switch x := any(x).(type) {
	case uint32:
		return C.ringlet_uint128{low: C.uint64_t(x)}
	case uint64:
		return C.ringlet_uint128{low: C.uint64_t(x)}
	case Uint128:
		return C.ringlet_uint128{C.uint64_t(x.Lo), C.uint64_t(x.Hi)}
	}
	panic("no other type is a word")
}

// bytes returns the address of words.
func bytes[W Word](words *W) *C.uint8_t { return (*C.uint8_t)(unsafe.Pointer(words)) }

// input returns the address of a slice of n words, or of an aligned copy.
func input[W Word](c *call, name string, slice []W, n int) *C.uint8_t {
	c.check(name, "elements", len(slice), n)
	if !aligned(slice) {
		slice = append(make([]W, 0, n), slice...)
	}
	return bytes(unsafe.SliceData(slice))
}

// output is input, and writes a copy back when the call ends.
func output[W Word](c *call, name string, slice []W, n int) *C.uint8_t {
	if c.err != nil || aligned(slice) {
		return input(c, name, slice, n)
	}
	copied := append(make([]W, 0, n), slice...)
	c.held = append(c.held, writeBack[W]{slice, copied})
	return input(c, name, copied, n)
}

type writeBack[W Word] struct{ to, from []W }

//lint:ignore U1000 staticcheck does not see calls of instances
func (w writeBack[W]) release() { copy(w.to, w.from) }

func aligned[W Word](slice []W) bool {
	data := unsafe.SliceData(slice)
	return uintptr(unsafe.Pointer(data))%unsafe.Sizeof(*data) == 0
}

// IsPrime128 returns whether n < 2^124 is prime. A prime is always accepted. Above 3317044064679887385961981 no composite
// is known that is accepted, too.
func IsPrime128(n Uint128) (bool, error) {
	c := begin()
	defer c.end()
	var result C.bool
	err := c.do(func() C.ringlet_status { return C.ringlet_is_prime128(&result, raw(n)) })
	return bool(result), err
}
