#include "ringlet/wide_modulus.hpp"

#include <stdexcept>
#include <string>

#include "arith/wide_words.hpp"

namespace ringlet {
namespace {

constexpr unsigned next_width(unsigned width) { return width == 384 ? 512 : width + 64; }

template <unsigned width>
const UInt<width>& validated(const UInt<width>& q) {
  using Q = Modulus<UInt<width>>;
  const auto reject = [&](const std::string& rule) {
    throw std::invalid_argument("q is " + q.decimal() + ", but " + rule);
  };
  if (q.words[0] % 2 == 0) reject("a wide modulus must be odd");
  if (q.bit_width() < Q::min_bits) reject("it must be at least 2^124; double words serve what is below");
  if (q.bit_width() > Q::max_bits) {
    const std::string rule = "in " + std::to_string(width) + " bits it must be below 2^" + std::to_string(Q::max_bits);
    reject(width == 512 ? rule : rule + "; " + std::to_string(next_width(width)) + " bits serve larger ones");
  }
  return q;
}

}  // namespace

template <unsigned width>
Modulus<UInt<width>>::Modulus(const UInt<width>& q)
    : q_(validated(q)), constants_(arith::make_wide_modulus(q_.words)) {}

template class Modulus<UInt<192>>;
template class Modulus<UInt<256>>;
template class Modulus<UInt<320>>;
template class Modulus<UInt<384>>;
template class Modulus<UInt<512>>;

}  // namespace ringlet
