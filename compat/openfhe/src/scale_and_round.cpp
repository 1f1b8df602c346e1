#include "scale_and_round.hpp"

#include <utils/utilities-int.h>

#include <random>

#include "rows.hpp"

namespace ringlet::openfhe {
namespace {

using Params = DCRTPoly::Params;

std::uint64_t modulus(const Params& params, std::size_t i) {
  return params.GetParams()[i]->GetModulus().ConvertToInt();
}

/// Returns the indices of rows of `in`: first those of `out`, which are its first or its last ones.
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

}  // namespace

OpenFheScaleAndRound::OpenFheScaleAndRound(const ScaleAndRoundTables& tables)
    : order_(kept_first(*tables.in, *tables.out)),
      division_(division_of(tables, order_)),
      fractions_(tables.fractions),
      barrett_(tables.barrett[0]) {
  for (const NativeInteger& integer : tables.integers[0]) integers_.push_back(integer.ConvertToInt());
  is_openfhes_ = agrees(tables);
}

bool OpenFheScaleAndRound::agrees(const ScaleAndRoundTables& tables) const {
  DCRTPoly in(tables.in, COEFFICIENT, true), out(tables.out, COEFFICIENT, true);
  std::mt19937_64 random(1);
  for (auto& row : in.GetAllElements()) {
    for (std::size_t k = 0; k < row.GetLength(); ++k) words_of(row)[k] = random() % row.GetModulus().ConvertToInt();
  }
  std::vector<std::uint64_t> work(in.GetRingDimension());
  SerialExecutor serial;
  (*this)(Output(out).view(), Input(in).view(), work, serial);
  return out == in.ScaleAndRound(tables.out, tables.integers, tables.fractions, tables.barrett);
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
    // Modulo q it is less than q/2 in size: L terms below 2^b lose L^2 2^(b - 52) in OpenFHE's sum, and the lift L.
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
