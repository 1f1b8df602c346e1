package ringlet_test

import (
	"fmt"
	"math/big"
	"math/bits"
	"ringlet"
	"testing"
	"unsafe"
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

// each calls a function with the vectors of a kind for words of one length.
func each[W ringlet.Word](kind string, f func(v vector, list func(name string) []W)) {
	var none W
	for _, v := range cases("words", fmt.Sprint(kind, 8*unsafe.Sizeof(none))) {
		f(v, func(name string) []W { return list(v, name, word[W]) })
	}
}

func testWords[W ringlet.Word](t *testing.T) {
	each("words", func(v vector, list func(string) []W) {
		q, lazyFactor := must(ringlet.NewModulus(list("q")[0])), int(v.words("factor")[0])
		s, operand := list("s")[0], must(ringlet.NewFixedOperand(list("b"), q))
		same(t, q.Value(), list("q")[0])
		same(t, operand.Describe() != "", true)
		for _, n := range []int{1, 7, 8, 9} {
			a, b, c, out := list("a")[:n], list("b")[:n], list("c")[:n], make([]W, n)
			gives(t, ringlet.Add(out, a, b, q), out, list("add"))
			gives(t, ringlet.Sub(out, a, b, q), out, list("sub"))
			gives(t, ringlet.Neg(out, a, q), out, list("neg"))
			gives(t, ringlet.AddScalar(out, a, s, q), out, list("add_scalar"))
			gives(t, ringlet.SubScalar(out, a, s, q), out, list("sub_scalar"))
			for _, factor := range []int{1, lazyFactor} {
				gives(t, ringlet.Mul(out, a, b, q, factor), out, list("mul"))
				gives(t, ringlet.MulSub(out, a, b, c, q, factor), out, list("mul_sub"))
				gives(t, ringlet.MulScalar(out, a, s, q, factor), out, list("mul_scalar"))
				gives(t, ringlet.Axpy(out, a, s, c, q, factor), out, list("axpy"))
				gives(t, ringlet.MulAdd(out, a, b, c, q, factor), out, list("mul_add"))
			}
			gives(t, ringlet.Mul(out, list("lazy")[:n], a, q, lazyFactor), out, list("lazy_mul"))
			if lazyFactor > 1 {
				gives(t, ringlet.Reduce(out, list("lazy")[:n], q, lazyFactor, 1), out, list("reduce"))
			}
			gives(t, ringlet.Reduce(out, list("words")[:n], q, ringlet.AnyWord, 1), out, list("reduce_words"))
		}
		out := make([]W, operand.Size())
		if err := ringlet.Invert(out, list("a"), q); haveInverses(list("a"), list("inverses")) {
			gives(t, err, out, list("inverses"))
		} else {
			refused(t, err, ringlet.InvalidArgument)
		}
		noError(t, ringlet.Powers(out, s, list("b")[0], q))
		for i := range out[1:] {
			same(t, out[i+1], must(q.Mul(out[i], list("b")[0])))
		}
		gives(t, operand.Mul(out, list("a"), 1), out, list("mul"))
		gives(t, operand.MulAdd(out, list("a"), list("c"), lazyFactor), out, list("mul_add"))
		lazy := must(ringlet.NewFixedOperand(list("a"), q))
		gives(t, lazy.Mul(out, list("lazy"), lazyFactor), out, list("lazy_mul"))
	})
}

func TestWords(t *testing.T) {
	testWords[uint32](t)
	testWords[uint64](t)
	testWords[ringlet.Uint128](t)
	refused(t, failed(ringlet.NewModulus(uint32(1))), ringlet.InvalidArgument, "2^32")
	refused(t, failed(ringlet.NewModulus(ringlet.Uint128{Hi: 1 << 60})), ringlet.InvalidArgument)
	refused(t, failed(ringlet.Uint128FromBig(big.NewInt(-1))), ringlet.OutOfRange)
}

func testForms[W ringlet.FormWord](t *testing.T) {
	each("words", func(_ vector, list func(string) []W) {
		q, a, b, c := must(ringlet.NewModulus(list("q")[0])), list("a"), list("b"), list("c")
		out, form := make([]W, len(a)), list("to_montgomery")
		gives(t, ringlet.MulInForm(out, a, b, q, ringlet.Plain, 1), out, list("mul"))
		gives(t, ringlet.MulAddInForm(out, a, b, c, q, ringlet.Plain, 1), out, list("mul_add"))
		gives(t, ringlet.MulSubInForm(out, a, b, c, q, ringlet.Plain, 1), out, list("mul_sub"))
		if q.Value()%2 == 0 {
			refused(t, ringlet.ToMontgomery(out, out, q), ringlet.InvalidArgument)
			return
		}
		gives(t, ringlet.ToMontgomery(out, a, q), out, form)
		gives(t, ringlet.FromMontgomery(out, form, q), out, a)
		gives(t, ringlet.MulInForm(out, form, b, q, ringlet.Montgomery, 1), out, list("mul"))
		gives(t, ringlet.MulAddInForm(out, form, b, c, q, ringlet.Montgomery, 1), out, list("mul_add"))
		gives(t, ringlet.MulSubInForm(out, form, b, c, q, ringlet.Montgomery, 1), out, list("mul_sub"))
		testInversesInForm(t, q, a, list("inverses"), ringlet.Plain)
		noError(t, ringlet.ToMontgomery(out, list("inverses"), q))
		testInversesInForm(t, q, form, out, ringlet.Montgomery)
	})
}

// testInversesInForm compares inverses, which are 0 for numbers without an inverse, and powers with products.
func testInversesInForm[W ringlet.FormWord](t *testing.T, q *ringlet.Modulus[W], x, inverses []W, form ringlet.Form) {
	t.Helper()
	out := make([]W, len(x))
	if err := ringlet.InvertInForm(out, x, q, form); haveInverses(x, inverses) {
		gives(t, err, out, inverses)
	} else {
		refused(t, err, ringlet.InvalidArgument)
	}
	noError(t, ringlet.PowersInForm(out, x[3], x[2], q, form))
	same(t, out[0], x[3])
	for i := range out[1:] {
		next := make([]W, 1)
		gives(t, ringlet.MulInForm(next, out[i:i+1], x[2:3], q, form, 1), next, out[i+1:])
	}
}

func TestForms(t *testing.T) {
	testForms[uint32](t)
	testForms[uint64](t)
}

func testNumberTheory[W ringlet.Word](t *testing.T, bitCount int) {
	var none W
	each("words", func(_ vector, list func(string) []W) {
		q, b := must(ringlet.NewModulus(list("q")[0])), list("b")
		for i, a := range list("a") {
			same(t, must(q.Add(a, b[i])), list("add")[i])
			same(t, must(q.Sub(a, b[i])), list("sub")[i])
			same(t, must(q.Mul(a, b[i])), list("mul")[i])
			same(t, must(q.Pow(a, b[i])), list("pow")[i])
			same(t, must(q.Reduce(list("words")[i])), list("reduce_words")[i])
			inverse, err := q.Inverse(a)
			same(t, inverse, list("inverses")[i])
			if inverse == none {
				refused(t, err, ringlet.InvalidArgument)
			}
		}
	})
	for _, q := range must(ringlet.NTTPrimes[W](3, bitCount, 1024, ringlet.LargestFirst)) {
		x := bigOf(q)
		same(t, []any{x.Uint64() % 2048, x.BitLen(), x.ProbablyPrime(20)}, []any{uint64(1), bitCount, true})
		m := must(ringlet.NewModulus(q))
		root := must(m.PrimitiveRootOfUnity(2048))
		same(t, must(m.Pow(root, word[W](big.NewInt(1024)))), word[W](x.Sub(x, big.NewInt(1))))
		same(t, must(m.IsPrimitiveRootOfUnity(root, 2048)), true)
		same(t, must(m.IsPrimitiveRootOfUnity(word[W](big.NewInt(1)), 2048)), false)
	}
}

func TestNumberTheoryOfWords(t *testing.T) {
	testNumberTheory[uint32](t, 31)
	testNumberTheory[uint64](t, 50)
	testNumberTheory[ringlet.Uint128](t, 120)
	for n := uint64(0); n < 2000; n++ {
		same(t, ringlet.IsPrime(n), number(n).ProbablyPrime(20))
		same(t, must(ringlet.IsPrime128(ringlet.Uint128{Lo: n})), ringlet.IsPrime(n))
	}
	same(t, must(ringlet.ReverseBits(6, 4)), uint64(6))
}

func testTransforms[W ringlet.Word](t *testing.T) {
	each("transform", func(v vector, list func(string) []W) {
		x, y, root, n := list("x"), list("y"), list("root")[0], len(list("x"))
		q, ring, order, out := must(ringlet.NewModulus(list("q")[0])), ringlet.Negacyclic, 2*uint64(n), make([]W, n)
		if v.words("cyclic")[0] == 1 {
			ring, order = ringlet.Cyclic, order/2
		}
		same(t, must(q.SmallestPrimitiveRootOfUnity(order)), root)
		lazyFactor := int(v.words("factor")[0])
		smallest := must(ringlet.NewNTT(n, q, ring))
		given := must(ringlet.NewNTTWithOptions(n, q, ringlet.NTTOptions[W]{Ring: ring, Root: root}))
		for _, ntt := range []*ringlet.NTT[W]{smallest, given} {
			same(t, must(ntt.Root()), root)
			gives(t, ntt.Forward(out, x), out, list("forward"))
			gives(t, ntt.Inverse(out, out), out, x)
			gives(t, ntt.ForwardLazy(out, list("words"), ringlet.AnyWord, 1), out, list("forward"))
			gives(t, ntt.ForwardLazy(out, list("lazy"), lazyFactor, 1), out, list("forward"))
			gives(t, ntt.InverseLazy(out, list("lazy_forward"), lazyFactor, 1), out, x)
			gives(t, ntt.Multiply(out, x, y), out, list("product"))
		}
		// The vectors have evaluations in bit-reversed order.
		natural := must(ringlet.NewNTTWithOptions(n, q, ringlet.NTTOptions[W]{Ring: ring, Order: ringlet.Natural}))
		noError(t, natural.Forward(out, x))
		for k, value := range out {
			same(t, value, list("forward")[must(ringlet.ReverseBits(uint64(k), bits.Len(uint(n))-1))])
		}
		gives(t, natural.Inverse(out, out), out, x)
		if order > 2 {
			other := must(q.Pow(root, word[W](big.NewInt(3))))
			same(t, must(must(ringlet.NewNTTWithOptions(n, q, ringlet.NTTOptions[W]{Ring: ring, Root: other})).Root()), other)
		}
	})
}

func TestTransformsOfWords(t *testing.T) {
	testTransforms[uint32](t)
	testTransforms[uint64](t)
	testTransforms[ringlet.Uint128](t)
}
