// SPDX-License-Identifier: Apache-2.0

package lattigo_test

import (
	"strings"
	"testing"

	"github.com/tuneinsight/lattigo/v6/ring"
	"github.com/tuneinsight/lattigo/v6/schemes/ckks"

	"ringlet/lattigo"
)

// TestConjugateInvariant compares Lattigo's evaluator of accelerated parameters with that of plain parameters.
func TestConjugateInvariant(t *testing.T) {
	for _, bits := range []int{45, 60} {
		p := newCKKSPair(t, ckks.ParametersLiteral{
			LogN: 10, LogQ: append([]int{60}, repeat(bits, 4)...), LogP: []int{61, 61}, LogDefaultScale: bits, RingType: ring.ConjugateInvariant,
		})
		fast := ckks.NewEvaluator(p.fast, p.keys)
		for range 10 {
			x, y := p.encrypt(t, p.plain.MaxLevel()), p.encrypt(t, p.plain.MaxLevel())
			want, got := value(p.lattigo.MulRelinNew(x, y))(t), value(fast.MulRelinNew(x, y))(t)
			expectSame(t, "MulRelin", want, got)
			check(t, p.lattigo.Rescale(want, want))
			check(t, fast.Rescale(got, got))
			expectSame(t, "Rescale", want, got)
			expectSame(t, "Rotate", value(p.lattigo.RotateNew(want, 2))(t), value(fast.RotateNew(got, 2))(t))
		}
		if _, err := lattigo.NewCKKSEvaluator(p.fast, p.keys); err == nil || !strings.Contains(err.Error(), "conjugate-invariant") {
			t.Error(err)
		}
	}
}
