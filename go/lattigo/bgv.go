// SPDX-License-Identifier: Apache-2.0

package lattigo

import (
	"fmt"

	"github.com/tuneinsight/lattigo/v6/circuits/bgv/polynomial"
	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/schemes/bgv"
)

// BGVEvaluator is [bgv.Evaluator] with Ringlet's key switching, products and divisions, as [CKKSEvaluator] is for CKKS.
type BGVEvaluator struct {
	*bgv.Evaluator
	switcher
	// plaintextModulus has the residue of the plaintext modulus for each modulus.
	plaintextModulus []uint64
}

// NewBGVEvaluator makes an evaluator in place of bgv.NewEvaluator.
func NewBGVEvaluator(params bgv.Parameters, evk rlwe.EvaluationKeySet, scaleInvariant ...bool) (*BGVEvaluator, error) {
	if params.RingT() == nil {
		return nil, errNoRing
	}
	s, err := newSwitcher(&params.Parameters)
	if err != nil {
		return nil, err
	}
	lattigo := bgv.NewEvaluator(params, evk, scaleInvariant...)
	s.lattigo = lattigo.Evaluator
	t := make([]uint64, params.QCount())
	for i, q := range params.Q() {
		t[i] = params.PlaintextModulus() % q
	}
	return &BGVEvaluator{lattigo, s, t}, nil
}

// WithKey replaces Lattigo's: it makes an evaluator with other keys.
func (e *BGVEvaluator) WithKey(evk rlwe.EvaluationKeySet) *BGVEvaluator {
	lattigo := e.Evaluator.WithKey(evk)
	return &BGVEvaluator{lattigo, e.withKey(lattigo.Evaluator), e.plaintextModulus}
}

// Polynomials makes an evaluator of polynomials in place of polynomial.NewEvaluator, which takes Lattigo's evaluator only.
func (e *BGVEvaluator) Polynomials() *polynomial.Evaluator {
	polynomials := polynomial.NewEvaluator(*e.GetParameters(), e.Evaluator)
	polynomials.Evaluator.Evaluator = e
	return polynomials
}

func (e *BGVEvaluator) newCiphertext(degree, level int) *rlwe.Ciphertext {
	return bgv.NewCiphertext(*e.GetParameters(), degree, level)
}

// Mul replaces Lattigo's. Products of two ciphertexts are Ringlet's.
func (e *BGVEvaluator) Mul(op0 *rlwe.Ciphertext, op1 rlwe.Operand, opOut *rlwe.Ciphertext) error {
	if el := secondFactor(op0, op1); el != nil && !e.ScaleInvariant {
		return e.multiply("Mul", op0, el, opOut, nil, e.plaintextModulus)
	} else if el != nil {
		return e.MulScaleInvariant(op0, op1, opOut)
	}
	return e.Evaluator.Mul(op0, op1, opOut)
}

// MulNew replaces Lattigo's.
func (e *BGVEvaluator) MulNew(op0 *rlwe.Ciphertext, op1 rlwe.Operand) (*rlwe.Ciphertext, error) {
	if secondFactor(op0, op1) != nil {
		opOut := e.newCiphertext(2, levelOfProduct(op0, op1))
		return opOut, e.Mul(op0, op1, opOut)
	}
	return e.Evaluator.MulNew(op0, op1)
}

// MulRelin replaces Lattigo's.
func (e *BGVEvaluator) MulRelin(op0 *rlwe.Ciphertext, op1 rlwe.Operand, opOut *rlwe.Ciphertext) error {
	if e.ScaleInvariant {
		return e.MulRelinScaleInvariant(op0, op1, opOut)
	}
	if el, rlk := secondFactor(op0, op1), e.relinearizationKey(); el != nil && rlk != nil {
		return e.multiply("MulRelin", op0, el, opOut, rlk, e.plaintextModulus)
	}
	return e.Evaluator.MulRelin(op0, op1, opOut)
}

