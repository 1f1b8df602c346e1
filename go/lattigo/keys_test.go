// SPDX-License-Identifier: Apache-2.0

package lattigo_test

import (
	"fmt"
	"math/bits"
	"testing"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/ring"
	"github.com/tuneinsight/lattigo/v6/ring/ringqp"
	"github.com/tuneinsight/lattigo/v6/schemes/ckks"

	"ringlet/lattigo"
)

// TestKeysOfAllShapes switches with keys of lower levels, fewer special moduli, and digits in base 2^w.
func TestKeysOfAllShapes(t *testing.T) {
	for _, literal := range []ckks.ParametersLiteral{
		literals["two special"], literals["one special"],
		{LogN: 10, LogQ: []int{50, 40, 40}, LogDefaultScale: 40},
	} {
		p := newCKKSPair(t, literal)
		kgen := rlwe.NewKeyGenerator(p.plain)
		for levelQ := range p.plain.MaxLevel() + 1 {
			for levelP := min(0, p.plain.MaxLevelP()); levelP <= p.plain.MaxLevelP(); levelP++ {
				for _, w := range []int{0, 20} {
					if levelP > 0 && w > 0 {
						continue
					}
					shape := rlwe.EvaluationKeyParameters{LevelQ: &levelQ, LevelP: &levelP, BaseTwoDecomposition: &w}
					key := kgen.GenEvaluationKeyNew(p.secret, kgen.GenSecretKeyNew(), shape)
					x := p.encrypt(t, p.random.IntN(levelQ+1))
					name := fmt.Sprintf("a key at levels %d, %d in base 2^%d", levelQ, levelP, w)
					want := value(p.lattigo.ApplyEvaluationKeyNew(x, key))(t)
					expectSame(t, name, want, value(p.ringlet.ApplyEvaluationKeyNew(x, key))(t))
					if levelP >= 0 && w == 0 {
						p.expectSameDigits(t, x, key)
					}
				}
			}
		}
	}
}

// TestKeysInBaseTwo switches with keys that are read where they lie, and with prepared keys.
func TestKeysInBaseTwo(t *testing.T) {
	for _, literal := range []ckks.ParametersLiteral{
		{LogN: 10, LogQ: []int{50, 40, 41, 30, 45}, LogP: []int{55}, LogDefaultScale: 40},
		{LogN: 10, LogQ: []int{60, 40, 59, 30, 25}, LogDefaultScale: 40},
	} {
		p := newCKKSPair(t, literal)
		kgen := rlwe.NewKeyGenerator(p.plain)
		for _, w := range []int{1, 7, 10, 20, 30, 40, 41, 50, 60, 63} {
			if isRacing && w < 20 {
				continue
			}
			key := kgen.GenGaloisKeyNew(p.plain.GaloisElement(1), p.secret, rlwe.EvaluationKeyParameters{BaseTwoDecomposition: &w})
			keys := rlwe.NewMemEvaluationKeySet(nil, key)
			borrowed, prepared := p.ringlet.WithKey(keys), p.ringlet.WithKey(keys)
			check(t, prepared.PrepareKeys())
			// Lattigo makes digits of the bits of 2^round(log2 q), Ringlet of those of q.
			want := true
			for i, q := range p.plain.Q() {
				want = want && key.BaseTwoDecompositionVectorSize()[i] == (bits.Len64(q)+w-1)/w
			}
			for level := range p.plain.MaxLevel() + 1 {
				name := fmt.Sprintf("base 2^%d, %d special, level %d", w, len(literal.LogP), level)
				if lattigo.Serves(borrowed, key, level) != want || lattigo.HasPrepared(prepared, key) != want {
					t.Errorf("%s: not served as it should be: %v", name, want)
				}
				x := p.encrypt(t, level)
				switched := value(p.lattigo.WithKey(keys).RotateNew(x, 1))(t)
				expectSame(t, name, switched, value(borrowed.RotateNew(x, 1))(t))
				expectSame(t, name+", prepared", switched, value(prepared.RotateNew(x, 1))(t))
			}
			prepared.ReleaseKeys()
			if lattigo.HasPrepared(prepared, key) {
				t.Error("a key is not released")
			}
		}
	}
}

