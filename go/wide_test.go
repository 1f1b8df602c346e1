package ringlet_test

import (
	"math/big"
	"ringlet"
	"testing"
	"unsafe"
)

// Tests of 128-bit words and of multiword numbers.

// bigs returns numbers for an array of integers, by a function that makes one.
func bigs[W any](x []*big.Int, of func(*big.Int) W) []W {
	out := make([]W, len(x))
	for i := range x {
		out[i] = of(x[i])
	}
	return out
}

func double(x *big.Int) ringlet.Uint128 { return must(ringlet.Uint128FromBig(x)) }

// expectBigs compares out with a function of the inputs modulo q.
func expectBigs[W comparable](t *testing.T, err error, out []W, q *big.Int, of func(*big.Int) W, f func(i int) *big.Int) {
	t.Helper()
	noError(t, err)
	for i := range out {
		if want := of(new(big.Int).Mod(f(i), q)); out[i] != want {
			t.Fatalf("element %d modulo %v is %v, not %v", i, q, out[i], want)
		}
	}
}

func TestDoubleWords(t *testing.T) {
	one := big.NewInt(1)
	for _, bits := range []uint{60, 64, 100, 123, 124} {
		p := minus(new(big.Int).Lsh(one, bits), big.NewInt(3))
		q := must(ringlet.NewModulus128(double(p)))
		same(t, q.Value().Big(), p)
		for _, n := range lengths {
			x, y, z := integers(p, n), integers(p, n), integers(p, n)
			a, b, c, out := bigs(x, double), bigs(y, double), bigs(z, double), make([]ringlet.Uint128, n)
			xy := func(i int) *big.Int { return times(x[i], y[i]) }
			expectBigs(t, ringlet.Add128(out, a, b, q), out, p, double, func(i int) *big.Int { return plus(x[i], y[i]) })
			expectBigs(t, ringlet.Sub128(out, a, b, q), out, p, double, func(i int) *big.Int { return minus(x[i], y[i]) })
			expectBigs(t, ringlet.Neg128(out, a, q), out, p, double, func(i int) *big.Int { return new(big.Int).Neg(x[i]) })
			expectBigs(t, ringlet.Mul128(out, a, b, q, 1), out, p, double, xy)
			expectBigs(t, ringlet.MulSub128(out, a, b, c, q, 1), out, p, double, func(i int) *big.Int { return minus(xy(i), z[i]) })
			expectBigs(t, ringlet.AddScalar128(out, a, b[0], q), out, p, double, func(i int) *big.Int { return plus(x[i], y[0]) })
			expectBigs(t, ringlet.SubScalar128(out, a, b[0], q), out, p, double, func(i int) *big.Int { return minus(x[i], y[0]) })
			expectBigs(t, ringlet.MulScalar128(out, a, b[0], q, 1), out, p, double, func(i int) *big.Int { return times(x[i], y[0]) })
			expectBigs(t, ringlet.Axpy128(out, a, b[0], c, q, 1), out, p, double, func(i int) *big.Int { return plus(times(x[i], y[0]), z[i]) })
			operand := must(ringlet.NewFixedOperand128(b, q))
			expectBigs(t, operand.Mul(out, a, 1), out, p, double, xy)
			expectBigs(t, operand.MulAdd(out, a, c, 1), out, p, double, func(i int) *big.Int { return plus(xy(i), z[i]) })
			same(t, must(q.Pow(a[0], b[0])).Big(), new(big.Int).Exp(x[0], y[0], p))
			same(t, must(q.Mul(a[0], b[0])).Big(), new(big.Int).Mod(xy(0), p))
			same(t, must(q.Add(a[0], b[0])).Big(), new(big.Int).Mod(plus(x[0], y[0]), p))
			same(t, must(q.Sub(a[0], b[0])).Big(), new(big.Int).Mod(minus(x[0], y[0]), p))
			same(t, must(q.Inverse(ringlet.Uint128{Lo: 2})).Big(), new(big.Int).ModInverse(big.NewInt(2), p))
			w := integers(new(big.Int).Lsh(one, 128), n)
			expectBigs(t, ringlet.Reduce128(out, bigs(w, double), q, ringlet.AnyWord, 1), out, p, double, func(i int) *big.Int { return w[i] })
			same(t, must(q.Reduce(ringlet.Uint128{Lo: 1, Hi: 1 << 63})).Big(), new(big.Int).Mod(plus(new(big.Int).Lsh(one, 127), one), p))
		}
		same(t, must(ringlet.IsPrime128(double(p))), p.ProbablyPrime(20))
	}
	refused(t, failed(ringlet.NewModulus128(ringlet.Uint128{Hi: 1 << 60})), ringlet.InvalidArgument)
	refused(t, failed(ringlet.Uint128FromBig(big.NewInt(-1))), ringlet.OutOfRange)
}

