package ringlet_test

import (
	"reflect"
	"ringlet"
	"testing"
)

// Primes that are 1 modulo 2^12, of several lengths.
var primes = []uint64{1152921504606830593, 1125899906826241, 1152921504606748673, 36028797018652673, 1099511480321}

// shortSpecial accepts the last of the primes as the only special modulus.
var shortSpecial = ringlet.KeySwitchOptions{AllowShortSpecial: true}

func same(t *testing.T, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("got %v, not %v", got, want)
	}
}

func executors(t *testing.T) []*ringlet.Executor {
	return []*ringlet.Executor{nil, must(ringlet.Goroutines(3))}
}

func TestRowTransforms(t *testing.T) {
	v := cases("rns", "transforms")[0]
	base := must(ringlet.NewRNSBase(v.words("moduli")))
	ntt := must(ringlet.NewRNSNTT(16, base, nil, nil))
	base.Close()
	for _, executor := range executors(t) {
		x, y, out := v.rows("x"), v.rows("y"), rows(5, 16)
		v.expect(t, ntt.Forward(out, x, executor), out, "forward")
		v.expect(t, ntt.Inverse(out, out, executor), out, "x")
		v.expect(t, ntt.Multiply(out, x, y, executor), out, "product")
		v.expect(t, ntt.Multiply(x[:2], x[:2], y[:2], executor), x[:2], "product")
		same(t, x[2:], v.rows("x")[2:])
	}
	ntt.Close()
	refused(t, ntt.Multiply(nil, nil, nil, nil), ringlet.InvalidArgument, "RNSNTT is closed")
}

// expectPair compares both results of a key switch.
func expectPair(t *testing.T, err error, b, a [][]uint64, want [2][][]uint64) {
	t.Helper()
	noError(t, err)
	same(t, b, want[0])
	same(t, a, want[1])
}

// randomRows returns rows of n residues.
func randomRows(moduli []uint64, n int) [][]uint64 {
	out := make([][]uint64, len(moduli))
	for i, q := range moduli {
		out[i] = below(q, n)
	}
	return out
}

// randomKey returns the polynomials b and a of a key.
func randomKey(digits, n int) (key [2][][][]uint64) {
	for half := range key {
		for d := 0; d < digits; d++ {
			key[half] = append(key[half], randomRows(primes, n))
		}
	}
	return key
}

func TestKeySwitch(t *testing.T) {
	for _, v := range cases("rns", "key_switch") {
		ntt := must(ringlet.NewRNSNTT(16, must(ringlet.NewRNSBase(v.words("all"))), nil, nil))
		level, special, digitSize := len(v.words("moduli")), len(v.words("special")), int(v.words("digit_size")[0])
		// evaluations returns the evaluations of a list of polynomials, whose last rows are modulo the special moduli.
		transforms := must(ringlet.NewRNSNTT(16, must(ringlet.NewRNSBase(append(v.words("moduli"), v.words("special")...))), nil, nil))
		evaluations := func(ntt *ringlet.RNSNTT, name string, count int) [][][]uint64 {
			list := split(v.rows(name), count)
			noError(t, ntt.ForwardMany(list, list, nil))
			return list
		}
		plan := must(ringlet.NewKeySwitch(ntt, special, ringlet.KeySwitchOptions{DigitSize: digitSize, AllowShortSpecial: true}))
		keyB, keyA := evaluations(ntt, "key_b", 5), evaluations(ntt, "key_a", 5)
		x := evaluations(transforms, "x", level)[0]
		want := [2][][]uint64{evaluations(transforms, "b", level)[0], evaluations(transforms, "a", level)[0]}
		digits := evaluations(transforms, "digits", level+special)
		wantedSums := [2][][]uint64{
			evaluations(transforms, "sum_b", level+special)[0], evaluations(transforms, "sum_a", level+special)[0]}
		same(t, []int{plan.DigitCount(5 - special), plan.DigitCount(level)}, []int{len(keyB), len(digits)})
		for _, key := range []*ringlet.SwitchingKey{
			must(ringlet.NewSwitchingKey(plan, keyB, keyA, nil)), must(ringlet.BorrowSwitchingKey(plan, keyB, keyA, nil))} {
			for _, executor := range executors(t) {
				b, a := rows(level, 16), rows(level, 16)
				expectPair(t, plan.Apply(b, a, x, key, executor), b, a, want)
				hoisted := polynomials(len(digits), level+special, 16)
				noError(t, plan.Decompose(hoisted, x, executor))
				same(t, hoisted, digits)
				expectPair(t, plan.ApplyDigits(b, a, hoisted, key, executor), b, a, want)
				sumB, sumA := rows(level+special, 16), rows(level+special, 16)
				expectPair(t, plan.InnerProduct(sumB, sumA, hoisted, key, executor), sumB, sumA, wantedSums)
				expectPair(t, plan.ModDown(b, a, sumB, sumA, executor), b, a, want)
			}
		}
	}
}

