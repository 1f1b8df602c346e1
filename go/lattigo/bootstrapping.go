// SPDX-License-Identifier: Apache-2.0

package lattigo

import (
	"errors"
	"fmt"
	"math/big"
	"math/cmplx"

	"github.com/tuneinsight/lattigo/v6/circuits/ckks/bootstrapping"
	"github.com/tuneinsight/lattigo/v6/circuits/ckks/dft"
	"github.com/tuneinsight/lattigo/v6/circuits/ckks/lintrans"
	"github.com/tuneinsight/lattigo/v6/circuits/ckks/mod1"
	"github.com/tuneinsight/lattigo/v6/circuits/ckks/polynomial"
	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/ring"
	"github.com/tuneinsight/lattigo/v6/schemes/ckks"
	"github.com/tuneinsight/lattigo/v6/utils/bignum"
)

// Bootstrapper is [bootstrapping.Evaluator] whose steps CoeffsToSlots, EvalMod and SlotsToCoeffs are Ringlet's. Results
// have the words of Lattigo's. Residual parameters in the conjugate-invariant ring, iterations, and a precision of 128
// bits are left to Lattigo's evaluator, which has the fields that AccelerateBootstrapping gives it.
type Bootstrapper struct {
	*bootstrapping.Evaluator
	ours            *CKKSEvaluator
	transformations *LinearTransformations[lintrans.LinearTransformation]
	polynomials     *polynomial.Evaluator
}

// AccelerateBootstrapping makes a bootstrapping evaluator of Ringlet from one of Lattigo. It gives Lattigo's evaluator what
// its fields admit: the transforms of its parameters, and a [CKKSEvaluator] for linear transformations and polynomials.
// It must be called before other goroutines use the evaluator; after an error, the evaluator is as before.
func AccelerateBootstrapping(eval *bootstrapping.Evaluator) (*Bootstrapper, error) {
	if eval == nil || eval.Evaluator == nil {
		return nil, errors.New("lattigo: the bootstrapping evaluator is nil or empty")
	}
	s, err := newSwitcher(&eval.BootstrappingParameters.Parameters)
	if err != nil {
		return nil, err
	}
	s.lattigo = eval.Evaluator.Evaluator
	rings := append(ringsOf(eval.BootstrappingParameters), ringsOf(eval.ResidualParameters)...)
	if _, err := AccelerateRings(rings...); err != nil {
		return nil, err
	}
	ours := &CKKSEvaluator{eval.Evaluator, s}
	eval.DFTEvaluator.LTEvaluator = lintrans.NewEvaluator(ours)
	eval.Mod1Evaluator.PolynomialEvaluator = ours.Polynomials()
	return &Bootstrapper{eval, ours, ours.LinearTransformations(), ours.Polynomials()}, nil
}

// PrepareKeys is that of [CKKSEvaluator].
func (b *Bootstrapper) PrepareKeys() error { return b.ours.PrepareKeys() }

// ReleaseKeys is that of [CKKSEvaluator].
func (b *Bootstrapper) ReleaseKeys() { b.ours.ReleaseKeys() }

// Bootstrap replaces Lattigo's.
func (b *Bootstrapper) Bootstrap(ct *rlwe.Ciphertext) (*rlwe.Ciphertext, error) {
	cts, err := b.BootstrapMany([]rlwe.Ciphertext{*ct})
	if err != nil {
		return nil, err
	}
	return &cts[0], nil
}

// BootstrapMany replaces Lattigo's.
func (b *Bootstrapper) BootstrapMany(cts []rlwe.Ciphertext) ([]rlwe.Ciphertext, error) {
	if b.ResidualParameters.RingType() != ring.Standard {
		return b.Evaluator.BootstrapMany(cts)
	}
	packed, first, second, err := b.PackAndSwitchN1ToN2(cts)
	if err != nil {
		return nil, fmt.Errorf("cannot BootstrapMany: %w", err)
	}
	for i := range packed {
		ct, err := b.Evaluate(&packed[i])
		if err != nil {
			return nil, fmt.Errorf("cannot BootstrapMany: %w", err)
		}
		packed[i] = *ct
	}
	result, err := b.UnpackAndSwitchN2ToN1(packed, first, second)
	if err != nil {
		return nil, fmt.Errorf("cannot BootstrapMany: %w", err)
	}
	for i := range result {
		result[i].Scale = b.ResidualParameters.DefaultScale()
	}
	return result, nil
}

