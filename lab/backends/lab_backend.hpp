#pragma once

#include <span>

#include "backends/registry.hpp"

namespace ringlet::lab {

/// A method on an instruction set that does not exist, in the shape of the library's backends, but in none of its
/// lists.
struct LabBackend {
  backends::Backend backend;
  const char* base;      ///< the library's backend that is extended: "avx512dq"
  const char* features;  ///< the extension: "+M,C"
  const char* method;    ///< the name of the kernels' arithmetic: "limb64x2-schoolbook"
};

/// Exact, for tests. The papers' method, and the library's own with what the extension would give them: products of
/// words, and products in rows of limbs (lab/arith/row_shoup128.hpp).
extern const std::span<const LabBackend> emulated_avx2_papers;
extern const std::span<const LabBackend> emulated_avx512_papers;
extern const std::span<const LabBackend> emulated_avx512_shoup;
extern const std::span<const LabBackend> emulated_avx512_rows;

/// Wrong numbers, for timing. Nothing but the laboratory's programs links these.
extern const std::span<const LabBackend> projected_avx2_papers;
extern const std::span<const LabBackend> projected_avx512_papers;
extern const std::span<const LabBackend> projected_avx512_shoup;
extern const std::span<const LabBackend> projected_avx512_rows;

/// The papers' method with existing instructions, and with proxies of them: wrong numbers again.
extern const LabBackend pisa_avx2;
extern const LabBackend pisa_avx2_multiply;
extern const LabBackend pisa_avx512;
extern const LabBackend pisa_avx512_add;
extern const LabBackend pisa_avx512_subtract;

}  // namespace ringlet::lab
