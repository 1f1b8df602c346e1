#include "lab/measure/vectors.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "arith/word_arithmetic.hpp"
#include "interleaved.hpp"
#include "lab/measure/problem.hpp"
#include "plan/aligned_words.hpp"

namespace ringlet::lab {
namespace {

constexpr std::size_t n = 1024;
constexpr unsigned log_n = 10;
constexpr std::array operations = {"add", "sub", "mul", "axpy"};

/// Words of memory for n double words, in the layout of Kernels.
template <class Kernels>
class Array {
 public:
  static constexpr bool is_split = !std::is_pointer_v<typename Kernels::Out>;

  Array() : words_(n) {}
  explicit Array(const Doubles& values) : words_(values.begin(), values.end()) {
    if constexpr (is_split) {
      for (std::size_t i = 0; i < n; ++i) {
        out().low[i] = static_cast<std::uint64_t>(values[i]);
        out().high[i] = static_cast<std::uint64_t>(values[i] >> 64);
      }
    }
  }

  [[nodiscard]] typename Kernels::Out out() {
    if constexpr (is_split) {
      auto* low = static_cast<std::uint64_t*>(static_cast<void*>(words_.data()));
      return {low, low + n};
    } else {
      return words_.data();
    }
  }
  [[nodiscard]] typename Kernels::In in() {
    if constexpr (is_split) {
      return {out().low, out().high};
    } else {
      return words_.data();
    }
  }
  [[nodiscard]] Double at(std::size_t i) {
    if constexpr (is_split) {
      return (Double{out().high[i]} << 64) | out().low[i];
    } else {
      return out()[i];
    }
  }

 private:
  plan::AlignedWords<Double> words_;
};

struct Timing {
  Subject subject;
  const char* layout;
  std::function<void()> run;
};

/// The operands in one layout, and the contenders' operations on them.
template <class Kernels>
class Operands {
 public:
  Operands(const Doubles& x, const Doubles& y, Double s)
      : x_(x), y_(y), s_(s), modulus_(arith::make_modulus(modulus())) {}

  /// Whether the contender has the operation in this layout.
  [[nodiscard]] static bool are_of(const Contender& c, const std::string& operation) {
    if (operation == "add") return find(c, &Kernels::add) != nullptr;
    if (operation == "sub") return find(c, &Kernels::sub) != nullptr;
    if (operation == "mul") return find(c, &Kernels::mul) != nullptr;
    return find(c, &Kernels::axpy) != nullptr;
  }

  /// Verified, if it is exact.
  Timing prepare(const Contender& c, const std::string& operation, const Doubles& expected) {
    const std::function<void()> run = bind(c, operation);
    run();
    for (std::size_t i = 0; i < n && c.is_exact(); ++i) {
      if (out_.at(i) != expected[i]) {
        throw std::runtime_error("WRONG RESULT: " + c.subject.backend + " / " + c.subject.method + ", " + operation);
      }
    }
    return {c.subject, Array<Kernels>::is_split ? "split" : "contiguous", run};
  }

 private:
  std::function<void()> bind(const Contender& c, const std::string& operation) {
    if (operation == "add" || operation == "sub") {
      const auto member = operation == "add" ? &Kernels::add : &Kernels::sub;
      return [this, f = find(c, member)->*member] { f(out_.out(), x_.in(), y_.in(), n, modulus_); };
    }
    if (operation == "mul") {
      return [this, f = find(c, &Kernels::mul)->mul] { f(out_.out(), x_.in(), y_.in(), n, modulus_, 1); };
    }
    return [this, f = find(c, &Kernels::axpy)->axpy] { f(out_.out(), x_.in(), s_, y_.in(), n, modulus_, 1); };
  }

  template <class Operation>
  static const Kernels* find(const Contender& c, Operation Kernels::* operation) {
    return c.method.find(modulus_bits, operation);
  }

  Array<Kernels> x_, y_, out_;
  Double s_;
  arith::DoubleModulus modulus_;
};

}  // namespace

void time_vectors(const std::vector<Contender>& contenders, int repetitions, std::ostream& out) {
  using bench::double_words::GmpVectors;
  const Doubles x = random_residues(n, 1), y = random_residues(n, 2);
  const Double s = x.back();
  GmpVectors gmp(x, y, s, modulus());
  Operands<kernels::DoubleEltwiseKernels> contiguous(x, y, s);
  Operands<kernels::SplitEltwiseKernels> split(x, y, s);
  const std::array gmp_operations = {&GmpVectors::add, &GmpVectors::sub, &GmpVectors::mul, &GmpVectors::axpy};

  for (std::size_t i = 0; i < operations.size(); ++i) {
    const auto run_gmp = [&gmp, run = gmp_operations[i]] { (gmp.*run)(); };
    run_gmp();
    const Doubles expected = gmp.store();
    std::vector<Timing> timings{{{"gmp", "mpz", "measured", ""}, "contiguous", run_gmp}};
    for (const Contender& c : contenders) {
      if (contiguous.are_of(c, operations[i])) timings.push_back(contiguous.prepare(c, operations[i], expected));
      if (split.are_of(c, operations[i])) timings.push_back(split.prepare(c, operations[i], expected));
    }
    std::vector<bench::Timed> runs;
    for (const Timing& timing : timings) runs.push_back({.run = timing.run});
    auto times = bench::interleaved_times(runs, repetitions, 20);
    for (std::size_t t = 0; t < timings.size(); ++t) {
      for (double& sample : times[t]) sample /= static_cast<double>(n);
      print(out, {"fig4", timings[t].subject, operations[i], modulus_bits, log_n, timings[t].layout, "ns/element"},
            std::move(times[t]));
    }
  }
}

}  // namespace ringlet::lab
