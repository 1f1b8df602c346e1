package ringlet_test

import (
	"math/big"
	"ringlet"
	"syscall"
	"testing"
	"unsafe"
)

// expectRows compares rows with the residues of integers modulo the first primes.
func expectRows(t *testing.T, err error, out [][]uint64, f func(i int) *big.Int) {
	t.Helper()
	noError(t, err)
	want := make([]*big.Int, len(out[0]))
	for i := range want {
		want[i] = f(i)
	}
	same(t, out, residueRows(want, primes[:len(out)]))
}

func TestRowArithmetic(t *testing.T) {
	base, q := must(ringlet.NewRNSBase(primes)), productOf(primes)
	r := new(big.Int).Lsh(big.NewInt(1), 64)
	for _, executor := range executors(t) {
		for _, n := range lengths {
			for _, level := range []int{1, 3, 5} {
				x, y, z := integers(q, n), integers(q, n), integers(q, n)
				of := func(x []*big.Int) [][]uint64 { return residueRows(x, primes[:level]) }
				a, b, c, out := of(x), of(y), of(z), rows(level, n)
				xy := func(i int) *big.Int { return times(x[i], y[i]) }
				expectRows(t, base.Add(out, a, b, executor), out, func(i int) *big.Int { return plus(x[i], y[i]) })
				expectRows(t, base.Sub(out, a, b, executor), out, func(i int) *big.Int { return minus(x[i], y[i]) })
				expectRows(t, base.Neg(out, a, executor), out, func(i int) *big.Int { return new(big.Int).Neg(x[i]) })
				expectRows(t, base.Mul(out, a, b, ringlet.Plain, executor), out, xy)
				expectRows(t, base.MulAdd(out, a, b, c, ringlet.Plain, executor), out, func(i int) *big.Int { return plus(xy(i), z[i]) })
				expectRows(t, base.MulSub(out, a, b, c, executor), out, func(i int) *big.Int { return minus(xy(i), z[i]) })
				s := make([]uint64, level)
				for i := range s {
					s[i] = b[i][0]
				}
				expectRows(t, base.MulScalar(out, a, s, executor), out, func(i int) *big.Int { return times(x[i], y[0]) })
				expectRows(t, base.ToMontgomery(out, a, executor), out, func(i int) *big.Int { return times(x[i], r) })
				expectRows(t, base.Mul(out, out, b, ringlet.Montgomery, executor), out, xy)
				noError(t, base.ToMontgomery(out, a, executor))
				expectRows(t, base.FromMontgomery(out, out, executor), out, func(i int) *big.Int { return x[i] })
				expectRows(t, base.InnerProduct(out, [][][]uint64{a, b}, [][][]uint64{b, c}, ringlet.Plain, executor), out,
					func(i int) *big.Int { return plus(xy(i), times(y[i], z[i])) })
				tensor := [3][][]uint64{rows(level, n), rows(level, n), rows(level, n)}
				noError(t, base.Tensor(tensor, [2][][]uint64{a, b}, [2][][]uint64{b, c}, executor))
				expectRows(t, nil, tensor[0], xy)
				expectRows(t, nil, tensor[1], func(i int) *big.Int { return plus(times(x[i], z[i]), times(y[i], y[i])) })
				expectRows(t, nil, tensor[2], func(i int) *big.Int { return times(y[i], z[i]) })
			}
		}
	}
}

// TestRowsOutsideOfGo passes rows that Go has not allocated.
func TestRowsOutsideOfGo(t *testing.T) {
	const n = 8
	memory := must(syscall.Mmap(-1, 0, 4096, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE))
	defer func() { noError(t, syscall.Munmap(memory)) }()
	words := unsafe.Slice((*uint64)(unsafe.Pointer(&memory[0])), 2*n)
	x := [][]uint64{words[:n], words[n:]}
	words[0] = 1
	noError(t, must(ringlet.NewRNSBase(primes)).Neg(x, x, nil))
	same(t, []uint64{words[0], words[1], words[n]}, []uint64{primes[0] - 1, 0, 0})
}

