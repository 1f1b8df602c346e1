#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>

#include "ringlet/ringlet.h"

/// Handles of the C interface that destroy themselves.
namespace ringlet_test::c_api {

template <auto destroy>
struct Destroy {
  void operator()(auto* handle) const { destroy(handle); }
};

using Modulus = std::unique_ptr<ringlet_modulus, Destroy<ringlet_modulus_destroy>>;
using Ntt = std::unique_ptr<ringlet_ntt, Destroy<ringlet_ntt_destroy>>;
using Modulus128 = std::unique_ptr<ringlet_modulus128, Destroy<ringlet_modulus128_destroy>>;
using Ntt128 = std::unique_ptr<ringlet_ntt128, Destroy<ringlet_ntt128_destroy>>;
using FixedOperand128 = std::unique_ptr<ringlet_fixed_operand128, Destroy<ringlet_fixed_operand128_destroy>>;
using FixedOperand = std::unique_ptr<ringlet_fixed_operand, Destroy<ringlet_fixed_operand_destroy>>;

[[nodiscard]] inline Modulus make_modulus(std::uint64_t q) {
  ringlet_modulus* modulus = nullptr;
  EXPECT_EQ(ringlet_modulus_create(&modulus, q), RINGLET_OK) << ringlet_last_error_message();
  return Modulus(modulus);
}

[[nodiscard]] inline Ntt make_ntt(std::size_t n, std::uint64_t q, ringlet_ring ring = RINGLET_NEGACYCLIC,
                                  std::uint64_t root = 0) {
  ringlet_ntt* ntt = nullptr;
  EXPECT_EQ(ringlet_ntt_create(&ntt, n, make_modulus(q).get(), ring, root), RINGLET_OK) << ringlet_last_error_message();
  return Ntt(ntt);
}

}  // namespace ringlet_test::c_api
