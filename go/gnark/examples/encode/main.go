// Encodes two words by the code of Reed and Solomon of length four: they are a polynomial, and the code word has its
// values at the powers of the domain's generator. Any two of these determine the words.
package main

import (
	"fmt"
	"log"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"

	"ringlet/gnark"
)

func main() {
	domain, err := gnark.NewBN254(fft.NewDomain(4))
	if err != nil {
		log.Fatal(err)
	}
	defer domain.Close()
	code := make(fr.Vector, 4)
	code[0].SetUint64(7)
	code[1].SetUint64(2)
	if err := domain.FFT(code, gnark.DIF); err != nil { // bit-reversed: at 1, -1, i, -i
		log.Fatal(err)
	}
	fmt.Println(code[0].String(), code[1].String())
	if err := domain.FFTInverse(code, gnark.DIT); err != nil {
		log.Fatal(err)
	}
	fmt.Println(code.String())
}
