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
  /* Root zero stands for the smallest one. */
  check(ringlet_matrix_ntt32_create(&trace, ROWS, q, RINGLET_CYCLIC, 0, RINGLET_NATURAL));
  check(ringlet_matrix_ntt32_create_on_coset(&coset, 2 * ROWS, q, 0, generator, RINGLET_NATURAL));

  /* Values of eight polynomials, then rows of zeros. */
  static uint32_t matrix[2 * ROWS][WIDTH];
  uint32_t* const words = matrix[0];
  for (size_t i = 0; i < ROWS * WIDTH; ++i) words[i] = (uint32_t)(i * i);
  check(ringlet_matrix_ntt32_inverse(trace, words, WIDTH, words, WIDTH, ROWS, WIDTH, NULL));
  check(ringlet_matrix_ntt32_forward(coset, words, WIDTH, words, WIDTH, 2 * ROWS, WIDTH, NULL));

  /* The coefficients from X^ROWS on are zeros. */
  check(ringlet_matrix_ntt32_inverse(coset, words, WIDTH, words, WIDTH, 2 * ROWS, WIDTH, NULL));
  size_t others = 0;
  for (size_t i = ROWS * WIDTH; i < 2 * ROWS * WIDTH; ++i) others += words[i] != 0;
  printf("coefficients from X^%d on that are not 0: %zu\n", ROWS, others);

  ringlet_matrix_ntt32_destroy(coset);
  ringlet_matrix_ntt32_destroy(trace);
  ringlet_modulus32_destroy(q);
  return EXIT_SUCCESS;
}
