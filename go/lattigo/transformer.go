// SPDX-License-Identifier: Apache-2.0

package lattigo

import (
	"fmt"
	"sync"

	"github.com/tuneinsight/lattigo/v6/ring"

	"ringlet"
)

// transformer is Ringlet's in place of one of Lattigo's: [ring.NumberTheoreticTransformer].
//
// All results lie in [0, q), those of the lazy functions, too: Lattigo's ForwardLazy may give [0, 6q-2], but some of its
// callers rely on BackwardLazy to give [0, q), as it does. Any words are taken: Lattigo transforms digits modulo a larger
// modulus, and sums of a few residues.
//
// In the conjugate-invariant ring Lattigo's BackwardLazy gives [0, 2q), and its division by a modulus then depends on
// which representative that is. So it stays there.
type transformer struct {
	n       int
	modulus uint64
	ntt     *ringlet.NTT
	q       *ringlet.Modulus
	// wide holds rows of 2n words if the ring is conjugate-invariant, whose transforms are those of 2n points.
	wide *sync.Pool
	// lattigo is Lattigo's transformer if the ring is conjugate-invariant.
	lattigo ring.NumberTheoreticTransformer
}

// newTransformer makes the transformer of a subring, at Lattigo's root of unity.
func newTransformer(s *ring.SubRing, kind ring.Type) (*transformer, error) {
	q, err := ringlet.NewModulus(s.Modulus)
	if err != nil {
		return nil, err
	}
	t := &transformer{n: s.N, modulus: s.Modulus, q: q}
	points := s.N
	if kind == ring.ConjugateInvariant {
		points = 2 * s.N
		t.lattigo = ring.NewNumberTheoreticTransformerConjugateInvariant(s, s.N)
		t.wide = &sync.Pool{New: func() any { row := make([]uint64, points); return &row }}
	}
	if s.NthRoot != uint64(2*points) {
		return nil, fmt.Errorf("lattigo: a subring of degree %d has a root of unity of order %d, not %d", s.N, s.NthRoot, 2*points)
	}
	t.ntt, err = ringlet.NewNTTWithRoot(points, q, ringlet.Negacyclic, rootOf(s))
	return t, err
}

// rootOf returns Lattigo's root of unity of a subring.
func rootOf(s *ring.SubRing) uint64 {
	return ring.ModExp(s.PrimitiveRoot, (s.Modulus-1)/s.NthRoot, s.Modulus)
}

// Forward writes the transform of p1 to p2, and panics as Lattigo does if one of them is too short.
func (t *transformer) Forward(p1, p2 []uint64) {
	in, out := t.row(p1), t.row(p2)
	if t.wide == nil {
		must(t.ntt.ForwardLazy(out, in, ringlet.AnyWord, 1))
		return
	}
	// X^-i is -X^(2n-i). The first half of the evaluations are those at conjugates' representatives.
	wide := t.wide.Get().(*[]uint64)
	row := *wide
	must(ringlet.Reduce(row[:t.n], in, t.q, ringlet.AnyWord, 1))
	row[t.n] = 0
	for i := 1; i < t.n; i++ {
		row[2*t.n-i] = negated(row[i], t.modulus)
	}
	must(t.ntt.Forward(row, row))
	copy(out, row)
	t.wide.Put(wide)
}

// ForwardLazy is Forward.
func (t *transformer) ForwardLazy(p1, p2 []uint64) { t.Forward(p1, p2) }

// Backward undoes Forward.
func (t *transformer) Backward(p1, p2 []uint64) {
	in, out := t.row(p1), t.row(p2)
	if t.wide == nil {
		must(ringlet.Reduce(out, in, t.q, ringlet.AnyWord, 1))
		must(t.ntt.Inverse(out, out))
		return
	}
	wide := t.wide.Get().(*[]uint64)
	row := *wide
	must(ringlet.Reduce(row[:t.n], in, t.q, ringlet.AnyWord, 1))
	for i := range t.n {
		row[2*t.n-1-i] = row[i]
	}
	must(t.ntt.Inverse(row, row))
	copy(out, row)
	t.wide.Put(wide)
}

// BackwardLazy is Backward in the standard ring.
func (t *transformer) BackwardLazy(p1, p2 []uint64) {
	if t.lattigo != nil {
		t.lattigo.BackwardLazy(p1, p2)
		return
	}
	t.Backward(p1, p2)
}

func (t *transformer) row(p []uint64) []uint64 {
	if len(p) < t.n {
		panic(fmt.Sprintf("lattigo: a row has %d words, fewer than the ring's degree %d", len(p), t.n))
	}
	return p[:t.n]
}

func negated(x, q uint64) uint64 {
	if x == 0 {
		return 0
	}
	return q - x
}

// must panics where Lattigo's interfaces have no error: arguments were checked before.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