// TestSlicesBetweenBoundaries passes arrays that do not begin at multiples of 16 bytes.
func TestSlicesBetweenBoundaries(t *testing.T) {
	q := must(ringlet.NewModulus128(ringlet.Uint128{Hi: 1}))
	var words struct {
		before uint64
		x      [3]ringlet.Uint128
	}
	if uintptr(unsafe.Pointer(&words.x))%16 == 0 {
		t.Fatal("the array begins at a boundary")
	}
	words.x[1] = ringlet.Uint128{Lo: 1}
	noError(t, ringlet.Neg128(words.x[:], words.x[:], q))
	same(t, words.x, [3]ringlet.Uint128{1: {Lo: ^uint64(0)}})
}

// evaluationsOfBigs returns those of a polynomial at (coset root^(step k + first))^j, in the natural order of k.
func evaluationsOfBigs(x []*big.Int, root, coset, q *big.Int, step, first int64) []*big.Int {
	out := make([]*big.Int, len(x))
	for k := range out {
		point := new(big.Int).Exp(root, big.NewInt(step*int64(k)+first), q)
		point.Mul(point, coset)
		out[k] = new(big.Int)
		for j := len(x) - 1; j >= 0; j-- {
			out[k].Mul(out[k], point).Add(out[k], x[j]).Mod(out[k], q)
		}
	}
	return out
}

func TestTransformsOfDoubleWords(t *testing.T) {
	for _, bits := range []int{61, 100, 124} {
		for _, n := range []int{2, 64} {
			prime := must(ringlet.NTTPrimes128(1, bits, n, ringlet.LargestFirst))[0]
			q := must(ringlet.NewModulus128(prime))
			p := prime.Big()
			same(t, []any{p.BitLen(), p.ProbablyPrime(20)}, []any{bits, true})
			root := must(q.PrimitiveRootOfUnity(uint64(2 * n)))
			ntt := must(ringlet.NewNTTWithRoot128(n, q, ringlet.Negacyclic, root))
			same(t, must(ntt.Root()), root)
			x, y := integers(p, n), integers(p, n)
			out := make([]ringlet.Uint128, n)
			noError(t, ntt.Forward(out, bigs(x, double)))
			want := evaluationsOfBigs(x, root.Big(), big.NewInt(1), p, 2, 1)
			expectBigs(t, nil, out, p, double, func(i int) *big.Int { return want[reverse(i, n)] })
			expectBigs(t, ntt.Inverse(out, out), out, p, double, func(i int) *big.Int { return x[i] })
			want = product(x, y, true)
			expectBigs(t, ntt.Multiply(out, out, bigs(y, double)), out, p, double, func(i int) *big.Int { return want[i] })
		}
	}
}

func four(x *big.Int) (out [4]uint64) {
	wordsInto(out[:], x)
	return out
}

