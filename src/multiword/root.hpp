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

/// Returns the root of a transform, of order `order`: the caller's, called `name` in messages, or else the library's.
/// Errors  std::invalid_argument with the value and the rule
template <unsigned width>
RINGLET_FOR_LARGE UInt<width> multiword_root(const char* name, const std::optional<UInt<width>>& root,
                                             std::uint64_t order, const Modulus<UInt<width>>& q);

}  // namespace ringlet::multiword
