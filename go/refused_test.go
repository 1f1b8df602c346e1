package ringlet_test

import (
	"errors"
	"math"
	"os"
	"os/exec"
	"ringlet"
	"strings"
	"sync"
	"testing"
)

// refused expects an error with this status, and parts of its message.
func refused(t *testing.T, err error, status ringlet.Status, parts ...string) {
	t.Helper()
	var wrong *ringlet.Error
	if !errors.As(err, &wrong) || wrong.Status != status {
		t.Fatalf("the error is %v, not one of status %v", err, status)
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Fatalf("%q lacks %q", err, part)
		}
	}
}

func failed[T any](_ T, err error) error { return err }

func TestWrongArguments(t *testing.T) {
	q := must(ringlet.NewModulus[uint64](17))
	ntt := must(ringlet.NewNTT(4, q, ringlet.Negacyclic))
	four, three := make([]uint64, 4), make([]uint64, 3)
	const invalid = ringlet.InvalidArgument
	refused(t, failed(ringlet.NewModulus[uint64](1)), invalid, "1")
	refused(t, failed(ringlet.NewNTT(3, q, ringlet.Cyclic)), invalid, "3")
	refused(t, failed(ringlet.NewNTT(-4, q, ringlet.Cyclic)), invalid)
	refused(t, failed(ringlet.NewNTT(4, q, ringlet.Ring(2))), invalid)
	refused(t, failed(ringlet.NewNTTWithOptions(4, q, ringlet.NTTOptions[uint64]{Ring: ringlet.Cyclic, Root: 1})), invalid)
	refused(t, failed(ringlet.NewNTTWithOptions(4, q, ringlet.NTTOptions[uint64]{Order: 2})), invalid, "order is 2")
	refused(t, ntt.Forward(four, three), invalid, "x has 3 elements, not 4")
	refused(t, ntt.Forward(nil, four), invalid, "out has 0 elements")
	refused(t, ntt.ForwardLazy(four, four, 3, 1), invalid, "3")
	refused(t, ntt.ForwardLazy(four, four, -1, 1), invalid)
	refused(t, ntt.Multiply(four, four, three), invalid, "y has 3")
	refused(t, ringlet.Add(four, four, three, q), invalid, "y has 3 elements")
	refused(t, ringlet.Axpy(four, four, 1, three, q, 1), invalid, "z has 3 elements")
	field := must(ringlet.FieldNamed[[4]uint64]("bn254-fr"))
	long := must(ringlet.NewMultiwordModulus(field.Modulus))
	refused(t, failed(ringlet.MultiwordInnerProduct(make([][4]uint64, 2), make([][4]uint64, 1), long, ringlet.Plain)), invalid, "y has 1 elements")
	refused(t, ringlet.Add(nil, nil, nil, q), invalid)
	refused(t, ringlet.Neg(four[1:], four[:3], q), invalid, "overlap")
	refused(t, ringlet.AddScalar(four, four, 17, q), ringlet.OutOfRange, "17")
	refused(t, failed(q.Add(17, 0)), ringlet.OutOfRange)
	refused(t, failed(ringlet.NewFixedOperand([]uint64{17}, q)), invalid)
	refused(t, failed(ringlet.NTTPrimes[uint64](-1, 30, 4, ringlet.LargestFirst)), invalid, "-1")
	refused(t, failed(ringlet.NTTPrimes[uint64](100, 8, 64, ringlet.LargestFirst)), invalid)
	refused(t, failed(ringlet.ReverseBits(16, 4)), ringlet.OutOfRange)
	refused(t, ringlet.ForceBackend("none"), invalid, "none")
	refused(t, ringlet.ForceBackend("scalar\x00none"), invalid, "NUL")
	refused(t, failed(ringlet.ParseNumber[[4]uint64]("1\x002")), invalid, "NUL")
	refused(t, failed(ringlet.FieldNamed[[4]uint64]("bn254-fr\x00")), invalid, "NUL")
}

