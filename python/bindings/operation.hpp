#pragma once

#include <array>
#include <cstddef>
#include <ringlet/eltwise.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "batch.hpp"
#include "choices.hpp"
#include "define.hpp"
#include "modulus.hpp"

/// Element-wise operations, each described by its arguments and defined in one call.
namespace ringlet_python {

/// Residues of a piece of work that one thread takes: whole cache lines, and enough of them to be worth taking.
constexpr std::size_t grain = 1024;

/// The library's functions with that name, as one object.
#define RINGLET_KERNEL(name) [](auto out, const auto&... arguments) { ringlet::name(out, arguments...); }

/// What an argument before q may be. A number is the second argument, an array that may be None the last one.
enum class Argument { array, array_or_number, number, array_or_none };

/// What an operation takes beside these arguments, q, out, threads and check.
struct OperationOptions {
  Moduli moduli = Moduli::all;
  /// Greatest input_factor; 0 where there is no such argument.
  unsigned max_factor = 0;
  bool has_form = false;
};

/// An operation by its signature up to q, such as "mul_sub(a, b, c)", and what its docstring says first and last.
struct OperationText {
  const char* signature;
  const char* summary;
  const char* rest = "";
};

[[nodiscard]] std::string signature_of(const std::vector<std::string>& names, std::span<const Argument> arguments,
                                       const OperationOptions& options);
[[nodiscard]] std::string docstring_of(const OperationText& text, std::span<const Argument> arguments,
                                       const OperationOptions& options);

/// The arguments of a call but for q and its options, as Python gives them.
template <std::size_t count>
struct GivenArguments {
  const std::vector<std::string>& names;
  std::array<nb::handle, count> values;

  /// Without the last one.
  [[nodiscard]] GivenArguments<count - 1> but_last() const {
    GivenArguments<count - 1> rest{names, {}};
    std::copy_n(values.begin(), count - 1, rest.values.begin());
    return rest;
  }
};

/// Calls kernel(out, arguments...) on pieces; each argument is a span, but the second one a number where `has_number`.
template <bool has_number, class Word, std::size_t count, class Kernel>
nb::object apply_operation(const GivenArguments<count>& given, const CallOptions& options, unsigned factor,
                           const ringlet::Modulus<Word>& q, const Kernel& kernel) {
  constexpr auto argument_of = [](std::size_t array) { return array + (has_number && array > 0 ? 1 : 0); };
  const auto array = [&](std::size_t i) { return to_residues(given.values[i], given.names[i + 1].c_str(), q); };
  const auto arrays = [&]<std::size_t... i>(std::index_sequence<i...>) {
    return std::array{array(argument_of(i))...};
  }(std::make_index_sequence<count - (has_number ? 1 : 0)>());
  Word number{};
  if constexpr (has_number) number = remainder(given.values[1], given.names[2].c_str(), q.value());
  return apply<Word>(arrays, options, grain, factor, q.value(), [&](std::span<Word> out, const auto& in) {
    const auto argument = [&]<std::size_t i>() -> decltype(auto) {
      if constexpr (has_number && i == 1) {
        return static_cast<const Word&>(number);
      } else {
        return in[i - (has_number && i > 1 ? 1 : 0)];
      }
    };
    [&]<std::size_t... i>(std::index_sequence<i...>) {
      kernel(out, argument.template operator()<i>()...);
    }(std::make_index_sequence<count>());
  });
}

/// The same, after it has found which of the arguments are arrays.
template <Argument... arguments, class Word, class Kernel>
nb::object apply_to_given(const GivenArguments<sizeof...(arguments)>& given, const CallOptions& options,
                          unsigned factor, const ringlet::Modulus<Word>& q, const Kernel& kernel) {
  constexpr bool may_have_number = ((arguments == Argument::array_or_number) || ...) && !is_multiword<Word>;
  constexpr bool has_number = ((arguments == Argument::number) || ...);
  if constexpr (((arguments == Argument::array_or_none) || ...)) {
    if (given.values.back().is_none()) {
      return apply_operation<has_number>(given.but_last(), options, factor, q, kernel);
    }
  }
  if constexpr (may_have_number) {
    if (is_integer(given.values[1])) return apply_operation<true>(given, options, factor, q, kernel);
  }
  return apply_operation<has_number>(given, options, factor, q, kernel);
}

/// Adds the operation to the module: kernel(out, arguments..., modulus), with a range behind them where there is an
/// input factor and the modulus is not multiword, and with a form where there is one and it is.
template <OperationOptions options, Argument... arguments, class Kernel>
void define_operation(nb::module_& module, const OperationText& text, const Kernel& kernel) {
  constexpr std::array kinds{arguments...};
  constexpr std::size_t count = kinds.size();
  constexpr std::size_t after_out = count + 2 + (options.max_factor > 0 ? 1 : 0) + (options.has_form ? 1 : 0);
  const auto call = [names = names_of(text.signature), kernel](const std::array<nb::handle, after_out + 2>& all) {
    ringlet::EltwiseRange range{1};
    auto form = ringlet::Form::plain;
    if constexpr (options.max_factor == 4) range.input_factor = to_factor(all[count + 2], "input_factor", {1, 2, 4});
    if constexpr (options.max_factor == 8) range.input_factor = to_factor(all[count + 2], "input_factor", {1, 2, 4, 8});
    if constexpr (options.has_form) form = to_choice<ringlet::Form>(all[after_out - 1], "form");
    const ModulusArgument modulus(all[count]);
    if constexpr (options.moduli == Moduli::all) {
      require_form(*modulus, form);
      require_factor(*modulus, "input_factor", range.input_factor);
    }
    GivenArguments<count> given{names, {}};
    std::copy_n(all.begin(), count, given.values.begin());
    const CallOptions others{all[count + 1], all[after_out], all[after_out + 1]};
    return modulus->visit_only<options.moduli>(names[0].c_str(), [&]<class Word>(const ringlet::Modulus<Word>& q) {
      return apply_to_given<arguments...>(given, others, range.input_factor, q, [&](const auto&... in) {
        if constexpr (is_multiword<Word> && options.has_form) {
          kernel(in..., q, form);
        } else if constexpr (!is_multiword<Word> && options.max_factor > 0) {
          kernel(in..., q, range);
        } else {
          kernel(in..., q);
        }
      });
    });
  };
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    define(
        module, signature_of(names_of(text.signature), kinds, options).c_str(),
        [call](Any<i>... all) { return call({all...}); }, docstring_of(text, kinds, options).c_str());
  }(std::make_index_sequence<after_out + 2>());
}

}  // namespace ringlet_python
