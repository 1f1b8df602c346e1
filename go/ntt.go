package ringlet

/*
#include "words.h"
*/
import "C"

// NTT is a plan of transforms of n points modulo a prime q, between coefficients in natural order and evaluations in
// the plan's order. Evaluation k is the sum over j of
//
//	x[j] psi^((2k+1) j) in the negacyclic ring, where psi is a primitive 2n-th root of unity
//	x[j] (g omega^k)^j  in the cyclic ring, where omega is a primitive n-th root of unity and g is the coset
type NTT[W Word] struct {
	wordHandle
	n int
}

// NTTOptions has the options of an [NTT] or a [MatrixNTT]. The zero value is the negacyclic ring at the smallest root of unity, in
// bit-reversed order.
type NTTOptions[W Word] struct {
	Ring Ring
	// Root is psi or omega. 0 stands for the smallest one.
	Root W
	// Coset is a factor of all points in the cyclic ring, which costs no time. 0 stands for 1.
	Coset W
	// Order is the order of evaluations.
	Order Order
}

// NewNTT makes a plan at the smallest root of unity, with evaluations in bit-reversed order. n is a power of two from 2 to
// 2^24, or 2^20 for Uint128, and q is 1 modulo 2n in the negacyclic ring, 1 modulo n in the cyclic one.
func NewNTT[W Word](n int, q *Modulus[W], ring Ring) (*NTT[W], error) {
	return NewNTTWithOptions(n, q, NTTOptions[W]{Ring: ring})
}

// NewNTTWithOptions makes a plan with the caller's root of unity, coset or order of evaluations.
func NewNTTWithOptions[W Word](n int, q *Modulus[W], options NTTOptions[W]) (*NTT[W], error) {
	pointer, err := newPlan(q, options, func(c *call, p *planCall) C.ringlet_status {
		if p.isOnCoset {
			return C.words_ntt_create_on_coset(p.length, &p.pointer, c.size("n", n), p.q, p.root, p.coset, p.order)
		}
		return C.words_ntt_create(p.length, &p.pointer, c.size("n", n), p.q, p.ring, p.root, p.order)
	})
	if err != nil {
		return nil, err
	}
	ntt := &NTT[W]{n: n}
	open(ntt, pointer, func(p *C.words_handle) { C.words_ntt_destroy(length[W](), p) })
	return ntt, nil
}

// planCall has the arguments of the functions of C that make plans.
type planCall struct {
	length      C.uint
	pointer     *C.words_handle
	q           *C.words_handle
	ring        C.ringlet_ring
	root, coset C.ringlet_uint128
	order       C.ringlet_order
	isOnCoset   bool
}

// newPlan returns the plan that a function makes.
func newPlan[W Word](q *Modulus[W], options NTTOptions[W], create func(*call, *planCall) C.ringlet_status) (*C.words_handle, error) {
	c := begin()
	defer c.end()
	var none W
	p := &planCall{length: length[W](), q: hold(c, q), ring: options.Ring.raw(c), root: raw(options.Root),
		coset: raw(options.Coset), order: options.Order.raw(c), isOnCoset: options.Coset != none}
	if p.isOnCoset && options.Ring != Cyclic {
		c.fail(invalid("the coset is given, but only the cyclic ring takes one"))
	}
	err := c.do(func() C.ringlet_status { return create(c, p) })
	return p.pointer, err
}

// Size returns n.
func (ntt *NTT[W]) Size() int { return ntt.n }

// Root returns psi or omega.
func (ntt *NTT[W]) Root() (root W, err error) {
	c := begin()
	defer c.end()
	plan := hold(c, ntt)
	err = c.do(func() C.ringlet_status {
		C.words_ntt_root(length[W](), plan, bytes(&root))
		return C.RINGLET_OK
	})
	return root, err
}

// Describe names the plan's backend, its arithmetic and the radices of its passes, for people to read.
func (ntt *NTT[W]) Describe() string {
	c := begin()
	defer c.end()
	return C.GoString(C.words_ntt_describe(length[W](), hold(c, ntt)))
}

// Forward writes the transform of x to out.
func (ntt *NTT[W]) Forward(out, x []W) error { return ntt.ForwardLazy(out, x, 1, 1) }

// ForwardLazy is Forward with other ranges. The input lies in [0, f q), f = inputFactor, which is 1, 2 or 4; with
// [AnyWord] it may be anything. The output lies in [0, f q), f = outputFactor, which is 1 or 4.
func (ntt *NTT[W]) ForwardLazy(out, x []W, inputFactor, outputFactor int) error {
	return ntt.transform(out, x, inputFactor, outputFactor, func(t transformCall) C.ringlet_status {
		return C.words_ntt_forward(length[W](), t.plan, t.out, t.x, t.n, t.inputFactor, t.outputFactor)
	})
}

