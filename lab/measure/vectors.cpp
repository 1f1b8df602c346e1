#include "lab/measure/word128.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "arith/word_arithmetic.hpp"
#include "lab/measure/gmp.hpp"
#include "memory/aligned_words.hpp"
#include "support/interleaved.hpp"

namespace ringlet::lab {
namespace {

constexpr std::size_t n = 1024;
constexpr unsigned log_n = 10;
constexpr std::array operations = {"add", "sub", "mul", "axpy"};

/// Memory for n 128-bit words, in the layout of Kernels.
template <class Kernels>
class Array {
 public:
  static constexpr bool is_split = !std::is_pointer_v<typename Kernels::Out>;

  Array() : words_(n) {}
  explicit Array(const Words128& values) : words_(values.begin(), values.end()) {
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
  [[nodiscard]] Word128 at(std::size_t i) {
    if constexpr (is_split) {
      return (Word128{out().high[i]} << 64) | out().low[i];
    } else {
      return out()[i];
    }
  }

 private:
  memory::AlignedWords<Word128> words_;
};

struct Timing {
  Subject subject;
  const char* layout;
  std::function<void()> run;
};

/// Operands in one layout, and the contenders' operations on them.
template <class Kernels>
class Operands {
 public:
  Operands(const Words128& x, const Words128& y, Word128 s, Word128 q)
      : x_(x), y_(y), s_(s), modulus_(arith::make_modulus(q)) {}

  /// Adds the contender's operation if it exists in this layout; verifies it if it is exact.
  void add(const Contender& c, const std::string& operation, const Words128& expected, std::vector<Timing>& timings) {
    const std::function<void()> run = bind(c, operation);
    if (!run) return;
    run();
    for (std::size_t i = 0; i < n && c.is_exact(); ++i) {
      if (out_.at(i) != expected[i]) {
        throw std::runtime_error("WRONG RESULT: " + c.subject.backend + " / " + c.subject.method + ", " + operation);
      }
    }
    timings.push_back({c.subject, Array<Kernels>::is_split ? "split" : "contiguous", run});
  }

 private:
  /// Returns a call of the operation, empty if the contender does not have it.
  std::function<void()> bind(const Contender& c, const std::string& operation) {
    const auto with = [&](auto member, auto call) -> std::function<void()> {
      const Kernels* kernels = c.method.find(modulus_.q, member);
      if (kernels == nullptr) return {};
      return [=, f = kernels->*member] { call(f); };
    };
    const auto sum = [this](auto f) { f(out_.out(), x_.in(), y_.in(), n, modulus_); };
    if (operation == "add") return with(&Kernels::add, sum);
    if (operation == "sub") return with(&Kernels::sub, sum);
    if (operation == "mul") {
      return with(&Kernels::mul, [this](auto f) { f(out_.out(), x_.in(), y_.in(), n, modulus_, 1); });
    }
    return with(&Kernels::axpy, [this](auto f) { f(out_.out(), x_.in(), s_, y_.in(), n, modulus_, 1); });
  }

  Array<Kernels> x_, y_, out_;
  Word128 s_;
  arith::Modulus128 modulus_;
};

}  // namespace

void time_vectors(const Contenders& contenders, unsigned bits, int repetitions, const Report& report) {
  const Word128 q = modulus(bits);
  const Words128 x = random_residues(n, 1, q), y = random_residues(n, 2, q);
  bench::GmpVectors gmp(integer_of(q), integers_of(x), integers_of(y));
  Operands<kernels::EltwiseKernels128> contiguous(x, y, x.back(), q);
  Operands<SplitEltwiseKernels> split(x, y, x.back(), q);
  const std::function<void()> gmp_runs[] = {[&] { gmp.add(); }, [&] { gmp.sub(); }, [&] { gmp.mul(); },
                                            [&, s = gmp.x.back()] { gmp.axpy(s); }};

  for (std::size_t i = 0; i < operations.size(); ++i) {
    gmp_runs[i]();
    const Words128 expected = words128_of(gmp.out);
    std::vector<Timing> timings{{{"gmp", "mpz", "measured"}, "contiguous", gmp_runs[i]}};
    for (const Contender& c : contenders) {
      contiguous.add(c, operations[i], expected, timings);
      split.add(c, operations[i], expected, timings);
    }
    std::vector<bench::Timed> runs;
    for (const Timing& timing : timings) runs.push_back({.run = timing.run});
    const auto times = bench::interleaved_times(runs, repetitions, 20);
    for (std::size_t t = 0; t < timings.size(); ++t) {
      report({"fig4", timings[t].subject, operations[i], bits, log_n, timings[t].layout, "ns/element"},
             each_of(times[t], static_cast<double>(n)));
    }
  }
}

}  // namespace ringlet::lab
