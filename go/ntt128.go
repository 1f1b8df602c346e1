// Code generated from ntt.go by go generate. DO NOT EDIT.

package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

type nttHandle128 struct{ handle[*C.ringlet_ntt128] }

// NTT128 is a plan of transforms of n points modulo a prime q, between coefficients in natural order and evaluations in
// the plan's order. Evaluation k is the sum over j of
//
//	x[j] psi^((2k+1) j) in the negacyclic ring, where psi is a primitive 2n-th root of unity
//	x[j] omega^(k j)    in the cyclic ring, where omega is a primitive n-th root of unity
type NTT128 struct {
	nttHandle128
	n int
}

// NTTOptions128 has the options of an [NTT]. The zero value is the negacyclic ring at the smallest root of unity, in
// bit-reversed order.
type NTTOptions128 struct {
	Ring Ring
	// Root is psi or omega. 0 stands for the smallest one.
	Root Uint128
	// Order is the order of evaluations.
	Order Order
}

// NewNTT128 makes a plan at the smallest root of unity, with evaluations in bit-reversed order. n is a power of two
// from 2 to 2^20, and q is 1 modulo 2n in the negacyclic ring, 1 modulo n in the cyclic one.
func NewNTT128(n int, q *Modulus128, ring Ring) (*NTT128, error) {
	return NewNTTWithOptions128(n, q, NTTOptions128{Ring: ring})
}

// NewNTTWithOptions128 makes a plan with the caller's root of unity or order of evaluations.
func NewNTTWithOptions128(n int, q *Modulus128, options NTTOptions128) (*NTT128, error) {
	c := begin()
	defer c.end()
	var pointer *C.ringlet_ntt128
	modulus := hold(c, q)
	err := c.do(func() C.ringlet_status {
		return C.ringlet_ntt128_create(&pointer, c.size("n", n), modulus, options.Ring.raw(c), raw128(options.Root),
			options.Order.raw(c))
	})
	if err != nil {
		return nil, err
	}
	ntt := &NTT128{n: n}
	open(ntt, pointer, func(p *C.ringlet_ntt128) { C.ringlet_ntt128_destroy(p) })
	return ntt, nil
}

// Size returns n.
func (ntt *NTT128) Size() int { return ntt.n }

// Root returns psi or omega.
func (ntt *NTT128) Root() (Uint128, error) {
	c := begin()
	defer c.end()
	plan := hold(c, ntt)
	var result C.ringlet_uint128
	err := c.do(func() C.ringlet_status {
		result = C.ringlet_ntt128_root(plan)
		return C.RINGLET_OK
	})
	return word128(result), err
}

// Describe names the plan's backend, its arithmetic and the radices of its passes, for people to read.
func (ntt *NTT128) Describe() string {
	c := begin()
	defer c.end()
	return C.GoString(C.ringlet_ntt128_describe(hold(c, ntt)))
}

// Forward writes the transform of x to out.
func (ntt *NTT128) Forward(out, x []Uint128) error { return ntt.ForwardLazy(out, x, 1, 1) }

// ForwardLazy is Forward with other ranges. The input lies in [0, f q), f = inputFactor, which is 1, 2 or 4; with
// [AnyWord] it may be anything. The output lies in [0, f q), f = outputFactor, which is 1 or 4.
func (ntt *NTT128) ForwardLazy(out, x []Uint128, inputFactor, outputFactor int) error {
	return ntt.transform(out, x, inputFactor, outputFactor, func(t transformCall128) C.ringlet_status {
		return C.ringlet_ntt128_forward(t.plan, t.out, t.x, t.n, t.inputFactor, t.outputFactor)
	})
}

// Inverse writes the inverse transform of x to out, which undoes Forward.
func (ntt *NTT128) Inverse(out, x []Uint128) error { return ntt.InverseLazy(out, x, 1, 1) }

// InverseLazy is Inverse with other ranges: [0, f q) with f = inputFactor and f = outputFactor, which are 1 or 2.
func (ntt *NTT128) InverseLazy(out, x []Uint128, inputFactor, outputFactor int) error {
	return ntt.transform(out, x, inputFactor, outputFactor, func(t transformCall128) C.ringlet_status {
		return C.ringlet_ntt128_inverse(t.plan, t.out, t.x, t.n, t.inputFactor, t.outputFactor)
	})
}

// transformCall128 has the arguments of a transform in C.
type transformCall128 struct {
	plan                      *C.ringlet_ntt128
	out, x                    *C.ringlet_uint128
	n                         C.size_t
	inputFactor, outputFactor C.uint
}

func (ntt *NTT128) transform(out, x []Uint128, inputFactor, outputFactor int, f func(transformCall128) C.ringlet_status) error {
	c := begin()
	defer c.end()
	plan := hold(c, ntt)
	if c.err != nil {
		return c.err
	}
	t := transformCall128{plan, c.output128("out", out, ntt.n), c.input128("x", x, ntt.n), C.size_t(ntt.n),
		c.small("inputFactor", inputFactor), c.small("outputFactor", outputFactor)}
	return c.do(func() C.ringlet_status { return f(t) })
}

// Multiply writes the product of the polynomials x and y to out, all as coefficients.
func (ntt *NTT128) Multiply(out, x, y []Uint128) error {
	c := begin()
	defer c.end()
	plan := hold(c, ntt)
	if c.err != nil {
		return c.err
	}
	n, to, a, b := ntt.n, c.output128("out", out, ntt.n), c.input128("x", x, ntt.n), c.input128("y", y, ntt.n)
	return c.do(func() C.ringlet_status { return C.ringlet_ntt128_multiply(plan, to, a, b, C.size_t(n)) })
}
