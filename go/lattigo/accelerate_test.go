// SPDX-License-Identifier: Apache-2.0

package lattigo_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tuneinsight/lattigo/v6/ring"
	"github.com/tuneinsight/lattigo/v6/schemes/bgv"
	"github.com/tuneinsight/lattigo/v6/schemes/ckks"

	"ringlet/lattigo"
)

// newRings returns two equal rings, of Lattigo alone and accelerated.
func newRings(t testing.TB, logN int, moduli []uint64, kind ring.Type) (plain, fast *ring.Ring) {
	t.Helper()
	plain = value(ring.NewRingFromType(1<<logN, moduli, kind))(t)
	fast = value(ring.NewRingFromType(1<<logN, moduli, kind))(t)
	value(lattigo.AccelerateRings(fast))(t)
	return
}

// primes returns primes around 2^bits for both kinds of rings.
func primes(t testing.TB, logN, bits, count int) []uint64 {
	t.Helper()
	generator := ring.NewNTTFriendlyPrimesGenerator(uint64(bits), uint64(4)<<logN)
	return value(generator.NextAlternatingPrimes(count))(t)
}

func TestTransforms(t *testing.T) {
	random := newRandom(t)
	for _, logN := range []int{4, 5, 8, 10, 11, 12, 13, 15} {
		for _, bits := range []int{30, 45, 50, 55, 60, 61} {
			for _, kind := range []ring.Type{ring.Standard, ring.ConjugateInvariant} {
				if isRacing && logN > 10 {
					continue
				}
				t.Run(fmt.Sprintf("2^%d/%d/%v", logN, bits, kind), func(t *testing.T) {
					plain, fast := newRings(t, logN, primes(t, logN, bits, 3), kind)
					for level := range 3 {
						expectSameTransforms(t, random, plain.AtLevel(level), fast.AtLevel(level))
					}
				})
			}
		}
	}
}

func expectSameTransforms(t *testing.T, random *rand.Rand, plain, fast *ring.Ring) {
	t.Helper()
	in, want, got := plain.NewPoly(), plain.NewPoly(), plain.NewPoly()
	// fill writes words below a bound that each modulus has.
	fill := func(bound func(q uint64) uint64) {
		for i, row := range in.Coeffs {
			for j := range row {
				row[j] = random.Uint64N(bound(plain.SubRings[i].Modulus))
			}
		}
	}
	// Lattigo's forward transforms overflow from 2^64 - 4q on.
	fill(func(q uint64) uint64 { return -(4 * q) })
	plain.NTT(in, want)
	fast.NTT(in, got)
	expectSamePoly(t, "NTT", want, got)
	fill(func(q uint64) uint64 { return 2 * q })
	plain.NTT(in, want)
	fast.NTTLazy(in, got)
	for i, row := range got.Coeffs[1:] { // those of modulus 0 are Lattigo's, and longer in the conjugate-invariant ring
		for _, x := range row {
			if q := plain.SubRings[i+1].Modulus; x > 6*q-2 {
				t.Fatalf("NTTLazy gives %d modulo %d", x, q)
			}
		}
	}
	plain.Reduce(got, got)
	expectSamePoly(t, "NTTLazy", want, got)
	plain.INTTLazy(in, want)
	fast.INTTLazy(in, got)
	expectSamePoly(t, "INTTLazy", want, got)
	plain.INTT(in, want)
	fast.INTT(in, got)
	expectSamePoly(t, "INTT", want, got)
	fast.INTT(in, in)
	expectSamePoly(t, "INTT in place", want, in)
}

func TestAccelerate(t *testing.T) {
	literal := ckks.ParametersLiteral{LogN: 10, LogQ: []int{50, 40, 40, 40}, LogP: []int{61, 61}, LogDefaultScale: 40}
	params := value(ckks.NewParametersFromLiteral(literal))(t)
	copied := params
	expect := func(report lattigo.Report, err error) func(ours, theirs, changed int) {
		t.Helper()
		check(t, err)
		return func(ours, theirs, changed int) {
			t.Helper()
			if want := (lattigo.Report{Ringlet: ours, Lattigo: theirs, Changed: changed}); report != want {
				t.Errorf("%v, not %v", report, want)
			}
		}
	}
	expect(lattigo.Restore(params))(0, 6, 0)
	expect(lattigo.Accelerate(params))(4, 2, 4)
	expect(lattigo.Accelerate(copied))(4, 2, 0)
	if params.RingQ().Type() != ring.Standard || params.RingP().AtLevel(0).Type() != ring.Standard {
		t.Error("rings have another type")
	}
	expect(lattigo.Restore(copied))(0, 6, 4)
	value(params.RingQ().MarshalBinary())(t) // Lattigo asks for the type of each modulus
	for i, s := range append(params.RingQ().SubRings, params.RingP().SubRings...) {
		if s.Type() != ring.Standard {
			t.Errorf("modulus %d is not restored", i)
		}
	}
	rings := []*ring.Ring{params.RingQ(), params.RingQ().AtLevel(1), params.RingQ()}
	expect(lattigo.AccelerateRings(rings...))(3, 1, 3)
	expect(lattigo.RestoreRings(rings...))(0, 4, 3)
	expectSameTransforms(t, newRandom(t), value(ring.NewRing(1<<10, params.Q()))(t), params.RingQ())

	bgvParams := value(bgv.NewParametersFromLiteral(bgv.ParametersLiteral{LogN: 10, LogQ: []int{50, 40, 40}, PlaintextModulus: 65537}))(t)
	count := len(bgvParams.RingQMul().SubRings)
	expect(lattigo.Accelerate(bgvParams))(2+count-1, 2, 2+count-1)
}

