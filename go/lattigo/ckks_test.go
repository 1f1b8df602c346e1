// SPDX-License-Identifier: Apache-2.0

package lattigo_test

import (
	"fmt"
	"testing"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/schemes"
	"github.com/tuneinsight/lattigo/v6/schemes/ckks"
)

// literals have digits of one to four moduli, partial last digits, P of 55, 60 and 61 bits, and primes above 2^61.
var literals = map[string]ckks.ParametersLiteral{
	"one special":          {LogN: 10, LogQ: append([]int{50}, repeat(40, 4)...), LogP: []int{55}, LogDefaultScale: 40},
	"two special":          {LogN: 11, LogQ: append([]int{55}, repeat(45, 6)...), LogP: []int{60, 60}, LogDefaultScale: 45},
	"2^13":                 {LogN: 13, LogQ: append([]int{50}, repeat(40, 3)...), LogP: []int{52}, LogDefaultScale: 40},
	"2^15":                 {LogN: 15, LogQ: append([]int{60}, repeat(55, 4)...), LogP: []int{60, 61}, LogDefaultScale: 55},
	"three special":        {LogN: 12, LogQ: append([]int{60}, repeat(45, 4)...), LogP: []int{61, 61, 61}, LogDefaultScale: 45},
	"two levels a rescale": {LogN: 10, LogQ: append([]int{60}, repeat(45, 5)...), LogP: []int{61, 61, 61, 61}, LogDefaultScale: 90},
}

// evaluator has the methods that tests call on both sides.
type evaluator interface {
	schemes.Evaluator
	MulRelinThenAdd(*rlwe.Ciphertext, rlwe.Operand, *rlwe.Ciphertext) error
	RelinearizeNew(*rlwe.Ciphertext) (*rlwe.Ciphertext, error)
	RotateNew(*rlwe.Ciphertext, int) (*rlwe.Ciphertext, error)
	Rotate(*rlwe.Ciphertext, int, *rlwe.Ciphertext) error
	ConjugateNew(*rlwe.Ciphertext) (*rlwe.Ciphertext, error)
	RotateHoistedNew(*rlwe.Ciphertext, []int) (map[int]*rlwe.Ciphertext, error)
}

func TestCKKS(t *testing.T) {
	for name, literal := range literals {
		steps := max(1, 32>>(literal.LogN-10))
		if isRacing {
			steps /= 8
		}
		t.Run(name, func(t *testing.T) {
			if steps == 0 {
				t.Skip("too slow with the race detector")
			}
			p := newCKKSPair(t, literal)
			for range steps {
				p.step(t)
			}
		})
	}
}

// step applies a random operation to random ciphertexts on both sides.
func (p *ckksPair) step(t *testing.T) {
	level := p.random.IntN(p.plain.MaxLevel() + 1)
	x, y := p.encrypt(t, level), p.encrypt(t, p.random.IntN(p.plain.MaxLevel()+1))
	rotation := p.rotations[p.random.IntN(len(p.rotations))]
	operations := map[string]func(evaluator, *rlwe.Ciphertext) *rlwe.Ciphertext{
		"MulRelin": func(e evaluator, x *rlwe.Ciphertext) *rlwe.Ciphertext { return value(e.MulRelinNew(x, y))(t) },
		"MulRelin in place": func(e evaluator, x *rlwe.Ciphertext) *rlwe.Ciphertext {
			check(t, e.MulRelin(x, x, x))
			return x
		},
		"MulRelin to the second": func(e evaluator, x *rlwe.Ciphertext) *rlwe.Ciphertext {
			check(t, e.MulRelin(y.CopyNew(), x, x))
			return x
		},
		"Mul and Relinearize": func(e evaluator, x *rlwe.Ciphertext) *rlwe.Ciphertext {
			return value(e.RelinearizeNew(value(e.MulNew(x, y))(t)))(t)
		},
		"Mul by a number": func(e evaluator, x *rlwe.Ciphertext) *rlwe.Ciphertext { return value(e.MulRelinNew(x, 3))(t) },
		"MulRelinThenAdd": func(e evaluator, x *rlwe.Ciphertext) *rlwe.Ciphertext {
			sum := x.CopyNew()
			check(t, e.MulRelinThenAdd(x, y, sum))
			return sum
		},
		"Rotate":    func(e evaluator, x *rlwe.Ciphertext) *rlwe.Ciphertext { return value(e.RotateNew(x, rotation))(t) },
		"Conjugate": func(e evaluator, x *rlwe.Ciphertext) *rlwe.Ciphertext { return value(e.ConjugateNew(x))(t) },
		"Rotate in place": func(e evaluator, x *rlwe.Ciphertext) *rlwe.Ciphertext {
			check(t, e.Rotate(x, rotation, x))
			return x
		},
	}
	if count := p.plain.LevelsConsumedPerRescaling(); level >= count {
		operations["Rescale in place"] = func(e evaluator, x *rlwe.Ciphertext) *rlwe.Ciphertext {
			check(t, e.Rescale(x, x))
			return x
		}
		operations["Rescale"] = func(e evaluator, x *rlwe.Ciphertext) *rlwe.Ciphertext {
			out := ckks.NewCiphertext(p.plain, 1, level)
			check(t, e.Rescale(x, out))
			return out
		}
	}
	hoisted := value(p.lattigo.RotateHoistedNew(x, p.rotations))(t)
	for kind, fast := range map[string]evaluator{"in place": p.ringlet, "prepared": p.prepared} {
		for name, operation := range operations {
			name = fmt.Sprintf("%s at level %d, keys %s", name, level, kind)
			expectSame(t, name, operation(p.lattigo, x.CopyNew()), operation(fast, x.CopyNew()))
		}
		for k, got := range value(fast.RotateHoistedNew(x, p.rotations))(t) {
			expectSame(t, "RotateHoisted, keys "+kind, hoisted[k], got)
		}
	}
}
