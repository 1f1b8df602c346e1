/* Calls the C interface from a C11 program. CTest runs it. */

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
  expect(ringlet_ntt_create(&ntt, 8, q, RINGLET_NEGACYCLIC, 0, RINGLET_BIT_REVERSED) == RINGLET_OK, "plan");
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
  /* A number that is not an enumerator. */
  ringlet_ntt* ntt = NULL;
  expect(ringlet_ntt_create(&ntt, 8, q, (ringlet_ring)42, 0, RINGLET_BIT_REVERSED) == RINGLET_INVALID_ARGUMENT,
         "ring 42");
  bool is_root = false;
  expect(ringlet_is_primitive_root_of_unity(&is_root, 96, 2, q) == RINGLET_OK && is_root, "root of order 2");
  ringlet_modulus_destroy(q);
}

/* Runs the tasks as three workers in turn, the last task first. */
static void run_in_reverse(void* context, size_t count, ringlet_task task, void* task_context) {
  ++*(int*)context;
  for (size_t i = count; i-- > 0;) task(task_context, i, i % 3);
}

/* Reduces 100 modulo 7 and 15, and doubles it, on an executor. */
static void rows(void) {
  const uint64_t moduli[2] = {7, 15}, x = 100;
  uint64_t words[2] = {0, 0}, twice = 0;
  uint64_t* const pointers[2] = {&words[0], &words[1]};
  ringlet_rows residues = {.words = words, .stride = 1};
  int runs = 0;
  ringlet_executor* executor = NULL;
  ringlet_rns_base* base = NULL;
  expect(ringlet_executor_create(&executor, 3, run_in_reverse, &runs) == RINGLET_OK, "executor");
  expect(ringlet_rns_base_create(&base, moduli, 2) == RINGLET_OK, "base");
  expect(ringlet_rns_from_integers(residues, &x, 1, 1, base, false) == RINGLET_OK, "residues");
  expect(words[0] == 2 && words[1] == 10, "residues of 100");
  expect(ringlet_rns_add(residues, residues, (ringlet_rows){.pointers = pointers}, 2, 1, base, executor) == RINGLET_OK,
         "sum");
  expect(runs == 1, "one phase of tasks");
  expect(ringlet_rns_to_integers(&twice, 1, residues, 1, base, RINGLET_LIFT_FLOOR) == RINGLET_OK, "integers");
  expect(twice == 95, "200 modulo 105");
  residues.stride = 0;
  expect(ringlet_rns_neg(residues, residues, 2, 1, base, NULL) == RINGLET_INVALID_ARGUMENT, "stride");
  expect(strstr(ringlet_last_error_message(), "stride of out is 0,") != NULL, "message about a stride");
  ringlet_rns_base_destroy(base);
  ringlet_executor_destroy(executor);
}

/* Transforms powers of 2 modulo a field of 255 bits forward and back, by words alone. */
static void multiword(void) {
  enum { N = 64, WORDS = 4 };
  uint64_t two[WORDS] = {2, 0, 0, 0}, one[WORDS] = {1, 0, 0, 0};
  uint64_t a[N * WORDS], b[N * WORDS];
  char text[160];
  ringlet_multiword_field field;
  ringlet_multiword_modulus* q = NULL;
  ringlet_multiword_ntt* ntt = NULL;
  expect(ringlet_multiword_field_find(&field, "bls12-381-fr") == RINGLET_OK && field.words == WORDS, "field");
  expect(ringlet_multiword_modulus_create(&q, field.modulus, field.words) == RINGLET_OK, "multiword modulus");
  expect(ringlet_multiword_powers(a, one, two, N, q, RINGLET_PLAIN) == RINGLET_OK, "powers");
  expect(a[WORDS * 63] == UINT64_C(1) << 63, "2^63");
  expect(ringlet_multiword_ntt_create(&ntt, N, q, RINGLET_CYCLIC, NULL, NULL, RINGLET_NATURAL) == RINGLET_OK,
         "multiword plan");
  expect(ringlet_multiword_ntt_forward(ntt, b, a, N, NULL) == RINGLET_OK, "multiword forward");
  expect(b[1] == 0 && b[0] == UINT64_MAX, "the value at 1 is 2^64 - 1");
  expect(ringlet_multiword_ntt_inverse(ntt, b, b, N, NULL) == RINGLET_OK, "multiword inverse");
  expect(memcmp(a, b, sizeof a) == 0, "there and back");
  expect(ringlet_multiword_print(text, sizeof text, a + WORDS * 10, WORDS, false) == RINGLET_OK, "text");
  expect(strcmp(text, "1024") == 0, "2^10");
  ringlet_multiword_ntt_destroy(ntt);
  ringlet_multiword_modulus_destroy(q);
}

int main(void) {
  square();
  every_backend();
  errors();
  rows();
  multiword();
  return failures;
}
