#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "c/handles.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/types.hpp"
#include "support/data.hpp"

/// Table of all element-wise operations, with each of their factors, so that every test covers all of them: on
/// words and 128-bit words, in C++ and in C. eltwise_operations.cpp has the rows;
/// eltwise_expectations.hpp applies them.
namespace ringlet_test {

using ringlet::uint128_t;
using Modulus = ringlet::Modulus<std::uint64_t>;

/// Words whose operations a program tests: the library's, or one of its own.
#ifdef RINGLET_TESTED_WORD
#define RINGLET_FOR_EACH_TESTED_WORD(X) X(RINGLET_TESTED_WORD)
#else
#define RINGLET_FOR_EACH_TESTED_WORD(X) X(std::uint64_t) X(::ringlet::uint128_t)
#endif

/// Word in which the oracles compute.
template <class Word>
using Exact = std::conditional_t<std::is_same_v<Word, uint128_t>, uint128_t, std::uint64_t>;

/// Arguments besides the vectors. An operation ignores those that it does not take.
template <class Word>
struct BasicConstants {
  Word scalar = 0;
  Word bound = 0;
};

template <class Word>
struct BasicArguments {
  std::span<Word> out;
  std::span<const Word> a;
  std::span<const Word> b;
  std::span<const Word> c = {};
};

/// Arguments that a row's function may pass on.
template <class Out, class In, class Word, class Q>
struct BasicCall {
  Out out;
  In a, b, c;
  Word scalar, bound;
  Q q;
  unsigned input_factor, output_factor;
  std::size_t n;
};
template <class Word>
using ArrayCall = BasicCall<std::span<Word>, std::span<const Word>, Word, ringlet::Modulus<Word>>;
template <class Word, class C = c_api::Types<Word>>
using CCall = BasicCall<typename C::Word*, const typename C::Word*, typename C::Word, const typename C::Modulus*>;

/// Numbers from which one element is computed.
template <class Word>
struct Element {
  Exact<Word> a, b, c, scalar, bound, q;
};

/// Function that every row must have.
template <class Signature>
struct Required : std::function<Signature> {
  template <class Function>
  Required(Function callable) : std::function<Signature>(std::move(callable)) {}
};

/// C function of an operation; only the library's words have one.
template <class Word>
struct InC {
  template <class Function>
  InC(const Function& /*function*/) {}
};
template <class Word>
  requires requires { typename c_api::Types<Word>::Word; }
struct InC<Word> : Required<ringlet_status(const CCall<Word>&)> {
  using Required<ringlet_status(const CCall<Word>&)>::Required;
};

/// Row of the table. `operations` repeats it for each of its factors.
template <class Word>
struct BasicOperation {
  /// Range of the scalar: no scalar, [0, q), or any word.
  enum class Scalar { none, residue, word };

  std::string name;  ///< includes the factors in `operations`
  /// Ranges of inputs and outputs: below factor q. Output factor 0 stands for a result that does not
  /// depend on q. If there are several factors, the caller passes one, and all others are errors.
  std::vector<unsigned> input_factors = {1};
  std::vector<unsigned> output_factors = {1};
  bool reads_b = false;
  bool reads_c = false;
  bool may_lack_b = false;  ///< C takes null for b
  bool fixes_a = false;     ///< a is multiplied and becomes a fixed operand
  bool fixes_b = false;     ///< b becomes a fixed operand; it is reduced first, so any b is allowed
  Scalar scalar = Scalar::none;
  bool has_bound = false;
  std::function<void(const ArrayCall<Word>&)> on_arrays;
  InC<Word> in_c;
  Required<Word(const Element<Word>&)> expected;
  unsigned input_factor = 1;
  unsigned output_factor = 1;

  void apply(const BasicArguments<Word>& v, const BasicConstants<Word>& constants,
             const ringlet::Modulus<Word>& q) const {
    on_arrays({v.out, v.a, v.b, v.c, constants.scalar, constants.bound, q, input_factor, output_factor, v.out.size()});
  }
};

using Constants = BasicConstants<std::uint64_t>;
using Arguments = BasicArguments<std::uint64_t>;
using Operation = BasicOperation<std::uint64_t>;

template <class Word = std::uint64_t>
[[nodiscard]] const std::vector<BasicOperation<Word>>& operations();

/// Lists the places in `operations` that have a property, and their names, for tests that
/// are repeated for each operation.
template <class Word = std::uint64_t, class Property = bool (*)(const BasicOperation<Word>&)>
[[nodiscard]] std::vector<std::size_t> operation_indices(Property property = [](const auto&) { return true; }) {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < operations<Word>().size(); ++i) {
    if (property(operations<Word>()[i])) indices.push_back(i);
  }
  return indices;
}
template <class Word = std::uint64_t>
[[nodiscard]] std::string operation_name(std::size_t index) {
  return operations<Word>()[index].name;
}

}  // namespace ringlet_test
