package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

type automorphismHandle struct {
	handle[*C.ringlet_automorphism]
}

// Automorphism is X -> X^g of polynomials modulo X^n + 1. Schemes rotate slots with it. No row of an output may overlap
// one of an input.
type Automorphism struct {
	automorphismHandle
	n int
	g uint64
}

// NewAutomorphism makes X -> X^g. n is a power of two from 2 to 2^24, g is odd and below 2n.
func NewAutomorphism(n int, g uint64) (*Automorphism, error) {
	c := begin()
	defer c.end()
	var pointer *C.ringlet_automorphism
	err := c.do(func() C.ringlet_status {
		return C.ringlet_automorphism_create(&pointer, c.size("n", n), C.uint64_t(g))
	})
	if err != nil {
		return nil, err
	}
	automorphism := &Automorphism{n: n, g: g}
	open(automorphism, pointer, func(p *C.ringlet_automorphism) { C.ringlet_automorphism_destroy(p) })
	return automorphism, nil
}

// Size returns n.
func (automorphism *Automorphism) Size() int { return automorphism.n }

// Exponent returns g.
func (automorphism *Automorphism) Exponent() uint64 { return automorphism.g }

func (automorphism *Automorphism) apply(out, x [][]uint64, base *RNSBase, executor *Executor,
	f func(map_ *C.ringlet_automorphism, base *C.ringlet_rns_base, to, from C.ringlet_rows, threads *C.ringlet_executor) C.ringlet_status) error {
	c := begin()
	defer c.end()
	pointer, of, threads := hold(c, automorphism), holdOptional(c, base), holdOptional(c, executor)
	if c.err != nil {
		return c.err
	}
	to, from := c.rows("out", out, len(out), automorphism.n), c.rows("x", x, len(out), automorphism.n)
	return c.do(func() C.ringlet_status { return f(pointer, of, to, from, threads) })
}

// OnCoefficients writes the coefficients of x(X^g) to out.
func (automorphism *Automorphism) OnCoefficients(out, x [][]uint64, base *RNSBase, executor *Executor) error {
	return automorphism.apply(out, x, base, executor, func(map_ *C.ringlet_automorphism, base *C.ringlet_rns_base, to, from C.ringlet_rows, threads *C.ringlet_executor) C.ringlet_status {
		return C.ringlet_automorphism_on_coefficients(map_, to, from, C.size_t(len(out)), base, threads)
	})
}

// OnEvaluations writes the evaluations of x(X^g) to out, in the order of [NTT]. It permutes each row, whatever its values
// and its modulus.
func (automorphism *Automorphism) OnEvaluations(out, x [][]uint64, executor *Executor) error {
	return automorphism.apply(out, x, nil, executor, func(map_ *C.ringlet_automorphism, _ *C.ringlet_rns_base, to, from C.ringlet_rows, threads *C.ringlet_executor) C.ringlet_status {
		return C.ringlet_automorphism_on_evaluations(map_, to, from, C.size_t(len(out)), threads)
	})
}

// AddOnEvaluations adds the evaluations of x(X^g) to out.
func (automorphism *Automorphism) AddOnEvaluations(out, x [][]uint64, base *RNSBase, executor *Executor) error {
	return automorphism.apply(out, x, base, executor, func(map_ *C.ringlet_automorphism, base *C.ringlet_rns_base, to, from C.ringlet_rows, threads *C.ringlet_executor) C.ringlet_status {
		return C.ringlet_automorphism_add_on_evaluations(map_, to, from, C.size_t(len(out)), base, threads)
	})
}
