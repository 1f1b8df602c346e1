#include "arith/representation.hpp"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>

namespace ringlet_test {
namespace {

mpz_class power_of_two(unsigned exponent) { return mpz_class(1) << exponent; }

/// Rounds x / 2^bits to the nearest integer.
mpz_class rounded(const mpz_class& x, unsigned bits) {
  return floor_of_quotient(x + power_of_two(bits - 1), power_of_two(bits));
}

/// Returns the bytes of an array, which are little-endian.
std::byte* bytes_of(std::uint64_t* words) { return static_cast<std::byte*>(static_cast<void*>(words)); }
const std::byte* bytes_of(const std::uint64_t* words) {
  return static_cast<const std::byte*>(static_cast<const void*>(words));
}

}  // namespace

std::uint64_t low_word(const mpz_class& x) { return residue(x, power_of_two(64)).get_ui(); }

uint128_t word128(const mpz_class& x) {
  return (uint128_t{low_word(floor_of_quotient(x, power_of_two(64)))} << 64) | low_word(x);
}

void WordLanes::put(std::uint64_t* words, unsigned lane, const mpz_class& x) const {
  const uint128_t word = word128(x);
  std::memcpy(bytes_of(words) + lane * bytes_, &word, bytes_);
}

mpz_class WordLanes::get(const std::uint64_t* words, unsigned lane) const {
  uint128_t word = 0;
  std::memcpy(&word, bytes_of(words) + lane * bytes_, bytes_);
  return integer(word);
}

std::uint64_t VectorLanes::limb(const std::uint64_t* rows, unsigned index, unsigned lane) const {
  if (!has_short_lanes()) return rows[index * arithmetic_.lanes + lane];
  std::uint32_t limb = 0;
  std::memcpy(&limb, bytes_of(rows) + lane * sizeof limb, sizeof limb);
  return limb;
}

bool VectorLanes::in_doubles() const {
  return arithmetic_.representation == Representation::doubles ||
         arithmetic_.representation == Representation::double_limbs;
}

void VectorLanes::put(std::uint64_t* rows, unsigned lane, const mpz_class& x, unsigned redundancy,
                      Random& random) const {
  if (arithmetic_.representation == Representation::words) {
    put_words(rows, lane, x, random);
  } else {
    put_limbs(rows, lane, x, redundancy, random);
  }
}

void VectorLanes::put_words(std::uint64_t* rows, unsigned lane, const mpz_class& x, Random& random) const {
  if (has_short_lanes()) {
    const auto limb = static_cast<std::uint32_t>(low_word(x));
    std::memcpy(bytes_of(rows) + lane * sizeof limb, &limb, sizeof limb);
    return;
  }
  for (unsigned i = 0; i < arithmetic_.limb_count; ++i) rows[i * arithmetic_.lanes + lane] = low_word(x >> (64 * i));
  if (arithmetic_.significant_bits != 0) rows[lane] |= random.word() << arithmetic_.significant_bits;
}

void VectorLanes::put_limbs(std::uint64_t* rows, unsigned lane, mpz_class x, unsigned redundancy,
                            Random& random) const {
  const unsigned bits = arithmetic_.limb_bits;
  for (unsigned i = 0; i < arithmetic_.limb_count; ++i) {
    mpz_class limb = x;
    if (i + 1 < arithmetic_.limb_count) {
      mpz_class rest = in_doubles() ? rounded(x, bits) : floor_of_quotient(x, power_of_two(bits));
      // Half of the limbs have the full excess.
      const std::uint64_t excess = random.coin() ? redundancy : random.up_to(redundancy);
      rest += integer(excess) * (random.coin() ? 1 : -1);
      limb -= rest << bits;
      x = rest;
    } else if (!in_doubles()) {
      limb += integer(random.up_to(0xfff)) << bits;  // bits that do not count
    }
    rows[i * arithmetic_.lanes + lane] = in_doubles() ? std::bit_cast<std::uint64_t>(limb.get_d()) : low_word(limb);
  }
}

std::optional<mpz_class> VectorLanes::get(const std::uint64_t* rows, unsigned lane) const {
  const bool words = arithmetic_.representation == Representation::words;
  mpz_class x = 0;
  for (unsigned i = 0; i < arithmetic_.limb_count; ++i) {
    const std::uint64_t bits = limb(rows, i, lane);
    mpz_class value;
    if (in_doubles()) {
      const auto number = std::bit_cast<double>(bits);
      if (!(std::abs(number) < 0x1p53) || number != std::trunc(number)) return {};
      value = number;
    } else {
      value = words ? integer(bits) : mpz_class(static_cast<long>(bits));
    }
    x += value << (arithmetic_.limb_bits * i);
  }
  if (arithmetic_.representation == Representation::limbs) {
    return residue(x, power_of_two(arithmetic_.limb_bits * arithmetic_.limb_count));
  }
  return arithmetic_.significant_bits == 0 ? x : residue(x, power_of_two(arithmetic_.significant_bits));
}

bool VectorLanes::is_carried(const std::uint64_t* rows, unsigned lane) const {
  for (unsigned i = 0; i + 1 < arithmetic_.limb_count; ++i) {
    const std::uint64_t bits = limb(rows, i, lane);
    const bool fits =
        in_doubles() ? std::abs(std::bit_cast<double>(bits)) <= std::ldexp(0.5, static_cast<int>(arithmetic_.limb_bits))
                     : bits >> arithmetic_.limb_bits == 0;
    if (!fits) return false;
  }
  return true;
}

}  // namespace ringlet_test
