// SPDX-License-Identifier: Apache-2.0

package lattigo

import (
	"errors"

	"github.com/tuneinsight/lattigo/v6/circuits/ckks/bootstrapping"
	"github.com/tuneinsight/lattigo/v6/circuits/ckks/lintrans"
)

// AccelerateBootstrapping gives a bootstrapping evaluator of Lattigo the parts of this package that its fields admit: the
// transforms of its parameters, and a [CKKSEvaluator] for linear transformations and polynomials. Its own products,
// rotations and key switches stay Lattigo's. Results stay the same. It must be called before other goroutines use the
// evaluator; after an error, the evaluator is as before. It returns the evaluator that it has put in, whose keys may be
// prepared.
func AccelerateBootstrapping(eval *bootstrapping.Evaluator) (*CKKSEvaluator, error) {
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
	return ours, nil
}
