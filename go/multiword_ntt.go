package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

type multiwordNTTHandle struct {
	handle[*C.ringlet_multiword_ntt]
}

// MultiwordNTT is a plan of transforms of n points modulo a multiword prime q, between coefficients in natural order and
// evaluations in the plan's order. Evaluation k is the sum over j of
//
//	x[j] psi^((2k+1) j)  in the negacyclic ring, where psi is a primitive 2n-th root of unity
//	x[j] (g omega^k)^j   in the cyclic ring, where omega is a primitive n-th root of unity and g is the coset
//
// Numbers keep their form, plain or Montgomery's.
type MultiwordNTT[W Number] struct {
	multiwordNTTHandle
	n int
}

// MultiwordNTTOptions has the options of a [MultiwordNTT]. The zero value is the negacyclic ring in bit-reversed order.
type MultiwordNTTOptions[W Number] struct {
	Ring Ring
	// Root is psi or omega, plain. Nil stands for the one of [MultiwordModulus.PrimitiveRootOfUnity].
	Root *W
	// Coset is a factor of all points in the cyclic ring, plain. Nil stands for 1.
	Coset *W
	Order Order
}

// NewMultiwordNTT makes a plan. n is a power of two from 2 to 2^26, and q is 1 modulo 2n in the negacyclic ring, 1 modulo n
// in the cyclic one.
func NewMultiwordNTT[W Number](n int, q *MultiwordModulus[W], options MultiwordNTTOptions[W]) (*MultiwordNTT[W], error) {
	c := begin()
	defer c.end()
	var pointer *C.ringlet_multiword_ntt
	modulus := hold(c, q)
	err := c.do(func() C.ringlet_status {
		return C.ringlet_multiword_ntt_create(&pointer, c.size("n", n), modulus, options.Ring.raw(c),
			numberAddress(options.Root), numberAddress(options.Coset), options.Order.raw(c))
	})
	if err != nil {
		return nil, err
	}
	ntt := &MultiwordNTT[W]{n: n}
	open(ntt, pointer, func(p *C.ringlet_multiword_ntt) { C.ringlet_multiword_ntt_destroy(p) })
	return ntt, nil
}

// Size returns n.
func (ntt *MultiwordNTT[W]) Size() int { return ntt.n }

// Root returns psi or omega.
func (ntt *MultiwordNTT[W]) Root() (root W, err error) {
	c := begin()
	defer c.end()
	plan := hold(c, ntt)
	err = c.do(func() C.ringlet_status {
		root = copied[W](C.ringlet_multiword_ntt_root(plan))
		return C.RINGLET_OK
	})
	return root, err
}

// Describe names the plan's backend, its arithmetic and the points of columns and rows, for people to read.
func (ntt *MultiwordNTT[W]) Describe() string {
	c := begin()
	defer c.end()
	return C.GoString(C.ringlet_multiword_ntt_describe(hold(c, ntt)))
}

// Forward writes the transform of x to out.
func (ntt *MultiwordNTT[W]) Forward(out, x []W, executor *Executor) error {
	return ntt.transform(executor, out, x, func(plan *C.ringlet_multiword_ntt, out, x *C.uint64_t, n C.size_t, threads *C.ringlet_executor) C.ringlet_status {
		return C.ringlet_multiword_ntt_forward(plan, out, x, n, threads)
	})
}

// Inverse writes the inverse transform of x to out, which undoes Forward.
func (ntt *MultiwordNTT[W]) Inverse(out, x []W, executor *Executor) error {
	return ntt.transform(executor, out, x, func(plan *C.ringlet_multiword_ntt, out, x *C.uint64_t, n C.size_t, threads *C.ringlet_executor) C.ringlet_status {
		return C.ringlet_multiword_ntt_inverse(plan, out, x, n, threads)
	})
}

