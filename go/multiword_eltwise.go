package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

// multiwordCall holds the arguments of a call that computes number by number.
type multiwordCall struct {
	c   *call
	q   *C.ringlet_multiword_modulus
	out *C.uint64_t
	in  [3]*C.uint64_t
	n   C.size_t
}

func numberwise[W Number](q *MultiwordModulus[W], out []W, f func(m multiwordCall) C.ringlet_status, in ...[]W) error {
	c := begin()
	defer c.end()
	m := multiwordCall{c: c, q: hold(c, q), out: numbers(c, "out", out, len(out)), n: C.size_t(len(out))}
	for i, x := range in {
		m.in[i] = numbers(c, operands[i], x, len(out))
	}
	return c.do(func() C.ringlet_status { return f(m) })
}

// MultiwordAdd writes x + y mod q to out.
func MultiwordAdd[W Number](out, x, y []W, q *MultiwordModulus[W]) error {
	return numberwise(q, out, func(m multiwordCall) C.ringlet_status {
		return C.ringlet_multiword_add(m.out, m.in[0], m.in[1], m.n, m.q)
	}, x, y)
}

// MultiwordSub writes x - y mod q to out.
func MultiwordSub[W Number](out, x, y []W, q *MultiwordModulus[W]) error {
	return numberwise(q, out, func(m multiwordCall) C.ringlet_status {
		return C.ringlet_multiword_sub(m.out, m.in[0], m.in[1], m.n, m.q)
	}, x, y)
}

// MultiwordAddScalar writes x + s mod q to out.
func MultiwordAddScalar[W Number](out, x []W, s W, q *MultiwordModulus[W]) error {
	return numberwise(q, out, func(m multiwordCall) C.ringlet_status {
		return C.ringlet_multiword_add_scalar(m.out, m.in[0], numberAddress(&s), m.n, m.q)
	}, x)
}

// MultiwordSubScalar writes x - s mod q to out.
func MultiwordSubScalar[W Number](out, x []W, s W, q *MultiwordModulus[W]) error {
	return numberwise(q, out, func(m multiwordCall) C.ringlet_status {
		return C.ringlet_multiword_sub_scalar(m.out, m.in[0], numberAddress(&s), m.n, m.q)
	}, x)
}

// MultiwordNeg writes -x mod q to out.
func MultiwordNeg[W Number](out, x []W, q *MultiwordModulus[W]) error {
	return numberwise(q, out, func(m multiwordCall) C.ringlet_status {
		return C.ringlet_multiword_neg(m.out, m.in[0], m.n, m.q)
	}, x)
}

// MultiwordMul writes x y mod q to out, of numbers in a form.
func MultiwordMul[W Number](out, x, y []W, q *MultiwordModulus[W], form Form) error {
	return numberwise(q, out, func(m multiwordCall) C.ringlet_status {
		return C.ringlet_multiword_mul(m.out, m.in[0], m.in[1], m.n, m.q, form.raw(m.c))
	}, x, y)
}

// MultiwordMulScalar writes x s mod q to out, of numbers in a form.
func MultiwordMulScalar[W Number](out, x []W, s W, q *MultiwordModulus[W], form Form) error {
	return numberwise(q, out, func(m multiwordCall) C.ringlet_status {
		return C.ringlet_multiword_mul_scalar(m.out, m.in[0], numberAddress(&s), m.n, m.q, form.raw(m.c))
	}, x)
}

// MultiwordAxpy writes x s + z mod q to out, of numbers in a form.
func MultiwordAxpy[W Number](out, x []W, s W, z []W, q *MultiwordModulus[W], form Form) error {
	return numberwise(q, out, func(m multiwordCall) C.ringlet_status {
		return C.ringlet_multiword_axpy(m.out, m.in[0], numberAddress(&s), m.in[2], m.n, m.q, form.raw(m.c))
	}, x, x, z)
}

// MultiwordMulSub writes x y - z mod q to out, of numbers in a form.
func MultiwordMulSub[W Number](out, x, y, z []W, q *MultiwordModulus[W], form Form) error {
	return numberwise(q, out, func(m multiwordCall) C.ringlet_status {
		return C.ringlet_multiword_mul_sub(m.out, m.in[0], m.in[1], m.in[2], m.n, m.q, form.raw(m.c))
	}, x, y, z)
}

// MultiwordMulAdd writes x y + z mod q to out, of numbers in a form.
func MultiwordMulAdd[W Number](out, x, y, z []W, q *MultiwordModulus[W], form Form) error {
	return numberwise(q, out, func(m multiwordCall) C.ringlet_status {
		return C.ringlet_multiword_mul_add(m.out, m.in[0], m.in[1], m.in[2], m.n, m.q, form.raw(m.c))
	}, x, y, z)
}

// MultiwordInnerProduct returns x[0] y[0] + x[1] y[1] + ... mod q, of numbers in a form.
func MultiwordInnerProduct[W Number](x, y []W, q *MultiwordModulus[W], form Form) (result W, err error) {
	err = numberwise(q, x, func(m multiwordCall) C.ringlet_status {
		return C.ringlet_multiword_inner_product(numberAddress(&result), m.in[0], m.in[1], m.n, m.q, form.raw(m.c))
	}, x, y)
	return result, err
}

// MultiwordToMontgomery writes x in Montgomery form to out.
func MultiwordToMontgomery[W Number](out, x []W, q *MultiwordModulus[W]) error {
	return numberwise(q, out, func(m multiwordCall) C.ringlet_status {
		return C.ringlet_multiword_to_montgomery(m.out, m.in[0], m.n, m.q)
	}, x)
}

// MultiwordFromMontgomery writes the plain numbers of x, in Montgomery form, to out.
func MultiwordFromMontgomery[W Number](out, x []W, q *MultiwordModulus[W]) error {
	return numberwise(q, out, func(m multiwordCall) C.ringlet_status {
		return C.ringlet_multiword_from_montgomery(m.out, m.in[0], m.n, m.q)
	}, x)
}

// MultiwordInvert writes 1 / x mod q to out, and 0 where x is 0, of numbers in a form. Its time depends on the values: not
// for secrets.
func MultiwordInvert[W Number](out, x []W, q *MultiwordModulus[W], form Form) error {
	return numberwise(q, out, func(m multiwordCall) C.ringlet_status {
		return C.ringlet_multiword_invert(m.out, m.in[0], m.n, m.q, form.raw(m.c))
	}, x)
}

// MultiwordPowers writes first ratio^i mod q to out[i], of numbers in a form.
func MultiwordPowers[W Number](out []W, first, ratio W, q *MultiwordModulus[W], form Form) error {
	return numberwise(q, out, func(m multiwordCall) C.ringlet_status {
		return C.ringlet_multiword_powers(m.out, numberAddress(&first), numberAddress(&ratio), m.n, m.q, form.raw(m.c))
	})
}
