#include "words/transform_cases.hpp"

#include "reference/multiword.hpp"
#include "reference/roots.hpp"
#include "support/moduli.hpp"

namespace ringlet_test {
namespace {

constexpr std::size_t largest_with_all_primes = std::size_t{1} << 12;
constexpr std::size_t largest_with_decisive_primes = std::size_t{1} << 16;

Words primes_of_size(std::size_t n, Ring ring) {
  const std::uint64_t order = root_order(n, ring);
  if (n <= largest_with_all_primes) return edge_primes(order);
  return n <= largest_with_decisive_primes ? decisive_primes(order) : tightest_primes(order);
}

}  // namespace

Ntt make_plan(const TransformCase& c) {
  ringlet::NttOptions<Word> options{.ring = c.ring, .order = c.order};
  (c.ring == Ring::negacyclic ? options.psi : options.omega) = c.root;
  return Ntt(c.n, ringlet::Modulus<Word>(c.q), options);
}

std::string text_of(const TransformCase& c) {
  std::string text = c.ring == Ring::negacyclic ? "negacyclic" : "cyclic";
  text += ", n = " + std::to_string(c.n) + ", q = " + std::to_string(c.q);
  if (c.root) text += ", root = " + std::to_string(*c.root);
  return text;
}

std::uint64_t root_order(std::size_t n, Ring ring) { return ring == Ring::negacyclic ? 2 * n : n; }

std::vector<TransformCase> cases_of_size(std::size_t n) {
  std::vector<TransformCase> cases;
  for (const Ring ring : {Ring::negacyclic, Ring::cyclic}) {
    for (const Word q : primes_of_size(n, ring)) cases.push_back({n, q, ring});
  }
  return cases;
}

std::vector<TransformCase> given_root_cases(std::size_t n, Random& random) {
  std::vector<TransformCase> cases = cases_of_size(n);
  for (TransformCase& c : cases) {
    const std::uint64_t order = root_order(n, c.ring);
    const std::uint64_t odd = random.up_to(order / 2 - 1) * 2 + 1;
    c.root = static_cast<Word>(reference::multiword::pow(reference::smallest_root(order, c.q), odd, c.q));
  }
  return cases;
}

reference::Wrap wrap_of(Ring ring) {
  return ring == Ring::negacyclic ? reference::Wrap::negacyclic : reference::Wrap::cyclic;
}

reference::Transform reference_of(const Ntt& ntt) { return {wrap_of(ntt.ring()), ntt.modulus().value(), ntt.root()}; }

std::vector<std::size_t> sample_indices(std::size_t n, Random& random) {
  std::vector<std::size_t> indices;
  if (n <= 128) {
    for (std::size_t i = 0; i < n; ++i) indices.push_back(i);
    return indices;
  }
  const std::size_t count = n <= largest_with_all_primes ? 14 : 3;
  indices = {0, n - 1};
  for (std::size_t i = 0; i < count; ++i) indices.push_back(random.up_to(n - 1));
  return indices;
}

std::string size_name(unsigned log_n) { return std::string("n").append(std::to_string(std::size_t{1} << log_n)); }

}  // namespace ringlet_test
