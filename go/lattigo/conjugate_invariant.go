// SPDX-License-Identifier: Apache-2.0

package lattigo

import (
	"sync"

	"github.com/tuneinsight/lattigo/v6/ring"

	"ringlet"
)

// conjugateInvariantTransformer is Ringlet's in the ring of the polynomials a_0 + sum of a_j (X^j + X^-j), 0 < j < n,
// modulo X^2n + 1. Lattigo gives their values at psi^(4m+1), for psi of order 4n. Modulo X^n - I, where I = psi^n and
// I^2 = -1, the polynomial has the coefficients c_j = a_j - I a_(n-j), c_0 = a_0. With d_j = c_j psi^-j, its values are
// those of the negacyclic transform of n points at the root psi^2. Back, a_j = (c_j + I c_(n-j)) / 2 and a_0 = c_0.
type conjugateInvariantTransformer struct {
	transformer
	forward, backward fold
	// rows holds rows of n words.
	rows sync.Pool
	// lattigo has BackwardLazy: it gives [0, 2q), and Lattigo's division by a modulus depends on which representative.
	lattigo ring.NumberTheoreticTransformer
}

func newConjugateInvariantTransformer(s *ring.SubRing, q *ringlet.Modulus[uint64], psi uint64) (ring.NumberTheoreticTransformer, error) {
	n, power := s.N, func(e int) uint64 { return ring.ModExp(psi, uint64(e), s.Modulus) }
	ntt, err := ringlet.NewNTTWithOptions(n, q, ringlet.NTTOptions[uint64]{Root: power(2)})
	if err != nil {
		return nil, err
	}
	t := &conjugateInvariantTransformer{
		transformer: transformer{n, ntt, q},
		rows:        sync.Pool{New: func() any { row := make([]uint64, n); return &row }},
		lattigo:     ring.NewNumberTheoreticTransformerConjugateInvariant(s, n),
	}
	// psi^4n = 1 and psi^2n = -1.
	inverse, minusI, half := power(4*n-1), power(3*n), (s.Modulus+1)/2
	if t.forward, err = newFold(q, geometric(s, 1, inverse), geometric(s, minusI, inverse)); err != nil {
		return nil, err
	}
	t.backward, err = newFold(q, geometric(s, half, psi), geometric(s, s.Modulus-half, inverse))
	return t, err
}

// geometric returns first times the powers of a ratio.
func geometric(s *ring.SubRing, first, ratio uint64) []uint64 {
	all := make([]uint64, s.N)
	for i := range all {
		all[i] = first
		first = ring.BRed(first, ratio, s.Modulus, s.BRedConstant)
	}
	return all
}

// fold maps x_j to u_j x_j + v_j x_(n-j), 0 < j < n, and x_0 to itself.
type fold struct{ u, v *ringlet.FixedOperand[uint64] }

func newFold(q *ringlet.Modulus[uint64], u, v []uint64) (f fold, err error) {
	u[0], v[0] = 1, 0
	if f.u, err = ringlet.NewFixedOperand(u, q); err == nil {
		f.v, err = ringlet.NewFixedOperand(v, q)
	}
	return
}

// apply maps a row in place.
func (t *conjugateInvariantTransformer) apply(f fold, row []uint64) {
	reversed := t.rows.Get().(*[]uint64)
	for j, x := range row[1:] {
		(*reversed)[t.n-1-j] = x
	}
	must(f.u.Mul(row, row, 1))
	must(f.v.MulAdd(row, *reversed, row, 1))
	t.rows.Put(reversed)
}

// Forward writes the transform of p1 to p2.
func (t *conjugateInvariantTransformer) Forward(p1, p2 []uint64) {
	out := t.row(p2)
	must(ringlet.Reduce(out, t.row(p1), t.q, ringlet.AnyWord, 1))
	t.apply(t.forward, out)
	must(t.ntt.Forward(out, out))
}

// ForwardLazy is Forward.
func (t *conjugateInvariantTransformer) ForwardLazy(p1, p2 []uint64) { t.Forward(p1, p2) }

// Backward undoes Forward.
func (t *conjugateInvariantTransformer) Backward(p1, p2 []uint64) {
	t.transformer.Backward(p1, p2)
	t.apply(t.backward, t.row(p2))
}

// BackwardLazy is Lattigo's.
func (t *conjugateInvariantTransformer) BackwardLazy(p1, p2 []uint64) { t.lattigo.BackwardLazy(p1, p2) }
