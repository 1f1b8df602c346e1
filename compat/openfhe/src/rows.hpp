#pragma once

#include <openfhe.h>

#include <cstddef>
#include <cstdint>
#include <memory>
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

/// Rows of a polynomial, for Ringlet to read or to write. Lives as long as the polynomial keeps its rows.
template <class Word, class Polynomial>
class Rows {
 public:
  explicit Rows(Polynomial& polynomial) : n_(polynomial.GetRingDimension()) {
    for (auto& row : polynomial.GetAllElements()) pointers_.push_back(words_of(row));
  }
  [[nodiscard]] BasicRnsSpan<Word> view() const { return {std::span(pointers_), n_}; }

 private:
  std::size_t n_;
  std::vector<Word*> pointers_;
};

using Input = Rows<const std::uint64_t, const DCRTPoly>;
using Output = Rows<std::uint64_t, DCRTPoly>;

/// Returns the parameters of the first rows of polynomials.
inline std::shared_ptr<DCRTPoly::Params> first_params(const DCRTPoly::Params& all, std::size_t rows) {
  std::vector<NativeInteger> moduli, roots;
  for (std::size_t i = 0; i < rows; ++i) {
    moduli.push_back(all.GetParams()[i]->GetModulus());
    roots.push_back(all.GetParams()[i]->GetRootOfUnity());
  }
  return std::make_shared<DCRTPoly::Params>(all.GetCyclotomicOrder(), moduli, roots);
}

/// Rows of several polynomials, and their views.
template <class Word, class Polynomial>
class Several {
 public:
  template <class Polynomials>
  explicit Several(Polynomials& polynomials) {
    for (auto& polynomial : polynomials) rows_.emplace_back(polynomial);
    for (const auto& rows : rows_) views_.push_back(rows.view());
  }
  [[nodiscard]] std::span<const BasicRnsSpan<Word>> get() const { return views_; }

 private:
  std::vector<Rows<Word, Polynomial>> rows_;
  std::vector<BasicRnsSpan<Word>> views_;
};

using Inputs = Several<const std::uint64_t, const DCRTPoly>;
using Outputs = Several<std::uint64_t, DCRTPoly>;

}  // namespace ringlet::openfhe
