#pragma once

#include <cstddef>
#include <optional>
#include <type_traits>

#include "ringlet/export.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/types.hpp"

namespace ringlet::api {

/// The root of unity that a transform of n points modulo q is made from: of order 2n in the negacyclic ring, n in the
/// cyclic one. It is the caller's, who calls that argument `name`, or, where there is none, the smallest.
///
/// Errors    std::invalid_argument, first for n and q, which must have such a root, then for the root
template <class Word>
Word ntt_root(const char* name, const std::type_identity_t<std::optional<Word>>& root, std::size_t n,
              const Modulus<Word>& q, Ring ring);

/// The same for n = 2^k that may be too large for one plan: then it is the caller's or that of
/// `primitive_root_of_unity`, since the smallest takes too long to find.
template <class Word>
RINGLET_FOR_LARGE Word large_ntt_root(const char* name, const std::type_identity_t<std::optional<Word>>& root,
                                      std::size_t n, const Modulus<Word>& q, Ring ring);

}  // namespace ringlet::api
