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
//	x[j] (g omega^k)^j  in the cyclic ring, where omega is a primitive n-th root of unity and g is the coset
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
	// Coset is a factor of all points in the cyclic ring, which costs no time. 0 stands for 1.
	Coset Uint128
	// Order is the order of evaluations.
	Order Order
}

// NewNTT128 makes a plan at the smallest root of unity, with evaluations in bit-reversed order. n is a power of two
// from 2 to 2^20, and q is 1 modulo 2n in the negacyclic ring, 1 modulo n in the cyclic one.
func NewNTT128(n int, q *Modulus128, ring Ring) (*NTT128, error) {
	return NewNTTWithOptions128(n, q, NTTOptions128{Ring: ring})
}

// NewNTTWithOptions128 makes a plan with the caller's root of unity, coset or order of evaluations.
func NewNTTWithOptions128(n int, q *Modulus128, options NTTOptions128) (*NTT128, error) {
	c := begin()
	defer c.end()
	var pointer *C.ringlet_ntt128
	modulus := hold(c, q)
	isOnCoset := options.Coset != NTTOptions128{}.Coset
	if isOnCoset && options.Ring != Cyclic {
		c.fail(invalid("the coset is given, but only the cyclic ring takes one"))
	}
	err := c.do(func() C.ringlet_status {
		if isOnCoset {
			return C.ringlet_ntt128_create_on_coset(&pointer, c.size("n", n), modulus, raw128(options.Root),
				raw128(options.Coset), options.Order.raw(c))
		}
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

// Evaluate writes the values of a polynomial of any number of coefficients at the points g omega^k to out, in the plan's
// order; in the negacyclic ring, omega is psi^2. The coset g is in [1, q), and the plan need not have seen it; 0 stands for
// the plan's own points. More than n coefficients count modulo X^n - g^n.
func (ntt *NTT128) Evaluate(out, x []Uint128, coset Uint128) error {
	c := begin()
	defer c.end()
	plan := hold(c, ntt)
	if c.err != nil {
		return c.err
	}
	n, count, to, from := ntt.n, len(x), c.output128("out", out, ntt.n), c.input128("x", x, len(x))
	return c.do(func() C.ringlet_status {
		return C.ringlet_ntt128_evaluate(plan, to, C.size_t(n), from, C.size_t(count), raw128(coset), 1, 1)
	})
}

// Interpolate writes the coefficients of the polynomial with the values x to out, which undoes Evaluate.
func (ntt *NTT128) Interpolate(out, x []Uint128, coset Uint128) error {
	return ntt.transform(out, x, 1, 1, func(t transformCall128) C.ringlet_status {
		return C.ringlet_ntt128_interpolate(t.plan, t.out, t.x, t.n, raw128(coset), 1)
	})
}

// Extend writes the values at g Omega^k of the polynomial that has the values x at the plan's points to out, in
// bit-reversed order. out has n 2^b elements, b up to 16. Omega is root, with Omega^(2^b) = omega; 0 stands for the one of
// [NTT.ExtensionRoot].
func (ntt *NTT128) Extend(out, x []Uint128, coset, root Uint128) error {
	c := begin()
	defer c.end()
	plan := hold(c, ntt)
	if c.err != nil {
		return c.err
	}
	n, count, to, from := ntt.n, len(out), c.output128("out", out, len(out)), c.input128("x", x, ntt.n)
	return c.do(func() C.ringlet_status {
		return C.ringlet_ntt128_extend(plan, to, C.size_t(count), from, C.size_t(n), raw128(coset), raw128(root))
	})
}

// ExtensionRoot returns the smallest Omega with Omega^(2^logBlowup) = omega.
func (ntt *NTT128) ExtensionRoot(logBlowup int) (Uint128, error) {
	c := begin()
	defer c.end()
	plan := hold(c, ntt)
	var result C.ringlet_uint128
	err := c.do(func() C.ringlet_status {
		return C.ringlet_ntt128_extension_root(&result, plan, c.small("logBlowup", logBlowup))
	})
	return word128(result), err
}
