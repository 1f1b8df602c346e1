// SPDX-License-Identifier: Apache-2.0

package lattigo_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tuneinsight/lattigo/v6/circuits/ckks/bootstrapping"
	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/schemes/bgv"
	"github.com/tuneinsight/lattigo/v6/schemes/ckks"

	"ringlet/lattigo"
)

// operands are those of a call. y may be x, and out may be x or y.
type operands struct {
	x   *rlwe.Ciphertext
	y   rlwe.Operand
	out *rlwe.Ciphertext
}

// operation calls a method of an evaluator and returns its output.
type operation[E any] func(e E, o operands) (*rlwe.Ciphertext, error)

// randomCiphertext returns a ciphertext of random words. In one of four cases Lattigo refuses it.
func randomCiphertext(random *rand.Rand, params rlwe.ParameterProvider, degree int) *rlwe.Ciphertext {
	p := params.GetRLWEParameters()
	ct := rlwe.NewCiphertext(p, degree, random.IntN(p.MaxLevel()+1))
	for _, polynomial := range ct.Value {
		for i, row := range polynomial.Coeffs {
			for j := range row {
				row[j] = random.Uint64N(p.Q()[i])
			}
		}
	}
	ct.IsBatched, ct.Scale = true, p.DefaultScale()
	switch random.IntN(12) {
	case 0:
		ct.MetaData = nil
	case 1:
		ct.IsNTT = false
	case 2:
		ct.IsBatched = false
	}
	return ct
}

// randomOperands returns two equal sets of operands, of any degrees and levels.
func randomOperands(random *rand.Rand, params rlwe.ParameterProvider) (sets [2]operands) {
	degree := func() int { return []int{0, 1, 1, 1, 1, 2, 3}[random.IntN(7)] }
	x, y, out := randomCiphertext(random, params, max(1, degree())), randomCiphertext(random, params, degree()), randomCiphertext(random, params, degree())
	others := []rlwe.Operand{3, "no operand", nil, []uint64{1, 2, 3}}
	kindOfY, kindOfOut := random.IntN(8), random.IntN(6)
	other := others[random.IntN(len(others))]
	for i := range sets {
		a, b := copyOf(x), copyOf(y)
		o := operands{a, b, copyOf(out)}
		switch kindOfY {
		case 0:
			o.y = a
		case 1:
			o.y = other
		}
		switch kindOfOut {
		case 0:
			o.out = a
		case 1:
			o.out = b
		}
		sets[i] = o
	}
	return
}

// copyOf copies a ciphertext that may lack metadata.
func copyOf(ct *rlwe.Ciphertext) *rlwe.Ciphertext {
	if ct.MetaData != nil {
		return ct.CopyNew()
	}
	with := *ct
	with.MetaData = &rlwe.MetaData{}
	copied := with.CopyNew()
	copied.MetaData = nil
	return copied
}

// outcome is what a call leaves behind.
type outcome struct {
	returned, out *rlwe.Ciphertext
	err           error
	panicked      any
}

func outcomeOf[E any](e E, call operation[E], o operands) (result outcome) {
	defer func() { result.panicked = recover() }()
	result.out = o.out
	result.returned, result.err = call(e, o)
	return
}

// expectSameOutcomes calls each operation with right and wrong operands on both sides, and compares errors and outputs.
// Where Lattigo panics, this package may return.
func expectSameOutcomes[E any](t *testing.T, params rlwe.ParameterProvider, theirs, ours E, operations map[string]operation[E]) {
	t.Helper()
	random := newRandom(t)
	refused, count := 0, 40
	if isRacing {
		count = 4
	}
	for name, call := range operations {
		for range count {
			sets := randomOperands(random, params)
			description := fmt.Sprintf("%s of %s", name, describe(sets[0]))
			want, got := outcomeOf(theirs, call, sets[0]), outcomeOf(ours, call, sets[1])
			if want.panicked != nil {
				continue
			}
			if want.err != nil {
				refused++
			}
			if got.panicked != nil || fmt.Sprint(want.err) != fmt.Sprint(got.err) {
				t.Errorf("%s: %v, panic %v, not %v", description, got.err, got.panicked, want.err)
				continue
			}
			if (want.returned == nil) != (got.returned == nil) {
				t.Errorf("%s: returned %v, not %v", description, got.returned, want.returned)
			} else if want.returned != nil {
				expectSame(t, description, want.returned, got.returned)
			}
			expectSame(t, description, want.out, got.out)
		}
	}
	if refused == 0 {
		t.Error("nothing was refused")
	}
}

