// SPDX-License-Identifier: Apache-2.0

package lattigo

import (
	ckkslintrans "github.com/tuneinsight/lattigo/v6/circuits/ckks/lintrans"
	"github.com/tuneinsight/lattigo/v6/circuits/common/lintrans"
	"github.com/tuneinsight/lattigo/v6/core/rlwe"
)

// Pretend makes Accelerate take this CPU for one whose clock vectors lower, or do not lower.
func Pretend(lowers bool) { lowersClock = func() (bool, error) { return lowers, nil } }

// Serves tells whether Ringlet switches with a key at a level.
func Serves(e *CKKSEvaluator, key *rlwe.GaloisKey, level int) bool {
	served := e.key(true, &key.GadgetCiphertext, level)
	if served == nil {
		return false
	}
	served.close()
	return true
}

// HasPrepared tells whether PrepareKeys has copied a key.
func HasPrepared(e *CKKSEvaluator, key *rlwe.GaloisKey) bool {
	return e.prepared[&key.GadgetCiphertext] != nil
}

// SharePlans tells whether evaluators have the same plans.
func SharePlans(a, b *CKKSEvaluator) bool { return a.plans == b.plans }

// Transforms tells whether Ringlet evaluates a linear transformation of a ciphertext.
func Transforms(e *CKKSEvaluator, ct *rlwe.Ciphertext, matrix ckkslintrans.LinearTransformation) bool {
	all := []lintrans.LinearTransformation{lintrans.LinearTransformation(matrix)}
	_, served := e.rotationSums(ct, all, []*rlwe.Ciphertext{ct})
	return served
}
