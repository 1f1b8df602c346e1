// SPDX-License-Identifier: Apache-2.0

package lattigo

import (
	"fmt"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/ring"
	"github.com/tuneinsight/lattigo/v6/ring/ringqp"
)

// CheckAndGetGaloisKey replaces Lattigo's, which writes a map: goroutines may call this one at the same time.
func (e *switcher) CheckAndGetGaloisKey(galEl uint64) (*rlwe.GaloisKey, error) {
	if set := e.lattigo.EvaluationKeySet; set != nil {
		if evk, err := set.GetGaloisKey(galEl); err == nil {
			return evk, nil
		}
	}
	return e.lattigo.CheckAndGetGaloisKey(galEl)
}

// AutomorphismIndex replaces Lattigo's, which reads the map of its CheckAndGetGaloisKey.
func (e *switcher) AutomorphismIndex(galEl uint64) []uint64 {
	index, _ := find(e.plans, e.plans.indices, galEl, func() ([]uint64, error) {
		return ring.AutomorphismNTTIndex(e.plans.n, uint64(2*e.plans.n), galEl)
	})
	return index
}

// Automorphism replaces Lattigo's.
func (e *switcher) Automorphism(ctIn *rlwe.Ciphertext, galEl uint64, opOut *rlwe.Ciphertext) error {
	if !e.maps(ctIn, galEl, opOut) {
		return e.lattigo.Automorphism(ctIn, galEl, opOut)
	}
	evk, err := e.CheckAndGetGaloisKey(galEl)
	if err != nil {
		return fmt.Errorf("cannot apply Automorphism: %w", err)
	}
	return e.mapped(min(ctIn.Level(), opOut.Level()), ctIn, galEl, opOut, func(level int, ct *rlwe.Ciphertext) {
		e.GadgetProduct(level, ctIn.Value[1], &evk.GadgetCiphertext, ct)
	})
}

// AutomorphismHoisted replaces Lattigo's, of a ciphertext whose digits are given.
func (e *switcher) AutomorphismHoisted(level int, ctIn *rlwe.Ciphertext, c1DecompQP []ringqp.Poly, galEl uint64, opOut *rlwe.Ciphertext) error {
	if !e.maps(ctIn, galEl, opOut) {
		return e.lattigo.AutomorphismHoisted(level, ctIn, c1DecompQP, galEl, opOut)
	}
	evk, err := e.CheckAndGetGaloisKey(galEl)
	if err != nil {
		return fmt.Errorf("cannot apply AutomorphismHoisted: %w", err)
	}
	return e.mapped(level, ctIn, galEl, opOut, func(level int, ct *rlwe.Ciphertext) {
		e.GadgetProductHoisted(level, c1DecompQP, &evk.GadgetCiphertext, ct)
	})
}

// maps tells whether the automorphism is left to this package, neither refused nor the identity.
func (e *switcher) maps(ctIn *rlwe.Ciphertext, galEl uint64, opOut *rlwe.Ciphertext) bool {
	return ctIn.Degree() == 1 && opOut.Degree() == 1 && galEl != 1 && ctIn.MetaData != nil && ctIn.IsNTT
}

// mapped writes the image of (c0, 0) plus a key switch to opOut.
func (e *switcher) mapped(level int, ctIn *rlwe.Ciphertext, galEl uint64, opOut *rlwe.Ciphertext, keySwitch func(int, *rlwe.Ciphertext)) error {
	automorphism, err := e.plans.automorphism(galEl)
	if err != nil {
		return err
	}
	opOut.Resize(opOut.Degree(), level)
	ct := e.pool.GetBuffCt(1, level)
	defer e.pool.RecycleBuffCt(ct)
	ct.MetaData = ctIn.MetaData
	keySwitch(level, ct)
	b := rowsOf(ct.Value[0], level)
	must(e.plans.base.Add(b, b, rowsOf(ctIn.Value[0], level), nil))
	must(automorphism.OnEvaluations(rowsOf(opOut.Value[0], level), b, nil))
	must(automorphism.OnEvaluations(rowsOf(opOut.Value[1], level), rowsOf(ct.Value[1], level), nil))
	*opOut.MetaData = *ctIn.MetaData
	return nil
}

// AutomorphismHoistedLazy replaces Lattigo's, before the division by P.
func (e *switcher) AutomorphismHoistedLazy(levelQ int, ctIn *rlwe.Ciphertext, c1DecompQP []ringqp.Poly, galEl uint64, ctQP *rlwe.Element[ringqp.Poly]) error {
	evk, err := e.CheckAndGetGaloisKey(galEl)
	if err != nil {
		return fmt.Errorf("cannot apply AutomorphismHoistedLazy: %w", err)
	}
	automorphism, err := e.plans.automorphism(galEl)
	isServed := err == nil && areDigitsModuli(&evk.GadgetCiphertext) && ctQP.LevelP() >= evk.LevelP() && ctIn.IsNTT && ctQP.IsNTT
	key := e.key(isServed, &evk.GadgetCiphertext, levelQ)
	if key == nil {
		return e.lattigo.AutomorphismHoistedLazy(levelQ, ctIn, c1DecompQP, galEl, ctQP)
	}
	defer key.close()
	count := levelQ + key.levelP + 2
	rows, recycle := e.rows(2 * count)
	defer recycle()
	b, a := rows[:count], rows[count:]
	key.innerProduct(b, a, digitsOf(key.plan, c1DecompQP, levelQ, key.levelP))
	must(key.plan.AddSpecialMultiple(b, rowsOf(ctIn.Value[0], levelQ), nil))
	must(automorphism.OnEvaluations(rowsOfQP(ctQP.Value[0], levelQ, key.levelP), b, nil))
	must(automorphism.OnEvaluations(rowsOfQP(ctQP.Value[1], levelQ, key.levelP), a, nil))
	return nil
}
