// SPDX-License-Identifier: Apache-2.0

package lattigo

import (
	"errors"
	"fmt"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/ring"
	"github.com/tuneinsight/lattigo/v6/ring/ringqp"

	"ringlet"
)

// switcher overrides the methods of [rlwe.Evaluator] that switch keys. Each gives the words of Lattigo's. What Ringlet
// does not have goes to Lattigo: ciphertexts as coefficients, digits in base 2^w with several special moduli, and
// arguments that Lattigo refuses.
type switcher struct {
	lattigo *rlwe.Evaluator
	plans   *plans
	pool    *rlwe.BufferPool
}

// newSwitcher refuses rings that Ringlet's key switching lacks.
func newSwitcher(params *rlwe.Parameters, lattigo *rlwe.Evaluator) (switcher, error) {
	if err := checkProgram(); err != nil {
		return switcher{}, err
	}
	if params.RingType() != ring.Standard {
		return switcher{}, errors.New("lattigo: the evaluator is for the standard ring; in the conjugate-invariant ring, use Lattigo's after Accelerate")
	}
	plans, err := newPlans(params)
	return switcher{lattigo, plans, rlwe.NewPool(params.RingQP())}, err
}

// withKey returns the switcher for another evaluator of the same parameters.
func (e *switcher) withKey(lattigo *rlwe.Evaluator) switcher {
	return switcher{lattigo, e.plans, e.pool}
}

// key returns a key in Ringlet's form, or nil if Lattigo must do the work.
func (e *switcher) key(key *rlwe.GadgetCiphertext, levelQ int) (*ringlet.KeySwitch, *ringlet.SwitchingKey) {
	if !e.plans.serves(key) || levelQ > key.LevelQ() {
		return nil, nil
	}
	plan, prepared, err := e.plans.prepared(key)
	if err != nil {
		return nil, nil
	}
	return plan, prepared
}

// rowsOf returns the rows of a polynomial at a level.
func rowsOf(p ring.Poly, level int) [][]uint64 { return p.Coeffs[:level+1] }

// rowsOfQP returns the rows modulo Q, then those modulo P.
func rowsOfQP(p ringqp.Poly, levelQ, levelP int) [][]uint64 {
	rows := make([][]uint64, 0, levelQ+levelP+2)
	return append(append(rows, p.Q.Coeffs[:levelQ+1]...), p.P.Coeffs[:levelP+1]...)
}

// GadgetProduct is Lattigo's: the key switch of cx.
func (e *switcher) GadgetProduct(levelQ int, cx ring.Poly, gadgetCt *rlwe.GadgetCiphertext, ct *rlwe.Ciphertext) {
	levelQ = min(levelQ, gadgetCt.LevelQ())
	plan, key := e.key(gadgetCt, levelQ)
	if key == nil || !ct.IsNTT {
		e.lattigo.GadgetProduct(levelQ, cx, gadgetCt, ct)
		return
	}
	must(plan.Apply(rowsOf(ct.Value[0], levelQ), rowsOf(ct.Value[1], levelQ), rowsOf(cx, levelQ), key, nil))
}

// addGadgetProduct adds the key switch of cx to b and a.
func (e *switcher) addGadgetProduct(level int, cx ring.Poly, gadgetCt *rlwe.GadgetCiphertext, b, a ring.Poly) {
	if plan, key := e.key(gadgetCt, level); key != nil {
		must(plan.Add(rowsOf(b, level), rowsOf(a, level), rowsOf(cx, level), key, nil))
		return
	}
	ct := e.pool.GetBuffCt(1, level)
	defer e.pool.RecycleBuffCt(ct)
	ct.MetaData = &rlwe.MetaData{}
	ct.IsNTT = true
	e.lattigo.GadgetProduct(level, cx, gadgetCt, ct)
	must(e.plans.base.Add(rowsOf(b, level), rowsOf(b, level), rowsOf(ct.Value[0], level), nil))
	must(e.plans.base.Add(rowsOf(a, level), rowsOf(a, level), rowsOf(ct.Value[1], level), nil))
}

// GadgetProductLazy is Lattigo's: the key switch of cx before the division by P.
func (e *switcher) GadgetProductLazy(levelQ int, cx ring.Poly, gadgetCt *rlwe.GadgetCiphertext, ctQP *rlwe.Element[ringqp.Poly]) error {
	levelP := gadgetCt.LevelP()
	plan, key := e.key(gadgetCt, levelQ)
	if key == nil || levelP < 0 || !ctQP.IsNTT || ctQP.LevelP() < levelP {
		return e.lattigo.GadgetProductLazy(levelQ, cx, gadgetCt, ctQP)
	}
	pool := e.pool.AtLevel(levelQ, levelP)
	digits := make([][][]uint64, plan.DigitCount(levelQ+1))
	for i := range digits {
		polynomial := pool.GetBuffPolyQP()
		defer pool.RecycleBuffPolyQP(polynomial)
		digits[i] = rowsOfQP(*polynomial, levelQ, levelP)
	}
	must(plan.Decompose(digits, rowsOf(cx, levelQ), nil))
	must(plan.InnerProduct(rowsOfQP(ctQP.Value[0], levelQ, levelP), rowsOfQP(ctQP.Value[1], levelQ, levelP), digits, key, nil))
	return nil
}

// digitsOf returns the rows of the digits of DecomposeNTT.
func digitsOf(plan *ringlet.KeySwitch, decomposed []ringqp.Poly, levelQ, levelP int) [][][]uint64 {
	digits := make([][][]uint64, plan.DigitCount(levelQ+1))
	for i := range digits {
		digits[i] = rowsOfQP(decomposed[i], levelQ, levelP)
	}
	return digits
}

