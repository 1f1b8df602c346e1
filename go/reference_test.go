package ringlet_test

import (
	"math/big"
	"math/rand"
	"testing"
)

// The oracles compute by definitions, with math/big alone.

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

// power returns x^e mod q.
func power(x uint64, e int, q uint64) *big.Int {
	return new(big.Int).Exp(number(x), big.NewInt(int64(e)), number(q))
}

// evaluations returns those of a polynomial, in bit-reversed order.
func evaluations(x []uint64, root, q uint64, negacyclic bool) []uint64 {
	n := len(x)
	out := make([]uint64, n)
	for k := range x {
		point := power(root, k, q)
		if negacyclic {
			point = power(root, 2*k+1, q)
		}
		sum := new(big.Int)
		for j := n - 1; j >= 0; j-- {
			sum.Mul(sum, point).Add(sum, number(x[j])).Mod(sum, number(q))
		}
		out[reverse(k, n)] = sum.Uint64()
	}
	return out
}

func reverse(k, n int) (r int) {
	for ; n > 1; n, k = n/2, k/2 {
		r = 2*r + k%2
	}
	return r
}

// product returns that of two polynomials of integers modulo X^n + 1, or modulo X^n - 1.
func product(x, y []*big.Int, negacyclic bool) []*big.Int {
	n := len(x)
	out := make([]*big.Int, n)
	for i := range out {
		out[i] = new(big.Int)
	}
	for i := range x {
		for j := range y {
			term := new(big.Int).Mul(x[i], y[j])
			if i+j >= n && negacyclic {
				term.Neg(term)
			}
			out[(i+j)%n].Add(out[(i+j)%n], term)
		}
	}
	return out
}

func numbers(x []uint64) []*big.Int {
	out := make([]*big.Int, len(x))
	for i := range x {
		out[i] = number(x[i])
	}
	return out
}

// residues returns those of integers modulo q.
func residues(x []*big.Int, q uint64) []uint64 {
	out := make([]uint64, len(x))
	for i := range x {
		out[i] = new(big.Int).Mod(x[i], number(q)).Uint64()
	}
	return out
}

// integers returns n random ones in [0, bound), with both ends among them.
func integers(bound *big.Int, n int) []*big.Int {
	out := make([]*big.Int, n)
	for i := range out {
		switch random.Intn(8) {
		case 0:
			out[i] = new(big.Int).Sub(bound, big.NewInt(1))
		case 1:
			out[i] = new(big.Int)
		default:
			out[i] = new(big.Int).Rand(random, bound)
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
