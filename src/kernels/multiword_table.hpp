#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/choose.hpp"
#include "kernels/multiword_ntt_table.hpp"
#include "ringlet/types.hpp"

namespace ringlet::kernels {

/// Element-wise kernels on numbers of `words` words, for 2^124 <= q < 2^modulus_bits. A null entry leaves the operation
/// to the next table, which is no slower.
/// Shapes     n >= 1 numbers in each array, word after word
/// Aliasing   out may equal any input; any alignment
/// Input      [0, q)
/// Output     [0, q)
struct MultiwordEltwiseKernels {
  const char* arithmetic;
  unsigned words;
  unsigned modulus_bits;
  void (*add)(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n,
              const MultiwordModulusConstants&);
  void (*sub)(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n,
              const MultiwordModulusConstants&);
  void (*neg)(std::uint64_t* out, const std::uint64_t* a, std::size_t n, const MultiwordModulusConstants&);
  /// out = a b / R, R = 2^(64 words).
  void (*mul)(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n,
              const MultiwordModulusConstants&);
  /// out = a s / R with one number s; s may be out's first number.
  void (*mul_scalar)(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* s, std::size_t n,
                     const MultiwordModulusConstants&);
  /// out, one number, is the sum of all a b / R.
  void (*inner_product)(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n,
                        const MultiwordModulusConstants&);

  [[nodiscard]] bool serves(const MultiwordModulusConstants& q) const {
    return words == q.words && q.bits <= modulus_bits;
  }

  /// Calls visit(Constant<member>, name) for each operation.
  template <class Visit>
  static constexpr void for_each_operation(Visit visit) {
    using Self = MultiwordEltwiseKernels;
    visit(Constant<&Self::add>{}, "add");
    visit(Constant<&Self::sub>{}, "sub");
    visit(Constant<&Self::neg>{}, "neg");
    visit(Constant<&Self::mul>{}, "mul");
    visit(Constant<&Self::mul_scalar>{}, "mul_scalar");
    visit(Constant<&Self::inner_product>{}, "inner_product");
  }
};

/// Kernels of one instruction set for multiword numbers, best first.
struct MultiwordFamily {
  std::span<const MultiwordNttKernel> ntt = {};
  std::span<const MultiwordEltwiseKernels> eltwise = {};
  /// Number of calls, as WordKernels::calls.
  const std::uint64_t* calls = nullptr;
};

}  // namespace ringlet::kernels
