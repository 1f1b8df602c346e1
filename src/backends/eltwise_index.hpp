#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <tuple>
#include <type_traits>

#include "arith/word_traits.hpp"
#include "kernels/kernel_table.hpp"

namespace ringlet::backends {

/// For each element-wise operation on arrays of one layout the kernel that `choose_eltwise` finds, by the length of the
/// modulus.
template <class Kernels>
class EltwiseRanges {
 public:
  constexpr EltwiseRanges() : EltwiseRanges(Kernels{}) {}
  /// The same kernels for all moduli.
  constexpr explicit EltwiseRanges(const Kernels& kernels) {
    ranges_[0] = kernels;
    kernels_of_.fill(&ranges_[0]);
  }
  EltwiseRanges(const EltwiseRanges&) = delete;
  EltwiseRanges& operator=(const EltwiseRanges&) = delete;

  static constexpr unsigned max_bits = arith::WordTraits<typename Kernels::WordType>::max_modulus_bits;
  /// Sets the kernels for moduli of a length, which is one more than the last one that was set, at first 2.
  /// std::logic_error: there are more ranges of moduli than there is room for.
  void set(unsigned bits, const Kernels& kernels) {
    if (count_ == 0 || !(kernels == ranges_[count_ - 1])) {
      if (count_ == max_ranges) throw std::logic_error("an EltwiseIndex has too little room");
      ranges_[count_++] = kernels;
    }
    kernels_of_[bits] = &ranges_[count_ - 1];
  }
  [[nodiscard]] const Kernels& of(unsigned bits) const { return *kernels_of_[bits]; }

 private:
  static constexpr unsigned max_ranges = 16;

  std::array<const Kernels*, max_bits + 1> kernels_of_{};
  std::array<Kernels, max_ranges> ranges_{};
  unsigned count_ = 0;
};

/// The types of tables of element-wise kernels: one for each word and layout of its arrays.
template <class Word>
using EltwiseTablesOf = std::conditional_t<
    arith::WordTraits<Word>::has_split_arrays,
    std::tuple<kernels::BasicEltwiseKernels<Word>, kernels::BasicEltwiseKernels<Word, kernels::SplitArrays>>,
    std::tuple<kernels::BasicEltwiseKernels<Word>>>;
using EltwiseTables = arith::Words::Concatenation<EltwiseTablesOf>;

/// EltwiseRanges of each of these.
template <class Tables>
struct RangesOf;
template <class... Kernels>
struct RangesOf<std::tuple<Kernels...>> {
  using Type = std::tuple<EltwiseRanges<Kernels>...>;
};

/// The element-wise kernels of one backend by the length of the modulus: a call without a plan has no time to search.
/// It needs no memory of its own, so that filling it cannot fail.
class EltwiseIndex {
 public:
  constexpr EltwiseIndex() = default;
  /// These kernels for all moduli.
  constexpr explicit EltwiseIndex(const EltwiseTables& kernels) : ranges_(kernels) {}

  /// Calls fill(ranges) with those of each layout, the first time. Any number of threads may call it; when it returns,
  /// the index can be read.
  template <class Fill>
  void fill_once(Fill fill) {
    std::call_once(filled_, [&] { std::apply([&](auto&... ranges) { (fill(ranges), ...); }, ranges_); });
  }

  template <class Kernels>
  [[nodiscard]] const Kernels& of(unsigned bits) const {
    return std::get<EltwiseRanges<Kernels>>(ranges_).of(bits);
  }

 private:
  std::once_flag filled_;
  RangesOf<EltwiseTables>::Type ranges_;
};

}  // namespace ringlet::backends
