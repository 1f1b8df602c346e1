#pragma once

#include <cstddef>
#include <string>

#include "checks/number_text.hpp"
#include "ringlet/large_ntt.hpp"
#include "ringlet/types.hpp"

namespace ringlet::large {

/// Describes the transform of a large plan, to be compared and shown: "cyclic transform of 8 x 16 numbers of 64 bits
/// modulo 257 with omega = 3".
std::string text_of_transform(Ring ring, std::size_t height, std::size_t width, std::size_t number_bytes,
                              const std::string& modulus, const std::string& root);

/// Describes the transform of a plan, a LargeNtt or a LargePlan.
template <class Plan>
std::string text_of_transform(const Plan& plan) {
  return text_of_transform(plan.ring(), plan.height(), plan.width(), sizeof(plan.root()),
                           checks::decimal(plan.modulus().value()), checks::decimal(plan.root()));
}

/// Describes one direction of a large transform: "forward <transform>, evaluations in natural order".
std::string text_of_direction(bool is_forward, const std::string& transform, LargeOrder order);

/// Describes the matrix and its plans: "2^3 x 2^4: columns <columns>; rows <rows>".
std::string text_of_shape(std::size_t height, std::size_t width, const std::string& columns, const std::string& rows);

}  // namespace ringlet::large
