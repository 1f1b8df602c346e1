// SPDX-License-Identifier: Apache-2.0

package lattigo

import (
	"fmt"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/ring"

	"ringlet"
)

// secondFactor returns the second factor of a product of two ciphertexts of degree 1, nil for other products.
func secondFactor(op0 *rlwe.Ciphertext, op1 rlwe.Operand) *rlwe.Element[ring.Poly] {
	if el, ok := op1.(rlwe.ElementInterface[ring.Poly]); ok && op0.Degree() == 1 && el.Degree() == 1 {
		return el.El()
	}
	return nil
}

// levelOfProduct returns the level of a product.
func levelOfProduct(op0 *rlwe.Ciphertext, op1 rlwe.Operand) int {
	if el, ok := op1.(rlwe.ElementInterface[ring.Poly]); ok {
		return min(op0.Level(), el.Level())
	}
	return op0.Level()
}

// relinearizationKey returns nil without a key. Lattigo's methods then give their own errors and outputs.
func (e *switcher) relinearizationKey() *rlwe.RelinearizationKey {
	rlk, _ := e.lattigo.CheckAndGetRelinearizationKey()
	return rlk
}

// multiply writes the product of two ciphertexts of degree 1 to opOut, times a scalar as in tensor. It relinearises with
// rlk unless that is nil.
func (e *switcher) multiply(name string, op0 *rlwe.Ciphertext, op1 *rlwe.Element[ring.Poly], opOut *rlwe.Ciphertext, rlk *rlwe.RelinearizationKey, scalar []uint64) error {
	_, level, err := e.lattigo.InitOutputBinaryOp(op0.El(), op1, 2, opOut.El())
	if err != nil {
		return fmt.Errorf("cannot %s: %w", name, err)
	}
	opOut.Scale = op0.Scale.Mul(op1.Scale)
	out, recycle := e.outputOfProduct(opOut, level, rlk != nil)
	defer recycle()
	e.tensor(level, out, op0.El(), op1, scalar)
	if rlk != nil {
		e.addGadgetProduct(level, out[2], &rlk.GadgetCiphertext, out[0], out[1])
	}
	return nil
}

// outputOfProduct resizes opOut, and returns the polynomials of a product. The third one lies in opOut, or is lent until
// the function that is returned takes it back if the product is to be relinearised.
func (e *switcher) outputOfProduct(opOut *rlwe.Ciphertext, level int, relin bool) ([3]ring.Poly, func()) {
	if !relin {
		opOut.Resize(2, level)
		return [3]ring.Poly(opOut.Value), func() {}
	}
	opOut.Resize(1, level)
	pool := e.pool.AtLevel(level)
	c2 := pool.GetBuffPoly()
	return [3]ring.Poly{opOut.Value[0], opOut.Value[1], *c2}, func() { pool.RecycleBuffPoly(c2) }
}

// tensor writes the three polynomials of a product, times a scalar that has a residue for each modulus, nil for 1.
func (e *switcher) tensor(level int, out [3]ring.Poly, op0, op1 *rlwe.Element[ring.Poly], scalar []uint64) {
	var products [3][][]uint64
	var x, y [2][][]uint64
	for i := range products {
		products[i] = rowsOf(out[i], level)
	}
	for i := range x {
		x[i], y[i] = rowsOf(op0.Value[i], level), rowsOf(op1.Value[i], level)
	}
	if scalar != nil {
		rows, recycle := e.rows(2 * (level + 1))
		defer recycle()
		for i := range x {
			multiple := rows[i*(level+1) : (i+1)*(level+1)]
			must(e.plans.base.MulScalar(multiple, x[i], scalar[:level+1], nil))
			x[i] = multiple
		}
	}
	must(e.plans.base.Tensor(products, x, y, nil))
}

// multiplyThenAdd adds a product to opOut, of degree 1 and distinct from the factors. mulThenAdd is the scheme's, without
// relinearisation.
func (e *switcher) multiplyThenAdd(op0 *rlwe.Ciphertext, op1 *rlwe.Element[ring.Poly], opOut *rlwe.Ciphertext, rlk *rlwe.RelinearizationKey,
	mulThenAdd func(*rlwe.Ciphertext, rlwe.Operand, *rlwe.Ciphertext) error) error {
	_, level, err := e.lattigo.InitOutputBinaryOp(op0.El(), op1, 2, opOut.El())
	if err != nil {
		return fmt.Errorf("cannot MulThenAdd: %w", err)
	}
	pool := e.pool.AtLevel(level)
	c2 := pool.GetBuffPoly()
	defer pool.RecycleBuffPoly(c2)
	c2.Zero()
	opOut.Resize(1, level)
	sum := &rlwe.Ciphertext{Element: rlwe.Element[ring.Poly]{MetaData: opOut.MetaData, Value: append(opOut.Value[:2:2], *c2)}}
	if err := mulThenAdd(op0, op1, sum); err != nil {
		return err
	}
	e.addGadgetProduct(level, *c2, &rlk.GadgetCiphertext, opOut.Value[0], opOut.Value[1])
	return nil
}

// rescale divides polynomials by the last moduli of a level, one after the other.
func (e *switcher) rescale(count, level int, in, out []ring.Poly) error {
	divisions := make([]*ringlet.ModDown, count)
	for i := range divisions {
		var err error
		if divisions[i], err = e.plans.divide(division{levels{level - i, -1}, 1}); err != nil {
			return err
		}
	}
	rows, recycle := e.rows(min(count-1, 1) * level)
	defer recycle()
	for k := range out {
		x := rowsOf(in[k], level)
		for i, divide := range divisions {
			quotient := rowsOf(out[k], level-count)
			if i < count-1 {
				quotient = rows[:level-i]
			}
			must(divide.OnEvaluations(quotient, x, nil))
			x = quotient
		}
	}
	return nil
}

// rotateHoisted writes rotations of one ciphertext.
func (e *switcher) rotateHoisted(ctIn *rlwe.Ciphertext, rotations []int, out func(rotation int) *rlwe.Ciphertext) error {
	params := e.lattigo.GetRLWEParameters()
	level, levelP := ctIn.Level(), params.MaxLevelP()
	pool := e.pool.AtLevel(level, levelP)
	digits := pool.GetBuffDecompQP(*params, level, levelP)
	defer pool.RecycleBuffDecompQP(digits)
	e.DecomposeNTT(level, levelP, params.PCount(), ctIn.Value[1], ctIn.IsNTT, digits)
	for _, rotation := range rotations {
		if err := e.AutomorphismHoisted(level, ctIn, digits, params.GaloisElement(rotation), out(rotation)); err != nil {
			return fmt.Errorf("cannot RotateHoisted: %w", err)
		}
	}
	return nil
}
