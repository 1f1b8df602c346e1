#include "words/eltwise_expectations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "reference/modular.hpp"
#include "support/guarded_buffer.hpp"
#include "support/moduli.hpp"
#include "word128/word128_cases.hpp"

namespace ringlet_test {
namespace {

/// Returns x mod q.
template <class Number>
Number reduced(Number x, Number q) {
  if constexpr (std::is_same_v<Number, uint128_t>) {
    return reference::word128::reduce(x, q);
  } else {
    return reference::reduce(x, q);
  }
}

template <class Number>
Number random_below(Random& random, Number bound) {
  if constexpr (std::is_same_v<Number, uint128_t>) {
    return random_word128(random) % bound;
  } else {
    return random.up_to(bound - 1);
  }
}

template <class Word>
constexpr Word max_of = static_cast<Word>(~Word{0});

template <class Word>
Word top_of(Word q, unsigned factor) {
  return factor == ringlet::Range::any || q > max_of<Word> / factor ? max_of<Word> : static_cast<Word>(factor * q - 1);
}

template <class Word>
bool is_correct(const BasicOperation<Word>& operation, Word actual, Word expected, Word q) {
  if (operation.output_factor < 2) return actual == expected;
  return actual <= top_of(q, operation.output_factor) && reduced(Exact<Word>{actual}, Exact<Word>{q}) == expected;
}

template <class Word>
bool is_unchanged(std::span<const Word> now, const std::vector<Word>& before, std::span<const Word> out) {
  return now.data() == out.data() || std::ranges::equal(now, before);
}

}  // namespace

template <class Word>
bool has_room(const BasicOperation<Word>& operation, Word q) {
  const bool is_odd = operation.name.find("montgomery") != std::string::npos;
  const std::uint64_t number = static_cast<std::uint64_t>(q) | (is_odd ? 1 : 0);
  return ringlet_test::has_room(number, operation.input_factor) &&
         (operation.output_factor < 2 || ringlet_test::has_room(number, operation.output_factor));
}

template <class Word>
Word top_of_input(const BasicOperation<Word>& operation, Word q) {
  return top_of(q, operation.input_factor);
}

template <class Word>
std::vector<Word> inputs_of(const BasicOperation<Word>& operation, Random& random, std::size_t n, Word q) {
  if constexpr (std::is_same_v<Word, uint128_t>) {
    return corner_biased_words128(random, n, q, top_of_input(operation, q));
  } else {
    return corner_biased(random, n, q, top_of_input(operation, q));
  }
}

template <class Word>
std::vector<BasicConstants<Word>> corner_constants(const BasicOperation<Word>& operation, Random& random, Word q) {
  using Scalar = typename BasicOperation<Word>::Scalar;
  const auto below = [&](Word bound) { return static_cast<Word>(random_below(random, Exact<Word>{bound})); };
  const Word last = static_cast<Word>(q - 1);
  std::vector<Word> scalars{0}, bounds{0};
  if (operation.scalar != Scalar::none) scalars.insert(scalars.end(), {1, last, below(q)});
  if (operation.scalar == Scalar::word) scalars.insert(scalars.end(), {max_of<Word>, below(max_of<Word>)});
  if (operation.has_bound) bounds.insert(bounds.end(), {1, last, q, max_of<Word>, below(max_of<Word>)});
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
  if (is_correct(operation, actual, expected, static_cast<Word>(element.q))) return ::testing::AssertionSuccess();
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
  if (std::is_same_v<Word, std::uint64_t> && !has_room(operation, q.value())) {
    EXPECT_THROW(operation.apply(v, constants, q), std::invalid_argument) << operation.name;
    return;
  }
  operation.apply(v, constants, q);
  EXPECT_TRUE(is_unchanged<Word>(v.a, a, v.out)) << operation.name << " changed its first input";
  EXPECT_TRUE(is_unchanged<Word>(v.b, b, v.out)) << operation.name << " changed its second input";
  EXPECT_TRUE(is_unchanged<Word>(v.c, c, v.out)) << operation.name << " changed its third input";
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Element<Word> element{a[i],
                                operation.reads_b ? b[i] : Word{0},
                                operation.reads_c ? c[i] : Word{0},
                                constants.scalar,
                                constants.bound,
                                q.value()};
    const auto correct = correct_element(operation, element, v.out[i], i, a.size());
    EXPECT_TRUE(correct);
    if (!correct) return;
  }
}

template <class Word>
BasicOperation<Word> in_c(const BasicOperation<Word>& operation) {
  BasicOperation<Word> c = operation;
  c.on_arrays = [call = operation.in_c](const ArrayCall<Word>& v) {
    using c_api::to_c;
    const auto q =
        c_api::by_word<Word>(c_api::make_modulus32, c_api::make_modulus, c_api::make_modulus128)(v.q.value());
    const ringlet_status status = call({to_c(v.out.data()), to_c(v.a.data()), to_c(v.b.data()), to_c(v.c.data()),
                                        to_c(v.scalar), to_c(v.bound), q.get(), v.input_factor, v.output_factor, v.n});
    if (status == RINGLET_INVALID_ARGUMENT) throw std::invalid_argument(ringlet_last_error_message());
    ASSERT_EQ(status, RINGLET_OK) << ringlet_last_error_message();
  };
  return c;
}

#define RINGLET_INSTANTIATE(Word)                                                                                     \
  template bool has_room(const BasicOperation<Word>&, Word);                                                          \
  template Word top_of_input(const BasicOperation<Word>&, Word);                                                      \
  template std::vector<Word> inputs_of(const BasicOperation<Word>&, Random&, std::size_t, Word);                      \
  template std::vector<BasicConstants<Word>> corner_constants(const BasicOperation<Word>&, Random&, Word);            \
  template void expect_correct(const BasicOperation<Word>&, const BasicArguments<Word>&, const BasicConstants<Word>&, \
                               const ringlet::Modulus<Word>&);                                                        \
  template ::testing::AssertionResult correct_element(const BasicOperation<Word>&, const Element<Word>&, Word,        \
                                                      std::size_t, std::size_t);
RINGLET_FOR_EACH_TESTED_WORD(RINGLET_INSTANTIATE)

#ifndef RINGLET_TESTED_WORD
template Operation in_c(const Operation&);
template BasicOperation<uint128_t> in_c(const BasicOperation<uint128_t>&);
#endif

}  // namespace ringlet_test
