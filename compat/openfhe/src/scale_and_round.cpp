#include "scale_and_round.hpp"

#include <utils/utilities-int.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include "ringlet/modulus.hpp"
#include "rows.hpp"

namespace ringlet::openfhe {
namespace {

using Params = DCRTPoly::Params;

std::uint64_t modulus(const Params& params, std::size_t i) {
  return params.GetParams()[i]->GetModulus().ConvertToInt();
}

/// Returns the indices of the rows of `in`: first the rows that `out` has, which are the first or the last rows of
/// `in`.
std::vector<std::size_t> kept_first(const Params& in, const Params& out) {
  const std::size_t rows = in.GetParams().size(), kept = out.GetParams().size();
  const std::size_t begin = modulus(in, 0) == modulus(out, 0) ? 0 : rows - kept;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < rows; ++i) order.push_back((begin + i) % rows);
  return order;
}

ModDown division_of(const ScaleAndRoundTables& tables, const std::vector<std::size_t>& order) {
  std::vector<std::uint64_t> moduli;
  for (const std::size_t i : order) moduli.push_back(modulus(*tables.in, i));
  return {RnsBase(moduli),
          moduli.size() - tables.out->GetParams().size(),
          {.numerator = tables.numerator, .lift = Lift::approximate}};
}

/// Returns whether OpenFHE rounds each product and each sum of its fractions, in the tables' order. It does not if it
/// was compiled to fuse or to reorder them: then, with these numbers, about every second sum differs. Draws nothing
/// from OpenFHE's generator, which moduli and roots that OpenFHE finds itself do. ScaleAndRound needs no primes, and no
/// roots: OpenFHE sets them to 1 in these polynomials.
bool rounds_each_step() {
  constexpr std::uint32_t n = 1024, dropped = 43, bits = 60;
  constexpr std::uint64_t q = (std::uint64_t{1} << bits) - 1;
  const auto params = [](std::size_t rows) {
    return std::make_shared<Params>(2 * n, std::vector<NativeInteger>(rows, q), std::vector<NativeInteger>(rows, 1));
  };
  DCRTPoly in(params(dropped + 1), COEFFICIENT, true);
  const auto kept = params(1);
  std::mt19937_64 random(1);
  std::vector<double> fractions;
  // Sums of 43 terms are below 2^62.
  for (std::size_t i = 0; i < dropped; ++i) fractions.push_back(static_cast<double>(random()) * 0x1p-67);
  std::vector<std::uint64_t> expected;
  for (std::size_t k = 0; k < n; ++k) {
    double sum = 0.5;
    for (std::size_t i = 0; i < dropped; ++i) {
      const std::uint64_t x = random() >> (65 - bits);
      words_of(in.GetAllElements()[i + 1])[k] = x;
      sum += fractions[i] * static_cast<double>(x);
    }
    expected.push_back(static_cast<std::uint64_t>(sum) % q);
  }
  const DCRTPoly out = in.ScaleAndRound(kept, {std::vector<NativeInteger>(dropped + 1, 0)}, fractions, {0});
  return std::ranges::equal(expected, Input(out).view()[0]);
}

/// Returns whether the difference of first rows is that of all rows, for L dropped moduli below m.
/// OpenFHE's sum is off by at most (L + 1)^2 m 2^-52: a term is rounded five times (x, the product, and the fraction
/// three times), and the sum of k terms, at most k m + 1/2, once. That sum is rounded to the nearest integer, and
/// Ringlet's lift gives up to L - 1 less than the integer below. So results differ by at most L + 1 more than the sum
/// is off, which must be less than half of each kept modulus p.
/// OpenFHE reduces the sum, at most (L + 1) m, by one product and one subtraction. Both are right up to 2^(2 b + 2) for
/// a p of b bits: the quotient is at most one less than the true quotient. Sums of L + 1 products and the sum of
/// fractions must be below 2^128.
bool can_correct(const RnsBase& base, std::size_t kept) {
  constexpr auto value = &Modulus<std::uint64_t>::value;
  const std::uint64_t p = std::ranges::min(base.moduli().first(kept), {}, value).value();
  const auto m = static_cast<double>(std::ranges::max(base.moduli(), {}, value).value());
  const auto terms = static_cast<double>(base.size() - kept + 1);
  return terms * terms * m * 0x1p-52 + terms < static_cast<double>(p) / 2 &&
         terms * m < std::ldexp(1, 2 * static_cast<int>(std::bit_width(p)) + 2) && (terms + 1) * m * m < 0x1p128;
}

}  // namespace

