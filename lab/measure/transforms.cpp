#include "lab/measure/word128.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include "lab/measure/gmp.hpp"
#include "memory/aligned_words.hpp"
#include "support/interleaved.hpp"

namespace ringlet::lab {
namespace {

/// Transform of a contender, on data that all contenders share.
class Entry {
 public:
  Entry(const Contender& contender, unsigned log_n, const Ntt<Word128>& ntt, bool in_place)
      : subject(contender.subject),
        transform_(make_transform(contender.method, log_n, ntt.modulus().value(), ntt.ring(), ntt.root())),
        in_(std::size_t{1} << log_n),
        out_(in_place ? 0 : in_.size()) {}

  void load(const Words128& in) { std::ranges::copy(in, in_.begin()); }
  void forward() { transform_->forward(out().data(), in_.data(), 1); }
  void inverse() { transform_->inverse(out().data(), in_.data(), 1); }
  [[nodiscard]] bool holds(const Words128& expected) { return std::ranges::equal(out(), expected); }

  Subject subject;

 private:
  using AlignedWords128 = memory::AlignedWords<Word128>;

  AlignedWords128& out() { return out_.empty() ? in_ : out_; }

  std::unique_ptr<Transform> transform_;
  AlignedWords128 in_, out_;
};

void verify(Entry& entry, const Words128& in, const Words128& expected) {
  entry.load(in);
  entry.forward();
  bool right = entry.holds(expected);
  entry.load(expected);
  entry.inverse();
  right = right && entry.holds(in);
  if (!right) throw std::runtime_error("WRONG RESULT: " + entry.subject.backend + " / " + entry.subject.method);
  entry.load(in);
}

}  // namespace

void time_transforms(const TransformExperiment& experiment, unsigned log_n, int repetitions, const Report& report) {
  const std::size_t n = std::size_t{1} << log_n;
  const Ntt<Word128> ntt(n, Modulus(modulus(experiment.bits)));
  const Words128 in = random_residues(n, 0, ntt.modulus().value());
  bench::GmpTransform gmp(n, integer_of(ntt.modulus().value()), integer_of(ntt.root()));
  const Words128 expected = transform_of(in, gmp);
  std::vector<Entry> entries;
  for (const Contender& contender : experiment.contenders) {
    if (!contender.method.transforms(ntt.modulus().value(), log_n)) continue;
    entries.emplace_back(contender, log_n, ntt, experiment.in_place);
    if (contender.is_exact()) {
      verify(entries.back(), in, expected);
    } else {
      entries.back().load(in);
    }
  }

  const double butterflies = static_cast<double>(n) / 2 * log_n;
  const int calls = std::max(experiment.min_calls, static_cast<int>(4e4 / butterflies));
  const auto tell = [&](const Subject& subject, const char* operation, std::vector<double> samples) {
    report({experiment.name, subject, operation, experiment.bits, log_n, "contiguous", "ns/butterfly"},
           each_of(std::move(samples), butterflies));
  };
  const auto time_direction = [&](const char* operation, void (Entry::*run)()) {
    std::vector<bench::Timed> runs;
    for (Entry& entry : entries) runs.push_back({.run = [&entry, run] { (entry.*run)(); }});
    const auto times = bench::interleaved_times(runs, repetitions, calls);
    for (std::size_t i = 0; i < entries.size(); ++i) tell(entries[i].subject, operation, times[i]);
  };
  if (experiment.gmp) {
    const std::vector<bench::Timed> run{{.run = [&] { gmp.forward(); }}};
    tell({"gmp", "mpz", "measured"}, "ntt_forward",
         bench::interleaved_times(run, std::max(3, repetitions / 4), 1).front());
  }
  time_direction("ntt_forward", &Entry::forward);
  if (experiment.inverse) time_direction("ntt_inverse", &Entry::inverse);
}

}  // namespace ringlet::lab