// Inverse writes the inverse transform of x to out, which undoes Forward.
func (ntt *NTT[W]) Inverse(out, x []W) error { return ntt.InverseLazy(out, x, 1, 1) }

// InverseLazy is Inverse with other ranges: [0, f q) with f = inputFactor and f = outputFactor, which are 1 or 2.
func (ntt *NTT[W]) InverseLazy(out, x []W, inputFactor, outputFactor int) error {
	return ntt.transform(out, x, inputFactor, outputFactor, func(t transformCall) C.ringlet_status {
		return C.words_ntt_inverse(length[W](), t.plan, t.out, t.x, t.n, t.inputFactor, t.outputFactor)
	})
}

// transformCall has the arguments of a transform in C.
type transformCall struct {
	plan                      *C.words_handle
	out, x                    *C.uint8_t
	n                         C.size_t
	inputFactor, outputFactor C.uint
}

func (ntt *NTT[W]) transform(out, x []W, inputFactor, outputFactor int, f func(transformCall) C.ringlet_status) error {
	c := begin()
	defer c.end()
	plan := hold(c, ntt)
	if c.err != nil {
		return c.err
	}
	t := transformCall{plan, output(c, "out", out, ntt.n), input(c, "x", x, ntt.n), C.size_t(ntt.n),
		c.small("inputFactor", inputFactor), c.small("outputFactor", outputFactor)}
	return c.do(func() C.ringlet_status { return f(t) })
}

// Multiply writes the product of the polynomials x and y to out, all as coefficients.
func (ntt *NTT[W]) Multiply(out, x, y []W) error {
	c := begin()
	defer c.end()
	plan := hold(c, ntt)
	if c.err != nil {
		return c.err
	}
	n, to, a, b := ntt.n, output(c, "out", out, ntt.n), input(c, "x", x, ntt.n), input(c, "y", y, ntt.n)
	return c.do(func() C.ringlet_status { return C.words_ntt_multiply(length[W](), plan, to, a, b, C.size_t(n)) })
}

// Evaluate writes the values of a polynomial of any number of coefficients at the points g omega^k to out, in the plan's
// order; in the negacyclic ring, omega is psi^2. The coset g is in [1, q), and the plan need not have seen it; 0 stands for
// the plan's own points. More than n coefficients count modulo X^n - g^n.
func (ntt *NTT[W]) Evaluate(out, x []W, coset W) error {
	c := begin()
	defer c.end()
	plan := hold(c, ntt)
	if c.err != nil {
		return c.err
	}
	n, count, to, from := ntt.n, len(x), output(c, "out", out, ntt.n), input(c, "x", x, len(x))
	return c.do(func() C.ringlet_status {
		return C.words_ntt_evaluate(length[W](), plan, to, C.size_t(n), from, C.size_t(count), raw(coset), 1, 1)
	})
}

// Interpolate writes the coefficients of the polynomial with the values x to out, which undoes Evaluate.
func (ntt *NTT[W]) Interpolate(out, x []W, coset W) error {
	return ntt.transform(out, x, 1, 1, func(t transformCall) C.ringlet_status {
		return C.words_ntt_interpolate(length[W](), t.plan, t.out, t.x, t.n, raw(coset), 1)
	})
}

// Extend writes the values at g Omega^k of the polynomial that has the values x at the plan's points to out, in
// bit-reversed order. out has n 2^b elements, b up to 16. Omega is root, with Omega^(2^b) = omega; 0 stands for the one of
// [NTT.ExtensionRoot].
func (ntt *NTT[W]) Extend(out, x []W, coset, root W) error {
	c := begin()
	defer c.end()
	plan := hold(c, ntt)
	if c.err != nil {
		return c.err
	}
	n, count, to, from := ntt.n, len(out), output(c, "out", out, len(out)), input(c, "x", x, ntt.n)
	return c.do(func() C.ringlet_status {
		return C.words_ntt_extend(length[W](), plan, to, C.size_t(count), from, C.size_t(n), raw(coset), raw(root))
	})
}

// ExtensionRoot returns the smallest Omega with Omega^(2^logBlowup) = omega.
func (ntt *NTT[W]) ExtensionRoot(logBlowup int) (root W, err error) {
	c := begin()
	defer c.end()
	plan := hold(c, ntt)
	err = c.do(func() C.ringlet_status {
		return C.words_ntt_extension_root(length[W](), bytes(&root), plan, c.small("logBlowup", logBlowup))
	})
	return root, err
}
