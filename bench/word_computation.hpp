#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "contender.hpp"
#include "plan/aligned_words.hpp"

namespace bench {

/// On cache lines: no contender is to pay for an accident of the heap.
using CacheLineWords = ringlet::plan::AlignedWords<Word>;

/// A computation on plain arrays of words: all but those of libraries with a representation of their own.
class WordComputation : public Computation {
 public:
  /// What the result holds before the first run: the first operand where the computation is in place and has no other.
  enum class Start { zero, first_operand };

  WordComputation(std::size_t n, Start start) : start_(start), out_(n) {}

  void load(std::span<const Word> a, std::span<const Word> b) override {
    if (start_ == Start::first_operand) {
      std::ranges::copy(a, out_.begin());
      return;
    }
    a_.assign(a.begin(), a.end());
    b_.assign(b.begin(), b.end());
    std::ranges::fill(out_, Word{0});
  }

  void store(std::span<Word> out) const override { std::ranges::copy(out_, out.begin()); }

 protected:
  std::span<const Word> a() const { return a_; }
  std::span<const Word> b() const { return b_; }
  std::span<Word> out() { return out_; }

 private:
  Start start_;
  CacheLineWords a_;
  CacheLineWords b_;
  CacheLineWords out_;
};

}  // namespace bench
