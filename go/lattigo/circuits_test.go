// SPDX-License-Identifier: Apache-2.0

package lattigo_test

import (
	"testing"

	bgvpolynomial "github.com/tuneinsight/lattigo/v6/circuits/bgv/polynomial"
	"github.com/tuneinsight/lattigo/v6/circuits/ckks/bootstrapping"
	"github.com/tuneinsight/lattigo/v6/circuits/ckks/minimax"
	"github.com/tuneinsight/lattigo/v6/circuits/ckks/polynomial"
	"github.com/tuneinsight/lattigo/v6/schemes"
	"github.com/tuneinsight/lattigo/v6/schemes/bgv"
	"github.com/tuneinsight/lattigo/v6/utils/bignum"

	"ringlet/lattigo"
)

var (
	_ schemes.Evaluator = (*lattigo.CKKSEvaluator)(nil)
	_ schemes.Evaluator = (*lattigo.BGVEvaluator)(nil)
)

func TestPolynomials(t *testing.T) {
	p := newCKKSPair(t, literals["two special"])
	coefficients := make([]float64, 14)
	for i := range coefficients {
		coefficients[i] = p.random.Float64()
	}
	poly := bignum.NewPolynomial(bignum.Chebyshev, coefficients, [2]float64{-1, 1})
	x := p.encrypt(t, p.plain.MaxLevel())
	plain := polynomial.NewEvaluator(p.plain, p.lattigo)
	fast := p.ringlet.Polynomials()
	if fast.Evaluator.Evaluator != p.ringlet {
		t.Error("polynomials are Lattigo's")
	}
	want := value(plain.Evaluate(x, poly, p.plain.DefaultScale()))(t)
	got := value(fast.Evaluate(x, poly, p.plain.DefaultScale()))(t)
	expectSame(t, "polynomial", want, got)
}

func TestPolynomialsOfBGV(t *testing.T) {
	for _, scaleInvariant := range []bool{false, true} {
		p := newBGVPair(t, bgv.ParametersLiteral{LogN: 10, LogQ: repeat(45, 5), LogP: []int{55}, PlaintextModulus: 65537}, scaleInvariant)
		poly := bignum.NewPolynomial(bignum.Monomial, []uint64{3, 1, 4, 1, 5}, nil)
		x := p.encrypt(t, p.params.MaxLevel())
		fast := p.ringlet.Polynomials()
		if fast.Evaluator.Evaluator != p.ringlet {
			t.Error("polynomials are Lattigo's")
		}
		want := value(bgvpolynomial.NewEvaluator(p.params, p.lattigo).Evaluate(x, poly, x.Scale))(t)
		expectSame(t, "polynomial of BGV", want, value(fast.Evaluate(x, poly, x.Scale))(t))
	}
}

// TestMinimax gives an evaluator to a circuit by its field.
func TestMinimax(t *testing.T) {
	p := newCKKSPair(t, literals["two special"])
	bootstrapper := bootstrapping.NewSecretKeyBootstrapper(p.plain, p.secret)
	plain, fast := minimax.NewEvaluator(p.plain, p.lattigo, bootstrapper), minimax.NewEvaluator(p.fast, p.ringlet.Evaluator, bootstrapper)
	fast.PolyEval = p.ringlet.Polynomials()
	sign := minimax.NewPolynomial([][]string{{"0", "0.6", "0", "-0.1"}, {"0", "0.9", "0", "-0.3"}})
	x := p.encrypt(t, p.plain.MaxLevel())
	expectSame(t, "minimax", value(plain.Evaluate(x, sign))(t), value(fast.Evaluate(x, sign))(t))
}