func TestIntegersAndDigits(t *testing.T) {
	base, n := must(ringlet.NewRNSBase(primes)), 9
	q := productOf(primes)
	product := must(base.Product())
	same(t, toBig(product), q)
	x := integers(q, n)
	a, words := residueRows(x, primes), len(product)
	out, back := make([]uint64, n*words), rows(len(primes), n)
	noError(t, base.ToIntegers(out, words, a, ringlet.LiftFloor))
	for i := range x {
		same(t, toBig(out[i*words:(i+1)*words]), x[i])
	}
	noError(t, base.FromIntegers(back, out, words, false))
	same(t, back, a)
	noError(t, base.ToIntegers(out, words, a, ringlet.LiftCentred))
	noError(t, base.FromIntegers(back, out, words, true))
	same(t, back, a)

	m := must(ringlet.NewModulus(primes[4]))
	const w = 12
	digits, column := must(ringlet.BalancedDigitCount(m, w)), below(primes[4], n)
	sum := make([]*big.Int, n)
	for k := 0; k < digits; k++ {
		noError(t, base.BalancedDigit(back, column, m, w, k, nil))
		for i := range sum {
			digit := centred(number(back[0][i]), number(primes[0]))
			if sum[i] == nil {
				sum[i] = new(big.Int)
			}
			sum[i].Add(sum[i], digit.Lsh(digit, uint(w*k)))
		}
	}
	for i := range sum {
		same(t, sum[i], centred(number(column[i]), number(primes[4])))
	}
}

func toBig(words []uint64) *big.Int {
	out := new(big.Int)
	for i := len(words) - 1; i >= 0; i-- {
		out.Or(out.Lsh(out, 64), number(words[i]))
	}
	return out
}

func TestConversions(t *testing.T) {
	from, to := must(ringlet.NewRNSBase(primes[:3])), must(ringlet.NewRNSBase(primes[3:]))
	q, n := productOf(primes[:3]), 9
	x := make([]*big.Int, n)
	for i := range x {
		x[i] = new(big.Int).Rand(random, q)
	}
	out := rows(2, n)
	for _, executor := range executors(t) {
		noError(t, must(ringlet.NewBaseConversion(from, to, ringlet.LiftFloor)).Apply(out, residueRows(x, primes[:3]), executor))
		same(t, out, residueRows(x, primes[3:]))
		redundant := must(ringlet.NewRedundantBaseConversion(from, 65537, to))
		noError(t, redundant.Apply(out, append(residueRows(x, primes[:3]), residues(x, 65537)), executor))
		same(t, out, residueRows(x, primes[3:]))

		scale := must(ringlet.NewScaleAndRound(from, to, 257, 0))
		noError(t, scale.Extend(out, residueRows(x, primes[:3]), executor))
		small, want := make([]*big.Int, n), make([]*big.Int, n)
		for i := range x {
			want[i] = centred(x[i], q)
			small[i] = new(big.Int).Rsh(want[i], 90)
		}
		same(t, out, residueRows(want, primes[3:]))
		rounded := rows(3, n)
		for i := range x {
			want[i] = times(small[i], new(big.Int).Lsh(big.NewInt(1), 85))
		}
		noError(t, scale.Apply(rounded, residueRows(want, primes[:3]), residueRows(want, primes[3:]), executor))
		for i := range x {
			want[i] = divided(times(want[i], big.NewInt(257)), q)
		}
		same(t, rounded, residueRows(want, primes[:3]))
	}
}

// TestMontgomeryScaling expects quotients that are too small by less than the number of moduli.
func TestMontgomeryScaling(t *testing.T) {
	from, to := must(ringlet.NewRNSBase(primes[:2])), must(ringlet.NewRNSBase(primes[2:]))
	const n, factor = 9, 257
	q := productOf(primes[:2])
	scale := must(ringlet.NewScaleAndRound(from, to, factor, 1<<32))
	x, extended, out := integers(q, n), rows(3, n), rows(2, n)
	for i := range x {
		x[i] = new(big.Int).Rsh(centred(x[i], q), 2)
	}
	noError(t, scale.Extend(extended, residueRows(x, primes[:2]), nil))
	same(t, extended, residueRows(x, primes[2:]))
	noError(t, scale.Apply(out, residueRows(x, primes[:2]), extended, nil))
	for i := range x {
		quotient := new(big.Int).Div(times(x[i], big.NewInt(factor)), q)
		short := new(big.Int).Mod(minus(quotient, number(out[0][i])), number(primes[0])).Uint64()
		if short > 1 {
			t.Fatalf("a quotient is too small by %d", short)
		}
		same(t, out[1][i], new(big.Int).Mod(minus(quotient, number(short)), number(primes[1])).Uint64())
	}
}

func TestModDown(t *testing.T) {
	const n, dropped = 16, 1
	base := must(ringlet.NewRNSBase(primes))
	ntt := must(ringlet.NewRNSNTT(n, base, nil, nil))
	kept := len(primes) - dropped
	p := productOf(primes[kept:])
	of := must(ringlet.NewModDownOfCoefficients(base, dropped, 3, 1, ringlet.LiftCentred))
	all := must(ringlet.NewModDown(ntt, dropped, 3, 1, ringlet.LiftCentred))
	same(t, all.Kept(), kept)
	for _, executor := range executors(t) {
		x := integers(productOf(primes), n)
		a, out := residueRows(x, primes), rows(kept, n)
		want := func(i int) *big.Int { return divided(times(x[i], big.NewInt(3)), p) }
		expectRows(t, of.OnCoefficients(out, a, executor), out, want)
		noError(t, ntt.Forward(a, a, executor))
		noError(t, all.OnEvaluations(out, a, executor))
		expectRows(t, ntt.Inverse(out, out, executor), out, want)
		refused(t, of.OnEvaluations(out, a, executor), ringlet.InvalidArgument)
	}
}

