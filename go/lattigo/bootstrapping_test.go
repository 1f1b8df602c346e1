// SPDX-License-Identifier: Apache-2.0

package lattigo_test

import (
	"testing"

	"github.com/tuneinsight/lattigo/v6/circuits/ckks/bootstrapping"
	"github.com/tuneinsight/lattigo/v6/circuits/ckks/mod1"
	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/ring"
	"github.com/tuneinsight/lattigo/v6/schemes/ckks"

	"ringlet/lattigo"
)

// bootstrappers returns an evaluator of Lattigo alone, one of Ringlet, and the secret key of both.
func bootstrappers(t testing.TB, scheme ckks.ParametersLiteral, literal bootstrapping.ParametersLiteral) (plain *bootstrapping.Evaluator, fast *lattigo.Bootstrapper, secret *rlwe.SecretKey) {
	t.Helper()
	parameters := func() bootstrapping.Parameters {
		residual := value(ckks.NewParametersFromLiteral(scheme))(t)
		return value(bootstrapping.NewParametersFromLiteral(residual, literal))(t)
	}
	params := parameters()
	secret = rlwe.NewKeyGenerator(params.ResidualParameters).GenSecretKeyNew()
	keys, _, err := params.GenEvaluationKeys(secret)
	check(t, err)
	plain = value(bootstrapping.NewEvaluator(params, keys))(t)
	fast = value(lattigo.AccelerateBootstrapping(value(bootstrapping.NewEvaluator(parameters(), keys))(t)))(t)
	return
}

var _ bootstrapping.Bootstrapper = (*lattigo.Bootstrapper)(nil)

// encryptMany returns ciphertexts of level 0, with a number of slots.
func encryptMany(t *testing.T, params ckks.Parameters, secret *rlwe.SecretKey, logSlots, count int) (all []rlwe.Ciphertext) {
	t.Helper()
	for i := range count {
		pt := ckks.NewPlaintext(params, 0)
		pt.LogDimensions.Cols = logSlots
		check(t, ckks.NewEncoder(params).Encode([]float64{0.5, -0.25, 0.125 * float64(i)}, pt))
		all = append(all, *value(rlwe.NewEncryptor(params, secret).EncryptNew(pt))(t))
	}
	return
}

func copied(cts []rlwe.Ciphertext) (all []rlwe.Ciphertext) {
	for i := range cts {
		all = append(all, *cts[i].CopyNew())
	}
	return
}

