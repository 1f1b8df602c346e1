// SPDX-License-Identifier: Apache-2.0

package lattigo_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	bgvlintrans "github.com/tuneinsight/lattigo/v6/circuits/bgv/lintrans"
	"github.com/tuneinsight/lattigo/v6/circuits/ckks/lintrans"
	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/ring/ringqp"
	"github.com/tuneinsight/lattigo/v6/schemes/bgv"
	"github.com/tuneinsight/lattigo/v6/schemes/ckks"

	"ringlet/lattigo"
)

// transformation returns a random matrix that has some diagonals, for ciphertexts of all levels.
func (p *ckksPair) transformation(t testing.TB, ratio int, indices []int) lintrans.LinearTransformation {
	t.Helper()
	return p.transformationAt(t, p.plain.MaxLevel(), p.plain.MaxLevelP(), ratio, indices)
}

func (p *ckksPair) transformationAt(t testing.TB, levelQ, levelP, ratio int, indices []int) lintrans.LinearTransformation {
	t.Helper()
	diagonals := lintrans.Diagonals[float64]{}
	for _, k := range indices {
		diagonals[k] = make([]float64, p.plain.MaxSlots())
		for i := range diagonals[k] {
			diagonals[k][i] = p.random.Float64()
		}
	}
	matrix := lintrans.NewTransformation(p.plain, lintrans.Parameters{
		DiagonalsIndexList: indices, LevelQ: levelQ, LevelP: levelP,
		Scale: p.plain.DefaultScale(), LogDimensions: p.plain.LogMaxDimensions(), LogBabyStepGiantStepRatio: ratio,
	})
	check(t, lintrans.Encode(p.encoder, diagonals, matrix))
	return matrix
}

type list = []lintrans.LinearTransformation

// keysOf returns keys for transformations.
func (p *ckksPair) keysOf(t testing.TB, all ...lintrans.LinearTransformation) *rlwe.MemEvaluationKeySet {
	t.Helper()
	var elements []uint64
	for _, matrix := range all {
		elements = append(elements, matrix.GaloisElements(p.plain)...)
	}
	elements = slices.DeleteFunc(elements, func(g uint64) bool { return g == 1 })
	shape := rlwe.EvaluationKeyParameters{LevelP: &all[0].LevelP}
	return rlwe.NewMemEvaluationKeySet(nil, rlwe.NewKeyGenerator(p.plain).GenGaloisKeysNew(elements, p.secret, shape)...)
}

// transformers is the interface of Lattigo's evaluator and Ringlet's.
type transformers interface {
	EvaluateNew(*rlwe.Ciphertext, lintrans.LinearTransformation) (*rlwe.Ciphertext, error)
	Evaluate(*rlwe.Ciphertext, lintrans.LinearTransformation, *rlwe.Ciphertext) error
	EvaluateManyNew(*rlwe.Ciphertext, []lintrans.LinearTransformation) ([]*rlwe.Ciphertext, error)
	EvaluateMany(*rlwe.Ciphertext, []lintrans.LinearTransformation, []*rlwe.Ciphertext) error
	EvaluateSequentialNew(*rlwe.Ciphertext, []lintrans.LinearTransformation) (*rlwe.Ciphertext, error)
	EvaluateSequential(*rlwe.Ciphertext, []lintrans.LinearTransformation, *rlwe.Ciphertext) error
}

// transformersOf returns Lattigo's evaluator, and Ringlet's with keys that are read in place or copied.
func (p *ckksPair) transformersOf(t testing.TB, keys rlwe.EvaluationKeySet) (plain transformers, fast map[string]*lattigo.CKKSEvaluator) {
	t.Helper()
	fast = map[string]*lattigo.CKKSEvaluator{"keys in place": p.ringlet.WithKey(keys), "prepared keys": p.ringlet.WithKey(keys)}
	check(t, fast["prepared keys"].PrepareKeys())
	return lintrans.NewEvaluator(p.lattigo.WithKey(keys)), fast
}

