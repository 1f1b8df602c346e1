// SPDX-License-Identifier: Apache-2.0

package lattigo

import (
	"fmt"
	"slices"

	bgvlintrans "github.com/tuneinsight/lattigo/v6/circuits/bgv/lintrans"
	ckkslintrans "github.com/tuneinsight/lattigo/v6/circuits/ckks/lintrans"
	"github.com/tuneinsight/lattigo/v6/circuits/common/lintrans"
	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/utils"

	"ringlet"
)

// LinearTransformation is a type of Lattigo for linear transformations: of the package circuits/common/lintrans, of CKKS
// or of BGV.
type LinearTransformation interface {
	lintrans.LinearTransformation | ckkslintrans.LinearTransformation | bgvlintrans.LinearTransformation
}

// LinearTransformations takes the place of lintrans.Evaluator. It evaluates the sum over the rotations by
// [ringlet.LinearTransform], with the words of Lattigo. Any number of goroutines may use one.
//
// It reads keys and plaintexts where they lie, and keeps nothing of them between calls. A call borrows from the pool of
// the evaluator the digits of the ciphertext, two polynomials modulo Q P for each giant step, and, with several giant
// steps, digits and two polynomials more.
//
// All transformations of a call go to Lattigo's evaluator, with the key switches of this package, unless Ringlet can
// evaluate each: ciphertexts of degree 1 as evaluations, keys without base 2^w for all rotations, with the levels that
// the transformation needs.
type LinearTransformations[T LinearTransformation] struct {
	*lintrans.Evaluator
	switcher *switcher
}

// LinearTransformations makes an evaluator of linear transformations in place of lintrans.NewEvaluator.
func (e *CKKSEvaluator) LinearTransformations() *LinearTransformations[ckkslintrans.LinearTransformation] {
	return &LinearTransformations[ckkslintrans.LinearTransformation]{lintrans.NewEvaluator(e), &e.switcher}
}

// LinearTransformations makes an evaluator of linear transformations in place of lintrans.NewEvaluator.
func (e *BGVEvaluator) LinearTransformations() *LinearTransformations[bgvlintrans.LinearTransformation] {
	return &LinearTransformations[bgvlintrans.LinearTransformation]{lintrans.NewEvaluator(e), &e.switcher}
}

// EvaluateNew replaces Lattigo's.
func (e *LinearTransformations[T]) EvaluateNew(ctIn *rlwe.Ciphertext, linearTransformation T) (*rlwe.Ciphertext, error) {
	opOut, err := e.EvaluateManyNew(ctIn, []T{linearTransformation})
	if err != nil {
		return nil, err
	}
	return opOut[0], nil
}

// Evaluate replaces Lattigo's.
func (e *LinearTransformations[T]) Evaluate(ctIn *rlwe.Ciphertext, linearTransformation T, opOut *rlwe.Ciphertext) error {
	return e.EvaluateMany(ctIn, []T{linearTransformation}, []*rlwe.Ciphertext{opOut})
}

// EvaluateManyNew replaces Lattigo's.
func (e *LinearTransformations[T]) EvaluateManyNew(ctIn *rlwe.Ciphertext, linearTransformations []T) ([]*rlwe.Ciphertext, error) {
	opOut := make([]*rlwe.Ciphertext, len(linearTransformations))
	for i, lt := range linearTransformations {
		opOut[i] = rlwe.NewCiphertext(e.GetRLWEParameters(), 1, lintrans.LinearTransformation(lt).LevelQ)
	}
	return opOut, e.EvaluateMany(ctIn, linearTransformations, opOut)
}

// EvaluateMany replaces Lattigo's: it writes each transformation of a ciphertext.
func (e *LinearTransformations[T]) EvaluateMany(ctIn *rlwe.Ciphertext, linearTransformations []T, opOut []*rlwe.Ciphertext) error {
	all := make([]lintrans.LinearTransformation, len(linearTransformations))
	for i, lt := range linearTransformations {
		all[i] = lintrans.LinearTransformation(lt)
	}
	sums, served := e.switcher.rotationSums(ctIn, all, opOut)
	if !served {
		return e.Evaluator.EvaluateMany(ctIn, all, opOut)
	}
	if err := e.switcher.transform(ctIn, decomposedLevel(ctIn, all), sums, opOut); err != nil {
		return fmt.Errorf("cannot EvaluateMany: %w", err)
	}
	return nil
}

