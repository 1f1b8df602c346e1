// SPDX-License-Identifier: Apache-2.0

package lattigo

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/ring"
	"github.com/tuneinsight/lattigo/v6/schemes/bgv"

	"ringlet"
)

// auxiliaryBits is the length of the auxiliary moduli of scale-invariant products, the longest in fast arithmetic.
// Lattigo's have 61 bits. The integers that both represent are the same.
const auxiliaryBits = 50

// scaling rounds products of integers modulo a level of Q divided by Q.
type scaling struct {
	// all has the moduli of the level, auxiliary the moduli of the auxiliary base.
	all, auxiliary transforms
	round          *ringlet.ScaleAndRound
}

// scaling returns that of a level.
func (p *plans) scaling(level int) (scaling, error) {
	return find(p, p.scalings, level, func() (s scaling, err error) {
		if s.all, err = p.transforms(levels{level, -1}); err != nil {
			return
		}
		moduli, err := p.auxiliaryModuli(level)
		if err != nil {
			return
		}
		if s.auxiliary.base, err = ringlet.NewRNSBase(moduli); err != nil {
			return
		}
		if s.auxiliary.ntt, err = ringlet.NewRNSNTT(p.n, s.auxiliary.base, nil, p.context); err != nil {
			return
		}
		s.round, err = ringlet.NewScaleAndRound(s.all.base, s.auxiliary.base, 1, 0)
		return
	})
}

// auxiliaryModuli returns primes that are no moduli of Q, with a product above 2 n Q. Sums of two products of polynomials
// with coefficients in [-Q/2, Q/2), divided by Q, lie in [-n Q/2, n Q/2].
func (p *plans) auxiliaryModuli(level int) ([]uint64, error) {
	bound := big.NewInt(int64(2 * p.n))
	for _, q := range p.q[:level+1] {
		bound.Mul(bound, new(big.Int).SetUint64(q))
	}
	// All primes are above 2^(auxiliaryBits-1).
	primes, err := ringlet.NTTPrimes[uint64](bound.BitLen()/(auxiliaryBits-1)+1+len(p.q), auxiliaryBits, p.n, ringlet.LargestFirst)
	if err != nil {
		return nil, err
	}
	primes = slices.DeleteFunc(primes, func(prime uint64) bool { return slices.Contains(p.q, prime) })
	count := 0
	for product := big.NewInt(1); product.Cmp(bound) <= 0; count++ {
		product.Mul(product, new(big.Int).SetUint64(primes[count]))
	}
	return primes[:count], nil
}

// multiplyScaleInvariant writes the product of two ciphertexts of degree 1, divided by Q and multiplied by the plaintext
// modulus, to opOut. It relinearises with rlk unless that is nil.
func (e *BGVEvaluator) multiplyScaleInvariant(name string, op0 *rlwe.Ciphertext, op1 *rlwe.Element[ring.Poly], opOut *rlwe.Ciphertext, rlk *rlwe.RelinearizationKey) error {
	_, level, err := e.lattigo.InitOutputBinaryOp(op0.El(), op1, 2, opOut.El())
	if err != nil {
		return fmt.Errorf("cannot %s: %w", name, err)
	}
	scaling, err := e.plans.scaling(level)
	if err != nil {
		return fmt.Errorf("cannot %s: %w", name, err)
	}
	scale := op1.Scale
	if op1 == opOut.El() {
		scale = op0.Scale // as Lattigo does
	}
	opOut.Resize(opOut.Degree(), level)
	out, recycle := e.outputOfProduct(opOut, level, rlk != nil)
	defer recycle()
	e.tensorScaleInvariant(scaling, level, out, op0.El(), op1)
	if rlk != nil {
		e.addGadgetProduct(level, out[2], &rlk.GadgetCiphertext, out[0], out[1])
	}
	opOut.Scale = bgv.MulScaleInvariant(*e.GetParameters(), op0.Scale, scale, level)
	return nil
}