func TestAutomorphism(t *testing.T) {
	const n, g = 16, 5
	base := must(ringlet.NewRNSBase(primes))
	ntt := must(ringlet.NewRNSNTT(n, base, nil, nil))
	rotation := must(ringlet.NewAutomorphism(n, g))
	x, want := integers(productOf(primes), n), make([]*big.Int, n)
	for i := range x {
		if want[i*g%n] = x[i]; i*g/n%2 == 1 {
			want[i*g%n] = new(big.Int).Neg(x[i])
		}
	}
	a, out, twice := residueRows(x, primes), rows(5, n), rows(5, n)
	expectRows(t, rotation.OnCoefficients(out, a, base, nil), out, func(i int) *big.Int { return want[i] })
	noError(t, ntt.Forward(a, a, nil))
	noError(t, rotation.OnEvaluations(out, a, nil))
	noError(t, base.Add(twice, out, out, nil))
	expectRows(t, ntt.Inverse(out, out, nil), out, func(i int) *big.Int { return want[i] })
	noError(t, rotation.OnEvaluations(out, a, nil))
	noError(t, rotation.AddOnEvaluations(out, a, base, nil))
	same(t, out, twice)
	refused(t, rotation.OnEvaluations(a, a, nil), ringlet.InvalidArgument)
	refused(t, failed(ringlet.NewAutomorphism(n, 4)), ringlet.InvalidArgument)
}

// TestCallsRunOnTheirExecutors counts the calls of Run.
func TestCallsRunOnTheirExecutors(t *testing.T) {
	const n = 1 << 10
	base := must(ringlet.NewRNSBase(primes))
	from, to := must(ringlet.NewRNSBase(primes[:3])), must(ringlet.NewRNSBase(primes[3:]))
	ntt := must(ringlet.NewRNSNTT(n, base, nil, nil))
	plan := must(ringlet.NewKeySwitch(ntt, 1, ringlet.KeySwitchOptions{}))
	pairs := polynomials(4, 5, n)
	key := must(ringlet.NewSwitchingKey(plan, pairs, pairs, nil))
	if key.Bytes() < 2*4*5*8*n {
		t.Errorf("a key has %d bytes", key.Bytes())
	}
	map_ := must(ringlet.NewAutomorphism(n, 5))
	division := must(ringlet.NewModDown(ntt, 1, 1, 1, ringlet.LiftCentred))
	conversion := must(ringlet.NewBaseConversion(from, to, ringlet.LiftFloor))
	same(t, conversion.Describe() != "", true)
	x, y := rows(5, n), rows(5, n)
	runs := 0
	counting := must(ringlet.NewExecutor(2, func(count int, task func(index, worker int)) {
		runs++
		for index := 0; index < count; index++ {
			task(index, index%2)
		}
	}))
	for i, f := range []func() error{
		func() error { return ntt.Forward(x, x, counting) }, func() error { return ntt.Inverse(x, x, counting) },
		func() error { return ntt.ForwardMany(pairs, pairs, counting) },
		func() error { return base.Add(x, x, x, counting) },
		func() error {
			return base.InnerProduct(y, [][][]uint64{x}, [][][]uint64{x}, ringlet.Plain, counting)
		},
		func() error { return map_.OnCoefficients(y, x, base, counting) }, func() error { return map_.OnEvaluations(y, x, counting) },
		func() error { return map_.AddOnEvaluations(y, x, base, counting) },
		func() error { return division.OnEvaluations(y[:4], x, counting) },
		func() error { return conversion.Apply(y[3:], x[:3], counting) },
		func() error { return plan.Apply(rows(4, n), rows(4, n), x[:4], key, counting) },
	} {
		runs = 0
		if err := f(); err != nil || runs == 0 {
			t.Errorf("call %d ran %d times, error %v", i, runs, err)
		}
	}
}

func TestContext(t *testing.T) {
	context := must(ringlet.NewRNSContext())
	base := must(ringlet.NewRNSBase(primes))
	same(t, context.Use(), ringlet.ContextUse{})
	for i := 0; i < 2; i++ {
		must(ringlet.NewRNSNTT(8, base, nil, context)).Close()
	}
	same(t, context.Use().Transforms, len(primes))
	context.Release()
}