func TestWrongRows(t *testing.T) {
	base := must(ringlet.NewRNSBase(primes))
	ntt := must(ringlet.NewRNSNTT(4, base, nil, nil))
	plan := must(ringlet.NewKeySwitch(ntt, 1, shortSpecial))
	pairs := polynomials(4, 5, 4)
	key := must(ringlet.NewSwitchingKey(plan, pairs, pairs, nil))
	good, short := rows(4, 4), rows(4, 3)
	uneven := rows(4, 4)
	uneven[2] = nil
	const invalid = ringlet.InvalidArgument
	refused(t, failed(ringlet.NewRNSBase(nil)), invalid)
	refused(t, failed(ringlet.NewRNSBase([]uint64{6, 9})), invalid)
	refused(t, failed(ringlet.NewRNSNTT(4, base, []uint64{1}, nil)), invalid, "psi has 1 elements, not 5")
	refused(t, failed(ringlet.NewBaseConversion(base, base, 0)), invalid)
	refused(t, failed(ringlet.NewKeySwitch(ntt, -1, ringlet.KeySwitchOptions{})), invalid)
	refused(t, failed(ringlet.NewKeySwitch(ntt, 1, ringlet.KeySwitchOptions{})), invalid, "40 bits, but it must be at least half")
	refused(t, failed(ringlet.NewSwitchingKey(plan, pairs[:3], pairs, nil)), invalid, "b has 3 polynomials, not 4")
	refused(t, failed(ringlet.BorrowSwitchingKey(plan, pairs, polynomials(4, 4, 4), nil)), invalid, "a has 4 rows, not 5")
	refused(t, ntt.Forward(good, short, nil), invalid, "row 0 of x has 3 words, not 4")
	refused(t, ntt.Forward(good, uneven, nil), invalid, "row 2 of x has 0 words")
	refused(t, ntt.Forward(nil, nil, nil), invalid)
	refused(t, ntt.Multiply(good, good, short, nil), invalid, "row 0 of y has 3 words, not 4")
	refused(t, ntt.Multiply(nil, nil, nil, nil), invalid, "out has no rows")
	refused(t, ntt.Multiply(rows(6, 4), rows(6, 4), rows(6, 4), nil), invalid)
	refused(t, base.Neg(rows(2, 0), rows(2, 0), nil), invalid, "row 0 of out has no words")
	refused(t, base.Neg([][]uint64{nil, nil}, rows(2, 0), nil), invalid, "row 0 of out has no words")
	refused(t, ntt.Forward(rows(6, 4), rows(6, 4), nil), invalid)
	refused(t, base.Add(good, good, rows(3, 4), nil), invalid, "y has 3 rows, not 4")
	refused(t, base.MulScalar(good, good, []uint64{1}, nil), invalid, "s has 1 elements")
	refused(t, plan.Apply(good, rows(4, 4), rows(5, 4), key, nil), invalid)
	refused(t, plan.Apply(good, good, rows(4, 4), key, nil), invalid, "overlap")
	refused(t, plan.ModDown(nil, nil, nil, nil, nil), invalid)
	refused(t, plan.InnerProduct(rows(0, 4), rows(0, 4), nil, key, nil), invalid)
}