// tensorScaleInvariant writes the three polynomials of a scale-invariant product.
func (e *BGVEvaluator) tensorScaleInvariant(s scaling, level int, out [3]ring.Poly, x, y *rlwe.Element[ring.Poly]) {
	count := s.auxiliary.base.Size()
	rows, recycle := e.rows(5*count + level + 1)
	defer recycle()
	coefficients, extended := rows[:level+1], slices.Collect(slices.Chunk(rows[level+1:], count))
	extend := func(to [][][]uint64, from *rlwe.Element[ring.Poly]) [2][][]uint64 {
		for i := range 2 {
			must(s.all.ntt.Inverse(coefficients, rowsOf(from.Value[i], level), nil))
			must(s.round.Extend(to[i], coefficients, nil))
			must(s.auxiliary.ntt.Forward(to[i], to[i], nil))
		}
		return [2][][]uint64(to)
	}
	a := extend(extended[:2], x)
	b := a
	if y != x {
		b = extend(extended[2:4], y)
	}
	products := [3][][]uint64{a[0], a[1], extended[4]}
	must(s.auxiliary.base.Tensor(products, a, b, nil))
	e.tensor(level, out, x, y, nil)
	for i := range out {
		to := rowsOf(out[i], level)
		must(s.all.ntt.Inverse(to, to, nil))
		must(s.auxiliary.ntt.Inverse(products[i], products[i], nil))
		must(s.round.Apply(to, to, products[i], nil))
		must(s.all.base.MulScalar(to, to, e.plaintextModulus[:level+1], nil))
		must(s.all.ntt.Forward(to, to, nil))
	}
}

// MulScaleInvariant replaces Lattigo's.
func (e *BGVEvaluator) MulScaleInvariant(op0 *rlwe.Ciphertext, op1 rlwe.Operand, opOut *rlwe.Ciphertext) error {
	if el := secondFactor(op0, op1); el != nil {
		return e.multiplyScaleInvariant("MulInvariant", op0, el, opOut, nil)
	}
	return e.Evaluator.MulScaleInvariant(op0, op1, opOut)
}

// MulScaleInvariantNew replaces Lattigo's.
func (e *BGVEvaluator) MulScaleInvariantNew(op0 *rlwe.Ciphertext, op1 rlwe.Operand) (*rlwe.Ciphertext, error) {
	if el := secondFactor(op0, op1); el != nil {
		opOut := e.newCiphertext(2, levelOfProduct(op0, op1))
		return opOut, e.MulScaleInvariant(op0, op1, opOut)
	}
	return e.Evaluator.MulScaleInvariantNew(op0, op1)
}

// MulRelinScaleInvariant replaces Lattigo's.
func (e *BGVEvaluator) MulRelinScaleInvariant(op0 *rlwe.Ciphertext, op1 rlwe.Operand, opOut *rlwe.Ciphertext) error {
	el, rlk := secondFactor(op0, op1), e.relinearizationKey()
	if el != nil && rlk != nil {
		return e.multiplyScaleInvariant("MulRelinInvariant", op0, el, opOut, rlk)
	}
	if el != nil && e.lattigo.EvaluationKeySet == nil { // Lattigo's panics
		_, _, err := e.lattigo.InitOutputBinaryOp(op0.El(), el, 2, opOut.El())
		if err == nil {
			_, err = e.lattigo.CheckAndGetRelinearizationKey()
		}
		return fmt.Errorf("cannot MulRelinInvariant: %w", err)
	}
	return e.Evaluator.MulRelinScaleInvariant(op0, op1, opOut)
}

// MulRelinScaleInvariantNew replaces Lattigo's.
func (e *BGVEvaluator) MulRelinScaleInvariantNew(op0 *rlwe.Ciphertext, op1 rlwe.Operand) (*rlwe.Ciphertext, error) {
	opOut := e.newCiphertext(1, levelOfProduct(op0, op1))
	if err := e.MulRelinScaleInvariant(op0, op1, opOut); err != nil {
		return nil, fmt.Errorf("cannot MulRelinInvariantNew: %w", err)
	}
	return opOut, nil
}
