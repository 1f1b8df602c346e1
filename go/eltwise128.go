// Code generated from eltwise.go by go generate. DO NOT EDIT.

package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

// vectorCall128 holds the arguments of a call that computes element by element.
type vectorCall128 struct {
	c   *call
	q   *C.ringlet_modulus128
	out *C.ringlet_uint128
	in  [3]*C.ringlet_uint128
	n   C.size_t
}

func elementwise128(q *Modulus128, out []Uint128, f func(v vectorCall128) C.ringlet_status, in ...[]Uint128) error {
	c := begin()
	defer c.end()
	v := vectorCall128{c: c, q: hold(c, q), out: c.output128("out", out, len(out)), n: C.size_t(len(out))}
	for i, x := range in {
		v.in[i] = c.input128(operands[i], x, len(out))
	}
	return c.do(func() C.ringlet_status { return f(v) })
}

// Add128 writes x + y mod q to out.
func Add128(out, x, y []Uint128, q *Modulus128) error {
	return elementwise128(q, out, func(v vectorCall128) C.ringlet_status {
		return C.ringlet_add128(v.out, v.in[0], v.in[1], v.n, v.q)
	}, x, y)
}

// AddScalar128 writes x + s mod q to out.
func AddScalar128(out, x []Uint128, s Uint128, q *Modulus128) error {
	return elementwise128(q, out, func(v vectorCall128) C.ringlet_status {
		return C.ringlet_add_scalar128(v.out, v.in[0], raw128(s), v.n, v.q)
	}, x)
}

// Sub128 writes x - y mod q to out.
func Sub128(out, x, y []Uint128, q *Modulus128) error {
	return elementwise128(q, out, func(v vectorCall128) C.ringlet_status {
		return C.ringlet_sub128(v.out, v.in[0], v.in[1], v.n, v.q)
	}, x, y)
}

// SubScalar128 writes x - s mod q to out.
func SubScalar128(out, x []Uint128, s Uint128, q *Modulus128) error {
	return elementwise128(q, out, func(v vectorCall128) C.ringlet_status {
		return C.ringlet_sub_scalar128(v.out, v.in[0], raw128(s), v.n, v.q)
	}, x)
}

// Neg128 writes -x mod q to out.
func Neg128(out, x []Uint128, q *Modulus128) error {
	return elementwise128(q, out, func(v vectorCall128) C.ringlet_status {
		return C.ringlet_neg128(v.out, v.in[0], v.n, v.q)
	}, x)
}

// Mul128 writes x y mod q to out. x and y lie in [0, f q), f = inputFactor, which is 1, 2 or 4.
func Mul128(out, x, y []Uint128, q *Modulus128, inputFactor int) error {
	return elementwise128(q, out, func(v vectorCall128) C.ringlet_status {
		return C.ringlet_mul128(v.out, v.in[0], v.in[1], v.n, v.q, v.c.small("inputFactor", inputFactor))
	}, x, y)
}

// MulSub128 writes x y - z mod q to out. All lie in [0, f q), f = inputFactor, which is 1, 2 or 4.
func MulSub128(out, x, y, z []Uint128, q *Modulus128, inputFactor int) error {
	return elementwise128(q, out, func(v vectorCall128) C.ringlet_status {
		return C.ringlet_mul_sub128(v.out, v.in[0], v.in[1], v.in[2], v.n, v.q, v.c.small("inputFactor", inputFactor))
	}, x, y, z)
}

// MulAdd128 writes x y + z mod q to out. All lie in [0, f q), f = inputFactor, which is 1, 2 or 4.
func MulAdd128(out, x, y, z []Uint128, q *Modulus128, inputFactor int) error {
	return elementwise128(q, out, func(v vectorCall128) C.ringlet_status {
		return C.ringlet_mul_add128(v.out, v.in[0], v.in[1], v.in[2], v.n, v.q, v.c.small("inputFactor", inputFactor))
	}, x, y, z)
}

// Invert128 writes 1 / x mod q to out, and 0 where x is 0. It is an error if another number has a common factor with q. Its
// time depends on the values: not for secrets.
func Invert128(out, x []Uint128, q *Modulus128) error {
	return elementwise128(q, out, func(v vectorCall128) C.ringlet_status {
		return C.ringlet_invert128(v.out, v.in[0], v.n, v.q)
	}, x)
}

// Powers128 writes first ratio^i mod q to out, for each index i.
func Powers128(out []Uint128, first, ratio Uint128, q *Modulus128) error {
	return elementwise128(q, out, func(v vectorCall128) C.ringlet_status {
		return C.ringlet_powers128(v.out, raw128(first), raw128(ratio), v.n, v.q)
	})
}

// MulScalar128 writes x s mod q to out. x lies in [0, f q), f = inputFactor, which is 1, 2, 4 or 8.
func MulScalar128(out, x []Uint128, s Uint128, q *Modulus128, inputFactor int) error {
	return elementwise128(q, out, func(v vectorCall128) C.ringlet_status {
		return C.ringlet_mul_scalar128(v.out, v.in[0], raw128(s), v.n, v.q, v.c.small("inputFactor", inputFactor))
	}, x)
}

// Axpy128 writes x s + z mod q to out. x and z lie in [0, f q), f = inputFactor, which is 1, 2, 4 or 8.
func Axpy128(out, x []Uint128, s Uint128, z []Uint128, q *Modulus128, inputFactor int) error {
	return elementwise128(q, out, func(v vectorCall128) C.ringlet_status {
		return C.ringlet_axpy128(v.out, v.in[0], raw128(s), v.in[2], v.n, v.q, v.c.small("inputFactor", inputFactor))
	}, x, x, z)
}

// Reduce128 writes x mod q to out, with an output factor of 2 any representative in [0, 2q). x lies in [0, f q),
// f = inputFactor, which is 2 or 4; with [AnyWord] it may be anything.
func Reduce128(out, x []Uint128, q *Modulus128, inputFactor, outputFactor int) error {
	return elementwise128(q, out, func(v vectorCall128) C.ringlet_status {
		return C.ringlet_reduce128(v.out, v.in[0], v.n, v.q, v.c.small("inputFactor", inputFactor), v.c.small("outputFactor", outputFactor))
	}, x)
}
