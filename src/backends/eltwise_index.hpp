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

/// The kernels that `choose_eltwise` finds for the element-wise operations on arrays of one word, by modulus.
template <class Kernels>
class EltwiseRanges {
  using WordType = typename Kernels::WordType;
  using Modulus = arith::ModulusFor<WordType>;

 public:
  using Word = arith::TwiddleWord<WordType>;
  static constexpr Word greatest_modulus = arith::WordTraits<WordType>::greatest_modulus;
  static constexpr unsigned max_bits = arith::length_of(greatest_modulus);

  /// Sets all to zero, for `add`. g++ 12 supports no other constant initialisation of these arrays.
  constexpr EltwiseRanges() = default;
  /// Sets the same kernels for all moduli.
  constexpr explicit EltwiseRanges(const Kernels& kernels) {
    ranges_[0] = {static_cast<Word>(~Word{0}), kernels};
    first_of_.fill(&ranges_[0]);
    of_length_.fill(&ranges_[0].kernels);
  }
  EltwiseRanges(const EltwiseRanges&) = delete;
  EltwiseRanges& operator=(const EltwiseRanges&) = delete;

  /// Sets the kernels for moduli up to `greatest`, from the end of the range that was added last, at first from 2.
  /// several: kernels that look at the modulus, for a length that ranges share.
  /// Throws std::logic_error if there are more ranges of moduli than room for them.
  void add(Word greatest, const Kernels& kernels, const Kernels& several) {
    if (count_ == 0 || !(kernels == ranges_[count_ - 1].kernels)) {
      if (count_ == max_ranges) throw std::logic_error("an EltwiseIndex has too little room");
      const unsigned last_bits = min_bits + lengths_ - 1;
      const bool shares_length =
          count_ != 0 && ranges_[count_ - 1].greatest != arith::greatest_of_length<Word>(last_bits);
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

  /// Returns the kernels for a modulus. Ranges that share a length, such as those of special primes, follow each other.
  [[nodiscard]] const Kernels& of(const Modulus& q) const {
    const Range* range = first_of_[q.bits];
    while (q.q > range->greatest) ++range;
    return range->kernels;
  }
  /// Returns the kernels for a length, for calls without time to compare. If ranges share the length, these compare.
  [[nodiscard]] const Kernels& of_length(unsigned bits) const { return *of_length_[bits]; }
  /// Returns the kernels for operations without a modulus.
  [[nodiscard]] const Kernels& any() const { return ranges_[0].kernels; }

 private:
  static constexpr unsigned min_bits = 2;
  static constexpr unsigned max_ranges = 16;
  struct Range {
    Word greatest;
    Kernels kernels;
  };

  /// For each length, the range that contains the least modulus of that length.
  std::array<const Range*, max_bits + 1> first_of_{};
  std::array<const Kernels*, max_bits + 1> of_length_{};
  std::array<Range, max_ranges> ranges_{};
  unsigned count_ = 0;
  /// Number of lengths, from min_bits on, that have a range.
  unsigned lengths_ = 0;
};

/// The tables of element-wise kernels of all words, and their ranges.
template <class Word>
using EltwiseTableOf = kernels::BasicEltwiseKernels<Word>;
using EltwiseTables = arith::Words::Tuple<EltwiseTableOf>;
template <class Word>
using EltwiseRangesOf = EltwiseRanges<EltwiseTableOf<Word>>;

/// The element-wise kernels of one backend by modulus, because a call without a plan has no time to search. Allocates
/// no memory, so that filling it cannot fail.
class EltwiseIndex {
 public:
  constexpr EltwiseIndex() = default;
  /// Uses these kernels for all moduli.
  constexpr explicit EltwiseIndex(const EltwiseTables& kernels) : ranges_(kernels) {}

  /// Calls fill(ranges) for each word, the first time. Any number of threads may call it; when it returns, the index
  /// can be read.
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
  arith::Words::Tuple<EltwiseRangesOf> ranges_;
};

}  // namespace ringlet::backends
