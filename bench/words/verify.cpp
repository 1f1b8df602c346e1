#include "words/verify.hpp"

#include <algorithm>
#include <random>
#include <utility>

#include "support/gmp.hpp"

namespace bench::words {
namespace {

/// Computes the product by its definition, with GMP. Shares no code with any contender.
Words elementwise_product(const Words& a, const Words& b, Word q) {
  GmpVectors vectors(q, integers_of(a, 1), integers_of(b, 1));
  vectors.mul();
  return bench::words_of(vectors.out, 1);
}

Words transform_of(const Words& a, Word psi, Word q) {
  GmpTransform transform(a.size(), q, psi);
  transform.values = integers_of(a, 1);
  transform.forward();
  return bench::words_of(transform.values, 1);
}

}  // namespace

Verifier::Verifier(const Ring& ring, std::uint64_t seed) : ring_(ring), a_(ring.n), b_(ring.n) {
  std::mt19937_64 random(seed);
  std::uniform_int_distribution<Word> residue(0, ring.q - 1);
  std::ranges::generate(a_, [&] { return residue(random); });
  std::ranges::generate(b_, [&] { return residue(random); });
}

VerifiedRun Verifier::prepare(const Contender& contender, Operation operation) {
  if (is_transform(operation)) return prepare_transform(contender, operation);
  return compare(
      contender, operation, a_,
      operation == Operation::ring_product ? ring_product(a_, b_, ring_.q) : elementwise_product(a_, b_, ring_.q));
}

/// Prepares a transform. The first value of the transform of X is the root that the contender has chosen.
VerifiedRun Verifier::prepare_transform(const Contender& contender, Operation operation) {
  Words x(ring_.n, 0);
  x[1] = 1;
  const Run of_x = contender.prepare(ring_, Operation::forward, x, b_);
  if (!of_x.run) return {};
  of_x.run();
  const Word psi = of_x.result().front();
  // For n a power of two, psi^n = -1 implies that psi is a primitive 2n-th root of unity.
  if (psi >= ring_.q || power(psi, ring_.n, ring_.q) != ring_.q - 1) {
    return {of_x,
            "its transform of X begins with " + std::to_string(psi) + ", which is no primitive 2n-th root of unity"};
  }
  if (operation == Operation::forward) return compare(contender, operation, a_, transform(psi));
  return compare(contender, operation, transform(psi),
                 contender.unscaled_inverse ? elementwise_product(a_, Words(ring_.n, ring_.n % ring_.q), ring_.q) : a_);
}

VerifiedRun Verifier::compare(const Contender& contender, Operation operation, const Words& a,
                              const Words& expected) const {
  VerifiedRun verified{contender.prepare(ring_, operation, a, b_)};
  if (!verified.run.run) return verified;
  verified.run.run();
  const Words result = verified.run.result();
  const auto [wrong, right] = std::ranges::mismatch(result, expected);
  if (wrong != result.end() || right != expected.end()) {
    verified.complaint = "element " + std::to_string(wrong - result.begin()) + " of the result is wrong";
  }
  return verified;
}

const Words& Verifier::transform(Word psi) {
  const auto [entry, inserted] = transforms_.try_emplace(psi);
  if (inserted) entry->second = transform_of(a_, psi, ring_.q);
  return entry->second;
}

}  // namespace bench::words
