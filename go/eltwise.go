package ringlet

/*
#include "words.h"
*/
import "C"

// vectorCall holds the arguments of a call that computes element by element.
type vectorCall struct {
	c      *call
	length C.uint
	q      *C.words_handle
	out    *C.uint8_t
	in     [3]*C.uint8_t
	n      C.size_t
}

func elementwise[W Word](q *Modulus[W], out []W, f func(v vectorCall) C.ringlet_status, in ...[]W) error {
	c := begin()
	defer c.end()
	v := vectorCall{c: c, length: length[W](), q: hold(c, q), out: output(c, "out", out, len(out)), n: C.size_t(len(out))}
	for i, x := range in {
		v.in[i] = input(c, operands[i], x, len(out))
	}
	return c.do(func() C.ringlet_status { return f(v) })
}

// Add writes x + y mod q to out.
func Add[W Word](out, x, y []W, q *Modulus[W]) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.words_add(v.length, v.out, v.in[0], v.in[1], v.n, v.q)
	}, x, y)
}

// AddScalar writes x + s mod q to out.
func AddScalar[W Word](out, x []W, s W, q *Modulus[W]) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.words_add_scalar(v.length, v.out, v.in[0], raw(s), v.n, v.q)
	}, x)
}

// Sub writes x - y mod q to out.
func Sub[W Word](out, x, y []W, q *Modulus[W]) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.words_sub(v.length, v.out, v.in[0], v.in[1], v.n, v.q)
	}, x, y)
}

// SubScalar writes x - s mod q to out.
func SubScalar[W Word](out, x []W, s W, q *Modulus[W]) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.words_sub_scalar(v.length, v.out, v.in[0], raw(s), v.n, v.q)
	}, x)
}

// Neg writes -x mod q to out.
func Neg[W Word](out, x []W, q *Modulus[W]) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.words_neg(v.length, v.out, v.in[0], v.n, v.q)
	}, x)
}

// Mul writes x y mod q to out. x and y lie in [0, f q), f = inputFactor, which is 1, 2 or 4.
func Mul[W Word](out, x, y []W, q *Modulus[W], inputFactor int) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.words_mul(v.length, v.out, v.in[0], v.in[1], v.n, v.q, v.c.small("inputFactor", inputFactor))
	}, x, y)
}

// MulSub writes x y - z mod q to out. All lie in [0, f q), f = inputFactor, which is 1, 2 or 4.
func MulSub[W Word](out, x, y, z []W, q *Modulus[W], inputFactor int) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.words_mul_sub(v.length, v.out, v.in[0], v.in[1], v.in[2], v.n, v.q, v.c.small("inputFactor", inputFactor))
	}, x, y, z)
}

// MulAdd writes x y + z mod q to out. All lie in [0, f q), f = inputFactor, which is 1, 2 or 4.
func MulAdd[W Word](out, x, y, z []W, q *Modulus[W], inputFactor int) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.words_mul_add(v.length, v.out, v.in[0], v.in[1], v.in[2], v.n, v.q, v.c.small("inputFactor", inputFactor))
	}, x, y, z)
}

// Invert writes 1 / x mod q to out, and 0 where x is 0. It is an error if another number has a common factor with q. Its
// time depends on the values: not for secrets.
func Invert[W Word](out, x []W, q *Modulus[W]) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.words_invert(v.length, v.out, v.in[0], v.n, v.q)
	}, x)
}

// Powers writes first ratio^i mod q to out, for each index i.
func Powers[W Word](out []W, first, ratio W, q *Modulus[W]) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.words_powers(v.length, v.out, raw(first), raw(ratio), v.n, v.q)
	})
}

// MulScalar writes x s mod q to out. x lies in [0, f q), f = inputFactor, which is 1, 2, 4 or 8.
func MulScalar[W Word](out, x []W, s W, q *Modulus[W], inputFactor int) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.words_mul_scalar(v.length, v.out, v.in[0], raw(s), v.n, v.q, v.c.small("inputFactor", inputFactor))
	}, x)
}

// Axpy writes x s + z mod q to out. x and z lie in [0, f q), f = inputFactor, which is 1, 2, 4 or 8.
func Axpy[W Word](out, x []W, s W, z []W, q *Modulus[W], inputFactor int) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.words_axpy(v.length, v.out, v.in[0], raw(s), v.in[2], v.n, v.q, v.c.small("inputFactor", inputFactor))
	}, x, x, z)
}

// Reduce writes x mod q to out, with an output factor of 2 any representative in [0, 2q). x lies in [0, f q),
// f = inputFactor, which is 2 or 4; with [AnyWord] it may be anything.
func Reduce[W Word](out, x []W, q *Modulus[W], inputFactor, outputFactor int) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.words_reduce(v.length, v.out, v.in[0], v.n, v.q, v.c.small("inputFactor", inputFactor), v.c.small("outputFactor", outputFactor))
	}, x)
}
