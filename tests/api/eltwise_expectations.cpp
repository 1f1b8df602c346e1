#include "api/eltwise_expectations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <list>

#include "reference/modular.hpp"
#include "support/guarded_buffer.hpp"
#include "word128/word128_cases.hpp"

namespace ringlet_test {
namespace {

std::uint64_t reduced(std::uint64_t x, std::uint64_t q) { return reference::reduce(x, q); }
uint128_t reduced(uint128_t x, uint128_t q) { return reference::word128::reduce(x, q); }

std::uint64_t random_below(Random& random, std::uint64_t bound) { return random.up_to(bound - 1); }
uint128_t random_below(Random& random, uint128_t bound) { return random_double(random) % bound; }

template <class Word>
Word top_of(Word q, unsigned factor) {
  constexpr Word top = ~Word{0};
  return factor == 0 || q > top / factor ? top : factor * q - 1;
}

template <class Word>
bool is_correct(const BasicOperation<Word>& operation, Word actual, Word expected, Word q) {
  if (operation.output_factor < 2) return actual == expected;
  return actual <= top_of(q, operation.output_factor) && reduced(actual, q) == expected;
}

template <class Word>
bool is_unchanged(std::span<const Word> now, const std::vector<Word>& before, std::span<const Word> out) {
  return now.data() == out.data() || std::ranges::equal(now, before);
}

/// A split copy of 128-bit words, each half in a buffer of its own at some place.
template <class Buffer>
class SplitCopy {
 public:
  template <class Place>
  SplitCopy(std::span<const uint128_t> words, Place low_place, Place high_place)
      : origin_(words), low_(halves(words, 0), low_place), high_(halves(words, 64), high_place) {}

  [[nodiscard]] bool is_of(std::span<const uint128_t> words) const {
    return words.data() == origin_.data() && words.size() == origin_.size();
  }
  [[nodiscard]] bool is_unchanged() { return std::ranges::equal(words(), origin_); }
  [[nodiscard]] ringlet::SplitSpan<std::uint64_t> span() { return {low_.span(), high_.span()}; }
  [[nodiscard]] Doubles words() {
    Doubles words;
    for (std::size_t i = 0; i < origin_.size(); ++i) {
      words.push_back((uint128_t{high_.span()[i]} << 64) | low_.span()[i]);
    }
    return words;
  }

 private:
  static Words halves(std::span<const uint128_t> words, unsigned shift) {
    Words halves;
    for (const uint128_t word : words) halves.push_back(static_cast<std::uint64_t>(word >> shift));
    return halves;
  }

  std::span<const uint128_t> origin_;
  Buffer low_;
  Buffer high_;
};

/// Applies the operation to copies that copy_of(words) makes.
template <class Buffer, class Place>
void apply_to_split(const BasicOperation<uint128_t>& operation, const ArrayCall<uint128_t>& v, Place low, Place high) {
  std::list<SplitCopy<Buffer>> copies;
  const auto copy_of = [&](std::span<const uint128_t> words) -> SplitCopy<Buffer>& {
    for (SplitCopy<Buffer>& copy : copies) {
      if (copy.is_of(words)) return copy;
    }
    return copies.emplace_back(words, low, high);
  };
  SplitCopy<Buffer>&out = copy_of(v.out), &a = copy_of(v.a), &b = copy_of(v.b), &c = copy_of(v.c);
  operation.on_arrays.split(
      {out.span(), a.span(), b.span(), c.span(), v.scalar, v.bound, v.q, v.input_factor, v.output_factor, v.n});
  std::ranges::copy(out.words(), v.out.begin());
  for (SplitCopy<Buffer>* const in : {&a, &b, &c}) {
    EXPECT_TRUE(in == &out || in->is_unchanged()) << operation.name << " changed an input";
  }
}

}  // namespace

template <class Word>
Word top_of_input(const BasicOperation<Word>& operation, Word q) {
  return top_of(q, operation.input_factor);
}

Words inputs_of(const Operation& operation, Random& random, std::size_t n, std::uint64_t q) {
  return corner_biased(random, n, q, top_of_input(operation, q));
}

Doubles inputs_of(const BasicOperation<uint128_t>& operation, Random& random, std::size_t n, uint128_t q) {
  return corner_biased_doubles(random, n, q, top_of_input(operation, q));
}

template <class Word>
std::vector<BasicConstants<Word>> corner_constants(const BasicOperation<Word>& operation, Random& random, Word q) {
  using Scalar = typename BasicOperation<Word>::Scalar;
  const auto any_word = [&] { return random_below(random, ~Word{0}); };
  std::vector<Word> scalars{0}, bounds{0};
  if (operation.scalar != Scalar::none) scalars.insert(scalars.end(), {1, q - 1, random_below(random, q)});
  if (operation.scalar == Scalar::word) scalars.insert(scalars.end(), {~Word{0}, any_word()});
  if (operation.has_bound) bounds.insert(bounds.end(), {1, q - 1, q, ~Word{0}, any_word()});
  std::vector<BasicConstants<Word>> all;
  for (const Word scalar : scalars) {
    for (const Word bound : bounds) all.push_back({scalar, bound});
  }
  return all;
}

template <class Word>
::testing::AssertionResult correct_element(const BasicOperation<Word>& operation, const Element<Word>& element,
                                           Word actual, std::size_t i, std::size_t n) {
  const Word expected = operation.expected(element);
  if (is_correct(operation, actual, expected, element.q)) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << operation.name << ": element " << i << " of " << n
                                       << ", a = " << text_of(element.a) << ", b = " << text_of(element.b)
                                       << ", c = " << text_of(element.c) << ", scalar = " << text_of(element.scalar)
                                       << ", bound = " << text_of(element.bound) << ", q = " << text_of(element.q)
                                       << ": is " << text_of(actual) << ", should be " << text_of(expected);
}

template <class Word>
void expect_correct(const BasicOperation<Word>& operation, const BasicArguments<Word>& v,
                    const BasicConstants<Word>& constants, const ringlet::Modulus<Word>& q) {
  const auto copy_of = [](std::span<const Word> words) { return std::vector<Word>(words.begin(), words.end()); };
  const std::vector<Word> a = copy_of(v.a), b = copy_of(v.b), c = copy_of(v.c);
  operation.apply(v, constants, q);
  EXPECT_TRUE(is_unchanged<Word>(v.a, a, v.out)) << operation.name << " changed its first input";
  EXPECT_TRUE(is_unchanged<Word>(v.b, b, v.out)) << operation.name << " changed its second input";
  EXPECT_TRUE(is_unchanged<Word>(v.c, c, v.out)) << operation.name << " changed its third input";
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Element<Word> element{
        a[i], operation.reads_b ? b[i] : 0, operation.reads_c ? c[i] : 0, constants.scalar, constants.bound, q.value()};
    const auto correct = correct_element(operation, element, v.out[i], i, a.size());
    EXPECT_TRUE(correct);
    if (!correct) return;
  }
}

