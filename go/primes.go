package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

// NTTPrimes returns primes of exactly this number of bits, up to 62, which are 1 modulo 2n. It is an error if there are
// fewer.
func NTTPrimes(count, bits, n int, order PrimeOrder) ([]uint64, error) {
	c := begin()
	defer c.end()
	primes := make([]uint64, checkPrimeCount(c, count))
	words := c.vector("primes", primes, len(primes))
	err := c.do(func() C.ringlet_status {
		return C.ringlet_ntt_primes(words, C.size_t(count), c.small("bits", bits), c.size("n", n), order.raw(c))
	})
	if err != nil {
		return nil, err
	}
	return primes, nil
}
