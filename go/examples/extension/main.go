// Extends the columns of a matrix, values of polynomials at 1024 powers of omega, to a coset of 2048 points.
package main

import (
	"errors"
	"fmt"
	"log"

	"ringlet"
)

const rows, width = 1024, 8

// plans returns transforms of the trace and of its extension to a coset.
func plans() (trace, coset *ringlet.MatrixNTT[uint32], err error) {
	babyBear, err := ringlet.FieldNamed[uint32]("babybear")
	if err != nil {
		return nil, nil, err
	}
	q, err := ringlet.NewModulus(babyBear.Modulus)
	if err != nil {
		return nil, nil, err
	}
	options := ringlet.NTTOptions[uint32]{Ring: ringlet.Cyclic, Order: ringlet.Natural}
	trace, first := ringlet.NewMatrixNTT(rows, q, options)
	options.Coset = babyBear.Generator
	coset, second := ringlet.NewMatrixNTT(2*rows, q, options)
	return trace, coset, errors.Join(first, second)
}

func main() {
	trace, coset, err := plans()
	if err != nil {
		log.Fatal(err)
	}
	// Values of eight polynomials, then rows of zeros.
	words := make([]uint32, 2*rows*width)
	for i := range words[:rows*width] {
		words[i] = uint32(i * i)
	}
	x := ringlet.Matrix[uint32]{Words: words[:rows*width], Width: width}
	extended := ringlet.Matrix[uint32]{Words: words, Width: width}
	if err := errors.Join(trace.Inverse(x, x, nil), coset.Forward(extended, extended, nil)); err != nil {
		log.Fatal(err)
	}
	// The coefficients from X^1024 on are zeros.
	if err := coset.Inverse(extended, extended, nil); err != nil {
		log.Fatal(err)
	}
	others := 0
	for _, coefficient := range words[rows*width:] {
		if coefficient != 0 {
			others++
		}
	}
	fmt.Println(others, "coefficients from X^1024 on are not 0")
}