// TestIntegersThatCWouldTruncate passes the next valid numbers modulo 2^32, and those below 0.
func TestIntegersThatCWouldTruncate(t *testing.T) {
	q := must(ringlet.NewModulus(primes[4]))
	base := must(ringlet.NewRNSBase(primes))
	of := must(ringlet.NewRNSNTT(4, base, nil, nil))
	ntt := must(ringlet.NewNTT(4, q, ringlet.Cyclic))
	q128 := must(ringlet.NewModulus(ringlet.Uint128{Lo: 17}))
	field := must(ringlet.FieldNamed[[4]uint64]("bn254-fr"))
	long := must(ringlet.NewMultiwordModulus(field.Modulus))
	x, matrix, x128, numbers := make([]uint64, 4), rows(5, 4), make([]ringlet.Uint128, 4), make([][4]uint64, 4)
	operand := must(ringlet.NewFixedOperand(x, q))
	for _, big := range []int{1 << 32, -1 << 32, math.MinInt} {
		plan := func(options ringlet.KeySwitchOptions) error { return failed(ringlet.NewKeySwitch(of, 1, options)) }
		for _, err := range []error{
			ntt.ForwardLazy(x, x, big, 1), ntt.ForwardLazy(x, x, 1, 1+big), ntt.InverseLazy(x, x, 1+big, 1), ntt.InverseLazy(x, x, 1, 1+big),
			of.ForwardLazy(matrix, matrix, big, 1, nil), of.InverseLazy(matrix, matrix, 1, 1+big, nil),
			ringlet.Mul(x, x, x, q, 1+big), ringlet.MulSub(x, x, x, x, q, 1+big), ringlet.MulScalar(x, x, 1, q, 1+big),
			ringlet.Axpy(x, x, 1, x, q, 1+big), ringlet.Reduce(x, x, q, big, 1), ringlet.Reduce(x, x, q, 2, 1+big),
			ringlet.Mul(x128, x128, x128, q128, 1+big), operand.Mul(x, x, 1+big), operand.MulAdd(x, x, x, 1+big),
			ringlet.MulInForm(x, x, x, q, ringlet.Form(big), 1), ringlet.MulAddInForm(x, x, x, x, q, ringlet.Form(big), 1),
			ringlet.MulSubInForm(x, x, x, x, q, ringlet.Form(big), 1), ringlet.InvertInForm(x, x, q, ringlet.Form(big)),
			ringlet.PowersInForm(x, 1, 1, q, ringlet.Form(big)), ringlet.MultiwordAxpy(numbers, numbers, numbers[0], numbers, long, ringlet.Form(big)),
			base.Mul(matrix, matrix, matrix, ringlet.Form(big), nil), base.MulAdd(matrix, matrix, matrix, matrix, ringlet.Form(big), nil),
			base.InnerProduct(matrix, [][][]uint64{matrix}, [][][]uint64{matrix}, ringlet.Form(big), nil),
			ringlet.MultiwordMul(numbers, numbers, numbers, long, ringlet.Form(big)),
			ringlet.MultiwordPowers(numbers, numbers[0], numbers[0], long, ringlet.Form(big)),
			failed(ringlet.MultiwordInnerProduct(numbers, numbers, long, ringlet.Form(big))),
			failed(ringlet.NewNTT(4, q, ringlet.Ring(big))),
			failed(ringlet.NewMultiwordNTT(4, long, ringlet.MultiwordNTTOptions[[4]uint64]{Ring: ringlet.Ring(big)})),
			failed(ringlet.NewMultiwordNTT(4, long, ringlet.MultiwordNTTOptions[[4]uint64]{Order: ringlet.Order(big)})),
			failed(ringlet.NTTPrimes[uint64](1, 30+big, 4, ringlet.LargestFirst)), failed(ringlet.NTTPrimes[uint64](1, 30, 4, ringlet.PrimeOrder(big))),
			failed(ringlet.NTTPrimes[ringlet.Uint128](1, 100+big, 4, ringlet.LargestFirst)),
			failed(ringlet.MultiwordNTTPrimes[[4]uint64](1, 200+big, 4, ringlet.LargestFirst)),
			failed(ringlet.ReverseBits(1, 4+big)), failed(ringlet.BalancedDigitCount(q, 12+big)),
			base.BalancedDigit(matrix, x, q, 12+big, 0, nil), base.BalancedDigit(matrix, x, q, 12, big, nil),
			failed(ringlet.NewModDown(of, 1, 1, 1, ringlet.LiftCentred+ringlet.Lift(big))),
			failed(ringlet.NewBaseConversion(base, base, ringlet.LiftFloor+ringlet.Lift(big))),
			base.ToIntegers(make([]uint64, 20), 5, matrix, ringlet.LiftFloor+ringlet.Lift(big)),
			plan(ringlet.KeySwitchOptions{DigitBits: big}), plan(ringlet.KeySwitchOptions{DigitSize: big}),
			plan(ringlet.KeySwitchOptions{Domain: ringlet.Domain(big)}), plan(ringlet.KeySwitchOptions{Digits: ringlet.LiftFloor + ringlet.Lift(big)}),
		} {
			refused(t, err, ringlet.InvalidArgument, " is ")
		}
	}
	refused(t, ntt.ForwardLazy(x, x, 1<<32, 1), ringlet.InvalidArgument, "inputFactor is 4294967296, but it must be in [0, 2^31)")
	refused(t, failed(ringlet.NewKeySwitch(of, 1, ringlet.KeySwitchOptions{Domain: 7})), ringlet.InvalidArgument, "domain is 7")
	refused(t, failed(ringlet.NewKeySwitch(of, 1, ringlet.KeySwitchOptions{DigitBits: -1})), ringlet.InvalidArgument, "DigitBits is -1")
	refused(t, failed(ringlet.NewKeySwitch(of, 1, ringlet.KeySwitchOptions{DigitSize: -1})), ringlet.InvalidArgument, "DigitSize is -1")
}