// TestLinearTransformations compares matrices with and without the main diagonal, baby and giant steps, at random levels.
func TestLinearTransformations(t *testing.T) {
	for _, literal := range []ckks.ParametersLiteral{literals["one special"], literals["two special"],
		{LogN: 10, LogQ: []int{55, 45, 45, 45, 45}, LogP: []int{55, 55, 55}, LogDefaultScale: 45}} {
		p := newCKKSPair(t, literal)
		for _, indices := range [][]int{{0, 1, 2, 3, 7, 8, 9, 64, 65, 130, 511}, {5, 70, 71, 300}, {-3, 0, 1}, {0, 64}} {
			for ratio := -1; ratio < 3; ratio++ {
				levelP := p.random.IntN(p.plain.MaxLevelP() + 1)
				// Without baby steps, Lattigo panics below this level.
				level := func(most int) int { return levelP + p.random.IntN(most-levelP+1) }
				levelQ := level(p.plain.MaxLevel())
				matrix := p.transformationAt(t, levelQ, levelP, ratio, indices)
				plain, fast := p.transformersOf(t, p.keysOf(t, matrix))
				x := p.encrypt(t, level(p.plain.MaxLevel()))
				want := value(plain.EvaluateNew(x, matrix))(t)
				short := ckks.NewCiphertext(p.plain, 1, level(min(x.Level(), levelQ)))
				wantShort := short.CopyNew()
				check(t, plain.Evaluate(x, matrix, wantShort))
				for how, e := range fast {
					name := fmt.Sprintf("diagonals %v, ratio %d, levels %d, %d, ciphertext %d, %s", indices, ratio, levelQ, levelP, x.Level(), how)
					if !lattigo.Transforms(e, x, matrix) {
						t.Errorf("%s: left to Lattigo", name)
					}
					ours := e.LinearTransformations()
					expectSame(t, name, want, value(ours.EvaluateNew(x, matrix))(t))
					check(t, ours.Evaluate(x, matrix, short))
					expectSame(t, name+", to a lower level", wantShort, short)
					y := x.CopyNew()
					check(t, ours.Evaluate(y, matrix, y))
					expectSame(t, name+", in place", want, y)
				}
			}
		}
	}
}

func TestManyLinearTransformations(t *testing.T) {
	p := newCKKSPair(t, literals["two special"])
	top := p.plain.MaxLevel()
	all := list{
		p.transformation(t, 1, []int{0, 1, 17, 64}), p.transformationAt(t, top-2, p.plain.MaxLevelP(), -1, []int{0, 2, 5}),
		p.transformation(t, 0, []int{1, 2, 33}),
	}
	plain, fast := p.transformersOf(t, p.keysOf(t, all...))
	x := p.encrypt(t, top)
	want := value(plain.EvaluateManyNew(x, all))(t)
	lower := append(list{p.transformationAt(t, 1, p.plain.MaxLevelP(), 1, []int{0, 1, 17, 64})}, all...) // left to Lattigo
	wantLower := value(plain.EvaluateManyNew(x, lower))(t)
	sequence := value(plain.EvaluateSequentialNew(x, all[:2]))(t)
	for how, e := range fast {
		ours := e.LinearTransformations()
		for i, got := range value(ours.EvaluateManyNew(x, all))(t) {
			expectSame(t, fmt.Sprintf("transformation %d of several, %s", i, how), want[i], got)
		}
		for i, got := range value(ours.EvaluateManyNew(x, lower))(t) {
			expectSame(t, fmt.Sprintf("transformation %d of several levels, %s", i, how), wantLower[i], got)
		}
		expectSame(t, "one after the other, "+how, sequence, value(ours.EvaluateSequentialNew(x, all[:2]))(t))
	}
}

func TestLinearTransformationsOfBGV(t *testing.T) {
	p := newBGVPair(t, bgv.ParametersLiteral{LogN: 10, LogQ: repeat(45, 4), LogP: []int{55, 55}, PlaintextModulus: 65537}, false)
	diagonals := bgvlintrans.Diagonals[uint64]{}
	for _, k := range []int{0, 1, 2, 40, 43, 511} {
		for range p.params.MaxSlots() {
			diagonals[k] = append(diagonals[k], p.random.Uint64N(65537))
		}
	}
	for _, ratio := range []int{-1, 1} {
		matrix := bgvlintrans.NewLinearTransformation(p.params, bgvlintrans.Parameters{
			DiagonalsIndexList: diagonals.DiagonalsIndexList(), LevelQ: p.params.MaxLevel(), LevelP: p.params.MaxLevelP(),
			Scale: p.params.DefaultScale(), LogDimensions: p.params.LogMaxDimensions(), LogBabyStepGiantStepRatio: ratio})
		check(t, bgvlintrans.Encode(bgv.NewEncoder(p.params), diagonals, matrix))
		kgen := rlwe.NewKeyGenerator(p.params)
		keys := rlwe.NewMemEvaluationKeySet(nil, kgen.GenGaloisKeysNew(matrix.GaloisElements(p.params), kgen.GenSecretKeyNew())...)
		x := p.encrypt(t, p.params.MaxLevel())
		all := []bgvlintrans.LinearTransformation{matrix, matrix}
		plain, ours := bgvlintrans.NewEvaluator(p.lattigo.WithKey(keys)), p.ringlet.WithKey(keys).LinearTransformations()
		expectSame(t, "of BGV", value(plain.EvaluateNew(x, matrix))(t), value(ours.EvaluateNew(x, matrix))(t))
		expectSame(t, "of BGV, twice", value(plain.EvaluateSequentialNew(x, all))(t), value(ours.EvaluateSequentialNew(x, all))(t))
	}
}

