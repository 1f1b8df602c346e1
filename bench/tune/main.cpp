// Finds the fastest passes of the transforms. Times every sensible way to cut log2(n) stages into passes, in each
// direction, for every kernel that this CPU runs. Prints the entries of src/twiddles/radix_table.hpp: ways that are
// faster than the plan's rule. A second round compares the best ways of the first round with the rule's, so that luck
// does not decide.
//
// Usage: ringlet_bench_tune [SIZES [BACKEND [WORD]]]
//   SIZES     log2(n), as "17" or "10-17"; by default all from 5 to 17
//   WORD      64 or 128; by default both
#include <algorithm>
#include <iomanip>
#include <iostream>
#include <memory>
#include <numeric>
#include <random>
#include <ringlet/number_theory.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "arith/word_arithmetic.hpp"
#include "backends/registry.hpp"
#include "kernels/ntt_pass.hpp"
#include "memory/aligned_words.hpp"
#include "support/arguments.hpp"
#include "support/interleaved.hpp"
#include "support/machine.hpp"
#include "twiddles/radices.hpp"
#include "words/ntt_plan.hpp"

namespace {

namespace backends = ringlet::backends;
namespace kernels = ringlet::kernels;
using ringlet::uint128_t;
using ringlet::twiddles::Direction;
using Radices = std::vector<unsigned>;

/// Least gain that is worth an entry.
constexpr double least_gain = 0.03;

/// Lists all ways to cut `stages` into the passes that kernels have: strided ones of at most max_radix_log stages each,
/// of which only the first may have a single stage, and then a tile.
void list_ways(unsigned stages, unsigned max_radix_log, unsigned max_passes, Radices& begun,
               std::vector<Radices>& ways) {
  const unsigned min_tile = begun.empty() ? 1 : kernels::min_last_tile_radix_log;
  if (stages >= min_tile && stages <= kernels::max_tile_radix_log) {
    ways.push_back(begun);
    ways.back().push_back(stages);
  }
  if (begun.size() + 1 == max_passes) return;
  for (unsigned radix_log = begun.empty() ? 1 : kernels::min_middle_radix_log;
       radix_log <= max_radix_log && radix_log < stages; ++radix_log) {
    begun.push_back(radix_log);
    list_ways(stages - radix_log, max_radix_log, max_passes, begun, ways);
    begun.pop_back();
  }
}

/// Lists the ways that have at most one pass more than the fewest possible.
template <class Word>
std::vector<Radices> list_ways(unsigned log_n, const kernels::BasicNttKernel<Word>& kernel) {
  const unsigned stages = log_n - kernel.lanes_log;
  const unsigned rest = stages - std::min(stages, kernels::max_tile_radix_log);
  const unsigned fewest = 1 + (rest + kernel.max_radix_log - 1) / kernel.max_radix_log;
  Radices begun;
  std::vector<Radices> ways;
  list_ways(stages, kernel.max_radix_log, fewest + 1, begun, ways);
  return ways;
}

template <class Word>
unsigned bits_of(const kernels::BasicNttKernel<Word>& kernel) {
  return ringlet::arith::bit_width(kernel.moduli.greatest);
}

/// Returns the largest prime of a kernel's width for transforms of n points.
ringlet::Modulus<std::uint64_t> modulus_of(const kernels::NttKernel& kernel, std::size_t n) {
  return ringlet::Modulus(ringlet::ntt_primes(1, bits_of(kernel), n).front());
}
ringlet::Modulus<uint128_t> modulus_of(const kernels::BasicNttKernel<uint128_t>& kernel, std::size_t n) {
  return ringlet::Modulus(ringlet::ntt_primes<ringlet::uint128_t>(1, bits_of(kernel), n).front());
}

/// Kernel, size and direction of a race.
template <class Word>
struct Event {
  const backends::Backend& backend;
  const kernels::BasicNttKernel<Word>& kernel;
  unsigned log_n;
  Direction direction;
};

/// Times a transform in place, in each of several ways.
template <class Word>
class Contest {
 public:
  Contest(const Event<Word>& event, const std::vector<Radices>& ways)
      : direction_(event.direction), data_(std::size_t{1} << event.log_n) {
    const auto modulus = modulus_of(event.kernel, data_.size());
    const Word psi = ringlet::primitive_root_of_unity(std::uint64_t{2} << event.log_n, modulus);
    // Plans are made in random order, so that the first way does not always get the same memory.
    static std::mt19937 random;
    std::vector<std::size_t> order(ways.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::shuffle(order, random);
    plans_.resize(ways.size());
    for (const std::size_t i : order) {
      plans_[i] =
          std::make_unique<Plan>(event.log_n, modulus.value(), ringlet::Ring::negacyclic, psi, event.backend, ways[i]);
    }
  }

  std::vector<double> times() {
    std::vector<bench::Timed> runs;
    for (const auto& plan : plans_) {
      runs.push_back({[this, &plan] {
        if (direction_ == Direction::forward) plan->forward(data_.data(), data_.data(), 1, 1);
        if (direction_ == Direction::inverse) plan->inverse(data_.data(), data_.data(), 1, 1);
      }});
    }
    const int calls = std::max(2, static_cast<int>(std::size_t{200000} / data_.size()));
    return bench::interleaved_medians(runs, 11, calls);
  }

 private:
  using Plan = ringlet::words::NttPlan<Word>;
  Direction direction_;
  ringlet::memory::AlignedWords<Word> data_;
  std::vector<std::unique_ptr<Plan>> plans_;
};

std::string initializer(const Radices& radices) {
  std::string text = "{";
  for (std::size_t i = 0; i < radices.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(radices[i]);
  return text + "}";
}

struct Way {
  Radices radices;
  /// Ratio of its time to the first way's.
  double ratio;
};

/// Returns the ways in the order of their times. The position of the tables in memory matters more than most
/// differences, so each ratio is the median over `places` positions.
template <class Word>
std::vector<Way> race(const Event<Word>& event, const std::vector<Radices>& ways, int places) {
  std::vector<std::vector<double>> ratios(ways.size());
  for (int place = 0; place < places; ++place) {
    const std::vector<double> times = Contest<Word>(event, ways).times();
    for (std::size_t i = 0; i < ways.size(); ++i) ratios[i].push_back(times[i] / times[0]);
  }
  std::vector<Way> order;
  for (std::size_t i = 0; i < ways.size(); ++i) order.push_back({ways[i], bench::percentile(ratios[i], 0.5)});
  std::ranges::sort(order, {}, &Way::ratio);
  return order;
}

/// Returns the best way with its time in relation to the rule's, or no way and 1 if it gains too little.
template <class Word>
Way find_best(const Event<Word>& event) {
  constexpr std::size_t finalists = 4;
  const Radices rule = ringlet::twiddles::radices_by_rule(event.log_n, event.kernel);
  const auto with_rule_first = [&](std::vector<Radices> ways) {
    std::erase(ways, rule);
    ways.insert(ways.begin(), rule);
    return ways;
  };
  std::vector<Radices> best;
  for (const Way& way : race(event, with_rule_first(list_ways(event.log_n, event.kernel)), 3)) {
    if (best.size() < finalists) best.push_back(way.radices);
  }
  const std::vector<Way> order = race(event, with_rule_first(best), 9);
  std::cerr << event.backend.name << ' ' << event.kernel.arithmetic << ' ' << bits_of(event.kernel) << " 2^"
            << event.log_n << (event.direction == Direction::forward ? " forward:" : " inverse:") << std::fixed
            << std::setprecision(3);
  for (const Way& way : order) std::cerr << "  " << initializer(way.radices) << ' ' << way.ratio;
  std::cerr << '\n';
  return order.front().ratio > 1 - least_gain ? Way{{}, 1} : order.front();
}

template <class Word>
void tune(const backends::Backend& backend, const kernels::BasicNttKernel<Word>& kernel, unsigned log_n) {
  const Way forward = find_best(Event<Word>{backend, kernel, log_n, Direction::forward});
  const Way inverse = find_best(Event<Word>{backend, kernel, log_n, Direction::inverse});
  if (forward.radices.empty() && inverse.radices.empty()) return;
  std::cout << "    {\"" << backend.name << "\", \"" << kernel.arithmetic << "\", " << bits_of(kernel) << ", " << log_n
            << ", " << initializer(forward.radices) << ", " << initializer(inverse.radices) << "},  // " << std::fixed
            << std::setprecision(2) << forward.ratio << ", " << inverse.ratio << std::endl;
}

/// Tunes every kernel at the sizes for which plans choose it.
template <class Word>
void tune(const backends::Backend& backend, std::pair<unsigned, unsigned> sizes) {
  for (const auto* family : backend.kernels->of<kernels::WordKernels<Word>>()) {
    for (const kernels::BasicNttKernel<Word>& kernel : family->ntt) {
      for (unsigned log_n = std::max(sizes.first, kernel.lanes_log + 4); log_n <= sizes.second; ++log_n) {
        if (backends::choose_ntt<Word>(backend, kernel.moduli.greatest, log_n).kernel == &kernel) {
          tune(backend, kernel, log_n);
        }
      }
    }
  }
}

/// Reads "17" or "10-17".
std::pair<unsigned, unsigned> sizes_of(const std::string& text) {
  const std::size_t dash = text.find('-');
  const auto first = bench::parse_number(text.substr(0, dash));
  const auto last = dash == std::string::npos ? first : bench::parse_number(text.substr(dash + 1));
  if (first < 5 || last > 20) throw std::invalid_argument("sizes are from 5 to 20");
  return {static_cast<unsigned>(first), static_cast<unsigned>(last)};
}

void tune(const std::string& sizes, const std::string& only, const std::string& word) {
  if (!(word.empty() || word == "64" || word == "128")) throw std::invalid_argument("no word " + word);
  const auto range = sizes_of(sizes);
  std::cout << "// " << bench::cpu_name() << ", " << bench::compiler_name() << '\n';
  for (const backends::Backend& backend : backends::all()) {
    if (!backends::is_supported(backend) || (!only.empty() && only != backend.name)) continue;
    if (word != "128") tune<std::uint64_t>(backend, range);
    if (word != "64") tune<uint128_t>(backend, range);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    tune(argc > 1 ? argv[1] : "5-17", argc > 2 ? argv[2] : "", argc > 3 ? argv[3] : "");
  } catch (const std::invalid_argument& error) {
    std::cerr << "ringlet_bench_tune: " << error.what()
              << "\nusage: ringlet_bench_tune [SIZES, log2(n) as 17 or 10-17, from 5 to 20 [BACKEND [64|128]]]"
                 "\nexample: ringlet_bench_tune 10-12 avx2 64\n";
    return 2;
  }
}
