#pragma once

#include <openfhe.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "ringlet/number_theory.hpp"

/// Contexts of the stand-in, of five moduli and two special moduli.
namespace ringlet_test::openfhe {

inline constexpr std::size_t n = 16;

inline std::vector<std::uint64_t> moduli() { return ringlet::ntt_primes(7, 50, n); }

inline std::shared_ptr<lbcrypto::DCRTPoly::Params> params(std::size_t begin, std::size_t end) {
  lbcrypto::DCRTPoly::Params result(2 * n, {}, {});
  for (std::size_t i = begin; i < end; ++i) {
    const std::uint64_t q = moduli()[i];
    const std::uint64_t root = ringlet::primitive_root_of_unity(2 * n, ringlet::Modulus<std::uint64_t>(q));
    result.rows.push_back(std::make_shared<lbcrypto::RowParams>(lbcrypto::RowParams{q, root}));
  }
  return std::make_shared<lbcrypto::DCRTPoly::Params>(std::move(result));
}

inline std::shared_ptr<lbcrypto::CryptoParametersRNS> parameters() {
  const auto result = std::make_shared<lbcrypto::CryptoParametersRNS>();
  result->base = params(0, 5);
  result->special = params(5, 7);
  return result;
}

inline lbcrypto::DCRTPoly polynomial(const lbcrypto::DCRTPoly::Params& params) {
  lbcrypto::DCRTPoly result;
  for (const auto& row : params.rows) result.rows.push_back({*row, params.n});
  return result;
}

}  // namespace ringlet_test::openfhe
