package ringlet

/*
#include "words.h"
*/
import "C"

// PrimeOrder is the end of [2^(bits-1), 2^bits) that primes are taken from.
type PrimeOrder int

const (
	// LargestFirst begins with the largest prime.
	LargestFirst PrimeOrder = C.RINGLET_LARGEST_FIRST
	// SmallestFirst begins with the smallest one.
	SmallestFirst PrimeOrder = C.RINGLET_SMALLEST_FIRST
)

func (o PrimeOrder) raw(c *call) C.ringlet_prime_order {
	return C.ringlet_prime_order(c.small("the order", int(o)))
}

// checkPrimeCount keeps arrays for primes small.
func checkPrimeCount(c *call, count int) int {
	if count < 1 || count > 1<<20 {
		c.fail(invalid("count is %d, but it must be in [1, 2^20]", count))
		return 0
	}
	return count
}

// IsPrime returns whether n is prime. The answer is always right.
func IsPrime(n uint64) bool { return bool(C.ringlet_is_prime(C.uint64_t(n))) }

// ReverseBits returns the lowest bits of x, as many as bitCount says, in reverse order. x has no other bits.
func ReverseBits(x uint64, bitCount int) (uint64, error) {
	c := begin()
	defer c.end()
	var result C.uint64_t
	err := c.do(func() C.ringlet_status {
		return C.ringlet_reverse_bits(&result, C.uint64_t(x), c.small("bitCount", bitCount))
	})
	return uint64(result), err
}

// NTTPrimes returns primes of exactly this number of bits, as far as [Word] has moduli, which are 1 modulo 2n. It is an error
// if there are fewer.
func NTTPrimes[W Word](count, bits, n int, order PrimeOrder) ([]W, error) {
	c := begin()
	defer c.end()
	primes := make([]W, checkPrimeCount(c, count))
	words := output(c, "primes", primes, len(primes))
	err := c.do(func() C.ringlet_status {
		return C.words_ntt_primes(length[W](), words, C.size_t(count), c.small("bits", bits), c.size("n", n), order.raw(c))
	})
	if err != nil {
		return nil, err
	}
	return primes, nil
}
