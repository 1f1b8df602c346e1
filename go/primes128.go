// Code generated from primes.go by go generate. DO NOT EDIT.

package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

// NTTPrimes128 returns primes of exactly this number of bits, up to 124, which are 1 modulo 2n. It is an error if there are
// fewer.
func NTTPrimes128(count, bits, n int, order PrimeOrder) ([]Uint128, error) {
	c := begin()
	defer c.end()
	primes := make([]Uint128, checkPrimeCount(c, count))
	words := c.output128("primes", primes, len(primes))
	err := c.do(func() C.ringlet_status {
		return C.ringlet_ntt_primes128(words, C.size_t(count), c.small("bits", bits), c.size("n", n), order.raw(c))
	})
	if err != nil {
		return nil, err
	}
	return primes, nil
}