func TestMultiwordArithmetic(t *testing.T) {
	r := new(big.Int).Lsh(big.NewInt(1), 256)
	fields := append(ringlet.Fields[[4]uint64](), ringlet.Field[[4]uint64]{Modulus: four(minus(new(big.Int).Rsh(r, 1), big.NewInt(19)))})
	for _, field := range fields {
		q, p := must(ringlet.NewMultiwordModulus(field.Modulus)), toBig(field.Modulus[:])
		for _, n := range lengths {
			x, y, z := integers(p, n), integers(p, n), integers(p, n)
			a, b, c, out := bigs(x, four), bigs(y, four), bigs(z, four), make([][4]uint64, n)
			xy := func(i int) *big.Int { return times(x[i], y[i]) }
			expectBigs(t, ringlet.MultiwordAdd(out, a, b, q), out, p, four, func(i int) *big.Int { return plus(x[i], y[i]) })
			expectBigs(t, ringlet.MultiwordSub(out, a, b, q), out, p, four, func(i int) *big.Int { return minus(x[i], y[i]) })
			expectBigs(t, ringlet.MultiwordNeg(out, a, q), out, p, four, func(i int) *big.Int { return new(big.Int).Neg(x[i]) })
			expectBigs(t, ringlet.MultiwordMul(out, a, b, q, ringlet.Plain), out, p, four, xy)
			expectBigs(t, ringlet.MultiwordMulAdd(out, a, b, c, q, ringlet.Plain), out, p, four, func(i int) *big.Int { return plus(xy(i), z[i]) })
			expectBigs(t, ringlet.MultiwordMulScalar(out, a, b[0], q, ringlet.Plain), out, p, four, func(i int) *big.Int { return times(x[i], y[0]) })
			expectBigs(t, ringlet.MultiwordToMontgomery(out, a, q), out, p, four, func(i int) *big.Int { return times(x[i], r) })
			expectBigs(t, ringlet.MultiwordMul(out, out, b, q, ringlet.Montgomery), out, p, four, xy)
			noError(t, ringlet.MultiwordToMontgomery(out, a, q))
			expectBigs(t, ringlet.MultiwordFromMontgomery(out, out, q), out, p, four, func(i int) *big.Int { return x[i] })
			sum := new(big.Int)
			for i := range x {
				sum.Add(sum, xy(i))
			}
			same(t, must(ringlet.MultiwordInnerProduct(a, b, q, ringlet.Plain)), four(sum.Mod(sum, p)))
			noError(t, ringlet.MultiwordPowers(out, a[0], b[0], q, ringlet.Plain))
			expectBigs(t, nil, out, p, four, func(i int) *big.Int {
				return times(x[0], new(big.Int).Exp(y[0], big.NewInt(int64(i)), p))
			})
			same(t, must(q.Pow(a[0], b[0])), four(new(big.Int).Exp(x[0], y[0], p)))
			same(t, must(q.Add(a[0], b[0])), four(new(big.Int).Mod(plus(x[0], y[0]), p)))
			same(t, must(q.Sub(a[0], b[0])), four(new(big.Int).Mod(minus(x[0], y[0]), p)))
			same(t, must(q.Mul(a[0], b[0])), four(new(big.Int).Mod(xy(0), p)))
			same(t, must(q.Inverse(four(big.NewInt(2)))), four(new(big.Int).ModInverse(big.NewInt(2), p)))
			if field.Name != "" {
				expectBigs(t, ringlet.MultiwordInvert(out, a, q, ringlet.Plain), out, p, four, func(i int) *big.Int {
					if x[i].Sign() == 0 {
						return x[i]
					}
					return new(big.Int).ModInverse(x[i], p)
				})
			}
		}
	}
	refused(t, failed(ringlet.NewMultiwordModulus([4]uint64{4, 0, 1 << 60})), ringlet.InvalidArgument)
	refused(t, failed(ringlet.FieldNamed[[6]uint64]("bn254-fr")), ringlet.InvalidArgument, "4 words")
	refused(t, failed(ringlet.ParseNumber[[3]uint64]("0x")), ringlet.InvalidArgument)
	same(t, must(ringlet.ParseNumber[[3]uint64]("0x10000000000000002")), [3]uint64{2, 1})
	same(t, ringlet.PrintNumber([3]uint64{2, 1}, true), "0x10000000000000002")
	same(t, ringlet.PrintNumber([3]uint64{42}, false), "42")
}

