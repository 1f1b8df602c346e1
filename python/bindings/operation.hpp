#pragma once

#include <algorithm>
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

/// Element-wise operations. Each is described by its arguments and defined by one call.
namespace ringlet_python {

/// Least number of residues that one thread takes: whole cache lines, and enough work to be worth a thread.
constexpr std::size_t grain = 1024;

/// Function object that calls the library's overloads with that name.
#define RINGLET_KERNEL(name) [](auto out, const auto&... arguments) { ringlet::name(out, arguments...); }

/// Kind of an argument before q. Only the second argument can be a number, only the last one an array or None.
enum class Argument { array, array_or_number, number, array_or_none };

/// Moduli of an operation, and its arguments other than operands, q, out, threads and check.
struct OperationOptions {
  Moduli moduli = Moduli::all;
  /// Greatest input_factor; 0 where the operation has no such argument.
  unsigned max_factor = 0;
  bool has_form = false;
};

/// Signature of an operation up to q, such as "mul_sub(a, b, c)", and the first and the last lines of its docstring.
struct OperationText {
  const char* signature;
  const char* summary;
  const char* rest = "";
};

/// Returns the signature for `define`.
[[nodiscard]] std::string signature_of(const std::vector<std::string>& names, std::span<const Argument> arguments,
                                       const OperationOptions& options);
[[nodiscard]] std::string docstring_of(const OperationText& text, std::span<const Argument> arguments,
                                       const OperationOptions& options);

/// Arguments from q on: q, out, input_factor and form where the operation has them, threads and check.
template <OperationOptions options>
struct RestOfCall {
  static constexpr std::size_t of_factor = options.max_factor > 0 ? 1 : 0, of_form = options.has_form ? 1 : 0;
  static constexpr std::size_t size = 4 + of_factor + of_form;

  /// Errors    ValueError for a factor other than 1 of a multiword modulus, and for Montgomery form of two words.
  explicit RestOfCall(std::span<const nb::handle> given)
      : modulus(given[0]), options_of_all{given[1], given[size - 2], given[size - 1]} {
    if constexpr (options.max_factor == 4) range.input_factor = to_factor(given[2], "input_factor", {1, 2, 4});
    if constexpr (options.max_factor == 8) range.input_factor = to_factor(given[2], "input_factor", {1, 2, 4, 8});
    if constexpr (options.has_form) form = to_choice<ringlet::Form>(given[2 + of_factor], "form");
    require_form(*modulus, form, 1);
    require_factor(*modulus, "input_factor", range.input_factor);
  }

  ModulusArgument modulus;
  CallOptions options_of_all;
  ringlet::Range range{1};
  ringlet::Form form = ringlet::Form::plain;
};

/// Calls kernel(out, arguments...) on pieces of the `count` operands. Each is a span, except that the second operand is
/// a number if `has_number`. `names` holds the function's name, then the operands' names.
template <bool has_number, std::size_t count, class Word, class Kernel>
nb::object apply_operation(const std::vector<std::string>& names, std::span<const nb::handle> given,
                           const CallOptions& options, unsigned factor, const ringlet::Modulus<Word>& q,
                           const Kernel& kernel) {
  const auto array = [&](std::size_t i) {
    const std::size_t argument = i + (has_number && i > 0 ? 1 : 0);
    return to_residues(given[argument], names[argument + 1].c_str(), q);
  };
  const auto arrays = [&]<std::size_t... i>(std::index_sequence<i...>) {
    return std::array{array(i)...};
  }(std::make_index_sequence<count - (has_number ? 1 : 0)>());
  Word number{};
  if constexpr (has_number) number = remainder(given[1], names[2].c_str(), q.value());
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

/// Calls `apply_operation` with the number of operands given and with whether the second one is a number.
template <Argument... arguments, class... More>
nb::object apply_to_given(const std::vector<std::string>& names, std::span<const nb::handle> given,
                          const More&... more) {
  constexpr std::size_t count = sizeof...(arguments);
  constexpr bool has_number = ((arguments == Argument::number) || ...);
  if constexpr (((arguments == Argument::array_or_none) || ...)) {
    if (given[count - 1].is_none()) return apply_operation<has_number, count - 1>(names, given, more...);
  }
  if constexpr (((arguments == Argument::array_or_number) || ...)) {
    if (is_integer(given[1])) return apply_operation<true, count>(names, given, more...);
  }
  return apply_operation<has_number, count>(names, given, more...);
}

/// Adds the operation to the module. The kernel is called as kernel(out, operands..., modulus), followed by a form if
/// the operation has one and the modulus is not of two words, and by a range if it has an input factor and the modulus
/// is not multiword.
template <OperationOptions options, Argument... arguments, class Kernel>
void define_operation(nb::module_& module, const OperationText& text, const Kernel& kernel) {
  constexpr std::array kinds{arguments...};
  using Rest = RestOfCall<options>;
  const auto call = [names = names_of(text.signature), kernel](std::span<const nb::handle> given) {
    const Rest rest(given.subspan(sizeof...(arguments)));
    const auto compute = [&]<class Word>(const ringlet::Modulus<Word>& q) {
      const auto with_options = [&](const auto&... in) {
        if constexpr (ringlet::MultiwordNumber<Word> && options.has_form) {
          kernel(in..., q, rest.form);
        } else if constexpr (sizeof(Word) <= sizeof(std::uint64_t) && options.has_form) {
          kernel(in..., q, rest.form, rest.range);
        } else if constexpr (!ringlet::MultiwordNumber<Word> && options.max_factor > 0) {
          kernel(in..., q, rest.range);
        } else {
          kernel(in..., q);
        }
      };
      return apply_to_given<arguments...>(names, given, rest.options_of_all, rest.range.input_factor, q, with_options);
    };
    std::array<nb::handle, sizeof...(arguments) + 1> operands_and_out{rest.options_of_all.out};
    std::ranges::copy(given.first(sizeof...(arguments)), operands_and_out.begin() + 1);
    return visit_for<options.moduli>(operands_and_out, *rest.modulus, names[0].c_str(), compute);
  };
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    define(
        module, signature_of(names_of(text.signature), kinds, options).c_str(),
        [call](Any<i>... given) { return call(std::array<nb::handle, sizeof...(i)>{given...}); },
        docstring_of(text, kinds, options).c_str());
  }(std::make_index_sequence<sizeof...(arguments) + Rest::size>());
}

}  // namespace ringlet_python
