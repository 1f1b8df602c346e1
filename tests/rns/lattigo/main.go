// Writes vectors.txt: results of Lattigo 6.2.0, with which lattigo_test.cpp compares. `go run . > vectors.txt` in this
// folder writes the same bytes again.
//
// A case is a line `case <operation> <name>`, followed by lines of a field's name and its words in hexadecimal. Inputs
// are not written: the test draws them in the same order, from splitmix64, whose state begins with 1 in each case, each
// word reduced modulo its bound. A result has a digest for each row, one for each modulus: it begins with
// 0xcbf29ce484222325; each word of the row is added by ^, followed by * 0x100000001b3 (FNV-1a of words). Rows are
// canonical and plain: coefficients in natural order, unless a field's name says evaluations. Lattigo's evaluations
// are in the order of its transform, which is bit-reversed like Ringlet's but may use the powers of another root. Its
// keys are in Montgomery form, which is removed.
package main

import (
	"bufio"
	"fmt"
	"math/big"
	"math/bits"
	"os"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/ring"
	"github.com/tuneinsight/lattigo/v6/ring/ringqp"
)

var (
	n   = 16
	out = bufio.NewWriter(os.Stdout)
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

// random is splitmix64: S. Vigna, public domain.
type random struct{ state uint64 }

func (r *random) word() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb
	return z ^ (z >> 31)
}

// integer returns a number in [0, limit), made of words from the highest on.
func (r *random) integer(limit *big.Int) *big.Int {
	x := new(big.Int)
	for range limit.BitLen()/64 + 2 {
		x.Lsh(x, 64).Add(x, new(big.Int).SetUint64(r.word()))
	}
	return x.Mod(x, limit)
}

func (r *random) polynomial(R *ring.Ring) ring.Poly {
	p := R.NewPoly()
	for i := range p.Coeffs {
		for j := range p.Coeffs[i] {
			p.Coeffs[i][j] = r.word() % R.SubRings[i].Modulus
		}
	}
	return p
}

// primes returns the `count` largest primes 1 (mod 2n) below 2^length.
func primes(length, count int) (found []uint64) {
	step := uint64(2 * n)
	for q := uint64(1)<<length + 1 - step; len(found) < count; q -= step {
		if ring.IsPrime(q) {
			found = append(found, q)
		}
	}
	return
}

func joined(parts ...[]uint64) (all []uint64) {
	for _, part := range parts {
		all = append(all, part...)
	}
	return
}

func begin(operation, name string) *random {
	fmt.Fprintf(out, "case %s %s\n", operation, name)
	return &random{1}
}

func write(field string, words ...uint64) {
	fmt.Fprint(out, field)
	for _, x := range words {
		fmt.Fprintf(out, " %x", x)
	}
	fmt.Fprintln(out)
}

// writePoly writes the digests of reduced residues, since some of Lattigo's functions return sums of up to a few moduli.
func writePoly(field string, R *ring.Ring, p ring.Poly) {
	reduced := R.NewPoly()
	R.Reduce(p, reduced)
	var digests []uint64
	for _, row := range reduced.Coeffs {
		digest := uint64(0xcbf29ce484222325)
		for _, x := range row {
			digest = (digest ^ x) * 0x100000001b3
		}
		digests = append(digests, digest)
	}
	write(field, digests...)
}

func coefficients(R *ring.Ring, evaluations ring.Poly) ring.Poly {
	p := R.NewPoly()
	R.INTT(evaluations, p)
	return p
}

func evaluations(R *ring.Ring, coefficients ring.Poly) ring.Poly {
	p := R.NewPoly()
	R.NTT(coefficients, p)
	return p
}