// TestNegativeNumbers passes -4 for each int that C takes as a size.
func TestNegativeNumbers(t *testing.T) {
	q, q128 := must(ringlet.NewModulus(primes[4])), must(ringlet.NewModulus(ringlet.Uint128{Lo: 17}))
	field := must(ringlet.FieldNamed[[4]uint64]("bn254-fr"))
	long := must(ringlet.NewMultiwordModulus(field.Modulus))
	base := must(ringlet.NewRNSBase(primes))
	ntt := must(ringlet.NewRNSNTT(4, base, nil, nil))
	plan := must(ringlet.NewKeySwitch(ntt, 2, ringlet.KeySwitchOptions{}))
	key := must(ringlet.NewSwitchingKey(plan, polynomials(3, 5, 4), polynomials(3, 5, 4), nil))
	words, matrix := make([]uint64, 8), rows(5, 4)
	for argument, errors := range map[string][]error{
		"n": {failed(ringlet.NewNTT(-4, q, ringlet.Cyclic)), failed(ringlet.NewNTTWithOptions(-4, q, ringlet.NTTOptions[uint64]{})),
			failed(ringlet.NewNTT(-4, q128, ringlet.Cyclic)), failed(ringlet.NewRNSNTT(-4, base, nil, nil)),
			failed(ringlet.NewMultiwordNTT(-4, long, ringlet.MultiwordNTTOptions[[4]uint64]{})),
			failed(ringlet.NewAutomorphism(-4, 3)), failed(ringlet.NTTPrimes[uint64](1, 30, -4, ringlet.LargestFirst)),
			failed(ringlet.NTTPrimes[ringlet.Uint128](1, 100, -4, ringlet.LargestFirst)),
			failed(ringlet.MultiwordNTTPrimes[[4]uint64](1, 200, -4, ringlet.LargestFirst))},
		"workers": {failed(ringlet.Goroutines(-4))},
		"dropped": {failed(ringlet.NewModDown(ntt, -4, 1, 1, ringlet.LiftCentred)),
			failed(ringlet.NewModDownOfCoefficients(base, -4, 1, 1, ringlet.LiftCentred))},
		"special": {failed(ringlet.NewKeySwitch(ntt, -4, ringlet.KeySwitchOptions{}))},
		"words":   {base.ToIntegers(words, -4, matrix, ringlet.LiftFloor), base.FromIntegers(matrix, words, -4, false)},
	} {
		for _, err := range errors {
			refused(t, err, ringlet.InvalidArgument, argument+" is -4, but it must ")
		}
	}
	// 4 times this many words are 8 modulo 2^64.
	refused(t, base.ToIntegers(words, 1<<62+2, matrix, ringlet.LiftFloor), ringlet.InvalidArgument, "words is 4611686018427387906, but")
	refused(t, plan.InnerProduct(rows(2, 4), rows(2, 4), polynomials(3, 5, 4), key, nil), ringlet.InvalidArgument, "b has 2 rows, but it must")
	same(t, plan.DigitCount(-4), 0)
}

