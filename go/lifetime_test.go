package ringlet_test

import (
	"errors"
	"os"
	"ringlet"
	"ringlet/internal/heap"
	"runtime"
	"runtime/debug"
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
	plan := must(ringlet.NewKeySwitch(ntt, 1, shortSpecial))
	pairs := randomKey(4, n)
	keys := []*ringlet.SwitchingKey{
		must(ringlet.NewSwitchingKey(plan, pairs[0], pairs[1], nil)), must(ringlet.BorrowSwitchingKey(plan, pairs[0], pairs[1], nil))}
	executor := must(ringlet.Goroutines(2))
	x := randomRows(primes[:4], n)
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
	plan := must(ringlet.NewKeySwitch(ntt, 1, shortSpecial))
	x := randomRows(primes[:4], n)
	want, out := [2][][]uint64{rows(4, n), rows(4, n)}, [2][][]uint64{rows(4, n), rows(4, n)}
	pairs := randomKey(4, n)
	noError(t, plan.Apply(want[0], want[1], x, must(ringlet.NewSwitchingKey(plan, pairs[0], pairs[1], nil)), nil))
	key := must(ringlet.BorrowSwitchingKey(plan, pairs[0], pairs[1], nil))
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
		bad, q := 1001+2*worker, must(ringlet.NewModulus[uint64](17))
		for i := 0; i < 200; i++ {
			_, err := ringlet.NewNTT(bad, q, ringlet.Negacyclic)
			if err == nil || !strings.Contains(err.Error(), strconv.Itoa(bad)) {
				t.Errorf("%v does not name %d", err, bad)
			}
			runtime.Gosched()
		}
	})
}