// montgomery writes products in Montgomery form, and canonical results of lazy ones, of words as they are in memory.
func montgomery(name string, moduli []uint64) {
	r := begin("montgomery", name)
	R := must(ring.NewRing(n, moduli))
	a, b, c := r.polynomial(R), r.polynomial(R), r.polynomial(R)
	for i, s := range R.SubRings {
		a.Coeffs[i][0], b.Coeffs[i][0], c.Coeffs[i][0] = s.Modulus-1, s.Modulus-1, s.Modulus-1
		a.Coeffs[i][1], b.Coeffs[i][1], c.Coeffs[i][1] = 0, s.Modulus-1, 0
	}
	p := R.NewPoly()
	write("moduli", moduli...)
	R.MForm(a, p)
	writePoly("to_montgomery", R, p)
	R.IMForm(a, p)
	writePoly("from_montgomery", R, p)
	R.MulCoeffsMontgomery(a, b, p)
	writePoly("mul", R, p)
	p.Copy(c)
	R.MulCoeffsMontgomeryThenAdd(a, b, p)
	writePoly("mul_add", R, p)
	R.MulCoeffsMontgomeryLazy(a, b, p)
	R.MulCoeffsMontgomeryLazyThenAddLazy(a, c, p)
	R.MulCoeffsMontgomeryLazyThenAddLazy(b, c, p)
	writePoly("inner_product", R, p)
}

// transform writes a polynomial, its evaluations, and the images of both under automorphisms.
func transform(name string, moduli []uint64) {
	r := begin("transform", name)
	R := must(ring.NewRing(n, moduli))
	psi := make([]uint64, len(moduli))
	for i, s := range R.SubRings {
		psi[i] = ring.ModExp(s.PrimitiveRoot, (s.Modulus-1)/s.NthRoot, s.Modulus)
	}
	p, image := r.polynomial(R), R.NewPoly()
	transformed := evaluations(R, p)
	write("moduli", moduli...)
	write("psi", psi...)
	writePoly("evaluations", R, transformed)
	exponents := []uint64{5, 25, uint64(2*n - 1)}
	write("exponents", exponents...)
	for _, g := range exponents {
		R.Automorphism(p, g, image)
		writePoly(fmt.Sprintf("image.%d", g), R, image)
		R.AutomorphismNTT(transformed, g, image)
		writePoly(fmt.Sprintf("image_of_evaluations.%d", g), R, image)
	}
}

// extend writes residues modulo `to` of the integers with residues modulo `from`: those in [0, Q), and centred.
func extend(name string, from, to []uint64) {
	r := begin("extend", name)
	Q, P := must(ring.NewRing(n, from)), must(ring.NewRing(n, to))
	in, result := r.polynomial(Q), P.NewPoly()
	write("from", from...)
	write("to", to...)
	ring.ModUpExact(in.Coeffs, result.Coeffs, Q, P, ring.GenModUpConstants(from, to))
	writePoly("floor", P, result)
	ring.NewBasisExtender(Q, P).ModUpQtoP(Q.MaxLevel(), P.MaxLevel(), in, result)
	writePoly("centred", P, result)
}

// modDown divides by the product of the special moduli.
func modDown(name string, base, special []uint64) {
	r := begin("mod_down", name)
	Q, P := must(ring.NewRing(n, base)), must(ring.NewRing(n, special))
	inQ, inP, result := r.polynomial(Q), r.polynomial(P), Q.NewPoly()
	write("base", base...)
	write("special", special...)
	extender := ring.NewBasisExtender(Q, P)
	extender.ModDownQPtoQ(Q.MaxLevel(), P.MaxLevel(), inQ, inP, result)
	writePoly("out", Q, result)
	extender.ModDownQPtoQNTT(Q.MaxLevel(), P.MaxLevel(), evaluations(Q, inQ), evaluations(P, inP), result)
	writePoly("out_by_evaluations", Q, coefficients(Q, result))
}

// rescale divides by the last modulus, then by the last two, one after the other. Some coefficients
// are where the rounding changes.
func rescale(name string, moduli []uint64) {
	r := begin("rescale", name)
	R := must(ring.NewRing(n, moduli))
	last := R.MaxLevel()
	in := r.polynomial(R)
	half := moduli[last] / 2
	copy(in.Coeffs[last], []uint64{0, 1, half - 1, half, half + 1, half + 2, moduli[last] - 1})
	write("moduli", moduli...)
	lower, lowest := R.AtLevel(last-1), R.AtLevel(last-2)
	result := lower.NewPoly()
	R.DivRoundByLastModulus(in, result)
	writePoly("out", lower, result)
	R.DivRoundByLastModulusNTT(evaluations(R, in), result)
	writePoly("out_by_evaluations", lower, coefficients(lower, result))
	twice := lowest.NewPoly()
	R.DivRoundByLastModulusMany(2, in, R.NewPoly(), twice)
	writePoly("out_twice", lowest, twice)
}

