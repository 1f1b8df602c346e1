#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "backends/registry.hpp"
#include "plan/aligned_words.hpp"

namespace ringlet::plan {

template <class Word>
class FixedVector;

/// A fixed multiplicand of element-wise products: the kernel, chosen once, and the multiplicand's twiddles in that
/// kernel's format. Arguments have been checked by the layer above.
template <>
class FixedVector<std::uint64_t> {
 public:
  /// values: below q.
  FixedVector(std::span<const std::uint64_t> values, const arith::WordModulus& modulus,
              const backends::Backend& backend);

  /// out = x values + z, or x values where z is null; arrays of size() words.
  void multiply_add(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* z, unsigned input_factor) const;

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::string describe() const;

 private:
  arith::WordModulus modulus_;
  std::size_t size_;
  backends::EltwiseChoice choice_;
  AlignedWords<std::uint64_t> twiddles_;
};

}  // namespace ringlet::plan
