// SPDX-License-Identifier: Apache-2.0

package lattigo_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/schemes/bgv"

	"ringlet/lattigo"
)

// bgvPair has the evaluators of two sets of equal parameters, of Lattigo alone and accelerated, with the same keys.
type bgvPair struct {
	random    *rand.Rand
	params    bgv.Parameters
	lattigo   *bgv.Evaluator
	ringlet   *lattigo.BGVEvaluator
	keys      *rlwe.MemEvaluationKeySet
	encryptor *rlwe.Encryptor
	encoder   *bgv.Encoder
}

func newBGVPair(t testing.TB, literal bgv.ParametersLiteral, scaleInvariant bool) *bgvPair {
	t.Helper()
	p := &bgvPair{random: newRandom(t)}
	p.params = value(bgv.NewParametersFromLiteral(literal))(t)
	fast := value(bgv.NewParametersFromLiteral(literal))(t)
	value(lattigo.Accelerate(fast))(t)
	kgen := rlwe.NewKeyGenerator(p.params)
	secret := kgen.GenSecretKeyNew()
	elements := []uint64{p.params.GaloisElement(3), p.params.GaloisElementForRowRotation()}
	p.keys = rlwe.NewMemEvaluationKeySet(kgen.GenRelinearizationKeyNew(secret), kgen.GenGaloisKeysNew(elements, secret)...)
	p.lattigo = bgv.NewEvaluator(p.params, p.keys, scaleInvariant)
	p.ringlet = value(lattigo.NewBGVEvaluator(fast, p.keys, scaleInvariant))(t)
	p.encryptor, p.encoder = rlwe.NewEncryptor(p.params, secret), bgv.NewEncoder(p.params)
	return p
}

func (p *bgvPair) encrypt(t testing.TB, level int) *rlwe.Ciphertext {
	t.Helper()
	values := make([]uint64, p.params.MaxSlots())
	for i := range values {
		values[i] = p.random.Uint64N(p.params.PlaintextModulus())
	}
	pt := bgv.NewPlaintext(p.params, level)
	pt.Scale = p.params.NewScale(1 + p.random.Uint64N(p.params.PlaintextModulus()-1))
	check(t, p.encoder.Encode(values, pt))
	return value(p.encryptor.EncryptNew(pt))(t)
}

// bgvEvaluator has methods of both sides.
type bgvEvaluator interface {
	Mul(*rlwe.Ciphertext, rlwe.Operand, *rlwe.Ciphertext) error
	MulNew(*rlwe.Ciphertext, rlwe.Operand) (*rlwe.Ciphertext, error)
	MulRelin(*rlwe.Ciphertext, rlwe.Operand, *rlwe.Ciphertext) error
	MulRelinNew(*rlwe.Ciphertext, rlwe.Operand) (*rlwe.Ciphertext, error)
	MulScaleInvariant(*rlwe.Ciphertext, rlwe.Operand, *rlwe.Ciphertext) error
	MulRelinScaleInvariant(*rlwe.Ciphertext, rlwe.Operand, *rlwe.Ciphertext) error
	MulRelinScaleInvariantNew(*rlwe.Ciphertext, rlwe.Operand) (*rlwe.Ciphertext, error)
	MulScaleInvariantNew(*rlwe.Ciphertext, rlwe.Operand) (*rlwe.Ciphertext, error)
	MulRelinThenAdd(*rlwe.Ciphertext, rlwe.Operand, *rlwe.Ciphertext) error
	RelinearizeNew(*rlwe.Ciphertext) (*rlwe.Ciphertext, error)
	Rescale(*rlwe.Ciphertext, *rlwe.Ciphertext) error
	RotateColumns(*rlwe.Ciphertext, int, *rlwe.Ciphertext) error
	RotateColumnsNew(*rlwe.Ciphertext, int) (*rlwe.Ciphertext, error)
	RotateRowsNew(*rlwe.Ciphertext) (*rlwe.Ciphertext, error)
}

func TestBGV(t *testing.T) {
	for _, scaleInvariant := range []bool{false, true} {
		for _, literal := range []bgv.ParametersLiteral{
			{LogN: 10, LogQ: []int{50, 40, 40}, LogP: []int{55}, PlaintextModulus: 65537},
			{LogN: 12, LogQ: []int{60, 45, 45, 45, 45}, LogP: []int{61, 61}, PlaintextModulus: 0x3ee0001},
		} {
			t.Run(fmt.Sprintf("2^%d scale-invariant %v", literal.LogN, scaleInvariant), func(t *testing.T) {
				p := newBGVPair(t, literal, scaleInvariant)
				steps := 10
				if isRacing {
					steps = 1
				}
				for range steps {
					p.step(t)
				}
			})
		}
	}
}

func (p *bgvPair) step(t *testing.T) {
	level := 1 + p.random.IntN(p.params.MaxLevel())
	x, y := p.encrypt(t, level), p.encrypt(t, 1+p.random.IntN(p.params.MaxLevel()))
	for name, operation := range map[string]func(bgvEvaluator, *rlwe.Ciphertext) *rlwe.Ciphertext{
		"MulRelin": func(e bgvEvaluator, x *rlwe.Ciphertext) *rlwe.Ciphertext { return value(e.MulRelinNew(x, y))(t) },
		"MulRelin in place": func(e bgvEvaluator, x *rlwe.Ciphertext) *rlwe.Ciphertext {
			check(t, e.MulRelin(x, x, x))
			return x
		},
		"MulRelinScaleInvariant": func(e bgvEvaluator, x *rlwe.Ciphertext) *rlwe.Ciphertext {
			return value(e.MulRelinScaleInvariantNew(x, y))(t)
		},
		"Mul and Relinearize": func(e bgvEvaluator, x *rlwe.Ciphertext) *rlwe.Ciphertext {
			return value(e.RelinearizeNew(value(e.MulNew(x, y))(t)))(t)
		},
		"MulRelin by numbers": func(e bgvEvaluator, x *rlwe.Ciphertext) *rlwe.Ciphertext {
			return value(e.MulRelinNew(x, []uint64{1, 2, 3}))(t)
		},
		"MulRelinThenAdd": func(e bgvEvaluator, x *rlwe.Ciphertext) *rlwe.Ciphertext {
			sum := x.CopyNew()
			check(t, e.MulRelinThenAdd(x, y, sum))
			return sum
		},
		"RotateColumns": func(e bgvEvaluator, x *rlwe.Ciphertext) *rlwe.Ciphertext { return value(e.RotateColumnsNew(x, 3))(t) },
		"RotateRows":    func(e bgvEvaluator, x *rlwe.Ciphertext) *rlwe.Ciphertext { return value(e.RotateRowsNew(x))(t) },
		"Rescale": func(e bgvEvaluator, x *rlwe.Ciphertext) *rlwe.Ciphertext {
			out := bgv.NewCiphertext(p.params, 1, level)
			check(t, e.Rescale(x, out))
			return out
		},
		"Rescale in place": func(e bgvEvaluator, x *rlwe.Ciphertext) *rlwe.Ciphertext {
			check(t, e.Rescale(x, x))
			return x
		},
	} {
		expectSame(t, fmt.Sprintf("%s at level %d", name, level), operation(p.lattigo, x.CopyNew()), operation(p.ringlet, x.CopyNew()))
	}
}
