// SPDX-License-Identifier: Apache-2.0

package lattigo

import (
	"runtime"
	"slices"
	"sync"
	"weak"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"

	"ringlet"
)

// preparedKeys holds the keys of Lattigo that evaluators have used, in Ringlet's form.
//
// A key is prepared on its first use and found by its address. It is dropped when the garbage collector frees Lattigo's
// key. Each use compares one word of each polynomial with what it was, so that a key that was generated or read anew in
// the same memory is prepared again.
var preparedKeys = struct {
	mutex sync.Mutex
	keys  map[address]*preparedKey
}{keys: map[address]*preparedKey{}}

type address = weak.Pointer[rlwe.GadgetCiphertext]

// preparedKey is made by the goroutine that finds it empty; others wait.
type preparedKey struct {
	mutex sync.Mutex
	marks []uint64
	plan  *ringlet.KeySwitch
	key   *ringlet.SwitchingKey
}

// serves tells whether Ringlet has the key switch of such keys.
func (p *plans) serves(key *rlwe.GadgetCiphertext) bool {
	return key.Degree() == 1 && key.LevelQ() < len(p.q) && key.LevelP() < len(p.p) &&
		(key.BaseTwoDecomposition == 0 || key.LevelP() <= 0)
}

// prepared returns a key in Ringlet's form, and the plan that it belongs to.
func (p *plans) prepared(key *rlwe.GadgetCiphertext) (*ringlet.KeySwitch, *ringlet.SwitchingKey, error) {
	at := weak.Make(key)
	preparedKeys.mutex.Lock()
	k, ok := preparedKeys.keys[at]
	if !ok {
		k = &preparedKey{}
		preparedKeys.keys[at] = k
		runtime.AddCleanup(key, drop, at)
	}
	preparedKeys.mutex.Unlock()

	k.mutex.Lock()
	defer k.mutex.Unlock()
	if marks := p.marks(key); !slices.Equal(marks, k.marks) {
		if err := k.prepare(p, key); err != nil {
			return nil, nil, err
		}
		k.marks = marks
	}
	return k.plan, k.key, nil
}

func drop(at address) {
	preparedKeys.mutex.Lock()
	delete(preparedKeys.keys, at)
	preparedKeys.mutex.Unlock()
}

// Forget makes evaluators prepare a key again when they next use it. Only a program that changes words of a key in place
// must call it.
func Forget(key *rlwe.GadgetCiphertext) { drop(weak.Make(key)) }

// marks returns the moduli and the shape of a key, and one word of each polynomial.
func (p *plans) marks(key *rlwe.GadgetCiphertext) []uint64 {
	marks := slices.Concat(p.q[:key.LevelQ()+1], p.p[:key.LevelP()+1])
	marks = append(marks, uint64(p.n), uint64(key.LevelQ()), uint64(key.BaseTwoDecomposition))
	for _, digits := range key.Value {
		for _, digit := range digits {
			for _, polynomial := range digit {
				marks = append(marks, polynomial.Q.Coeffs[0][0])
			}
		}
	}
	return marks
}

// prepare copies a key, which Lattigo keeps in Montgomery form.
func (k *preparedKey) prepare(p *plans, key *rlwe.GadgetCiphertext) error {
	plan, err := p.keySwitch(shape{key.LevelQ(), key.LevelP(), key.BaseTwoDecomposition})
	if err != nil {
		return err
	}
	_, base, err := p.transforms(key.LevelQ(), key.LevelP())
	if err != nil {
		return err
	}
	var parts [2][][][]uint64
	for _, digits := range key.Value {
		for _, digit := range digits {
			for u := range parts {
				plain := newRows(key.LevelQ()+key.LevelP()+2, p.n)
				if err := base.FromMontgomery(plain, slices.Concat(digit[u].Q.Coeffs, digit[u].P.Coeffs), nil); err != nil {
					return err
				}
				parts[u] = append(parts[u], plain)
			}
		}
	}
	prepared, err := ringlet.NewSwitchingKey(plan, parts[0], parts[1], nil)
	if err != nil {
		return err
	}
	k.plan, k.key = plan, prepared
	return nil
}

func newRows(count, n int) [][]uint64 {
	words := make([]uint64, count*n)
	rows := make([][]uint64, count)
	for i := range rows {
		rows[i] = words[i*n : (i+1)*n : (i+1)*n]
	}
	return rows
}
