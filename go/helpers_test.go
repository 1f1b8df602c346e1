package ringlet_test

import (
	"math/big"
	"math/rand"
	"ringlet"
	"testing"
)

var random = rand.New(rand.NewSource(1))

func number(x uint64) *big.Int { return new(big.Int).SetUint64(x) }

// bigOf returns the number of a word.
func bigOf[W ringlet.Word](x W) *big.Int {
	switch x := any(x).(type) {
	case uint32:
		return number(uint64(x))
	case uint64:
		return number(x)
	default:
		return any(x).(ringlet.Uint128).Big()
	}
}

// word returns a number as a word, which must hold it.
func word[W ringlet.Word](x *big.Int) (out W) {
	switch out := any(&out).(type) {
	case *uint32:
		*out = uint32(x.Uint64())
	case *uint64:
		*out = x.Uint64()
	case *ringlet.Uint128:
		*out = must(ringlet.Uint128FromBig(x))
	}
	return out
}

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
