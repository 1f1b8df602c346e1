#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "backends/registry.hpp"

namespace ringlet::plan {

/// X -> X^g modulo X^n + 1: where values come from, and the kernel that moves them, chosen once. Arguments have been
/// checked by the layer above.
class Automorphism {
 public:
  Automorphism(unsigned log_n, std::uint64_t g, const backends::Backend& backend);

  /// Of coefficients in [0, q), natural order. No array may overlap another.
  void coefficients(std::uint64_t* out, const std::uint64_t* in, std::uint64_t q) const;
  /// Of evaluations, bit-reversed order, and the sum of such an image and out.
  void evaluations(std::uint64_t* out, const std::uint64_t* in) const;
  void add_evaluations(std::uint64_t* out, const std::uint64_t* in, std::uint64_t q) const;

  [[nodiscard]] std::size_t size() const { return std::size_t{1} << log_n_; }
  [[nodiscard]] std::uint64_t exponent() const { return g_; }
  [[nodiscard]] std::string describe() const { return std::string(choice_.backend->name); }

 private:
  unsigned log_n_;
  std::uint64_t g_;
  backends::AutomorphismChoice choice_;
  decltype(kernels::AutomorphismKernels::coefficients) coefficients_;
  std::vector<std::uint32_t> sources_;
};

}  // namespace ringlet::plan
