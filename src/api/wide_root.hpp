#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "api/wide_checks.hpp"
#include "ringlet/wide_number_theory.hpp"

namespace ringlet::api {

/// Of transforms modulo wide moduli.
inline void require_size_of_transform(std::size_t n) {
  constexpr unsigned max_log_size = 26;
  if (std::has_single_bit(n) && n >= 2 && n <= std::size_t{1} << max_log_size) return;
  reject("n", n, "it must be a power of two from 2 to 2^" + std::to_string(max_log_size));
}

/// The root of a transform, of order `order`: the caller's, who calls it `name`, or else the library's.
/// Errors  std::invalid_argument with the value and the rule
template <unsigned width>
UInt<width> wide_root(const char* name, const std::optional<UInt<width>>& root, std::uint64_t order,
                      const Modulus<UInt<width>>& q) {
  const std::string order_text = "2^" + std::to_string(std::countr_zero(order));
  if (!is_prime(q.value())) reject_wide("q", q.value(), "a transform needs a prime");
  if (((q.value().words[0] - 1) & (order - 1)) != 0) {
    reject_wide("q", q.value(), "it must be 1 modulo " + order_text + ", the order of " + name);
  }
  if (!root) return primitive_root_of_unity(order, q);
  if (*root < q.value() && is_primitive_root_of_unity(*root, order, q)) return *root;
  reject_wide(name, *root,
              "it must be a primitive root of unity of order " + order_text + " modulo q = " + q.value().decimal());
}

}  // namespace ringlet::api
