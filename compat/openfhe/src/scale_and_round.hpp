#pragma once

#include <openfhe.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ringlet/executor.hpp"
#include "ringlet/mod_down.hpp"
#include "ringlet/rns_span.hpp"

namespace ringlet::openfhe {

/// Arguments of OpenFHE's ScaleAndRound, and the numerator that its tables stand for.
struct ScaleAndRoundTables {
  std::shared_ptr<lbcrypto::DCRTPoly::Params> in, out;
  const std::vector<std::vector<NativeInteger>>& integers;
  const std::vector<double>& fractions;
  const std::vector<DoubleNativeInt>& barrett;
  std::uint64_t numerator;
};

/// Division of coefficients by the product of the moduli that are dropped, times a numerator, with the words of
/// OpenFHE's ScaleAndRound. That sums quotients in double, so that for L dropped moduli of b bits it is off by an
/// integer up to about (L + 1)^2 2^(b - 52), the same modulo each modulus. The first row is computed as OpenFHE does,
/// all rows by Ringlet's exact division, and the difference in the first row corrects the other rows.
class OpenFheScaleAndRound {
 public:
  explicit OpenFheScaleAndRound(const ScaleAndRoundTables& tables);

  /// Returns whether results are OpenFHE's. They may not be if OpenFHE was compiled to fuse multiplications with
  /// additions or to reorder them, or if a kept modulus is much smaller than a dropped modulus.
  [[nodiscard]] bool is_openfhes() const { return is_openfhes_; }

  /// Divides coefficients.
  /// Shape     in: a row for each modulus of tables.in, out: a row for each modulus of tables.out, work: n words
  /// Aliasing  rows of out may be the rows of `in` with the same modulus; work overlaps nothing
  void operator()(RnsSpan out, RnsView in, std::span<std::uint64_t> work, Executor& executor) const;

 private:
  /// Writes OpenFHE's results modulo the first modulus.
  void first_row(std::uint64_t* out, const RnsView& in, std::size_t begin, std::size_t end) const;
  /// Corrects rows by the difference of the first row from OpenFHE's.
  void correct(const RnsSpan& out, std::uint64_t* first, std::size_t begin, std::size_t end) const;

  /// Rows of inputs in the order of `division_`: kept rows first.
  std::vector<std::size_t> order_;
  ModDown division_;
  std::vector<std::uint64_t> integers_;
  std::vector<double> fractions_;
  DoubleNativeInt barrett_;
  bool is_openfhes_;
};

}  // namespace ringlet::openfhe
