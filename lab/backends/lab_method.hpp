#pragma once

#include <span>

#include "lab/methods/method.hpp"

namespace ringlet::lab {

/// Method on an instruction set that does not exist.
struct LabMethod {
  Method method;
  const char* base;      ///< the library's backend that is extended: "avx512dq"
  const char* features;  ///< the extension: "+M,C"
};

/// Exact methods, for tests: the papers' method, and the library's own methods with the extension, for products of
/// words and for products in rows of limbs (lab/arith/row_shoup128.hpp).
extern const std::span<const LabMethod> emulated_avx2_papers;
extern const std::span<const LabMethod> emulated_avx512_papers;
extern const std::span<const LabMethod> emulated_avx512_shoup;
extern const std::span<const LabMethod> emulated_avx512_rows;

/// Methods for timing; their results are wrong. Only the laboratory's programs link these.
extern const std::span<const LabMethod> projected_avx2_papers;
extern const std::span<const LabMethod> projected_avx512_papers;
extern const std::span<const LabMethod> projected_avx512_shoup;
extern const std::span<const LabMethod> projected_avx512_rows;

/// Papers' method with existing instructions, and with proxies for them; the latter's results are wrong.
extern const LabMethod pisa_avx2;
extern const LabMethod pisa_avx2_multiply;
extern const LabMethod pisa_avx512;
extern const LabMethod pisa_avx512_add;
extern const LabMethod pisa_avx512_subtract;

}  // namespace ringlet::lab
