package ringlet

/*
#include "words.h"
*/
import "C"

// Matrix is a row-major matrix of Width columns in the caller's slice. Neighbouring rows begin Stride words apart; 0 stands
// for Width. Words between rows are neither read nor written.
type Matrix[W Word] struct {
	Words         []W
	Width, Stride int
}

// stride checks the shape of a matrix and returns the distance of its rows.
func (m Matrix[W]) stride(c *call, name string, rows, width int) C.size_t {
	stride, words := m.Stride, len(m.Words)
	if stride == 0 {
		stride = m.Width
	}
	switch {
	case m.Width != width:
		c.fail(invalid("%s has %d columns, not %d", name, m.Width, width))
	case width < 1:
		c.fail(invalid("the width of %s is %d, but it must be at least 1", name, width))
	case stride < width:
		c.fail(invalid("the stride of %s is %d, but it must be at least the width, %d", name, stride, width))
	case words < width || (words-width)/stride != rows-1 || (words-width)%stride > stride-width:
		c.fail(invalid("%s has %d words, which are not %d rows of %d words, %d words apart", name, words, rows, width, stride))
	}
	return C.size_t(stride)
}

// MatrixNTT is a plan of transforms of all columns of row-major matrices, modulo a prime q. Column c of the result is what an
// [NTT] makes of column c. Polynomials that are interleaved, coefficient by coefficient, are the columns of a matrix.
type MatrixNTT[W Word] struct {
	wordHandle
	rows int
}

// NewMatrixNTT makes a plan for matrices of so many rows, which is the number of points as for [NewNTTWithOptions].
func NewMatrixNTT[W Word](rows int, q *Modulus[W], options NTTOptions[W]) (*MatrixNTT[W], error) {
	pointer, err := newPlan(q, options, func(c *call, p *planCall) C.ringlet_status {
		if p.isOnCoset {
			return C.words_matrix_ntt_create_on_coset(p.length, &p.pointer, c.size("rows", rows), p.q, p.root, p.coset, p.order)
		}
		return C.words_matrix_ntt_create(p.length, &p.pointer, c.size("rows", rows), p.q, p.ring, p.root, p.order)
	})
	if err != nil {
		return nil, err
	}
	ntt := &MatrixNTT[W]{rows: rows}
	open(ntt, pointer, func(p *C.words_handle) { C.words_matrix_ntt_destroy(length[W](), p) })
	return ntt, nil
}

// Rows returns the number of rows.
func (ntt *MatrixNTT[W]) Rows() int { return ntt.rows }

// Root returns psi or omega.
func (ntt *MatrixNTT[W]) Root() (root W, err error) {
	c := begin()
	defer c.end()
	plan := hold(c, ntt)
	err = c.do(func() C.ringlet_status {
		C.words_matrix_ntt_root(length[W](), plan, bytes(&root))
		return C.RINGLET_OK
	})
	return root, err
}

// Describe names the plan's backend, its arithmetic and the radices of its passes, for people to read. A semicolon separates
// the passes through memory.
func (ntt *MatrixNTT[W]) Describe() string {
	c := begin()
	defer c.end()
	return C.GoString(C.words_matrix_ntt_describe(length[W](), hold(c, ntt)))
}

// Forward writes the transforms of the columns of x to out. Row j of x has the coefficients of X^j, row k of out evaluation
// number k in the plan's order. out may be x, with the same stride, or other columns of one slice's matrix.
func (ntt *MatrixNTT[W]) Forward(out, x Matrix[W], executor *Executor) error {
	return ntt.transform(out, x, executor, func(t matrixCall) C.ringlet_status {
		return C.words_matrix_ntt_forward(length[W](), t.plan, t.out, t.outStride, t.x, t.xStride, t.rows, t.width, t.threads)
	})
}

// Inverse writes the inverse transforms of the columns of x to out, which undoes Forward.
func (ntt *MatrixNTT[W]) Inverse(out, x Matrix[W], executor *Executor) error {
	return ntt.transform(out, x, executor, func(t matrixCall) C.ringlet_status {
		return C.words_matrix_ntt_inverse(length[W](), t.plan, t.out, t.outStride, t.x, t.xStride, t.rows, t.width, t.threads)
	})
}

// Extend writes the values at g Omega^k of the polynomials that have the columns of x as values at the plan's points to out,
// whose rows are in bit-reversed order. out has outRows = n 2^b rows, b up to 16. Omega is root, with Omega^(2^b) = omega; 0
// stands for the one of [MatrixNTT.ExtensionRoot]. x may be one of the blocks of n rows of out. The first call with a coset, a
// root and a number of rows makes tables, which the plan keeps until a call with other points.
func (ntt *MatrixNTT[W]) Extend(out Matrix[W], outRows int, x Matrix[W], coset, root W, executor *Executor) error {
	return ntt.transformTo(out, outRows, x, executor, func(t matrixCall) C.ringlet_status {
		return C.words_matrix_ntt_extend(length[W](), t.plan, t.out, t.outStride, C.size_t(outRows), t.x, t.xStride, t.rows,
			t.width, raw(coset), raw(root), t.threads)
	})
}

// ExtensionRoot returns the smallest Omega with Omega^(2^logBlowup) = omega.
func (ntt *MatrixNTT[W]) ExtensionRoot(logBlowup int) (root W, err error) {
	c := begin()
	defer c.end()
	plan := hold(c, ntt)
	err = c.do(func() C.ringlet_status {
		return C.words_matrix_ntt_extension_root(length[W](), bytes(&root), plan, c.small("logBlowup", logBlowup))
	})
	return root, err
}

// matrixCall has the arguments of a transform in C.
type matrixCall struct {
	plan                            *C.words_handle
	out, x                          *C.uint8_t
	outStride, xStride, rows, width C.size_t
	threads                         *C.ringlet_executor
}

func (ntt *MatrixNTT[W]) transform(out, x Matrix[W], executor *Executor, f func(matrixCall) C.ringlet_status) error {
	return ntt.transformTo(out, ntt.rows, x, executor, f)
}

func (ntt *MatrixNTT[W]) transformTo(out Matrix[W], outRows int, x Matrix[W], executor *Executor, f func(matrixCall) C.ringlet_status) error {
	c := begin()
	defer c.end()
	plan, threads := hold(c, ntt), holdOptional(c, executor)
	if c.err != nil {
		return c.err
	}
	t := matrixCall{plan: plan, threads: threads, rows: C.size_t(ntt.rows), width: C.size_t(x.Width),
		outStride: out.stride(c, "out", outRows, x.Width), xStride: x.stride(c, "x", ntt.rows, x.Width)}
	t.out, t.x = output(c, "out", out.Words, len(out.Words)), input(c, "x", x.Words, len(x.Words))
	return c.do(func() C.ringlet_status { return f(t) })
}