// gadget has a key of arbitrary polynomials, b_d and a_d.
type gadget struct {
	params rlwe.Parameters
	key    *rlwe.GadgetCiphertext
	r      *random
}

func newGadget(operation, name string, base, special []uint64, digitBits int) gadget {
	r := begin(operation, name)
	write("base", base...)
	write("special", special...)
	write("n", uint64(n))
	write("digit_bits", uint64(digitBits))
	params := must(rlwe.NewParametersFromLiteral(
		rlwe.ParametersLiteral{LogN: bits.Len(uint(n)) - 1, Q: base, P: special, NTTFlag: true}))
	key := rlwe.NewGadgetCiphertext(params, 1, params.MaxLevelQ(), params.MaxLevelP(), digitBits)
	for _, digits := range key.Value {
		for _, digit := range digits {
			for u := range digit {
				p := ringqp.Poly{Q: r.polynomial(params.RingQ())}
				if len(special) > 0 {
					p.P = r.polynomial(params.RingP())
				}
				params.RingQP().NTT(p, p)
				params.RingQP().MForm(p, digit[u])
			}
		}
	}
	return gadget{params, key, r}
}

// lowerHalf returns a polynomial whose digits D_d all lie in [0, Q_d/2).
func (g gadget) lowerHalf(R *ring.Ring) ring.Poly {
	p := R.NewPoly()
	for begin := 0; begin <= R.Level(); begin += len(g.params.P()) {
		end := min(begin+len(g.params.P()), R.Level()+1)
		half := big.NewInt(1)
		for _, s := range R.SubRings[begin:end] {
			half.Mul(half, new(big.Int).SetUint64(s.Modulus))
		}
		half.Rsh(half, 1)
		for j := range n {
			x := g.r.integer(half)
			for i := begin; i < end; i++ {
				q := new(big.Int).SetUint64(R.SubRings[i].Modulus)
				p.Coeffs[i][j] = q.Mod(x, q).Uint64()
			}
		}
	}
	return p
}

// any returns a random polynomial. If digits have at most one modulus q, the first coefficients are where a digit's
// representative changes. For more moduli, Lattigo finds the representative in doubles, which is not reliable there.
func (g gadget) any(R *ring.Ring) ring.Poly {
	p := g.r.polynomial(R)
	if len(g.params.P()) <= 1 {
		for i, s := range R.SubRings[:R.Level()+1] {
			copy(p.Coeffs[i], []uint64{s.Modulus/2 - 1, s.Modulus / 2, s.Modulus/2 + 1, 0, s.Modulus - 1})
		}
	}
	return p
}

// product returns the key's product with a polynomial.
func (g gadget) product(R *ring.Ring, in ring.Poly) (b, a ring.Poly) {
	result := rlwe.NewCiphertext(g.params, 1, R.Level())
	result.IsNTT = true
	rlwe.NewEvaluator(g.params, nil).GadgetProduct(R.Level(), evaluations(R, in), g.key, result)
	return coefficients(R, result.Value[0]), coefficients(R, result.Value[1])
}

// writeProduct writes a polynomial and the key's product with it.
func (g gadget) writeProduct(field string, R *ring.Ring, in ring.Poly) {
	suffix := fmt.Sprintf("%s.%d", field, R.Level()+1)
	b, a := g.product(R, in)
	writePoly("out_b."+suffix, R, b)
	writePoly("out_a."+suffix, R, a)
}

