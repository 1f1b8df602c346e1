#include "eltwise/bare_loops.hpp"

#include "arith/word_arithmetic.hpp"

namespace bench {

BareConstants bare_constants(std::uint64_t q, std::uint64_t scalar, std::uint64_t bound, std::uint64_t summand) {
  const auto modulus = ringlet::arith::make_modulus(q);
  const std::uint64_t quotient = ringlet::arith::make_shoup_pair(scalar, modulus).quotient;
  return {.q = q,
          .bits = modulus.bits,
          .scalar = scalar,
          .scalar_quotient_52 = quotient >> 12,
          .scalar_quotient_64 = quotient,
          .product_quotient = modulus.product_quotient,
          .word_quotient = modulus.word_quotient,
          .bound = bound,
          .summand = summand};
}

BareLoop find_bare_loop(const std::string& backend, const std::string& operation, unsigned bits) {
  const auto in = [&](std::span<const BareOperation> loops) -> BareLoop {
    for (const BareOperation& loop : loops) {
      if (loop.operation == operation && bits >= loop.min_bits && bits <= loop.max_bits) return loop.loop;
    }
    return nullptr;
  };
  if (backend == "avx512dq") return in(bare_avx512dq);
  if (backend == "avx512ifma") return in(bare_avx512ifma);
  return nullptr;
}

}  // namespace bench
