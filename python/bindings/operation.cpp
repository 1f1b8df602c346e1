#include "operation.hpp"

namespace ringlet_python {

std::string signature_of(const std::vector<std::string>& names, std::span<const Argument> arguments,
                         const OperationOptions& options) {
  std::string text = names[0] + "(";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    text += names[i + 1] + (arguments[i] == Argument::number ? ": Integer" : ": Operand") +
            (arguments[i] == Argument::array_or_none ? " | None, " : ", ");
  }
  return text + "q, *, out_of_words, " + (options.max_factor > 0 ? "input_factor, " : "") +
         (options.has_form ? "form, " : "") + "threads, check) -> Words";
}

std::string docstring_of(const OperationText& text, std::span<const Argument> arguments,
                         const OperationOptions& options) {
  const std::vector<std::string> names = names_of(text.signature);
  const bool has_factor = options.max_factor > 0;
  std::string doc = std::string(text.summary) + "\n\n:param " + names[1] + ": residues of any shape, values in [0, " +
                    (has_factor ? "input_factor q)" : "q)") +
                    (options.max_factor > 4 ? " and below 2^64 (2^32 for uint32, 2^128 for 128-bit words).\n" : ".\n");
  std::size_t arrays = 1;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const bool is_number = arguments[i] == Argument::number;
    arrays += is_number ? 0 : 1;
    doc += ":param " + names[i + 1] + (is_number ? ": an integer, which is reduced" : ": as ``" + names[1] + "``") +
           (arguments[i] == Argument::array_or_none ? ", or None for zeros.\n" : ".\n");
  }
  if (has_factor) {
    doc += std::string(":param input_factor: 1, 2") + (options.max_factor > 4 ? ", 4 or 8" : " or 4") +
           "; 1 for multiword moduli.\n";
  }
  if (options.has_form) {
    doc +=
        ":param form: the form of all operands and the result: ``\"plain\"``, or ``\"montgomery\"``, x 2^(64 W) mod q\n"
        "    for residues of W words (:func:`to_montgomery`), with an odd q and without 128-bit words.\n";
  }
  return doc + ":returns: the " + (arrays > 1 ? "shape to which they broadcast" : "same shape") +
         ", values in [0, q).\n" + text.rest;
}

}  // namespace ringlet_python
