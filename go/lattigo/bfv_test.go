// SPDX-License-Identifier: Apache-2.0

package lattigo_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/schemes/bgv"
)

// Moduli of 50 bits are those that auxiliary bases would have, too.
func TestScaleInvariantProducts(t *testing.T) {
	for _, literal := range []bgv.ParametersLiteral{
		{LogN: 10, LogQ: []int{36}, LogP: []int{37}, PlaintextModulus: 65537},
		{LogN: 11, LogQ: []int{60, 60, 60}, LogP: []int{61}, PlaintextModulus: 65537},
		{LogN: 12, LogQ: []int{50, 50, 50, 50, 50}, LogP: []int{50, 50}, PlaintextModulus: 0x3ee0001},
		{LogN: 13, LogQ: []int{55, 40, 40, 40, 30, 30}, LogP: []int{55, 55}, PlaintextModulus: 786433},
	} {
		t.Run(fmt.Sprintf("2^%d %v", literal.LogN, literal.LogQ), func(t *testing.T) {
			p := newBGVPair(t, literal, false)
			for level := range p.params.MaxLevel() + 1 {
				p.scaleInvariantProducts(t, level)
				if isRacing {
					return
				}
			}
		})
	}
}

// scaleInvariantProducts compares products at a level of fresh ciphertexts and of random polynomials.
func (p *bgvPair) scaleInvariantProducts(t *testing.T, level int) {
	higher := level + p.random.IntN(p.params.MaxLevel()-level+1)
	x, y, random := p.encrypt(t, level), p.encrypt(t, higher), p.encrypt(t, higher)
	for _, polynomial := range random.Value {
		for i, q := range p.params.Q()[:higher+1] {
			for j := range polynomial.Coeffs[i] {
				polynomial.Coeffs[i][j] = p.random.Uint64N(q)
			}
		}
	}
	for name, product := range map[string]func(e bgvEvaluator, x, y, out *rlwe.Ciphertext) error{
		"MulScaleInvariant": func(e bgvEvaluator, x, y, out *rlwe.Ciphertext) error { return e.MulScaleInvariant(x, y, out) },
		"MulRelinScaleInvariant": func(e bgvEvaluator, x, y, out *rlwe.Ciphertext) error {
			return e.MulRelinScaleInvariant(x, y, out)
		},
		"MulScaleInvariantNew": func(e bgvEvaluator, x, y, out *rlwe.Ciphertext) error {
			*out = *value(e.MulScaleInvariantNew(x, y))(t)
			return nil
		},
		"MulRelinScaleInvariantNew": func(e bgvEvaluator, x, y, out *rlwe.Ciphertext) error {
			*out = *value(e.MulRelinScaleInvariantNew(x, y))(t)
			return nil
		},
	} {
		for shape, arguments := range map[string]func() [3]*rlwe.Ciphertext{
			"of fresh ciphertexts": func() [3]*rlwe.Ciphertext {
				return [3]*rlwe.Ciphertext{x, y, bgv.NewCiphertext(p.params, 1, p.params.MaxLevel())}
			},
			"of random polynomials": func() [3]*rlwe.Ciphertext {
				return [3]*rlwe.Ciphertext{random, y, bgv.NewCiphertext(p.params, 2, level)}
			},
			"as a square": func() [3]*rlwe.Ciphertext {
				return [3]*rlwe.Ciphertext{random, random, bgv.NewCiphertext(p.params, 2, higher)}
			},
			"in the first factor":  func() [3]*rlwe.Ciphertext { out := y.CopyNew(); return [3]*rlwe.Ciphertext{out, x, out} },
			"in the second factor": func() [3]*rlwe.Ciphertext { out := y.CopyNew(); return [3]*rlwe.Ciphertext{x, out, out} },
			"in the factor of a square": func() [3]*rlwe.Ciphertext {
				out := random.CopyNew()
				return [3]*rlwe.Ciphertext{out, out, out}
			},
		} {
			want, got := arguments(), arguments()
			check(t, product(p.lattigo, want[0], want[1], want[2]))
			check(t, product(p.ringlet, got[0], got[1], got[2]))
			expectSame(t, fmt.Sprintf("%s %s at level %d", name, shape, level), want[2], got[2])
		}
	}
}

// Errors and what they leave in the output are Lattigo's.
func TestRefusedScaleInvariantProducts(t *testing.T) {
	p := newBGVPair(t, bgv.ParametersLiteral{LogN: 10, LogQ: []int{50, 40}, LogP: []int{55}, PlaintextModulus: 65537}, true)
	x, coefficients, long := p.encrypt(t, 1), p.encrypt(t, 1), bgv.NewCiphertext(p.params, 2, 1)
	coefficients.IsNTT = false
	bare := x.CopyNew()
	bare.MetaData = nil
	for _, factors := range [][2]*rlwe.Ciphertext{{x, coefficients}, {coefficients, coefficients}, {x, long}, {long, long}, {bare, x}, {x, bare}} {
		for i, product := range []func(bgvEvaluator, *rlwe.Ciphertext) error{
			func(e bgvEvaluator, out *rlwe.Ciphertext) error { return e.Mul(factors[0], factors[1], out) },
			func(e bgvEvaluator, out *rlwe.Ciphertext) error {
				return e.MulScaleInvariant(factors[0], factors[1], out)
			},
			func(e bgvEvaluator, out *rlwe.Ciphertext) error { return e.MulRelin(factors[0], factors[1], out) },
			func(e bgvEvaluator, out *rlwe.Ciphertext) error {
				return e.MulRelinScaleInvariant(factors[0], factors[1], out)
			},
		} {
			outputs := []*rlwe.Ciphertext{p.encrypt(t, 1)}
			outputs = append(outputs, outputs[0].CopyNew())
			var texts []string
			for side, e := range []bgvEvaluator{p.lattigo, p.ringlet} {
				if err := product(e, outputs[side]); err == nil {
					t.Fatalf("product %d of %v is no error of %T", i, factors, e)
				} else {
					texts = append(texts, err.Error())
				}
			}
			if len(slices.Compact(texts)) != 1 {
				t.Errorf("product %d: %q", i, texts)
			}
			expectSame(t, fmt.Sprintf("output %d", i), outputs[0], outputs[1])
		}
	}
}