template <class Word>
BasicOperation<Word> in_c(const BasicOperation<Word>& operation) {
  BasicOperation<Word> c = operation;
  c.on_arrays.contiguous = [call = operation.in_c](const ArrayCall<Word>& v) {
    using c_api::to_c;
    const auto q = c_api::by_word<Word>(c_api::make_modulus, c_api::make_modulus128)(v.q.value());
    ASSERT_EQ(call({to_c(v.out.data()), to_c(v.a.data()), to_c(v.b.data()), to_c(v.c.data()), to_c(v.scalar),
                    to_c(v.bound), q.get(), v.input_factor, v.output_factor, v.n}),
              RINGLET_OK)
        << ringlet_last_error_message();
  };
  return c;
}

BasicOperation<uint128_t> on_split_arrays(const BasicOperation<uint128_t>& operation) {
  BasicOperation<uint128_t> split = operation;
  split.on_arrays.contiguous = [operation](const ArrayCall<uint128_t>& v) {
    apply_to_split<GuardedBuffer>(operation, v, std::size_t{1}, std::size_t{6});
  };
  return split;
}

BasicOperation<uint128_t> on_split_arrays(const BasicOperation<uint128_t>& operation, PageEdgeBuffer::Edge edge) {
  BasicOperation<uint128_t> split = operation;
  split.on_arrays.contiguous = [operation, edge](const ArrayCall<uint128_t>& v) {
    apply_to_split<PageEdgeBuffer>(operation, v, edge, edge);
  };
  return split;
}

std::vector<std::size_t> split_operation_indices() {
  return operation_indices<uint128_t>([](const auto& o) { return static_cast<bool>(o.on_arrays.split); });
}

template std::uint64_t top_of_input(const Operation&, std::uint64_t);
template uint128_t top_of_input(const BasicOperation<uint128_t>&, uint128_t);
template std::vector<Constants> corner_constants(const Operation&, Random&, std::uint64_t);
template std::vector<BasicConstants<uint128_t>> corner_constants(const BasicOperation<uint128_t>&, Random&, uint128_t);
template void expect_correct(const Operation&, const Arguments&, const Constants&, const Modulus&);
template void expect_correct(const BasicOperation<uint128_t>&, const BasicArguments<uint128_t>&,
                             const BasicConstants<uint128_t>&, const ringlet::Modulus<uint128_t>&);
template ::testing::AssertionResult correct_element(const Operation&, const Element<std::uint64_t>&, std::uint64_t,
                                                    std::size_t, std::size_t);
template ::testing::AssertionResult correct_element(const BasicOperation<uint128_t>&, const Element<uint128_t>&,
                                                    uint128_t, std::size_t, std::size_t);
template Operation in_c(const Operation&);
template BasicOperation<uint128_t> in_c(const BasicOperation<uint128_t>&);

}  // namespace ringlet_test