// TestBootstrapping has a case for each branch of the circuit.
func TestBootstrapping(t *testing.T) {
	number := func(x int) *int { return &x }
	for name, c := range map[string]struct {
		logSlots int
		change   func(scheme *ckks.ParametersLiteral, literal *bootstrapping.ParametersLiteral)
	}{
		"all slots": {8, func(*ckks.ParametersLiteral, *bootstrapping.ParametersLiteral) {}},
		"few slots": {4, func(_ *ckks.ParametersLiteral, l *bootstrapping.ParametersLiteral) { l.LogSlots = number(4) }},
		"packed":    {6, func(_ *ckks.ParametersLiteral, l *bootstrapping.ParametersLiteral) { l.LogSlots = number(7) }},
		"arcsine":   {8, func(_ *ckks.ParametersLiteral, l *bootstrapping.ParametersLiteral) { l.Mod1InvDegree = number(7) }},
		"sine": {8, func(_ *ckks.ParametersLiteral, l *bootstrapping.ParametersLiteral) {
			l.Mod1Type, l.DoubleAngle, l.Mod1Degree, l.K = mod1.SinContinuous, number(0), number(63), number(8)
		}},
		"one secret": {8, func(_ *ckks.ParametersLiteral, l *bootstrapping.ParametersLiteral) {
			l.EphemeralSecretWeight = number(0)
		}},
		"iterations": {8, func(_ *ckks.ParametersLiteral, l *bootstrapping.ParametersLiteral) {
			l.IterationsParameters = &bootstrapping.IterationsParameters{BootstrappingPrecision: []float64{8}, ReservedPrimeBitSize: 16}
		}},
		"another degree": {7, func(s *ckks.ParametersLiteral, _ *bootstrapping.ParametersLiteral) { s.LogN, s.LogNthRoot = 8, 10 }},
		"conjugate-invariant": {8, func(s *ckks.ParametersLiteral, _ *bootstrapping.ParametersLiteral) {
			s.LogN, s.RingType = 8, ring.ConjugateInvariant
		}},
	} {
		if isRacing && name != "all slots" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			set := bootstrapping.N15QP768H192H32
			set.SchemeParams.LogN, set.BootstrappingParams.LogN = 9, number(9)
			set.SchemeParams.Xs, set.BootstrappingParams.Xs = ring.Ternary{H: 64}, ring.Ternary{H: 64}
			c.change(&set.SchemeParams, &set.BootstrappingParams)
			plain, fast, secret := bootstrappers(t, set.SchemeParams, set.BootstrappingParams)
			x := encryptMany(t, plain.ResidualParameters, secret, c.logSlots, 2)
			want := value(plain.BootstrapMany(copied(x)))(t)
			expect := func(how string, eval bootstrapping.Bootstrapper) {
				t.Helper()
				got := value(eval.BootstrapMany(copied(x)))(t)
				for i := range want {
					expectSame(t, how, &want[i], &got[i])
				}
			}
			expect("bootstrapping", fast)
			if name == "all slots" {
				expect("bootstrapping by Lattigo's evaluator", fast.Evaluator)
				check(t, fast.PrepareKeys())
				expect("bootstrapping with prepared keys", fast)
			}
		})
	}
}

// TestBootstrappingRefuses compares errors.
func TestBootstrappingRefuses(t *testing.T) {
	set := bootstrapping.N15QP768H192H32
	set.SchemeParams.LogN = 9
	set.BootstrappingParams.LogN = &set.SchemeParams.LogN
	plain, fast, secret := bootstrappers(t, set.SchemeParams, set.BootstrappingParams)
	x := encryptMany(t, plain.ResidualParameters, secret, 8, 1)[0]
	type steps interface {
		Bootstrap(*rlwe.Ciphertext) (*rlwe.Ciphertext, error)
		EvalMod(*rlwe.Ciphertext) (*rlwe.Ciphertext, error)
		SlotsToCoeffs(re, im *rlwe.Ciphertext) (*rlwe.Ciphertext, error)
	}
	for name, call := range map[string]func(e steps) error{
		"EvalMod of a low level":       func(e steps) error { _, err := e.EvalMod(x.CopyNew()); return err },
		"SlotsToCoeffs of a low level": func(e steps) error { _, err := e.SlotsToCoeffs(x.CopyNew(), nil); return err },
		"other slots":                  func(e steps) error { y := x.CopyNew(); y.LogDimensions.Cols = 9; _, err := e.Bootstrap(y); return err },
		"a scale too large": func(e steps) error {
			y := x.CopyNew()
			y.Scale = rlwe.NewScale(1e12)
			_, err := e.Bootstrap(y)
			return err
		},
	} {
		want, got := call(plain), call(fast)
		if want == nil || got == nil || want.Error() != got.Error() {
			t.Errorf("%s: %v, not %v", name, got, want)
		}
	}
	keys := *fast.EvaluationKeys.MemEvaluationKeySet
	keys.GaloisKeys = nil
	without := value(bootstrapping.NewEvaluator(plain.Parameters, plain.EvaluationKeys))(t)
	without.Evaluator = without.Evaluator.WithKey(&keys)
	bare := value(lattigo.AccelerateBootstrapping(without))(t)
	if _, err := bare.Bootstrap(x.CopyNew()); err == nil {
		t.Error("bootstraps without keys for rotations")
	}
}
