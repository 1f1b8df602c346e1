#pragma once

#include <stddef.h>
#include <stdint.h>

/// Problem for libraries in other languages, in a form that Go and Rust can read. Numbers are words in [0, q), in plain
/// form. Matrices are row by row.
typedef struct {
  /// Field: 0 is BabyBear, 1 KoalaBear, 2 Mersenne31, 3 Goldilocks, 4 another prime.
  int field;
  /// Operation: 0 is the forward transform of all columns, 1 the extension to a coset with 2^log_blowup as many points,
  /// 2 the product, 3 the sum, 4 the product in the extension field. Vectors are columns of width 1; elements of the
  /// extension field are rows.
  int operation;
  int log_rows;
  int log_blowup;
  size_t width;
  uint64_t q;
  /// Shift of the coset.
  uint64_t shift;
  /// Operands, 2^log_rows rows each.
  const uint64_t* x;
  const uint64_t* y;
} ringlet_field_problem;