// Evaluate replaces Lattigo's.
func (b *Bootstrapper) Evaluate(ctIn *rlwe.Ciphertext) (*rlwe.Ciphertext, error) {
	if b.IterationsParameters != nil || b.ResidualParameters.PrecisionMode() == ckks.PREC128 {
		return b.Evaluator.Evaluate(ctIn)
	}
	ct, _, err := b.ScaleDown(ctIn)
	if err != nil {
		return nil, err
	}
	if ct, err = b.ModUp(ct); err != nil {
		return nil, err
	}
	parts := [2]*rlwe.Ciphertext{}
	if parts[0], parts[1], err = b.CoeffsToSlots(ct); err != nil {
		return nil, err
	}
	for i, part := range parts {
		if part == nil {
			continue
		}
		if parts[i], err = b.EvalMod(part); err != nil {
			return nil, err
		}
	}
	return b.SlotsToCoeffs(parts[0], parts[1])
}

// transform applies the factors of a matrix to ctIn, and writes to opOut, which may be ctIn.
func (b *Bootstrapper) transform(ctIn *rlwe.Ciphertext, matrix *dft.Matrix, opOut *rlwe.Ciphertext) error {
	dimensions := ctIn.LogDimensions
	factors := matrix.Matrices
	for _, count := range matrix.Levels {
		for _, factor := range factors[:count] {
			if err := b.transformations.Evaluate(ctIn, factor, opOut); err != nil {
				return err
			}
			ctIn = opOut
		}
		if err := b.ours.Rescale(opOut, opOut); err != nil {
			return err
		}
		factors = factors[count:]
	}
	opOut.LogDimensions = dimensions
	return nil
}

// CoeffsToSlots replaces Lattigo's. The imaginary part is nil unless all slots are in use.
func (b *Bootstrapper) CoeffsToSlots(ctIn *rlwe.Ciphertext) (ctReal, ctImag *rlwe.Ciphertext, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("cannot CoeffsToSlots: %w", err)
		}
	}()
	matrix, params := &b.C2SDFTMatrix, b.BootstrappingParameters
	areFull := matrix.LogSlots == params.LogMaxSlots()
	ctReal = ckks.NewCiphertext(params, 1, matrix.LevelQ)
	if matrix.Format == dft.Standard {
		if areFull {
			ctImag = ckks.NewCiphertext(params, 1, matrix.LevelQ)
		}
		return ctReal, ctImag, b.transform(ctIn, matrix, ctReal)
	}
	// The parts are z + c and (z - c) / i, with the conjugate c of z.
	z := ctIn.CopyNew()
	imag := ckks.NewCiphertext(params, 1, matrix.LevelQ)
	if err = b.transform(ctIn, matrix, z); err != nil {
		return
	}
	if err = b.ours.Conjugate(z, ctReal); err != nil {
		return
	}
	if err = b.ours.Sub(z, ctReal, imag); err != nil {
		return
	}
	if err = b.ours.Mul(imag, -1i, imag); err != nil {
		return
	}
	if err = b.ours.Add(ctReal, z, ctReal); err != nil || areFull {
		return ctReal, imag, err
	}
	if matrix.Format == dft.RepackImagAsReal {
		if err = b.ours.Rotate(imag, 1<<ctIn.LogDimensions.Cols, imag); err != nil {
			return
		}
		err = b.ours.Add(ctReal, imag, ctReal)
	}
	return
}

// SlotsToCoeffs replaces Lattigo's. The imaginary part may be nil.
func (b *Bootstrapper) SlotsToCoeffs(ctReal, ctImag *rlwe.Ciphertext) (*rlwe.Ciphertext, error) {
	matrix := &b.S2CDFTMatrix
	if ctReal.Level() < matrix.LevelQ || ctImag != nil && ctImag.Level() < matrix.LevelQ {
		return b.Evaluator.SlotsToCoeffs(ctReal, ctImag) // with Lattigo's error
	}
	opOut := ckks.NewCiphertext(b.BootstrappingParameters, 1, matrix.LevelQ)
	in := ctReal
	if ctImag != nil {
		if err := b.ours.Mul(ctImag, 1i, opOut); err != nil {
			return opOut, fmt.Errorf("cannot SlotsToCoeffs: %w", err)
		}
		if err := b.ours.Add(opOut, ctReal, opOut); err != nil {
			return opOut, fmt.Errorf("cannot SlotsToCoeffs: %w", err)
		}
		in = opOut
	}
	if err := b.transform(in, matrix, opOut); err != nil {
		return opOut, fmt.Errorf("cannot SlotsToCoeffs: %w", err)
	}
	return opOut, nil
}

