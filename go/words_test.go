package ringlet_test

import (
	"math/bits"
	"ringlet"
	"testing"
)

// gives compares what a call has written with a list of a vector, up to the length of the output.
func gives[W any](t *testing.T, err error, out, want []W) {
	t.Helper()
	noError(t, err)
	same(t, out, want[:len(out)])
}

// haveInverses tells whether all numbers but zeros have an inverse. A number without one has 0 in the vectors.
func haveInverses[W comparable](numbers, inverses []W) bool {
	var zero W
	for i, x := range numbers {
		if x != zero && inverses[i] == zero {
			return false
		}
	}
	return true
}

func TestWords(t *testing.T) {
	for _, v := range cases("words", "words64") {
		q, list := must(ringlet.NewModulus(v.words("q")[0])), v.words
		s, operand := list("s")[0], must(ringlet.NewFixedOperand(list("b"), q))
		same(t, operand.Describe() != "", true)
		for _, n := range []int{1, 7, 8, 9} {
			a, b, c, out := list("a")[:n], list("b")[:n], list("c")[:n], make([]uint64, n)
			gives(t, ringlet.Add(out, a, b, q), out, list("add"))
			gives(t, ringlet.Sub(out, a, b, q), out, list("sub"))
			gives(t, ringlet.Neg(out, a, q), out, list("neg"))
			gives(t, ringlet.AddScalar(out, a, s, q), out, list("add_scalar"))
			gives(t, ringlet.SubScalar(out, a, s, q), out, list("sub_scalar"))
			for _, factor := range []int{1, 2} {
				gives(t, ringlet.Mul(out, a, b, q, factor), out, list("mul"))
				gives(t, ringlet.MulSub(out, a, b, c, q, factor), out, list("mul_sub"))
				gives(t, ringlet.MulScalar(out, a, s, q, factor), out, list("mul_scalar"))
				gives(t, ringlet.Axpy(out, a, s, c, q, factor), out, list("axpy"))
				gives(t, ringlet.MulInForm(out, a, b, q, ringlet.Plain, factor), out, list("mul"))
				gives(t, ringlet.MulAdd(out, a, b, c, q, factor), out, list("mul_add"))
				gives(t, ringlet.MulAddInForm(out, a, b, c, q, ringlet.Plain, factor), out, list("mul_add"))
				gives(t, ringlet.MulSubInForm(out, a, b, c, q, ringlet.Plain, factor), out, list("mul_sub"))
			}
			gives(t, ringlet.Mul(out, list("lazy")[:n], a, q, 2), out, list("lazy_mul"))
			gives(t, ringlet.Reduce(out, list("lazy")[:n], q, 2, 1), out, list("reduce"))
			gives(t, ringlet.Reduce(out, list("words")[:n], q, ringlet.AnyWord, 1), out, list("reduce_words"))
		}
		out := make([]uint64, operand.Size())
		if err := ringlet.Invert(out, list("a"), q); haveInverses(list("a"), list("inverses")) {
			gives(t, err, out, list("inverses"))
		} else {
			refused(t, err, ringlet.InvalidArgument)
		}
		must(true, ringlet.Powers(out, s, list("b")[0], q))
		for i := range out[1:] {
			same(t, out[i+1], must(q.Mul(out[i], list("b")[0])))
		}
		gives(t, operand.Mul(out, list("a"), 1), out, list("mul"))
		gives(t, operand.MulAdd(out, list("a"), list("c"), 2), out, list("mul_add"))
		lazy := must(ringlet.NewFixedOperand(list("a"), q))
		gives(t, lazy.Mul(out, list("lazy"), 2), out, list("lazy_mul"))
		if q.Value()%2 == 0 {
			refused(t, ringlet.ToMontgomery(out, out, q), ringlet.InvalidArgument)
			continue
		}
		form := list("to_montgomery")
		gives(t, ringlet.ToMontgomery(out, list("a"), q), out, form)
		gives(t, ringlet.FromMontgomery(out, form, q), out, list("a"))
		gives(t, ringlet.MulInForm(out, form, list("b"), q, ringlet.Montgomery, 1), out, list("mul"))
		gives(t, ringlet.MulAddInForm(out, form, list("b"), list("c"), q, ringlet.Montgomery, 1), out, list("mul_add"))
		gives(t, ringlet.MulSubInForm(out, form, list("b"), list("c"), q, ringlet.Montgomery, 1), out, list("mul_sub"))
		testInversesInForm(t, q, list("a"), list("inverses"), ringlet.Plain)
		noError(t, ringlet.ToMontgomery(out, list("inverses"), q))
		testInversesInForm(t, q, form, out, ringlet.Montgomery)
	}
}

