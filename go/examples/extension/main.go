// Extends the columns of a matrix, values of polynomials at 1024 powers of omega, to a coset of 2048 points.
package main

import (
	"fmt"
	"log"

	"ringlet"
)

const rows, width = 1024, 8

// extend returns values of eight polynomials on the coset, and a plan of the coset's points.
func extend() (out ringlet.Matrix[uint32], coset *ringlet.MatrixNTT[uint32], err error) {
	babyBear, err := ringlet.FieldNamed[uint32]("babybear")
	if err != nil {
		return out, nil, err
	}
	q, err := ringlet.NewModulus(babyBear.Modulus)
	if err != nil {
		return out, nil, err
	}
	trace, err := ringlet.NewMatrixNTT(rows, q, ringlet.NTTOptions[uint32]{Ring: ringlet.Cyclic, Order: ringlet.Natural})
	if err != nil {
		return out, nil, err
	}
	root, err := trace.ExtensionRoot(1)
	if err != nil {
		return out, nil, err
	}
	// Values of eight polynomials, which extend over the rows below.
	words := make([]uint32, 2*rows*width)
	for i := range words[:rows*width] {
		words[i] = uint32(i * i)
	}
	out = ringlet.Matrix[uint32]{Words: words, Width: width}
	x := ringlet.Matrix[uint32]{Words: words[:rows*width], Width: width}
	if err := trace.Extend(out, 2*rows, x, babyBear.Generator, root, nil); err != nil {
		return out, nil, err
	}
	options := ringlet.NTTOptions[uint32]{Ring: ringlet.Cyclic, Root: root, Coset: babyBear.Generator}
	coset, err = ringlet.NewMatrixNTT(2*rows, q, options)
	return out, coset, err
}

func main() {
	extended, coset, err := extend()
	if err != nil {
		log.Fatal(err)
	}
	// The coefficients from X^1024 on are zeros.
	if err := coset.Inverse(extended, extended, nil); err != nil {
		log.Fatal(err)
	}
	others := 0
	for _, coefficient := range extended.Words[rows*width:] {
		if coefficient != 0 {
			others++
		}
	}
	fmt.Println(others, "coefficients from X^1024 on are not 0")
}
