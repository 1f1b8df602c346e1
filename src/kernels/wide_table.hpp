#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/choose.hpp"
#include "kernels/wide_ntt_table.hpp"
#include "ringlet/types.hpp"

namespace ringlet::kernels {

/// Element-wise kernels on numbers of `words` words, for 2^124 <= q < 2^modulus_bits. A null entry means "no better
/// than the next in line".
/// Shapes     n >= 1 numbers in each array, word after word
/// Aliasing   out may equal any input; any alignment
/// Input      [0, q)
/// Output     [0, q)
struct WideEltwiseKernels {
  const char* arithmetic;
  unsigned words;
  unsigned modulus_bits;
  void (*add)(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n,
              const WideModulusConstants&);
  void (*sub)(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n,
              const WideModulusConstants&);
  void (*neg)(std::uint64_t* out, const std::uint64_t* a, std::size_t n, const WideModulusConstants&);
  /// a b / R, R = 2^(64 words).
  void (*mul)(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n,
              const WideModulusConstants&);
  /// a s / R with one number s; s may be out's first one.
  void (*mul_scalar)(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* s, std::size_t n,
                     const WideModulusConstants&);
  /// One number: the sum of all a b / R.
  void (*inner_product)(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n,
                        const WideModulusConstants&);

  [[nodiscard]] bool serves(const WideModulusConstants& q) const { return words == q.words && q.bits <= modulus_bits; }

  /// Calls visit(Constant<member>, name) with each operation.
  template <class Visit>
  static constexpr void for_each_operation(Visit visit) {
    using Self = WideEltwiseKernels;
    visit(Constant<&Self::add>{}, "add");
    visit(Constant<&Self::sub>{}, "sub");
    visit(Constant<&Self::neg>{}, "neg");
    visit(Constant<&Self::mul>{}, "mul");
    visit(Constant<&Self::mul_scalar>{}, "mul_scalar");
    visit(Constant<&Self::inner_product>{}, "inner_product");
  }
};

/// The kernels of one instruction set for numbers of several words, best first.
struct WideFamily {
  std::span<const WideNttKernel> ntt = {};
  std::span<const WideEltwiseKernels> eltwise = {};
  /// As in WordKernels.
  const std::uint64_t* calls = nullptr;
};

}  // namespace ringlet::kernels
