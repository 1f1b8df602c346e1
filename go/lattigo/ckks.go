// SPDX-License-Identifier: Apache-2.0

package lattigo

import (
	"fmt"

	"github.com/tuneinsight/lattigo/v6/circuits/ckks/polynomial"
	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/schemes/ckks"
)

// CKKSEvaluator is [ckks.Evaluator] with Ringlet's key switching, products and divisions. Its results have the words of
// Lattigo's. It satisfies schemes.Evaluator, which circuits of Lattigo use. Any number of goroutines may use one.
// For methods that are Lattigo's, its key set must list all Galois keys then: Lattigo writes a map for other keys.
//
// Methods that are not overridden are those of Lattigo's evaluator, which calls its own methods, not these. A circuit that
// is made of the field Evaluator has nothing of Ringlet.
type CKKSEvaluator struct {
	*ckks.Evaluator
	switcher
}

// NewCKKSEvaluator makes an evaluator in place of ckks.NewEvaluator. It refuses the conjugate-invariant ring.
//
// The parameters may be accelerated or not: [Accelerate] speeds up what the evaluator leaves to Lattigo.
func NewCKKSEvaluator(params ckks.Parameters, evk rlwe.EvaluationKeySet) (*CKKSEvaluator, error) {
	s, err := newSwitcher(&params.Parameters)
	if err != nil {
		return nil, err
	}
	lattigo := ckks.NewEvaluator(params, evk)
	s.lattigo = lattigo.Evaluator
	return &CKKSEvaluator{lattigo, s}, nil
}

// WithKey replaces Lattigo's: it makes an evaluator with other keys.
func (e *CKKSEvaluator) WithKey(evk rlwe.EvaluationKeySet) *CKKSEvaluator {
	lattigo := e.Evaluator.WithKey(evk)
	return &CKKSEvaluator{lattigo, e.withKey(lattigo.Evaluator)}
}

// Polynomials makes an evaluator of polynomials in place of polynomial.NewEvaluator, which takes Lattigo's evaluator only.
func (e *CKKSEvaluator) Polynomials() *polynomial.Evaluator {
	polynomials := polynomial.NewEvaluator(*e.GetParameters(), e.Evaluator)
	polynomials.Evaluator.Evaluator = e
	return polynomials
}

func (e *CKKSEvaluator) newCiphertext(degree, level int) *rlwe.Ciphertext {
	return ckks.NewCiphertext(*e.GetParameters(), degree, level)
}

// Mul replaces Lattigo's. Products of two ciphertexts are Ringlet's.
func (e *CKKSEvaluator) Mul(op0 *rlwe.Ciphertext, op1 rlwe.Operand, opOut *rlwe.Ciphertext) error {
	if el := secondFactor(op0, op1); el != nil {
		return e.multiply("Mul", op0, el, opOut, nil, nil)
	}
	return e.Evaluator.Mul(op0, op1, opOut)
}

// MulNew replaces Lattigo's.
func (e *CKKSEvaluator) MulNew(op0 *rlwe.Ciphertext, op1 rlwe.Operand) (*rlwe.Ciphertext, error) {
	opOut := e.newCiphertext(op0.Degree(), op0.Level())
	return opOut, e.Mul(op0, op1, opOut)
}

// MulRelin replaces Lattigo's.
func (e *CKKSEvaluator) MulRelin(op0 *rlwe.Ciphertext, op1 rlwe.Operand, opOut *rlwe.Ciphertext) error {
	if el, rlk := secondFactor(op0, op1), e.relinearizationKey(); el != nil && rlk != nil {
		return e.multiply("MulRelin", op0, el, opOut, rlk, nil)
	}
	return e.Evaluator.MulRelin(op0, op1, opOut)
}

// MulRelinNew replaces Lattigo's.
func (e *CKKSEvaluator) MulRelinNew(op0 *rlwe.Ciphertext, op1 rlwe.Operand) (*rlwe.Ciphertext, error) {
	opOut := e.newCiphertext(1, levelOfProduct(op0, op1))
	return opOut, e.MulRelin(op0, op1, opOut)
}

