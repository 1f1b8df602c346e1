package ringlet_test

import (
	"ringlet"
	"testing"
)

const babyBear = 2013265921

// extensionProduct multiplies polynomials modulo X^d - w by the definition.
func extensionProduct(a, b []uint64, w uint64) []uint64 {
	d, out := len(a), make([]uint64, len(a))
	for i, x := range a {
		for j, y := range b {
			term := x * y % babyBear
			if i+j >= d {
				term = term * w % babyBear
			}
			out[(i+j)%d] = (out[(i+j)%d] + term) % babyBear
		}
	}
	return out
}

func wide(words []uint64) []ringlet.Uint128 {
	out := make([]ringlet.Uint128, len(words))
	for i, x := range words {
		out[i] = ringlet.Uint128{Lo: x}
	}
	return out
}

func TestFieldsOfWords(t *testing.T) {
	same(t, len(ringlet.Fields[uint64]()), 5)
	field := must(ringlet.FieldNamed[uint64]("babybear"))
	same(t, []uint64{field.Modulus, field.Generator, field.Root}, []uint64{babyBear, 31, 440564289})
	same(t, must(ringlet.FieldNamed[uint64]("goldilocks")).TwoAdicity, 32)
	refused(t, failed(ringlet.FieldNamed[uint64]("bn254-fr")), ringlet.InvalidArgument, "4 words, not of 1")
}

func TestExtensionField(t *testing.T) {
	const n, d, w = 9, 4, 11
	f := must(ringlet.NewExtensionField(must(ringlet.NewModulus(babyBear)), d, w))
	q128 := must(ringlet.NewModulus128(ringlet.Uint128{Lo: babyBear}))
	f128 := must(ringlet.NewExtensionField128(q128, d, ringlet.Uint128{Lo: w}))
	same(t, f.Degree(), d)
	same(t, f.Describe() != "", true)
	a, b, s := make([]uint64, n*d), make([]uint64, n*d), []uint64{5, 6, 7, 8}
	for i := range a {
		a[i], b[i] = uint64(i*i*1000003+1)%babyBear, uint64(i*998244353+2)%babyBear
	}
	var products, byBase, byElement, powers []uint64
	sum, power := make([]uint64, d), a[:d]
	for i := 0; i < n; i++ {
		x, y := a[i*d:(i+1)*d], b[i*d:(i+1)*d]
		products = append(products, extensionProduct(x, y, w)...)
		byBase = append(byBase, extensionProduct(x, []uint64{b[i], 0, 0, 0}, w)...)
		byElement = append(byElement, extensionProduct(x, s, w)...)
		powers = append(powers, power...)
		power = extensionProduct(power, s, w)
		for k := range sum {
			sum[k] = (sum[k] + products[i*d+k]) % babyBear
		}
	}
	out, out128 := make([]uint64, n*d), make([]ringlet.Uint128, n*d)
	interleaved := ringlet.Interleaved
	gives(t, f.Mul(out, a, b, interleaved), out, products)
	gives(t, f128.Mul(out128, wide(a), wide(b), interleaved), out128, wide(products))
	gives(t, f.MulByBase(out, a, b[:n], interleaved), out, byBase)
	gives(t, f128.MulByBase(out128, wide(a), wide(b[:n]), interleaved), out128, wide(byBase))
	gives(t, f.MulByElement(out, a, s, interleaved), out, byElement)
	gives(t, f128.MulByElement(out128, wide(a), wide(s), interleaved), out128, wide(byElement))
	gives(t, f.Powers(out, a[:d], s, interleaved), out, powers)
	gives(t, f128.Powers(out128, wide(a[:d]), wide(s), interleaved), out128, wide(powers))
	one, one128 := make([]uint64, d), make([]ringlet.Uint128, d)
	gives(t, f.InnerProduct(one, a, b, interleaved), one, sum)
	gives(t, f128.InnerProduct(one128, wide(a), wide(b), interleaved), one128, wide(sum))
	noError(t, f.Invert(out, b, interleaved))
	noError(t, f128.Invert(out128, wide(b), interleaved))
	same(t, out128, wide(out))
	gives(t, f.Mul(out, out, products, interleaved), out, a)
	rows, otherRows := make([]uint64, n*d), make([]uint64, n*d)
	noError(t, f.ToCoordinates(rows, a))
	same(t, rows[1], a[d])
	noError(t, f.ToCoordinates(otherRows, b))
	noError(t, f.Mul(rows, rows, otherRows, ringlet.Coordinates))
	gives(t, f.ToInterleaved(out, rows), out, products)
	noError(t, f128.ToCoordinates(out128, wide(a)))
	back128 := make([]ringlet.Uint128, n*d)
	gives(t, f128.ToInterleaved(back128, out128), back128, wide(a))

	const invalid = ringlet.InvalidArgument
	refused(t, f.Mul(out[:3], a[:3], b[:3], interleaved), invalid, "degree 4")
	refused(t, f.Mul(out, a[:d], b, interleaved), invalid, "x")
	refused(t, f.Mul(out, a, b, ringlet.ElementLayout(2)), invalid, "layout")
	refused(t, f.MulByBase(out, a, b, interleaved), invalid, "y")
	refused(t, failed(ringlet.NewExtensionField(must(ringlet.NewModulus(babyBear)), 4, 121)), invalid, "irreducible")
	f.Close()
	refused(t, f.Mul(out, a, b, interleaved), invalid)
}
