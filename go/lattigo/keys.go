// SPDX-License-Identifier: Apache-2.0

package lattigo

import (
	"slices"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"

	"ringlet"
)

// borrowedKey reads a key of Lattigo where it lies, until it is closed.
type borrowedKey struct {
	plan   *ringlet.KeySwitch
	key    *ringlet.SwitchingKey
	base   *ringlet.RNSBase
	levelQ int
	levelP int
}

// areDigitsModuli tells whether the digits of a key are those of DecomposeNTT.
func areDigitsModuli(key *rlwe.GadgetCiphertext) bool {
	return key.LevelP() >= 0 && key.BaseTwoDecomposition == 0
}

// borrow returns a key for polynomials of a level. It returns nil if Lattigo must switch: without `served`, and where
// Ringlet lacks the key switch.
func (p *plans) borrow(served bool, key *rlwe.GadgetCiphertext, levelQ int) *borrowedKey {
	levelP := key.LevelP()
	if !served || key.Degree() != 1 || levelQ > key.LevelQ() || key.LevelQ() >= len(p.q) || levelP >= len(p.p) ||
		key.BaseTwoDecomposition != 0 && levelP > 0 {
		return nil
	}
	plan, err := p.keySwitch(shape{levels{key.LevelQ(), levelP}, key.BaseTwoDecomposition})
	if err != nil {
		return nil
	}
	at, err := p.transforms(levels{levelQ, levelP})
	if err != nil {
		return nil
	}
	var parts [2][][][]uint64
	for _, digits := range key.Value {
		for _, digit := range digits {
			for u := range parts {
				parts[u] = append(parts[u], slices.Concat(digit[u].Q.Coeffs, digit[u].P.Coeffs))
			}
		}
	}
	borrowed, err := ringlet.BorrowSwitchingKey(plan, parts[0], parts[1])
	if err != nil {
		return nil
	}
	return &borrowedKey{plan, borrowed, at.base, levelQ, levelP}
}

func (k *borrowedKey) close() { k.key.Close() }

// innerProduct writes sums modulo Q P. Lattigo's keys are in Montgomery form, and so are products with them.
func (k *borrowedKey) innerProduct(b, a [][]uint64, digits [][][]uint64) {
	must(k.plan.InnerProduct(b, a, digits, k.key, nil))
	must(k.base.FromMontgomery(b, b, nil))
	must(k.base.FromMontgomery(a, a, nil))
}