func TestCloseBesideGoroutines(t *testing.T) {
	for i := 0; i < 50; i++ {
		ntt := must(ringlet.NewNTT(256, must(ringlet.NewModulus[uint64](7681)), ringlet.Negacyclic))
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

// creators makes objects of all types, of n points or words, by the names of the types. Each object has its own memory.
func creators(n int) map[string]func() interface{ Close() } {
	q, q128 := must(ringlet.NewModulus(primes[0])), must(ringlet.NewModulus(ringlet.Uint128{Lo: primes[0]}))
	field := must(ringlet.FieldNamed[[4]uint64]("bn254-fr"))
	long := must(ringlet.NewMultiwordModulus(field.Modulus))
	base, context := must(ringlet.NewRNSBase(primes)), must(ringlet.NewRNSContext())
	from, to := must(ringlet.NewRNSBase(primes[:1])), must(ringlet.NewRNSBase(primes[1:3]))
	ntt := must(ringlet.NewRNSNTT(n, base, nil, context))
	plan := must(ringlet.NewKeySwitch(ntt, 1, shortSpecial))
	words, words128, pairs := make([]uint64, n), make([]ringlet.Uint128, n), polynomials(4, 5, n)
	even := primes[0] - 1
	nonresidue := must(q.PrimitiveRootOfUnity(even & -even))
	type object = interface{ Close() }
	return map[string]func() object{
		"Modulus":                  func() object { return must(ringlet.NewModulus[uint64](17)) },
		"Modulus of 128 bits":      func() object { return must(ringlet.NewModulus(ringlet.Uint128{Lo: 17})) },
		"MultiwordModulus":         func() object { return must(ringlet.NewMultiwordModulus(field.Modulus)) },
		"FixedOperand":             func() object { return must(ringlet.NewFixedOperand(words, q)) },
		"FixedOperand of 128 bits": func() object { return must(ringlet.NewFixedOperand(words128, q128)) },
		"ExtensionField":           func() object { return must(ringlet.NewExtensionField(q, 2, nonresidue)) },
		"NTT":                      func() object { return must(ringlet.NewNTT(n, q, ringlet.Cyclic)) },
		"NTT of 128 bits":          func() object { return must(ringlet.NewNTT(n, q128, ringlet.Cyclic)) },
		"MatrixNTT":                func() object { return must(ringlet.NewMatrixNTT(n, q, ringlet.NTTOptions[uint64]{})) },
		"MultiwordNTT": func() object {
			return must(ringlet.NewMultiwordNTT(n, long, ringlet.MultiwordNTTOptions[[4]uint64]{}))
		},
		"Executor":       func() object { return must(ringlet.Goroutines(2)) },
		"RNSBase":        func() object { return must(ringlet.NewRNSBase(primes)) },
		"RNSContext":     func() object { return must(ringlet.NewRNSContext()) },
		"RNSNTT":         func() object { return must(ringlet.NewRNSNTT(n, from, nil, nil)) },
		"Automorphism":   func() object { return must(ringlet.NewAutomorphism(n, 3)) },
		"BaseConversion": func() object { return must(ringlet.NewBaseConversion(from, to, ringlet.LiftFloor)) },
		"ScaleAndRound":  func() object { return must(ringlet.NewScaleAndRound(from, to, 2, 0)) },
		"ModDown":        func() object { return must(ringlet.NewModDown(ntt, 1, 1, 1, ringlet.LiftCentred)) },
		"ModDown of coefficients": func() object {
			return must(ringlet.NewModDownOfCoefficients(base, 1, 1, 1, ringlet.LiftCentred))
		},
		"KeySwitch":    func() object { return must(ringlet.NewKeySwitch(ntt, 1, shortSpecial)) },
		"SwitchingKey": func() object { return must(ringlet.NewSwitchingKey(plan, pairs, pairs, nil)) },
		"SwitchingKey in place": func() object {
			return must(ringlet.BorrowSwitchingKey(plan, pairs, pairs, nil))
		},
		"LinearTransform": func() object {
			key := must(ringlet.BorrowSwitchingKey(plan, pairs, pairs, nil))
			defer key.Close()
			return must(ringlet.NewLinearTransform(plan, []*ringlet.SwitchingKey{key}, []*ringlet.SwitchingKey{nil}, pairs[:1]))
		},
	}
}

func TestMemoryStaysFlat(t *testing.T) {
	for name, create := range creators(4) {
		t.Run(name, func(t *testing.T) { flat(t, func() { create().Close() }) })
	}
	t.Run("calls", func(t *testing.T) {
		ntt := must(ringlet.NewRNSNTT(256, must(ringlet.NewRNSBase(primes)), nil, nil))
		out := rows(5, 256)
		flat(t, func() { noError(t, ntt.Forward(out, out, nil)) })
		flat(t, func() { refused(t, ntt.Forward(out, out[1:], nil), ringlet.InvalidArgument) })
		// The runtime's list of pinned rows grows twice. The checks of Go 1.21's cgo move both arguments of C with pointers
		// to the heap.
		allowed := 2.0
		if strings.HasPrefix(runtime.Version(), "go1.21") {
			allowed = 4
		}
		if count := testing.AllocsPerRun(100, func() { _ = ntt.Forward(out, out, nil) }); count > allowed {
			t.Errorf("a transform allocates %v times", count)
		}
	})
}

// residentBytes returns the memory of the process.
func residentBytes() int {
	pages := strings.Fields(string(must(os.ReadFile("/proc/self/statm"))))[1]
	return must(strconv.Atoi(pages)) * os.Getpagesize()
}

// TestMemoryOfDroppedObjects makes objects of each type, of which 320 MB would remain, and closes no object. Go's
// collector, which does not know what they take, would let them pile up.
func TestMemoryOfDroppedObjects(t *testing.T) {
	const limit = 200 << 20
	debug.FreeOSMemory()
	countOf := func(create func()) int {
		collect()
		before := heap.Bytes()
		create()
		return min(320<<20/max(heap.Bytes()-before, 1), 50000)
	}
	repeat := func(t *testing.T, count int, create func()) {
		for i := 0; i < count; i++ {
			if create(); i%16 == 0 && residentBytes() > limit {
				t.Errorf("%d of %d objects take %d bytes", i, count, residentBytes())
				return
			}
		}
	}
	drop := func(t *testing.T, create func()) { repeat(t, countOf(create), create) }
	for name, create := range creators(4096) {
		t.Run(name, func(t *testing.T) { drop(t, func() { create() }) })
	}
	t.Run("context after a call", func(t *testing.T) {
		const n = 4096
		base, pairs, x := must(ringlet.NewRNSBase(primes)), polynomials(4, 5, n), rows(4, n)
		drop(t, func() {
			plan := must(ringlet.NewKeySwitch(must(ringlet.NewRNSNTT(n, base, nil, nil)), 1, shortSpecial))
			noError(t, plan.Apply(rows(4, n), rows(4, n), x, must(ringlet.BorrowSwitchingKey(plan, pairs, pairs, nil)), nil))
		})
	})
	t.Run("several goroutines", func(t *testing.T) {
		newNTT := creators(4096)["NTT"]
		create := func() { newNTT() }
		count := countOf(create)
		inGoroutines(func(int) { repeat(t, count, create) })
	})
}

// TestMemoryWithoutCollections honours GOGC=off.
func TestMemoryWithoutCollections(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	before := new(runtime.MemStats)
	after := new(runtime.MemStats)
	runtime.ReadMemStats(before)
	create := creators(4096)["SwitchingKey"]
	for i := 0; i < 32; i++ {
		defer create().Close()
	}
	if runtime.ReadMemStats(after); after.NumGC != before.NumGC {
		t.Errorf("%d collections", after.NumGC-before.NumGC)
	}
}
