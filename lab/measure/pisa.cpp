// The sanity check of the projections, by proxies of existing instructions.

#include <iostream>
#include <memory>
#include <vector>

#include "lab/backends/lab_method.hpp"
#include "lab/isa/proxy_names.hpp"
#include "lab/measure/experiments.hpp"
#include "lab/measure/line.hpp"
#include "lab/measure/problem.hpp"
#include "memory/aligned_words.hpp"
#include "support/interleaved.hpp"

namespace ringlet::lab {
namespace {

constexpr unsigned log_n = 14;
constexpr std::size_t n = std::size_t{1} << log_n;

struct Pair {
  const LabMethod* target_kernels;
  const LabMethod* proxy_kernels;
  ProxyNames names;
};

constexpr Pair pairs[] = {
    {&pisa_avx2, &pisa_avx2_multiply, multiply_names},
    {&pisa_avx512, &pisa_avx512_add, add_names},
    {&pisa_avx512, &pisa_avx512_subtract, subtract_names},
};

/// Transform whose numbers are right only with the target instructions.
class Entry {
 public:
  Entry(const LabMethod& lab, const Ntt<Word128>& ntt, const Words128& in)
      : transform_(make_transform(lab.method, log_n, ntt.modulus().value(), ntt.ring(), ntt.root())),
        in_(in.begin(), in.end()),
        out_(n) {}

  void run() { transform_->forward(out_.data(), in_.data(), 1); }

 private:
  std::unique_ptr<Transform> transform_;
  memory::AlignedWords<Word128> in_;
  memory::AlignedWords<Word128> out_;
};

}  // namespace

void pisa(bool quick) {
  const Ntt<Word128> ntt(n, Modulus(modulus()));
  const Words128 in = random_residues(n, 0, ntt.modulus().value());
  const double butterflies = static_cast<double>(n) / 2 * log_n;
  for (const Pair& pair : pairs) {
    if (!pair.target_kernels->method.is_supported()) {
      std::cerr << "table6: skipped, this CPU lacks " << pair.names.target << std::endl;
      continue;
    }
    Entry target(*pair.target_kernels, ntt, in), proxy(*pair.proxy_kernels, ntt, in);
    const std::vector<bench::Timed> runs{{.run = [&] { target.run(); }}, {.run = [&] { proxy.run(); }}};
    auto times = bench::interleaved_times(runs, quick ? 51 : 201, 4);
    std::vector<double> errors;
    for (std::size_t i = 0; i < times[0].size(); ++i) {
      errors.push_back((times[0][i] - times[1][i]) / times[0][i] * 100);
      for (auto& samples : times) samples[i] /= butterflies;
    }
    const char* backend = pair.target_kernels->base;
    const auto line = [&](const char* instruction, const char* mode, const char* unit) {
      return Line{"table6", {backend, instruction, mode}, "ntt_forward", papers_bits, log_n, "contiguous", unit};
    };
    print_line(line(pair.names.target, "measured", "ns/butterfly"), times[0]);
    print_line(line(pair.names.proxy, "projected", "ns/butterfly"), times[1]);
    print_line(line(pair.names.target, "projected", "relative_error_percent"), errors);
  }
}

}  // namespace ringlet::lab