func (ntt *MultiwordNTT[W]) transform(executor *Executor, out, x []W,
	f func(plan *C.ringlet_multiword_ntt, out, x *C.uint64_t, n C.size_t, threads *C.ringlet_executor) C.ringlet_status) error {
	c := begin()
	defer c.end()
	plan, threads := hold(c, ntt), holdOptional(c, executor)
	if c.err != nil {
		return c.err
	}
	n, to, from := C.size_t(ntt.n), numbers(c, "out", out, ntt.n), numbers(c, "x", x, ntt.n)
	return c.do(func() C.ringlet_status { return f(plan, to, from, n, threads) })
}

// Multiply writes the product of the polynomials x and y to out, all as coefficients of numbers in a form. In the cyclic
// ring it is the product modulo X^n - g^n.
func (ntt *MultiwordNTT[W]) Multiply(out, x, y []W, form Form, executor *Executor) error {
	c := begin()
	defer c.end()
	plan, threads := hold(c, ntt), holdOptional(c, executor)
	if c.err != nil {
		return c.err
	}
	n, to, a, b := ntt.n, numbers(c, "out", out, ntt.n), numbers(c, "x", x, ntt.n), numbers(c, "y", y, ntt.n)
	return c.do(func() C.ringlet_status {
		return C.ringlet_multiword_ntt_multiply(plan, to, a, b, C.size_t(n), form.raw(c), threads)
	})
}

// Evaluate writes the values of a polynomial of any number of coefficients at the points g omega^k to out, in the plan's
// order; in the negacyclic ring, omega is psi^2. The coset g is plain, in [1, q), and the plan need not have seen it; nil
// stands for the plan's own points. More than n coefficients count modulo X^n - g^n.
func (ntt *MultiwordNTT[W]) Evaluate(out, x []W, coset *W, executor *Executor) error {
	c := begin()
	defer c.end()
	plan, threads := hold(c, ntt), holdOptional(c, executor)
	if c.err != nil {
		return c.err
	}
	n, count, to, from := ntt.n, len(x), numbers(c, "out", out, ntt.n), numbers(c, "x", x, len(x))
	return c.do(func() C.ringlet_status {
		return C.ringlet_multiword_ntt_evaluate(plan, to, C.size_t(n), from, C.size_t(count), numberAddress(coset), threads)
	})
}

// Interpolate writes the coefficients of the polynomial with the values x to out, which undoes Evaluate.
func (ntt *MultiwordNTT[W]) Interpolate(out, x []W, coset *W, executor *Executor) error {
	return ntt.transform(executor, out, x, func(plan *C.ringlet_multiword_ntt, out, x *C.uint64_t, n C.size_t, threads *C.ringlet_executor) C.ringlet_status {
		return C.ringlet_multiword_ntt_interpolate(plan, out, x, n, numberAddress(coset), threads)
	})
}

// Extend writes the values at g Omega^k of the polynomial that has the values x at the plan's points to out, in
// bit-reversed order. out has n 2^b elements, b up to 16. Omega is root, with Omega^(2^b) = omega; nil stands for the one of
// [MultiwordNTT.ExtensionRoot]. The coset g and root are plain.
func (ntt *MultiwordNTT[W]) Extend(out, x []W, coset, root *W, executor *Executor) error {
	c := begin()
	defer c.end()
	plan, threads := hold(c, ntt), holdOptional(c, executor)
	if c.err != nil {
		return c.err
	}
	n, count, to, from := ntt.n, len(out), numbers(c, "out", out, len(out)), numbers(c, "x", x, ntt.n)
	return c.do(func() C.ringlet_status {
		return C.ringlet_multiword_ntt_extend(plan, to, C.size_t(count), from, C.size_t(n), numberAddress(coset),
			numberAddress(root), threads)
	})
}

// ExtensionRoot returns the smallest Omega with Omega^(2^logBlowup) = omega.
func (ntt *MultiwordNTT[W]) ExtensionRoot(logBlowup int) (root W, err error) {
	c := begin()
	defer c.end()
	plan := hold(c, ntt)
	err = c.do(func() C.ringlet_status {
		return C.ringlet_multiword_ntt_extension_root(numberAddress(&root), plan, c.small("logBlowup", logBlowup))
	})
	return root, err
}
