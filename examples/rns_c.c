/* The product of two polynomials modulo X^N + 1 and three primes, divided by the last of them, from C. */
#include <inttypes.h>
#include <ringlet/ringlet.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 4096, MODULI = 3 };

static void check(ringlet_status status) {
  if (status == RINGLET_OK) return;
  fprintf(stderr, "%s: %s\n", ringlet_status_message(status), ringlet_last_error_message());
  exit(EXIT_FAILURE);
}

/* A program with a pool of threads would pass the tasks to it. */
static void run(void* context, size_t count, ringlet_task task, void* task_context) {
  (void)context;
  for (size_t i = 0; i < count; ++i) task(task_context, i, 0);
}

int main(void) {
  static uint64_t words[3][MODULI * N];
  const ringlet_rows a = {.words = words[0], .stride = N};
  const ringlet_rows b = {.words = words[1], .stride = N};
  const ringlet_rows c = {.words = words[2], .stride = N};
  uint64_t primes[MODULI];
  check(ringlet_ntt_primes(primes, MODULI, 50, N, RINGLET_LARGEST_FIRST));

  ringlet_executor* executor = NULL;
  ringlet_rns_base* base = NULL;
  ringlet_rns_ntt* ntt = NULL;
  ringlet_mod_down* rescale = NULL;
  check(ringlet_executor_create(&executor, 1, run, NULL));
  check(ringlet_rns_base_create(&base, primes, MODULI));
  check(ringlet_rns_ntt_create(&ntt, N, base, NULL, NULL));
  check(ringlet_mod_down_create(&rescale, ntt, 1, 1, 1, RINGLET_LIFT_CENTRED));

  /* a = q_2 + q_2 X + ..., b = 2: a b / q_2 has the coefficients 2. Integers of one word become rows of N words. */
  static uint64_t integers[N];
  for (size_t i = 0; i < N; ++i) integers[i] = primes[MODULI - 1];
  check(ringlet_rns_from_integers(a, integers, 1, N, base, false));
  for (size_t i = 0; i < N; ++i) integers[i] = i == 0 ? 2 : 0;
  check(ringlet_rns_from_integers(b, integers, 1, N, base, false));

  check(ringlet_rns_ntt_forward(ntt, a, a, MODULI, 1, 1, executor));
  check(ringlet_rns_ntt_forward(ntt, b, b, MODULI, 1, 1, executor));
  check(ringlet_rns_mul(c, a, b, MODULI, N, base, RINGLET_PLAIN, executor));
  check(ringlet_mod_down_on_evaluations(rescale, c, c, executor));
  check(ringlet_rns_ntt_inverse(ntt, c, c, MODULI - 1, 1, 1, executor));
  printf("%" PRIu64 " %" PRIu64 "\n", c.words[0], c.words[(MODULI - 1) * N - 1]);

  ringlet_mod_down_destroy(rescale);
  ringlet_rns_ntt_destroy(ntt);
  ringlet_rns_base_destroy(base);
  ringlet_executor_destroy(executor);
  return EXIT_SUCCESS;
}