// rotation writes (c0, c1) and its image, with the key of the gadget as the key of the automorphism.
func (g gadget) rotation(moduli int, exponent uint64) {
	R := g.params.RingQ().AtLevel(moduli - 1)
	key := rlwe.NewGaloisKey(g.params)
	key.GaloisElement, key.NthRoot, key.GadgetCiphertext = exponent, uint64(2*n), *g.key
	in, result := rlwe.NewCiphertext(g.params, 1, moduli-1), rlwe.NewCiphertext(g.params, 1, moduli-1)
	in.IsNTT = true
	c0, c1 := g.r.polynomial(R), g.lowerHalf(R)
	R.NTT(c0, in.Value[0])
	R.NTT(c1, in.Value[1])
	check(rlwe.NewEvaluator(g.params, rlwe.NewMemEvaluationKeySet(nil, key)).Automorphism(in, exponent, result))
	write("exponent", exponent)
	writePoly("out_b.rotated", R, coefficients(R, result.Value[0]))
	writePoly("out_a.rotated", R, coefficients(R, result.Value[1]))
}

// levels writes for how many moduli, in their order, there are products.
func (g gadget) levels(levels []int) (rings []*ring.Ring) {
	var words []uint64
	for _, moduli := range levels {
		words = append(words, uint64(moduli))
		rings = append(rings, g.params.RingQ().AtLevel(moduli-1))
	}
	write("levels", words...)
	return
}

func gadgetProduct(name string, base, special []uint64, levels ...int) {
	g := newGadget("gadget_product", name, base, special, 0)
	for _, R := range g.levels(levels) {
		g.writeProduct("any", R, g.any(R))
		g.writeProduct("lower_half", R, g.lowerHalf(R))
	}
	g.rotation(levels[0], 5)
}

// gadgetProductInBits writes products of digits in base 2^digitBits, with one special modulus or none.
func gadgetProductInBits(name string, base, special []uint64, digitBits int, levels ...int) {
	g := newGadget("gadget_product_in_bits", name, base, special, digitBits)
	for _, R := range g.levels(levels) {
		g.writeProduct("any", R, g.any(R))
	}
}

func main() {
	defer out.Flush()
	p30, p45, p50, p55, p60 := primes(30, 4), primes(45, 4), primes(50, 8), primes(55, 7), primes(60, 4)
	mixed := joined(p60[:1], p30[:2], p50[:2], p45[:1])

	fmt.Fprintln(out, "# Written by main.go with Lattigo 6.2.0.")
	transform("one_of_each_length", joined(p30[:1], p45[:1], p50[:1], p55[:1], p60[:1]))
	montgomery("one_of_each_length", joined(p30[:1], p45[:1], p50[:1], p55[:1], p60[:1], primes(61, 1)))
	extend("one_to_four", p50[:1], joined(p30[:2], p60[:2]))
	extend("three_of_55_bits", p55[:3], p60)
	extend("eight_of_50_bits", p50, p45[:3])
	extend("mixed", mixed, joined(p60[1:3], p30[2:4], p50[2:4]))
	modDown("one_special", p50[:4], p55[:1])
	modDown("three_special", p55[:4], p60[:3])
	modDown("mixed", mixed, joined(p60[1:2], p55[:1], p30[2:3]))
	rescale("of_50_bits", p50[:5])
	rescale("mixed", mixed)
	gadgetProduct("one_special", p50[:4], p55[:1], 4, 3, 2, 1)
	gadgetProduct("one_special_mixed", mixed[:4], p60[1:2], 4, 2)
	gadgetProduct("two_special", joined(p60[:1], p45), p60[1:3], 5, 4, 3, 2, 1)
	gadgetProduct("three_special", p55, p60[:3], 7, 5, 2)
	gadgetProductInBits("no_special", p50[:2], nil, 13, 2, 1)
	gadgetProductInBits("no_special_mixed", mixed[:4], nil, 30, 4, 3)
	gadgetProductInBits("one_special", p50[:2], p55[:1], 25, 2, 1)

	n = 1024
	gadgetProduct("mixed_long", joined(primes(50, 4), primes(30, 1), primes(60, 2)), primes(60, 5)[2:], 7)
	n = 8192
	gadgetProduct("three_special_long", primes(50, 7), primes(55, 3), 7)
}
