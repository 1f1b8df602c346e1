// SPDX-License-Identifier: Apache-2.0

package lattigo

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tuneinsight/lattigo/v6/circuits/ckks/lintrans"
	common "github.com/tuneinsight/lattigo/v6/circuits/common/lintrans"
	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/schemes/ckks"

	"ringlet"
)

// plainRows returns rows that Lattigo has in Montgomery form.
func plainRows(t *testing.T, base *ringlet.RNSBase, n int, montgomery [][]uint64) [][]uint64 {
	t.Helper()
	rows := newRows(len(montgomery), n)
	if err := base.FromMontgomery(rows, montgomery, nil); err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestLinearTransformsAreLattigos compares ringlet.LinearTransform with Lattigo's evaluator, word by word, with baby and
// giant steps, at two levels.
func TestLinearTransformsAreLattigos(t *testing.T) {
	params, err := ckks.NewParametersFromLiteral(ckks.ParametersLiteral{
		LogN: 10, LogQ: []int{55, 45, 45, 45}, LogP: []int{55, 55}, LogDefaultScale: 45})
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(20250101, 0))
	kgen := rlwe.NewKeyGenerator(params)
	secret := kgen.GenSecretKeyNew()
	plans, err := plansOf(params.GetRLWEParameters())
	if err != nil {
		t.Fatal(err)
	}
	diagonals := lintrans.Diagonals[complex128]{}
	for _, i := range []int{0, 1, 2, 3, 7, 8, 9, 64, 65, 130, 511} {
		for range params.MaxSlots() {
			diagonals[i] = append(diagonals[i], complex(random.Float64(), random.Float64()))
		}
	}
	for _, level := range []int{params.MaxLevel(), 1} {
		matrix := lintrans.NewTransformation(params, lintrans.Parameters{
			DiagonalsIndexList: diagonals.DiagonalsIndexList(), LevelQ: level, LevelP: params.MaxLevelP(),
			Scale: rlwe.NewScale(params.Q()[level]), LogDimensions: params.LogMaxDimensions(), LogBabyStepGiantStepRatio: 1})
		if err := lintrans.Encode(ckks.NewEncoder(params), diagonals, matrix); err != nil {
			t.Fatal(err)
		}
		keys := rlwe.NewMemEvaluationKeySet(nil, kgen.GenGaloisKeysNew(matrix.GaloisElements(params), secret)...)
		in := ckks.NewCiphertext(params, 1, level)
		if err := rlwe.NewEncryptor(params, secret).EncryptZero(in); err != nil {
			t.Fatal(err)
		}
		want, err := lintrans.NewEvaluator(ckks.NewEvaluator(params, keys)).EvaluateNew(in, matrix)
		if err != nil {
			t.Fatal(err)
		}

		plan, err := plans.keySwitch(shape{levels{params.MaxLevel(), params.MaxLevelP()}, 0})
		if err != nil {
			t.Fatal(err)
		}
		step := func(rotation int) *ringlet.SwitchingKey {
			if rotation == 0 {
				return nil
			}
			g := params.GaloisElement(rotation)
			automorphism, err := plans.automorphism(g)
			if err != nil {
				t.Fatal(err)
			}
			galois, err := keys.GetGaloisKey(g)
			if err != nil {
				t.Fatal(err)
			}
			parts := partsOf(&galois.GadgetCiphertext)
			for _, part := range parts {
				for d := range part {
					part[d] = plainRows(t, plans.base, plans.n, part[d])
				}
			}
			key, err := ringlet.NewPreimageSwitchingKey(plan, parts[0], parts[1], automorphism)
			if err != nil {
				t.Fatal(err)
			}
			return key
		}
		_, giantSlots, babySlots := common.LinearTransformation(matrix).BSGSIndex()
		at, err := plans.transforms(levels{level, params.MaxLevelP()})
		if err != nil {
			t.Fatal(err)
		}
		var baby, giant []*ringlet.SwitchingKey
		var plaintexts [][][]uint64
		for _, i := range babySlots {
			baby = append(baby, step(i))
		}
		for _, g := range giantSlots {
			giant = append(giant, step(g))
			for _, i := range babySlots {
				diagonal, ok := matrix.Vec[g+i]
				if !ok {
					plaintexts = append(plaintexts, nil)
					continue
				}
				rows := slices.Concat(diagonal.Q.Coeffs, diagonal.P.Coeffs)
				plaintexts = append(plaintexts, plainRows(t, at.base, plans.n, rows))
			}
		}
		transform, err := ringlet.NewLinearTransform(plan, baby, giant, plaintexts)
		if err != nil {
			t.Fatal(err)
		}
		b, a := newRows(level+1, plans.n), newRows(level+1, plans.n)
		if err := transform.Apply(b, a, in.Value[0].Coeffs, in.Value[1].Coeffs, nil); err != nil {
			t.Fatal(err)
		}
		for i, rows := range [][][]uint64{b, a} {
			for row := range rows {
				if !slices.Equal(rows[row], want.Value[i].Coeffs[row]) {
					t.Errorf("level %d, %d x %d steps: row %d of polynomial %d differs", level, len(baby), len(giant), row, i)
				}
			}
		}
	}
}
