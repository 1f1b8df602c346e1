package ringlet_test

import (
	"math/big"
	"ringlet"
	"strconv"
	"strings"
	"testing"
	"unsafe"
)

// list returns the numbers of a list of a vector, each made by a function.
func list[W any](v vector, name string, of func(*big.Int) W) (out []W) {
	for _, digits := range strings.Split(v[name], ",") {
		number, _ := new(big.Int).SetString(digits, 16)
		out = append(out, of(number))
	}
	return out
}

// TestSlicesBetweenBoundaries passes arrays that do not begin at multiples of 16 bytes.
func TestSlicesBetweenBoundaries(t *testing.T) {
	q := must(ringlet.NewModulus(ringlet.Uint128{Hi: 1}))
	var words struct {
		before uint64
		x      [3]ringlet.Uint128
	}
	if uintptr(unsafe.Pointer(&words.x))%16 == 0 {
		t.Fatal("the array begins at a boundary")
	}
	words.x[1] = ringlet.Uint128{Lo: 1}
	noError(t, ringlet.Neg(words.x[:], words.x[:], q))
	same(t, words.x, [3]ringlet.Uint128{1: {Lo: ^uint64(0)}})
}

// multiword tests numbers of a length.
func multiword[W interface {
	ringlet.Number
	comparable
}](t *testing.T) {
	t.Helper()
	var none W
	words := strconv.Itoa(len(none))
	of := func(x *big.Int) W { return must(ringlet.ParseNumber[W](x.String())) }
	for _, v := range cases("multiword", "multiword"+words) {
		list := func(name string) []W { return list(v, name, of) }
		a, b, c, s := list("a"), list("b"), list("c"), list("s")[0]
		q, out, form := must(ringlet.NewMultiwordModulus(list("q")[0])), make([]W, len(a)), list("to_montgomery")
		same(t, q.Value(), list("q")[0])
		gives(t, ringlet.MultiwordAdd(out, a, b, q), out, list("add"))
		gives(t, ringlet.MultiwordSub(out, a, b, q), out, list("sub"))
		gives(t, ringlet.MultiwordAddScalar(out, a, s, q), out, list("add_scalar"))
		gives(t, ringlet.MultiwordSubScalar(out, a, s, q), out, list("sub_scalar"))
		gives(t, ringlet.MultiwordNeg(out, a, q), out, list("neg"))
		gives(t, ringlet.MultiwordMul(out, a, b, q, ringlet.Plain), out, list("mul"))
		gives(t, ringlet.MultiwordMul(out, form, b, q, ringlet.Montgomery), out, list("mul"))
		gives(t, ringlet.MultiwordMulAdd(out, a, b, c, q, ringlet.Plain), out, list("mul_add"))
		gives(t, ringlet.MultiwordMulSub(out, a, b, c, q, ringlet.Plain), out, list("mul_sub"))
		gives(t, ringlet.MultiwordMulSub(out, form, b, c, q, ringlet.Montgomery), out, list("mul_sub"))
		gives(t, ringlet.MultiwordAxpy(out, a, s, c, q, ringlet.Plain), out, list("axpy"))
		gives(t, ringlet.MultiwordAxpy(out, form, s, c, q, ringlet.Montgomery), out, list("axpy"))
		gives(t, ringlet.MultiwordMulScalar(out, a, s, q, ringlet.Plain), out, list("mul_scalar"))
		gives(t, ringlet.MultiwordToMontgomery(out, a, q), out, form)
		gives(t, ringlet.MultiwordFromMontgomery(out, form, q), out, a)
		same(t, must(ringlet.MultiwordInnerProduct(a, b, q, ringlet.Plain)), list("inner_product")[0])
		gives(t, ringlet.MultiwordPowers(out, a[2], b[2], q, ringlet.Plain), out, list("powers"))
		for i := range a {
			same(t, must(q.Pow(a[i], b[i])), list("pow")[i])
			same(t, must(q.Add(a[i], b[i])), list("add")[i])
			same(t, must(q.Sub(a[i], b[i])), list("sub")[i])
			same(t, must(q.Mul(a[i], b[i])), list("mul")[i])
			inverse, err := q.Inverse(a[i])
			same(t, inverse, list("inverses")[i])
			same(t, err == nil, inverse != none)
		}
		if must(ringlet.MultiwordIsPrime(q.Value())) {
			gives(t, ringlet.MultiwordInvert(out, a, q, ringlet.Plain), out, list("inverses"))
		}
	}
	for _, v := range cases("multiword", "multiword_transform"+words) {
		list := func(name string) []W { return list(v, name, of) }
		x, out, root, coset := list("x"), make([]W, 8), list("root")[0], of(big.NewInt(7))
		q, options := must(ringlet.NewMultiwordModulus(list("q")[0])), ringlet.MultiwordNTTOptions[W]{Root: &root, Order: ringlet.Natural}
		if v.words("cyclic")[0] == 1 {
			options.Ring, options.Coset = ringlet.Cyclic, &coset
		}
		for _, executor := range executors(t) {
			ntt := must(ringlet.NewMultiwordNTT(8, q, options))
			same(t, must(ntt.Root()), root)
			gives(t, ntt.Forward(out, x, executor), out, list("forward"))
			gives(t, ntt.Inverse(out, out, executor), out, x)
			gives(t, ntt.Multiply(out, x, list("y"), ringlet.Plain, executor), out, list("product"))
			refused(t, ntt.Forward(out, x[1:], executor), ringlet.InvalidArgument, "x has")
			reversed := options
			reversed.Order = ringlet.BitReversed
			noError(t, must(ringlet.NewMultiwordNTT(8, q, reversed)).Forward(out, x, executor))
			for i, k := range []int{0, 4, 2, 6, 1, 5, 3, 7} {
				same(t, out[i], list("forward")[k])
			}
		}
	}
}

func TestMultiword(t *testing.T) {
	multiword[[3]uint64](t)
	multiword[[4]uint64](t)
	multiword[[5]uint64](t)
	multiword[[6]uint64](t)
	multiword[[8]uint64](t)
	refused(t, failed(ringlet.NewMultiwordModulus([4]uint64{4, 0, 1 << 60})), ringlet.InvalidArgument)
	refused(t, failed(ringlet.FieldNamed[[6]uint64]("bn254-fr")), ringlet.InvalidArgument, "256 bits")
	refused(t, failed(ringlet.ParseNumber[[3]uint64]("0x")), ringlet.InvalidArgument)
	same(t, must(ringlet.ParseNumber[[3]uint64]("0x10000000000000002")), [3]uint64{2, 1})
	same(t, ringlet.PrintNumber([3]uint64{2, 1}, true), "0x10000000000000002")
	same(t, ringlet.PrintNumber([3]uint64{42}, false), "42")
	for _, field := range ringlet.Fields[[4]uint64]() {
		// The default root of a transform is that of the field's modulus.
		q := must(ringlet.NewMultiwordModulus(field.Modulus))
		psi := must(q.PrimitiveRootOfUnity(128))
		same(t, must(q.IsPrimitiveRootOfUnity(psi, 128)), true)
		same(t, must(must(ringlet.NewMultiwordNTT(64, q, ringlet.MultiwordNTTOptions[[4]uint64]{})).Root()), psi)
	}
	for _, prime := range must(ringlet.MultiwordNTTPrimes[[3]uint64](2, 150, 64, ringlet.SmallestFirst)) {
		x, _ := new(big.Int).SetString(ringlet.PrintNumber(prime, false), 10)
		same(t, x.ProbablyPrime(20), must(ringlet.MultiwordIsPrime(prime)))
	}
}
