#include "lab/measure/pisa.hpp"

#include <iostream>
#include <vector>

#include "interleaved.hpp"
#include "lab/backends/lab_backend.hpp"
#include "lab/isa/proxy_names.hpp"
#include "lab/measure/line.hpp"
#include "lab/measure/problem.hpp"
#include "plan/aligned_words.hpp"
#include "plan/ntt_plan.hpp"

namespace ringlet::lab {
namespace {

constexpr unsigned log_n = 14;
constexpr std::size_t n = std::size_t{1} << log_n;

struct Pair {
  const LabBackend* target_kernels;
  const LabBackend* proxy_kernels;
  ProxyNames names;
};

constexpr Pair pairs[] = {
    {&pisa_avx2, &pisa_avx2_multiply, multiply_names},
    {&pisa_avx512, &pisa_avx512_add, add_names},
    {&pisa_avx512, &pisa_avx512_subtract, subtract_names},
};

/// A transform whose numbers are right only with the target instructions.
class Transform {
 public:
  Transform(const LabBackend& lab, const Ntt<Double>& ntt, const Doubles& in)
      : plan_(log_n, modulus(), ntt.ring(), ntt.root(), lab.backend, {}, lab.method),
        in_(in.begin(), in.end()),
        out_(n) {}

  void run() { plan_.forward(out_.data(), in_.data(), 1, 1); }

 private:
  plan::NttPlan<Double> plan_;
  plan::AlignedWords<Double> in_;
  plan::AlignedWords<Double> out_;
};

}  // namespace

void time_proxies(int repetitions, std::ostream& out) {
  const Ntt<Double> ntt(n, Modulus(modulus()));
  const Doubles in = random_residues(n, 0);
  const double butterflies = static_cast<double>(n) / 2 * log_n;
  for (const Pair& pair : pairs) {
    if (!backends::is_supported(pair.target_kernels->backend)) {
      std::cerr << "table6: skipped, this CPU lacks " << pair.names.target << std::endl;
      continue;
    }
    Transform target(*pair.target_kernels, ntt, in), proxy(*pair.proxy_kernels, ntt, in);
    const std::vector<bench::Timed> runs{{.run = [&] { target.run(); }}, {.run = [&] { proxy.run(); }}};
    auto times = bench::interleaved_times(runs, repetitions, 4);
    std::vector<double> errors;
    for (std::size_t i = 0; i < times[0].size(); ++i) {
      errors.push_back((times[0][i] - times[1][i]) / times[0][i] * 100);
      for (auto& samples : times) samples[i] /= butterflies;
    }
    const char* backend = pair.target_kernels->base;
    const auto line = [&](const char* instruction, const char* mode, const char* unit) {
      return Line{"table6", {backend, instruction, mode, ""}, "ntt_forward", modulus_bits, log_n, "contiguous", unit};
    };
    print(out, line(pair.names.target, "measured", "ns/butterfly"), times[0]);
    print(out, line(pair.names.proxy, "projected", "ns/butterfly"), times[1]);
    print(out, line(pair.names.target, "projected", "relative_error_percent"), errors);
  }
}

}  // namespace ringlet::lab