// TestSums compares functions that add with sums of what their counterparts write, which TestKeySwitch checks.
func TestSums(t *testing.T) {
	const n, special, level = 16, 2, 2
	base := must(ringlet.NewRNSBase(primes))
	ntt := must(ringlet.NewRNSNTT(n, base, nil, nil))
	plan := must(ringlet.NewKeySwitch(ntt, special, ringlet.KeySwitchOptions{Digits: ringlet.LiftCentred}))
	pairs := randomKey(plan.DigitCount(3), n)
	rotation := must(ringlet.NewAutomorphism(n, 5))
	plain := must(ringlet.NewSwitchingKey(plan, pairs[0], pairs[1], nil))
	rotating := must(ringlet.NewSwitchingKey(plan, pairs[0], pairs[1], rotation))
	x := randomRows(primes[:level], n)
	image := rows(level, n)
	noError(t, rotation.OnEvaluations(image, x, nil))
	b, a, twiceB, twiceA := rows(level, n), rows(level, n), rows(level, n), rows(level, n)
	for _, executor := range executors(t) {
		// A key with an automorphism switches the image.
		noError(t, plan.Apply(b, a, image, plain, executor))
		want := [2][][]uint64{rows(level, n), rows(level, n)}
		expectPair(t, plan.Apply(want[0], want[1], x, rotating, executor), b, a, want)

		double := func(add func() error) {
			t.Helper()
			noError(t, plan.Apply(b, a, image, plain, executor))
			noError(t, base.Add(twiceB, b, b, nil))
			noError(t, base.Add(twiceA, a, a, nil))
			expectPair(t, add(), b, a, [2][][]uint64{twiceB, twiceA})
		}
		double(func() error { return plan.Add(b, a, image, plain, executor) })
		list := func(x [][]uint64) [][][]uint64 { return [][][]uint64{x} }
		double(func() error { return plan.AddMany(list(b), list(a), list(image), plain, executor) })
		digits := polynomials(plan.DigitCount(level), level+special, n)
		noError(t, plan.Decompose(digits, image, executor))
		double(func() error { return plan.AddDigits(b, a, digits, plain, executor) })
		sumB, sumA := rows(level+special, n), rows(level+special, n)
		noError(t, plan.InnerProduct(sumB, sumA, digits, plain, executor))
		double(func() error { return plan.AddModDown(b, a, sumB, sumA, executor) })

		// A multiple of P is added to the quotient.
		noError(t, plan.Apply(b, a, image, plain, executor))
		noError(t, base.Add(twiceB, b, x, nil))
		noError(t, plan.AddSpecialMultiple(sumB, x, executor))
		expectPair(t, plan.ModDown(b, a, sumB, sumA, executor), b, a, [2][][]uint64{twiceB, a})

		zeroB, zeroA := rows(level+special, n), rows(level+special, n)
		noError(t, plan.Accumulate(zeroB, zeroA, digits, plain, executor))
		noError(t, plan.InnerProduct(sumB, sumA, digits, plain, executor))
		expectPair(t, nil, zeroB, zeroA, [2][][]uint64{sumB, sumA})
	}
}

func TestSeveralPolynomials(t *testing.T) {
	const n, count = 8, 10
	base := must(ringlet.NewRNSBase(primes))
	ntt := must(ringlet.NewRNSNTT(n, base, nil, nil))
	plan := must(ringlet.NewKeySwitch(ntt, 1, ringlet.KeySwitchOptions{DigitBits: 20, Domain: ringlet.Coefficients}))
	pairs := randomKey(plan.DigitCount(4), n)
	key := must(ringlet.NewSwitchingKey(plan, pairs[0], pairs[1], nil))
	x, b, a, out := make([][][]uint64, count), polynomials(count, 4, n), polynomials(count, 4, n), polynomials(count, 4, n)
	for k := range x {
		x[k] = randomRows(primes[:4], n)
	}
	for _, executor := range executors(t) {
		noError(t, plan.ApplyMany(b, a, x, key, executor))
		for k := range x {
			want := [2][][]uint64{rows(4, n), rows(4, n)}
			expectPair(t, plan.Apply(want[0], want[1], x[k], key, nil), b[k], a[k], want)
		}
		noError(t, ntt.ForwardMany(out, x, executor))
		for k := range x {
			noError(t, ntt.Forward(b[k], x[k], nil))
			same(t, out[k], b[k])
		}
		noError(t, ntt.InverseMany(out, out, executor))
		same(t, out, x)
	}
}
