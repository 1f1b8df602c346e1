package ringlet_test

import (
	"math/big"
	"math/rand"
	"testing"
)

var random = rand.New(rand.NewSource(1))

func number(x uint64) *big.Int { return new(big.Int).SetUint64(x) }

// below returns n random numbers below the bound, with 0 and the largest one among them.
func below(bound uint64, n int) []uint64 {
	out := make([]uint64, n)
	for i := range out {
		switch random.Intn(8) {
		case 0:
			out[i] = bound - 1
		case 1:
		default:
			out[i] = random.Uint64() % bound
		}
	}
	return out
}

func rows(count, n int) [][]uint64 {
	out := make([][]uint64, count)
	for i := range out {
		out[i] = make([]uint64, n)
	}
	return out
}

func polynomials(count, rowCount, n int) [][][]uint64 {
	out := make([][][]uint64, count)
	for i := range out {
		out[i] = rows(rowCount, n)
	}
	return out
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
