package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

type fixedOperandHandle struct {
	handle[*C.ringlet_fixed_operand]
}

// FixedOperand is a vector w by which many others are multiplied element by element, such as a key or a plaintext. Its
// Shoup quotients are computed once.
type FixedOperand struct {
	fixedOperandHandle
	n int
}

// NewFixedOperand copies values in [0, q). Others are an error.
func NewFixedOperand(values []uint64, q *Modulus) (*FixedOperand, error) {
	c := begin()
	defer c.end()
	var pointer *C.ringlet_fixed_operand
	words, modulus := c.vector("values", values, len(values)), hold(c, q)
	err := c.do(func() C.ringlet_status {
		return C.ringlet_fixed_operand_create(&pointer, words, C.size_t(len(values)), modulus)
	})
	if err != nil {
		return nil, err
	}
	operand := &FixedOperand{n: len(values)}
	open(operand, pointer, func(p *C.ringlet_fixed_operand) { C.ringlet_fixed_operand_destroy(p) })
	return operand, nil
}

// Size returns the number of elements.
func (w *FixedOperand) Size() int { return w.n }

// Describe names the backend and the arithmetic, for people to read; "" after Close.
func (w *FixedOperand) Describe() string {
	c := begin()
	defer c.end()
	return C.GoString(C.ringlet_fixed_operand_describe(hold(c, w)))
}

// Mul writes x w mod q to out. x lies in [0, f q), f = inputFactor, which is 1, 2, 4 or 8.
func (w *FixedOperand) Mul(out, x []uint64, inputFactor int) error {
	c := begin()
	defer c.end()
	operand := hold(c, w)
	if c.err != nil {
		return c.err
	}
	n, to, from := w.n, c.vector("out", out, w.n), c.vector("x", x, w.n)
	return c.do(func() C.ringlet_status {
		return C.ringlet_fixed_operand_mul(operand, to, from, C.size_t(n), c.small("inputFactor", inputFactor))
	})
}

// MulAdd writes x w + z mod q to out. x and z lie in [0, f q), f = inputFactor, which is 1, 2, 4 or 8.
func (w *FixedOperand) MulAdd(out, x, z []uint64, inputFactor int) error {
	c := begin()
	defer c.end()
	operand := hold(c, w)
	if c.err != nil {
		return c.err
	}
	n, to, from, addend := w.n, c.vector("out", out, w.n), c.vector("x", x, w.n), c.vector("z", z, w.n)
	return c.do(func() C.ringlet_status {
		return C.ringlet_fixed_operand_mul_add(operand, to, from, addend, C.size_t(n), c.small("inputFactor", inputFactor))
	})
}
