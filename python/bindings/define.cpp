#include "define.hpp"

#include <algorithm>
#include <array>

namespace ringlet_python {
namespace {

using Abbreviation = std::pair<std::string_view, std::string_view>;

#define RINGLET_RESIDUES \
  "numpy.typing.NDArray[numpy.integer[typing.Any] | numpy.object_] | collections.abc.Sequence[typing.Any]"
#define RINGLET_ARRAY "numpy.typing.NDArray[numpy.uint64]"
#define RINGLET_WORDS RINGLET_ARRAY " | numpy.typing.NDArray[numpy.uint32]"

/// Parameters that many functions share. The type of `out_of_words` follows the types of the other arrays.
constexpr std::array parameters{
    Abbreviation{"q", "q: AnyModulus"},
    Abbreviation{"n", "n: Integer"},
    Abbreviation{"base", "base: RnsBase"},
    Abbreviation{"ring", "ring: typing.Literal['negacyclic', 'cyclic'] = 'negacyclic'"},
    Abbreviation{"psi", "psi: Integer | None = None"},
    Abbreviation{"omega", "omega: Integer | None = None"},
    Abbreviation{"domain", "domain: Domain = 'coefficients'"},
    Abbreviation{"context", "context: RnsContext | None = None"},
    Abbreviation{"out", "out: Array | None = None"},
    Abbreviation{"out_of_words", "out: " RINGLET_WORDS " | None = None"},
    Abbreviation{"input_factor", "input_factor: int = 1"},
    Abbreviation{"output_factor", "output_factor: int = 1"},
    Abbreviation{"form", "form: typing.Literal['plain', 'montgomery'] = 'plain'"},
    Abbreviation{"threads", "threads: int = 1"},
    Abbreviation{"check", "check: bool = False"},
};

/// Annotations of parameters and results.
constexpr std::array types{
    Abbreviation{"Array", RINGLET_ARRAY},
    Abbreviation{"Words", "numpy.typing.NDArray[typing.Any]"},
    Abbreviation{"Arrays", "collections.abc.Iterable[" RINGLET_ARRAY "] | " RINGLET_ARRAY},
    Abbreviation{"Residues", RINGLET_RESIDUES},
    Abbreviation{"ManyResidues", "collections.abc.Iterable[" RINGLET_RESIDUES "] | " RINGLET_RESIDUES},
    Abbreviation{"Operand", RINGLET_RESIDUES " | typing.SupportsIndex"},
    Abbreviation{"Integer", "typing.SupportsIndex"},
    Abbreviation{"AnyModulus", "Modulus | typing.SupportsIndex"},
    Abbreviation{"Lift", "typing.Literal['approximate', 'floor', 'centred']"},
    Abbreviation{"Domain", "typing.Literal['coefficients', 'evaluations']"},
    Abbreviation{"Path", "str | bytes | os.PathLike[str] | os.PathLike[bytes]"},
};

template <std::size_t count>
std::string_view expand(std::string_view word, const std::array<Abbreviation, count>& table) {
  const auto* found = std::ranges::find(table, word, &Abbreviation::first);
  return found != table.end() ? found->second : word;
}

/// Replaces the abbreviated types in a text by the full types.
std::string with_types(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto is_of_word = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '\'';
    };
    const auto* end = std::ranges::find_if_not(text, is_of_word);
    const auto size = std::max<std::size_t>(static_cast<std::size_t>(end - text.begin()), 1);
    result += expand(text.substr(0, size), types);
    text.remove_prefix(size);
  }
  return result;
}

}  // namespace

std::vector<std::string> names_of(std::string_view signature) {
  std::vector<std::string> names;
  while (!signature.empty()) {
    const std::size_t end = signature.find_first_of("(,)");
    names.emplace_back(signature.substr(0, end));
    signature.remove_prefix(std::min(signature.find_first_not_of("(,) ", end), signature.size()));
  }
  return names;
}

std::string definition_of(std::string_view signature) {
  const std::size_t begin = signature.find('(') + 1;
  std::string result = "def " + std::string(signature.substr(0, begin));
  std::size_t depth = 0, start = begin, end = begin;
  for (; depth > 0 || signature[end] != ')'; ++end) {
    depth += signature[end] == '[' ? 1U : 0U;
    depth -= signature[end] == ']' ? 1U : 0U;
    if (depth > 0 || signature[end] != ',') continue;
    result += with_types(expand(signature.substr(start, end - start), parameters)) + ", ";
    start = signature.find_first_not_of(' ', end + 1);
  }
  result += with_types(expand(signature.substr(start, end - start), parameters));
  const std::string_view returned = signature.substr(end + 1);
  return result + ")" + with_types(returned.empty() ? " -> Array" : returned);
}

}  // namespace ringlet_python
