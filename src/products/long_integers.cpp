#include "products/long_integers.hpp"

#include <algorithm>

#include "products/convolution.hpp"
#include "products/product_cache.hpp"
#include "products/product_primes.hpp"

namespace ringlet::products {
namespace {

constexpr unsigned limb_bits = 64;

std::size_t digit_count(const LongInteger& x, unsigned digit_bits) {
  return (x.count * limb_bits + digit_bits - 1) / digit_bits;
}

/// Writes the digits of an integer, in words.
void write_digits(std::uint64_t* digits, const LongInteger& x, unsigned digit_bits) {
  const std::uint64_t mask = (std::uint64_t{1} << digit_bits) - 1;
  const std::size_t count = digit_count(x, digit_bits);
  for (std::size_t i = 0, bit = 0; i < count; ++i, bit += digit_bits) {
    const std::size_t limb = bit / limb_bits;
    const unsigned shift = bit % limb_bits;
    std::uint64_t digit = x.limbs[limb] >> shift;
    if (shift + digit_bits > limb_bits && limb + 1 < x.count) digit |= x.limbs[limb + 1] << (limb_bits - shift);
    digits[i] = digit & mask;
  }
}

/// Writes the limbs of sum_k c_k 2^(digit_bits k) for coefficients of two words each.
void carry(std::uint64_t* out, std::size_t limbs, const std::uint64_t* coefficients, std::size_t count,
           unsigned digit_bits) {
  const std::uint64_t mask = (std::uint64_t{1} << digit_bits) - 1;
  uint128_t sum = 0;
  std::uint64_t limb = 0;
  unsigned filled = 0;
  std::size_t written = 0;
  for (std::size_t k = 0; written < limbs; ++k) {
    sum >>= digit_bits;
    if (k < count) sum += uint128_t{coefficients[2 * k + 1]} << 64 | coefficients[2 * k];
    const std::uint64_t digit = static_cast<std::uint64_t>(sum) & mask;
    limb |= digit << filled;
    filled += digit_bits;
    if (filled < limb_bits) continue;
    out[written++] = limb;
    filled -= limb_bits;
    limb = digit >> (digit_bits - filled);
  }
}

}  // namespace

void multiply_limbs(std::uint64_t* out, const LongInteger& a, const LongInteger& b) {
  std::fill_n(out, a.count, 0);
  for (std::size_t j = 0; j < b.count; ++j) {
    std::uint64_t carried = 0;
    for (std::size_t i = 0; i < a.count; ++i) {
      const uint128_t sum = uint128_t{a.limbs[i]} * b.limbs[j] + out[i + j] + carried;
      out[i + j] = static_cast<std::uint64_t>(sum);
      carried = static_cast<std::uint64_t>(sum >> 64);
    }
    out[a.count + j] = carried;
  }
}

unsigned longest_digits(std::size_t limbs) {
  unsigned bits = 49;
  const auto bound = [&] {
    const std::uint64_t greatest = (std::uint64_t{1} << bits) - 1;
    return SumBound{(limbs * limb_bits + bits - 1) / bits, greatest, greatest, false};
  };
  while (!bound().fits_primes(2)) --bits;
  return bits;
}

void multiply_digits(std::uint64_t* out, const LongInteger& a, const LongInteger& b, unsigned digit_bits,
                     Executor& executor) {
  const std::size_t of_a = digit_count(a, digit_bits), of_b = digit_count(b, digit_bits);
  const std::size_t results = of_a + of_b - 1;
  const bool is_square = a.limbs == b.limbs && a.count == b.count;
  const memory::MemoryPool::Loan loan(ProductCache::instance().pool(), 2 * results + of_a + of_b);
  std::uint64_t* const digits_of_a = loan.get() + 2 * results;
  std::uint64_t* const digits_of_b = is_square ? digits_of_a : digits_of_a + of_a;
  write_digits(digits_of_a, a, digit_bits);
  if (!is_square) write_digits(digits_of_b, b, digit_bits);
  const std::uint64_t greatest = (std::uint64_t{1} << digit_bits) - 1;
  multiply({.a = {digits_of_a, of_a, false, greatest},
            .b = {digits_of_b, of_b, false, greatest},
            .out = loan.get(),
            .first = 0,
            .last = results,
            .m = 0},
           executor);
  carry(out, a.count + b.count, loan.get(), results, digit_bits);
}

}  // namespace ringlet::products
