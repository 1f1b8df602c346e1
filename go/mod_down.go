package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

type modDownHandle struct{ handle[*C.ringlet_mod_down] }

// ModDown divides by the product P of the last moduli of a base, with rounding: (c x - d) / P of integers x, where c is
// the numerator, d is congruent to c x modulo P and lies in [-P/2, P/2). With a plaintext modulus t of BGV, d is t times
// the number in [-P/2, P/2) that is congruent to c x / t modulo P. Another lift replaces [-P/2, P/2).
type ModDown struct {
	modDownHandle
	n, moduli, kept int
}

// NewModDown prepares the division by the last moduli of the transforms' base, as many as dropped says. A numerator
// or plaintext modulus of 1 changes nothing. [LiftCentred] rounds to the nearest integer.
func NewModDown(ntt *RNSNTT, dropped int, numerator, plaintextModulus uint64, lift Lift) (*ModDown, error) {
	c := begin()
	defer c.end()
	var pointer *C.ringlet_mod_down
	transforms := hold(c, ntt)
	err := c.do(func() C.ringlet_status {
		return C.ringlet_mod_down_create(&pointer, transforms, c.size("dropped", dropped), C.uint64_t(numerator),
			C.uint64_t(plaintextModulus), lift.raw(c))
	})
	if err != nil {
		return nil, err
	}
	return openModDown(pointer, ntt.n, ntt.moduli), nil
}

// NewModDownOfCoefficients prepares the division of coefficients alone, for any coprime moduli.
func NewModDownOfCoefficients(base *RNSBase, dropped int, numerator, plaintextModulus uint64, lift Lift) (*ModDown, error) {
	c := begin()
	defer c.end()
	var pointer *C.ringlet_mod_down
	of := hold(c, base)
	err := c.do(func() C.ringlet_status {
		return C.ringlet_mod_down_create_of_coefficients(&pointer, of, c.size("dropped", dropped), C.uint64_t(numerator),
			C.uint64_t(plaintextModulus), lift.raw(c))
	})
	if err != nil {
		return nil, err
	}
	return openModDown(pointer, 0, base.Size()), nil
}

func openModDown(pointer *C.ringlet_mod_down, n, moduli int) *ModDown {
	division := &ModDown{n: n, moduli: moduli, kept: int(C.ringlet_mod_down_kept(pointer))}
	open(division, pointer, func(p *C.ringlet_mod_down) { C.ringlet_mod_down_destroy(p) })
	return division
}

// Kept returns the number of moduli that are kept, which is the number of rows of a quotient.
func (division *ModDown) Kept() int { return division.kept }

// OnCoefficients divides coefficients.
func (division *ModDown) OnCoefficients(out, x [][]uint64, executor *Executor) error {
	c := begin()
	defer c.end()
	pointer, threads, n := hold(c, division), holdOptional(c, executor), width(out)
	if c.err != nil {
		return c.err
	}
	to, from := c.rows("out", out, division.kept, n), c.rows("x", x, division.moduli, n)
	return c.do(func() C.ringlet_status {
		return C.ringlet_mod_down_on_coefficients(pointer, to, from, C.size_t(n), threads)
	})
}

// OnEvaluations divides evaluations, in the order of [NTT]. It is an error for a division of coefficients alone.
func (division *ModDown) OnEvaluations(out, x [][]uint64, executor *Executor) error {
	c := begin()
	defer c.end()
	pointer, threads := hold(c, division), holdOptional(c, executor)
	if c.err != nil {
		return c.err
	}
	n := division.n
	if n == 0 {
		n = width(out)
	}
	to, from := c.rows("out", out, division.kept, n), c.rows("x", x, division.moduli, n)
	return c.do(func() C.ringlet_status {
		return C.ringlet_mod_down_on_evaluations(pointer, to, from, threads)
	})
}
