/* Extends the columns of a matrix over BabyBear to a coset of twice as many points, and checks their degree, from C. */
#include <ringlet/ringlet.h>
#include <stdio.h>
#include <stdlib.h>

#define ROWS 1024
#define WIDTH 8

static void check(ringlet_status status) {
  if (status == RINGLET_OK) return;
  fprintf(stderr, "%s: %s\n", ringlet_status_message(status), ringlet_last_error_message());
  exit(EXIT_FAILURE);
}

int main(void) {
  ringlet_multiword_field babybear;
  ringlet_modulus32* q = NULL;
  ringlet_matrix_ntt32 *trace = NULL, *coset = NULL;
  check(ringlet_multiword_field_find(&babybear, "babybear"));
  check(ringlet_modulus32_create(&q, (uint32_t)babybear.modulus[0]));
  const uint32_t generator = (uint32_t)babybear.generator[0];
  /* Root zero stands for the smallest root of unity. */
  check(ringlet_matrix_ntt32_create(&trace, ROWS, q, RINGLET_CYCLIC, 0, RINGLET_NATURAL));
  uint32_t root = 0;
  check(ringlet_matrix_ntt32_extension_root(&root, trace, 1));

  /* Values of eight polynomials, which extend over the rows below. */
  static uint32_t matrix[2 * ROWS][WIDTH];
  uint32_t* const words = matrix[0];
  for (size_t i = 0; i < ROWS * WIDTH; ++i) words[i] = (uint32_t)(i * i);
  check(ringlet_matrix_ntt32_extend(trace, words, WIDTH, 2 * ROWS, words, WIDTH, ROWS, WIDTH, generator, root, NULL));

  /* A plan of the large coset finds the coefficients, which are zeros from X^ROWS on. */
  check(ringlet_matrix_ntt32_create_on_coset(&coset, 2 * ROWS, q, root, generator, RINGLET_BIT_REVERSED));
  check(ringlet_matrix_ntt32_inverse(coset, words, WIDTH, words, WIDTH, 2 * ROWS, WIDTH, NULL));
  size_t others = 0;
  for (size_t i = ROWS * WIDTH; i < 2 * ROWS * WIDTH; ++i) others += words[i] != 0;
  printf("coefficients from X^%d on that are not 0: %zu\n", ROWS, others);

  ringlet_matrix_ntt32_destroy(coset);
  ringlet_matrix_ntt32_destroy(trace);
  ringlet_modulus32_destroy(q);
  return EXIT_SUCCESS;
}
