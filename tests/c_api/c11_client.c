/* What a C program does, compiled as C11: ctest runs it. */

#include <ringlet/ringlet.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

static void expect(bool holds, const char* what) {
  if (holds) return;
  ++failures;
  fprintf(stderr, "%s; last error: %s\n", what, ringlet_last_error_message());
}

/* (1 + X^7)^2 = 1 + 2 X^7 + X^14 = 1 - X^6 + 2 X^7 in Z_97[X]/(X^8 + 1). */
static void square(void) {
  const uint64_t expected[8] = {1, 0, 0, 0, 0, 0, 96, 2};
  uint64_t x[8] = {1, 0, 0, 0, 0, 0, 0, 1};
  ringlet_modulus* q = NULL;
  ringlet_ntt* ntt = NULL;
  expect(ringlet_modulus_create(&q, 97) == RINGLET_OK, "modulus");
  expect(ringlet_ntt_create(&ntt, 8, q, RINGLET_NEGACYCLIC, 0) == RINGLET_OK, "plan");
  ringlet_modulus_destroy(q); /* the plan keeps a copy */
  expect(ringlet_ntt_multiply(ntt, x, x, x, 8) == RINGLET_OK, "product");
  expect(memcmp(x, expected, sizeof x) == 0, "coefficients of the product");
  ringlet_ntt_destroy(ntt);
}

static void every_backend(void) {
  for (size_t i = 0; i < ringlet_backend_count(); ++i) {
    if (!ringlet_backend_is_supported(i)) continue;
    const char* active = NULL;
    expect(ringlet_backend_force(ringlet_backend_name(i)) == RINGLET_OK, "force");
    expect(ringlet_backend_active(&active) == RINGLET_OK && strcmp(active, ringlet_backend_name(i)) == 0, "active");
    square();
  }
  ringlet_backend_unforce();
}

static void errors(void) {
  ringlet_modulus* q = NULL;
  expect(ringlet_modulus_create(&q, 1) == RINGLET_INVALID_ARGUMENT && q == NULL, "modulus 1");
  expect(strstr(ringlet_last_error_message(), "q is 1,") != NULL, "message about modulus 1");
  expect(ringlet_modulus_create(&q, 97) == RINGLET_OK, "modulus 97");
  /* A number that is no enumerator. */
  ringlet_ntt* ntt = NULL;
  expect(ringlet_ntt_create(&ntt, 8, q, (ringlet_ring)42, 0) == RINGLET_INVALID_ARGUMENT, "ring 42");
  bool is_root = false;
  expect(ringlet_is_primitive_root_of_unity(&is_root, 96, 2, q) == RINGLET_OK && is_root, "root of order 2");
  ringlet_modulus_destroy(q);
}

int main(void) {
  square();
  every_backend();
  errors();
  return failures;
}
