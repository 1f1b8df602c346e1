#include <ringlet/ringlet.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  /* (1 + X^7)^2 = 1 - X^6 + 2 X^7 in Z_97[X]/(X^8 + 1). */
  const uint64_t expected[8] = {1, 0, 0, 0, 0, 0, 96, 2};
  uint64_t x[8] = {1, 0, 0, 0, 0, 0, 0, 1};
  ringlet_modulus* q = NULL;
  ringlet_ntt* ntt = NULL;
  if (ringlet_modulus_create(&q, 97) != RINGLET_OK) return 1;
  if (ringlet_ntt_create(&ntt, 8, q, RINGLET_NEGACYCLIC, 0, RINGLET_BIT_REVERSED) != RINGLET_OK) return 1;
  if (ringlet_ntt_multiply(ntt, x, x, x, 8) != RINGLET_OK || memcmp(x, expected, sizeof x) != 0) return 1;
  /* An error inside the library is returned as a status. */
  if (ringlet_backend_force("no-such-isa") != RINGLET_INVALID_ARGUMENT) return 1;
  printf("Ringlet %s, %s\n", ringlet_version(), ringlet_ntt_describe(ntt));
  ringlet_ntt_destroy(ntt);
  ringlet_modulus_destroy(q);
  return 0;
}
