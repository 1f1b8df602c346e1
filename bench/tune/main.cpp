// Finds the passes of the transforms: times every sensible way to cut log2(n) stages, for every kernel that this CPU
// runs, and prints what src/plan/radix_table.hpp lists: where a way is faster than the one that the plan's rule takes.
// The best ways of a first round meet the rule's once more, so that luck in the first does not decide.
//
// Usage: ringlet_bench_tune [SIZES [BACKEND]]
//   SIZES     log2(n), as "17" or "10-17"; by default all from 5 to 17
#include <algorithm>
#include <charconv>
#include <iomanip>
#include <iostream>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <ringlet/number_theory.hpp>
#include <string>
#include <utility>
#include <vector>

#include "backends/registry.hpp"
#include "interleaved.hpp"
#include "kernels/ntt_pass.hpp"
#include "machine.hpp"
#include "plan/ntt_plan.hpp"
#include "word_computation.hpp"

namespace {

namespace backends = ringlet::backends;
namespace kernels = ringlet::kernels;
using Plan = ringlet::plan::NttPlan<std::uint64_t>;
using Radices = std::vector<unsigned>;

/// A smaller gain is not worth an entry.
constexpr double least_gain = 0.03;

/// All ways to cut `stages` into strided passes of at least two stages each and a tile, with one pass more than the
/// fewest at most.
void list_ways(unsigned stages, const kernels::NttKernel& kernel, unsigned max_passes, Radices& begun,
               std::vector<Radices>& ways) {
  if (stages >= 1 && stages <= kernels::max_tile_radix_log) {
    ways.push_back(begun);
    ways.back().push_back(stages);
  }
  if (begun.size() + 1 == max_passes) return;
  for (unsigned radix_log = 2; radix_log <= kernel.max_radix_log && radix_log < stages; ++radix_log) {
    begun.push_back(radix_log);
    list_ways(stages - radix_log, kernel, max_passes, begun, ways);
    begun.pop_back();
  }
}

std::vector<Radices> list_ways(unsigned log_n, const kernels::NttKernel& kernel) {
  const unsigned stages = log_n - kernel.lanes_log;
  const unsigned rest = stages - std::min(stages, kernels::max_tile_radix_log);
  const unsigned fewest = 1 + (rest + kernel.max_radix_log - 1) / kernel.max_radix_log;
  Radices begun;
  std::vector<Radices> ways;
  list_ways(stages, kernel, fewest + 1, begun, ways);
  return ways;
}

/// A forward and an inverse transform in place, in each of several ways.
class Contest {
 public:
  Contest(unsigned log_n, std::uint64_t q, const backends::Backend& backend, const std::vector<Radices>& ways)
      : data_(std::size_t{1} << log_n) {
    const std::uint64_t psi = ringlet::primitive_root_of_unity(std::uint64_t{2} << log_n, ringlet::Modulus(q));
    // In any order, lest the first always get the same memory.
    static std::mt19937 random;
    std::vector<std::size_t> order(ways.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::shuffle(order, random);
    plans_.resize(ways.size());
    for (const std::size_t i : order) {
      plans_[i] = std::make_unique<Plan>(log_n, q, ringlet::Ring::negacyclic, psi, backend, ways[i]);
    }
  }

  std::vector<double> times() {
    std::vector<bench::Timed> runs;
    for (const auto& plan : plans_) {
      runs.push_back({[this, &plan] {
        plan->forward(data_.data(), data_.data(), 1, 1);
        plan->inverse(data_.data(), data_.data(), 1, 1);
      }});
    }
    const int calls = std::max(2, static_cast<int>(std::size_t{100000} / data_.size()));
    return bench::interleaved_medians(runs, 11, calls);
  }

 private:
  bench::CacheLineWords data_;
  std::vector<std::unique_ptr<Plan>> plans_;
};

std::string initializer(const Radices& radices) {
  std::string text = std::to_string(radices.size()) + ", {";
  for (std::size_t i = 0; i < radices.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(radices[i]);
  return text + "}";
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

struct Way {
  Radices radices;
  /// Its time in relation to the first way's.
  double ratio;
};

/// The ways in the order of their times. Where the tables happen to lie matters more than most differences, so each
/// ratio is the median over `places` of them.
std::vector<Way> race(unsigned log_n, std::uint64_t q, const backends::Backend& backend,
                      const std::vector<Radices>& ways, int places) {
  std::vector<std::vector<double>> ratios(ways.size());
  for (int place = 0; place < places; ++place) {
    const std::vector<double> times = Contest(log_n, q, backend, ways).times();
    for (std::size_t i = 0; i < ways.size(); ++i) ratios[i].push_back(times[i] / times[0]);
  }
  std::vector<Way> order;
  for (std::size_t i = 0; i < ways.size(); ++i) order.push_back({ways[i], median(ratios[i])});
  std::ranges::sort(order, {}, &Way::ratio);
  return order;
}

void tune(const backends::Backend& backend, const kernels::NttKernel& kernel, unsigned log_n) {
  constexpr std::size_t finalists = 4;
  const std::uint64_t q = ringlet::ntt_primes(1, kernel.modulus_bits, std::size_t{1} << log_n).front();
  const Radices rule = ringlet::plan::radices_by_rule(log_n, kernel);
  const auto with_rule_first = [&](std::vector<Radices> ways) {
    std::erase(ways, rule);
    ways.insert(ways.begin(), rule);
    return ways;
  };
  std::vector<Radices> best;
  for (const Way& way : race(log_n, q, backend, with_rule_first(list_ways(log_n, kernel)), 3)) {
    if (best.size() < finalists) best.push_back(way.radices);
  }
  const std::vector<Way> order = race(log_n, q, backend, with_rule_first(best), 9);
  std::cerr << backend.name << ' ' << kernel.arithmetic << ' ' << kernel.modulus_bits << " 2^" << log_n << ':'
            << std::fixed << std::setprecision(3);
  for (const Way& way : order) std::cerr << "  " << initializer(way.radices) << ' ' << way.ratio;
  std::cerr << '\n';
  if (order.front().ratio > 1 - least_gain) return;
  std::cout << "    {\"" << backend.name << "\", \"" << kernel.arithmetic << "\", " << kernel.modulus_bits << ", "
            << log_n << ", " << initializer(order.front().radices) << "},  // " << std::fixed << std::setprecision(2)
            << order.front().ratio << std::endl;
}

/// "17" or "10-17"; nothing for what is neither.
std::optional<std::pair<unsigned, unsigned>> sizes_of(const std::string& text) {
  unsigned first = 0;
  unsigned last = 0;
  const char* const end = text.data() + text.size();
  auto read = std::from_chars(text.data(), end, first);
  if (read.ec != std::errc{}) return std::nullopt;
  last = first;
  if (read.ptr != end && *read.ptr == '-') read = std::from_chars(read.ptr + 1, end, last);
  if (read.ec != std::errc{} || read.ptr != end || first < 5 || last > 20) return std::nullopt;
  return std::pair(first, last);
}

}  // namespace

int main(int argc, char** argv) {
  const auto sizes = sizes_of(argc > 1 ? argv[1] : "5-17");
  const std::string only = argc > 2 ? argv[2] : "";
  if (!sizes) {
    std::cerr << "usage: ringlet_bench_tune [SIZES, log2(n) as 17 or 10-17, from 5 to 20 [BACKEND]]\n";
    return 2;
  }
  std::cout << "// " << bench::cpu_name() << ", " << bench::compiler_name() << '\n';
  for (const backends::Backend& backend : backends::all()) {
    if (!backends::is_supported(backend) || (!only.empty() && only != backend.name)) continue;
    for (const kernels::NttKernel& kernel : backend.kernels->ntt) {
      for (unsigned log_n = std::max(sizes->first, kernel.lanes_log + 4); log_n <= sizes->second; ++log_n) {
        const bool chosen = backends::choose_ntt<std::uint64_t>(backend, kernel.modulus_bits, log_n).kernel == &kernel;
        if (chosen) tune(backend, kernel, log_n);
      }
    }
  }
}