OpenFheScaleAndRound::OpenFheScaleAndRound(const ScaleAndRoundTables& tables)
    : order_(kept_first(*tables.in, *tables.out)),
      division_(division_of(tables, order_)),
      fractions_(tables.fractions),
      barrett_(tables.barrett[0]) {
  for (const NativeInteger& integer : tables.integers[0]) integers_.push_back(integer.ConvertToInt());
  static const bool is_plain = rounds_each_step();
  is_openfhes_ = is_plain && can_correct(division_.base(), division_.kept());
}

void OpenFheScaleAndRound::first_row(std::uint64_t* out, const RnsView& in, std::size_t begin, std::size_t end) const {
  const std::uint64_t q = division_.base()[0].value();
  const std::size_t dropped = fractions_.size();
  const RnsView rows = in.last(dropped);
  for (std::size_t k = begin; k < end; ++k) {
    double fractions = 0.5;
    uint128_t sum = uint128_t{in[0][k]} * integers_[dropped];
    for (std::size_t i = 0; i < dropped; ++i) {
      const std::uint64_t x = rows[i][k];
      fractions += fractions_[i] * static_cast<double>(x);
      sum += uint128_t{x} * integers_[i];
    }
    sum += fractions < 0x1p64 ? static_cast<std::uint64_t>(fractions) : static_cast<uint128_t>(fractions);
    out[k] = lbcrypto::BarrettUint128ModUint64(sum, q, barrett_);
  }
}

void OpenFheScaleAndRound::correct(const RnsSpan& out, std::uint64_t* first, std::size_t begin, std::size_t end) const {
  const std::uint64_t q = division_.base()[0].value();
  for (std::size_t k = begin; k < end; ++k) {
    const std::uint64_t expected = first[k], difference = expected - out[0][k];
    out[0][k] = expected;
    // Modulo q it is less than q/2 in size, by can_correct.
    const auto centred = static_cast<std::int64_t>(difference);
    const auto size = static_cast<std::int64_t>(q);
    first[k] = static_cast<std::uint64_t>(centred > size / 2      ? centred - size
                                          : centred < -(size / 2) ? centred + size
                                                                  : centred);
  }
  for (std::size_t i = 1; i < out.rows(); ++i) {
    const std::uint64_t p = division_.base()[i].value();
    std::uint64_t* row = out[i].data();
    for (std::size_t k = begin; k < end; ++k) {
      const auto difference = static_cast<std::int64_t>(first[k]);
      const std::uint64_t sum = row[k] + first[k] + (difference < 0 ? p : 0);
      row[k] = sum >= p ? sum - p : sum;
    }
  }
}

void OpenFheScaleAndRound::operator()(RnsSpan out, RnsView in, std::span<std::uint64_t> work,
                                      Executor& executor) const {
  constexpr std::size_t grain = 1024;
  std::vector<const std::uint64_t*> pointers;
  for (const std::size_t i : order_) pointers.push_back(in[i].data());
  const RnsView ordered(pointers, in.size());
  run_in_pieces(executor, in.size(), grain, [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
    first_row(work.data(), ordered, begin, end);
  });
  division_.on_coefficients(out, ordered, &executor);
  run_in_pieces(executor, in.size(), grain, [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
    correct(out, work.data(), begin, end);
  });
}

}  // namespace ringlet::openfhe