// DecomposeNTT is Lattigo's: it writes the digits of c2.
func (e *switcher) DecomposeNTT(levelQ, levelP, nbPi int, c2 ring.Poly, c2IsNTT bool, decompQP []ringqp.Poly) {
	plan, err := e.plans.keySwitch(shape{len(e.plans.q) - 1, levelP, 0})
	if err != nil || !c2IsNTT || levelP < 0 || nbPi != levelP+1 {
		e.lattigo.DecomposeNTT(levelQ, levelP, nbPi, c2, c2IsNTT, decompQP)
		return
	}
	must(plan.Decompose(digitsOf(plan, decompQP, levelQ, levelP), rowsOf(c2, levelQ), nil))
}

// GadgetProductHoisted is Lattigo's: the key switch of the polynomial with the digits.
func (e *switcher) GadgetProductHoisted(levelQ int, BuffQPDecompQP []ringqp.Poly, gadgetCt *rlwe.GadgetCiphertext, ct *rlwe.Ciphertext) {
	levelP := gadgetCt.LevelP()
	plan, key := e.key(gadgetCt, levelQ)
	if key == nil || levelP < 0 || !ct.IsNTT || gadgetCt.BaseTwoDecomposition != 0 {
		e.lattigo.GadgetProductHoisted(levelQ, BuffQPDecompQP, gadgetCt, ct)
		return
	}
	digits := digitsOf(plan, BuffQPDecompQP, levelQ, levelP)
	must(plan.ApplyDigits(rowsOf(ct.Value[0], levelQ), rowsOf(ct.Value[1], levelQ), digits, key, nil))
}

// GadgetProductHoistedLazy is Lattigo's: the key switch of digits before the division by P.
func (e *switcher) GadgetProductHoistedLazy(levelQ int, BuffQPDecompQP []ringqp.Poly, gadgetCt *rlwe.GadgetCiphertext, ctQP *rlwe.Element[ringqp.Poly]) error {
	levelP := gadgetCt.LevelP()
	plan, key := e.key(gadgetCt, levelQ)
	if key == nil || levelP < 0 || !ctQP.IsNTT || gadgetCt.BaseTwoDecomposition != 0 || ctQP.LevelP() < levelP {
		return e.lattigo.GadgetProductHoistedLazy(levelQ, BuffQPDecompQP, gadgetCt, ctQP)
	}
	digits := digitsOf(plan, BuffQPDecompQP, levelQ, levelP)
	must(plan.InnerProduct(rowsOfQP(ctQP.Value[0], levelQ, levelP), rowsOfQP(ctQP.Value[1], levelQ, levelP), digits, key, nil))
	return nil
}

// ModDownQPtoQNTT is Lattigo's: the division of a polynomial by P. Its words must lie in [0, q).
func (e *switcher) ModDownQPtoQNTT(levelQ, levelP int, p1Q, p1P, p2Q ring.Poly) {
	divide, err := e.plans.modDown(levelQ, levelP)
	if err != nil {
		e.lattigo.ModDownQPtoQNTT(levelQ, levelP, p1Q, p1P, p2Q)
		return
	}
	must(divide.OnEvaluations(rowsOf(p2Q, levelQ), rowsOfQP(ringqp.Poly{Q: p1Q, P: p1P}, levelQ, levelP), nil))
}

// Relinearize is Lattigo's.
func (e *switcher) Relinearize(ctIn, opOut *rlwe.Ciphertext) error {
	if ctIn.Degree() != 2 || !ctIn.IsNTT {
		return e.lattigo.Relinearize(ctIn, opOut)
	}
	rlk, err := e.lattigo.CheckAndGetRelinearizationKey()
	if err != nil {
		return fmt.Errorf("cannot relinearize: %w", err)
	}
	level := min(ctIn.Level(), opOut.Level())
	for i := range 2 {
		opOut.Value[i].CopyLvl(level, ctIn.Value[i])
	}
	e.addGadgetProduct(level, ctIn.Value[2], &rlk.GadgetCiphertext, opOut.Value[0], opOut.Value[1])
	opOut.Resize(1, level)
	*opOut.MetaData = *ctIn.MetaData
	return nil
}

// ApplyEvaluationKey is Lattigo's. Between rings of different degrees it is Lattigo's own.
func (e *switcher) ApplyEvaluationKey(ctIn *rlwe.Ciphertext, evk *rlwe.EvaluationKey, opOut *rlwe.Ciphertext) error {
	if ctIn.Degree() != 1 || opOut.Degree() != 1 || ctIn.Value[0].N() != opOut.Value[0].N() || !ctIn.IsNTT {
		return e.lattigo.ApplyEvaluationKey(ctIn, evk, opOut)
	}
	level := min(ctIn.Level(), opOut.Level())
	if level > evk.LevelQ() {
		return e.lattigo.ApplyEvaluationKey(ctIn, evk, opOut)
	}
	ct := e.pool.GetBuffCt(1, level)
	defer e.pool.RecycleBuffCt(ct)
	ct.MetaData = ctIn.MetaData
	e.GadgetProduct(level, ctIn.Value[1], &evk.GadgetCiphertext, ct)
	must(e.plans.base.Add(rowsOf(opOut.Value[0], level), rowsOf(ctIn.Value[0], level), rowsOf(ct.Value[0], level), nil))
	opOut.Value[1].CopyLvl(level, ct.Value[1])
	*opOut.MetaData = *ctIn.MetaData
	return nil
}
