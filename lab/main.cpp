// Measures the results that figures and tables of the papers show, and projects those of their proposed instructions.
// Prints a JSON object on each line; progress goes to standard error.
//
// Usage: ringlet_lab EXPERIMENT... [--quick]
//   blas         Fig. 4: operations on 1024 elements
//   ntt          Fig. 5: transforms of 2^8 to 2^20 points, both directions
//   sensitivity  Fig. 6: the parts of MQX
//   karatsuba    section 5.5: schoolbook and Karatsuba
//   on_top       the library's own method with MQX
//   pisa         Tables 5 and 6: proxies of existing instructions
//   clock        the frequency of the core
//   widths       transforms modulo 124 to 509 bits
//   hexl         Tables 1 to 4 of Intel HEXL
//   all          all of them
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "lab/backends/lab_method.hpp"
#include "lab/measure/experiments.hpp"
#include "lab/measure/problem.hpp"
#include "lab/measure/word128.hpp"
#include "lab/methods/names.hpp"
#include "support/arguments.hpp"

namespace {

using namespace ringlet::lab;

constexpr std::string_view full = "+M,C";

/// Returns the methods of this CPU that transform 128-bit words modulo primes of the papers' length, and projections,
/// as far as `accepts` takes them.
template <class Accepts>
Contenders choose(Accepts accepts) {
  Contenders all = measured_contenders();
  std::erase_if(all, [](const Contender& c) { return !c.method.transforms(modulus(), 8); });
  for (const auto list :
       {projected_avx2_papers, projected_avx512_papers, projected_avx512_shoup, projected_avx512_rows}) {
    for (const LabMethod& m : list) {
      if (!m.method.is_supported()) continue;
      all.push_back({m.method, {m.base, std::string(m.method.arithmetic), "projected", m.features}});
    }
  }
  std::erase_if(all, [&](const Contender& c) { return !accepts(c); });
  return all;
}

/// Returns whether it is the papers' method, ours, or a projection of the whole extension.
bool in_figures_4_and_5(const Contender& c) {
  const auto& s = c.subject;
  return (c.is_exact() || s.features == full) && (s.method == schoolbook || !c.is_papers());
}

void time_sizes(const TransformExperiment& experiment, unsigned last, bool quick) {
  for (unsigned log_n = 8; log_n <= (quick ? 17 : last); log_n += quick ? 3 : 1) {
    std::cerr << experiment.name << ": 2^" << log_n << std::endl;
    time_transforms(experiment, log_n, quick || log_n > 17 ? 7 : 25, print_line);
  }
}

void blas(bool quick) {
  // Left out: products of two vectors are the same with rows of limbs.
  const auto contenders = choose([](const Contender& c) { return in_figures_4_and_5(c) && c.subject.method != rows; });
  time_vectors(contenders, papers_bits, quick ? 31 : 201, print_line);
}

void ntt(bool quick) {
  time_sizes({.name = "fig5", .contenders = choose(in_figures_4_and_5), .inverse = true, .gmp = true}, 20, quick);
}

void sensitivity(bool quick) {
  const auto contenders =
      choose([](const Contender& c) { return c.subject.backend == "avx512dq" && c.subject.method == schoolbook; });
  time_sizes({.name = "fig6", .contenders = contenders}, 17, quick);
}

void time_karatsuba(bool quick) {
  const auto contenders =
      choose([](const Contender& c) { return c.is_papers() && (c.is_exact() || c.subject.features == full); });
  time_sizes({.name = "karatsuba", .contenders = contenders}, 17, quick);
}

void on_top(bool quick) {
  const auto contenders =
      choose([](const Contender& c) { return !c.is_papers() && c.subject.backend.starts_with("avx512"); });
  time_sizes({.name = "on_top", .contenders = contenders}, 20, quick);
}

struct Experiment {
  std::string name;
  void (*run)(bool quick);
};
const Experiment experiments[] = {
    {"blas", blas},     {"ntt", ntt},   {"sensitivity", sensitivity},   {"karatsuba", time_karatsuba},
    {"on_top", on_top}, {"pisa", pisa}, {"clock", ringlet::lab::clock}, {"widths", widths},
    {"hexl", hexl}};

int run(const bench::Arguments& arguments) {
  for (const Experiment& e : experiments) {
    if (!arguments.has(e.name) && !arguments.has("all")) continue;
    std::cerr << e.name << std::endl;
    e.run(arguments.quick);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> names{"all"};
  for (const Experiment& e : experiments) names.push_back(e.name);
  return bench::run_program(argc, argv, {.options = names, .needs_option = true}, run);
}
