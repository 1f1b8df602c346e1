#pragma once

#include "numbers.hpp"
#include "ringlet/rns_base.hpp"
#include "ringlet/rns_span.hpp"
#include "rns/rns_reference.hpp"

/// Bases, rows in memory, and integers by their residues.
namespace fuzz {

using ringlet_test::rns::Words;

/// Returns `count` coprime moduli of at most 62 bits, without a factor in common with those of `others`. With a step,
/// returns primes that are 1 modulo it.
[[nodiscard]] inline Words coprime_moduli(Input& input, std::size_t count, std::uint64_t step,
                                          const Words& others = {}) {
  const mpz_class end = reference::power_of_two(62);
  mpz_class all = ringlet_test::rns::product(others);
  Words found;
  mpz_class q = step == 0 ? modulus(input, 2, 62) : prime(input, 2, 62, step);
  const bool have_one_length = input.coin();
  while (found.size() < count) {
    if (found.empty() || !have_one_length) q = step == 0 ? modulus(input, 2, 62) : prime(input, 2, 62, step);
    // Take the next one above, and start again at the least one at the end.
    const mpz_class distance = step == 0 ? mpz_class(1) : mpz_class(static_cast<unsigned long>(step));
    while (gcd(q, all) != 1 || (step != 0 && !reference::is_prime(q))) {
      q += distance;
      if (q >= end) q = step == 0 ? mpz_class(2) : mpz_class(distance + 1);
    }
    found.push_back(number<std::uint64_t>(q));
    all *= q;
  }
  return found;
}

[[nodiscard]] inline Words joined(Words first, const Words& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

[[nodiscard]] inline Integers integers_of(const Words& words) {
  Integers all;
  for (const std::uint64_t x : words) all.push_back(integer(x));
  return all;
}

/// Rows that each touch the edge of a page or a red zone.
class Rows {
 public:
  Rows(Input& input, const ringlet_test::rns::Rows& rows) : n_(rows.empty() ? 0 : rows.front().size()) {
    for (const Words& row : rows) arrays_.push_back(std::make_unique<Array<std::uint64_t>>(input, row));
    for (const auto& array : arrays_) pointers_.push_back(array->span().data());
  }
  /// Rows for results, with arbitrary content.
  Rows(Input& input, std::size_t rows, std::size_t n)
      : Rows(input, ringlet_test::rns::Rows(rows, Words(n, 0xabcdef))) {}

  [[nodiscard]] ringlet::RnsSpan span() const { return {std::span(pointers_), n_}; }
  [[nodiscard]] ringlet::RnsView view() const { return span(); }

  /// Returns the words of column k.
  [[nodiscard]] Words column(std::size_t k) const {
    Words words;
    for (const std::uint64_t* row : pointers_) words.push_back(row[k]);
    return words;
  }
  [[nodiscard]] Integers row(std::size_t i) const { return arrays_[i]->integers(); }

 private:
  std::size_t n_;
  std::vector<std::unique_ptr<Array<std::uint64_t>>> arrays_;
  std::vector<std::uint64_t*> pointers_;
};

/// Returns n integers below the product of the moduli.
[[nodiscard]] inline Integers integers_below(Input& input, std::size_t n, const Words& moduli) {
  const mpz_class all = ringlet_test::rns::product(moduli);
  Integers found = operands(input, n, all, all);
  // Integers whose residues are at corners are mostly not at a corner of [0, Q), so any integer is a choice, too.
  if (input.coin()) found[input.up_to(n - 1)] = input.below(all);
  return found;
}

/// Returns the residues of one integer.
[[nodiscard]] inline Words residues(const mpz_class& x, const Words& moduli) {
  Words all;
  for (const std::uint64_t q : moduli) all.push_back(ringlet_test::rns::residue(x, q));
  return all;
}

/// Returns the lifts of x in [0, Q): one integer, or two if the documentation allows either.
[[nodiscard]] inline Integers lifts(const mpz_class& x, const Words& moduli, ringlet::Lift lift) {
  Integers all{ringlet_test::rns::lifted(residues(x, moduli), moduli, lift)};
  if (ringlet_test::rns::may_be_either(x, moduli, lift)) {
    all.push_back(lift == ringlet::Lift::floor ? mpz_class(x - ringlet_test::rns::product(moduli)) : x);
  }
  return all;
}

/// Requires column k to have the residues of one of the integers.
inline void require_column(const Rows& rows, std::size_t k, const Integers& allowed, const Words& moduli,
                           const std::function<std::string()>& call) {
  const Words column = rows.column(k);
  bool is_right = false;
  for (const mpz_class& x : allowed) is_right = is_right || column == residues(x, moduli);
  require(is_right, [&] {
    return call() + named("column", k) + named("result", integers_of(column)) + named("expected", allowed);
  });
}

}  // namespace fuzz