// TestZeroValues passes nil and zero values to all constructors.
func TestZeroValues(t *testing.T) {
	word, long := ringlet.Uint128{}, [4]uint64{}
	for i, object := range []struct {
		q       *ringlet.Modulus[uint64]
		q128    *ringlet.Modulus[ringlet.Uint128]
		long    *ringlet.MultiwordModulus[[4]uint64]
		base    *ringlet.RNSBase
		ntt     *ringlet.RNSNTT
		context *ringlet.RNSContext
		plan    *ringlet.KeySwitch
	}{{}, {new(ringlet.Modulus[uint64]), new(ringlet.Modulus[ringlet.Uint128]), new(ringlet.MultiwordModulus[[4]uint64]), new(ringlet.RNSBase),
		new(ringlet.RNSNTT), new(ringlet.RNSContext), new(ringlet.KeySwitch)}} {
		for j, err := range []error{
			failed(ringlet.NewModulus[uint64](0)), failed(ringlet.NewModulus(word)), failed(ringlet.NewMultiwordModulus(long)),
			failed(ringlet.NewNTT(4, object.q, 0)), failed(ringlet.NewNTT(4, object.q128, 0)),
			failed(ringlet.NewMultiwordNTT(4, object.long, ringlet.MultiwordNTTOptions[[4]uint64]{})),
			failed(ringlet.NewFixedOperand([]uint64{0}, object.q)), failed(ringlet.NewFixedOperand(nil, object.q)),
			failed(ringlet.NewFixedOperand([]ringlet.Uint128{word}, object.q128)), failed(ringlet.NewRNSBase(nil)),
			failed(ringlet.NewRNSNTT(4, object.base, nil, nil)), failed(ringlet.NewRNSNTT(4, object.base, nil, object.context)),
			failed(ringlet.NewAutomorphism(0, 0)), failed(ringlet.NewBaseConversion(object.base, object.base, 0)),
			failed(ringlet.NewRedundantBaseConversion(object.base, 0, object.base)),
			failed(ringlet.NewScaleAndRound(object.base, object.base, 0, 0)), failed(ringlet.NewModDown(object.ntt, 0, 0, 0, 0)),
			failed(ringlet.NewModDownOfCoefficients(object.base, 0, 0, 0, 0)),
			failed(ringlet.NewKeySwitch(object.ntt, 0, ringlet.KeySwitchOptions{})),
			failed(ringlet.NewSwitchingKey(object.plan, nil, nil, nil)), failed(ringlet.BorrowSwitchingKey(object.plan, nil, nil, nil)),
			failed(ringlet.NewLinearTransform(object.plan, []*ringlet.SwitchingKey{nil}, []*ringlet.SwitchingKey{nil}, [][][]uint64{nil})),
			failed(ringlet.NewExecutor(0, nil)), failed(ringlet.Goroutines(0)),
		} {
			var wrong *ringlet.Error
			if !errors.As(err, &wrong) {
				t.Errorf("%d, %d: %v", i, j, err)
			}
		}
	}
}

func TestNilAndClosedObjects(t *testing.T) {
	const null, closed = ringlet.NullPointer, ringlet.InvalidArgument
	four, good := make([]uint64, 4), rows(5, 4)
	q := must(ringlet.NewModulus[uint64](17))
	base := must(ringlet.NewRNSBase(primes))
	transforms := must(ringlet.NewRNSNTT(4, base, nil, nil))
	executor := must(ringlet.Goroutines(2))
	ntt := must(ringlet.NewNTT(4, q, ringlet.Cyclic))
	refused(t, failed(ringlet.NewNTT[uint64](4, nil, ringlet.Cyclic)), null, "Modulus is nil")
	refused(t, ringlet.Neg(four, four, nil), null, "Modulus")
	refused(t, failed(ringlet.NewRNSNTT(4, nil, nil, nil)), null, "RNSBase")
	refused(t, failed(ringlet.NewKeySwitch(nil, 1, ringlet.KeySwitchOptions{})), null)
	refused(t, failed(ringlet.NewModDown(nil, 1, 1, 1, ringlet.LiftCentred)), null)
	refused(t, failed(ringlet.NewExecutor(1, nil)), null, "run")
	refused(t, (*ringlet.NTT[uint64])(nil).Forward(four, four), null, "NTT")
	refused(t, (*ringlet.RNSBase)(nil).Add(good, good, good, nil), null)
	refused(t, failed((*ringlet.RNSBase)(nil).Product()), null)
	refused(t, (*ringlet.RNSBase)(nil).ToIntegers(four, 1, good, ringlet.LiftFloor), null)
	refused(t, (*ringlet.RNSBase)(nil).FromIntegers(good, four, 1, false), null)
	refused(t, new(ringlet.NTT[uint64]).Forward(nil, nil), closed, "NTT is closed")
	for _, object := range []interface{ Close() }{q, base, transforms, executor, ntt} {
		object.Close()
		object.Close()
	}
	refused(t, ntt.Forward(four, four), closed, "NTT is closed")
	same(t, ntt.Describe(), "")
	refused(t, failed(q.Add(1, 2)), closed, "Modulus is closed")
	refused(t, base.Add(good, good, good, nil), closed, "RNSBase is closed")
	open := must(ringlet.NewRNSBase(primes))
	refused(t, open.Add(good, good, good, executor), closed, "Executor is closed")
	refused(t, failed(ringlet.NewRNSNTT(4, base, nil, nil)), closed)
	// Plans outlive what they are made of.
	noError(t, must(ringlet.NewRNSNTT(4, open, nil, nil)).Forward(good, good, nil))
}

