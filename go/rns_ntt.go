package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

type rnsContextHandle struct{ handle[*C.ringlet_rns_context] }

// RNSContext holds tables of transforms and working memory that plans share. A program makes one for its plans of all
// sizes, moduli and levels. Divisions and key switches use the context of their transforms.
type RNSContext struct {
	rnsContextHandle
}

// NewRNSContext makes an empty context.
func NewRNSContext() (*RNSContext, error) {
	c := begin()
	defer c.end()
	var pointer *C.ringlet_rns_context
	if err := c.do(func() C.ringlet_status { return C.ringlet_rns_context_create(&pointer) }); err != nil {
		return nil, err
	}
	context := new(RNSContext)
	open(context, pointer, func(p *C.ringlet_rns_context) { C.ringlet_rns_context_destroy(p) })
	return context, nil
}

// ContextUse says what an [RNSContext] holds.
type ContextUse struct {
	// Transforms is the number of transforms.
	Transforms int
	// HeldBytes counts the bytes of working memory, LentBytes those that calls are using, and PeakBytes the most that
	// there have been.
	HeldBytes, LentBytes, PeakBytes int
}

// Use returns what the context holds; zeros after Close.
func (context *RNSContext) Use() ContextUse {
	c := begin()
	defer c.end()
	p := hold(c, context)
	return ContextUse{int(C.ringlet_rns_context_transforms(p)), int(C.ringlet_rns_context_held_bytes(p)),
		int(C.ringlet_rns_context_lent_bytes(p)), int(C.ringlet_rns_context_peak_bytes(p))}
}

// Release frees the working memory that no call is using.
func (context *RNSContext) Release() {
	c := begin()
	defer c.end()
	C.ringlet_rns_context_release(hold(c, context))
}

type rnsNTTHandle struct{ handle[*C.ringlet_rns_ntt] }

// RNSNTT has the negacyclic transforms of n points modulo each modulus of a base, each as in [NTT].
type RNSNTT struct {
	rnsNTTHandle
	n, moduli int
	// base belongs to the base that the plan was made of, which stays open as long as the plan.
	base *C.ringlet_rns_base
}

// NewRNSNTT makes a plan for each modulus, a prime that is 1 modulo 2n. psi has a primitive 2n-th root of unity modulo
// each modulus; nil stands for the smallest roots. Tables come from the context; nil stands for a context of the plan's
// own.
func NewRNSNTT(n int, base *RNSBase, psi []uint64, context *RNSContext) (*RNSNTT, error) {
	c := begin()
	defer c.end()
	var pointer *C.ringlet_rns_ntt
	of, tables, roots := hold(c, base), holdOptional(c, context), (*C.uint64_t)(nil)
	if c.err == nil && psi != nil {
		roots = c.vector("psi", psi, base.Size())
	}
	err := c.do(func() C.ringlet_status { return C.ringlet_rns_ntt_create(&pointer, c.size("n", n), of, roots, tables) })
	if err != nil {
		return nil, err
	}
	ntt := &RNSNTT{n: n, moduli: base.Size(), base: of}
	base.users.Add(1)
	open(ntt, pointer, func(p *C.ringlet_rns_ntt) {
		C.ringlet_rns_ntt_destroy(p)
		base.release()
	})
	return ntt, nil
}

// Size returns n.
func (ntt *RNSNTT) Size() int { return ntt.n }

// Forward writes the transform of each row of x to out.
func (ntt *RNSNTT) Forward(out, x [][]uint64, executor *Executor) error {
	return ntt.ForwardLazy(out, x, 1, 1, executor)
}

// ForwardLazy is Forward with the ranges of [NTT.ForwardLazy].
func (ntt *RNSNTT) ForwardLazy(out, x [][]uint64, inputFactor, outputFactor int, executor *Executor) error {
	return ntt.transform(out, x, executor, func(c *call, plan *C.ringlet_rns_ntt, to, from C.ringlet_rows, threads *C.ringlet_executor) C.ringlet_status {
		return C.ringlet_rns_ntt_forward(plan, to, from, C.size_t(len(out)), c.small("inputFactor", inputFactor),
			c.small("outputFactor", outputFactor), threads)
	})
}

// Inverse writes the inverse transform of each row of x to out.
func (ntt *RNSNTT) Inverse(out, x [][]uint64, executor *Executor) error {
	return ntt.InverseLazy(out, x, 1, 1, executor)
}

