// SPDX-License-Identifier: Apache-2.0

package lattigo

import (
	"errors"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/ring"
	"github.com/tuneinsight/lattigo/v6/ring/ringqp"

	"ringlet"
)

// switcher overrides the methods of [rlwe.Evaluator] that switch keys. Each gives the words of Lattigo's. What Ringlet
// does not have goes to Lattigo: ciphertexts as coefficients, digits in base 2^w with several special moduli or
// without all bits of the moduli, and arguments that Lattigo refuses.
type switcher struct {
	lattigo *rlwe.Evaluator
	plans   *plans
	pool    *rlwe.BufferPool
	// prepared has the keys of PrepareKeys. Others are read where they lie.
	prepared map[*rlwe.GadgetCiphertext]*ringlet.SwitchingKey
}

// newSwitcher refuses rings that Ringlet's key switching lacks. The caller adds Lattigo's evaluator, which panics without
// rings.
func newSwitcher(params *rlwe.Parameters) (switcher, error) {
	if err := checkProgram(); err != nil {
		return switcher{}, err
	}
	if params.RingQ() == nil {
		return switcher{}, errNoRing
	}
	if params.RingType() != ring.Standard {
		return switcher{}, errors.New("lattigo: the evaluator is for the standard ring; in the conjugate-invariant ring, use Lattigo's after Accelerate")
	}
	plans, err := plansOf(params)
	return switcher{plans: plans, pool: rlwe.NewPool(params.RingQP())}, err
}

var errNoRing = errors.New("lattigo: a ring has no moduli")

// withKey returns the switcher for another evaluator of the same parameters.
func (e *switcher) withKey(lattigo *rlwe.Evaluator) switcher {
	return switcher{lattigo: lattigo, plans: e.plans, pool: e.pool}
}

// rows lends rows of working memory, which the function that it returns takes back.
func (e *switcher) rows(count int) ([][]uint64, func()) {
	rows := make([][]uint64, count)
	for i := range rows {
		rows[i] = *e.pool.GetBuffUintArray()
	}
	return rows, func() {
		for i := range rows {
			e.pool.RecycleBuffUintArray(&rows[i])
		}
	}
}

// rowsOf returns the rows of a polynomial at a level.
func rowsOf(p ring.Poly, level int) [][]uint64 { return p.Coeffs[:level+1] }

// rowsOfQP returns the rows modulo Q, then those modulo P.
func rowsOfQP(p ringqp.Poly, levelQ, levelP int) [][]uint64 {
	rows := make([][]uint64, 0, levelQ+levelP+2)
	return append(append(rows, p.Q.Coeffs[:levelQ+1]...), p.P.Coeffs[:levelP+1]...)
}

// GadgetProduct replaces Lattigo's: the key switch of cx.
func (e *switcher) GadgetProduct(levelQ int, cx ring.Poly, gadgetCt *rlwe.GadgetCiphertext, ct *rlwe.Ciphertext) {
	levelQ = min(levelQ, gadgetCt.LevelQ())
	key := e.key(ct.IsNTT, gadgetCt, levelQ)
	if key == nil {
		e.lattigo.GadgetProduct(levelQ, cx, gadgetCt, ct)
		return
	}
	defer key.close()
	b, a := rowsOf(ct.Value[0], levelQ), rowsOf(ct.Value[1], levelQ)
	if key.isPrepared {
		must(key.plan.Apply(b, a, rowsOf(cx, levelQ), key.key, nil))
		return
	}
	e.sums(key, cx, func(sumB, sumA [][]uint64) { must(key.plan.ModDown(b, a, sumB, sumA, nil)) })
}

// addGadgetProduct adds the key switch of cx to b and a.
func (e *switcher) addGadgetProduct(level int, cx ring.Poly, gadgetCt *rlwe.GadgetCiphertext, b, a ring.Poly) {
	if key := e.key(true, gadgetCt, level); key != nil {
		defer key.close()
		toB, toA := rowsOf(b, level), rowsOf(a, level)
		if key.isPrepared {
			must(key.plan.Add(toB, toA, rowsOf(cx, level), key.key, nil))
			return
		}
		e.sums(key, cx, func(sumB, sumA [][]uint64) { must(key.plan.AddModDown(toB, toA, sumB, sumA, nil)) })
		return
	}
	ct := e.pool.GetBuffCt(1, level)
	defer e.pool.RecycleBuffCt(ct)
	ct.MetaData = &rlwe.MetaData{}
	ct.IsNTT = true
	e.lattigo.GadgetProduct(level, cx, gadgetCt, ct)
	for i, out := range []ring.Poly{b, a} {
		must(e.plans.base.Add(rowsOf(out, level), rowsOf(out, level), rowsOf(ct.Value[i], level), nil))
	}
}

// sums lends the sums of the products of the digits of cx with a key to a function.
func (e *switcher) sums(key *switchingKey, cx ring.Poly, use func(b, a [][]uint64)) {
	count := key.levelQ + key.levelP + 2
	rows, recycle := e.rows(2 * count)
	defer recycle()
	e.switchLazily(key, cx, rows[:count], rows[count:])
	use(rows[:count], rows[count:])
}