// EvaluateSequentialNew replaces Lattigo's.
func (e *LinearTransformations[T]) EvaluateSequentialNew(ctIn *rlwe.Ciphertext, linearTransformations []T) (*rlwe.Ciphertext, error) {
	opOut := rlwe.NewCiphertext(e.GetRLWEParameters(), 1, lintrans.LinearTransformation(linearTransformations[0]).LevelQ)
	return opOut, e.EvaluateSequential(ctIn, linearTransformations, opOut)
}

// EvaluateSequential replaces Lattigo's: it applies one transformation after the other, and divides after each.
func (e *LinearTransformations[T]) EvaluateSequential(ctIn *rlwe.Ciphertext, linearTransformations []T, opOut *rlwe.Ciphertext) error {
	for i, in := 0, ctIn; i == 0 || i < len(linearTransformations); i, in = i+1, opOut {
		if err := e.Evaluate(in, linearTransformations[i], opOut); err != nil {
			return err
		}
		if err := e.Rescale(opOut, opOut); err != nil {
			return err
		}
	}
	return nil
}

// rotationSum is a linear transformation that Ringlet evaluates.
type rotationSum struct {
	*lintrans.LinearTransformation
	// baby and giant are rotations. Without giant steps, the only one is 0.
	baby, giant []int
	// keys has the key of each rotation but 0.
	keys map[int]*rlwe.GaloisKey
	// keyLevel is the lowest level of the keys.
	keyLevel int
}

// rotationSums returns the sums of transformations, and whether Ringlet evaluates all of them.
func (e *switcher) rotationSums(ctIn *rlwe.Ciphertext, all []lintrans.LinearTransformation, opOut []*rlwe.Ciphertext) ([]rotationSum, bool) {
	if len(all) == 0 || len(opOut) < len(all) || !e.isTransformed(ctIn) || !ctIn.IsNTT {
		return nil, false
	}
	sums, top := make([]rotationSum, len(all)), decomposedLevel(ctIn, all)
	for i := range all {
		sums[i].LinearTransformation = &all[i]
		if !e.isTransformed(opOut[i]) || all[i].LevelP != all[0].LevelP || !e.findSteps(&sums[i], min(top, opOut[i].Level())) {
			return nil, false
		}
		// Lattigo's baby steps add up all digits of the ciphertext, also digits without moduli of the result's level.
		digits := func(level int) int { return level / (all[i].LevelP + 1) }
		if all[i].N1 != 0 && digits(min(top, opOut[i].Level(), all[i].LevelQ)) != digits(top) {
			return nil, false
		}
	}
	return sums, true
}

// decomposedLevel returns the level at which Lattigo decomposes a ciphertext for transformations.
func decomposedLevel(ctIn *rlwe.Ciphertext, all []lintrans.LinearTransformation) int {
	level := 0
	for _, lt := range all {
		level = max(level, lt.LevelQ)
	}
	return min(level, ctIn.Level())
}

// isTransformed tells whether a ciphertext may be an operand or a result.
func (e *switcher) isTransformed(ct *rlwe.Ciphertext) bool {
	return ct != nil && ct.MetaData != nil && ct.Degree() == 1 && ct.Level() < len(e.plans.q) &&
		e.areFull(ct.Value[0].Coeffs, ct.Level()) && e.areFull(ct.Value[1].Coeffs, ct.Level())
}

// areFull tells whether a polynomial has all words of the rows of a level.
func (e *switcher) areFull(rows [][]uint64, level int) bool {
	return len(rows) > level && !slices.ContainsFunc(rows[:level+1], func(row []uint64) bool { return len(row) != e.plans.n })
}

// findSteps finds the rotations of a transformation and their keys. It returns false if Lattigo must evaluate it.
func (e *switcher) findSteps(sum *rotationSum, level int) bool {
	if sum.MetaData == nil || len(sum.Vec) == 0 || sum.LevelQ < 0 || sum.LevelQ >= len(e.plans.q) || sum.LevelP < 0 || sum.LevelP >= len(e.plans.p) {
		return false
	}
	level = min(level, sum.LevelQ)
	slots := 1 << sum.LogDimensions.Cols
	for rotation, diagonal := range sum.Vec {
		if rotation < 0 || rotation >= slots || !e.areFull(diagonal.Q.Coeffs, level) || !e.areFull(diagonal.P.Coeffs, sum.LevelP) {
			return false
		}
	}
	sum.baby, sum.giant = utils.GetSortedKeys(sum.Vec), []int{0}
	if sum.N1 != 0 {
		_, sum.giant, sum.baby = sum.BSGSIndex()
	}
	sum.keys, sum.keyLevel = map[int]*rlwe.GaloisKey{}, len(e.plans.q)-1
	for _, rotation := range slices.Concat(sum.baby, sum.giant) {
		if rotation == 0 || sum.keys[rotation] != nil {
			continue
		}
		evk, err := e.CheckAndGetGaloisKey(e.lattigo.GetRLWEParameters().GaloisElement(rotation))
		if err != nil || !areDigitsModuli(&evk.GadgetCiphertext) || evk.LevelP() != sum.LevelP || evk.LevelQ() < level || e.plans.planFor(&evk.GadgetCiphertext) == nil {
			return false
		}
		sum.keys[rotation], sum.keyLevel = evk, min(sum.keyLevel, evk.LevelQ())
	}
	return true
}

