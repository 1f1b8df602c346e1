#include "double_words/transforms.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <ringlet/ringlet.hpp>
#include <stdexcept>
#include <string>

#include "double_words/gmp.hpp"
#include "interleaved.hpp"
#include "lab/methods/method.hpp"
#include "plan/aligned_words.hpp"

namespace bench::double_words {
namespace {

using AlignedDoubles = ringlet::plan::AlignedWords<Double>;

[[noreturn]] void wrong(const std::string& what, unsigned log_n, unsigned bits) {
  throw std::runtime_error("WRONG RESULT: " + what + ", n = 2^" + std::to_string(log_n) + ", q of " +
                           std::to_string(bits) + " bits");
}

/// GMP's transform of `in`, of which some outputs are compared with the definition.
Doubles verified_transform(GmpTransform& gmp, const Doubles& in, unsigned log_n, const ringlet::Ntt<Double>& ntt) {
  gmp.load(in);
  gmp.forward();
  Doubles out = gmp.store();
  for (const std::size_t k : std::array<std::size_t, 3>{0, in.size() / 3, in.size() - 1}) {
    const Double expected = evaluate(in, k, ntt.modulus().value(), ntt.root());
    if (out[ringlet::reverse_bits(k, log_n)] != expected) wrong("gmp", log_n, ntt.modulus().bits());
  }
  return out;
}

/// A transform with its data.
struct Contender {
  std::string name;
  std::unique_ptr<ringlet::lab::Transform> transform;
  AlignedDoubles data;

  void forward() { transform->forward(data.data(), data.data(), 1); }
  void inverse() { transform->inverse(data.data(), data.data(), 1); }
  [[nodiscard]] bool holds(const Doubles& expected) const { return std::ranges::equal(data, expected); }
};

std::vector<Contender> verified_contenders(const Doubles& in, const Doubles& expected, unsigned log_n,
                                           const ringlet::Ntt<Double>& ntt) {
  const unsigned bits = ntt.modulus().bits();
  std::vector<Contender> contenders;
  for (const ringlet::lab::Method& method : ringlet::lab::all_methods()) {
    if (!method.is_supported() || !method.transforms(bits, log_n)) continue;
    auto transform = make_transform(method, log_n, ntt.modulus().value(), ntt.ring(), ntt.root());
    Contender& contender = contenders.emplace_back(method.name(), std::move(transform), AlignedDoubles{});
    contender.data.assign(in.begin(), in.end());
    contender.forward();
    if (!contender.holds(expected)) wrong(contender.name + ", forward", log_n, bits);
    contender.inverse();
    if (!contender.holds(in)) wrong(contender.name + ", inverse", log_n, bits);
  }
  return contenders;
}

}  // namespace

Doubles random_doubles(std::size_t n, Double q) {
  std::mt19937_64 random(n);
  Doubles values(n);
  for (Double& x : values) x = ((Double{random()} << 64) | random()) % q;
  return values;
}

void time_transforms(unsigned log_n, unsigned bits, int repetitions, std::vector<Measurement>& measurements) {
  const std::size_t n = std::size_t{1} << log_n;
  const Double q = ringlet::ntt_primes_double(1, bits, n).front();
  const ringlet::Ntt<Double> ntt(n, ringlet::Modulus(q));
  const Doubles in = random_doubles(n, q);
  GmpTransform gmp(n, q, ntt.root());
  const Doubles expected = verified_transform(gmp, in, log_n, ntt);
  std::vector<Contender> contenders = verified_contenders(in, expected, log_n, ntt);

  std::vector<Timed> runs{{.run = [&] { gmp.forward(); }}};
  for (Contender& contender : contenders) runs.push_back({.run = [&] { contender.forward(); }});
  for (Contender& contender : contenders) runs.push_back({.run = [&] { contender.inverse(); }});
  const double butterflies = static_cast<double>(n) / 2 * log_n;
  // Many in sequence, as in the papers, so that the tables are as near as they fit.
  const int calls = std::max(log_n > 17 ? 3 : 10, static_cast<int>(1e5 / butterflies));
  const std::vector<double> times = interleaved_medians(runs, repetitions, calls);

  for (const char* direction : {"forward", "inverse"}) {
    // GMP does the same work in both directions.
    measurements.push_back({direction, bits, n, "gmp", times[0] / butterflies});
  }
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    const std::string& name = contenders[i].name;
    measurements.push_back({"forward", bits, n, name, times[1 + i] / butterflies});
    measurements.push_back({"inverse", bits, n, name, times[1 + contenders.size() + i] / butterflies});
  }
}

}  // namespace bench::double_words
