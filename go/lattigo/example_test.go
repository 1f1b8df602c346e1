// SPDX-License-Identifier: Apache-2.0

package lattigo_test

import (
	"fmt"
	"log"

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
