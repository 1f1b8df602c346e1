#include "ringlet/multiword_modulus.hpp"

#include <span>
#include <string>

#include "arith/multiword_words.hpp"
#include "multiword/checks.hpp"
#include "multiword/widths.hpp"

namespace ringlet {
namespace {

constexpr unsigned next_width(unsigned width) { return width == 384 ? 512 : width + 64; }

/// Throws std::invalid_argument if q, a number of `bits` bits in words of `width` bits together, is no valid modulus.
void require_modulus(std::span<const std::uint64_t> q, unsigned bits, unsigned width) {
  const unsigned min_bits = Modulus<UInt<192>>::min_bits, max_bits = width - 1;
  const auto reject = [&](const std::string& rule) { multiword::reject_multiword("q", q, rule); };
  if (q[0] % 2 == 0) reject("a multiword modulus must be odd");
  if (bits < min_bits) reject("it must be at least 2^124; smaller moduli take 128-bit words");
  if (bits > max_bits) {
    const std::string rule = "in " + std::to_string(width) + " bits it must be below 2^" + std::to_string(max_bits);
    reject(width == 512 ? rule : rule + "; " + std::to_string(next_width(width)) + " bits serve larger ones");
  }
}

template <unsigned width>
const UInt<width>& validated(const UInt<width>& q) {
  require_modulus(q.words, q.bit_width(), width);
  return q;
}

}  // namespace

template <unsigned width>
Modulus<UInt<width>>::Modulus(const UInt<width>& q)
    : q_(validated(q)), constants_(arith::make_multiword_modulus(q_.words)) {}

RINGLET_FOR_EACH_WIDTH(RINGLET_INSTANTIATE_WIDTH, class Modulus)

}  // namespace ringlet
