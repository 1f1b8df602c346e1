#pragma once

#include <openfhe.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ringlet/rns_span.hpp"

namespace ringlet::openfhe {

using lbcrypto::DCRTPoly;

static_assert(sizeof(NativeInteger) == sizeof(std::uint64_t), "Ringlet needs an OpenFHE with native words of 64 bits");

/// Words of one row. OpenFHE keeps them as an array of integers of 64 bits.
inline std::uint64_t* words_of(DCRTPoly::PolyType& row) { return reinterpret_cast<std::uint64_t*>(&row[0]); }
inline const std::uint64_t* words_of(const DCRTPoly::PolyType& row) {
  return reinterpret_cast<const std::uint64_t*>(&row[0]);
}

/// Rows of a polynomial, for Ringlet to read. Lives as long as the polynomial keeps its rows.
class Input {
 public:
  explicit Input(const DCRTPoly& polynomial) : n_(polynomial.GetRingDimension()) {
    for (const auto& row : polynomial.GetAllElements()) rows_.push_back(words_of(row));
  }
  [[nodiscard]] RnsView view() const { return {std::span(rows_), n_}; }

 private:
  std::size_t n_;
  std::vector<const std::uint64_t*> rows_;
};

/// Rows of a polynomial, for Ringlet to write.
class Output {
 public:
  explicit Output(DCRTPoly& polynomial) : n_(polynomial.GetRingDimension()) {
    for (auto& row : polynomial.GetAllElements()) rows_.push_back(words_of(row));
  }
  [[nodiscard]] RnsSpan span() const { return {std::span(rows_), n_}; }

 private:
  std::size_t n_;
  std::vector<std::uint64_t*> rows_;
};

/// Rows of several polynomials, and their views.
template <class Rows, class View>
class Several {
 public:
  template <class Polynomials>
  explicit Several(Polynomials& polynomials) {
    for (auto& polynomial : polynomials) rows_.emplace_back(polynomial);
    for (const Rows& rows : rows_) {
      if constexpr (requires { rows.view(); }) {
        views_.push_back(rows.view());
      } else {
        views_.push_back(rows.span());
      }
    }
  }
  [[nodiscard]] std::span<const View> get() const { return views_; }

 private:
  std::vector<Rows> rows_;
  std::vector<View> views_;
};

using Inputs = Several<Input, RnsView>;
using Outputs = Several<Output, RnsSpan>;

}  // namespace ringlet::openfhe
