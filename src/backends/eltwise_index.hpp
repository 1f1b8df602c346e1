#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <tuple>
#include <type_traits>

#include "arith/modulus.hpp"
#include "arith/word_traits.hpp"
#include "kernels/kernel_table.hpp"

namespace ringlet::backends {

/// For each element-wise operation on arrays of one layout the kernel that `choose_eltwise` finds, by the modulus.
template <class Kernels>
class EltwiseRanges {
  using WordType = typename Kernels::WordType;
  using Modulus = arith::ModulusFor<WordType>;

 public:
  using Word = arith::TwiddleWord<WordType>;
  static constexpr unsigned max_bits = arith::WordTraits<WordType>::max_modulus_bits;
  static constexpr Word greatest_modulus = static_cast<Word>(~Word{0}) >> (arith::WordTraits<Word>::bits - max_bits);

  /// All zero, for `add`: g++ 12 makes nothing else of arrays of constants.
  constexpr EltwiseRanges() = default;
  /// The same kernels for all moduli.
  constexpr explicit EltwiseRanges(const Kernels& kernels) {
    ranges_[0] = {static_cast<Word>(~Word{0}), kernels};
    first_of_.fill(&ranges_[0]);
    of_length_.fill(&ranges_[0].kernels);
  }
  EltwiseRanges(const EltwiseRanges&) = delete;
  EltwiseRanges& operator=(const EltwiseRanges&) = delete;

  /// Sets the kernels for moduli up to `greatest`, from the end of the last range that was added, at first 2.
  /// several: kernels that look at the modulus, for a length that ranges share.
  /// std::logic_error: there are more ranges of moduli than there is room for.
  void add(Word greatest, const Kernels& kernels, const Kernels& several) {
    if (count_ == 0 || !(kernels == ranges_[count_ - 1].kernels)) {
      if (count_ == max_ranges) throw std::logic_error("an EltwiseIndex has too little room");
      const unsigned last_bits = min_bits + lengths_ - 1;
      const bool shares_length = count_ != 0 && Word{1} << last_bits != ranges_[count_ - 1].greatest + 1;
      if (shares_length) of_length_[last_bits] = &several;
      ranges_[count_++].kernels = kernels;
    }
    Range& range = ranges_[count_ - 1];
    range.greatest = greatest;
    for (unsigned bits = min_bits + lengths_; bits <= max_bits && Word{1} << (bits - 1) <= greatest; ++bits) {
      first_of_[bits] = &range;
      of_length_[bits] = &range.kernels;
      ++lengths_;
    }
  }

  /// Ranges that share a length with others, as those of special primes do, are behind one another.
  [[nodiscard]] const Kernels& of(const Modulus& q) const {
    const Range* range = first_of_[q.bits];
    while (q.q > range->greatest) ++range;
    return range->kernels;
  }
  /// The same for calls that have no time to compare: for a length that ranges share, kernels that do.
  [[nodiscard]] const Kernels& of_length(unsigned bits) const { return *of_length_[bits]; }
  /// The kernels for some modulus, of operations in which none takes part.
  [[nodiscard]] const Kernels& any() const { return ranges_[0].kernels; }

 private:
  static constexpr unsigned min_bits = 2;
  static constexpr unsigned max_ranges = 16;
  struct Range {
    Word greatest;
    Kernels kernels;
  };

  /// By length, the range in which the least modulus of that length lies.
  std::array<const Range*, max_bits + 1> first_of_{};
  std::array<const Kernels*, max_bits + 1> of_length_{};
  std::array<Range, max_ranges> ranges_{};
  unsigned count_ = 0;
  /// How many lengths have a range, from min_bits on.
  unsigned lengths_ = 0;
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

/// The element-wise kernels of one backend by the modulus: a call without a plan has no time to search.
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
  [[nodiscard]] const Kernels& of(const arith::ModulusFor<typename Kernels::WordType>& q) const {
    return std::get<EltwiseRanges<Kernels>>(ranges_).of(q);
  }
  template <class Kernels>
  [[nodiscard]] const Kernels& of_length(unsigned bits) const {
    return std::get<EltwiseRanges<Kernels>>(ranges_).of_length(bits);
  }
  template <class Kernels>
  [[nodiscard]] const Kernels& any() const {
    return std::get<EltwiseRanges<Kernels>>(ranges_).any();
  }

 private:
  std::once_flag filled_;
  RangesOf<EltwiseTables>::Type ranges_;
};

}  // namespace ringlet::backends
