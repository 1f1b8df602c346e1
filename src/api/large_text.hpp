#pragma once

#include <string>

#include "api/number_text.hpp"
#include "ringlet/large_ntt.hpp"

namespace ringlet::api {

/// What a large plan computes, for texts that are compared and shown: "cyclic transform of 8 x 16 numbers of 64 bits
/// modulo 257 with omega = 3". `Plan` is LargeNtt or LargePlan.
template <class Plan>
std::string text_of_transform(const Plan& plan) {
  const bool is_cyclic = plan.ring() == Ring::cyclic;
  return std::string(is_cyclic ? "cyclic" : "negacyclic")
      .append(" transform of ")
      .append(std::to_string(plan.height()))
      .append(" x ")
      .append(std::to_string(plan.width()))
      .append(" numbers of ")
      .append(std::to_string(8 * sizeof(plan.root())))
      .append(" bits modulo ")
      .append(decimal(plan.modulus().value()))
      .append(is_cyclic ? " with omega = " : " with psi = ")
      .append(decimal(plan.root()));
}

}  // namespace ringlet::api
