#include "reference/roots.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/multiword.hpp"

namespace reference {
namespace {

std::uint64_t any_root(std::uint64_t order, std::uint64_t q) {
  if (order == 1) return 1;
  for (std::uint64_t x = 2; x < q; ++x) {
    const std::uint64_t root = multiword::pow(x, (q - 1) / order, q);
    // The order divides `order`, a power of two, but not its half.
    if (multiword::pow(root, order / 2, q) == q - 1) return root;
  }
  throw std::domain_error("no root of unity of this order");
}

}  // namespace

std::uint64_t multiplicative_order(std::uint64_t x, std::uint64_t q) {
  if (x % q == 0) throw std::domain_error("zero has no multiplicative order");
  std::uint64_t order = 1;
  for (std::uint64_t power = x % q; power != 1; power = multiword::mul(power, x, q)) ++order;
  return order;
}

std::uint64_t smallest_root_by_search(std::uint64_t order, std::uint64_t q) {
  for (std::uint64_t x = 1; x < q; ++x) {
    if (multiplicative_order(x, q) == order) return x;
  }
  throw std::domain_error("no root of unity of this order");
}

std::uint64_t smallest_root(std::uint64_t order, std::uint64_t q) {
  const std::uint64_t root = any_root(order, q);
  const std::uint64_t square = multiword::mul(root, root, q);
  std::uint64_t smallest = root;
  std::uint64_t power = root;
  for (std::uint64_t exponent = 1; exponent < order; exponent += 2) {
    smallest = std::min(smallest, power);
    power = multiword::mul(power, square, q);
  }
  return smallest;
}

}  // namespace reference
