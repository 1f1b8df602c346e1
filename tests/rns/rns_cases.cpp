#include "rns/rns_cases.hpp"

#include <algorithm>

#include "reference/modular.hpp"
#include "reference/primes.hpp"
#include "reference/roots.hpp"

namespace ringlet_test::rns {

Words powers_of_roots(const Words& moduli, std::size_t n, std::uint64_t exponent) {
  Words roots;
  for (const std::uint64_t q : moduli) {
    roots.push_back(reference::pow_mod(reference::smallest_root(2 * n, q), exponent, q));
  }
  return roots;
}

Words joined(std::initializer_list<Words> parts) {
  Words all;
  for (const Words& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

Words primes(unsigned bits, std::size_t count, std::uint64_t order) {
  return primes_below(std::uint64_t{1} << bits, count, order);
}

Words primes_below(std::uint64_t limit, std::size_t count, std::uint64_t order) {
  Words found;
  while (found.size() < count) {
    limit = reference::largest_prime_below(limit, order).value();
    found.push_back(limit);
  }
  return found;
}

Words primes_above(std::uint64_t limit, std::size_t count, std::uint64_t order) {
  Words found;
  while (found.size() < count) {
    limit = reference::smallest_prime_above(limit, order).value();
    found.push_back(limit);
  }
  return found;
}

Words primes_of_62_bits(std::uint64_t order) {
  return joined({primes_above(std::uint64_t{1} << 61, 2, order), primes(62, 2, order)});
}

const std::vector<NamedBase>& bases() {
  static const std::vector<NamedBase> all = {
      {"one_of_30_bits", primes(30, 1)},
      {"one_of_61_bits", primes(61, 1)},
      {"tiny", {2, 3, 5, 7}},
      {"even", {std::uint64_t{1} << 40, (std::uint64_t{1} << 50) - 1, 13 * 17 * 19}},
      {"even_of_61_bits", {std::uint64_t{1} << 60, (std::uint64_t{1} << 60) - 1}},
      {"three_of_49_bits", primes(49, 3)},
      {"four_of_50_bits", primes(50, 4)},
      {"fifteen_of_50_bits", primes(50, 15)},
      {"thirty_of_50_bits", primes(50, 30)},
      {"thirty_beyond_50_bits", primes_below((std::uint64_t{1} << 50) + (std::uint64_t{1} << 43), 30)},
      {"nine_of_55_bits", primes(55, 9)},
      {"eight_of_60_bits", primes(60, 8)},
      {"sixteen_of_61_bits", primes(61, 16)},
      {"mixed", joined({primes(30, 2), primes(49, 2), primes(50, 1), primes(55, 1), primes(60, 2)})},
      {"all_64_of_50_bits", primes(50, 64)},
      {"all_64_of_61_bits", primes(61, 64)},
      {"one_of_62_bits", primes(62, 1)},
      {"even_of_62_bits", {std::uint64_t{1} << 61, (std::uint64_t{1} << 62) - 1}},
      {"four_of_62_bits", primes_of_62_bits()},
      {"sixty_five_of_62_bits", primes_above(std::uint64_t{1} << 61, 65)},
      {"hundred_of_50_bits", primes(50, 100)},
      {"every_length", joined({primes(62, 1), primes(30, 1), primes_above(std::uint64_t{1} << 61, 1), primes(50, 2),
                               primes(61, 1), primes(55, 1), primes(60, 1)})},
  };
  return all;
}

std::vector<mpz_class> integers(Random& random, std::size_t count, const Words& moduli) {
  const mpz_class all = product(moduli);
  std::vector<mpz_class> result;
  for (const int offset : {0, 1, 2, -1, -2}) {
    for (const mpz_class& edge : {mpz_class(0), mpz_class(all / 2), mpz_class(all / 3), all}) {
      mpz_class x;
      mpz_fdiv_r(x.get_mpz_t(), mpz_class(edge + offset).get_mpz_t(), all.get_mpz_t());
      result.push_back(x);
    }
  }
  std::ranges::rotate(result, result.begin() + static_cast<std::ptrdiff_t>(random.up_to(result.size() - 1)));
  while (result.size() < count) {
    mpz_class x = 0;
    for (std::size_t i = 0; i <= moduli.size(); ++i) x = (x << 64) + big(random.word());
    result.push_back(mpz_class(x % all));
  }
  result.resize(count);
  return result;
}

Rows random_rows(Random& random, const Words& moduli, std::size_t n) {
  Rows rows;
  for (const std::uint64_t q : moduli) {
    Words& row = rows.emplace_back(n);
    for (std::uint64_t& x : row) x = random.coin() ? random.up_to(q - 1) : (random.coin() ? 0 : q - 1);
  }
  return rows;
}

Block::Block(const Rows& rows, std::size_t stride) : Block(rows.size(), rows.front().size(), stride) {
  for (std::size_t i = 0; i < rows_; ++i)
    std::ranges::copy(rows[i], words_.begin() + static_cast<std::ptrdiff_t>(i * stride_));
}

Rows Block::rows() const {
  Rows rows;
  for (std::size_t i = 0; i < rows_; ++i) {
    const auto first = words_.begin() + static_cast<std::ptrdiff_t>(i * stride_);
    rows.emplace_back(first, first + static_cast<std::ptrdiff_t>(n_));
  }
  return rows;
}

bool Block::gaps_are_untouched() const {
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if (i % stride_ >= n_ && words_[i] != 0) return false;
  }
  return true;
}

}  // namespace ringlet_test::rns