// TestLinearTransformationsOfLattigo compares what is left to Lattigo: results, errors and panics.
func TestLinearTransformationsOfLattigo(t *testing.T) {
	p := newCKKSPair(t, literals["two special"])
	top := p.plain.MaxLevel()
	matrix := p.transformation(t, 1, []int{0, 1, 2, 17})
	naive := p.transformation(t, -1, []int{0, 1, 2, 17})
	keys := p.keysOf(t, matrix, naive)
	low := 0
	lowP := rlwe.NewMemEvaluationKeySet(nil, rlwe.NewKeyGenerator(p.plain).GenGaloisKeysNew(naive.GaloisElements(p.plain), p.secret,
		rlwe.EvaluationKeyParameters{LevelP: &low})...)
	x := p.encrypt(t, top)
	out := func(count int) (all []*rlwe.Ciphertext) {
		for range count {
			all = append(all, ckks.NewCiphertext(p.plain, 1, top))
		}
		return
	}
	other := p.transformationAt(t, top, 0, 1, []int{0, 1})
	foreign := naive
	foreign.Vec = map[int]ringqp.Poly{}
	for name, c := range map[string]struct {
		keys rlwe.EvaluationKeySet
		all  list
		out  []*rlwe.Ciphertext
	}{
		"a key that is missing":           {rlwe.NewMemEvaluationKeySet(nil), list{matrix}, out(1)},
		"a missing key, no baby steps":    {rlwe.NewMemEvaluationKeySet(nil), list{naive}, out(1)},
		"keys of another level":           {lowP, list{naive}, out(1)},
		"too few outputs":                 {keys, list{matrix, naive}, out(1)},
		"an output that is nil":           {keys, list{matrix}, []*rlwe.Ciphertext{nil}},
		"matrices of different levels":    {keys, list{matrix, other}, out(2)},
		"no matrix":                       {keys, nil, nil},
		"a matrix without any diagonal":   {keys, list{foreign}, out(1)},
		"one missing key of two matrices": {p.keysOf(t, naive), list{naive, p.transformation(t, -1, []int{3})}, out(2)},
	} {
		call := func(e transformers) (message string) {
			defer func() {
				if r := recover(); r != nil {
					message = fmt.Sprint("panic: ", r)
				}
			}()
			if err := e.EvaluateMany(x, c.all, c.out); err != nil {
				return err.Error()
			}
			return ""
		}
		want := call(lintrans.NewEvaluator(p.lattigo.WithKey(c.keys)))
		if got := call(p.ringlet.WithKey(c.keys).LinearTransformations()); want == "" || got != want {
			t.Errorf("%s: %q, not %q", name, got, want)
		}
	}
	// Keys in base 2^w.
	bits := 20
	single := newCKKSPair(t, literals["one special"])
	matrix = single.transformation(t, -1, []int{1, 2})
	inBits := rlwe.NewMemEvaluationKeySet(nil, rlwe.NewKeyGenerator(single.plain).GenGaloisKeysNew(matrix.GaloisElements(single.plain), single.secret,
		rlwe.EvaluationKeyParameters{BaseTwoDecomposition: &bits})...)
	if e := single.ringlet.WithKey(inBits); lattigo.Transforms(e, single.encrypt(t, 1), matrix) {
		t.Error("keys in base 2^w are not left to Lattigo")
	}
}

// TestChangedLinearTransformations changes a word of a plaintext and of a key between calls.
func TestChangedLinearTransformations(t *testing.T) {
	p := newCKKSPair(t, literals["two special"])
	matrix := p.transformation(t, 1, []int{0, 1, 2, 17, 64})
	keys := p.keysOf(t, matrix)
	x := p.encrypt(t, p.plain.MaxLevel())
	plain, ours := lintrans.NewEvaluator(p.lattigo.WithKey(keys)), p.ringlet.WithKey(keys).LinearTransformations()
	expect := func(when string) {
		t.Helper()
		expectSame(t, when, value(plain.EvaluateNew(x, matrix))(t), value(ours.EvaluateNew(x, matrix))(t))
	}
	expect("first use")
	matrix.Vec[17].Q.Coeffs[1][3] ^= 1
	matrix.Vec[2].P.Coeffs[1][3] ^= 1
	expect("after a plaintext changed")
	value(keys.GetGaloisKey(p.plain.GaloisElement(1)))(t).Value[0][0][1].P.Coeffs[0][7] ^= 1
	expect("after a key changed")
}

func TestLinearTransformationsInGoroutines(t *testing.T) {
	p := newCKKSPair(t, literals["two special"])
	matrix := p.transformation(t, 1, []int{0, 1, 2, 17, 64})
	keys := p.keysOf(t, matrix)
	x := p.encrypt(t, p.plain.MaxLevel())
	want := value(lintrans.NewEvaluator(p.lattigo.WithKey(keys)).EvaluateNew(x, matrix))(t)
	ours := p.ringlet.WithKey(unlisted{keys}).LinearTransformations()
	var group sync.WaitGroup
	for range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			for range 3 {
				got, err := ours.EvaluateNew(x, matrix)
				if err != nil || !got.Equal(want) {
					t.Errorf("%v, or other words in a goroutine", err)
				}
			}
		}()
	}
	group.Wait()
}
