#include "timing.hpp"

#include <chrono>
#include <ringlet/eltwise.hpp>
#include <ringlet/wide_eltwise.hpp>
#include <string>
#include <string_view>

#include "docstrings.hpp"
#include "ntt.hpp"
#include "unlocked.hpp"

namespace ringlet_python {
namespace {

constexpr const char* time_calls_doc = R"(How long the C++ library takes, without Python: nanoseconds per call.

:param operation: forward, inverse or multiply of ``ntt``; add or mul modulo its q; all from x (and y) to out.
:param calls: how many times to call; the mean is returned.
)";

/// Nanoseconds per call.
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

double time_calls(const char* operation, const Ntt& ntt, nb::handle out, nb::handle x, nb::handle y, nb::handle calls) {
  const unsigned number = to_small(calls, "calls", 1, 1U << 31);
  return ntt.visit([&]<class Word>(const ringlet::Ntt<Word>& plan) {
    constexpr unsigned words = words_of<Word>;
    const std::array arrays{to_array(out, "out", words), to_array(x, "x", words), to_array(y, "y", words)};
    for (const Array& array : arrays) {
      if (array.size() != plan.size())
        reject(std::string("size of ") + array.name, std::to_string(array.size()), "it must be n");
    }
    if (!PyArray_ISWRITEABLE(arrays[0].get())) throw nb::value_error("out must be writeable, but it is read-only");
    const Unlocked unlocked;
    return time_operation<Word>(operation, plan, {static_cast<Word*>(arrays[0].data()), plan.size()},
                                arrays[1].template values<Word>(), arrays[2].template values<Word>(), number);
  });
}

}  // namespace

void bind_timing(nb::module_& module) {
  module.def("time_calls", &time_calls, nb::arg("operation"), nb::arg("ntt"), nb::arg("out"), nb::arg("x").none(),
             nb::arg("y").none(), nb::arg("calls"),
             nb::sig("def time_calls(operation: str, ntt: Ntt, out: " RINGLET_ARRAY ", x: " RINGLET_ARRAY
                     ", y: " RINGLET_ARRAY ", calls: int) -> float"),
             time_calls_doc);
}

}  // namespace ringlet_python
