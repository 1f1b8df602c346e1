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

// wordsOf returns numbers as words.
func wordsOf[W ringlet.Word](numbers []uint64) []W {
	out := make([]W, len(numbers))
	for i, x := range numbers {
		out[i] = word[W](number(x))
	}
	return out
}

func TestFieldsOfWords(t *testing.T) {
	same(t, len(ringlet.Fields[uint64]()), 5)
	field := must(ringlet.FieldNamed[uint64]("babybear"))
	same(t, []uint64{field.Modulus, field.Generator, field.Root}, []uint64{babyBear, 31, 440564289})
	same(t, must(ringlet.FieldNamed[uint64]("goldilocks")).TwoAdicity, 32)
	refused(t, failed(ringlet.FieldNamed[uint64]("bn254-fr")), ringlet.InvalidArgument, "256 bits, not of 64")
	same(t, len(ringlet.Fields[uint32]()), 3)
	short := must(ringlet.FieldNamed[uint32]("koalabear"))
	same(t, []uint32{short.Modulus, short.Generator, short.Root}, []uint32{1<<31 - 1<<24 + 1, 3, 1791270792})
	refused(t, failed(ringlet.FieldNamed[uint32]("goldilocks")), ringlet.InvalidArgument, "64 bits, not of 32")
}

func testExtensionField[W ringlet.Word](t *testing.T) {
	const n, d, w = 9, 4, 11
	q := must(ringlet.NewModulus(word[W](number(babyBear))))
	f := must(ringlet.NewExtensionField(q, d, word[W](number(w))))
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
	x, y, factor, out, one := wordsOf[W](a), wordsOf[W](b), wordsOf[W](s), make([]W, n*d), make([]W, d)
	const interleaved = ringlet.Interleaved
	gives(t, f.Mul(out, x, y, interleaved), out, wordsOf[W](products))
	gives(t, f.MulByBase(out, x, y[:n], interleaved), out, wordsOf[W](byBase))
	gives(t, f.MulByElement(out, x, factor, interleaved), out, wordsOf[W](byElement))
	gives(t, f.Powers(out, x[:d], factor, interleaved), out, wordsOf[W](powers))
	gives(t, f.InnerProduct(one, x, y, interleaved), one, wordsOf[W](sum))
	noError(t, f.Invert(out, y, interleaved))
	gives(t, f.Mul(out, out, wordsOf[W](products), interleaved), out, x)
	rows, otherRows := make([]W, n*d), make([]W, n*d)
	noError(t, f.ToCoordinates(rows, x))
	same(t, rows[1], x[d])
	noError(t, f.ToCoordinates(otherRows, y))
	noError(t, f.Mul(rows, rows, otherRows, ringlet.Coordinates))
	gives(t, f.ToInterleaved(out, rows), out, wordsOf[W](products))

	const invalid = ringlet.InvalidArgument
	refused(t, f.Mul(out[:3], x[:3], y[:3], interleaved), invalid, "degree 4")
	refused(t, f.Mul(out, x[:d], y, interleaved), invalid, "x")
	refused(t, f.Mul(out, x, y, ringlet.ElementLayout(2)), invalid, "layout")
	refused(t, f.MulByBase(out, x, y, interleaved), invalid, "y")
	refused(t, failed(ringlet.NewExtensionField(q, 4, word[W](number(121)))), invalid, "irreducible")
	f.Close()
	refused(t, f.Mul(out, x, y, interleaved), invalid)
}

func TestExtensionField(t *testing.T) {
	testExtensionField[uint32](t)
	testExtensionField[uint64](t)
	testExtensionField[ringlet.Uint128](t)
}
