/* (1 + X) (1 - X) = 1 - X^2 modulo X^8 + 1 and a prime of 124 bits, from C. */
#include <inttypes.h>
#include <ringlet/ringlet.h>
#include <stdio.h>
#include <stdlib.h>

#define N 8

static void check(ringlet_status status) {
  if (status == RINGLET_OK) return;
  fprintf(stderr, "%s: %s\n", ringlet_status_message(status), ringlet_last_error_message());
  exit(EXIT_FAILURE);
}

int main(void) {
  const ringlet_uint128 zero = {0, 0}, one = {1, 0};
  ringlet_uint128 prime = zero, minus_one = zero;
  ringlet_modulus128* q = NULL;
  ringlet_ntt128* ntt = NULL;
  check(ringlet_ntt_primes128(&prime, 1, 124, N, RINGLET_LARGEST_FIRST));
  check(ringlet_modulus128_create(&q, prime));
  /* Root zero stands for the smallest one. */
  check(ringlet_ntt128_create(&ntt, N, q, RINGLET_NEGACYCLIC, zero, RINGLET_BIT_REVERSED));
  check(ringlet_sub_mod128(&minus_one, zero, one, q));

  const ringlet_uint128 x[N] = {one, one}, y[N] = {one, minus_one};
  ringlet_uint128 product[N];
  check(ringlet_ntt128_multiply(ntt, product, x, y, N));
  for (size_t i = 0; i < N; ++i) {
    printf("%016" PRIx64 "%016" PRIx64 "\n", product[i].high, product[i].low);
  }

  ringlet_ntt128_destroy(ntt);
  ringlet_modulus128_destroy(q);
  return EXIT_SUCCESS;
}
