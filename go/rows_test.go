package ringlet_test

import (
	"ringlet"
	"syscall"
	"testing"
	"unsafe"
)

// expect compares the first rows with the rows of a vector.
func (v vector) expect(t *testing.T, err error, out [][]uint64, name string) {
	t.Helper()
	noError(t, err)
	same(t, out, v.rows(name)[:len(out)])
}

func TestRowArithmetic(t *testing.T) {
	v := cases("rns", "rows")[0]
	base := must(ringlet.NewRNSBase(v.words("moduli")))
	for _, executor := range executors(t) {
		for _, level := range []int{1, 3, 5} {
			a, b, c, s := v.rows("a")[:level], v.rows("b")[:level], v.rows("c")[:level], v.words("s")[:level]
			out := rows(level, 16)
			v.expect(t, base.Add(out, a, b, executor), out, "add")
			v.expect(t, base.Sub(out, a, b, executor), out, "sub")
			v.expect(t, base.Neg(out, a, executor), out, "neg")
			v.expect(t, base.Mul(out, a, b, ringlet.Plain, executor), out, "mul")
			v.expect(t, base.MulAdd(out, a, b, c, ringlet.Plain, executor), out, "mul_add")
			v.expect(t, base.MulSub(out, a, b, c, executor), out, "mul_sub")
			v.expect(t, base.MulScalar(out, a, s, executor), out, "mul_scalar")
			v.expect(t, base.ToMontgomery(out, a, executor), out, "to_montgomery")
			// Products in Montgomery form of a 2^64 and plain numbers are plain.
			form := v.rows("to_montgomery")[:level]
			v.expect(t, base.Mul(out, form, b, ringlet.Montgomery, executor), out, "mul")
			v.expect(t, base.MulAdd(out, form, b, c, ringlet.Montgomery, executor), out, "mul_add")
			v.expect(t, base.FromMontgomery(out, form, executor), out, "a")
			v.expect(t, base.InnerProduct(out, [][][]uint64{a, b}, [][][]uint64{b, c}, ringlet.Plain, executor), out, "inner_product")
			tensor := [3][][]uint64{rows(level, 16), rows(level, 16), rows(level, 16)}
			noError(t, base.Tensor(tensor, [2][][]uint64{a, b}, [2][][]uint64{b, c}, executor))
			for k, want := range split(v.rows("tensor"), 5) {
				same(t, tensor[k], want[:level])
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

func TestIntegers(t *testing.T) {
	v := cases("rns", "integers")[0]
	base, residues := must(ringlet.NewRNSBase(v.words("moduli"))), v.rows("rows")
	same(t, must(base.Product()), v.words("product"))
	for name, lift := range map[string]ringlet.Lift{"floor": ringlet.LiftFloor, "centred": ringlet.LiftCentred} {
		out, back, words := make([]uint64, len(v.words(name))), rows(3, 16), len(v.words("product"))
		noError(t, base.ToIntegers(out, words, residues, lift))
		same(t, out, v.words(name))
		noError(t, base.FromIntegers(back, out, words, lift == ringlet.LiftCentred))
		same(t, back, residues)
	}
}

func TestBalancedDigits(t *testing.T) {
	v := cases("rns", "balanced_digits")[0]
	base, q := must(ringlet.NewRNSBase(v.words("moduli"))), must(ringlet.NewModulus(v.words("q")[0]))
	digits, w := split(v.rows("digits"), 2), int(v.words("w")[0])
	same(t, must(ringlet.BalancedDigitCount(q, w)), len(digits))
	for k, want := range digits {
		out := rows(2, 16)
		noError(t, base.BalancedDigit(out, v.words("x"), q, w, k, nil))
		same(t, out, want)
	}
}

func TestConversions(t *testing.T) {
	v := cases("rns", "conversions")[0]
	from, to := must(ringlet.NewRNSBase(v.words("source"))), must(ringlet.NewRNSBase(v.words("target")))
	redundant := must(ringlet.NewRedundantBaseConversion(from, v.words("redundant")[0], to))
	scale := must(ringlet.NewScaleAndRound(from, to, v.words("t")[0], 0))
	x, out, rounded := v.rows("x"), rows(2, 16), rows(3, 16)
	for _, executor := range executors(t) {
		for name, lift := range map[string]ringlet.Lift{"floor": ringlet.LiftFloor, "centred": ringlet.LiftCentred} {
			v.expect(t, must(ringlet.NewBaseConversion(from, to, lift)).Apply(out, x, executor), out, name)
		}
		v.expect(t, redundant.Apply(out, append(v.rows("x"), v.words("last")), executor), out, "floor")
		v.expect(t, scale.Extend(out, x, executor), out, "centred")
		v.expect(t, scale.Apply(rounded, v.rows("small"), v.rows("small_target"), executor), rounded, "scaled")
	}
}

// TestMontgomeryScaling expects quotients that are too small by less than the number of moduli.
func TestMontgomeryScaling(t *testing.T) {
	v := cases("rns", "montgomery_scaling")[0]
	moduli, floors := v.words("source"), v.rows("floors")
	from, to := must(ringlet.NewRNSBase(moduli)), must(ringlet.NewRNSBase(v.words("target")))
	scale := must(ringlet.NewScaleAndRound(from, to, v.words("t")[0], 1<<32))
	extended, out := rows(3, 16), rows(2, 16)
	v.expect(t, scale.Extend(extended, v.rows("x"), nil), extended, "extended")
	noError(t, scale.Apply(out, v.rows("x"), extended, nil))
	for i := range out[0] {
		short := (floors[0][i] + moduli[0] - out[0][i]) % moduli[0]
		if short > 1 {
			t.Fatalf("a quotient is too small by %d", short)
		}
		same(t, (out[1][i]+short)%moduli[1], floors[1][i])
	}
}

func TestModDown(t *testing.T) {
	v := cases("rns", "division")[0]
	base, numerator := must(ringlet.NewRNSBase(v.words("moduli"))), v.words("numerator")[0]
	ntt := must(ringlet.NewRNSNTT(16, base, nil, nil))
	of := must(ringlet.NewModDownOfCoefficients(base, 1, numerator, 1, ringlet.LiftCentred))
	all := must(ringlet.NewModDown(ntt, 1, numerator, 1, ringlet.LiftCentred))
	same(t, all.Kept(), 4)
	for _, executor := range executors(t) {
		x, out := v.rows("x"), rows(4, 16)
		v.expect(t, of.OnCoefficients(out, x, executor), out, "quotients")
		noError(t, ntt.Forward(x, x, executor))
		noError(t, all.OnEvaluations(out, x, executor))
		v.expect(t, ntt.Inverse(out, out, executor), out, "quotients")
		refused(t, of.OnEvaluations(out, x, executor), ringlet.InvalidArgument)
	}
}

func TestAutomorphism(t *testing.T) {
	for _, v := range cases("rns", "automorphism") {
		base := must(ringlet.NewRNSBase(v.words("moduli")))
		ntt := must(ringlet.NewRNSNTT(16, base, nil, nil))
		rotation := must(ringlet.NewAutomorphism(16, v.words("g")[0]))
		x, out, twice := v.rows("x"), rows(5, 16), rows(5, 16)
		v.expect(t, rotation.OnCoefficients(out, x, base, nil), out, "image")
		noError(t, ntt.Forward(x, x, nil))
		noError(t, rotation.OnEvaluations(out, x, nil))
		noError(t, base.Add(twice, out, out, nil))
		v.expect(t, ntt.Inverse(out, out, nil), out, "image")
		noError(t, rotation.OnEvaluations(out, x, nil))
		noError(t, rotation.AddOnEvaluations(out, x, base, nil))
		same(t, out, twice)
		refused(t, rotation.OnEvaluations(x, x, nil), ringlet.InvalidArgument)
	}
	refused(t, failed(ringlet.NewAutomorphism(16, 4)), ringlet.InvalidArgument)
}

// TestCallsRunOnTheirExecutors counts the calls of Run.
func TestCallsRunOnTheirExecutors(t *testing.T) {
	const n = 1 << 10
	base := must(ringlet.NewRNSBase(primes))
	from, to := must(ringlet.NewRNSBase(primes[:3])), must(ringlet.NewRNSBase(primes[3:]))
	ntt := must(ringlet.NewRNSNTT(n, base, nil, nil))
	plan := must(ringlet.NewKeySwitch(ntt, 1, shortSpecial))
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
