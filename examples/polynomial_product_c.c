/* The product of two polynomials modulo X^4096 + 1 and a 49-bit prime, from C. */
#include <inttypes.h>
#include <ringlet/ringlet.h>
#include <stdio.h>
#include <stdlib.h>

#define N 4096

static void check(ringlet_status status) {
  if (status == RINGLET_OK) return;
  fprintf(stderr, "%s: %s\n", ringlet_status_message(status), ringlet_last_error_message());
  exit(EXIT_FAILURE);
}

int main(void) {
  static uint64_t a[N], b[N], c[N];
  for (size_t i = 0; i < N; ++i) {
    a[i] = 1;
    b[i] = 2;
  }

  uint64_t prime = 0;
  ringlet_modulus* q = NULL;
  ringlet_ntt* ntt = NULL;
  check(ringlet_ntt_primes(&prime, 1, 49, N, RINGLET_LARGEST_FIRST));
  check(ringlet_modulus_create(&q, prime));
  /* Root 0 stands for the smallest one. */
  check(ringlet_ntt_create(&ntt, N, q, RINGLET_NEGACYCLIC, 0, RINGLET_BIT_REVERSED));

  /* Natural to bit-reversed order, in place. */
  check(ringlet_ntt_forward(ntt, a, a, N, 1, 1));
  check(ringlet_ntt_forward(ntt, b, b, N, 1, 1));
  check(ringlet_mul(c, a, b, N, q, 1));           /* one product per value */
  check(ringlet_ntt_inverse(ntt, c, c, N, 1, 1)); /* back to coefficients */
  printf("%s: c[n-1] = %" PRIu64 " (2n = %d)\n", ringlet_ntt_describe(ntt), c[N - 1], 2 * N);

  ringlet_ntt_destroy(ntt);
  ringlet_modulus_destroy(q);
  return EXIT_SUCCESS;
}