// transform writes the sums of rotations of ctIn, which it decomposes at level top, to opOut, in turn.
func (e *switcher) transform(ctIn *rlwe.Ciphertext, top int, sums []rotationSum, opOut []*rlwe.Ciphertext) error {
	at := levels{top, sums[0].LevelP}
	plan, err := e.plans.keySwitch(shape{levels{len(e.plans.q) - 1, at.p}, 0})
	if err != nil {
		return err
	}
	moduli, err := e.plans.transforms(at)
	if err != nil {
		return err
	}
	digits, recycle := e.polynomials(plan.DigitCount(at.q+1), at)
	defer recycle()
	must(plan.Decompose(digits, rowsOf(ctIn.Value[1], at.q), nil))
	// Keys and plaintexts are in Montgomery form, so that digits times both have the factor 2^128.
	scalars := make([]uint64, moduli.base.Size())
	for i := range scalars {
		scalars[i] = 1
	}
	ones := slices.Collect(slices.Chunk(scalars, 1))
	must(moduli.base.FromMontgomery(ones, ones, nil))
	must(moduli.base.FromMontgomery(ones, ones, nil))
	for _, digit := range digits {
		must(moduli.base.MulScalar(digit, digit, scalars, nil))
	}
	for i := range sums {
		if err := e.sumRotations(ctIn, digits, &sums[i], opOut[i]); err != nil {
			return err
		}
	}
	return nil
}

// polynomials lends polynomials modulo Q P.
func (e *switcher) polynomials(count int, at levels) ([][][]uint64, func()) {
	length := at.q + at.p + 2
	rows, recycle := e.rows(count * length)
	return slices.Collect(slices.Chunk(rows, length)), recycle
}

// sumRotations writes a linear transformation of ctIn, whose digits times 2^-128 are given, to opOut.
func (e *switcher) sumRotations(ctIn *rlwe.Ciphertext, digits [][][]uint64, sum *rotationSum, opOut *rlwe.Ciphertext) error {
	at := levels{min(opOut.Level(), ctIn.Level(), sum.LevelQ), sum.LevelP}
	plan, err := e.plans.keySwitch(shape{levels{sum.keyLevel, at.p}, 0})
	if err != nil {
		return err
	}
	scale := ctIn.Scale.Mul(sum.Scale)
	*opOut.MetaData = *ctIn.MetaData
	opOut.Scale = scale
	opOut.Resize(1, at.q)

	sums, recycle := e.polynomials(2*len(sum.giant), at)
	defer recycle()
	sumB, sumA := sums[:len(sum.giant)], sums[len(sum.giant):]
	if err := e.innerSums(plan, at, sumB, sumA, ctIn, digits, sum); err != nil {
		return err
	}
	b, a := rowsOf(opOut.Value[0], at.q), rowsOf(opOut.Value[1], at.q)
	if len(sum.giant) == 1 && sum.giant[0] == 0 {
		return plan.ModDown(b, a, sumB[0], sumA[0], nil)
	}
	return e.giantSteps(plan, at, sumB, sumA, sum, func(totalB, totalA [][]uint64) error { return plan.ModDown(b, a, totalB, totalA, nil) })
}

