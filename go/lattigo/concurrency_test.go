// SPDX-License-Identifier: Apache-2.0

package lattigo_test

import (
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/tuneinsight/lattigo/v6/circuits/ckks/lintrans"
	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/schemes/ckks"

	"ringlet/lattigo"
)

// unlisted is a key set that does not say which Galois keys it has.
type unlisted struct{ rlwe.EvaluationKeySet }

func (unlisted) GetGaloisKeysList() []uint64 { return nil }

// TestGoroutines shares one evaluator, for whose keys Lattigo has made no permutations.
func TestGoroutines(t *testing.T) {
	p := newCKKSPair(t, literals["one special"])
	p.ringlet = p.ringlet.WithKey(unlisted{p.keys})
	matrix := p.transformation(t, -1, []int{0, 1, 2, 5})
	x := p.encrypt(t, p.plain.MaxLevel())
	circuit := func(e evaluator) *rlwe.Ciphertext {
		y := value(e.MulRelinNew(x, x))(t)
		check(t, e.Rescale(y, y))
		for _, k := range p.rotations {
			check(t, e.Rotate(y, k, y))
		}
		y = value(e.RotateHoistedNew(y, p.rotations))(t)[1]
		return value(lintrans.NewEvaluator(e).EvaluateNew(y, matrix))(t)
	}
	want := circuit(p.lattigo)
	var group sync.WaitGroup
	results := make([]*rlwe.Ciphertext, 8)
	for i := range results {
		group.Add(1)
		go func() {
			defer group.Done()
			results[i] = circuit(p.ringlet)
		}()
	}
	group.Wait()
	for _, got := range results {
		expectSame(t, "in a goroutine", want, got)
	}
}

func TestPlansAreShared(t *testing.T) {
	p, other := newCKKSPair(t, literals["one special"]), newCKKSPair(t, literals["two special"])
	if !lattigo.SharePlans(p.ringlet, p.prepared) || lattigo.SharePlans(p.ringlet, other.ringlet) {
		t.Error("evaluators of equal parameters, and no others, should share plans")
	}
}

func TestAccelerateInGoroutines(t *testing.T) {
	params := value(ckks.NewParametersFromLiteral(literals["one special"]))(t)
	var group sync.WaitGroup
	changed := make([]int, 4)
	for i := range changed {
		group.Add(1)
		go func() {
			defer group.Done()
			report, err := lattigo.Accelerate(params)
			if err != nil {
				t.Error(err)
			}
			changed[i] = report.Changed
		}()
	}
	group.Wait()
	if sum := changed[0] + changed[1] + changed[2] + changed[3]; sum != params.MaxLevel() {
		t.Errorf("%d changes, not %d", sum, params.MaxLevel())
	}
}

// residentBytes returns the memory of the process after garbage has been returned to the system.
func residentBytes(t *testing.T) int {
	t.Helper()
	debug.FreeOSMemory()
	pages := strings.Fields(string(value(os.ReadFile("/proc/self/statm"))(t)))[1]
	return value(strconv.Atoi(pages))(t) * os.Getpagesize()
}

func TestMemoryIsFlat(t *testing.T) {
	p := newCKKSPair(t, literals["one special"])
	x, y := p.encrypt(t, 2), p.encrypt(t, 2)
	out := ckks.NewCiphertext(p.plain, 1, 2)
	calls := func(count int) {
		for i := range count {
			switch {
			case i%2 == 0:
				check(t, p.ringlet.MulRelin(x, y, out))
			case i%50 != 1:
				check(t, p.ringlet.Rotate(x, 1, out))
			case i%100 == 1:
				value(p.ringlet.RotateHoistedNew(x, p.rotations))(t)
			default:
				// Evaluators and keys come and go. Nothing releases the copies of 3 MB.
				p.ringlet = value(lattigo.NewCKKSEvaluator(p.fast, p.keys))(t)
				check(t, p.ringlet.PrepareKeys())
				key := rlwe.NewKeyGenerator(p.plain).GenEvaluationKeyNew(p.secret, p.secret)
				check(t, p.ringlet.ApplyEvaluationKey(x, key, out))
			}
		}
	}
	calls(2000)
	before := residentBytes(t)
	calls(10000)
	if after := residentBytes(t); after > before+64<<20 {
		t.Errorf("%d bytes, %d before 10000 calls", after, before)
	}
}
