#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "backends/registry.hpp"
#include "kernels/kernel_table.hpp"
#include "plan/twiddle_table.hpp"
#include "ringlet/types.hpp"

namespace ringlet::plan {

template <class Word>
class NttPlan;

/// A transform modulo one word-size prime: the kernel, chosen once, and the tables in that kernel's format. Arguments
/// have been checked by the layer above.
template <>
class NttPlan<std::uint64_t> {
 public:
  /// n = 2^log_n; root: a primitive 2n-th (negacyclic) or n-th (cyclic) root of unity modulo q.
  /// radices: passes to be measured (see `choose_radices`) in place of the plan's own choice.
  NttPlan(unsigned log_n, std::uint64_t q, Ring ring, std::uint64_t root, const backends::Backend& backend,
          std::span<const unsigned> radices = {});

  void forward(std::uint64_t* out, const std::uint64_t* in, unsigned input_factor, unsigned output_factor) const;
  void inverse(std::uint64_t* out, const std::uint64_t* in, unsigned input_factor, unsigned output_factor) const;
  /// out = x y in the ring; out may equal x or y.
  void multiply(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y) const;

  [[nodiscard]] std::size_t size() const { return std::size_t{1} << log_n_; }
  [[nodiscard]] Ring ring() const { return ring_; }
  [[nodiscard]] std::uint64_t root() const { return root_; }
  [[nodiscard]] std::string describe() const;
  [[nodiscard]] const std::vector<unsigned>& radices() const { return radices_; }

 private:
  using Kernel = void (*)(const kernels::NttCall&);
  void run(Kernel kernel, const TwiddleTable& table, std::uint64_t* out, const std::uint64_t* in, unsigned input_factor,
           unsigned output_factor) const;

  arith::WordModulus modulus_;
  Ring ring_;
  unsigned log_n_;
  std::uint64_t root_;
  backends::NttChoice choice_;
  decltype(kernels::EltwiseKernels::mul) mul_;
  std::vector<unsigned> radices_;
  /// 1/n as a twiddle.
  std::array<std::uint64_t, 3> scale_{};
  TwiddleTable forward_;
  TwiddleTable inverse_;
};

}  // namespace ringlet::plan
