package ringlet

/*
#include "words.h"
*/
import "C"

// Modulus is q with the constants of its arithmetic. Its methods compute with single numbers, in a time that depends on
// them: they are for public values only.
type Modulus[W Word] struct {
	wordHandle
	q W
}

// NewModulus makes the constants of q, at least 2 and below the limit of [Word]. It may be even and composite.
func NewModulus[W Word](q W) (*Modulus[W], error) {
	c := begin()
	defer c.end()
	var pointer *C.words_handle
	if err := c.do(func() C.ringlet_status { return C.words_modulus_create(length[W](), &pointer, raw(q)) }); err != nil {
		return nil, err
	}
	modulus := &Modulus[W]{q: q}
	open(modulus, pointer, func(p *C.words_handle) { C.words_modulus_destroy(length[W](), p) })
	return modulus, nil
}

// Value returns q.
func (q *Modulus[W]) Value() W { return q.q }

// scalar returns the result of a function of single numbers.
func (q *Modulus[W]) scalar(f func(length C.uint, result *C.uint8_t, q *C.words_handle) C.ringlet_status) (W, error) {
	c := begin()
	defer c.end()
	var result W
	p := hold(c, q)
	err := c.do(func() C.ringlet_status { return f(length[W](), bytes(&result), p) })
	return result, err
}

// Reduce returns x mod q for any x.
func (q *Modulus[W]) Reduce(x W) (W, error) {
	return q.scalar(func(length C.uint, r *C.uint8_t, q *C.words_handle) C.ringlet_status {
		return C.words_reduce_mod(length, r, raw(x), q)
	})
}

// Add returns a + b mod q.
func (q *Modulus[W]) Add(a, b W) (W, error) {
	return q.scalar(func(length C.uint, r *C.uint8_t, q *C.words_handle) C.ringlet_status {
		return C.words_add_mod(length, r, raw(a), raw(b), q)
	})
}

// Sub returns a - b mod q.
func (q *Modulus[W]) Sub(a, b W) (W, error) {
	return q.scalar(func(length C.uint, r *C.uint8_t, q *C.words_handle) C.ringlet_status {
		return C.words_sub_mod(length, r, raw(a), raw(b), q)
	})
}

// Mul returns a b mod q.
func (q *Modulus[W]) Mul(a, b W) (W, error) {
	return q.scalar(func(length C.uint, r *C.uint8_t, q *C.words_handle) C.ringlet_status {
		return C.words_mul_mod(length, r, raw(a), raw(b), q)
	})
}

// Pow returns base^exponent mod q, with 0^0 = 1 and any exponent.
func (q *Modulus[W]) Pow(base, exponent W) (W, error) {
	return q.scalar(func(length C.uint, r *C.uint8_t, q *C.words_handle) C.ringlet_status {
		return C.words_pow_mod(length, r, raw(base), raw(exponent), q)
	})
}

// Inverse returns 1 / a mod q. It is an error if a and q have a common factor.
func (q *Modulus[W]) Inverse(a W) (W, error) {
	return q.scalar(func(length C.uint, r *C.uint8_t, q *C.words_handle) C.ringlet_status {
		return C.words_inverse_mod(length, r, raw(a), q)
	})
}

// PrimitiveRootOfUnity returns a primitive root of unity, always the same one. q is prime, and order is a power of two
// that divides q - 1.
func (q *Modulus[W]) PrimitiveRootOfUnity(order uint64) (W, error) {
	return q.scalar(func(length C.uint, r *C.uint8_t, q *C.words_handle) C.ringlet_status {
		return C.words_primitive_root_of_unity(length, r, C.uint64_t(order), q)
	})
}

// SmallestPrimitiveRootOfUnity returns the smallest primitive root of unity, in a time that is linear in the order, at
// most 2^25.
func (q *Modulus[W]) SmallestPrimitiveRootOfUnity(order uint64) (W, error) {
	return q.scalar(func(length C.uint, r *C.uint8_t, q *C.words_handle) C.ringlet_status {
		return C.words_smallest_primitive_root_of_unity(length, r, C.uint64_t(order), q)
	})
}

// IsPrimitiveRootOfUnity returns whether root has exactly this order, a power of two, modulo the prime q.
func (q *Modulus[W]) IsPrimitiveRootOfUnity(root W, order uint64) (bool, error) {
	var result C.bool
	_, err := q.scalar(func(length C.uint, _ *C.uint8_t, q *C.words_handle) C.ringlet_status {
		return C.words_is_primitive_root_of_unity(length, &result, raw(root), C.uint64_t(order), q)
	})
	return bool(result), err
}
