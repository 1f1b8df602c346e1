// Measures what the figures and tables of the papers show, and projects what their proposed instructions would give.
// Prints a JSON object on each line; progress goes to standard error.
//
// Usage: ringlet_lab EXPERIMENT... [--quick]
//   blas         Fig. 4: operations on 1024 elements
//   ntt          Fig. 5: transforms of 2^8 to 2^20 points, both directions
//   sensitivity  Fig. 6: the parts of MQX
//   karatsuba    section 5.5: schoolbook and Karatsuba
//   on_top       what MQX would give the library's own method
//   pisa         Tables 5 and 6: proxies of instructions that there are
//   all          all of them
#include <algorithm>
#include <exception>
#include <functional>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "lab/measure/contender.hpp"
#include "lab/measure/pisa.hpp"
#include "lab/measure/problem.hpp"
#include "lab/measure/transforms.hpp"
#include "lab/measure/vectors.hpp"
#include "lab/methods/names.hpp"

namespace {

using ringlet::lab::Contender;
using ringlet::lab::Contenders;

using ringlet::lab::rows;

constexpr std::string_view schoolbook = ringlet::lab::schoolbook;
constexpr std::string_view full = "+M,C";

/// All contenders that `accepts`.
template <class Accepts>
Contenders choose(Accepts accepts) {
  Contenders chosen;
  for (const Contenders& list :
       {ringlet::lab::measured_contenders(ringlet::lab::modulus_bits), ringlet::lab::projected_contenders()}) {
    std::ranges::copy_if(list, std::back_inserter(chosen), accepts);
  }
  return chosen;
}

/// The papers' method, ours, and the projections of the whole extension.
bool in_figures_4_and_5(const Contender& c) {
  const auto& s = c.subject;
  return (c.is_exact() || s.features == full) && (s.method == schoolbook || !c.is_papers());
}

void time_sizes(const ringlet::lab::TransformExperiment& experiment, unsigned last, bool quick) {
  for (unsigned log_n = 8; log_n <= (quick ? 17 : last); log_n += quick ? 3 : 1) {
    std::cerr << experiment.name << ": 2^" << log_n << std::endl;
    ringlet::lab::time_transforms(experiment, log_n, quick || log_n > 17 ? 7 : 25, std::cout);
  }
}

void blas(bool quick) {
  std::cerr << "fig4" << std::endl;
  // Products of two vectors are in rows of limbs what they are without.
  const auto contenders = choose([](const Contender& c) { return in_figures_4_and_5(c) && c.subject.method != rows; });
  ringlet::lab::time_vectors(contenders, quick ? 31 : 201, std::cout);
}

void ntt(bool quick) {
  time_sizes({.name = "fig5", .contenders = choose(in_figures_4_and_5), .inverse = true, .gmp = true}, 20, quick);
}

void sensitivity(bool quick) {
  const auto contenders =
      choose([](const Contender& c) { return c.subject.backend == "avx512dq" && c.subject.method == schoolbook; });
  time_sizes({.name = "fig6", .contenders = contenders}, 17, quick);
}

void karatsuba(bool quick) {
  const auto contenders =
      choose([](const Contender& c) { return c.is_papers() && (c.is_exact() || c.subject.features == full); });
  time_sizes({.name = "karatsuba", .contenders = contenders}, 17, quick);
}

void on_top(bool quick) {
  const auto contenders =
      choose([](const Contender& c) { return !c.is_papers() && c.subject.backend.starts_with("avx512"); });
  time_sizes({.name = "on_top", .contenders = contenders}, 20, quick);
}

void pisa(bool quick) {
  std::cerr << "table6" << std::endl;
  ringlet::lab::time_proxies(quick ? 51 : 201, std::cout);
}

struct Experiment {
  std::string_view name;
  void (*run)(bool quick);
};
constexpr Experiment experiments[] = {{"blas", blas},           {"ntt", ntt},       {"sensitivity", sensitivity},
                                      {"karatsuba", karatsuba}, {"on_top", on_top}, {"pisa", pisa}};

void run(int argc, char** argv) {
  bool quick = false;
  std::vector<Experiment> chosen;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const std::size_t known = chosen.size();
    for (const Experiment& e : experiments) {
      if (argument == e.name || argument == "all") chosen.push_back(e);
    }
    if (argument == "--quick") {
      quick = true;
    } else if (chosen.size() == known) {
      throw std::invalid_argument("no experiment \"" + std::string(argument) + "\"");
    }
  }
  if (chosen.empty()) throw std::invalid_argument("no experiment named");
  for (const Experiment& e : chosen) e.run(quick);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(argc, argv);
  } catch (const std::invalid_argument& error) {
    std::cerr << "ringlet_lab: " << error.what()
              << "\nusage: ringlet_lab {blas | ntt | sensitivity | karatsuba | on_top | pisa | all}... [--quick]\n";
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "ringlet_lab: " << error.what() << '\n';
    return 1;
  }
}