// InverseLazy is Inverse with the ranges of [NTT.InverseLazy].
func (ntt *RNSNTT) InverseLazy(out, x [][]uint64, inputFactor, outputFactor int, executor *Executor) error {
	return ntt.transform(out, x, executor, func(c *call, plan *C.ringlet_rns_ntt, to, from C.ringlet_rows, threads *C.ringlet_executor) C.ringlet_status {
		return C.ringlet_rns_ntt_inverse(plan, to, from, C.size_t(len(out)), c.small("inputFactor", inputFactor),
			c.small("outputFactor", outputFactor), threads)
	})
}

func (ntt *RNSNTT) transform(out, x [][]uint64, executor *Executor,
	f func(c *call, plan *C.ringlet_rns_ntt, to, from C.ringlet_rows, threads *C.ringlet_executor) C.ringlet_status) error {
	c := begin()
	defer c.end()
	plan, threads := hold(c, ntt), holdOptional(c, executor)
	if c.err != nil {
		return c.err
	}
	to, from := c.rows("out", out, len(out), ntt.n), c.rows("x", x, len(out), ntt.n)
	return c.do(func() C.ringlet_status { return f(c, plan, to, from, threads) })
}

// ForwardMany is Forward for several polynomials of one level. It is faster, because the tables of a modulus stay in the
// CPU's cache.
func (ntt *RNSNTT) ForwardMany(out, x [][][]uint64, executor *Executor) error {
	return ntt.many(out, x, executor, func(plan *C.ringlet_rns_ntt, to, from *C.ringlet_rows, rows C.size_t, threads *C.ringlet_executor) C.ringlet_status {
		return C.ringlet_rns_ntt_forward_many(plan, to, from, C.size_t(len(out)), rows, 1, 1, threads)
	})
}

// InverseMany is Inverse for several polynomials of one level.
func (ntt *RNSNTT) InverseMany(out, x [][][]uint64, executor *Executor) error {
	return ntt.many(out, x, executor, func(plan *C.ringlet_rns_ntt, to, from *C.ringlet_rows, rows C.size_t, threads *C.ringlet_executor) C.ringlet_status {
		return C.ringlet_rns_ntt_inverse_many(plan, to, from, C.size_t(len(out)), rows, 1, 1, threads)
	})
}

func (ntt *RNSNTT) many(out, x [][][]uint64, executor *Executor,
	f func(plan *C.ringlet_rns_ntt, to, from *C.ringlet_rows, rows C.size_t, threads *C.ringlet_executor) C.ringlet_status) error {
	c := begin()
	defer c.end()
	plan, threads, rows := hold(c, ntt), holdOptional(c, executor), 0
	if c.err != nil {
		return c.err
	}
	if len(out) > 0 {
		rows = len(out[0])
	}
	to, from := c.polynomials("out", out, len(out), rows, ntt.n), c.polynomials("x", x, len(out), rows, ntt.n)
	return c.do(func() C.ringlet_status { return f(plan, to, from, C.size_t(rows), threads) })
}

// Multiply writes the products of the polynomials x and y modulo X^n + 1 to out, all as coefficients, at the level of out.
// It takes 2n words of Go's memory for each modulus.
func (ntt *RNSNTT) Multiply(out, x, y [][]uint64, executor *Executor) error {
	c := begin()
	defer c.end()
	plan, threads := hold(c, ntt), holdOptional(c, executor)
	if c.err != nil {
		return c.err
	}
	to, rows := c.rows("out", out, len(out), ntt.n), C.size_t(len(out))
	in := [2]C.ringlet_rows{c.rows("x", x, len(out), ntt.n), c.rows("y", y, len(out), ntt.n)}
	var evaluations [2]C.ringlet_rows
	for k := range evaluations {
		own := make([][]uint64, len(out))
		for i := range own {
			own[i] = make([]uint64, ntt.n)
		}
		evaluations[k] = c.rows(operands[k], own, len(out), ntt.n)
	}
	for k := range evaluations {
		_ = c.do(func() C.ringlet_status {
			return C.ringlet_rns_ntt_forward(plan, evaluations[k], in[k], rows, 1, 1, threads)
		})
	}
	_ = c.do(func() C.ringlet_status {
		return C.ringlet_rns_mul(evaluations[0], evaluations[0], evaluations[1], rows,
			C.size_t(ntt.n), ntt.base, C.RINGLET_PLAIN, threads)
	})
	return c.do(func() C.ringlet_status {
		return C.ringlet_rns_ntt_inverse(plan, to, evaluations[0], rows, 1, 1, threads)
	})
}
