#include "verifier.hpp"

#include <algorithm>
#include <cstddef>
#include <random>

#include "oracle.hpp"

namespace bench {
namespace {

Words random_words(std::size_t n, Word q, std::mt19937_64& random) {
  std::uniform_int_distribution<Word> residue(0, q - 1);
  Words words(n);
  std::ranges::generate(words, [&] { return residue(random); });
  return words;
}

}  // namespace

Verifier::Verifier(const Parameters& parameters, std::uint64_t seed) : parameters_(parameters) {
  std::mt19937_64 random(seed);
  a_ = random_words(parameters.n, parameters.q, random);
  b_ = random_words(parameters.n, parameters.q, random);
}

std::optional<std::string> Verifier::complaint(const Contender& contender, Operation operation,
                                               Computation& computation) {
  switch (operation) {
    case Operation::forward:
    case Operation::inverse:
      return transform_complaint(contender, operation, computation);
    case Operation::elementwise_product:
      return run_and_compare(computation, a_, oracle::elementwise_product(a_, b_, parameters_.q));
    case Operation::ring_product:
      return run_and_compare(computation, a_, oracle::ring_product(a_, b_, parameters_.q));
  }
  return "no such operation";
}

std::optional<std::string> Verifier::transform_complaint(const Contender& contender, Operation operation,
                                                         Computation& computation) {
  const auto [set, n, q] = parameters_;
  const Word psi = transform_root(contender);
  if (!oracle::is_negacyclic_root(psi, n, q)) {
    return "its transform of X begins with " + std::to_string(psi) + ", which is no primitive 2n-th root of unity";
  }
  if (operation == Operation::forward) return run_and_compare(computation, a_, transform(psi));
  return run_and_compare(computation, transform(psi),
                         contender.unscaled_inverse ? oracle::multiply_scalar(a_, n, q) : a_);
}

std::optional<std::string> Verifier::run_and_compare(Computation& computation, const Words& operand,
                                                     const Words& expected) const {
  computation.select();
  computation.load(operand, b_);
  computation.run();
  Words result(parameters_.n);
  computation.store(result);
  const auto [wrong, right] = std::ranges::mismatch(result, expected);
  if (wrong == result.end()) return std::nullopt;
  return "element " + std::to_string(wrong - result.begin()) + " of the result is " + std::to_string(*wrong) +
         ", the oracle says " + std::to_string(*right);
}

/// The first value of the transform of X is the root that the contender has chosen.
Word Verifier::transform_root(const Contender& contender) const {
  const auto computation = contender.make(Operation::forward, parameters_);
  if (computation == nullptr) return 0;
  Words x(parameters_.n, 0);
  x[1] = 1;
  computation->select();
  computation->load(x, b_);
  computation->run();
  computation->store(x);
  return x[0];
}

const Words& Verifier::transform(Word psi) {
  const auto [entry, inserted] = transforms_.try_emplace(psi);
  if (inserted) entry->second = oracle::forward(a_, psi, parameters_.q);
  return entry->second;
}

}  // namespace bench
