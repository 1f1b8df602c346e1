package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

// width returns the words of the first row.
func width(rows [][]uint64) int {
	if len(rows) == 0 {
		return 0
	}
	return len(rows[0])
}

// rowCall holds the arguments of a call that computes row by row.
type rowCall struct {
	c        *call
	base     *C.ringlet_rns_base
	out      C.ringlet_rows
	in       [3]C.ringlet_rows
	rows, n  C.size_t
	executor *C.ringlet_executor
}

func (base *RNSBase) rowwise(executor *Executor, out [][]uint64, f func(r rowCall) C.ringlet_status, in ...[][]uint64) error {
	c := begin()
	defer c.end()
	rows, n := len(out), width(out)
	r := rowCall{c: c, base: hold(c, base), rows: C.size_t(rows), n: C.size_t(n), executor: holdOptional(c, executor)}
	r.out = c.rows("out", out, rows, n)
	for i, x := range in {
		r.in[i] = c.rows(operands[i], x, rows, n)
	}
	return c.do(func() C.ringlet_status { return f(r) })
}

// Add writes x + y to out.
func (base *RNSBase) Add(out, x, y [][]uint64, executor *Executor) error {
	return base.rowwise(executor, out, func(r rowCall) C.ringlet_status {
		return C.ringlet_rns_add(r.out, r.in[0], r.in[1], r.rows, r.n, r.base, r.executor)
	}, x, y)
}

// Sub writes x - y to out.
func (base *RNSBase) Sub(out, x, y [][]uint64, executor *Executor) error {
	return base.rowwise(executor, out, func(r rowCall) C.ringlet_status {
		return C.ringlet_rns_sub(r.out, r.in[0], r.in[1], r.rows, r.n, r.base, r.executor)
	}, x, y)
}

// Neg writes -x to out.
func (base *RNSBase) Neg(out, x [][]uint64, executor *Executor) error {
	return base.rowwise(executor, out, func(r rowCall) C.ringlet_status {
		return C.ringlet_rns_neg(r.out, r.in[0], r.rows, r.n, r.base, r.executor)
	}, x)
}

// Mul writes x y to out, of numbers in a form.
func (base *RNSBase) Mul(out, x, y [][]uint64, form Form, executor *Executor) error {
	return base.rowwise(executor, out, func(r rowCall) C.ringlet_status {
		return C.ringlet_rns_mul(r.out, r.in[0], r.in[1], r.rows, r.n, r.base,
			form.raw(r.c), r.executor)
	}, x, y)
}

// MulAdd writes x y + z to out, of numbers in a form.
func (base *RNSBase) MulAdd(out, x, y, z [][]uint64, form Form, executor *Executor) error {
	return base.rowwise(executor, out, func(r rowCall) C.ringlet_status {
		return C.ringlet_rns_mul_add(r.out, r.in[0], r.in[1], r.in[2],
			r.rows, r.n, r.base, form.raw(r.c), r.executor)
	}, x, y, z)
}

// MulSub writes x y - z to out.
func (base *RNSBase) MulSub(out, x, y, z [][]uint64, executor *Executor) error {
	return base.rowwise(executor, out, func(r rowCall) C.ringlet_status {
		return C.ringlet_rns_mul_sub(r.out, r.in[0], r.in[1], r.in[2],
			r.rows, r.n, r.base, r.executor)
	}, x, y, z)
}

// MulScalar writes x s to out. s has a number for each row, below its modulus.
func (base *RNSBase) MulScalar(out, x [][]uint64, s []uint64, executor *Executor) error {
	if len(s) != len(out) {
		return invalid("s has %d elements, not %d", len(s), len(out))
	}
	return base.rowwise(executor, out, func(r rowCall) C.ringlet_status {
		return C.ringlet_rns_mul_scalar(r.out, r.in[0], address(s), r.rows, r.n, r.base, r.executor)
	}, x)
}

// ToMontgomery writes x in Montgomery form to out.
func (base *RNSBase) ToMontgomery(out, x [][]uint64, executor *Executor) error {
	return base.rowwise(executor, out, func(r rowCall) C.ringlet_status {
		return C.ringlet_rns_to_montgomery(r.out, r.in[0], r.rows, r.n, r.base, r.executor)
	}, x)
}

// FromMontgomery writes the plain numbers of x, in Montgomery form, to out.
func (base *RNSBase) FromMontgomery(out, x [][]uint64, executor *Executor) error {
	return base.rowwise(executor, out, func(r rowCall) C.ringlet_status {
		return C.ringlet_rns_from_montgomery(r.out, r.in[0], r.rows, r.n, r.base, r.executor)
	}, x)
}

// InnerProduct writes x[0] y[0] + x[1] y[1] + ... to out, of numbers in a form, with one reduction for many terms.
func (base *RNSBase) InnerProduct(out [][]uint64, x, y [][][]uint64, form Form, executor *Executor) error {
	c := begin()
	defer c.end()
	pointer, threads, rows, n := hold(c, base), holdOptional(c, executor), len(out), width(out)
	to, terms := c.rows("out", out, rows, n), len(x)
	a, b := c.polynomials("x", x, terms, rows, n), c.polynomials("y", y, terms, rows, n)
	return c.do(func() C.ringlet_status {
		return C.ringlet_rns_inner_product(to, a, b, C.size_t(terms),
			C.size_t(rows), C.size_t(n), pointer, form.raw(c), threads)
	})
}

// Tensor writes x[0] y[0], x[0] y[1] + x[1] y[0] and x[1] y[1] to out: the product of two ciphertexts, as evaluations.
func (base *RNSBase) Tensor(out [3][][]uint64, x, y [2][][]uint64, executor *Executor) error {
	c := begin()
	defer c.end()
	pointer, threads, rows, n := hold(c, base), holdOptional(c, executor), len(out[0]), width(out[0])
	to, a, b := c.polynomials("out", out[:], 3, rows, n), c.polynomials("x", x[:], 2, rows, n), c.polynomials("y", y[:], 2, rows, n)
	return c.do(func() C.ringlet_status {
		return C.ringlet_rns_tensor(to, a, b, C.size_t(rows), C.size_t(n), pointer, threads)
	})
}
