package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

// vectorCall holds the arguments of a call that computes element by element.
type vectorCall struct {
	c   *call
	q   *C.ringlet_modulus
	out *C.uint64_t
	in  [3]*C.uint64_t
	n   C.size_t
}

func elementwise(q *Modulus, out []uint64, f func(v vectorCall) C.ringlet_status, in ...[]uint64) error {
	c := begin()
	defer c.end()
	v := vectorCall{c: c, q: hold(c, q), out: c.vector("out", out, len(out)), n: C.size_t(len(out))}
	for i, x := range in {
		v.in[i] = c.vector(operands[i], x, len(out))
	}
	return c.do(func() C.ringlet_status { return f(v) })
}

// Add writes x + y mod q to out.
func Add(out, x, y []uint64, q *Modulus) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.ringlet_add(v.out, v.in[0], v.in[1], v.n, v.q)
	}, x, y)
}

// AddScalar writes x + s mod q to out.
func AddScalar(out, x []uint64, s uint64, q *Modulus) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.ringlet_add_scalar(v.out, v.in[0], C.uint64_t(s), v.n, v.q)
	}, x)
}

// Sub writes x - y mod q to out.
func Sub(out, x, y []uint64, q *Modulus) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.ringlet_sub(v.out, v.in[0], v.in[1], v.n, v.q)
	}, x, y)
}

// SubScalar writes x - s mod q to out.
func SubScalar(out, x []uint64, s uint64, q *Modulus) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.ringlet_sub_scalar(v.out, v.in[0], C.uint64_t(s), v.n, v.q)
	}, x)
}

// Neg writes -x mod q to out.
func Neg(out, x []uint64, q *Modulus) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.ringlet_neg(v.out, v.in[0], v.n, v.q)
	}, x)
}

// Mul writes x y mod q to out. x and y lie in [0, f q), f = inputFactor, which is 1, 2 or 4.
func Mul(out, x, y []uint64, q *Modulus, inputFactor int) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.ringlet_mul(v.out, v.in[0], v.in[1], v.n, v.q, v.c.small("inputFactor", inputFactor))
	}, x, y)
}

// MulSub writes x y - z mod q to out. All lie in [0, f q), f = inputFactor, which is 1, 2 or 4.
func MulSub(out, x, y, z []uint64, q *Modulus, inputFactor int) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.ringlet_mul_sub(v.out, v.in[0], v.in[1], v.in[2], v.n, v.q, v.c.small("inputFactor", inputFactor))
	}, x, y, z)
}

// MulAdd writes x y + z mod q to out. All lie in [0, f q), f = inputFactor, which is 1, 2 or 4.
func MulAdd(out, x, y, z []uint64, q *Modulus, inputFactor int) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.ringlet_mul_add(v.out, v.in[0], v.in[1], v.in[2], v.n, v.q, v.c.small("inputFactor", inputFactor))
	}, x, y, z)
}

// Invert writes 1 / x mod q to out, and 0 where x is 0. It is an error if another number has a common factor with q. Its
// time depends on the values: not for secrets.
func Invert(out, x []uint64, q *Modulus) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.ringlet_invert(v.out, v.in[0], v.n, v.q)
	}, x)
}

// Powers writes first ratio^i mod q to out, for each index i.
func Powers(out []uint64, first, ratio uint64, q *Modulus) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.ringlet_powers(v.out, C.uint64_t(first), C.uint64_t(ratio), v.n, v.q)
	})
}

// MulScalar writes x s mod q to out. x lies in [0, f q), f = inputFactor, which is 1, 2, 4 or 8.
func MulScalar(out, x []uint64, s uint64, q *Modulus, inputFactor int) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.ringlet_mul_scalar(v.out, v.in[0], C.uint64_t(s), v.n, v.q, v.c.small("inputFactor", inputFactor))
	}, x)
}

// Axpy writes x s + z mod q to out. x and z lie in [0, f q), f = inputFactor, which is 1, 2, 4 or 8.
func Axpy(out, x []uint64, s uint64, z []uint64, q *Modulus, inputFactor int) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.ringlet_axpy(v.out, v.in[0], C.uint64_t(s), v.in[2], v.n, v.q, v.c.small("inputFactor", inputFactor))
	}, x, x, z)
}

// Reduce writes x mod q to out, with an output factor of 2 any representative in [0, 2q). x lies in [0, f q),
// f = inputFactor, which is 2 or 4; with [AnyWord] it may be anything.
func Reduce(out, x []uint64, q *Modulus, inputFactor, outputFactor int) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.ringlet_reduce(v.out, v.in[0], v.n, v.q, v.c.small("inputFactor", inputFactor), v.c.small("outputFactor", outputFactor))
	}, x)
}