func TestFailingExecutors(t *testing.T) {
	base, good := must(ringlet.NewRNSBase(primes)), rows(5, 4)
	idle := must(ringlet.NewExecutor(1, func(int, func(index, worker int)) {}))
	refused(t, base.Neg(good, good, idle), ringlet.InvalidArgument)
	panicking := must(ringlet.NewExecutor(1, func(int, func(index, worker int)) { panic("mistake") }))
	refused(t, base.Neg(good, good, panicking), ringlet.InvalidArgument, "run panicked: mistake")
	late := must(ringlet.NewExecutor(1, func(count int, task func(index, worker int)) {
		for index := 0; index < count; index++ {
			task(index, 0)
		}
		panic("too late")
	}))
	refused(t, base.Neg(good, good, late), ringlet.InvalidArgument, "run panicked: too late")
	noError(t, base.Neg(good, good, nil))
	refused(t, failed(ringlet.Goroutines(0)), ringlet.InvalidArgument)
}

// TestLateTasks runs tasks after the end of Run, when the library has freed what they need.
func TestLateTasks(t *testing.T) {
	base, good := must(ringlet.NewRNSBase(primes)), rows(5, 1<<12)
	var stored func(index, worker int)
	storing := must(ringlet.NewExecutor(1, func(count int, task func(index, worker int)) {
		for index := 0; index < count; index++ {
			task(index, 0)
		}
		stored = task
	}))
	noError(t, base.Neg(good, good, storing))
	var group sync.WaitGroup
	panicking := must(ringlet.NewExecutor(2, func(count int, task func(index, worker int)) {
		begun := make(chan struct{})
		group.Add(1)
		go func() {
			defer group.Done()
			for index := 0; index < count; index++ {
				task(index, 1)
				if index == 0 {
					close(begun)
				}
			}
		}()
		<-begun
		panic("mistake")
	}))
	for i := 0; i < 100; i++ {
		stored(0, 0)
		refused(t, base.Neg(good, good, panicking), ringlet.InvalidArgument, "run panicked: mistake")
	}
	group.Wait()
}

func TestBackends(t *testing.T) {
	active := must(ringlet.ActiveBackend())
	if named := os.Getenv("RINGLET_BACKEND"); named != "" {
		same(t, active, named)
	}
	same(t, ringlet.Backends()[0], ringlet.Backend{Name: "scalar", Supported: true})
	noError(t, ringlet.ForceBackend("scalar"))
	same(t, must(ringlet.ActiveBackend()), "scalar")
	same(t, must(ringlet.LowersClock()), false)
	ringlet.UnforceBackend()
	same(t, must(ringlet.ActiveBackend()), active)
}

// TestFreezeBackend runs itself in a process whose environment names a backend that does not exist.
func TestFreezeBackend(t *testing.T) {
	if os.Getenv("RINGLET_BACKEND") != "none" {
		again := exec.Command(os.Args[0], "-test.run=^TestFreezeBackend$")
		again.Env = append(os.Environ(), "RINGLET_BACKEND=none")
		output, err := again.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, output)
		}
		return
	}
	refused(t, failed(ringlet.ActiveBackend()), ringlet.InvalidArgument, "none")
	refused(t, failed(ringlet.LowersClock()), ringlet.InvalidArgument, "none")
	ringlet.FreezeBackend()
	noError(t, failed(ringlet.ActiveBackend()))
}
