package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

type nttHandle struct{ handle[*C.ringlet_ntt] }

// NTT is a plan of transforms of n points modulo a prime q, between coefficients in natural order and evaluations in
// the plan's order. Evaluation k is the sum over j of
//
//	x[j] psi^((2k+1) j) in the negacyclic ring, where psi is a primitive 2n-th root of unity
//	x[j] (g omega^k)^j  in the cyclic ring, where omega is a primitive n-th root of unity and g is the coset
type NTT struct {
	nttHandle
	n int
}

// NTTOptions has the options of an [NTT]. The zero value is the negacyclic ring at the smallest root of unity, in
// bit-reversed order.
type NTTOptions struct {
	Ring Ring
	// Root is psi or omega. 0 stands for the smallest one.
	Root uint64
	// Coset is a factor of all points in the cyclic ring, which costs no time. 0 stands for 1.
	Coset uint64
	// Order is the order of evaluations.
	Order Order
}

// NewNTT makes a plan at the smallest root of unity, with evaluations in bit-reversed order. n is a power of two
// from 2 to 2^24, and q is 1 modulo 2n in the negacyclic ring, 1 modulo n in the cyclic one.
func NewNTT(n int, q *Modulus, ring Ring) (*NTT, error) {
	return NewNTTWithOptions(n, q, NTTOptions{Ring: ring})
}

// NewNTTWithOptions makes a plan with the caller's root of unity, coset or order of evaluations.
func NewNTTWithOptions(n int, q *Modulus, options NTTOptions) (*NTT, error) {
	c := begin()
	defer c.end()
	var pointer *C.ringlet_ntt
	modulus := hold(c, q)
	isOnCoset := options.Coset != NTTOptions{}.Coset
	if isOnCoset && options.Ring != Cyclic {
		c.fail(invalid("the coset is given, but only the cyclic ring takes one"))
	}
	err := c.do(func() C.ringlet_status {
		if isOnCoset {
			return C.ringlet_ntt_create_on_coset(&pointer, c.size("n", n), modulus, C.uint64_t(options.Root),
				C.uint64_t(options.Coset), options.Order.raw(c))
		}
		return C.ringlet_ntt_create(&pointer, c.size("n", n), modulus, options.Ring.raw(c), C.uint64_t(options.Root),
			options.Order.raw(c))
	})
	if err != nil {
		return nil, err
	}
	ntt := &NTT{n: n}
	open(ntt, pointer, func(p *C.ringlet_ntt) { C.ringlet_ntt_destroy(p) })
	return ntt, nil
}

// Size returns n.
func (ntt *NTT) Size() int { return ntt.n }

// Root returns psi or omega.
func (ntt *NTT) Root() (uint64, error) {
	c := begin()
	defer c.end()
	plan := hold(c, ntt)
	var result C.uint64_t
	err := c.do(func() C.ringlet_status {
		result = C.ringlet_ntt_root(plan)
		return C.RINGLET_OK
	})
	return uint64(result), err
}

// Describe names the plan's backend, its arithmetic and the radices of its passes, for people to read.
func (ntt *NTT) Describe() string {
	c := begin()
	defer c.end()
	return C.GoString(C.ringlet_ntt_describe(hold(c, ntt)))
}

// Forward writes the transform of x to out.
func (ntt *NTT) Forward(out, x []uint64) error { return ntt.ForwardLazy(out, x, 1, 1) }

// ForwardLazy is Forward with other ranges. The input lies in [0, f q), f = inputFactor, which is 1, 2 or 4; with
// [AnyWord] it may be anything. The output lies in [0, f q), f = outputFactor, which is 1 or 4.
func (ntt *NTT) ForwardLazy(out, x []uint64, inputFactor, outputFactor int) error {
	return ntt.transform(out, x, inputFactor, outputFactor, func(t transformCall) C.ringlet_status {
		return C.ringlet_ntt_forward(t.plan, t.out, t.x, t.n, t.inputFactor, t.outputFactor)
	})
}

// Inverse writes the inverse transform of x to out, which undoes Forward.
func (ntt *NTT) Inverse(out, x []uint64) error { return ntt.InverseLazy(out, x, 1, 1) }

