package gnark_test

import (
	"fmt"
	"slices"
	"syscall"
	"testing"
	"time"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	bls12381fft "github.com/consensys/gnark-crypto/ecc/bls12-381/fr/fft"
	bn254 "github.com/consensys/gnark-crypto/ecc/bn254/fr"
	bn254fft "github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"

	"ringlet/gnark"
)

// cpuTime returns that of the process.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// inTurns reports the median of the CPU time of each side, and how many times as fast the second one is.
func inTurns(b *testing.B, name string, count int, theirs, ours func()) {
	b.Run(name, func(b *testing.B) {
		theirs()
		ours()
		var times [2][]time.Duration
		for b.Loop() {
			for side, f := range []func(){theirs, ours} {
				begin := cpuTime()
				for range count {
					f()
				}
				times[side] = append(times[side], cpuTime()-begin)
			}
		}
		median := func(side int) float64 {
			slices.Sort(times[side])
			return float64(times[side][len(times[side])/2].Nanoseconds()) / float64(count)
		}
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(median(0)/1e3, "gnark-µs")
		b.ReportMetric(median(1)/1e3, "ringlet-µs")
		b.ReportMetric(median(0)/median(1), "ringlet-times")
	})
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// BenchmarkGnark times transforms of both libraries on one thread, in turns.
func BenchmarkGnark(b *testing.B) {
	for _, log := range []int{10, 12, 14, 16, 18} {
		n, count := uint64(1)<<log, max(1, 1<<12>>log)
		x, y := make(bn254.Vector, n), make(bls12381.Vector, n)
		x.MustSetRandom()
		y.MustSetRandom()
		first, second := bn254fft.NewDomain(n), bls12381fft.NewDomain(n)
		one, two := must(gnark.NewBN254(first)), must(gnark.NewBLS12381(second))
		single, other := bn254fft.WithNbTasks(1), bls12381fft.WithNbTasks(1)
		for _, direction := range []struct {
			name          string
			first, second func()
			one, two      func() error
		}{
			{"FFT/DIF", func() { first.FFT(x, bn254fft.DIF, single) }, func() { second.FFT(y, bls12381fft.DIF, other) },
				func() error { return one.FFT(x, gnark.DIF) }, func() error { return two.FFT(y, gnark.DIF) }},
			{"FFTInverse/DIT", func() { first.FFTInverse(x, bn254fft.DIT, single) }, func() { second.FFTInverse(y, bls12381fft.DIT, other) },
				func() error { return one.FFTInverse(x, gnark.DIT) }, func() error { return two.FFTInverse(y, gnark.DIT) }},
			{"FFTInverse/DIF", func() { first.FFTInverse(x, bn254fft.DIF, single) }, func() { second.FFTInverse(y, bls12381fft.DIF, other) },
				func() error { return one.FFTInverse(x, gnark.DIF) }, func() error { return two.FFTInverse(y, gnark.DIF) }},
			{"FFT/DIT/coset", func() { first.FFT(x, bn254fft.DIT, bn254fft.OnCoset(), single) }, func() { second.FFT(y, bls12381fft.DIT, bls12381fft.OnCoset(), other) },
				func() error { return one.FFT(x, gnark.DIT, gnark.OnCoset()) }, func() error { return two.FFT(y, gnark.DIT, gnark.OnCoset()) }},
		} {
			checked := func(f func() error) func() {
				return func() {
					if err := f(); err != nil {
						b.Fatal(err)
					}
				}
			}
			inTurns(b, fmt.Sprintf("bn254/%s/2^%d", direction.name, log), count, direction.first, checked(direction.one))
			inTurns(b, fmt.Sprintf("bls12-381/%s/2^%d", direction.name, log), count, direction.second, checked(direction.two))
		}
		one.Close()
		two.Close()
	}
}
