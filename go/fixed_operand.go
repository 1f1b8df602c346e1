package ringlet

/*
#include "words.h"
*/
import "C"

// FixedOperand is a vector w by which many others are multiplied element by element, such as a key or a plaintext. Its
// Shoup quotients are computed once.
type FixedOperand[W Word] struct {
	wordHandle
	n int
}

// NewFixedOperand copies values in [0, q). Others are an error.
func NewFixedOperand[W Word](values []W, q *Modulus[W]) (*FixedOperand[W], error) {
	c := begin()
	defer c.end()
	var pointer *C.words_handle
	words, modulus := input(c, "values", values, len(values)), hold(c, q)
	err := c.do(func() C.ringlet_status {
		return C.words_fixed_operand_create(length[W](), &pointer, words, C.size_t(len(values)), modulus)
	})
	if err != nil {
		return nil, err
	}
	operand := &FixedOperand[W]{n: len(values)}
	open(operand, pointer, func(p *C.words_handle) { C.words_fixed_operand_destroy(length[W](), p) })
	return operand, nil
}

// Size returns the number of elements.
func (w *FixedOperand[W]) Size() int { return w.n }

// Describe names the backend and the arithmetic, for people to read; "" after Close.
func (w *FixedOperand[W]) Describe() string {
	c := begin()
	defer c.end()
	return C.GoString(C.words_fixed_operand_describe(length[W](), hold(c, w)))
}

// Mul writes x w mod q to out. x lies in [0, f q), f = inputFactor, which is 1, 2, 4 or 8.
func (w *FixedOperand[W]) Mul(out, x []W, inputFactor int) error {
	c := begin()
	defer c.end()
	operand := hold(c, w)
	if c.err != nil {
		return c.err
	}
	n, to, from := w.n, output(c, "out", out, w.n), input(c, "x", x, w.n)
	return c.do(func() C.ringlet_status {
		return C.words_fixed_operand_mul(length[W](), operand, to, from, C.size_t(n), c.small("inputFactor", inputFactor))
	})
}

// MulAdd writes x w + z mod q to out. x and z lie in [0, f q), f = inputFactor, which is 1, 2, 4 or 8.
func (w *FixedOperand[W]) MulAdd(out, x, z []W, inputFactor int) error {
	c := begin()
	defer c.end()
	operand := hold(c, w)
	if c.err != nil {
		return c.err
	}
	n, to, from, addend := w.n, output(c, "out", out, w.n), input(c, "x", x, w.n), input(c, "z", z, w.n)
	return c.do(func() C.ringlet_status {
		return C.words_fixed_operand_mul_add(length[W](), operand, to, from, addend, C.size_t(n), c.small("inputFactor", inputFactor))
	})
}
