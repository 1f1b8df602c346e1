package ringlet_test

import (
	"math/big"
	"ringlet"
	"testing"
)

// Moduli at the edges of the kernels' ranges, prime or not.
var moduli = []uint64{2, 3, 16, 1<<31 - 1, 1<<50 - 27, 1<<50 + 1, 1<<52 - 1, 1<<61 - 1, 1<<62 - 1}

// Lengths with and without a tail.
var lengths = []int{1, 7, 8, 37}

// each calls f for each modulus and length, with inputs in [0, factor q).
func each(factor uint64, f func(q *ringlet.Modulus, big *big.Int, x, y, z []uint64)) {
	for _, q := range moduli {
		modulus := must(ringlet.NewModulus(q))
		for _, n := range lengths {
			f(modulus, number(q), below(factor*q, n), below(factor*q, n), below(factor*q, n))
		}
		modulus.Close()
	}
}

// expect compares out with a function of the inputs modulo q.
func expect(t *testing.T, err error, out []uint64, q *big.Int, f func(i int) *big.Int) {
	t.Helper()
	noError(t, err)
	for i := range out {
		if want := new(big.Int).Mod(f(i), q).Uint64(); out[i] != want {
			t.Fatalf("element %d modulo %v is %d, not %d", i, q, out[i], want)
		}
	}
}

func plus(x, y *big.Int) *big.Int  { return new(big.Int).Add(x, y) }
func minus(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) }
func times(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) }

func TestSumsOfWords(t *testing.T) {
	each(1, func(q *ringlet.Modulus, p *big.Int, x, y, _ []uint64) {
		out, s := make([]uint64, len(x)), y[0]
		at := func(i int) (*big.Int, *big.Int, *big.Int) { return number(x[i]), number(y[i]), number(s) }
		expect(t, ringlet.Add(out, x, y, q), out, p, func(i int) *big.Int { a, b, _ := at(i); return plus(a, b) })
		expect(t, ringlet.Sub(out, x, y, q), out, p, func(i int) *big.Int { a, b, _ := at(i); return minus(a, b) })
		expect(t, ringlet.AddScalar(out, x, s, q), out, p, func(i int) *big.Int { a, _, b := at(i); return plus(a, b) })
		expect(t, ringlet.SubScalar(out, x, s, q), out, p, func(i int) *big.Int { a, _, b := at(i); return minus(a, b) })
		expect(t, ringlet.Neg(out, x, q), out, p, func(i int) *big.Int { return new(big.Int).Neg(number(x[i])) })
	})
}

func TestProductsOfWords(t *testing.T) {
	for _, factor := range []int{1, 2} {
		each(uint64(factor), func(q *ringlet.Modulus, p *big.Int, x, y, z []uint64) {
			out, s := make([]uint64, len(x)), y[0]%q.Value()
			xy := func(i int) *big.Int { return times(number(x[i]), number(y[i])) }
			xs := func(i int) *big.Int { return times(number(x[i]), number(s)) }
			expect(t, ringlet.Mul(out, x, y, q, factor), out, p, xy)
			expect(t, ringlet.MulSub(out, x, y, z, q, factor), out, p, func(i int) *big.Int { return minus(xy(i), number(z[i])) })
			expect(t, ringlet.MulScalar(out, x, s, q, factor), out, p, xs)
			expect(t, ringlet.Axpy(out, x, s, z, q, factor), out, p, func(i int) *big.Int { return plus(xs(i), number(z[i])) })
			expect(t, ringlet.MulInForm(out, x, y, q, ringlet.Plain, factor), out, p, xy)
			sum := func(i int) *big.Int { return plus(xy(i), number(z[i])) }
			expect(t, ringlet.MulAdd(out, x, y, z, q, ringlet.Plain, factor), out, p, sum)

			w := make([]uint64, len(y))
			expect(t, ringlet.Reduce(w, y, q, ringlet.AnyWord, 1), w, p, func(i int) *big.Int { return number(y[i]) })
			operand := must(ringlet.NewFixedOperand(w, q))
			same(t, operand.Describe() != "", true)
			defer operand.Close()
			expect(t, operand.Mul(out, x, factor), out, p, xy)
			expect(t, operand.MulAdd(out, x, z, factor), out, p, sum)
		})
	}
}

