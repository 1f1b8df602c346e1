#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "checks/checks.hpp"
#include "ringlet/export.hpp"
#include "ringlet/multiword_modulus.hpp"
#include "ringlet/types.hpp"

namespace ringlet::multiword {

/// Requires a size n of transforms modulo multiword moduli.
inline void require_size_of_transform(std::size_t n) {
  constexpr unsigned max_log_size = 26;
  if (std::has_single_bit(n) && n >= 2 && n <= std::size_t{1} << max_log_size) return;
  checks::reject("n", n, "it must be a power of two from 2 to 2^" + std::to_string(max_log_size));
}

/// Returns the root of a transform, of order `order`: the caller's, called `name` in messages, or else the library's.
/// Errors  std::invalid_argument with the value and the rule
template <unsigned width>
RINGLET_FOR_LARGE UInt<width> multiword_root(const char* name, const std::optional<UInt<width>>& root,
                                             std::uint64_t order, const Modulus<UInt<width>>& q);

}  // namespace ringlet::multiword