// EvalMod replaces Lattigo's.
func (b *Bootstrapper) EvalMod(ctIn *rlwe.Ciphertext) (*rlwe.Ciphertext, error) {
	return b.EvalModAndScale(ctIn, 1)
}

// EvalModAndScale replaces Lattigo's.
func (b *Bootstrapper) EvalModAndScale(ctIn *rlwe.Ciphertext, scaling complex128) (*rlwe.Ciphertext, error) {
	params := &b.Mod1Parameters
	if ctIn.Level() < params.LevelQ {
		return b.Evaluator.EvalModAndScale(ctIn, scaling) // with Lattigo's error
	}
	b.DropLevel(ctIn, ctIn.Level()-params.LevelQ)
	result, err := b.modulo(ctIn, params, scaling)
	if err != nil {
		return nil, fmt.Errorf("cannot Evaluate: %w", err)
	}
	result.Scale = b.BootstrappingParameters.DefaultScale()
	return result, nil
}

// modulo evaluates a cosine by its Chebyshev series, doubles the angle some times, and applies the series of the arcsine
// if there is one. The scale of the result is the caller's.
func (b *Bootstrapper) modulo(ctIn *rlwe.Ciphertext, params *mod1.Parameters, scaling complex128) (*rlwe.Ciphertext, error) {
	result := ctIn.CopyNew()
	result.Scale = params.ScalingFactor()
	target := result.Scale
	last := ctIn.Level() - params.Mod1Poly.Depth() - params.DoubleAngle
	for i := range params.DoubleAngle {
		target = target.Mul(rlwe.NewScale(b.BootstrappingParameters.Q()[last+i+1]))
		target.Value.Sqrt(&target.Value)
	}
	if params.Mod1Type != mod1.SinContinuous {
		offset := new(big.Float).Sub(&params.Mod1Poly.B, &params.Mod1Poly.A)
		offset.Mul(offset, big.NewFloat(params.IntervalShrinkFactor()))
		if err := b.ours.Add(result, offset.Quo(big.NewFloat(-0.5), offset), result); err != nil {
			return nil, err
		}
	}
	series, summand := params.Mod1Poly, complex(params.Sqrt2Pi, 0)
	if params.Mod1InvPoly == nil {
		scaling = cmplx.Pow(scaling, complex(1/params.IntervalShrinkFactor(), 0))
		series = times(series, scaling)
		summand *= scaling
	}
	result, err := b.polynomials.Evaluate(result, series, target)
	if err != nil {
		return nil, err
	}
	for range params.DoubleAngle {
		summand *= summand
		if err := b.doubleAngle(result, summand); err != nil {
			return nil, err
		}
	}
	if params.Mod1InvPoly != nil {
		return b.polynomials.Evaluate(result, times(*params.Mod1InvPoly, scaling), result.Scale)
	}
	return result, nil
}

// times returns a polynomial times a factor.
func times(p bignum.Polynomial, factor complex128) bignum.Polynomial {
	p = p.Clone()
	by, multiplier := bignum.NewComplex().SetComplex128(factor), bignum.NewComplexMultiplier()
	for _, c := range p.Coeffs {
		if c != nil {
			multiplier.Mul(c, by, c)
		}
	}
	return p
}

// doubleAngle replaces x by 2 x^2 - s.
func (b *Bootstrapper) doubleAngle(x *rlwe.Ciphertext, s complex128) error {
	if err := b.ours.MulRelin(x, x, x); err != nil {
		return err
	}
	if err := b.ours.Add(x, x, x); err != nil {
		return err
	}
	if err := b.ours.Add(x, -s, x); err != nil {
		return err
	}
	return b.ours.Rescale(x, x)
}