func TestMontgomeryFormOfWords(t *testing.T) {
	r := new(big.Int).Lsh(big.NewInt(1), 64)
	each(1, func(q *ringlet.Modulus, p *big.Int, x, y, _ []uint64) {
		if q.Value()%2 == 0 {
			refused(t, ringlet.ToMontgomery(x, x, q), ringlet.InvalidArgument)
			return
		}
		a, b, out := make([]uint64, len(x)), make([]uint64, len(x)), make([]uint64, len(x))
		expect(t, ringlet.ToMontgomery(a, x, q), a, p, func(i int) *big.Int { return times(number(x[i]), r) })
		noError(t, ringlet.ToMontgomery(b, y, q))
		noError(t, ringlet.MulInForm(out, a, b, q, ringlet.Montgomery, 1))
		expect(t, ringlet.FromMontgomery(out, out, q), out, p, func(i int) *big.Int { return times(number(x[i]), number(y[i])) })
	})
}

func TestNumberTheoryOfWords(t *testing.T) {
	for _, q := range moduli {
		m, p := must(ringlet.NewModulus(q)), number(q)
		for _, a := range below(q, 5) {
			b := below(q, 1)[0]
			same(t, must(m.Add(a, b)), new(big.Int).Mod(plus(number(a), number(b)), p).Uint64())
			same(t, must(m.Sub(a, b)), new(big.Int).Mod(minus(number(a), number(b)), p).Uint64())
			same(t, must(m.Mul(a, b)), new(big.Int).Mod(times(number(a), number(b)), p).Uint64())
			same(t, must(m.Pow(a, b)), new(big.Int).Exp(number(a), number(b), p).Uint64())
			same(t, must(m.Reduce(^a)), new(big.Int).Mod(number(^a), p).Uint64())
			inverse, err := m.Inverse(a)
			if want := new(big.Int).ModInverse(number(a), p); want != nil {
				same(t, inverse, want.Uint64())
			} else {
				refused(t, err, ringlet.InvalidArgument)
			}
		}
		same(t, ringlet.IsPrime(q), p.ProbablyPrime(20))
	}
	for _, q := range must(ringlet.NTTPrimes(3, 50, 1024, ringlet.LargestFirst)) {
		same(t, []any{q % 2048, number(q).BitLen(), number(q).ProbablyPrime(20)}, []any{uint64(1), 50, true})
		m := must(ringlet.NewModulus(q))
		root := must(m.PrimitiveRootOfUnity(2048))
		same(t, power(root, 1024, q).Uint64(), q-1)
		same(t, must(m.IsPrimitiveRootOfUnity(root, 2048)), true)
		same(t, must(m.IsPrimitiveRootOfUnity(1, 2048)), false)
	}
	same(t, must(ringlet.ReverseBits(6, 4)), uint64(6))
}

func TestTransformsOfWords(t *testing.T) {
	for _, bits := range []int{30, 49, 50, 51, 60, 61, 62} {
		for _, n := range []int{2, 4, 64, 256} {
			q := must(ringlet.NTTPrimes(1, bits, n, ringlet.LargestFirst))[0]
			m := must(ringlet.NewModulus(q))
			x, out, back := below(q, n), make([]uint64, n), make([]uint64, n)
			for _, ring := range []ringlet.Ring{ringlet.Negacyclic, ringlet.Cyclic} {
				order := uint64(n)
				if ring == ringlet.Negacyclic {
					order *= 2
				}
				root := must(m.PrimitiveRootOfUnity(order))
				ntt := must(ringlet.NewNTTWithRoot(n, m, ring, root))
				same(t, must(ntt.Root()), root)
				want := evaluations(x, root, q, ring == ringlet.Negacyclic)
				noError(t, ntt.Forward(out, x))
				same(t, out, want)
				noError(t, ntt.Inverse(back, out))
				same(t, back, x)

				y := below(^uint64(0), n)
				noError(t, ntt.ForwardLazy(out, y, ringlet.AnyWord, 1))
				reduced := residues(numbers(y), q)
				same(t, out, evaluations(reduced, root, q, ring == ringlet.Negacyclic))
				noError(t, ntt.Multiply(back, x, reduced))
				same(t, back, residues(product(numbers(x), numbers(reduced), ring == ringlet.Negacyclic), q))

				smallest := must(ringlet.NewNTT(n, m, ring))
				same(t, must(smallest.Root()), must(m.SmallestPrimitiveRootOfUnity(order)))
			}
		}
	}
}
