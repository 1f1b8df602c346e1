#include "lab/measure/transforms.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "interleaved.hpp"
#include "lab/measure/problem.hpp"
#include "plan/aligned_words.hpp"

namespace ringlet::lab {
namespace {

using AlignedDoubles = plan::AlignedWords<Double>;

/// A contender's transform, and the data that all of them have.
class Entry {
 public:
  Entry(const Contender& contender, unsigned log_n, const Ntt<Double>& ntt)
      : subject(contender.subject),
        transform_(make_transform(contender.method, log_n, modulus(), ntt.ring(), ntt.root())),
        in_(std::size_t{1} << log_n),
        out_(in_.size()) {}

  void load(const Doubles& in) { std::ranges::copy(in, in_.begin()); }
  void forward() { transform_->forward(out_.data(), in_.data(), 1); }
  void inverse() { transform_->inverse(out_.data(), in_.data(), 1); }
  [[nodiscard]] bool holds(const Doubles& expected) const { return std::ranges::equal(out_, expected); }

  Subject subject;

 private:
  std::unique_ptr<Transform> transform_;
  AlignedDoubles in_;
  AlignedDoubles out_;
};

void verify(Entry& entry, const Doubles& in, const Doubles& expected) {
  entry.load(in);
  entry.forward();
  bool right = entry.holds(expected);
  entry.load(expected);
  entry.inverse();
  right = right && entry.holds(in);
  if (!right) throw std::runtime_error("WRONG RESULT: " + entry.subject.backend + " / " + entry.subject.method);
  entry.load(in);
}

/// GMP's transform, verified by evaluating the polynomial.
Doubles gmp_transform(bench::double_words::GmpTransform& gmp, const Doubles& in, unsigned log_n, Double root) {
  gmp.load(in);
  gmp.forward();
  Doubles out = gmp.store();
  const std::size_t k = in.size() / 3;
  if (out[reverse_bits(k, log_n)] != bench::double_words::evaluate(in, k, modulus(), root)) {
    throw std::runtime_error("WRONG RESULT: gmp");
  }
  return out;
}

}  // namespace

void time_transforms(const TransformExperiment& experiment, unsigned log_n, int repetitions, std::ostream& out) {
  const std::size_t n = std::size_t{1} << log_n;
  const Ntt<Double> ntt(n, Modulus(modulus()));
  const Doubles in = random_residues(n, 0);
  bench::double_words::GmpTransform gmp(n, modulus(), ntt.root());
  const Doubles expected = gmp_transform(gmp, in, log_n, ntt.root());
  std::vector<Entry> entries;
  for (const Contender& contender : experiment.contenders) {
    if (!contender.method.transforms(modulus_bits, log_n)) continue;
    entries.emplace_back(contender, log_n, ntt);
    if (contender.is_exact()) {
      verify(entries.back(), in, expected);
    } else {
      entries.back().load(in);
    }
  }

  const double butterflies = static_cast<double>(n) / 2 * log_n;
  const int calls = std::max(1, static_cast<int>(4e4 / butterflies));
  const auto report = [&](const Subject& subject, const char* operation, std::vector<double> samples) {
    for (double& sample : samples) sample /= butterflies;
    print(out, {experiment.name, subject, operation, modulus_bits, log_n, "contiguous", "ns/butterfly"},
          std::move(samples));
  };
  const auto time_direction = [&](const char* operation, void (Entry::*run)()) {
    std::vector<bench::Timed> runs;
    for (Entry& entry : entries) runs.push_back({.run = [&entry, run] { (entry.*run)(); }});
    const auto times = bench::interleaved_times(runs, repetitions, calls);
    for (std::size_t i = 0; i < entries.size(); ++i) report(entries[i].subject, operation, times[i]);
  };
  time_direction("ntt_forward", &Entry::forward);
  if (experiment.inverse) time_direction("ntt_inverse", &Entry::inverse);
  if (experiment.gmp) {
    const std::vector<bench::Timed> run{{.run = [&] { gmp.forward(); }}};
    const auto times = bench::interleaved_times(run, std::max(3, repetitions / 4), 1);
    report({"gmp", "mpz", "measured", ""}, "ntt_forward", times[0]);
  }
}

}  // namespace ringlet::lab
