// Multiplies two polynomials modulo X^4 + 1 and 17.
package main

import (
	"fmt"
	"log"

	"ringlet"
)

func main() {
	q, err := ringlet.NewModulus[uint64](17)
	if err != nil {
		log.Fatal(err)
	}
	ntt, err := ringlet.NewNTT(4, q, ringlet.Negacyclic)
	if err != nil {
		log.Fatal(err)
	}
	x, y := []uint64{1, 2, 0, 0}, []uint64{0, 0, 0, 3} // 1 + 2X, 3X^3
	if err := ntt.Multiply(x, x, y); err != nil {
		log.Fatal(err)
	}
	fmt.Println(x) // 3X^3 + 6X^4, where X^4 = -1
}
