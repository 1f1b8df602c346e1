#include <algorithm>
#include <ringlet/number_theory.hpp>
#include <utility>

#include "words/contenders.hpp"

namespace bench::words {
namespace {

/// Returns q, then count - 1 other primes of the same length.
Words moduli_like(const Ring& ring, std::size_t count) {
  Words moduli = ringlet::ntt_primes(count, ring.bits(), ring.n);
  const auto same = std::ranges::find(moduli, ring.q);
  std::swap(moduli.front(), same == moduli.end() ? moduli.back() : *same);
  moduli.front() = ring.q;
  return moduli;
}

Words residues(Words x, Word q) {
  for (Word& residue : x) residue %= q;
  return x;
}

/// Prepares runs that take turns. The first one is modulo the ring's own prime and gives the result.
Run prepare(const Contender& contender, std::size_t count, const Ring& ring, Operation operation, const Words& a,
            const Words& b) {
  std::vector<Run> runs;
  for (const Word q : moduli_like(ring, count)) {
    runs.push_back(contender.prepare({ring.set, ring.n, q}, operation, residues(a, q), residues(b, q)));
    if (!runs.back().run) return {};
  }
  Run turning = runs.front();
  turning.run = [runs = std::move(runs), next = std::size_t{0}]() mutable {
    runs[next].run();
    next = next + 1 == runs.size() ? 0 : next + 1;
  };
  return turning;
}

}  // namespace

Contender in_turn(const Contender& contender, std::size_t count) {
  Contender turning = contender;
  turning.name += " x" + std::to_string(count);
  turning.remark = contender.name + " with " + std::to_string(count) +
                   " moduli and arrays in turn; the ratio is to one modulus of ringlet's";
  turning.prepare = [contender, count](const Ring& ring, Operation operation, const Words& a, const Words& b) {
    return prepare(contender, count, ring, operation, a, b);
  };
  return turning;
}

}  // namespace bench::words
