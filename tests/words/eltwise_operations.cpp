#include "words/eltwise_operations.hpp"

#include "reference/modular.hpp"
#include "reference/word128.hpp"
#include "ringlet/eltwise.hpp"
#include "ringlet/fixed_operand.hpp"

namespace ringlet_test {
namespace {

using c_api::by_word;
using ringlet::Comparison;
using ringlet::Form;

// Oracles of both words.
using reference::add_mod;
using reference::fma_mod;
using reference::mul_mod;
using reference::reduce;
using reference::sub_mod;
using reference::word128::add_mod;
using reference::word128::fma_mod;
using reference::word128::mul_mod;
using reference::word128::reduce;
using reference::word128::sub_mod;

template <class Word>
using Table = std::vector<BasicOperation<Word>>;

template <class Word>
Table<Word> sums() {
  using Scalar = typename BasicOperation<Word>::Scalar;
  return {
      {.name = "add",
       .reads_b = true,
       .on_arrays = [](const auto& v) { ringlet::add(v.out, v.a, v.b, v.q); },
       .in_c =
           [](const auto& v) {
             return by_word<Word>(ringlet_add32, ringlet_add, ringlet_add128)(v.out, v.a, v.b, v.n, v.q);
           },
       .expected = [](const auto& x) { return add_mod(x.a, x.b, x.q); }},
      {.name = "add_scalar",
       .scalar = Scalar::residue,
       .on_arrays = [](const auto& v) { ringlet::add(v.out, v.a, v.scalar, v.q); },
       .in_c =
           [](const auto& v) {
             return by_word<Word>(ringlet_add_scalar32, ringlet_add_scalar, ringlet_add_scalar128)(v.out, v.a, v.scalar,
                                                                                                   v.n, v.q);
           },
       .expected = [](const auto& x) { return add_mod(x.a, x.scalar, x.q); }},
      {.name = "sub",
       .reads_b = true,
       .on_arrays = [](const auto& v) { ringlet::sub(v.out, v.a, v.b, v.q); },
       .in_c =
           [](const auto& v) {
             return by_word<Word>(ringlet_sub32, ringlet_sub, ringlet_sub128)(v.out, v.a, v.b, v.n, v.q);
           },
       .expected = [](const auto& x) { return sub_mod(x.a, x.b, x.q); }},
      {.name = "sub_scalar",
       .scalar = Scalar::residue,
       .on_arrays = [](const auto& v) { ringlet::sub(v.out, v.a, v.scalar, v.q); },
       .in_c =
           [](const auto& v) {
             return by_word<Word>(ringlet_sub_scalar32, ringlet_sub_scalar, ringlet_sub_scalar128)(v.out, v.a, v.scalar,
                                                                                                   v.n, v.q);
           },
       .expected = [](const auto& x) { return sub_mod(x.a, x.scalar, x.q); }},
      {.name = "neg",
       .on_arrays = [](const auto& v) { ringlet::neg(v.out, v.a, v.q); },
       .in_c =
           [](const auto& v) {
             return by_word<Word>(ringlet_neg32, ringlet_neg, ringlet_neg128)(v.out, v.a, v.n, v.q);
           },
       .expected = [](const auto& x) { return sub_mod(0, x.a, x.q); }},
  };
}

template <class Word>
Table<Word> products() {
  return {
      {.name = "mul",
       .input_factors = {1, 2, 4},
       .reads_b = true,
       .on_arrays = [](const auto& v) { ringlet::mul(v.out, v.a, v.b, v.q, {v.input_factor, v.output_factor}); },
       .in_c =
           [](const auto& v) {
             return by_word<Word>(ringlet_mul32, ringlet_mul, ringlet_mul128)(v.out, v.a, v.b, v.n, v.q,
                                                                              v.input_factor);
           },
       .expected = [](const auto& x) { return mul_mod(x.a, x.b, x.q); }},
      {.name = "mul_sub",
       .input_factors = {1, 2, 4},
       .reads_b = true,
       .reads_c = true,
       .on_arrays =
           [](const auto& v) { ringlet::mul_sub(v.out, v.a, v.b, v.c, v.q, {v.input_factor, v.output_factor}); },
       .in_c =
           [](const auto& v) {
             return by_word<Word>(ringlet_mul_sub32, ringlet_mul_sub, ringlet_mul_sub128)(v.out, v.a, v.b, v.c, v.n,
                                                                                          v.q, v.input_factor);
           },
       .expected = [](const auto& x) { return sub_mod(mul_mod(x.a, x.b, x.q), reduce(x.c, x.q), x.q); }},
      {.name = "mul_add",
       .input_factors = {1, 2, 4},
       .reads_b = true,
       .reads_c = true,
       .on_arrays =
           [](const auto& v) { ringlet::mul_add(v.out, v.a, v.b, v.c, v.q, {v.input_factor, v.output_factor}); },
       .in_c =
           [](const auto& v) {
             return by_word<Word>(ringlet_mul_add32, ringlet_mul_add, ringlet_mul_add128)(v.out, v.a, v.b, v.c, v.n,
                                                                                          v.q, v.input_factor);
           },
       .expected = [](const auto& x) { return fma_mod(x.a, x.b, x.c, x.q); }},
  };
}

template <class Word>
Table<Word> scalar_products() {
  using Scalar = typename BasicOperation<Word>::Scalar;
  const auto product = [](const auto& x) { return mul_mod(x.a, x.scalar, x.q); };
  return {
      {.name = "mul_scalar",
       .input_factors = {1, 2, 4, 8},
       .scalar = Scalar::residue,
       .on_arrays = [](const auto& v) { ringlet::mul(v.out, v.a, v.scalar, v.q, {v.input_factor, v.output_factor}); },
       .in_c =
           [](const auto& v) {
             const auto call = by_word<Word>(ringlet_mul_scalar32, ringlet_mul_scalar, ringlet_mul_scalar128);
             return call(v.out, v.a, v.scalar, v.n, v.q, v.input_factor);
           },
       .expected = product},
      {.name = "axpy",
       .input_factors = {1, 2, 4, 8},
       .reads_b = true,
       .may_lack_b = true,
       .scalar = Scalar::residue,
       .on_arrays =
           [](const auto& v) { ringlet::mul_add(v.out, v.a, v.scalar, v.b, v.q, {v.input_factor, v.output_factor}); },
       .in_c =
           [](const auto& v) {
             const auto call = by_word<Word>(ringlet_axpy32, ringlet_axpy, ringlet_axpy128);
             return call(v.out, v.a, v.scalar, v.b, v.n, v.q, v.input_factor);
           },
       .expected = [](const auto& x) { return fma_mod(x.a, x.scalar, x.b, x.q); }},
      {.name = "axpy_without_z",
       .input_factors = {1, 2, 4, 8},
       .scalar = Scalar::residue,
       .on_arrays = [](const auto& v) { ringlet::mul(v.out, v.a, v.scalar, v.q, {v.input_factor, v.output_factor}); },
       .in_c =
           [](const auto& v) {
             const auto call = by_word<Word>(ringlet_axpy32, ringlet_axpy, ringlet_axpy128);
             return call(v.out, v.a, v.scalar, nullptr, v.n, v.q, v.input_factor);
           },
       .expected = product},
  };
}

template <class Word>
std::vector<Word> residues(std::span<const Word> words, Word q) {
  std::vector<Word> all;
  for (const Exact<Word> word : words) all.push_back(static_cast<Word>(reduce(word, Exact<Word>{q})));
  return all;
}

/// Computes the fixed operand of x (x + 1) + z: x + 1, which differs from lane to lane.
template <class Word>
std::vector<Word> successors(std::span<const Word> words, Word q) {
  std::vector<Word> all;
  for (const Exact<Word> word : words) all.push_back(static_cast<Word>(add_mod(word, 1, Exact<Word>{q})));
  return all;
}

/// Converts n words of a C caller to words of the oracles.
template <class CWord>
auto words_of(const CWord* words, std::size_t n) {
  std::vector<decltype(c_api::from_c(*words))> all;
  for (std::size_t i = 0; i < n; ++i) all.push_back(c_api::from_c(words[i]));
  return all;
}
template <class Word>
Word value_of(const typename c_api::Types<Word>::Modulus* q) {
  return c_api::from_c(by_word<Word>(ringlet_modulus32_value, ringlet_modulus_value, ringlet_modulus128_value)(q));
}

template <class Word>
Table<Word> fixed_products() {
  return {
      {.name = "mul_fixed",
       .input_factors = {1, 2, 4, 8},
       .reads_b = true,
       .fixes_b = true,
       .on_arrays =
           [](const auto& v) {
             ringlet::mul(v.out, v.a, ringlet::FixedOperand(residues<Word>(v.b, v.q.value()), v.q),
                          {v.input_factor, v.output_factor});
           },
       .in_c =
           [](const auto& v) {
             const auto w = c_api::make_fixed_operand(residues<Word>(words_of(v.b, v.n), value_of<Word>(v.q)), v.q);
             const auto call =
                 by_word<Word>(ringlet_fixed_operand32_mul, ringlet_fixed_operand_mul, ringlet_fixed_operand128_mul);
             return call(w.get(), v.out, v.a, v.n, v.input_factor);
           },
       .expected = [](const auto& x) { return mul_mod(x.a, x.b, x.q); }},
      {.name = "mul_add_fixed",
       .input_factors = {1, 2, 4, 8},
       .reads_b = true,
       .fixes_a = true,
       .on_arrays =
           [](const auto& v) {
             const ringlet::FixedOperand w(successors<Word>(v.a, v.q.value()), v.q);
             ringlet::mul_add(v.out, v.a, w, v.b, {v.input_factor, v.output_factor});
           },
       .in_c =
           [](const auto& v) {
             const auto w = c_api::make_fixed_operand(successors<Word>(words_of(v.a, v.n), value_of<Word>(v.q)), v.q);
             const auto call = by_word<Word>(ringlet_fixed_operand32_mul_add, ringlet_fixed_operand_mul_add,
                                             ringlet_fixed_operand128_mul_add);
             return call(w.get(), v.out, v.a, v.b, v.n, v.input_factor);
           },
       .expected = [](const auto& x) { return fma_mod(x.a, add_mod(x.a, 1, x.q), x.b, x.q); }},
  };
}

/// Returns the modulus q or q + 1 that has a Montgomery form.
template <class Word>
ringlet::Modulus<Word> odd(const ringlet::Modulus<Word>& q) {
  return ringlet::Modulus<Word>(q.value() | 1);
}
[[maybe_unused]] c_api::Modulus32 odd(const ringlet_modulus32* q) {
  return q == nullptr ? nullptr : c_api::make_modulus32(ringlet_modulus32_value(q) | 1);
}
[[maybe_unused]] c_api::Modulus odd(const ringlet_modulus* q) {
  return q == nullptr ? nullptr : c_api::make_modulus(ringlet_modulus_value(q) | 1);
}

/// Returns x / R mod q for odd q, R = 2^bits of the word.
template <class Word>
std::uint64_t divided(std::uint64_t x, std::uint64_t q) {
  return mul_mod(x, reference::inverse_mod(reference::pow_mod(2, 8 * sizeof(Word), q), q).value(), q);
}

/// Lists products of numbers in a form. Even moduli become odd for Montgomery form.
template <class Word>
Table<Word> products_in_form() {
  return {
      {.name = "mul_in_form",
       .input_factors = {1, 2, 4},
       .reads_b = true,
       .on_arrays =
           [](const auto& v) { ringlet::mul(v.out, v.a, v.b, v.q, Form::plain, {v.input_factor, v.output_factor}); },
       .in_c =
           [](const auto& v) {
             return by_word<Word>(ringlet_mul_in_form32, ringlet_mul_in_form)(v.out, v.a, v.b, v.n, v.q, RINGLET_PLAIN,
                                                                              v.input_factor);
           },
       .expected = [](const auto& x) { return mul_mod(x.a, x.b, x.q); }},
      {.name = "mul_add_in_form",
       .input_factors = {1, 2, 4},
       .reads_b = true,
       .reads_c = true,
       .on_arrays =
           [](const auto& v) {
             ringlet::mul_add(v.out, v.a, v.b, v.c, v.q, Form::plain, {v.input_factor, v.output_factor});
           },
       .in_c =
           [](const auto& v) {
             return by_word<Word>(ringlet_mul_add_in_form32, ringlet_mul_add_in_form)(v.out, v.a, v.b, v.c, v.n, v.q,
                                                                                      RINGLET_PLAIN, v.input_factor);
           },
       .expected = [](const auto& x) { return add_mod(mul_mod(x.a, x.b, x.q), x.c, x.q); }},
      {.name = "mul_sub_in_form",
       .input_factors = {1, 2, 4},
       .reads_b = true,
       .reads_c = true,
       .on_arrays =
           [](const auto& v) {
             ringlet::mul_sub(v.out, v.a, v.b, v.c, v.q, Form::plain, {v.input_factor, v.output_factor});
           },
       .in_c =
           [](const auto& v) {
             return by_word<Word>(ringlet_mul_sub_in_form32, ringlet_mul_sub_in_form)(v.out, v.a, v.b, v.c, v.n, v.q,
                                                                                      RINGLET_PLAIN, v.input_factor);
           },
       .expected = [](const auto& x) { return sub_mod(mul_mod(x.a, x.b, x.q), x.c, x.q); }},
      {.name = "mul_montgomery",
       .input_factors = {1, 2, 4},
       .reads_b = true,
       .on_arrays =
           [](const auto& v) {
             ringlet::mul(v.out, v.a, v.b, odd(v.q), Form::montgomery, {v.input_factor, v.output_factor});
           },
       .in_c =
           [](const auto& v) {
             return by_word<Word>(ringlet_mul_in_form32, ringlet_mul_in_form)(v.out, v.a, v.b, v.n, odd(v.q).get(),
                                                                              RINGLET_MONTGOMERY, v.input_factor);
           },
       .expected = [](const auto& x) { return divided<Word>(mul_mod(x.a, x.b, x.q | 1), x.q | 1); }},
      {.name = "mul_add_montgomery",
       .input_factors = {1, 2, 4},
       .reads_b = true,
       .reads_c = true,
       .on_arrays =
           [](const auto& v) {
             ringlet::mul_add(v.out, v.a, v.b, v.c, odd(v.q), Form::montgomery, {v.input_factor, v.output_factor});
           },
       .in_c =
           [](const auto& v) {
             return by_word<Word>(ringlet_mul_add_in_form32, ringlet_mul_add_in_form)(
                 v.out, v.a, v.b, v.c, v.n, odd(v.q).get(), RINGLET_MONTGOMERY, v.input_factor);
           },
       .expected =
           [](const auto& x) { return add_mod(divided<Word>(mul_mod(x.a, x.b, x.q | 1), x.q | 1), x.c, x.q | 1); }},
      {.name = "mul_sub_montgomery",
       .input_factors = {1, 2, 4},
       .reads_b = true,
       .reads_c = true,
       .on_arrays =
           [](const auto& v) {
             ringlet::mul_sub(v.out, v.a, v.b, v.c, odd(v.q), Form::montgomery, {v.input_factor, v.output_factor});
           },
       .in_c =
           [](const auto& v) {
             return by_word<Word>(ringlet_mul_sub_in_form32, ringlet_mul_sub_in_form)(
                 v.out, v.a, v.b, v.c, v.n, odd(v.q).get(), RINGLET_MONTGOMERY, v.input_factor);
           },
       .expected =
           [](const auto& x) { return sub_mod(divided<Word>(mul_mod(x.a, x.b, x.q | 1), x.q | 1), x.c, x.q | 1); }},
      {.name = "to_montgomery",
       .on_arrays = [](const auto& v) { ringlet::to_montgomery(v.out, v.a, odd(v.q)); },
       .in_c =
           [](const auto& v) {
             return by_word<Word>(ringlet_to_montgomery32, ringlet_to_montgomery)(v.out, v.a, v.n, odd(v.q).get());
           },
       .expected =
           [](const auto& x) { return mul_mod(x.a, reference::pow_mod(2, 8 * sizeof(Word), x.q | 1), x.q | 1); }},
      {.name = "from_montgomery",
       .on_arrays = [](const auto& v) { ringlet::from_montgomery(v.out, v.a, odd(v.q)); },
       .in_c =
           [](const auto& v) {
             return by_word<Word>(ringlet_from_montgomery32, ringlet_from_montgomery)(v.out, v.a, v.n, odd(v.q).get());
           },
       .expected = [](const auto& x) { return divided<Word>(x.a, x.q | 1); }},
  };
}

template <class Word>
BasicOperation<Word> reduction() {
  return {.name = "reduce",
          .input_factors = {ringlet::Range::any, 2, 4},
          .output_factors = {1, 2},
          .on_arrays = [](const auto& v) { ringlet::reduce(v.out, v.a, v.q, {v.input_factor, v.output_factor}); },
          .in_c =
              [](const auto& v) {
                const auto call = by_word<Word>(ringlet_reduce32, ringlet_reduce, ringlet_reduce128);
                return call(v.out, v.a, v.n, v.q, v.input_factor, v.output_factor);
              },
          .expected = [](const auto& x) { return reduce(x.a, x.q); }};
}

struct NamedComparison {
  Comparison comparison;
  ringlet_comparison in_c;
  const char* name;
  bool (*holds)(std::uint64_t value, std::uint64_t bound);
};

constexpr NamedComparison comparisons[] = {
    {Comparison::equal, RINGLET_EQUAL, "equal", [](auto x, auto bound) { return x == bound; }},
    {Comparison::less, RINGLET_LESS, "less", [](auto x, auto bound) { return x < bound; }},
    {Comparison::less_equal, RINGLET_LESS_EQUAL, "less_equal", [](auto x, auto bound) { return x <= bound; }},
    {Comparison::never, RINGLET_NEVER, "never", [](auto, auto) { return false; }},
    {Comparison::not_equal, RINGLET_NOT_EQUAL, "not_equal", [](auto x, auto bound) { return x != bound; }},
    {Comparison::greater_equal, RINGLET_GREATER_EQUAL, "greater_equal", [](auto x, auto bound) { return x >= bound; }},
    {Comparison::greater, RINGLET_GREATER, "greater", [](auto x, auto bound) { return x > bound; }},
    {Comparison::always, RINGLET_ALWAYS, "always", [](auto, auto) { return true; }},
};

/// 128-bit words have no comparisons, and so no such operations.
template <class Word>
Table<Word> conditional_sums(const NamedComparison& by) {
  using Scalar = typename BasicOperation<Word>::Scalar;
  return {
      {.name = std::string("cmp_add_") + by.name,
       .input_factors = {ringlet::Range::any},
       .output_factors = {0},
       .scalar = Scalar::word,
       .has_bound = true,
       .on_arrays = [&by](const auto& v) { ringlet::cmp_add(v.out, v.a, by.comparison, v.bound, v.scalar); },
       .in_c =
           [&by](const auto& v) {
             return by_word<Word>(ringlet_cmp_add32, ringlet_cmp_add)(v.out, v.a, v.n, by.in_c, v.bound, v.scalar);
           },
       .expected = [&by](const auto& x) { return by.holds(x.a, x.bound) ? x.a + x.scalar : x.a; }},
      {.name = std::string("cmp_sub_") + by.name,
       .input_factors = {ringlet::Range::any},
       .scalar = Scalar::residue,
       .has_bound = true,
       .on_arrays = [&by](const auto& v) { ringlet::cmp_sub(v.out, v.a, v.q, by.comparison, v.bound, v.scalar); },
       .in_c =
           [&by](const auto& v) {
             return by_word<Word>(ringlet_cmp_sub32, ringlet_cmp_sub)(v.out, v.a, v.n, v.q, by.in_c, v.bound, v.scalar);
           },
       .expected = [&by](const auto& x) { return sub_mod(x.a, by.holds(x.a, x.bound) ? x.scalar : 0, x.q); }},
  };
}

template <class Word>
Table<Word> all_rows() {
  Table<Word> all{reduction<Word>()};
  const auto append = [&all](const Table<Word>& more) { all.insert(all.end(), more.begin(), more.end()); };
  append(sums<Word>());
  append(products<Word>());
  append(scalar_products<Word>());
  append(fixed_products<Word>());
  if constexpr (sizeof(Word) == 4 || sizeof(Word) == 8) append(products_in_form<Word>());
  if constexpr (!std::is_same_v<Word, uint128_t>) {
    for (const NamedComparison& comparison : comparisons) append(conditional_sums<Word>(comparison));
  }
  return all;
}

std::string with_factor(const std::string& name, unsigned factor) {
  return name + "_" + (factor == ringlet::Range::any ? "any" : std::to_string(factor) + "q");
}

/// Repeats each row for each of its factors.
template <class Word>
Table<Word> all_operations() {
  Table<Word> all;
  for (BasicOperation<Word> operation : all_rows<Word>()) {
    const std::string name = operation.name;
    for (const unsigned input_factor : operation.input_factors) {
      for (const unsigned output_factor : operation.output_factors) {
        operation.name = operation.input_factors.size() == 1 ? name : with_factor(name, input_factor);
        if (operation.output_factors.size() > 1) operation.name = with_factor(operation.name + "_to", output_factor);
        operation.input_factor = input_factor;
        operation.output_factor = output_factor;
        all.push_back(operation);
      }
    }
  }
  return all;
}

}  // namespace

template <class Word>
const std::vector<BasicOperation<Word>>& operations() {
  static const Table<Word> all = all_operations<Word>();
  return all;
}
#define RINGLET_INSTANTIATE(Word) template const std::vector<BasicOperation<Word>>& operations();
RINGLET_FOR_EACH_TESTED_WORD(RINGLET_INSTANTIATE)

}  // namespace ringlet_test
