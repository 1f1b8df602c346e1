// Runs of Lattigo 6.2.0 by the C functions of lattigo/main.go. It orders evaluations by its own roots of unity, so its
// results are not compared here. Tests of the RNS layer compare results that do not depend on the order.
#include <cstdint>
#include <memory>

#include "rns/contenders.hpp"

extern "C" {
int ringlet_lattigo_prepare(int operation, int log_n, const std::uint64_t* q, int len_q, const std::uint64_t* p,
                            int len_p);
void ringlet_lattigo_run(int number);
void ringlet_lattigo_clear();
}

namespace bench::rns {
namespace {

/// Prepared operation. Only one may exist at a time.
struct Prepared {
  explicit Prepared(const Problem& p)
      : number(ringlet_lattigo_prepare(static_cast<int>(p.row.operation), static_cast<int>(p.row.log_n),
                                       p.moduli.data(), static_cast<int>(p.row.moduli), p.moduli.data() + p.row.moduli,
                                       static_cast<int>(p.row.special))) {}
  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;
  ~Prepared() { ringlet_lattigo_clear(); }

  int number;
};

}  // namespace

Run lattigo(const Problem& problem) {
  if (problem.row.operation >= Operation::approximate_conversion) return {};
  // Lattigo's digits of whole moduli need a special modulus.
  if (problem.row.operation == Operation::key_switch && problem.row.special == 0) return {};
  return {.run = [prepared = std::make_shared<Prepared>(problem)] { ringlet_lattigo_run(prepared->number); }};
}

}  // namespace bench::rns