// expectSameDigits compares digits and sums.
func (p *ckksPair) expectSameDigits(t *testing.T, x *rlwe.Ciphertext, key *rlwe.EvaluationKey) {
	t.Helper()
	level, levelP := x.Level(), key.LevelP()
	type sides struct {
		digits    []ringqp.Poly
		sum, lazy *rlwe.Element[ringqp.Poly]
		switched  *rlwe.Ciphertext
		quotient  ring.Poly
	}
	of := func(e evaluator, hoisted func(int, []ringqp.Poly, *rlwe.GadgetCiphertext, *rlwe.Ciphertext)) (s sides) {
		for range p.plain.BaseRNSDecompositionVectorSize(level, levelP) {
			s.digits = append(s.digits, p.plain.RingQP().AtLevel(level, levelP).NewPoly())
		}
		s.sum, s.lazy = rlwe.NewElementExtended(p.plain, 1, level, levelP), rlwe.NewElementExtended(p.plain, 1, level, levelP)
		s.sum.IsNTT, s.lazy.IsNTT = true, true
		s.switched, s.quotient = ckks.NewCiphertext(p.plain, 1, level), ring.NewPoly(p.plain.N(), level)
		e.DecomposeNTT(level, levelP, levelP+1, x.Value[1], true, s.digits)
		check(t, e.GadgetProductHoistedLazy(level, s.digits, &key.GadgetCiphertext, s.sum))
		check(t, e.GadgetProductLazy(level, x.Value[1], &key.GadgetCiphertext, s.lazy))
		hoisted(level, s.digits, &key.GadgetCiphertext, s.switched)
		e.ModDownQPtoQNTT(level, levelP, s.sum.Value[0].Q, s.sum.Value[0].P, s.quotient)
		return
	}
	want, got := of(p.lattigo, p.lattigo.GadgetProductHoisted), of(p.ringlet, p.ringlet.GadgetProductHoisted)
	for i := range want.digits {
		expectSameQP(t, fmt.Sprintf("digit %d", i), want.digits[i], got.digits[i])
	}
	for i := range 2 {
		expectSameQP(t, "GadgetProductHoistedLazy", want.sum.Value[i], got.sum.Value[i])
		expectSameQP(t, "GadgetProductLazy", want.lazy.Value[i], got.lazy.Value[i])
	}
	expectSame(t, "GadgetProductHoisted", want.switched, got.switched)
	expectSamePoly(t, "ModDownQPtoQNTT", want.quotient, got.quotient)
}

func TestKeysBetweenDegrees(t *testing.T) {
	p := newCKKSPair(t, literals["one special"])
	small := value(ckks.NewParametersFromLiteral(ckks.ParametersLiteral{LogN: 9, Q: p.plain.Q(), P: p.plain.P(), LogDefaultScale: 40}))(t)
	smallSecret := rlwe.NewKeyGenerator(small).GenSecretKeyNew()
	key := rlwe.NewKeyGenerator(p.plain).GenEvaluationKeyNew(p.secret, smallSecret)
	x := p.encrypt(t, 2)
	want, got := ckks.NewCiphertext(small, 1, 2), ckks.NewCiphertext(small, 1, 2)
	check(t, p.lattigo.ApplyEvaluationKey(x, key, want))
	check(t, p.ringlet.ApplyEvaluationKey(x, key, got))
	expectSame(t, "to a smaller degree", want, got)
}

// TestKeysThatChange reads another key into the memory of one that was used, and changes one word of a key.
func TestKeysThatChange(t *testing.T) {
	p := newCKKSPair(t, literals["two special"])
	key := value(p.keys.GetGaloisKey(p.plain.GaloisElement(1)))(t)
	x := p.encrypt(t, p.plain.MaxLevel())
	expect := func(when string) {
		t.Helper()
		expectSame(t, when, value(p.lattigo.RotateNew(x, 1))(t), value(p.ringlet.RotateNew(x, 1))(t))
	}
	expect("first use")
	other := rlwe.NewKeyGenerator(p.plain).GenGaloisKeyNew(p.plain.GaloisElement(1), p.secret)
	check(t, key.UnmarshalBinary(value(other.MarshalBinary())(t)))
	expect("after another key was read")
	key.Value[1][0][1].P.Coeffs[0][7] ^= 1
	expect("after a word changed")
}
