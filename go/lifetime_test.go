package ringlet_test

import (
	"errors"
	"ringlet"
	"ringlet/internal/heap"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// inGoroutines runs f on several at once.
func inGoroutines(f func(worker int)) {
	var group sync.WaitGroup
	for worker := 0; worker < 8; worker++ {
		group.Add(1)
		go func(worker int) {
			defer group.Done()
			f(worker)
		}(worker)
	}
	group.Wait()
}

func TestGoroutinesShareObjects(t *testing.T) {
	const n = 64
	base := must(ringlet.NewRNSBase(primes))
	ntt := must(ringlet.NewRNSNTT(n, base, nil, nil))
	plan := must(ringlet.NewKeySwitch(ntt, 1, ringlet.KeySwitchOptions{}))
	_, pairs := randomKey(t, ntt, 4, n)
	keys := []*ringlet.SwitchingKey{
		must(ringlet.NewSwitchingKey(plan, pairs[0], pairs[1], nil)), must(ringlet.BorrowSwitchingKey(plan, pairs[0], pairs[1]))}
	executor := must(ringlet.Goroutines(2))
	x := residueRows(integers(productOf(primes), n), primes[:4])
	want := [2][][]uint64{rows(4, n), rows(4, n)}
	noError(t, plan.Apply(want[0], want[1], x, keys[0], nil))
	inGoroutines(func(worker int) {
		b, a := rows(4, n), rows(4, n)
		for i := 0; i < 20; i++ {
			if err := plan.Apply(b, a, x, keys[worker%2], executor); err != nil {
				t.Error(err)
			}
		}
		for i := range b {
			for j := range b[i] {
				if b[i][j] != want[0][i][j] || a[i][j] != want[1][i][j] {
					t.Errorf("a result of goroutine %d is wrong", worker)
					return
				}
			}
		}
	})
}

// TestBorrowedRowsStay drops all references to the rows of a key but the key's own.
func TestBorrowedRowsStay(t *testing.T) {
	const n = 1024
	base := must(ringlet.NewRNSBase(primes))
	ntt := must(ringlet.NewRNSNTT(n, base, nil, nil))
	plan := must(ringlet.NewKeySwitch(ntt, 1, ringlet.KeySwitchOptions{}))
	x := residueRows(integers(productOf(primes), n), primes[:4])
	want, out := [2][][]uint64{rows(4, n), rows(4, n)}, [2][][]uint64{rows(4, n), rows(4, n)}
	_, pairs := randomKey(t, ntt, 4, n)
	noError(t, plan.Apply(want[0], want[1], x, must(ringlet.NewSwitchingKey(plan, pairs[0], pairs[1], nil)), nil))
	key := must(ringlet.BorrowSwitchingKey(plan, pairs[0], pairs[1]))
	pairs = [2][][][]uint64{}
	collect()
	for i := 0; i < 100; i++ {
		for _, row := range rows(5, n) {
			row[0] = 1
		}
	}
	expectPair(t, plan.Apply(out[0], out[1], x, key, nil), out[0], out[1], want)
	key.Close()
}

func TestMessagesBelongToTheirGoroutines(t *testing.T) {
	inGoroutines(func(worker int) {
		bad := uint64(1)<<62 + uint64(worker)
		for i := 0; i < 200; i++ {
			_, err := ringlet.NewModulus(bad)
			if err == nil || !strings.Contains(err.Error(), strconv.FormatUint(bad, 10)) {
				t.Errorf("%v does not name %d", err, bad)
			}
			runtime.Gosched()
		}
	})
}

func TestCloseBesideGoroutines(t *testing.T) {
	for i := 0; i < 50; i++ {
		ntt := must(ringlet.NewNTT(256, must(ringlet.NewModulus(7681)), ringlet.Negacyclic))
		inGoroutines(func(worker int) {
			x := make([]uint64, 256)
			for {
				if worker == 0 {
					ntt.Close()
				}
				err := ntt.Forward(x, x)
				var wrong *ringlet.Error
				if errors.As(err, &wrong) {
					return
				}
			}
		})
	}
}

// collect runs the garbage collector, and waits until it has closed objects.
func collect() {
	for i := 0; i < 2; i++ {
		done := make(chan struct{})
		runtime.SetFinalizer(new([32]byte), func(*[32]byte) { close(done) })
		runtime.GC()
		<-done
	}
}

// flat expects that memory does not grow while f runs many times.
func flat(t *testing.T, f func()) {
	t.Helper()
	run := func(times int) int {
		for i := 0; i < times; i++ {
			f()
		}
		collect()
		return heap.Bytes()
	}
	before := run(100)
	if after := run(3000); after > before+3000*32 {
		t.Errorf("memory grew from %d to %d bytes", before, after)
	}
}

func TestMemoryStaysFlat(t *testing.T) {
	const n = 256
	base := must(ringlet.NewRNSBase(primes))
	ntt := must(ringlet.NewRNSNTT(n, base, nil, nil))
	plan := must(ringlet.NewKeySwitch(ntt, 1, ringlet.KeySwitchOptions{}))
	pairs, out := polynomials(4, 5, n), rows(5, n)
	q := must(ringlet.NewModulus(7681))
	small := must(ringlet.NewKeySwitch(must(ringlet.NewRNSNTT(4, base, nil, nil)), 1, ringlet.KeySwitchOptions{}))
	smallPairs := polynomials(4, 5, 4)
	t.Run("closed", func(t *testing.T) {
		flat(t, func() { must(ringlet.NewNTT(n, q, ringlet.Cyclic)).Close() })
		flat(t, func() { must(ringlet.BorrowSwitchingKey(plan, pairs, pairs)).Close() })
		flat(t, func() { must(ringlet.Goroutines(2)).Close() })
		word := ringlet.Uint128{Lo: 257}
		q128 := must(ringlet.NewModulus128(word))
		field := must(ringlet.FieldNamed[[4]uint64]("bn254-fr"))
		long := must(ringlet.NewMultiwordModulus(field.Modulus))
		from, to := must(ringlet.NewRNSBase(primes[:1])), must(ringlet.NewRNSBase(primes[1:3]))
		for _, create := range []func() interface{ Close() }{
			func() interface{ Close() } { return must(ringlet.NewModulus(17)) },
			func() interface{ Close() } { return must(ringlet.NewModulus128(word)) },
			func() interface{ Close() } { return must(ringlet.NewMultiwordModulus(field.Modulus)) },
			func() interface{ Close() } { return must(ringlet.NewFixedOperand([]uint64{1}, q)) },
			func() interface{ Close() } { return must(ringlet.NewFixedOperand128([]ringlet.Uint128{{Lo: 1}}, q128)) },
			func() interface{ Close() } { return must(ringlet.NewNTT128(4, q128, ringlet.Cyclic)) },
			func() interface{ Close() } {
				return must(ringlet.NewMultiwordNTT(4, long, ringlet.MultiwordNTTOptions[[4]uint64]{}))
			},
			func() interface{ Close() } { return must(ringlet.NewRNSBase(primes[:1])) },
			func() interface{ Close() } { return must(ringlet.NewRNSContext()) },
			func() interface{ Close() } { return must(ringlet.NewRNSNTT(4, from, nil, nil)) },
			func() interface{ Close() } { return must(ringlet.NewAutomorphism(4, 3)) },
			func() interface{ Close() } { return must(ringlet.NewBaseConversion(from, to, ringlet.LiftFloor)) },
			func() interface{ Close() } { return must(ringlet.NewScaleAndRound(from, to, 2, 0)) },
			func() interface{ Close() } { return must(ringlet.NewModDown(ntt, 1, 1, 1, ringlet.LiftCentred)) },
			func() interface{ Close() } {
				return must(ringlet.NewModDownOfCoefficients(base, 1, 1, 1, ringlet.LiftCentred))
			},
			func() interface{ Close() } { return must(ringlet.NewKeySwitch(ntt, 1, ringlet.KeySwitchOptions{})) },
			func() interface{ Close() } { return must(ringlet.NewSwitchingKey(small, smallPairs, smallPairs, nil)) },
		} {
			flat(t, func() { create().Close() })
		}
	})
	t.Run("collected", func(t *testing.T) {
		created := 0
		flat(t, func() {
			must(ringlet.NewNTT(n, q, ringlet.Cyclic))
			must(ringlet.BorrowSwitchingKey(plan, pairs[:4], pairs))
			if created++; created%100 == 0 {
				collect()
			}
		})
	})
	t.Run("calls", func(t *testing.T) {
		flat(t, func() { noError(t, ntt.Forward(out, out, nil)) })
		flat(t, func() { refused(t, ntt.Forward(out, out[1:], nil), ringlet.InvalidArgument) })
		// The runtime's list of pinned rows grows twice.
		if count := testing.AllocsPerRun(100, func() { _ = ntt.Forward(out, out, nil) }); count > 2 {
			t.Errorf("a transform allocates %v times", count)
		}
	})
}
