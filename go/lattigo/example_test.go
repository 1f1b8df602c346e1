// SPDX-License-Identifier: Apache-2.0

package lattigo_test

import (
	"fmt"
	"log"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/schemes/ckks"

	"ringlet/lattigo"
)

// Lattigo's own evaluators, encoders and encryptors of accelerated parameters are faster.
func ExampleAccelerate() {
	params, err := ckks.NewParametersFromLiteral(ckks.ParametersLiteral{
		LogN: 12, LogQ: []int{50, 40, 40}, LogP: []int{55, 55}, LogDefaultScale: 40,
	})
	if err != nil {
		log.Fatal(err)
	}
	report, err := lattigo.Accelerate(params)
	fmt.Println(report, err)
	// Output: 3 moduli transformed by Ringlet, 2 by Lattigo; 3 changed <nil>
}

// A program changes the call that makes its evaluator, and nothing else.
func ExampleNewCKKSEvaluator() {
	params, err := ckks.NewParametersFromLiteral(ckks.ParametersLiteral{
		LogN: 12, LogQ: []int{50, 40, 40}, LogP: []int{55}, LogDefaultScale: 40,
	})
	if err != nil {
		log.Fatal(err)
	}
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
	// Output: [4.000 9.000]
}
