package ringlet_test

import (
	"math/big"
	"reflect"
	"ringlet"
	"testing"
)

// Primes that are 1 modulo 2^12, of several lengths.
var primes = []uint64{1152921504606830593, 1125899906826241, 1152921504606748673, 36028797018652673, 1099511480321}

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
	for _, n := range []int{2, 8, 64} {
		base := must(ringlet.NewRNSBase(primes))
		ntt := must(ringlet.NewRNSNTT(n, base, nil, nil))
		base.Close()
		for _, executor := range executors(t) {
			factors := [2][]*big.Int{integers(productOf(primes), n), integers(productOf(primes), n)}
			x, y := residueRows(factors[0], primes), residueRows(factors[1], primes)
			out, back := rows(len(x), n), rows(len(x), n)
			noError(t, ntt.Forward(out, x, executor))
			for i, q := range primes {
				root := must(must(ringlet.NewModulus(q)).SmallestPrimitiveRootOfUnity(uint64(2 * n)))
				same(t, out[i], evaluations(x[i], root, q, true))
			}
			noError(t, ntt.Inverse(back, out, executor))
			same(t, back, x)
			products := residueRows(product(factors[0], factors[1], true), primes)
			noError(t, ntt.Multiply(out, x, y, executor))
			same(t, out, products)
			noError(t, ntt.Multiply(x[:2], x[:2], y[:2], executor))
			same(t, x[:2], products[:2])
			same(t, x[2:], back[2:])
		}
		ntt.Close()
		refused(t, ntt.Multiply(nil, nil, nil, nil), ringlet.InvalidArgument, "RNSNTT is closed")
	}
}

// switched returns the key switch of x by definition.
func switched(x []*big.Int, moduli []uint64, special *big.Int, digitSize int, key [][]*big.Int) []*big.Int {
	sum := make([]*big.Int, len(x))
	for i := range sum {
		sum[i] = new(big.Int)
	}
	for d := 0; d*digitSize < len(moduli); d++ {
		q := productOf(moduli[d*digitSize : min(len(moduli), (d+1)*digitSize)])
		digit := make([]*big.Int, len(x))
		for i := range x {
			digit[i] = new(big.Int).Mod(x[i], q)
		}
		for i, term := range product(digit, key[d], true) {
			sum[i].Add(sum[i], term)
		}
	}
	for i := range sum {
		sum[i] = divided(sum[i], special)
	}
	return sum
}

// expectPair compares both results of a key switch.
func expectPair(t *testing.T, err error, b, a [][]uint64, want [2][][]uint64) {
	t.Helper()
	noError(t, err)
	same(t, b, want[0])
	same(t, a, want[1])
}

// randomKey returns a key with these rows, both as integers and as evaluations.
func randomKey(t *testing.T, ntt *ringlet.RNSNTT, digits, n int) (integersOfKey [2][][]*big.Int, key [2][][][]uint64) {
	for half := range key {
		for d := 0; d < digits; d++ {
			polynomial := integers(productOf(primes), n)
			values := residueRows(polynomial, primes)
			noError(t, ntt.Forward(values, values, nil))
			integersOfKey[half] = append(integersOfKey[half], polynomial)
			key[half] = append(key[half], values)
		}
	}
	return integersOfKey, key
}

func TestKeySwitch(t *testing.T) {
	const n, special, digitSize = 16, 1, 2
	base := must(ringlet.NewRNSBase(primes))
	moduli := primes[:len(primes)-special]
	ntt := must(ringlet.NewRNSNTT(n, base, nil, nil))
	plan := must(ringlet.NewKeySwitch(ntt, special, ringlet.KeySwitchOptions{DigitSize: digitSize}))
	digits := plan.DigitCount(len(moduli))
	same(t, digits, 2)
	integersOfKey, key := randomKey(t, ntt, digits, n)
	copied := must(ringlet.NewSwitchingKey(plan, key[0], key[1], nil))
	borrowed := must(ringlet.BorrowSwitchingKey(plan, key[0], key[1]))
	for level := 1; level <= len(moduli); level++ {
		// A digit of several moduli may have the neighbouring representative of an integer at the end of the range.
		integer := make([]*big.Int, n)
		for i := range integer {
			integer[i] = new(big.Int).Rand(random, productOf(moduli[:level]))
		}
		x := residueRows(integer, moduli[:level])
		noError(t, ntt.Forward(x, x, nil))
		var want [2][][]uint64
		for half := range want {
			result := switched(integer, moduli[:level], number(primes[len(primes)-1]), digitSize, integersOfKey[half])
			want[half] = residueRows(result, moduli[:level])
			noError(t, ntt.Forward(want[half], want[half], nil))
		}
		for _, switching := range []*ringlet.SwitchingKey{copied, borrowed} {
			for _, executor := range executors(t) {
				b, a := rows(level, n), rows(level, n)
				expectPair(t, plan.Apply(b, a, x, switching, executor), b, a, want)
				hoisted := polynomials(plan.DigitCount(level), level+special, n)
				noError(t, plan.Decompose(hoisted, x, executor))
				expectPair(t, plan.ApplyDigits(b, a, hoisted, switching, executor), b, a, want)
				sumB, sumA := rows(level+special, n), rows(level+special, n)
				noError(t, plan.InnerProduct(sumB, sumA, hoisted, switching, executor))
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
	_, pairs := randomKey(t, ntt, plan.DigitCount(3), n)
	rotation := must(ringlet.NewAutomorphism(n, 5))
	plain := must(ringlet.NewSwitchingKey(plan, pairs[0], pairs[1], nil))
	rotating := must(ringlet.NewSwitchingKey(plan, pairs[0], pairs[1], rotation))
	x := residueRows(integers(productOf(primes), n), primes[:level])
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
	_, pairs := randomKey(t, ntt, plan.DigitCount(4), n)
	key := must(ringlet.NewSwitchingKey(plan, pairs[0], pairs[1], nil))
	x, b, a, out := make([][][]uint64, count), polynomials(count, 4, n), polynomials(count, 4, n), polynomials(count, 4, n)
	for k := range x {
		x[k] = residueRows(integers(productOf(primes), n), primes[:4])
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
