#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <type_traits>

#include "backends/registry.hpp"
#include "kernels/kernel_table.hpp"

namespace ringlet::backends {

/// Of each element-wise operation the kernel that `choose_eltwise` finds, for moduli of every length: a call without a
/// plan has no time to search.
template <class Kernels>
class EltwiseIndex {
 public:
  constexpr EltwiseIndex() : EltwiseIndex(Kernels{}) {}
  /// The same kernels for all moduli.
  constexpr explicit EltwiseIndex(const Kernels& kernels) {
    ranges_[0] = kernels;
    kernels_of_.fill(&ranges_[0]);
  }
  EltwiseIndex(const EltwiseIndex&) = delete;
  EltwiseIndex& operator=(const EltwiseIndex&) = delete;

  static constexpr unsigned max_bits = std::is_same_v<typename Kernels::WordType, std::uint64_t> ? 62 : 124;

  /// std::logic_error: there are more ranges of moduli than there is room for.
  void fill(const Backend& backend);
  [[nodiscard]] const Kernels& of(unsigned bits) const { return *kernels_of_[bits]; }

 private:
  static constexpr unsigned max_ranges = 16;

  std::array<const Kernels*, max_bits + 1> kernels_of_{};
  std::array<Kernels, max_ranges> ranges_{};
};

/// The indices of one backend, filled when it becomes active for the first time. They need no memory of their own, so
/// that this cannot fail.
class Dispatch {
 public:
  constexpr Dispatch() = default;

  /// These kernels for all moduli.
  constexpr Dispatch(const kernels::EltwiseKernels& words, const kernels::DoubleEltwiseKernels& double_words,
                     const kernels::SplitEltwiseKernels& split)
      : words_(words), double_words_(double_words), split_(split) {}

  /// Any number of threads may call it; when it returns, the indices can be read.
  void fill_once(const Backend& backend);

  template <class Kernels>
  [[nodiscard]] const Kernels& eltwise(unsigned bits) const {
    if constexpr (std::is_same_v<Kernels, kernels::EltwiseKernels>) {
      return words_.of(bits);
    } else if constexpr (std::is_same_v<Kernels, kernels::DoubleEltwiseKernels>) {
      return double_words_.of(bits);
    } else {
      return split_.of(bits);
    }
  }

 private:
  std::once_flag filled_;
  EltwiseIndex<kernels::EltwiseKernels> words_;
  EltwiseIndex<kernels::DoubleEltwiseKernels> double_words_;
  EltwiseIndex<kernels::SplitEltwiseKernels> split_;
};

/// Kernels that calls find before there is an active backend. They choose one and forward the call to it.
extern const Dispatch undecided;

}  // namespace ringlet::backends
