#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <ringlet/backend.hpp>
#include <ringlet/eltwise.hpp>
#include <ringlet/fields.hpp>
#include <ringlet/multiword_eltwise.hpp>
#include <ringlet/version.hpp>
#include <string>
#include <string_view>

#include "bindings.hpp"
#include "define.hpp"
#include "ntt.hpp"
#include "unlocked.hpp"

namespace ringlet_python {
namespace {

constexpr const char* time_calls_doc = R"(Measures the C++ library without Python; returns nanoseconds per call.

:param operation: forward, inverse or multiply of ``ntt``; add or mul modulo its q; all from x (and y) to out.
:param calls: the number of calls; their mean is returned.
)";

/// Returns the mean time of a call in nanoseconds.
template <class Function>
double mean_time(unsigned calls, const Function& function) {
  const auto start = std::chrono::steady_clock::now();
  for (unsigned i = 0; i < calls; ++i) function();
  const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - start;
  return elapsed.count() / calls;
}

template <class Word>
double time_operation(std::string_view operation, const ringlet::Ntt<Word>& plan, std::span<Word> out,
                      std::span<const Word> x, std::span<const Word> y, unsigned calls) {
  const ringlet::Modulus<Word>& q = plan.modulus();
  if (operation == "forward") return mean_time(calls, [&] { plan.forward(out, x); });
  if (operation == "inverse") return mean_time(calls, [&] { plan.inverse(out, x); });
  if (operation == "multiply") return mean_time(calls, [&] { plan.multiply(out, x, y); });
  if (operation == "add") return mean_time(calls, [&] { ringlet::add(out, x, y, q); });
  if (operation == "mul") return mean_time(calls, [&] { ringlet::mul(out, x, y, q); });
  reject("operation", std::string(operation), "it must be forward, inverse, multiply, add or mul");
}

double time_calls(nb::handle operation, nb::handle ntt, nb::handle out, nb::handle x, nb::handle y, nb::handle calls) {
  const unsigned number = to_small(calls, "calls", 1, 1U << 31);
  const std::string name = nb::str(operation).c_str();
  return to_instance<Ntt>(ntt, "ntt", "an Ntt").visit([&]<class Word>(const ringlet::Ntt<Word>& plan) {
    constexpr unsigned words = words_of<Word>;
    const std::array<Array, 3> arrays{to_output(out, "out", words), to_words(x, "x", words), to_words(y, "y", words)};
    for (const Array& array : arrays) {
      if (array.size() != plan.size())
        reject(std::string("size of ") + array.name, std::to_string(array.size()), "it must be n");
    }
    const Unlocked unlocked;
    return time_operation<Word>(name, plan, arrays[0].template to_write<Word>(), arrays[1].template values<Word>(),
                                arrays[2].template values<Word>(), number);
  });
}

constexpr const char* read_words_doc = R"(Converts an argument to the words of its numbers.

:param a: any integers.
:param q: a modulus by which other integers are reduced, as for all functions; or None.
:param words: without a modulus, the number of uint64 of the last axis that form a number.
:returns: words, of uint64 unless a has them of uint32, of shape (...), or (..., W) for numbers of W > 1 words; they are
    not reduced.
)";

nb::object read_words_of(nb::handle a, nb::handle q, nb::handle words) {
  if (q.is_none()) return to_words(a, "a", to_factor(words, "words", {1, 2, 3, 4, 5, 6, 8})).object;
  return visit_for<Moduli::all>(std::array{a}, *ModulusArgument(q), "read_words",
                                [&](const auto& modulus) { return to_residues(a, "a", modulus).object; });
}

/// Appends the fields of a width. Residues are arrays of Word.
template <unsigned width, class Word = ringlet::UInt<width>>
void append_fields(nb::list& list) {
  for (const ringlet::Field<width>& field : ringlet::fields<width>()) {
    const Modulus q{ringlet::Modulus<Word>(field.modulus)};
    list.append(nb::make_tuple(field.name, q, field.two_adicity, to_python(Word{field.generator}),
                               to_python(Word{field.root}), field.source));
  }
}

/// Returns the arguments of the class Field for all fields.
nb::list list_fields() {
  nb::list list;
  append_fields<32, std::uint64_t>(list);
  append_fields<64, std::uint64_t>(list);
  append_fields<256>(list);
  append_fields<384>(list);
  return list;
}

/// Returns the names of all backends, weakest first, each with whether this CPU supports it.
std::vector<std::pair<std::string, bool>> list_backends() {
  std::vector<std::pair<std::string, bool>> backends;
  for (const auto& info : ringlet::backend::list()) backends.emplace_back(info.name, info.supported);
  return backends;
}

}  // namespace

void bind_package(nb::module_& module) {
  define(module, "time_calls(operation: str, ntt: Ntt, out: Array, x: Array, y: Array, calls: int) -> float",
         &time_calls, time_calls_doc);
  define(module, "read_words(a: Operand, q: AnyModulus | None, words: int | None) -> Words", &read_words_of,
         read_words_doc);
  define(module, "list_fields() -> list[tuple[str, Modulus, int, int, int, str]]", &list_fields);
  module.attr("version") = RINGLET_VERSION;
  module.def("list_backends", &list_backends);
  module.def("active_backend", &ringlet::backend::active);
  module.def("force_backend", [](const std::string& name) { ringlet::backend::force(name); });
  module.def("unforce_backend", &ringlet::backend::unforce);
}

}  // namespace ringlet_python
