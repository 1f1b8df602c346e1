// Lattigo 6.2.0 by the C functions of lattigo/main.go. It counts the evaluations by roots of unity of its own, so its
// results are not compared; where orders do not matter, tests of the RNS layer do.
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

/// As lattigo/main.go numbers them; -1: none.
int number_of(const Row& row) {
  switch (row.operation) {
    case Operation::key_switch:
      return 0;
    case Operation::exact_conversion:
      return 1;
    case Operation::mod_down:
      return row.special == 1 ? 3 : 2;
    case Operation::automorphism:
      return 4;
    case Operation::mul:
      return 5;
    case Operation::approximate_conversion:
    case Operation::extension:
    case Operation::scaling:
    case Operation::inner_product:
      return -1;
  }
  return -1;
}

/// One at a time.
struct Prepared {
  explicit Prepared(const Problem& p)
      : number(ringlet_lattigo_prepare(number_of(p.row), static_cast<int>(p.row.log_n), p.moduli.data(),
                                       static_cast<int>(p.row.moduli), p.moduli.data() + p.row.moduli,
                                       static_cast<int>(p.row.special))) {}
  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;
  ~Prepared() { ringlet_lattigo_clear(); }

  int number;
};

}  // namespace

Run lattigo(const Problem& problem) {
  if (number_of(problem.row) < 0) return {};
  return {.run = [prepared = std::make_shared<Prepared>(problem)] { ringlet_lattigo_run(prepared->number); }};
}

}  // namespace bench::rns