func describe(o operands) string {
	of := func(ct *rlwe.Ciphertext) string {
		if ct.MetaData == nil {
			return fmt.Sprintf("degree %d level %d without metadata", ct.Degree(), ct.Level())
		}
		return fmt.Sprintf("degree %d level %d NTT %v batched %v", ct.Degree(), ct.Level(), ct.IsNTT, ct.IsBatched)
	}
	y := fmt.Sprintf("%T", o.y)
	if ct, ok := o.y.(*rlwe.Ciphertext); ok {
		y = of(ct)
	}
	return fmt.Sprintf("(%s), (%s) to (%s), square %v, in place %v, %v", of(o.x), y, of(o.out), o.y == o.x, o.out == o.x, o.y == o.out)
}

// keySets returns sets that lack all keys, or some.
func keySets(keys *rlwe.MemEvaluationKeySet) map[string]rlwe.EvaluationKeySet {
	return map[string]rlwe.EvaluationKeySet{
		"no set":          nil,
		"no keys":         rlwe.NewMemEvaluationKeySet(nil),
		"no Galois keys":  rlwe.NewMemEvaluationKeySet(keys.RelinearizationKey),
		"all keys":        keys,
		"Galois key only": &rlwe.MemEvaluationKeySet{GaloisKeys: keys.GaloisKeys},
	}
}

func TestRefusalsOfCKKS(t *testing.T) {
	type e = evaluator
	p := newCKKSPair(t, ckks.ParametersLiteral{LogN: 10, LogQ: []int{50, 40, 40}, LogP: []int{55}, LogDefaultScale: 40})
	operations := map[string]operation[e]{
		"Mul":                func(e e, o operands) (*rlwe.Ciphertext, error) { return nil, e.Mul(o.x, o.y, o.out) },
		"MulNew":             func(e e, o operands) (*rlwe.Ciphertext, error) { return e.MulNew(o.x, o.y) },
		"MulRelin":           func(e e, o operands) (*rlwe.Ciphertext, error) { return nil, e.MulRelin(o.x, o.y, o.out) },
		"MulRelinNew":        func(e e, o operands) (*rlwe.Ciphertext, error) { return e.MulRelinNew(o.x, o.y) },
		"MulThenAdd":         func(e e, o operands) (*rlwe.Ciphertext, error) { return nil, e.MulThenAdd(o.x, o.y, o.out) },
		"MulRelinThenAdd":    func(e e, o operands) (*rlwe.Ciphertext, error) { return nil, e.MulRelinThenAdd(o.x, o.y, o.out) },
		"Relinearize":        func(e e, o operands) (*rlwe.Ciphertext, error) { return nil, e.Relinearize(o.x, o.out) },
		"RelinearizeNew":     func(e e, o operands) (*rlwe.Ciphertext, error) { return e.RelinearizeNew(o.x) },
		"Rotate":             func(e e, o operands) (*rlwe.Ciphertext, error) { return nil, e.Rotate(o.x, 1, o.out) },
		"Rotate by 0":        func(e e, o operands) (*rlwe.Ciphertext, error) { return nil, e.Rotate(o.x, 0, o.out) },
		"Rotate without key": func(e e, o operands) (*rlwe.Ciphertext, error) { return nil, e.Rotate(o.x, 7, o.out) },
		"RotateNew":          func(e e, o operands) (*rlwe.Ciphertext, error) { return e.RotateNew(o.x, 1) },
		"ConjugateNew":       func(e e, o operands) (*rlwe.Ciphertext, error) { return e.ConjugateNew(o.x) },
		"Rescale":            func(e e, o operands) (*rlwe.Ciphertext, error) { return nil, e.Rescale(o.x, o.out) },
		"RotateHoistedNew": func(e e, o operands) (*rlwe.Ciphertext, error) {
			all, err := e.RotateHoistedNew(o.x, []int{1, 7})
			return all[1], err
		},
		"CheckAndGetGaloisKey": func(e e, _ operands) (*rlwe.Ciphertext, error) { _, err := e.CheckAndGetGaloisKey(5); return nil, err },
	}
	for name, keys := range keySets(p.keys) {
		t.Run(name, func(t *testing.T) {
			expectSameOutcomes[e](t, p.plain, ckks.NewEvaluator(p.plain, keys), value(lattigo.NewCKKSEvaluator(p.fast, keys))(t), operations)
		})
	}
}

