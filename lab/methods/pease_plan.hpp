#pragma once

#include <vector>

#include "arith/modulus.hpp"
#include "kernels/kernel_table.hpp"
#include "lab/methods/method.hpp"
#include "lab/methods/pease_kernel.hpp"
#include "memory/aligned_words.hpp"
#include "memory/scratch.hpp"

namespace ringlet::lab {

/// Twiddles of one direction, stage by stage in the order in which the kernels read them.
class PeaseTable {
 public:
  /// stage_twiddles: in the order of twiddles::write_stage_twiddles.
  PeaseTable(const memory::AlignedWords<uint128_t>& stage_twiddles, unsigned log_n, unsigned lanes_log);

  // The stages have pointers into the words.
  PeaseTable(const PeaseTable&) = delete;
  PeaseTable& operator=(const PeaseTable&) = delete;

  [[nodiscard]] const std::vector<PeaseStage>& stages() const { return stages_; }

 private:
  memory::AlignedWords<uint128_t> words_;
  std::vector<PeaseStage> stages_;
};

/// Transform in Pease's constant geometry.
class PeasePlan : public Transform {
 public:
  using Product = decltype(kernels::EltwiseKernels128::mul);

  /// root: a primitive 2n-th (negacyclic) or n-th (cyclic) root of unity modulo the prime q. product: multiplies
  /// canonical numbers modulo q.
  PeasePlan(const PeaseKernel& kernel, Product product, unsigned log_n, uint128_t q, Ring ring, uint128_t root);

  void forward(uint128_t* out, const uint128_t* in, unsigned input_factor) const override;
  void inverse(uint128_t* out, const uint128_t* in, unsigned input_factor) const override;
  void multiply(uint128_t* out, const uint128_t* x, const uint128_t* y) const override;

 private:
  void run(void (*kernel)(const PeaseCall&), const PeaseTable& table, uint128_t* out, const uint128_t* in,
           unsigned input_factor) const;

  const PeaseKernel& kernel_;
  Product product_;
  unsigned log_n_;
  arith::Modulus128 modulus_;
  uint128_t inverse_size_;
  PeaseTable forward_;
  PeaseTable inverse_;
  mutable memory::Scratch scratch_;
};

}  // namespace ringlet::lab
