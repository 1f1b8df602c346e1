#include "reference/transform.hpp"

#include <vector>

#include "reference/bits.hpp"
#include "reference/multiword.hpp"

namespace reference {
namespace {

/// Returns the ratio of consecutive evaluation points, a primitive n-th root of unity.
std::uint64_t step(const Transform& t) {
  return t.wrap == Wrap::negacyclic ? multiword::mul(t.root, t.root, t.q) : t.root;
}

std::vector<std::uint64_t> natural_order(std::span<const std::uint64_t> a) {
  const unsigned bits = log2_exact(a.size());
  std::vector<std::uint64_t> ordered(a.size());
  for (std::size_t k = 0; k < a.size(); ++k) ordered[k] = a[reverse_bits(k, bits)];
  return ordered;
}

}  // namespace

std::uint64_t forward_at(std::span<const std::uint64_t> a, std::size_t index, const Transform& transform) {
  const std::uint64_t k = reverse_bits(index, log2_exact(a.size()));
  const std::uint64_t exponent = transform.wrap == Wrap::negacyclic ? 2 * k + 1 : k;
  return evaluate(a, multiword::pow(transform.root, exponent, transform.q), transform.q);
}

std::uint64_t inverse_at(std::span<const std::uint64_t> a, std::size_t index, const Transform& transform) {
  const std::uint64_t q = transform.q;
  const std::uint64_t point = multiword::pow(multiword::inverse(step(transform), q), index, q);
  const std::uint64_t sum = evaluate(natural_order(a), point, q);
  const std::uint64_t scaled = multiword::mul(sum, multiword::inverse(a.size() % q, q), q);
  if (transform.wrap == Wrap::cyclic) return scaled;
  return multiword::mul(scaled, multiword::pow(multiword::inverse(transform.root, q), index, q), q);
}

// With w the step and s = psi or 1, the outputs are sum_j a[j] s^j w^(k j). Summing z^k over k is a geometric series:
// sum_j a[j] s^j ((z w^j)^n - 1) / (z w^j - 1), and (z w^j)^n = z^n.
std::uint64_t forward_checksum(std::span<const std::uint64_t> a, std::uint64_t z, const Transform& transform) {
  const std::uint64_t q = transform.q;
  const std::uint64_t twist = transform.wrap == Wrap::negacyclic ? transform.root : 1;
  const std::uint64_t w = step(transform);
  std::uint64_t sum = 0;
  std::uint64_t scale = 1;
  std::uint64_t point = z % q;
  for (const std::uint64_t coefficient : a) {
    const std::uint64_t term = multiword::mul(multiword::mul(coefficient, scale, q),
                                              multiword::inverse(multiword::add(point, q - 1, q), q), q);
    sum = multiword::add(sum, term, q);
    scale = multiword::mul(scale, twist, q);
    point = multiword::mul(point, w, q);
  }
  return multiword::mul(sum, multiword::add(multiword::pow(z, a.size(), q), q - 1, q), q);
}

std::uint64_t output_checksum(std::span<const std::uint64_t> out, std::uint64_t z, std::uint64_t q) {
  return evaluate(natural_order(out), z, q);
}

}  // namespace reference
