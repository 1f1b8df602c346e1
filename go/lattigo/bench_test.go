// SPDX-License-Identifier: Apache-2.0

package lattigo_test

import (
	"flag"
	"fmt"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/tuneinsight/lattigo/v6/circuits/ckks/bootstrapping"
	"github.com/tuneinsight/lattigo/v6/circuits/ckks/lintrans"
	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/ring"
	"github.com/tuneinsight/lattigo/v6/schemes/bgv"
	"github.com/tuneinsight/lattigo/v6/schemes/ckks"

	"ringlet/lattigo"
)

// cpuTime returns that of the process.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// compare runs the sides in turns, and reports the median of the CPU time of each and how many times the first one's the
// others are as fast.
func compare(b *testing.B, names []string, sides ...func()) {
	for _, side := range sides {
		side()
	}
	times := make([][]time.Duration, len(sides))
	b.ResetTimer()
	for b.Loop() {
		for i, side := range sides {
			begin := cpuTime()
			side()
			times[i] = append(times[i], cpuTime()-begin)
		}
	}
	b.ReportMetric(0, "ns/op")
	var first float64
	for i := range sides {
		slices.Sort(times[i])
		median := float64(times[i][len(times[i])/2].Nanoseconds())
		b.ReportMetric(median/1e3, names[i]+"-µs")
		if i == 0 {
			first = median
		} else {
			b.ReportMetric(first/median, names[i]+"-times")
		}
	}
}

// many makes a short operation long enough for the clock.
func many(count int, f func()) func() {
	return func() {
		for range count {
			f()
		}
	}
}

func BenchmarkTransforms(b *testing.B) {
	for _, kind := range []ring.Type{ring.Standard, ring.ConjugateInvariant} {
		for _, logN := range []int{12, 14, 16} {
			for _, bits := range []int{45, 55, 60} {
				plain, fast := newRings(b, logN, primes(b, logN, bits, 2), kind)
				row := make([]uint64, 1<<logN)
				for i := range row {
					row[i] = uint64(i)
				}
				s, t, count := plain.SubRings[1], fast.SubRings[1], 1<<20>>logN
				b.Run(fmt.Sprintf("NTT/%v/2^%d/%d", kind, logN, bits), func(b *testing.B) {
					compare(b, []string{"lattigo", "ringlet"}, many(count, func() { s.NTT(row, row) }), many(count, func() { t.NTT(row, row) }))
				})
				b.Run(fmt.Sprintf("INTT/%v/2^%d/%d", kind, logN, bits), func(b *testing.B) {
					compare(b, []string{"lattigo", "ringlet"}, many(count, func() { s.INTT(row, row) }), many(count, func() { t.INTT(row, row) }))
				})
			}
		}
	}
}

func BenchmarkCKKS(b *testing.B) {
	for _, literal := range []ckks.ParametersLiteral{
		{LogN: 11, LogQ: []int{27, 20}, LogP: []int{28}, LogDefaultScale: 20},
		{LogN: 12, LogQ: []int{40, 30}, LogP: []int{38}, LogDefaultScale: 30},
		{LogN: 12, LogQ: []int{40, 30}, LogP: []int{38}, LogDefaultScale: 30, RingType: ring.ConjugateInvariant},
		{LogN: 13, LogQ: append([]int{50}, repeat(38, 3)...), LogP: []int{52}, LogDefaultScale: 38, RingType: ring.ConjugateInvariant},
		{LogN: 13, LogQ: append([]int{50}, repeat(38, 3)...), LogP: []int{52}, LogDefaultScale: 38},
		{LogN: 14, LogQ: append([]int{55}, repeat(45, 6)...), LogP: []int{60, 60}, LogDefaultScale: 45},
		{LogN: 15, LogQ: append([]int{55}, repeat(45, 15)...), LogP: []int{55, 55, 55}, LogDefaultScale: 45},
		{LogN: 15, LogQ: append([]int{60}, repeat(45, 12)...), LogP: []int{61, 61, 61, 61}, LogDefaultScale: 45},
	} {
		p := newCKKSPair(b, literal)
		level := p.plain.MaxLevel()
		x, y, out := p.encrypt(b, level), p.encrypt(b, level), ckks.NewCiphertext(p.plain, 1, level)
		transforms := ckks.NewEvaluator(p.fast, p.keys)
		operations := []struct {
			name string
			call func(evaluator) error
		}{
			{"MulRelin", func(e evaluator) error { return e.MulRelin(x, y, out) }},
			{"Rotate", func(e evaluator) error { return e.Rotate(x, 1, out) }},
			{"Rescale", func(e evaluator) error {
				return e.Rescale(x, ckks.NewCiphertext(p.plain, 1, level))
			}},
			{"RotateHoisted4", func(e evaluator) error {
				_, err := e.RotateHoistedNew(x, p.rotations)
				return err
			}},
		}
		for _, o := range operations {
			b.Run(fmt.Sprintf("%s/%v/2^%d/%d+%d", o.name, literal.RingType, literal.LogN, len(literal.LogQ), len(literal.LogP)), func(b *testing.B) {
				of := func(e evaluator) func() { return func() { check(b, o.call(e)) } }
				names, sides := []string{"lattigo", "transforms"}, []func(){of(p.lattigo), of(transforms)}
				if p.ringlet != nil {
					names, sides = append(names, "evaluator", "prepared"), append(sides, of(p.ringlet), of(p.prepared))
				}
				compare(b, names, sides...)
			})
		}
	}
}