func TestRefusalsOfBGV(t *testing.T) {
	type e = bgvEvaluator
	literal := bgv.ParametersLiteral{LogN: 10, LogQ: []int{50, 40, 40}, LogP: []int{55}, PlaintextModulus: 65537}
	operations := map[string]operation[e]{
		"Mul":                       func(e e, o operands) (*rlwe.Ciphertext, error) { return nil, e.Mul(o.x, o.y, o.out) },
		"MulNew":                    func(e e, o operands) (*rlwe.Ciphertext, error) { return e.MulNew(o.x, o.y) },
		"MulRelin":                  func(e e, o operands) (*rlwe.Ciphertext, error) { return nil, e.MulRelin(o.x, o.y, o.out) },
		"MulRelinNew":               func(e e, o operands) (*rlwe.Ciphertext, error) { return e.MulRelinNew(o.x, o.y) },
		"MulRelinThenAdd":           func(e e, o operands) (*rlwe.Ciphertext, error) { return nil, e.MulRelinThenAdd(o.x, o.y, o.out) },
		"MulScaleInvariant":         func(e e, o operands) (*rlwe.Ciphertext, error) { return nil, e.MulScaleInvariant(o.x, o.y, o.out) },
		"MulRelinScaleInvariant":    func(e e, o operands) (*rlwe.Ciphertext, error) { return nil, e.MulRelinScaleInvariant(o.x, o.y, o.out) },
		"MulRelinScaleInvariantNew": func(e e, o operands) (*rlwe.Ciphertext, error) { return e.MulRelinScaleInvariantNew(o.x, o.y) },
		"RelinearizeNew":            func(e e, o operands) (*rlwe.Ciphertext, error) { return e.RelinearizeNew(o.x) },
		"Rescale":                   func(e e, o operands) (*rlwe.Ciphertext, error) { return nil, e.Rescale(o.x, o.out) },
		"RotateColumnsNew":          func(e e, o operands) (*rlwe.Ciphertext, error) { return e.RotateColumnsNew(o.x, 3) },
		"RotateRowsNew":             func(e e, o operands) (*rlwe.Ciphertext, error) { return e.RotateRowsNew(o.x) },
	}
	for _, scaleInvariant := range []bool{false, true} {
		p := newBGVPair(t, literal, scaleInvariant)
		for name, keys := range keySets(p.keys) {
			t.Run(fmt.Sprintf("%s, scale-invariant %v", name, scaleInvariant), func(t *testing.T) {
				expectSameOutcomes[e](t, p.params, bgv.NewEvaluator(p.params, keys, scaleInvariant),
					value(lattigo.NewBGVEvaluator(p.params, keys, scaleInvariant))(t), operations)
			})
		}
	}
}

// TestZeroValues passes zero values and nil to all constructors.
func TestZeroValues(t *testing.T) {
	var none *ckks.Parameters
	withoutT := bgv.Parameters{Parameters: newCKKSPair(t, literals["one special"]).plain.Parameters}
	for name, call := range map[string]func() error{
		"NewCKKSEvaluator":                        func() error { _, err := lattigo.NewCKKSEvaluator(ckks.Parameters{}, nil); return err },
		"NewBGVEvaluator":                         func() error { _, err := lattigo.NewBGVEvaluator(bgv.Parameters{}, nil, true); return err },
		"NewBGVEvaluator without plain modulus":   func() error { _, err := lattigo.NewBGVEvaluator(withoutT, nil); return err },
		"AccelerateBootstrapping of nil":          func() error { _, err := lattigo.AccelerateBootstrapping(nil); return err },
		"AccelerateBootstrapping of a zero value": func() error { _, err := lattigo.AccelerateBootstrapping(&bootstrapping.Evaluator{}); return err },
		"Accelerate":                              func() error { _, err := lattigo.Accelerate(none); return err },
		"Restore":                                 func() error { _, err := lattigo.Restore(bgv.Parameters{}); return err },
	} {
		if err := call(); err == nil || !strings.HasPrefix(err.Error(), "lattigo: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
