#pragma once

#include <stdint.h>

/// Problem for libraries in other languages, in a form that Go and Rust can read.
///
/// Each number is four words in Montgomery form, or six in the field of 377 bits.
typedef struct {
  /// Field: 0 is the scalar field of BN254, 1 that of BLS12-381, 2 the base field of BLS12-377.
  int field;
  /// Operation: 0 is the forward transform, 1 the inverse, 2 the product, 3 the sum, 4 the inner product.
  int operation;
  int log_n;
  /// Order of evaluations: 1 is natural, 0 is bit-reversed.
  int is_natural;
  int threads;
  /// Root of unity of order n.
  const uint64_t* root;
  /// Operands, n numbers each.
  const uint64_t* x;
  const uint64_t* y;
} ringlet_peer_problem;
