// Code generated from modulus.go by go generate. DO NOT EDIT.

package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

type modulusHandle128 struct{ handle[*C.ringlet_modulus128] }

// Modulus128 is q with the constants of its arithmetic. Its methods compute with single numbers, in a time that depends on
// them: they are for public values only.
type Modulus128 struct {
	modulusHandle128
	q Uint128
}

// NewModulus128 makes the constants of q, 2 <= q < 2^124. It may be even and composite.
func NewModulus128(q Uint128) (*Modulus128, error) {
	c := begin()
	defer c.end()
	var pointer *C.ringlet_modulus128
	if err := c.do(func() C.ringlet_status { return C.ringlet_modulus128_create(&pointer, raw128(q)) }); err != nil {
		return nil, err
	}
	modulus := &Modulus128{q: q}
	open(modulus, pointer, func(p *C.ringlet_modulus128) { C.ringlet_modulus128_destroy(p) })
	return modulus, nil
}

// Value returns q.
func (q *Modulus128) Value() Uint128 { return q.q }

// scalar returns the result of a function of single numbers.
func (q *Modulus128) scalar(f func(result *C.ringlet_uint128, q *C.ringlet_modulus128) C.ringlet_status) (Uint128, error) {
	c := begin()
	defer c.end()
	var result C.ringlet_uint128
	p := hold(c, q)
	err := c.do(func() C.ringlet_status { return f(&result, p) })
	return word128(result), err
}

// Reduce returns x mod q for any x.
func (q *Modulus128) Reduce(x Uint128) (Uint128, error) {
	return q.scalar(func(r *C.ringlet_uint128, q *C.ringlet_modulus128) C.ringlet_status {
		return C.ringlet_reduce_mod128(r, raw128(x), q)
	})
}

// Add returns a + b mod q.
func (q *Modulus128) Add(a, b Uint128) (Uint128, error) {
	return q.scalar(func(r *C.ringlet_uint128, q *C.ringlet_modulus128) C.ringlet_status {
		return C.ringlet_add_mod128(r, raw128(a), raw128(b), q)
	})
}

// Sub returns a - b mod q.
func (q *Modulus128) Sub(a, b Uint128) (Uint128, error) {
	return q.scalar(func(r *C.ringlet_uint128, q *C.ringlet_modulus128) C.ringlet_status {
		return C.ringlet_sub_mod128(r, raw128(a), raw128(b), q)
	})
}

// Mul returns a b mod q.
func (q *Modulus128) Mul(a, b Uint128) (Uint128, error) {
	return q.scalar(func(r *C.ringlet_uint128, q *C.ringlet_modulus128) C.ringlet_status {
		return C.ringlet_mul_mod128(r, raw128(a), raw128(b), q)
	})
}

// Pow returns base^exponent mod q, with 0^0 = 1 and any exponent.
func (q *Modulus128) Pow(base, exponent Uint128) (Uint128, error) {
	return q.scalar(func(r *C.ringlet_uint128, q *C.ringlet_modulus128) C.ringlet_status {
		return C.ringlet_pow_mod128(r, raw128(base), raw128(exponent), q)
	})
}

// Inverse returns 1 / a mod q. It is an error if a and q have a common factor.
func (q *Modulus128) Inverse(a Uint128) (Uint128, error) {
	return q.scalar(func(r *C.ringlet_uint128, q *C.ringlet_modulus128) C.ringlet_status {
		return C.ringlet_inverse_mod128(r, raw128(a), q)
	})
}

// PrimitiveRootOfUnity returns a primitive root of unity, always the same one. q is prime, and order is a power of two
// that divides q - 1.
func (q *Modulus128) PrimitiveRootOfUnity(order uint64) (Uint128, error) {
	return q.scalar(func(r *C.ringlet_uint128, q *C.ringlet_modulus128) C.ringlet_status {
		return C.ringlet_primitive_root_of_unity128(r, C.uint64_t(order), q)
	})
}

// SmallestPrimitiveRootOfUnity returns the smallest primitive root of unity, in a time that is linear in the order, at
// most 2^25.
func (q *Modulus128) SmallestPrimitiveRootOfUnity(order uint64) (Uint128, error) {
	return q.scalar(func(r *C.ringlet_uint128, q *C.ringlet_modulus128) C.ringlet_status {
		return C.ringlet_smallest_primitive_root_of_unity128(r, C.uint64_t(order), q)
	})
}

// IsPrimitiveRootOfUnity returns whether root has exactly this order, a power of two, modulo the prime q.
func (q *Modulus128) IsPrimitiveRootOfUnity(root Uint128, order uint64) (bool, error) {
	var result C.bool
	_, err := q.scalar(func(_ *C.ringlet_uint128, q *C.ringlet_modulus128) C.ringlet_status {
		return C.ringlet_is_primitive_root_of_unity128(&result, raw128(root), C.uint64_t(order), q)
	})
	return bool(result), err
}