func TestMultiwordTransforms(t *testing.T) {
	field := must(ringlet.FieldNamed[[4]uint64]("bls12-381-fr"))
	q, p := must(ringlet.NewMultiwordModulus(field.Modulus)), toBig(field.Modulus[:])
	for _, executor := range executors(t) {
		for _, n := range []int{2, 64, 256} {
			root, coset := must(q.PrimitiveRootOfUnity(uint64(n))), field.Generator
			same(t, must(q.IsPrimitiveRootOfUnity(root, uint64(n))), true)
			x, y := integers(p, n), integers(p, n)
			a, out := bigs(x, four), make([][4]uint64, n)
			want := evaluationsOfBigs(x, toBig(root[:]), toBig(coset[:]), p, 1, 0)
			options := ringlet.MultiwordNTTOptions[[4]uint64]{Ring: ringlet.Cyclic, Root: &root, Coset: &coset}
			ntt := must(ringlet.NewMultiwordNTT(n, q, options))
			expectBigs(t, ntt.Forward(out, a, executor), out, p, four, func(i int) *big.Int { return want[i] })
			expectBigs(t, ntt.Inverse(out, out, executor), out, p, four, func(i int) *big.Int { return x[i] })
			options.Order = ringlet.BitReversed
			reversed := must(ringlet.NewMultiwordNTT(n, q, options))
			expectBigs(t, reversed.Forward(out, a, executor), out, p, four, func(i int) *big.Int { return want[reverse(i, n)] })

			psi := must(q.PrimitiveRootOfUnity(uint64(2 * n)))
			negacyclic := must(ringlet.NewMultiwordNTT(n, q, ringlet.MultiwordNTTOptions[[4]uint64]{}))
			same(t, must(negacyclic.Root()), psi)
			want = product(x, y, true)
			noError(t, negacyclic.Multiply(out, a, bigs(y, four), ringlet.Plain, executor))
			expectBigs(t, nil, out, p, four, func(i int) *big.Int { return want[i] })
			refused(t, ntt.Forward(out, a[1:], executor), ringlet.InvalidArgument, "x has")
		}
	}
	for _, prime := range must(ringlet.MultiwordNTTPrimes[[3]uint64](2, 150, 64, ringlet.SmallestFirst)) {
		same(t, toBig(prime[:]).ProbablyPrime(20), must(ringlet.MultiwordIsPrime(prime)))
	}
}

// oneLength multiplies modulo the prime or composite 2^bits - 57 by a type of numbers.
func oneLength[W interface {
	ringlet.Number
	comparable
}](t *testing.T, bits uint, of func(*big.Int) W) {
	t.Helper()
	p := minus(new(big.Int).Lsh(big.NewInt(1), bits), big.NewInt(57))
	q := must(ringlet.NewMultiwordModulus(of(p)))
	x, y, out := integers(p, 7), integers(p, 7), make([]W, 7)
	expectBigs(t, ringlet.MultiwordMul(out, bigs(x, of), bigs(y, of), q, ringlet.Plain), out, p, of, func(i int) *big.Int { return times(x[i], y[i]) })
}

// wordsInto writes the words of x.
func wordsInto(out []uint64, x *big.Int) {
	for i := range out {
		out[i] = new(big.Int).And(new(big.Int).Rsh(x, uint(64*i)), number(^uint64(0))).Uint64()
	}
}

func TestLengthsOfNumbers(t *testing.T) {
	oneLength(t, 191, func(x *big.Int) (out [3]uint64) { wordsInto(out[:], x); return out })
	oneLength(t, 319, func(x *big.Int) (out [5]uint64) { wordsInto(out[:], x); return out })
	oneLength(t, 383, func(x *big.Int) (out [6]uint64) { wordsInto(out[:], x); return out })
	oneLength(t, 511, func(x *big.Int) (out [8]uint64) { wordsInto(out[:], x); return out })
}
