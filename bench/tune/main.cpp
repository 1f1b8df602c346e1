// Finds the passes of the transforms: times every sensible way to cut log2(n) stages, for every kernel that this CPU
// runs, and prints what src/plan/radix_table.hpp lists: where a way is faster than the one that the plan's rule takes.
//
// Usage: ringlet_bench_tune [MAX_LOG_N [BACKEND]]
#include <algorithm>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <limits>
#include <memory>
#include <ringlet/number_theory.hpp>
#include <string>
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
    for (const Radices& way : ways) {
      plans_.push_back(std::make_unique<Plan>(log_n, q, ringlet::Ring::negacyclic, psi, backend, way));
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

void tune(const backends::Backend& backend, const kernels::NttKernel& kernel, unsigned log_n) {
  const std::uint64_t q = ringlet::ntt_primes(1, kernel.modulus_bits, std::size_t{1} << log_n).front();
  std::vector<Radices> ways = list_ways(log_n, kernel);
  const Radices rule = ringlet::plan::radices_by_rule(log_n, kernel);
  std::erase(ways, rule);
  ways.insert(ways.begin(), rule);
  // Where the tables happen to lie matters more than most differences: the best of several places counts.
  constexpr int places = 3;
  std::vector<double> times(ways.size(), std::numeric_limits<double>::infinity());
  for (int place = 0; place < places; ++place) {
    const std::vector<double> there = Contest(log_n, q, backend, ways).times();
    std::ranges::transform(times, there, times.begin(), [](double a, double b) { return std::min(a, b); });
  }
  std::size_t best = 0;
  for (std::size_t i = 1; i < ways.size(); ++i) {
    if (times[i] < times[best]) best = i;
  }
  std::cerr << backend.name << ' ' << kernel.arithmetic << ' ' << kernel.modulus_bits << " 2^" << log_n << ": "
            << ways.size() << " ways, best " << std::fixed << std::setprecision(3) << times[best] / times[0]
            << " of the rule's time\n";
  if (times[best] > times[0] * (1 - least_gain)) return;
  std::cout << "    {\"" << backend.name << "\", \"" << kernel.arithmetic << "\", " << kernel.modulus_bits << ", "
            << log_n << ", " << initializer(ways[best]) << "},  // " << std::fixed << std::setprecision(2)
            << times[best] / times[0] << std::endl;
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned max_log_n = argc > 1 ? static_cast<unsigned>(std::strtoul(argv[1], nullptr, 10)) : 17;
  const std::string only = argc > 2 ? argv[2] : "";
  if (max_log_n < 5 || max_log_n > 20) {
    std::cerr << "usage: ringlet_bench_tune [MAX_LOG_N, 5 to 20 [BACKEND]]\n";
    return 2;
  }
  std::cout << "// " << bench::cpu_name() << ", " << bench::compiler_name() << '\n';
  for (const backends::Backend& backend : backends::all()) {
    if (!backends::is_supported(backend) || (!only.empty() && only != backend.name)) continue;
    for (const kernels::NttKernel& kernel : backend.kernels->ntt) {
      for (unsigned log_n = kernel.lanes_log + 4; log_n <= max_log_n; ++log_n) {
        const bool chosen = backends::choose_ntt<std::uint64_t>(backend, kernel.modulus_bits, log_n).kernel == &kernel;
        if (chosen) tune(backend, kernel, log_n);
      }
    }
  }
}
