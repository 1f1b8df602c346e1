#include "reference/convolution.hpp"

namespace reference {
namespace {

/// Number of bits of a slot: of a sum of products and a sign.
constexpr unsigned slot_bits = 192;

mpz_class integer(std::uint64_t magnitude, bool is_negative) {
  mpz_class x;
  mpz_import(x.get_mpz_t(), 1, 1, sizeof magnitude, 0, 0, &magnitude);
  return is_negative ? mpz_class(-x) : x;
}

/// Returns the value of the polynomial at 2^slot_bits, from halves.
mpz_class packed(std::span<const mpz_class> a) {
  if (a.size() == 1) return a.front();
  const std::size_t half = a.size() / 2;
  return packed(a.first(half)) + (packed(a.subspan(half)) << (slot_bits * half));
}

/// Writes the digits in [-2^(slot_bits - 1), 2^(slot_bits - 1)) of a packed polynomial.
void unpack(const mpz_class& x, std::span<mpz_class> out) {
  if (out.size() == 1) {
    out.front() = x;
    return;
  }
  const std::size_t half = out.size() / 2, bits = slot_bits * half;
  mpz_class low;
  mpz_fdiv_r_2exp(low.get_mpz_t(), x.get_mpz_t(), bits);
  if (mpz_tstbit(low.get_mpz_t(), bits - 1) != 0) low -= mpz_class(1) << bits;
  unpack(low, out.first(half));
  unpack((x - low) >> bits, out.subspan(half));
}

}  // namespace

std::vector<mpz_class> integers(std::span<const std::uint64_t> words) {
  std::vector<mpz_class> result;
  for (const std::uint64_t word : words) result.push_back(integer(word, false));
  return result;
}

std::vector<mpz_class> integers(std::span<const std::int64_t> words) {
  std::vector<mpz_class> result;
  for (const std::int64_t word : words) {
    const auto bits = static_cast<std::uint64_t>(word);
    result.push_back(integer(word < 0 ? 0 - bits : bits, word < 0));
  }
  return result;
}

std::vector<mpz_class> convolution(const std::vector<mpz_class>& a, const std::vector<mpz_class>& b) {
  std::vector<mpz_class> result(a.size() + b.size() - 1);
  unpack(packed(a) * packed(b), result);
  return result;
}

std::vector<mpz_class> wrapped(const std::vector<mpz_class>& a, std::size_t n, int sign) {
  std::vector<mpz_class> result(n);
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (i / n % 2 == 1 && sign < 0) {
      result[i % n] -= a[i];
    } else {
      result[i % n] += a[i];
    }
  }
  return result;
}

std::vector<std::uint64_t> remainders(const std::vector<mpz_class>& a, const mpz_class& m) {
  std::vector<std::uint64_t> result;
  mpz_class remainder;
  for (const mpz_class& x : a) {
    mpz_fdiv_r(remainder.get_mpz_t(), x.get_mpz_t(), m.get_mpz_t());
    result.push_back(mpz_getlimbn(remainder.get_mpz_t(), 0));
  }
  return result;
}

}  // namespace reference
