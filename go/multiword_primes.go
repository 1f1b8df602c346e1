package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

// MultiwordIsPrime returns whether n < 2^(64 N - 1) is prime. No composite is known that it takes for a prime.
func MultiwordIsPrime[W Number](n W) (bool, error) {
	c := begin()
	defer c.end()
	var result C.bool
	err := c.do(func() C.ringlet_status {
		return C.ringlet_multiword_is_prime(&result, numberAddress(&n), wordsOf[W]())
	})
	return bool(result), err
}

// MultiwordNTTPrimes returns primes of exactly this number of bits, 125 to 64 N - 1, which are 1 modulo 2n.
func MultiwordNTTPrimes[W Number](count, bits, n int, order PrimeOrder) ([]W, error) {
	c := begin()
	defer c.end()
	primes := make([]W, checkPrimeCount(c, count))
	words := numbers(c, "primes", primes, len(primes))
	err := c.do(func() C.ringlet_status {
		return C.ringlet_multiword_ntt_primes(words, wordsOf[W](), C.size_t(count), c.small("bits", bits), c.size("n", n),
			order.raw(c))
	})
	if err != nil {
		return nil, err
	}
	return primes, nil
}
