package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

import (
	"fmt"
)

type linearTransformHandle struct {
	handle[*C.ringlet_linear_transform]
}

// LinearTransform is a linear transform of encrypted slots: the sum over giant steps g of Gamma_g(the sum over baby steps
// i of p_(g i) phi_i(c)), for a ciphertext c, plaintexts p_(g i), and the automorphisms phi_i and Gamma_g of the steps'
// keys. One giant step, the identity, gives the plain sum over rotations. A matrix of n_1 n_2 diagonals takes n_1 + n_2
// keys and n_1 n_2 plaintexts: with Gamma_g the rotation by g n_1 slots, p_(g i) is diagonal g n_1 + i, rotated back by
// g n_1 slots. Ciphertexts are in the domain of the key switch, plaintexts and inner sums are evaluations. Lattigo's
// linear transforms give the same words.
type LinearTransform struct {
	linearTransformHandle
	n, special, babySteps, giantSteps int
	// digits has the number of digits at each level.
	digits []int
}

// BabyGiantSteps splits rotations into baby and giant steps, in slots: each rotation is the sum of a giant step, a
// multiple of n_1, and of a baby step below n_1. n_1 is the power of two that takes the least time, if a giant step takes
// as long as three baby steps and a step by 0 takes no time. Steps are in ascending order.
func BabyGiantSteps(rotations []int) (baby, giant []int, err error) {
	c := begin()
	defer c.end()
	c.check("rotations", "elements", len(rotations), len(rotations))
	if c.err != nil {
		return nil, nil, c.err
	}
	count := len(rotations)
	var in, toBaby, toGiant = make([]C.size_t, count), make([]C.size_t, count), make([]C.size_t, count)
	for i, r := range rotations {
		in[i] = c.size(fmt.Sprintf("rotations[%d]", i), r)
	}
	var babySteps, giantSteps C.size_t
	err = c.do(func() C.ringlet_status {
		return C.ringlet_baby_giant_steps(&toBaby[0], &babySteps, &toGiant[0], &giantSteps, &in[0], C.size_t(count))
	})
	if err != nil {
		return nil, nil, err
	}
	ints := func(steps []C.size_t) (result []int) {
		for _, step := range steps {
			result = append(result, int(step))
		}
		return result
	}
	return ints(toBaby[:babySteps]), ints(toGiant[:giantSteps]), nil
}

// NewLinearTransform makes a transform of at least one baby and one giant step. A step has the key that the plan made
// with the step's automorphism, and nil for the identity. Plaintext g len(baby) + i belongs to the steps g and i: a row
// for each modulus of a level, then one for each of P, or nil for an absent term. Levels may differ. It copies nothing:
// the rows stay pinned, and keys are kept, until the transform is closed or collected. Later changes of the rows take
// effect; they must not change while a call reads them.
func NewLinearTransform(plan *KeySwitch, baby, giant []*SwitchingKey, plaintexts [][][]uint64) (*LinearTransform, error) {
	c := begin()
	defer c.end()
	pointer := hold(c, plan)
	c.check("baby", "steps", len(baby), len(baby))
	c.check("giant", "steps", len(giant), len(giant))
	c.check("plaintexts", "polynomials", len(plaintexts), len(baby)*len(giant))
	if c.err != nil {
		return nil, c.err
	}
	kept := new(call)
	babyKeys, giantKeys := kept.keys(baby), kept.keys(giant)
	rows, levels := kept.plaintexts(plaintexts, plan)
	c.fail(kept.err)
	var transform *C.ringlet_linear_transform
	err := c.do(func() C.ringlet_status {
		return C.ringlet_linear_transform_create(&transform, pointer, &babyKeys[0], C.size_t(len(baby)), &giantKeys[0],
			C.size_t(len(giant)), &rows[0], &levels[0])
	})
	if err != nil {
		kept.drop()
		return nil, err
	}
	result := &LinearTransform{n: plan.n, special: plan.special, babySteps: len(baby), giantSteps: len(giant)}
	for level := 1; level <= plan.moduli; level++ {
		result.digits = append(result.digits, int(C.ringlet_key_switch_digit_count(pointer, C.size_t(level))))
	}
	open(result, transform, func(p *C.ringlet_linear_transform) {
		C.ringlet_linear_transform_destroy(p)
		kept.drop()
	})
	return result, nil
}

