#pragma once

#include <cstddef>
#include <string>

#include "api/number_text.hpp"
#include "ringlet/types.hpp"

namespace ringlet::api {

/// What a large plan computes, for texts that are compared and shown: "cyclic transform of 8 x 16 numbers of 64 bits
/// modulo 257 with omega = 3".
std::string text_of_transform(Ring ring, std::size_t height, std::size_t width, std::size_t number_bytes,
                              const std::string& modulus, const std::string& root);

/// `Plan` is LargeNtt or LargePlan.
template <class Plan>
std::string text_of_transform(const Plan& plan) {
  return text_of_transform(plan.ring(), plan.height(), plan.width(), sizeof(plan.root()),
                           decimal(plan.modulus().value()), decimal(plan.root()));
}

}  // namespace ringlet::api