// BenchmarkBGV compares BGV, and with scale-invariant products BFV.
func BenchmarkBGV(b *testing.B) {
	for _, literal := range []bgv.ParametersLiteral{
		{LogN: 11, LogQ: []int{27}, LogP: []int{27}, PlaintextModulus: 65537},
		{LogN: 12, LogQ: []int{36, 36}, LogP: []int{37}, PlaintextModulus: 65537},
		{LogN: 13, LogQ: []int{55, 54, 54}, LogP: []int{55}, PlaintextModulus: 65537},
		{LogN: 14, LogQ: append([]int{55}, repeat(45, 6)...), LogP: []int{60, 60}, PlaintextModulus: 65537},
	} {
		for scheme, scaleInvariant := range map[string]bool{"BGV": false, "BFV": true} {
			p := newBGVPair(b, literal, scaleInvariant)
			level := p.params.MaxLevel()
			x, y, out := p.encrypt(b, level), p.encrypt(b, level), bgv.NewCiphertext(p.params, 1, level)
			transforms := bgv.NewEvaluator(*p.ringlet.GetParameters(), p.keys, scaleInvariant)
			for name, call := range map[string]func(bgvEvaluator) error{
				"Mul":      func(e bgvEvaluator) error { return e.Mul(x, y, bgv.NewCiphertext(p.params, 2, level)) },
				"MulRelin": func(e bgvEvaluator) error { return e.MulRelin(x, y, out) },
				"Rotate":   func(e bgvEvaluator) error { return e.RotateColumns(x, 3, out) },
				"Rescale":  func(e bgvEvaluator) error { return e.Rescale(x, bgv.NewCiphertext(p.params, 1, level)) },
			} {
				if name == "Rescale" && (scaleInvariant || level == 0) {
					continue
				}
				b.Run(fmt.Sprintf("%s/2^%d/%d+%d", scheme+name, literal.LogN, len(literal.LogQ), len(literal.LogP)), func(b *testing.B) {
					of := func(e bgvEvaluator) func() { return func() { check(b, call(e)) } }
					compare(b, []string{"lattigo", "transforms", "evaluator"}, of(p.lattigo), of(transforms), of(p.ringlet))
				})
			}
		}
	}
}

var bootstrapLogN = flag.Int("bootstrap", 13, "log2 of the degree in BenchmarkBootstrapping; keys take 8 GB at 15")

func BenchmarkBootstrapping(b *testing.B) {
	set := bootstrapping.N15QP768H192H32
	set.SchemeParams.LogN, set.BootstrappingParams.LogN = *bootstrapLogN, bootstrapLogN
	plain, fast, secret := bootstrappers(b, set.SchemeParams, set.BootstrappingParams)
	transforms := value(bootstrapping.NewEvaluator(fast.Parameters, fast.EvaluationKeys))(b)
	params := plain.ResidualParameters
	x := value(rlwe.NewEncryptor(params, secret).EncryptNew(ckks.NewPlaintext(params, 0)))(b)
	of := func(e bootstrapping.Bootstrapper) func() {
		return func() { value(e.Bootstrap(x.CopyNew()))(b) }
	}
	prepared := value(lattigo.AccelerateBootstrapping(fast.Evaluator))(b)
	check(b, prepared.PrepareKeys())
	compare(b, []string{"lattigo", "transforms", "fields", "ringlet", "prepared"}, of(plain), of(transforms), of(fast.Evaluator), of(fast), of(prepared))
}

func BenchmarkLinearTransformation(b *testing.B) {
	for _, literal := range []ckks.ParametersLiteral{
		{LogN: 14, LogQ: append([]int{50}, repeat(45, 7)...), LogP: []int{50, 50}, LogDefaultScale: 45},
		{LogN: 15, LogQ: append([]int{50}, repeat(45, 11)...), LogP: []int{50, 50, 50}, LogDefaultScale: 45},
	} {
		p := newCKKSPair(b, literal)
		x := p.encrypt(b, p.plain.MaxLevel())
		for _, ratio := range []int{-1, 1} {
			var indices []int
			for i := range 64 {
				indices = append(indices, i)
			}
			if ratio < 0 {
				indices = indices[:32]
			}
			matrix := p.transformation(b, ratio, indices)
			keys := p.keysOf(b, matrix)
			plain, fast, prepared := p.lattigo.WithKey(keys), p.ringlet.WithKey(keys), p.ringlet.WithKey(keys)
			check(b, prepared.PrepareKeys())
			of := func(e interface {
				EvaluateNew(*rlwe.Ciphertext, lintrans.LinearTransformation) (*rlwe.Ciphertext, error)
			}) func() {
				return func() { value(e.EvaluateNew(x, matrix))(b) }
			}
			b.Run(fmt.Sprintf("2^%d/%d+%d/%d/%d", literal.LogN, len(literal.LogQ), len(literal.LogP), len(indices), ratio), func(b *testing.B) {
				compare(b, []string{"lattigo", "lintrans", "ringlet", "prepared"}, of(lintrans.NewEvaluator(plain)), of(lintrans.NewEvaluator(fast)),
					of(fast.LinearTransformations()), of(prepared.LinearTransformations()))
			})
		}
	}
}
