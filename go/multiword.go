package ringlet

/*
#include <stdlib.h>
#include <ringlet/ringlet.h>
*/
import "C"

import "unsafe"

// Number is a number of several words, the lowest first. gnark-crypto's fr.Element is one, in Montgomery form.
type Number interface {
	~[3]uint64 | ~[4]uint64 | ~[5]uint64 | ~[6]uint64 | ~[8]uint64
}

// wordsOf returns the number of words of a type of numbers.
func wordsOf[W Number]() C.uint {
	var number W
	return C.uint(len(number))
}

func numberAddress[W Number](number *W) *C.uint64_t { return (*C.uint64_t)(unsafe.Pointer(number)) }

// numbers returns the address of a slice of n numbers.
func numbers[W Number](c *call, name string, slice []W, n int) *C.uint64_t {
	c.check(name, "elements", len(slice), n)
	return numberAddress(unsafe.SliceData(slice))
}

// copied returns the number at an address of C, which has as many words. A number of 32 bits is the low half of a word.
func copied[W FieldNumber](address *C.uint64_t) (number W) {
	if short, ok := any(&number).(*uint32); ok {
		*short = uint32(*address)
		return number
	}
	return *(*W)(unsafe.Pointer(address))
}

// ParseNumber reads a number in decimal digits, or in hexadecimal digits after 0x.
func ParseNumber[W Number](text string) (W, error) {
	c := begin()
	defer c.end()
	var number W
	c.text("number", text)
	chars := C.CString(text)
	defer C.free(unsafe.Pointer(chars))
	err := c.do(func() C.ringlet_status {
		return C.ringlet_multiword_parse(numberAddress(&number), wordsOf[W](), chars)
	})
	return number, err
}

// PrintNumber writes a number in decimal digits, or in hexadecimal digits after 0x.
func PrintNumber[W Number](number W, hexadecimal bool) string {
	c := begin()
	defer c.end()
	var text [160]C.char
	if c.do(func() C.ringlet_status {
		return C.ringlet_multiword_print(&text[0], C.size_t(len(text)), numberAddress(&number), wordsOf[W](), C.bool(hexadecimal))
	}) != nil {
		return ""
	}
	return C.GoString(&text[0])
}

type multiwordModulusHandle struct {
	handle[*C.ringlet_multiword_modulus]
}

// MultiwordModulus is an odd q of several words, 2^124 <= q < 2^(64 N - 1), with the constants of its arithmetic. It may
// be composite. Its methods compute with single plain numbers, in a time that depends on them: they are for public values
// only.
type MultiwordModulus[W Number] struct {
	multiwordModulusHandle
	q W
}

// NewMultiwordModulus makes the constants of q.
func NewMultiwordModulus[W Number](q W) (*MultiwordModulus[W], error) {
	c := begin()
	defer c.end()
	var pointer *C.ringlet_multiword_modulus
	err := c.do(func() C.ringlet_status {
		return C.ringlet_multiword_modulus_create(&pointer, numberAddress(&q), wordsOf[W]())
	})
	if err != nil {
		return nil, err
	}
	modulus := &MultiwordModulus[W]{q: q}
	open(modulus, pointer, func(p *C.ringlet_multiword_modulus) { C.ringlet_multiword_modulus_destroy(p) })
	return modulus, nil
}

// Value returns q.
func (q *MultiwordModulus[W]) Value() W { return q.q }

func (q *MultiwordModulus[W]) scalar(f func(result *C.uint64_t, q *C.ringlet_multiword_modulus) C.ringlet_status) (W, error) {
	c := begin()
	defer c.end()
	var result W
	p := hold(c, q)
	err := c.do(func() C.ringlet_status { return f(numberAddress(&result), p) })
	return result, err
}

// Add returns a + b mod q.
func (q *MultiwordModulus[W]) Add(a, b W) (W, error) {
	return q.scalar(func(r *C.uint64_t, q *C.ringlet_multiword_modulus) C.ringlet_status {
		return C.ringlet_multiword_add_mod(r, numberAddress(&a), numberAddress(&b), q)
	})
}

// Sub returns a - b mod q.
func (q *MultiwordModulus[W]) Sub(a, b W) (W, error) {
	return q.scalar(func(r *C.uint64_t, q *C.ringlet_multiword_modulus) C.ringlet_status {
		return C.ringlet_multiword_sub_mod(r, numberAddress(&a), numberAddress(&b), q)
	})
}

// Mul returns a b mod q.
func (q *MultiwordModulus[W]) Mul(a, b W) (W, error) {
	return q.scalar(func(r *C.uint64_t, q *C.ringlet_multiword_modulus) C.ringlet_status {
		return C.ringlet_multiword_mul_mod(r, numberAddress(&a), numberAddress(&b), q)
	})
}

// Pow returns base^exponent mod q, with 0^0 = 1 and any exponent.
func (q *MultiwordModulus[W]) Pow(base, exponent W) (W, error) {
	return q.scalar(func(r *C.uint64_t, q *C.ringlet_multiword_modulus) C.ringlet_status {
		return C.ringlet_multiword_pow_mod(r, numberAddress(&base), numberAddress(&exponent), q)
	})
}

// Inverse returns 1 / a mod q. It is an error if a and q have a common factor.
func (q *MultiwordModulus[W]) Inverse(a W) (W, error) {
	return q.scalar(func(r *C.uint64_t, q *C.ringlet_multiword_modulus) C.ringlet_status {
		return C.ringlet_multiword_inverse_mod(r, numberAddress(&a), q)
	})
}

// PrimitiveRootOfUnity returns a primitive root of unity, always the same one. q is prime, and order is a power of two
// that divides q - 1.
func (q *MultiwordModulus[W]) PrimitiveRootOfUnity(order uint64) (W, error) {
	return q.scalar(func(r *C.uint64_t, q *C.ringlet_multiword_modulus) C.ringlet_status {
		return C.ringlet_multiword_primitive_root_of_unity(r, C.uint64_t(order), q)
	})
}

// IsPrimitiveRootOfUnity returns whether root has exactly this order, a power of two, modulo the prime q.
func (q *MultiwordModulus[W]) IsPrimitiveRootOfUnity(root W, order uint64) (bool, error) {
	var result C.bool
	_, err := q.scalar(func(_ *C.uint64_t, q *C.ringlet_multiword_modulus) C.ringlet_status {
		return C.ringlet_multiword_is_primitive_root_of_unity(&result, numberAddress(&root), C.uint64_t(order), q)
	})
	return bool(result), err
}
