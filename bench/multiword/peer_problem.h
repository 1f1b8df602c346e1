#pragma once

#include <stdint.h>

/// What the libraries in other languages are asked to compute, as Go and Rust take it.
///
/// Numbers are their words, in Montgomery form: four for each, or six in the field of 377 bits.
typedef struct {
  /// 0: the scalar field of BN254, 1: that of BLS12-381, 2: the base field of BLS12-377
  int field;
  /// 0: forward transform, 1: inverse, 2: product, 3: sum, 4: inner product
  int operation;
  int log_n;
  /// Of evaluations: 1 for natural order, 0 for bit-reversed.
  int is_natural;
  int threads;
  /// The root of unity of order n.
  const uint64_t* root;
  /// n numbers each.
  const uint64_t* x;
  const uint64_t* y;
} ringlet_peer_problem;
