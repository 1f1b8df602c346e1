#include "ringlet/modulus.hpp"

#include "api/checks.hpp"
#include "arith/word_arithmetic.hpp"

namespace ringlet {
namespace {

std::uint64_t validated(std::uint64_t q) {
  if (q < 2 || q >= std::uint64_t{1} << Modulus<std::uint64_t>::max_bits) {
    api::reject("modulus q", q, "it must satisfy 2 <= q < 2^62");
  }
  return q;
}

}  // namespace

Modulus<std::uint64_t>::Modulus(std::uint64_t q) : value_(validated(q)) {
  const arith::WordModulus m = arith::make_word_modulus(q);
  product_quotient_ = m.product_quotient;
  word_quotient_ = m.word_quotient;
  bits_ = m.bits;
}

std::uint64_t Modulus<std::uint64_t>::reduce(std::uint64_t x) const noexcept {
  return arith::reduce(x, api::kernel_modulus(*this));
}

ShoupOperand<std::uint64_t>::ShoupOperand(std::uint64_t w, const Modulus<std::uint64_t>& q) {
  if (w >= q.value()) {
    api::reject("Shoup operand w", w, "it must lie in [0, q), q = " + std::to_string(q.value()));
  }
  const arith::ShoupPair pair = arith::make_shoup_pair(w, api::kernel_modulus(q));
  value_ = pair.value;
  quotient_ = pair.quotient;
}

}  // namespace ringlet