// testInversesInForm compares inverses, which are 0 for numbers without an inverse, and powers with products.
func testInversesInForm(t *testing.T, q *ringlet.Modulus, x, inverses []uint64, form ringlet.Form) {
	t.Helper()
	out := make([]uint64, len(x))
	if err := ringlet.InvertInForm(out, x, q, form); haveInverses(x, inverses) {
		gives(t, err, out, inverses)
	} else {
		refused(t, err, ringlet.InvalidArgument)
	}
	noError(t, ringlet.PowersInForm(out, x[3], x[2], q, form))
	same(t, out[0], x[3])
	for i := range out[1:] {
		next := make([]uint64, 1)
		gives(t, ringlet.MulInForm(next, out[i:i+1], x[2:3], q, form, 1), next, out[i+1:])
	}
}

func TestNumberTheoryOfWords(t *testing.T) {
	for _, v := range cases("words", "words64") {
		m, b := must(ringlet.NewModulus(v.words("q")[0])), v.words("b")
		for i, a := range v.words("a") {
			same(t, must(m.Add(a, b[i])), v.words("add")[i])
			same(t, must(m.Sub(a, b[i])), v.words("sub")[i])
			same(t, must(m.Mul(a, b[i])), v.words("mul")[i])
			same(t, must(m.Pow(a, b[i])), v.words("pow")[i])
			same(t, must(m.Reduce(v.words("words")[i])), v.words("reduce_words")[i])
			inverse, err := m.Inverse(a)
			same(t, inverse, v.words("inverses")[i])
			if inverse == 0 {
				refused(t, err, ringlet.InvalidArgument)
			}
		}
		same(t, ringlet.IsPrime(m.Value()), number(m.Value()).ProbablyPrime(20))
	}
	for _, q := range must(ringlet.NTTPrimes(3, 50, 1024, ringlet.LargestFirst)) {
		same(t, []any{q % 2048, number(q).BitLen(), number(q).ProbablyPrime(20)}, []any{uint64(1), 50, true})
		m := must(ringlet.NewModulus(q))
		root := must(m.PrimitiveRootOfUnity(2048))
		same(t, must(m.Pow(root, 1024)), q-1)
		same(t, must(m.IsPrimitiveRootOfUnity(root, 2048)), true)
		same(t, must(m.IsPrimitiveRootOfUnity(1, 2048)), false)
	}
	same(t, must(ringlet.ReverseBits(6, 4)), uint64(6))
}

func TestTransformsOfWords(t *testing.T) {
	for _, v := range cases("words", "transform64") {
		x, y, root := v.words("x"), v.words("y"), v.words("root")[0]
		m, ring, order, out := must(ringlet.NewModulus(v.words("q")[0])), ringlet.Negacyclic, 2*uint64(len(x)), make([]uint64, len(x))
		if v.words("cyclic")[0] == 1 {
			ring, order = ringlet.Cyclic, order/2
		}
		same(t, must(m.SmallestPrimitiveRootOfUnity(order)), root)
		smallest, ntt := must(ringlet.NewNTT(len(x), m, ring)), must(ringlet.NewNTTWithOptions(len(x), m, ringlet.NTTOptions{Ring: ring, Root: root}))
		same(t, must(smallest.Root()), must(ntt.Root()))
		for _, ntt := range []*ringlet.NTT{smallest, ntt} {
			gives(t, ntt.Forward(out, x), out, v.words("forward"))
			gives(t, ntt.Inverse(out, out), out, x)
			gives(t, ntt.ForwardLazy(out, v.words("words"), ringlet.AnyWord, 1), out, v.words("forward"))
			gives(t, ntt.ForwardLazy(out, v.words("lazy"), 2, 1), out, v.words("forward"))
			gives(t, ntt.InverseLazy(out, v.words("lazy_forward"), 2, 1), out, x)
			gives(t, ntt.Multiply(out, x, y), out, v.words("product"))
		}
		// The vectors have evaluations in bit-reversed order.
		natural := must(ringlet.NewNTTWithOptions(len(x), m, ringlet.NTTOptions{Ring: ring, Order: ringlet.Natural}))
		noError(t, natural.Forward(out, x))
		for k, value := range out {
			place := must(ringlet.ReverseBits(uint64(k), bits.Len(uint(len(x)))-1))
			same(t, value, v.words("forward")[place])
		}
		gives(t, natural.Inverse(out, out), out, x)
		if order > 2 {
			other := must(m.Pow(root, 3))
			same(t, must(must(ringlet.NewNTTWithOptions(len(x), m, ringlet.NTTOptions{Ring: ring, Root: other})).Root()), other)
		}
	}
}
