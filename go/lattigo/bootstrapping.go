// SPDX-License-Identifier: Apache-2.0

package lattigo

import (
	"github.com/tuneinsight/lattigo/v6/circuits/ckks/bootstrapping"
	"github.com/tuneinsight/lattigo/v6/circuits/ckks/lintrans"
)

// AccelerateBootstrapping gives a bootstrapping evaluator of Lattigo the parts of this package that its fields admit: the
// transforms of its parameters, and a [CKKSEvaluator] for linear transformations and polynomials. Its own products,
// rotations and key switches stay Lattigo's. Results stay the same. It must be called before other goroutines use the
// evaluator; after an error, the evaluator is as before. It returns the evaluator that it has put in, whose keys may be
// prepared.
func AccelerateBootstrapping(eval *bootstrapping.Evaluator) (*CKKSEvaluator, error) {
	s, err := newSwitcher(&eval.BootstrappingParameters.Parameters, eval.Evaluator.Evaluator)
	if err != nil {
		return nil, err
	}
	rings := append(ringsOf(eval.BootstrappingParameters), ringsOf(eval.ResidualParameters)...)
	if _, err := AccelerateRings(rings...); err != nil {
		return nil, err
	}
	ours := &CKKSEvaluator{eval.Evaluator, s}
	eval.DFTEvaluator.LTEvaluator = lintrans.NewEvaluator(ours)
	eval.Mod1Evaluator.PolynomialEvaluator = ours.Polynomials()
	return ours, nil
}
