// Writes vectors.txt: results of gnark-crypto v0.20.0 in the scalar fields of BN254, BLS12-377 and BLS12-381, with
// which libraries_test.cpp compares. `go run . > vectors.txt` in this folder writes the same bytes again.
//
// A line is `<operation> <field> <n>` and a digest of the result's words in hexadecimal, the lowest word first: it
// begins with 0xcbf29ce484222325; each word is added by ^, followed by * 0x100000001b3 (FNV-1a of words). Numbers are
// the library's own words, in Montgomery form. Inputs are words of splitmix64, whose state begins with 1 in each
// case, the lowest word first. The highest word keeps only so many bits that it is less than half of the least number
// with as many bits as the modulus.
package main

import (
	"bufio"
	"fmt"
	"os"

	bls377 "github.com/consensys/gnark-crypto/ecc/bls12-377/fr"
	bls377fft "github.com/consensys/gnark-crypto/ecc/bls12-377/fr/fft"
	bls381 "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	bls381fft "github.com/consensys/gnark-crypto/ecc/bls12-381/fr/fft"
	bn254 "github.com/consensys/gnark-crypto/ecc/bn254/fr"
	bn254fft "github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
)

var out = bufio.NewWriter(os.Stdout)

// random is splitmix64: S. Vigna, public domain.
type random struct{ state uint64 }

func (r *random) word() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb
	return z ^ (z >> 31)
}

func numbers[Element ~[4]uint64](r *random, n, bits int) []Element {
	result := make([]Element, n)
	for i := range result {
		for j := range 4 {
			result[i][j] = r.word()
		}
		result[i][3] >>= 258 - bits
	}
	return result
}

func write[Element ~[4]uint64](operation, field string, values []Element) {
	digest := uint64(0xcbf29ce484222325)
	for _, value := range values {
		for _, word := range value {
			digest = (digest ^ word) * 0x100000001b3
		}
	}
	fmt.Fprintf(out, "%s %s %d %x\n", operation, field, len(values), digest)
}

// library has gnark-crypto's functions for one field. Transforms are forward from natural to bit-reversed order and
// inverse from bit-reversed to natural order, on the roots of unity or on their coset by the generator.
type library[Element ~[4]uint64] struct {
	field   string
	bits    int
	product func(out, x, y *Element)
	forward func(n uint64, values []Element, coset bool)
	inverse func(n uint64, values []Element, coset bool)
}

func (l library[Element]) write() {
	x, y := numbers[Element](&random{1}, 16, l.bits), numbers[Element](&random{2}, 16, l.bits)
	for i := range x {
		l.product(&x[i], &x[i], &y[i])
	}
	write("product", l.field, x)
	for _, n := range []int{2, 8, 64, 4096, 131072} {
		// Larger sizes in one field only, to limit the time of the test.
		if n > 4096 && l.field != "bls12-381-fr" {
			continue
		}
		for _, coset := range []bool{false, true} {
			suffix := map[bool]string{false: "", true: "_coset"}[coset]
			values := numbers[Element](&random{1}, n, l.bits)
			l.forward(uint64(n), values, coset)
			write("forward"+suffix, l.field, values)
			values = numbers[Element](&random{1}, n, l.bits)
			l.inverse(uint64(n), values, coset)
			write("inverse"+suffix, l.field, values)
		}
	}
}

func main() {
	defer out.Flush()
	fmt.Fprintln(out, "# Written by main.go with gnark-crypto v0.20.0.")
	library[bn254.Element]{"bn254-fr", bn254.Bits, func(z, x, y *bn254.Element) { z.Mul(x, y) },
		func(n uint64, a []bn254.Element, coset bool) {
			bn254fft.NewDomain(n).FFT(a, bn254fft.DIF, map[bool][]bn254fft.Option{true: {bn254fft.OnCoset()}}[coset]...)
		},
		func(n uint64, a []bn254.Element, coset bool) {
			bn254fft.NewDomain(n).FFTInverse(a, bn254fft.DIT, map[bool][]bn254fft.Option{true: {bn254fft.OnCoset()}}[coset]...)
		}}.write()
	library[bls377.Element]{"bls12-377-fr", bls377.Bits, func(z, x, y *bls377.Element) { z.Mul(x, y) },
		func(n uint64, a []bls377.Element, coset bool) {
			bls377fft.NewDomain(n).FFT(a, bls377fft.DIF, map[bool][]bls377fft.Option{true: {bls377fft.OnCoset()}}[coset]...)
		},
		func(n uint64, a []bls377.Element, coset bool) {
			bls377fft.NewDomain(n).FFTInverse(a, bls377fft.DIT, map[bool][]bls377fft.Option{true: {bls377fft.OnCoset()}}[coset]...)
		}}.write()
	library[bls381.Element]{"bls12-381-fr", bls381.Bits, func(z, x, y *bls381.Element) { z.Mul(x, y) },
		func(n uint64, a []bls381.Element, coset bool) {
			bls381fft.NewDomain(n).FFT(a, bls381fft.DIF, map[bool][]bls381fft.Option{true: {bls381fft.OnCoset()}}[coset]...)
		},
		func(n uint64, a []bls381.Element, coset bool) {
			bls381fft.NewDomain(n).FFTInverse(a, bls381fft.DIT, map[bool][]bls381fft.Option{true: {bls381fft.OnCoset()}}[coset]...)
		}}.write()
}