// InverseLazy is Inverse with other ranges: [0, f q) with f = inputFactor and f = outputFactor, which are 1 or 2.
func (ntt *NTT) InverseLazy(out, x []uint64, inputFactor, outputFactor int) error {
	return ntt.transform(out, x, inputFactor, outputFactor, func(t transformCall) C.ringlet_status {
		return C.ringlet_ntt_inverse(t.plan, t.out, t.x, t.n, t.inputFactor, t.outputFactor)
	})
}

// transformCall has the arguments of a transform in C.
type transformCall struct {
	plan                      *C.ringlet_ntt
	out, x                    *C.uint64_t
	n                         C.size_t
	inputFactor, outputFactor C.uint
}

func (ntt *NTT) transform(out, x []uint64, inputFactor, outputFactor int, f func(transformCall) C.ringlet_status) error {
	c := begin()
	defer c.end()
	plan := hold(c, ntt)
	if c.err != nil {
		return c.err
	}
	t := transformCall{plan, c.vector("out", out, ntt.n), c.vector("x", x, ntt.n), C.size_t(ntt.n),
		c.small("inputFactor", inputFactor), c.small("outputFactor", outputFactor)}
	return c.do(func() C.ringlet_status { return f(t) })
}

// Multiply writes the product of the polynomials x and y to out, all as coefficients.
func (ntt *NTT) Multiply(out, x, y []uint64) error {
	c := begin()
	defer c.end()
	plan := hold(c, ntt)
	if c.err != nil {
		return c.err
	}
	n, to, a, b := ntt.n, c.vector("out", out, ntt.n), c.vector("x", x, ntt.n), c.vector("y", y, ntt.n)
	return c.do(func() C.ringlet_status { return C.ringlet_ntt_multiply(plan, to, a, b, C.size_t(n)) })
}

// Evaluate writes the values of a polynomial of any number of coefficients at the points g omega^k to out, in the plan's
// order; in the negacyclic ring, omega is psi^2. The coset g is in [1, q), and the plan need not have seen it; 0 stands for
// the plan's own points. More than n coefficients count modulo X^n - g^n.
func (ntt *NTT) Evaluate(out, x []uint64, coset uint64) error {
	c := begin()
	defer c.end()
	plan := hold(c, ntt)
	if c.err != nil {
		return c.err
	}
	n, count, to, from := ntt.n, len(x), c.vector("out", out, ntt.n), c.vector("x", x, len(x))
	return c.do(func() C.ringlet_status {
		return C.ringlet_ntt_evaluate(plan, to, C.size_t(n), from, C.size_t(count), C.uint64_t(coset), 1, 1)
	})
}

// Interpolate writes the coefficients of the polynomial with the values x to out, which undoes Evaluate.
func (ntt *NTT) Interpolate(out, x []uint64, coset uint64) error {
	return ntt.transform(out, x, 1, 1, func(t transformCall) C.ringlet_status {
		return C.ringlet_ntt_interpolate(t.plan, t.out, t.x, t.n, C.uint64_t(coset), 1)
	})
}

// Extend writes the values at g Omega^k of the polynomial that has the values x at the plan's points to out, in
// bit-reversed order. out has n 2^b elements, b up to 16. Omega is root, with Omega^(2^b) = omega; 0 stands for the one of
// [NTT.ExtensionRoot].
func (ntt *NTT) Extend(out, x []uint64, coset, root uint64) error {
	c := begin()
	defer c.end()
	plan := hold(c, ntt)
	if c.err != nil {
		return c.err
	}
	n, count, to, from := ntt.n, len(out), c.vector("out", out, len(out)), c.vector("x", x, ntt.n)
	return c.do(func() C.ringlet_status {
		return C.ringlet_ntt_extend(plan, to, C.size_t(count), from, C.size_t(n), C.uint64_t(coset), C.uint64_t(root))
	})
}

// ExtensionRoot returns the smallest Omega with Omega^(2^logBlowup) = omega.
func (ntt *NTT) ExtensionRoot(logBlowup int) (uint64, error) {
	c := begin()
	defer c.end()
	plan := hold(c, ntt)
	var result C.uint64_t
	err := c.do(func() C.ringlet_status {
		return C.ringlet_ntt_extension_root(&result, plan, c.small("logBlowup", logBlowup))
	})
	return uint64(result), err
}
