// Squares encrypted numbers and rotates the squares. Lines with a comment are those that Ringlet changes.
package main

import (
	"fmt"
	"log"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/schemes/ckks"

	"ringlet/lattigo"
)

func main() {
	params, err := ckks.NewParametersFromLiteral(ckks.ParametersLiteral{
		LogN: 14, LogQ: []int{50, 40, 40}, LogP: []int{55}, LogDefaultScale: 40,
	})
	if err != nil {
		log.Fatal(err)
	}
	report, err := lattigo.Accelerate(params) // exchanges the transforms of the parameters
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report)

	keygen := rlwe.NewKeyGenerator(params)
	secret := keygen.GenSecretKeyNew()
	keys := rlwe.NewMemEvaluationKeySet(keygen.GenRelinearizationKeyNew(secret), keygen.GenGaloisKeyNew(params.GaloisElement(1), secret))

	eval, err := lattigo.NewCKKSEvaluator(params, keys) // in place of ckks.NewEvaluator
	if err != nil {
		log.Fatal(err)
	}

	encoder, plaintext := ckks.NewEncoder(params), ckks.NewPlaintext(params, params.MaxLevel())
	if err := encoder.Encode([]float64{1.5, -2, 3}, plaintext); err != nil {
		log.Fatal(err)
	}
	x, err := rlwe.NewEncryptor(params, secret).EncryptNew(plaintext)
	if err != nil {
		log.Fatal(err)
	}
	if x, err = eval.MulRelinNew(x, x); err != nil {
		log.Fatal(err)
	}
	if err = eval.Rescale(x, x); err != nil {
		log.Fatal(err)
	}
	if x, err = eval.RotateNew(x, 1); err != nil {
		log.Fatal(err)
	}
	values := make([]float64, 2)
	if err := encoder.Decode(rlwe.NewDecryptor(params, secret).DecryptNew(x), values); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.3f\n", values)
}