// keys holds the keys of steps.
func (c *call) keys(steps []*SwitchingKey) []*C.ringlet_switching_key {
	keys := make([]*C.ringlet_switching_key, len(steps))
	for i, key := range steps {
		keys[i] = holdOptional(c, key)
	}
	return keys
}

// plaintexts pins the rows of plaintexts, and returns them with their levels.
func (c *call) plaintexts(list [][][]uint64, plan *KeySwitch) ([]C.ringlet_rows, []C.size_t) {
	all, levels := pinned(c, &c.lists, len(list)), make([]C.size_t, len(list))
	for i, plaintext := range list {
		if plaintext == nil {
			continue
		}
		if len(plaintext) <= plan.special {
			c.fail(invalid("plaintext %d has %d rows, but it must have at least %d", i, len(plaintext), plan.special+1))
			break
		}
		levels[i] = C.size_t(len(plaintext) - plan.special)
		all[i] = c.rows("plaintexts", plaintext, len(plaintext), plan.n)
	}
	return all, levels
}

// BabySteps returns the number of baby steps.
func (t *LinearTransform) BabySteps() int { return t.babySteps }

// GiantSteps returns the number of giant steps.
func (t *LinearTransform) GiantSteps() int { return t.giantSteps }

// Apply writes the transform of the ciphertext (b, a) to outB and outA, at the level of its rows, which plaintexts must
// have. Row i of outB or outA may be row i of b or a.
func (t *LinearTransform) Apply(outB, outA, b, a [][]uint64, executor *Executor) error {
	c := begin()
	defer c.end()
	transform, threads := hold(c, t), holdOptional(c, executor)
	if c.err != nil {
		return c.err
	}
	toB, toA := c.rows("outB", outB, len(b), t.n), c.rows("outA", outA, len(b), t.n)
	ofB, ofA := c.rows("b", b, len(b), t.n), c.rows("a", a, len(b), t.n)
	return c.do(func() C.ringlet_status {
		return C.ringlet_linear_transform_apply(transform, toB, toA, ofB, ofA, C.size_t(len(b)), threads)
	})
}

// ApplyMany is Apply for several ciphertexts of one level. Up to four at a time share the passage over the keys of the
// baby steps.
func (t *LinearTransform) ApplyMany(outB, outA, b, a [][][]uint64, executor *Executor) error {
	c := begin()
	defer c.end()
	transform, threads, count, level := hold(c, t), holdOptional(c, executor), len(b), 0
	if c.err != nil {
		return c.err
	}
	if count > 0 {
		level = len(b[0])
	}
	toB, toA := c.polynomials("outB", outB, count, level, t.n), c.polynomials("outA", outA, count, level, t.n)
	ofB, ofA := c.polynomials("b", b, count, level, t.n), c.polynomials("a", a, count, level, t.n)
	return c.do(func() C.ringlet_status {
		return C.ringlet_linear_transform_apply_many(transform, toB, toA, ofB, ofA, C.size_t(count), C.size_t(level), threads)
	})
}

// Sums writes the inner sums modulo Q P, the sums over the baby steps of each giant step, from the digits of a. sumB and
// sumA have a polynomial for each giant step, with a row for each modulus of the level, then one for each of P. Other
// orders of giant steps are made from the sums. No rows overlap.
func (t *LinearTransform) Sums(sumB, sumA [][][]uint64, b, a [][]uint64, digits [][][]uint64, executor *Executor) error {
	c := begin()
	defer c.end()
	transform, threads, level := hold(c, t), holdOptional(c, executor), len(b)
	if c.err != nil {
		return c.err
	}
	if level < 1 || level > len(t.digits) {
		return invalid("b has %d rows, but it must have 1 to %d", level, len(t.digits))
	}
	rows := level + t.special
	toB, toA := c.polynomials("sumB", sumB, t.giantSteps, rows, t.n), c.polynomials("sumA", sumA, t.giantSteps, rows, t.n)
	ofB, ofA := c.rows("b", b, level, t.n), c.rows("a", a, level, t.n)
	ofDigits := c.polynomials("digits", digits, t.digits[level-1], rows, t.n)
	return c.do(func() C.ringlet_status {
		return C.ringlet_linear_transform_sums(transform, toB, toA, ofB, ofA, ofDigits, C.size_t(level), threads)
	})
}
