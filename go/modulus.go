package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

type modulusHandle struct{ handle[*C.ringlet_modulus] }

// Modulus is q with the constants of its arithmetic. Its methods compute with single numbers, in a time that depends on
// them: they are for public values only.
type Modulus struct {
	modulusHandle
	q uint64
}

// NewModulus makes the constants of q, 2 <= q < 2^62. It may be even and composite.
func NewModulus(q uint64) (*Modulus, error) {
	c := begin()
	defer c.end()
	var pointer *C.ringlet_modulus
	if err := c.do(func() C.ringlet_status { return C.ringlet_modulus_create(&pointer, C.uint64_t(q)) }); err != nil {
		return nil, err
	}
	modulus := &Modulus{q: q}
	open(modulus, pointer, func(p *C.ringlet_modulus) { C.ringlet_modulus_destroy(p) })
	return modulus, nil
}

// Value returns q.
func (q *Modulus) Value() uint64 { return q.q }

// scalar returns the result of a function of single numbers.
func (q *Modulus) scalar(f func(result *C.uint64_t, q *C.ringlet_modulus) C.ringlet_status) (uint64, error) {
	c := begin()
	defer c.end()
	var result C.uint64_t
	p := hold(c, q)
	err := c.do(func() C.ringlet_status { return f(&result, p) })
	return uint64(result), err
}

// Reduce returns x mod q for any x.
func (q *Modulus) Reduce(x uint64) (uint64, error) {
	return q.scalar(func(r *C.uint64_t, q *C.ringlet_modulus) C.ringlet_status {
		return C.ringlet_reduce_mod(r, C.uint64_t(x), q)
	})
}

// Add returns a + b mod q.
func (q *Modulus) Add(a, b uint64) (uint64, error) {
	return q.scalar(func(r *C.uint64_t, q *C.ringlet_modulus) C.ringlet_status {
		return C.ringlet_add_mod(r, C.uint64_t(a), C.uint64_t(b), q)
	})
}

// Sub returns a - b mod q.
func (q *Modulus) Sub(a, b uint64) (uint64, error) {
	return q.scalar(func(r *C.uint64_t, q *C.ringlet_modulus) C.ringlet_status {
		return C.ringlet_sub_mod(r, C.uint64_t(a), C.uint64_t(b), q)
	})
}

// Mul returns a b mod q.
func (q *Modulus) Mul(a, b uint64) (uint64, error) {
	return q.scalar(func(r *C.uint64_t, q *C.ringlet_modulus) C.ringlet_status {
		return C.ringlet_mul_mod(r, C.uint64_t(a), C.uint64_t(b), q)
	})
}

// Pow returns base^exponent mod q, with 0^0 = 1 and any exponent.
func (q *Modulus) Pow(base, exponent uint64) (uint64, error) {
	return q.scalar(func(r *C.uint64_t, q *C.ringlet_modulus) C.ringlet_status {
		return C.ringlet_pow_mod(r, C.uint64_t(base), C.uint64_t(exponent), q)
	})
}

// Inverse returns 1 / a mod q. It is an error if a and q have a common factor.
func (q *Modulus) Inverse(a uint64) (uint64, error) {
	return q.scalar(func(r *C.uint64_t, q *C.ringlet_modulus) C.ringlet_status {
		return C.ringlet_inverse_mod(r, C.uint64_t(a), q)
	})
}

// PrimitiveRootOfUnity returns a primitive root of unity, always the same one. q is prime, and order is a power of two
// that divides q - 1.
func (q *Modulus) PrimitiveRootOfUnity(order uint64) (uint64, error) {
	return q.scalar(func(r *C.uint64_t, q *C.ringlet_modulus) C.ringlet_status {
		return C.ringlet_primitive_root_of_unity(r, C.uint64_t(order), q)
	})
}

// SmallestPrimitiveRootOfUnity returns the smallest primitive root of unity, in a time that is linear in the order, at
// most 2^25.
func (q *Modulus) SmallestPrimitiveRootOfUnity(order uint64) (uint64, error) {
	return q.scalar(func(r *C.uint64_t, q *C.ringlet_modulus) C.ringlet_status {
		return C.ringlet_smallest_primitive_root_of_unity(r, C.uint64_t(order), q)
	})
}

// IsPrimitiveRootOfUnity returns whether root has exactly this order, a power of two, modulo the prime q.
func (q *Modulus) IsPrimitiveRootOfUnity(root uint64, order uint64) (bool, error) {
	var result C.bool
	_, err := q.scalar(func(_ *C.uint64_t, q *C.ringlet_modulus) C.ringlet_status {
		return C.ringlet_is_primitive_root_of_unity(&result, C.uint64_t(root), C.uint64_t(order), q)
	})
	return bool(result), err
}
