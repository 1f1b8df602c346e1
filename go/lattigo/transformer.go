// SPDX-License-Identifier: Apache-2.0

package lattigo

import (
	"fmt"

	"github.com/tuneinsight/lattigo/v6/ring"

	"ringlet"
)

// transformer is Ringlet's in place of one of Lattigo's: [ring.NumberTheoreticTransformer].
//
// All results lie in [0, q), those of the lazy functions, too: Lattigo's ForwardLazy may give [0, 6q-2], but some of its
// callers rely on BackwardLazy to give [0, q), as it does. Any words are taken: Lattigo transforms digits modulo a larger
// modulus, and sums of a few residues.
type transformer struct {
	n   int
	ntt *ringlet.NTT[uint64]
	q   *ringlet.Modulus[uint64]
}

// newTransformer makes the transformer of a subring, at Lattigo's root of unity.
func newTransformer(s *ring.SubRing, kind ring.Type) (ring.NumberTheoreticTransformer, error) {
	q, err := ringlet.NewModulus(s.Modulus)
	if err != nil {
		return nil, err
	}
	if s.N < ring.MinimumRingDegreeForLoopUnrolledNTT { // Lattigo's BackwardLazy gives [0, 2q) there
		return nil, fmt.Errorf("its degree is %d, below %d", s.N, ring.MinimumRingDegreeForLoopUnrolledNTT)
	}
	root, order := rootOf(s), uint64(2*s.N)
	if kind == ring.ConjugateInvariant {
		order *= 2
	}
	if s.NthRoot != order {
		return nil, fmt.Errorf("its root of unity has order %d, not %d", s.NthRoot, order)
	}
	if kind == ring.ConjugateInvariant {
		return newConjugateInvariantTransformer(s, q, root)
	}
	ntt, err := ringlet.NewNTTWithOptions(s.N, q, ringlet.NTTOptions[uint64]{Root: root})
	return &transformer{s.N, ntt, q}, err
}

// rootOf returns Lattigo's root of unity of a subring.
func rootOf(s *ring.SubRing) uint64 {
	return ring.ModExp(s.PrimitiveRoot, (s.Modulus-1)/s.NthRoot, s.Modulus)
}

// Forward writes the transform of p1 to p2, and panics as Lattigo does if one of them is too short.
func (t *transformer) Forward(p1, p2 []uint64) {
	must(t.ntt.ForwardLazy(t.row(p2), t.row(p1), ringlet.AnyWord, 1))
}

// ForwardLazy is Forward.
func (t *transformer) ForwardLazy(p1, p2 []uint64) { t.Forward(p1, p2) }

// Backward undoes Forward.
func (t *transformer) Backward(p1, p2 []uint64) {
	out := t.row(p2)
	must(ringlet.Reduce(out, t.row(p1), t.q, ringlet.AnyWord, 1))
	must(t.ntt.Inverse(out, out))
}

// BackwardLazy is Backward.
func (t *transformer) BackwardLazy(p1, p2 []uint64) { t.Backward(p1, p2) }

func (t *transformer) row(p []uint64) []uint64 {
	if len(p) < t.n {
		panic(fmt.Sprintf("lattigo: a row has %d words, fewer than the ring's degree %d", len(p), t.n))
	}
	return p[:t.n]
}

// must panics where Lattigo's interfaces have no error: arguments were checked before.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
