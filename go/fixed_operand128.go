// Code generated from fixed_operand.go by go generate. DO NOT EDIT.

package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

type fixedOperandHandle128 struct {
	handle[*C.ringlet_fixed_operand128]
}

// FixedOperand128 is a vector w by which many others are multiplied element by element, such as a key or a plaintext. Its
// Shoup quotients are computed once.
type FixedOperand128 struct {
	fixedOperandHandle128
	n int
}

// NewFixedOperand128 copies values in [0, q). Others are an error.
func NewFixedOperand128(values []Uint128, q *Modulus128) (*FixedOperand128, error) {
	c := begin()
	defer c.end()
	var pointer *C.ringlet_fixed_operand128
	words, modulus := c.input128("values", values, len(values)), hold(c, q)
	err := c.do(func() C.ringlet_status {
		return C.ringlet_fixed_operand128_create(&pointer, words, C.size_t(len(values)), modulus)
	})
	if err != nil {
		return nil, err
	}
	operand := &FixedOperand128{n: len(values)}
	open(operand, pointer, func(p *C.ringlet_fixed_operand128) { C.ringlet_fixed_operand128_destroy(p) })
	return operand, nil
}

// Size returns the number of elements.
func (w *FixedOperand128) Size() int { return w.n }

// Describe names the backend and the arithmetic, for people to read; "" after Close.
func (w *FixedOperand128) Describe() string {
	c := begin()
	defer c.end()
	return C.GoString(C.ringlet_fixed_operand128_describe(hold(c, w)))
}

// Mul writes x w mod q to out. x lies in [0, f q), f = inputFactor, which is 1, 2, 4 or 8.
func (w *FixedOperand128) Mul(out, x []Uint128, inputFactor int) error {
	c := begin()
	defer c.end()
	operand := hold(c, w)
	if c.err != nil {
		return c.err
	}
	n, to, from := w.n, c.output128("out", out, w.n), c.input128("x", x, w.n)
	return c.do(func() C.ringlet_status {
		return C.ringlet_fixed_operand128_mul(operand, to, from, C.size_t(n), c.small("inputFactor", inputFactor))
	})
}

// MulAdd writes x w + z mod q to out. x and z lie in [0, f q), f = inputFactor, which is 1, 2, 4 or 8.
func (w *FixedOperand128) MulAdd(out, x, z []Uint128, inputFactor int) error {
	c := begin()
	defer c.end()
	operand := hold(c, w)
	if c.err != nil {
		return c.err
	}
	n, to, from, addend := w.n, c.output128("out", out, w.n), c.input128("x", x, w.n), c.input128("z", z, w.n)
	return c.do(func() C.ringlet_status {
		return C.ringlet_fixed_operand128_mul_add(operand, to, from, addend, C.size_t(n), c.small("inputFactor", inputFactor))
	})
}
