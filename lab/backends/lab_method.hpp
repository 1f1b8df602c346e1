#pragma once

#include <span>

#include "lab/methods/method.hpp"

namespace ringlet::lab {

/// A method on an instruction set that does not exist.
struct LabMethod {
  Method method;
  const char* base;      ///< the library's backend that is extended: "avx512dq"
  const char* features;  ///< the extension: "+M,C"
};

/// Exact, for tests. The papers' method, and the library's own with what the extension would give them: products of
/// words, and products in rows of limbs (lab/arith/row_shoup128.hpp).
extern const std::span<const LabMethod> emulated_avx2_papers;
extern const std::span<const LabMethod> emulated_avx512_papers;
extern const std::span<const LabMethod> emulated_avx512_shoup;
extern const std::span<const LabMethod> emulated_avx512_rows;

/// Wrong numbers, for timing. Nothing but the laboratory's programs links these.
extern const std::span<const LabMethod> projected_avx2_papers;
extern const std::span<const LabMethod> projected_avx512_papers;
extern const std::span<const LabMethod> projected_avx512_shoup;
extern const std::span<const LabMethod> projected_avx512_rows;

/// The papers' method with existing instructions, and with proxies of them: wrong numbers again.
extern const LabMethod pisa_avx2;
extern const LabMethod pisa_avx2_multiply;
extern const LabMethod pisa_avx512;
extern const LabMethod pisa_avx512_add;
extern const LabMethod pisa_avx512_subtract;

}  // namespace ringlet::lab