// innerSums writes the sums over the baby steps of each giant step modulo Q P.
func (e *switcher) innerSums(plan *ringlet.KeySwitch, at levels, sumB, sumA [][][]uint64, ctIn *rlwe.Ciphertext, digits [][][]uint64, sum *rotationSum) error {
	baby, closeKeys, err := e.borrowKeys(plan, sum, sum.baby)
	defer closeKeys()
	if err != nil {
		return err
	}
	var plaintexts [][][]uint64
	for _, giant := range sum.giant {
		for _, rotation := range sum.baby {
			var rows [][]uint64
			if diagonal, ok := sum.Vec[giant+rotation]; ok {
				rows = rowsOfQP(diagonal, at.q, at.p)
			}
			plaintexts = append(plaintexts, rows)
		}
	}
	// Inner sums do not need the keys of giant steps.
	transform, err := ringlet.NewLinearTransform(plan, baby, make([]*ringlet.SwitchingKey, len(sum.giant)), plaintexts)
	if err != nil {
		return err
	}
	defer transform.Close()
	count := at.q + 1
	rows, recycle := e.rows(2 * count)
	defer recycle()
	parts := [2][][]uint64{rows[:count], rows[count:]}
	for i := range parts {
		if i == 1 && sum.baby[0] != 0 { // the identity alone reads it
			parts[1] = rowsOf(ctIn.Value[1], at.q)
			continue
		}
		must(e.plans.base.FromMontgomery(parts[i], rowsOf(ctIn.Value[i], at.q), nil))
	}
	digitsHere := make([][][]uint64, plan.DigitCount(count))
	for i := range digitsHere {
		digit := digits[i]
		digitsHere[i] = slices.Concat(digit[:count], digit[len(digit)-at.p-1:])
	}
	return transform.Sums(sumB, sumA, parts[0], parts[1], digitsHere, nil)
}

// borrowKeys makes the keys of rotations, which read Lattigo's keys where they lie, nil for 0. The function closes them.
func (e *switcher) borrowKeys(plan *ringlet.KeySwitch, sum *rotationSum, rotations []int) ([]*ringlet.SwitchingKey, func(), error) {
	keys := make([]*ringlet.SwitchingKey, len(rotations))
	closeKeys := func() {
		for _, key := range keys {
			if key != nil {
				key.Close()
			}
		}
	}
	count := plan.DigitCount(sum.keyLevel + 1)
	for i, rotation := range rotations {
		if rotation == 0 {
			continue
		}
		automorphism, err := e.plans.automorphism(e.lattigo.GetRLWEParameters().GaloisElement(rotation))
		if err != nil {
			return nil, closeKeys, err
		}
		parts := partsOf(&sum.keys[rotation].GadgetCiphertext, sum.keyLevel)
		if keys[i], err = ringlet.BorrowSwitchingKey(plan, parts[0][:count], parts[1][:count], automorphism); err != nil {
			return nil, closeKeys, err
		}
	}
	return keys, closeKeys, nil
}

// giantSteps lends the sum of the images of inner sums under the giant steps to a function.
func (e *switcher) giantSteps(plan *ringlet.KeySwitch, at levels, sumB, sumA [][][]uint64, sum *rotationSum, use func(totalB, totalA [][]uint64) error) error {
	moduli, err := e.plans.transforms(at)
	if err != nil {
		return err
	}
	divide, err := e.plans.divide(division{at, at.p + 1})
	if err != nil {
		return err
	}
	keys, closeKeys, err := e.borrowKeys(plan, sum, sum.giant)
	defer closeKeys()
	if err != nil {
		return err
	}
	count := plan.DigitCount(at.q + 1)
	rows, recycle := e.polynomials(count+2, at)
	defer recycle()
	digits, totalB, totalA := rows[:count], rows[count], rows[count+1]
	// Products with keys in Montgomery form are in Montgomery form.
	write := plan.InnerProduct
	for g, rotation := range sum.giant {
		if rotation == 0 {
			continue
		}
		quotient := sumA[g][:at.q+1]
		must(divide.OnEvaluations(quotient, sumA[g], nil))
		must(plan.Decompose(digits, quotient, nil))
		must(write(totalB, totalA, digits, keys[g], nil))
		write = plan.Accumulate
	}
	must(moduli.base.FromMontgomery(totalB, totalB, nil))
	must(moduli.base.FromMontgomery(totalA, totalA, nil))
	for g, rotation := range sum.giant {
		if rotation == 0 {
			must(moduli.base.Add(totalB, totalB, sumB[g], nil))
			must(moduli.base.Add(totalA, totalA, sumA[g], nil))
			continue
		}
		automorphism, err := e.plans.automorphism(e.lattigo.GetRLWEParameters().GaloisElement(rotation))
		if err != nil {
			return err
		}
		must(automorphism.AddOnEvaluations(totalB, sumB[g], moduli.base, nil))
	}
	return use(totalB, totalA)
}
