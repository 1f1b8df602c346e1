// SPDX-License-Identifier: Apache-2.0

package lattigo

import (
	"slices"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"

	"ringlet"
)

// switchingKey is a key of Lattigo for polynomials of a level, read where it lies until it is closed, or prepared.
type switchingKey struct {
	plan           *ringlet.KeySwitch
	key            *ringlet.SwitchingKey
	base           *ringlet.RNSBase
	levelQ, levelP int
	isPrepared     bool
}

// areDigitsModuli tells whether the digits of a key are those of DecomposeNTT.
func areDigitsModuli(key *rlwe.GadgetCiphertext) bool {
	return key.LevelP() >= 0 && key.BaseTwoDecomposition == 0
}

// partsOf returns the rows of the polynomials b and a of a key at a level.
func partsOf(key *rlwe.GadgetCiphertext, levelQ int) (parts [2][][][]uint64) {
	for _, digits := range key.Value {
		for _, digit := range digits {
			for u := range parts {
				parts[u] = append(parts[u], slices.Concat(digit[u].Q.Coeffs[:levelQ+1], digit[u].P.Coeffs))
			}
		}
	}
	return
}

// planFor returns the plan for a key, nil if Ringlet lacks its key switch. Without P and base 2^w, Lattigo makes all
// digits from the residues modulo modulus 0. In base 2^w, it makes round(log2 q) / w digits modulo q, rounded up; Ringlet
// splits all bits of q, which may be one more.
func (p *plans) planFor(key *rlwe.GadgetCiphertext) *ringlet.KeySwitch {
	levelP, inBits := key.LevelP(), key.BaseTwoDecomposition != 0
	if key.Degree() != 1 || key.LevelQ() >= len(p.q) || levelP >= len(p.p) || inBits && levelP > 0 || !inBits && levelP < 0 {
		return nil
	}
	plan, err := p.keySwitch(shape{levels{key.LevelQ(), levelP}, key.BaseTwoDecomposition})
	if err != nil {
		return nil
	}
	count := 0
	for _, digits := range key.Value {
		count += len(digits)
	}
	if count != plan.DigitCount(key.LevelQ()+1) {
		return nil
	}
	return plan
}

// key returns a key for polynomials of a level. It returns nil if Lattigo must switch: without `served`, and where
// Ringlet lacks the key switch.
func (e *switcher) key(served bool, key *rlwe.GadgetCiphertext, levelQ int) *switchingKey {
	if !served || levelQ > key.LevelQ() {
		return nil
	}
	plan := e.plans.planFor(key)
	if plan == nil {
		return nil
	}
	at, err := e.plans.transforms(levels{levelQ, key.LevelP()})
	if err != nil {
		return nil
	}
	result := &switchingKey{plan, e.prepared[key], at.base, levelQ, key.LevelP(), true}
	if result.key == nil {
		result.isPrepared = false
		parts := partsOf(key, key.LevelQ())
		if result.key, err = ringlet.BorrowSwitchingKey(plan, parts[0], parts[1], nil); err != nil {
			return nil
		}
	}
	return result
}

func (k *switchingKey) close() {
	if !k.isPrepared {
		k.key.Close()
	}
}

// innerProduct writes sums modulo Q P. Lattigo's keys are in Montgomery form, and so are products with them.
func (k *switchingKey) innerProduct(b, a [][]uint64, digits [][][]uint64) {
	must(k.plan.InnerProduct(b, a, digits, k.key, nil))
	if !k.isPrepared {
		must(k.base.FromMontgomery(b, b, nil))
		must(k.base.FromMontgomery(a, a, nil))
	}
}

// PrepareKeys copies the keys of the evaluator to Ringlet's form, which makes key switches faster. Keys whose switches are
// left to Lattigo are not copied. The copies take as much memory as the keys, outside Go's heap, and are freed with the
// evaluator or by ReleaseKeys. After a key has changed, and after WithKey, keys must be prepared again. No other method
// may run beside it.
func (e *switcher) PrepareKeys() error {
	e.ReleaseKeys()
	set := e.lattigo.EvaluationKeySet
	e.prepared = map[*rlwe.GadgetCiphertext]*ringlet.SwitchingKey{}
	if set == nil {
		return nil
	}
	if rlk, err := set.GetRelinearizationKey(); err == nil {
		if err := e.prepare(&rlk.GadgetCiphertext); err != nil {
			return err
		}
	}
	for _, galEl := range set.GetGaloisKeysList() {
		key, err := set.GetGaloisKey(galEl)
		if err != nil {
			return err
		}
		if err := e.prepare(&key.GadgetCiphertext); err != nil {
			return err
		}
	}
	return nil
}

// ReleaseKeys frees the copies of PrepareKeys. No other method may run beside it.
func (e *switcher) ReleaseKeys() {
	for _, key := range e.prepared {
		key.Close()
	}
	clear(e.prepared)
}

func (e *switcher) prepare(key *rlwe.GadgetCiphertext) error {
	plan := e.plans.planFor(key)
	if plan == nil {
		return nil
	}
	at, err := e.plans.transforms(levels{key.LevelQ(), key.LevelP()})
	if err != nil {
		return err
	}
	parts := partsOf(key, key.LevelQ())
	for _, part := range parts {
		for d, rows := range part {
			part[d] = newRows(len(rows), e.plans.n)
			if err := at.base.FromMontgomery(part[d], rows, nil); err != nil {
				return err
			}
		}
	}
	e.prepared[key], err = ringlet.NewSwitchingKey(plan, parts[0], parts[1], nil)
	return err
}

func newRows(count, n int) [][]uint64 {
	rows := make([][]uint64, count)
	for i := range rows {
		rows[i] = make([]uint64, n)
	}
	return rows
}