func TestAccelerateWhereVectorsLowerTheClock(t *testing.T) {
	lattigo.Pretend(true)
	defer lattigo.Pretend(false)
	small, large := value(ring.NewRing(1<<13, primes(t, 13, 45, 3)))(t), value(ring.NewRing(1<<14, primes(t, 14, 45, 3)))(t)
	if report := value(lattigo.AccelerateRings(small, large))(t); report != (lattigo.Report{Ringlet: 2, Lattigo: 4, Changed: 2}) {
		t.Error(report)
	}
	if small.Type() != ring.Standard || small.SubRings[2].Type() != ring.Standard {
		t.Error("a small ring was changed")
	}
	lattigo.Pretend(false)
	value(lattigo.AccelerateRings(small))(t)
	lattigo.Pretend(true)
	if report := value(lattigo.AccelerateRings(small))(t); report != (lattigo.Report{Ringlet: 2, Lattigo: 1}) {
		t.Error(report)
	}
	small.SubRings[2] = value(ring.NewSubRingWithCustomNTT(small.N(), small.SubRings[2].Modulus, newForeign, 2*small.N()))(t)
	if _, err := lattigo.AccelerateRings(small); err == nil {
		t.Error("transforms of others are accepted")
	}
}

// foreign is a transformer that is neither Lattigo's nor Ringlet's.
type foreign struct {
	ring.NumberTheoreticTransformer
}

func newForeign(s *ring.SubRing, n int) ring.NumberTheoreticTransformer {
	return foreign{ring.NewNumberTheoreticTransformerStandard(s, n)}
}

func TestAccelerateRefuses(t *testing.T) {
	moduli := primes(t, 10, 45, 3)
	for name, spoil := range map[string]func(r *ring.Ring){
		"modulus 0 of a ring has transforms that are not Lattigo's": func(r *ring.Ring) {
			r.SubRings[0] = value(ring.NewSubRingWithCustomNTT(1<<10, moduli[0], newForeign, 2<<10))(t)
		},
		"its transforms are neither Lattigo's nor Ringlet's": func(r *ring.Ring) {
			r.SubRings[2] = value(ring.NewSubRingWithCustomNTT(1<<10, moduli[2], newForeign, 2<<10))(t)
		},
		"its evaluations differ from Lattigo's":  func(r *ring.Ring) { r.SubRings[2].RootsForward[1]++ },
		"its coefficients differ from Lattigo's": func(r *ring.Ring) { r.SubRings[2].RootsBackward[1]++ },
		// A product of primes.
		"modulus 2 of a ring, 35184372088831: ": func(r *ring.Ring) { r.SubRings[2].Modulus = 1<<45 - 1 },
	} {
		r := value(ring.NewRing(1<<10, moduli))(t)
		spoil(r)
		if _, err := lattigo.AccelerateRings(r); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v does not contain %q", err, name)
		}
		if r.SubRings[1].Type() != ring.Standard {
			t.Errorf("%s: a ring was changed", name)
		}
	}
	if _, err := lattigo.AccelerateRings(value(ring.NewRing(8, moduli))(t)); err == nil || !strings.Contains(err.Error(), "degree is 8") {
		t.Errorf("of degree 8: %v", err)
	}
	for name, call := range map[string]func() (lattigo.Report, error){
		"no parameters":              func() (lattigo.Report, error) { return lattigo.Accelerate(nil) },
		"parameters without a value": func() (lattigo.Report, error) { return lattigo.Accelerate(ckks.Parameters{}) },
		"no ring":                    func() (lattigo.Report, error) { return lattigo.AccelerateRings(nil) },
		"a ring of nothing":          func() (lattigo.Report, error) { return lattigo.RestoreRings(&ring.Ring{}) },
	} {
		if _, err := call(); err == nil || !strings.Contains(err.Error(), "a ring has no moduli") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
