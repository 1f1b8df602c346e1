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
	base := must(ringlet.NewRNSBase(primes))
	for _, n := range []int{2, 8, 64} {
		ntt := must(ringlet.NewRNSNTT(n, base, nil, nil))
		for _, executor := range executors(t) {
			x := residueRows(integers(productOf(primes), n), primes)
			out, back := rows(len(x), n), rows(len(x), n)
			noError(t, ntt.Forward(out, x, executor))
			for i, q := range primes {
				root := must(must(ringlet.NewModulus(q)).SmallestPrimitiveRootOfUnity(uint64(2 * n)))
				same(t, out[i], evaluations(x[i], root, q, true))
			}
			noError(t, ntt.Inverse(back, out, executor))
			same(t, back, x)
		}
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

func TestKeySwitch(t *testing.T) {
	const n, special, digitSize = 16, 1, 2
	base := must(ringlet.NewRNSBase(primes))
	moduli := primes[:len(primes)-special]
	ntt := must(ringlet.NewRNSNTT(n, base, nil, nil))
	plan := must(ringlet.NewKeySwitch(ntt, special, ringlet.KeySwitchOptions{DigitSize: digitSize}))
	digits := plan.DigitCount(len(moduli))
	same(t, digits, 2)
	var integersOfKey [2][][]*big.Int
	var key [2][][][]uint64
	for half := range key {
		for d := 0; d < digits; d++ {
			polynomial := integers(productOf(primes), n)
			values := residueRows(polynomial, primes)
			noError(t, ntt.Forward(values, values, nil))
			integersOfKey[half] = append(integersOfKey[half], polynomial)
			key[half] = append(key[half], values)
		}
	}
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
				noError(t, plan.Apply(b, a, x, switching, executor))
				same(t, b, want[0])
				same(t, a, want[1])

				b, a = rows(level, n), rows(level, n)
				hoisted := polynomials(plan.DigitCount(level), level+special, n)
				noError(t, plan.Decompose(hoisted, x, executor))
				noError(t, plan.ApplyDigits(b, a, hoisted, switching, executor))
				same(t, b, want[0])
				same(t, a, want[1])

				sumB, sumA := rows(level+special, n), rows(level+special, n)
				noError(t, plan.InnerProduct(sumB, sumA, hoisted, switching, executor))
				noError(t, plan.ModDown(b, a, sumB, sumA, executor))
				same(t, b, want[0])
				same(t, a, want[1])
			}
		}
	}
}
