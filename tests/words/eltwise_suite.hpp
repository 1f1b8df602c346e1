#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "support/backends.hpp"
#include "support/guarded_buffer.hpp"
#include "support/moduli.hpp"
#include "support/page_edge_buffer.hpp"
#include "word128/word128_cases.hpp"
#include "words/eltwise_expectations.hpp"

/// Expectations of every element-wise operation, for any word and any language that calls it.
namespace ringlet_test {

/// Buffer of 64-bit words, or an adapter that stores other words in it.
template <class Word, class Buffer>
using BufferOf = std::conditional_t<std::is_same_v<Word, std::uint64_t>, Buffer, WordsIn<Word, Buffer>>;

template <class Word>
[[nodiscard]] std::vector<Word> moduli_of_every_kind(Random& random) {
  if constexpr (std::is_same_v<Word, uint128_t>) {
    return any_moduli128(random);
  } else {
    return any_moduli(random);
  }
}

/// Repeats every test for each backend and each operation of a word, by its place in `operations`.
template <class Word>
class EltwiseSuite : public BackendTest<std::size_t> {
 protected:
  using Q = ringlet::Modulus<Word>;
  using Constants = BasicConstants<Word>;
  using Guarded = BufferOf<Word, GuardedBuffer>;
  using AtPageEdge = BufferOf<Word, PageEdgeBuffer>;

  EltwiseSuite() : EltwiseSuite([](const auto& same) { return same; }) {}
  /// `face` returns another interface of the operation: in_c.
  template <class Face>
  explicit EltwiseSuite(Face face) : operation_(face(operations<Word>()[parameter()])) {}

  [[nodiscard]] const BasicOperation<Word>& operation() const { return operation_; }
  [[nodiscard]] std::vector<Word> input(std::size_t n, Word q) { return inputs_of(operation_, random_, n, q); }
  [[nodiscard]] std::vector<Constants> corners(Word q) { return corner_constants(operation_, random_, q); }
  [[nodiscard]] Constants any_constants(Word q) {
    const std::vector<Constants> all = corners(q);
    return all[random_.up_to(all.size() - 1)];
  }
  [[nodiscard]] std::vector<Word> every_kind_of_modulus() { return moduli_of_every_kind<Word>(random_); }

  /// Checks with disjoint arrays between guards, each at a different distance from a 64-byte boundary.
  void expect_correct_apart(Word value, std::size_t n, std::size_t misalignment, const Constants& constants) {
    Guarded out(n, misalignment % 8);
    Guarded a(input(n, value), misalignment * 3 % 8);
    Guarded b(input(n, value), misalignment * 5 % 8);
    Guarded c(input(n, value), misalignment * 7 % 8);
    expect_correct(operation_, {out.span(), a.span(), b.span(), c.span()}, constants, Q(value));
  }

  /// Checks lengths of thousands of elements that end with one element, and with the shortest and the longest tail of
  /// vectors of four and eight words.
  void expect_correct_when_long(std::span<const Word> moduli) {
    for (const Word value : moduli) {
      for (const std::size_t n : {4097U, 4099U, 4103U, 4129U}) expect_correct_apart(value, n, n, any_constants(value));
    }
  }

  /// Checks every combination of equal and disjoint arrays.
  void expect_correct_for_every_aliasing(Word value, std::size_t n, const Constants& constants) {
    for (const auto& [out, a, b, c] : aliasings()) {
      std::array arrays{Guarded(input(n, value)), Guarded(input(n, value)), Guarded(input(n, value)),
                        Guarded(input(n, value))};
      expect_correct(operation_, {arrays[out].span(), arrays[a].span(), arrays[b].span(), arrays[c].span()}, constants,
                     Q(value));
    }
  }

  /// Checks with the output in place of each input and all other arrays disjoint.
  void expect_correct_in_place(Word value, std::size_t n, const Constants& constants) {
    for (const std::size_t input_of_output : {1U, 2U, 3U}) {
      if ((input_of_output == 2 && !operation_.reads_b) || (input_of_output == 3 && !operation_.reads_c)) continue;
      std::array arrays{Guarded(n), Guarded(input(n, value)), Guarded(input(n, value)), Guarded(input(n, value))};
      expect_correct(operation_, {arrays[input_of_output].span(), arrays[1].span(), arrays[2].span(), arrays[3].span()},
                     constants, Q(value));
    }
  }

  /// Checks all inputs for the smallest moduli. Inputs below 4q cover all lazy ranges, and
  /// exceed q for operations on any word.
  void expect_correct_for_tiny_moduli() {
    constexpr Word largest = 17;
    for (Word value = 2; value <= largest; ++value) {
      const Word top = std::min(top_of_input(operation_, value), static_cast<Word>(4 * value - 1));
      std::vector<Word> a, b, c;
      for (Word first = 0; first <= top; ++first) {
        for (Word second = 0; second <= (operation_.reads_b ? top : 0); ++second) {
          for (Word third = 0; third <= (operation_.reads_c ? top : 0); ++third) {
            a.push_back(first);
            b.push_back(second);
            c.push_back(third);
          }
        }
      }
      std::vector<Word> out(a.size());
      const Word scalars = operation_.scalar == BasicOperation<Word>::Scalar::none ? Word{1} : value;
      const Word bounds = static_cast<Word>(operation_.has_bound ? top + 2 : 1);
      for (Constants constants; constants.scalar < scalars; ++constants.scalar) {
        for (constants.bound = 0; constants.bound < bounds; ++constants.bound) {
          expect_correct(operation_, {out, a, b, c}, constants, Q(value));
        }
      }
    }
  }

  /// Checks with arrays that touch an inaccessible page.
  void expect_correct_at(PageEdgeBuffer::Edge edge, Word value) {
    for (std::size_t n = 1; n <= 34; ++n) {
      const AtPageEdge out(std::vector<Word>(n), edge), a(input(n, value), edge), b(input(n, value), edge),
          c(input(n, value), edge);
      expect_correct(operation_, {out.span(), a.span(), b.span(), c.span()}, any_constants(value), Q(value));
    }
  }

  BasicOperation<Word> operation_;
  Random random_;

 private:
  /// Lists which array each of out, a, b and c is, for all inputs that the operation reads.
  [[nodiscard]] std::vector<std::array<std::size_t, 4>> aliasings() const {
    std::vector<std::array<std::size_t, 4>> all;
    for (std::size_t a = 0; a <= 1; ++a) {
      for (std::size_t b = 0; b <= a + 1; ++b) {
        for (std::size_t c = 0; c <= std::max(a, b) + 1; ++c) {
          const bool b_is_apart = b == a + 1, c_is_apart = c == std::max(a, b) + 1;
          if ((operation_.reads_b || b_is_apart) && (operation_.reads_c || c_is_apart)) all.push_back({0, a, b, c});
        }
      }
    }
    return all;
  }
};

}  // namespace ringlet_test