// MulRelinThenAdd replaces Lattigo's.
func (e *CKKSEvaluator) MulRelinThenAdd(op0 *rlwe.Ciphertext, op1 rlwe.Operand, opOut *rlwe.Ciphertext) error {
	el, rlk := secondFactor(op0, op1), e.relinearizationKey()
	if el != nil && rlk != nil && opOut.Degree() == 1 && op0.El() != opOut.El() && el != opOut.El() {
		return e.multiplyThenAdd(op0, el, opOut, rlk, e.Evaluator.MulThenAdd)
	}
	return e.Evaluator.MulRelinThenAdd(op0, op1, opOut)
}

// RelinearizeNew replaces Lattigo's.
func (e *CKKSEvaluator) RelinearizeNew(op0 *rlwe.Ciphertext) (*rlwe.Ciphertext, error) {
	opOut := e.newCiphertext(1, op0.Level())
	return opOut, e.Relinearize(op0, opOut)
}

// ApplyEvaluationKeyNew replaces Lattigo's.
func (e *CKKSEvaluator) ApplyEvaluationKeyNew(op0 *rlwe.Ciphertext, evk *rlwe.EvaluationKey) (*rlwe.Ciphertext, error) {
	opOut := e.newCiphertext(op0.Degree(), op0.Level())
	return opOut, e.ApplyEvaluationKey(op0, evk, opOut)
}

// Rotate replaces Lattigo's.
func (e *CKKSEvaluator) Rotate(op0 *rlwe.Ciphertext, k int, opOut *rlwe.Ciphertext) error {
	if err := e.Automorphism(op0, e.GetParameters().GaloisElement(k), opOut); err != nil {
		return fmt.Errorf("cannot Rotate: %w", err)
	}
	return nil
}

// RotateNew replaces Lattigo's.
func (e *CKKSEvaluator) RotateNew(op0 *rlwe.Ciphertext, k int) (*rlwe.Ciphertext, error) {
	opOut := e.newCiphertext(op0.Degree(), op0.Level())
	return opOut, e.Rotate(op0, k, opOut)
}

// Conjugate replaces Lattigo's.
func (e *CKKSEvaluator) Conjugate(op0, opOut *rlwe.Ciphertext) error {
	if err := e.Automorphism(op0, e.GetParameters().GaloisElementOrderTwoOrthogonalSubgroup(), opOut); err != nil {
		return fmt.Errorf("cannot Conjugate: %w", err)
	}
	return nil
}

// ConjugateNew replaces Lattigo's.
func (e *CKKSEvaluator) ConjugateNew(op0 *rlwe.Ciphertext) (*rlwe.Ciphertext, error) {
	opOut := e.newCiphertext(op0.Degree(), op0.Level())
	return opOut, e.Conjugate(op0, opOut)
}

// RotateHoisted replaces Lattigo's: several rotations of one ciphertext.
func (e *CKKSEvaluator) RotateHoisted(ctIn *rlwe.Ciphertext, rotations []int, opOut map[int]*rlwe.Ciphertext) error {
	return e.rotateHoisted(ctIn, rotations, func(i int) *rlwe.Ciphertext { return opOut[i] })
}

// RotateHoistedNew replaces Lattigo's.
func (e *CKKSEvaluator) RotateHoistedNew(ctIn *rlwe.Ciphertext, rotations []int) (map[int]*rlwe.Ciphertext, error) {
	opOut := make(map[int]*rlwe.Ciphertext)
	for _, i := range rotations {
		opOut[i] = e.newCiphertext(1, ctIn.Level())
	}
	return opOut, e.RotateHoisted(ctIn, rotations, opOut)
}

// Rescale replaces Lattigo's.
func (e *CKKSEvaluator) Rescale(op0, opOut *rlwe.Ciphertext) error {
	params := e.GetParameters()
	count, level := params.LevelsConsumedPerRescaling(), op0.Level()
	if op0.MetaData == nil || opOut.MetaData == nil || level < count || !op0.IsNTT {
		return e.Evaluator.Rescale(op0, opOut)
	}
	if op0 != opOut {
		opOut.Resize(op0.Degree(), level-count)
	}
	*opOut.MetaData = *op0.MetaData
	for i := range count {
		opOut.Scale = opOut.Scale.Div(rlwe.NewScale(params.Q()[level-i]))
	}
	if err := e.rescale(count, level, op0.Value, opOut.Value); err != nil {
		return fmt.Errorf("cannot Rescale: %w", err)
	}
	if op0 == opOut {
		opOut.Resize(op0.Degree(), level-count)
	}
	return nil
}
