#include "reference/polynomial.hpp"

#include <cstddef>

#include "reference/multiword.hpp"

namespace reference {

std::vector<std::uint64_t> product(std::span<const std::uint64_t> x, std::span<const std::uint64_t> y, std::uint64_t q,
                                   Wrap wrap) {
  const std::size_t n = x.size();
  std::vector<std::uint64_t> out(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t wrapped = wrap == Wrap::negacyclic ? multiword::negate(x[i], q) : x[i];
    for (std::size_t j = 0; j < n; ++j) {
      const std::uint64_t factor = i + j < n ? x[i] : wrapped;
      std::uint64_t& coefficient = out[(i + j) % n];
      coefficient = multiword::fma(factor, y[j], coefficient, q);
    }
  }
  return out;
}

std::uint64_t evaluate(std::span<const std::uint64_t> a, std::uint64_t point, std::uint64_t q) {
  std::uint64_t value = 0;
  for (std::size_t j = a.size(); j-- > 0;) value = multiword::fma(value, point, a[j], q);
  return value;
}

}  // namespace reference
