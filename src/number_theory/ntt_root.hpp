#pragma once

#include <cstddef>
#include <optional>
#include <type_traits>

#include "ringlet/export.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/types.hpp"

namespace ringlet::number_theory {

/// Returns the root of unity for a transform of n points modulo q, of order 2n in the negacyclic ring and n in the
/// cyclic ring. It is the caller's `root`, an argument that messages call `name`; without one, it is the smallest root
/// of that order.
///
/// Errors    std::invalid_argument, first for n and q, which must have a root of that order, then for the root
template <class Word>
Word ntt_root(const char* name, const std::type_identity_t<std::optional<Word>>& root, std::size_t n,
              const Modulus<Word>& q, Ring ring);

/// Returns a root of that order for n = 2^k that may be too large for one plan. In that case, the default is the root
/// of `primitive_root_of_unity`, since the smallest takes too long to find.
template <class Word>
RINGLET_FOR_LARGE Word large_ntt_root(const char* name, const std::type_identity_t<std::optional<Word>>& root,
                                      std::size_t n, const Modulus<Word>& q, Ring ring);

}  // namespace ringlet::number_theory
