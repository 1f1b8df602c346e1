package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

import (
	"math"
	"unsafe"
)

type rnsBaseHandle struct{ handle[*C.ringlet_rns_base] }

// RNSBase is an ordered list of moduli. Residues modulo them represent integers modulo their product Q. Its methods
// compute with rows of residues, row i modulo modulus i, which are coefficients or evaluations.
type RNSBase struct {
	rnsBaseHandle
	moduli       []uint64
	productWords int
}

// NewRNSBase makes a base of 1 to 2^16 moduli below 2^62, pairwise coprime.
func NewRNSBase(moduli []uint64) (*RNSBase, error) {
	c := begin()
	defer c.end()
	var pointer *C.ringlet_rns_base
	words := c.vector("moduli", moduli, len(moduli))
	err := c.do(func() C.ringlet_status {
		return C.ringlet_rns_base_create(&pointer, words, C.size_t(len(moduli)))
	})
	if err != nil {
		return nil, err
	}
	base := &RNSBase{moduli: append([]uint64(nil), moduli...)}
	base.productWords = int(C.ringlet_rns_base_product_words(pointer))
	open(base, pointer, func(p *C.ringlet_rns_base) { C.ringlet_rns_base_destroy(p) })
	return base, nil
}

// Size returns the number of moduli.
func (base *RNSBase) Size() int { return len(base.moduli) }

// Moduli returns a copy of the moduli.
func (base *RNSBase) Moduli() []uint64 { return append([]uint64(nil), base.moduli...) }

// Product returns Q as words, the lowest first.
func (base *RNSBase) Product() ([]uint64, error) {
	c := begin()
	defer c.end()
	pointer := hold(c, base)
	if c.err != nil {
		return nil, c.err
	}
	out := make([]uint64, base.productWords)
	words := c.vector("out", out, len(out))
	return out, c.do(func() C.ringlet_status {
		return C.ringlet_rns_base_product(pointer, words, C.size_t(len(out)))
	})
}

// Lift is the integer that residues x_i modulo q_i stand for. Its zero value is none of them.
type Lift int

const (
	// LiftApproximate is the sum of the (x_i (Q/q_i)^-1 mod q_i) Q/q_i: the integer in [0, Q) plus e Q, where e is at
	// least 0 and less than the number of moduli.
	LiftApproximate Lift = 1 + C.RINGLET_LIFT_APPROXIMATE
	// LiftFloor is the integer in [0, Q).
	LiftFloor Lift = 1 + C.RINGLET_LIFT_FLOOR
	// LiftCentred is the integer in [-Q/2, Q/2).
	LiftCentred Lift = 1 + C.RINGLET_LIFT_CENTRED
)

func (l Lift) raw(c *call) C.ringlet_lift { return C.ringlet_lift(c.small("the lift", int(l)) - 1) }

// integers returns the address of a slice of n integers, and their number of words.
func (c *call) integers(name string, slice []uint64, n, words int) (*C.uint64_t, C.size_t) {
	if most := math.MaxInt / max(n, 1); words < 1 || words > most {
		c.fail(invalid("words is %d, but it must be in [1, %d]", words, most))
	}
	return c.vector(name, slice, n*words), C.size_t(words)
}

// ToIntegers reconstructs an integer of this many words from each column of x. In out, integers lie one after the other,
// their lowest words first, in two's complement for [LiftCentred]. The lift is that or [LiftFloor].
func (base *RNSBase) ToIntegers(out []uint64, words int, x [][]uint64, lift Lift) error {
	c := begin()
	defer c.end()
	pointer, n := hold(c, base), width(x)
	if c.err != nil {
		return c.err
	}
	to, size := c.integers("out", out, n, words)
	from := c.rows("x", x, len(base.moduli), n)
	return c.do(func() C.ringlet_status {
		return C.ringlet_rns_to_integers(to, size, from, C.size_t(n), pointer, lift.raw(c))
	})
}

// FromIntegers writes the residues of integers, which lie in memory as ToIntegers writes them.
func (base *RNSBase) FromIntegers(out [][]uint64, integers []uint64, words int, signed bool) error {
	c := begin()
	defer c.end()
	pointer, n := hold(c, base), width(out)
	if c.err != nil {
		return c.err
	}
	to := c.rows("out", out, len(base.moduli), n)
	from, size := c.integers("integers", integers, n, words)
	return c.do(func() C.ringlet_status {
		return C.ringlet_rns_from_integers(to, from, size, C.size_t(n), pointer, C.bool(signed))
	})
}

// modulusOf is hold for functions of 64-bit words alone.
func modulusOf(c *call, q *Modulus[uint64]) *C.ringlet_modulus {
	return (*C.ringlet_modulus)(unsafe.Pointer(hold(c, q)))
}

// BalancedDigitCount returns the number of digits to the base B = 2^w that numbers modulo q have, 2 <= w <= 60.
func BalancedDigitCount(q *Modulus[uint64], w int) (int, error) {
	c := begin()
	defer c.end()
	var count C.uint
	modulus := modulusOf(c, q)
	err := c.do(func() C.ringlet_status { return C.ringlet_rns_balanced_digit_count(&count, modulus, c.small("w", w)) })
	return int(count), err
}

// BalancedDigit writes digit k of each number of x modulo q: the representative in [-q/2, q/2) is
// d_0 + d_1 B + d_2 B^2 + ..., with B = 2^w and digits in [-B/2, B/2). It writes d_k modulo each modulus of a level, which
// must be at least B/2.
func (base *RNSBase) BalancedDigit(out [][]uint64, x []uint64, q *Modulus[uint64], w, k int, executor *Executor) error {
	c := begin()
	defer c.end()
	pointer, modulus, threads, n := hold(c, base), modulusOf(c, q), holdOptional(c, executor), width(out)
	to, from := c.rows("out", out, len(out), n), c.vector("x", x, n)
	return c.do(func() C.ringlet_status {
		return C.ringlet_rns_balanced_digit(to, from, modulus, c.small("w", w), c.small("k", k), C.size_t(len(out)),
			C.size_t(n), pointer, threads)
	})
}