// switchLazily writes the sums of the products of the digits of cx with a key.
func (e *switcher) switchLazily(key *switchingKey, cx ring.Poly, b, a [][]uint64) {
	digits := make([][][]uint64, key.plan.DigitCount(key.levelQ+1))
	rows, recycle := e.rows(len(digits) * len(b))
	defer recycle()
	for i := range digits {
		digits[i] = rows[i*len(b) : (i+1)*len(b)]
	}
	must(key.plan.Decompose(digits, rowsOf(cx, key.levelQ), nil))
	key.innerProduct(b, a, digits)
}

// GadgetProductLazy replaces Lattigo's: the key switch of cx before the division by P.
func (e *switcher) GadgetProductLazy(levelQ int, cx ring.Poly, gadgetCt *rlwe.GadgetCiphertext, ctQP *rlwe.Element[ringqp.Poly]) error {
	key := e.key(ctQP.LevelP() >= gadgetCt.LevelP() && ctQP.IsNTT, gadgetCt, levelQ)
	if key == nil {
		return e.lattigo.GadgetProductLazy(levelQ, cx, gadgetCt, ctQP)
	}
	defer key.close()
	e.switchLazily(key, cx, rowsOfQP(ctQP.Value[0], levelQ, key.levelP), rowsOfQP(ctQP.Value[1], levelQ, key.levelP))
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

// DecomposeNTT replaces Lattigo's: it writes the digits of c2.
func (e *switcher) DecomposeNTT(levelQ, levelP, nbPi int, c2 ring.Poly, c2IsNTT bool, decompQP []ringqp.Poly) {
	plan, err := e.plans.keySwitch(shape{levels{len(e.plans.q) - 1, levelP}, 0})
	if err != nil || !c2IsNTT || levelP < 0 || nbPi != levelP+1 {
		e.lattigo.DecomposeNTT(levelQ, levelP, nbPi, c2, c2IsNTT, decompQP)
		return
	}
	must(plan.Decompose(digitsOf(plan, decompQP, levelQ, levelP), rowsOf(c2, levelQ), nil))
}

// GadgetProductHoisted replaces Lattigo's: the key switch of the polynomial with the digits.
func (e *switcher) GadgetProductHoisted(levelQ int, BuffQPDecompQP []ringqp.Poly, gadgetCt *rlwe.GadgetCiphertext, ct *rlwe.Ciphertext) {
	key := e.key(ct.IsNTT && areDigitsModuli(gadgetCt), gadgetCt, levelQ)
	if key == nil {
		e.lattigo.GadgetProductHoisted(levelQ, BuffQPDecompQP, gadgetCt, ct)
		return
	}
	defer key.close()
	b, a, digits := rowsOf(ct.Value[0], levelQ), rowsOf(ct.Value[1], levelQ), digitsOf(key.plan, BuffQPDecompQP, levelQ, key.levelP)
	if key.isPrepared {
		must(key.plan.ApplyDigits(b, a, digits, key.key, nil))
		return
	}
	count := levelQ + key.levelP + 2
	sums, recycle := e.rows(2 * count)
	defer recycle()
	key.innerProduct(sums[:count], sums[count:], digits)
	must(key.plan.ModDown(b, a, sums[:count], sums[count:], nil))
}

// GadgetProductHoistedLazy replaces Lattigo's: the key switch of digits before the division by P.
func (e *switcher) GadgetProductHoistedLazy(levelQ int, BuffQPDecompQP []ringqp.Poly, gadgetCt *rlwe.GadgetCiphertext, ctQP *rlwe.Element[ringqp.Poly]) error {
	key := e.key(areDigitsModuli(gadgetCt) && ctQP.LevelP() >= gadgetCt.LevelP() && ctQP.IsNTT, gadgetCt, levelQ)
	if key == nil {
		return e.lattigo.GadgetProductHoistedLazy(levelQ, BuffQPDecompQP, gadgetCt, ctQP)
	}
	defer key.close()
	key.innerProduct(rowsOfQP(ctQP.Value[0], levelQ, key.levelP), rowsOfQP(ctQP.Value[1], levelQ, key.levelP),
		digitsOf(key.plan, BuffQPDecompQP, levelQ, key.levelP))
	return nil
}

// ModDownQPtoQNTT replaces Lattigo's: the division of a polynomial by P. Its words must lie in [0, q).
func (e *switcher) ModDownQPtoQNTT(levelQ, levelP int, p1Q, p1P, p2Q ring.Poly) {
	divide, err := e.plans.divide(division{levels{levelQ, levelP}, levelP + 1})
	if err != nil {
		e.lattigo.ModDownQPtoQNTT(levelQ, levelP, p1Q, p1P, p2Q)
		return
	}
	must(divide.OnEvaluations(rowsOf(p2Q, levelQ), rowsOfQP(ringqp.Poly{Q: p1Q, P: p1P}, levelQ, levelP), nil))
}

// Relinearize replaces Lattigo's.
func (e *switcher) Relinearize(ctIn, opOut *rlwe.Ciphertext) error {
	rlk := e.relinearizationKey()
	if rlk == nil || ctIn.Degree() != 2 || ctIn.MetaData == nil || !ctIn.IsNTT {
		return e.lattigo.Relinearize(ctIn, opOut)
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

// ApplyEvaluationKey replaces Lattigo's. Between rings of different degrees it calls Lattigo's.
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