// MulRelinNew replaces Lattigo's.
func (e *BGVEvaluator) MulRelinNew(op0 *rlwe.Ciphertext, op1 rlwe.Operand) (*rlwe.Ciphertext, error) {
	if e.ScaleInvariant {
		return e.MulRelinScaleInvariantNew(op0, op1)
	}
	opOut := e.newCiphertext(1, levelOfProduct(op0, op1))
	return opOut, e.MulRelin(op0, op1, opOut)
}

// MulRelinThenAdd replaces Lattigo's.
func (e *BGVEvaluator) MulRelinThenAdd(op0 *rlwe.Ciphertext, op1 rlwe.Operand, opOut *rlwe.Ciphertext) error {
	el, rlk := secondFactor(op0, op1), e.relinearizationKey()
	if el != nil && rlk != nil && opOut.Degree() == 1 && op0.El() != opOut.El() && el != opOut.El() {
		return e.multiplyThenAdd(op0, el, opOut, rlk, e.Evaluator.MulThenAdd)
	}
	return e.Evaluator.MulRelinThenAdd(op0, op1, opOut)
}

// RelinearizeNew replaces Lattigo's.
func (e *BGVEvaluator) RelinearizeNew(op0 *rlwe.Ciphertext) (*rlwe.Ciphertext, error) {
	opOut := e.newCiphertext(1, op0.Level())
	return opOut, e.Relinearize(op0, opOut)
}

// ApplyEvaluationKeyNew replaces Lattigo's.
func (e *BGVEvaluator) ApplyEvaluationKeyNew(op0 *rlwe.Ciphertext, evk *rlwe.EvaluationKey) (*rlwe.Ciphertext, error) {
	opOut := e.newCiphertext(op0.Degree(), op0.Level())
	return opOut, e.ApplyEvaluationKey(op0, evk, opOut)
}

// RotateColumns replaces Lattigo's.
func (e *BGVEvaluator) RotateColumns(op0 *rlwe.Ciphertext, k int, opOut *rlwe.Ciphertext) error {
	return e.Automorphism(op0, e.GetParameters().GaloisElement(k), opOut)
}

// RotateColumnsNew replaces Lattigo's.
func (e *BGVEvaluator) RotateColumnsNew(op0 *rlwe.Ciphertext, k int) (*rlwe.Ciphertext, error) {
	opOut := e.newCiphertext(op0.Degree(), op0.Level())
	return opOut, e.RotateColumns(op0, k, opOut)
}

// RotateRows replaces Lattigo's.
func (e *BGVEvaluator) RotateRows(op0, opOut *rlwe.Ciphertext) error {
	return e.Automorphism(op0, e.GetParameters().GaloisElementForRowRotation(), opOut)
}

// RotateRowsNew replaces Lattigo's.
func (e *BGVEvaluator) RotateRowsNew(op0 *rlwe.Ciphertext) (*rlwe.Ciphertext, error) {
	opOut := e.newCiphertext(op0.Degree(), op0.Level())
	return opOut, e.RotateRows(op0, opOut)
}

// Rescale replaces Lattigo's.
func (e *BGVEvaluator) Rescale(op0, opOut *rlwe.Ciphertext) error {
	level := op0.Level()
	if e.ScaleInvariant || op0.MetaData == nil || opOut.MetaData == nil || level == 0 || opOut.Level() < level-1 || !op0.IsNTT {
		return e.Evaluator.Rescale(op0, opOut)
	}
	params := e.GetParameters()
	if err := e.rescale(1, level, op0.Value, opOut.Value); err != nil {
		return fmt.Errorf("cannot Rescale: %w", err)
	}
	opOut.Resize(opOut.Degree(), level-1)
	*opOut.MetaData = *op0.MetaData
	opOut.Scale = op0.Scale.Div(params.NewScale(params.Q()[level]))
	return nil
}
