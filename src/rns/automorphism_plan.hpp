#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "backends/registry.hpp"
#include "memory/aligned_words.hpp"

namespace ringlet::rns {

/// Plan of X -> X^g modulo X^n + 1: the table of sources and the kernel, chosen once. The layer above has checked all
/// arguments.
class AutomorphismPlan {
 public:
  AutomorphismPlan(unsigned log_n, std::uint64_t g, const backends::Backend& backend);

  /// Maps coefficients in [0, q), in natural order. The arrays must not overlap.
  void coefficients(std::uint64_t* out, const std::uint64_t* in, std::uint64_t q) const;
  /// Permutes evaluations in bit-reversed order. The arrays must not overlap.
  void evaluations(std::uint64_t* out, const std::uint64_t* in) const;
  /// Returns the beginning of the block of `size` evaluations that becomes block [begin, begin + size) of the image.
  /// The size is a power of two, at least a vector, and divides `begin`.
  [[nodiscard]] std::size_t source_of_block(std::size_t begin, std::size_t size) const;
  /// Writes block [begin, begin + size) of the image to `out`. `in` is the block that it comes from.
  void block_of_evaluations(std::uint64_t* out, const std::uint64_t* in, std::size_t begin, std::size_t size) const;
  /// Adds the permuted evaluations to `out` modulo q.
  void add_evaluations(std::uint64_t* out, const std::uint64_t* in, std::uint64_t q) const;

  [[nodiscard]] std::size_t size() const { return std::size_t{1} << log_n_; }
  [[nodiscard]] std::uint64_t exponent() const { return g_; }
  [[nodiscard]] std::string describe() const { return std::string(choice_.backend->name); }

 private:
  unsigned log_n_;
  std::uint64_t g_;
  backends::AutomorphismChoice choice_;
  decltype(kernels::AutomorphismKernels::coefficients) coefficients_;
  memory::AlignedWords<std::uint32_t> sources_;
};

}  // namespace ringlet::rns
