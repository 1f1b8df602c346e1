#include <cstdint>
#include <functional>
#include <random>
#include <ringlet/ringlet.hpp>
#include <stdexcept>
#include <string>

#include "arith/word_arithmetic.hpp"
#include "double_words/gmp.hpp"
#include "double_words/transforms.hpp"
#include "interleaved.hpp"
#include "lab/methods/method.hpp"
#include "plan/aligned_words.hpp"

namespace bench::double_words {
namespace {

using ringlet::arith::DoubleModulus;
using ringlet::kernels::DoubleEltwiseKernels;
using ringlet::kernels::SplitEltwiseKernels;
using ringlet::lab::Method;

constexpr std::size_t n = 1024;

/// An array in either layout: contiguous, or its low limbs and then its high ones.
class Vector {
 public:
  Vector() : words_(n) {}
  explicit Vector(const Doubles& values, bool split) : words_(values.begin(), values.end()) {
    if (!split) return;
    for (std::size_t i = 0; i < n; ++i) {
      low()[i] = static_cast<std::uint64_t>(values[i]);
      high()[i] = static_cast<std::uint64_t>(values[i] >> 64);
    }
  }

  template <class Pointers>
  [[nodiscard]] Pointers pointers() {
    if constexpr (std::is_pointer_v<Pointers>) {
      return words_.data();
    } else {
      return {low(), high()};
    }
  }
  [[nodiscard]] Double at(std::size_t i, bool split) {
    return split ? (Double{high()[i]} << 64) | low()[i] : words_[i];
  }

 private:
  std::uint64_t* low() { return static_cast<std::uint64_t*>(static_cast<void*>(words_.data())); }
  std::uint64_t* high() { return low() + n; }

  ringlet::plan::AlignedWords<Double> words_;
};

/// The operands in one layout, and where the results go.
struct Operands {
  bool split;
  Vector x, y, out;
  Double s;
  DoubleModulus modulus;
};

struct Contender {
  std::string operation;
  std::string method;
  std::function<void()> run;
};

/// The operations that one method has in the layout of Kernels.
template <class Kernels>
void add_contenders(const Method& method, Operands& d, std::vector<Contender>& contenders) {
  using In = typename Kernels::In;
  const auto pointers = [&d] {
    return std::tuple(d.out.template pointers<typename Kernels::Out>(), d.x.template pointers<In>(),
                      d.y.template pointers<In>());
  };
  const auto find = [&](auto operation) { return method.find(d.modulus.bits, operation); };
  const std::string name = method.name() + (d.split ? ", split" : "");
  const auto binary = [&](const char* operation, auto member) {
    const Kernels* kernels = find(member);
    if (kernels == nullptr) return;
    contenders.push_back({operation, name, [=, kernel = kernels->*member, &d] {
                            const auto [out, x, y] = pointers();
                            kernel(out, x, y, n, d.modulus);
                          }});
  };
  binary("add", &Kernels::add);
  binary("sub", &Kernels::sub);
  if (const Kernels* kernels = find(&Kernels::mul)) {
    contenders.push_back({"mul", name, [=, kernel = kernels->mul, &d] {
                            const auto [out, x, y] = pointers();
                            kernel(out, x, y, n, d.modulus, 1);
                          }});
  }
  if (const Kernels* kernels = find(&Kernels::axpy)) {
    contenders.push_back({"axpy", name, [=, kernel = kernels->axpy, &d] {
                            const auto [out, x, y] = pointers();
                            kernel(out, x, d.s, y, n, d.modulus, 1);
                          }});
  }
}

void verify(const Contender& contender, Operands& d, const Doubles& expected) {
  d.out = Vector();
  contender.run();
  for (std::size_t i = 0; i < n; ++i) {
    if (d.out.at(i, d.split) == expected[i]) continue;
    throw std::runtime_error("WRONG RESULT: " + contender.method + ", " + contender.operation);
  }
}

}  // namespace

void time_vectors(unsigned bits, int repetitions, std::vector<Measurement>& measurements) {
  const Double q = ringlet::ntt_primes_double(1, bits, n).front();
  std::mt19937_64 random(bits);
  Doubles x(n), y(n);
  for (Double& value : x) value = ((Double{random()} << 64) | random()) % q;
  for (Double& value : y) value = ((Double{random()} << 64) | random()) % q;
  const DoubleModulus modulus = ringlet::arith::make_modulus(q);
  Operands contiguous{false, Vector(x, false), Vector(y, false), Vector(), x[0], modulus};
  Operands split{true, Vector(x, true), Vector(y, true), Vector(), x[0], modulus};
  GmpVectors gmp(x, y, x[0], q);

  std::vector<Contender> contenders;
  std::vector<Method> methods = ringlet::lab::all_methods();
  std::erase_if(methods, [](const Method& m) { return !m.is_supported(); });
  for (const Method& m : methods) add_contenders<DoubleEltwiseKernels>(m, contiguous, contenders);
  const std::size_t first_split = contenders.size();
  for (const Method& m : methods) add_contenders<SplitEltwiseKernels>(m, split, contenders);
  const std::vector<std::pair<std::string, void (GmpVectors::*)()>> operations = {
      {"add", &GmpVectors::add}, {"sub", &GmpVectors::sub}, {"mul", &GmpVectors::mul}, {"axpy", &GmpVectors::axpy}};
  std::vector<Timed> runs;
  std::vector<std::pair<std::string, std::string>> names;
  for (const auto& [operation, run] : operations) {
    (gmp.*run)();
    const Doubles expected = gmp.store();
    runs.push_back({.run = [&gmp, function = run] { (gmp.*function)(); }});
    names.emplace_back(operation, "gmp");
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      if (contenders[i].operation != operation) continue;
      verify(contenders[i], i < first_split ? contiguous : split, expected);
      runs.push_back({.run = contenders[i].run});
      names.emplace_back(operation, contenders[i].method);
    }
  }
  const std::vector<double> times = interleaved_medians(runs, repetitions, 20);
  for (std::size_t i = 0; i < times.size(); ++i) {
    measurements.push_back({names[i].first, bits, n, names[i].second, times[i] / static_cast<double>(n)});
  }
}

}  // namespace bench::double_words
