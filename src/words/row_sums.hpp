#pragma once

#include <cstddef>
#include <string>

#include "arith/word_traits.hpp"
#include "backends/registry.hpp"
#include "kernels/rns_table.hpp"
#include "words/eltwise.hpp"
#include "words/modulus_dot.hpp"

namespace ringlet::words {

/// Arguments of sums of products of rows, value by value: out_k = z_k + sum_t x_t y_kt.
/// Shapes     `terms` >= 1 rows x; `outputs` times as many rows y, the rows of one output after the rows of another;
///            `outputs` rows z, or null for zero; `count` >= 1 values in each
/// Aliasing   row k of out may be row k of z
/// Ranges     [0, q)
template <class Word>
struct RowSumsCall {
  const Word* const* x;
  const Word* const* y;
  const Word* const* z;
  std::size_t terms;
  Word* const* out;
  std::size_t outputs;
  std::size_t count;
};

/// Sums of products of rows modulo one q, with a kernel that is chosen once. Adds products of elements up by
/// element-wise operations.
template <class Word>
class RowSums {
 public:
  RowSums(const arith::ModulusFor<Word>& m, const backends::Backend& backend)
      : eltwise_(m, backend),
        choice_(backends::choose_eltwise(backend, m.q, &kernels::BasicEltwiseKernels<Word>::mul)) {}

  /// products: room for `count` words.
  void run(const RowSumsCall<Word>& call, Word* products) const {
    for (std::size_t k = 0; k < call.outputs; ++k) {
      const Word* const* y = call.y + k * call.terms;
      Word* const out = call.out[k];
      if (call.z == nullptr) {
        eltwise_.mul(out, call.x[0], y[0], call.count);
      } else {
        eltwise_.mul(products, call.x[0], y[0], call.count);
        eltwise_.add(out, call.z[k], products, call.count);
      }
      for (std::size_t t = 1; t < call.terms; ++t) {
        eltwise_.mul(products, call.x[t], y[t], call.count);
        eltwise_.add(out, out, products, call.count);
      }
    }
  }

  [[nodiscard]] std::string describe() const {
    return std::string(choice_.backend->name).append(" / ").append(choice_.kernel->arithmetic);
  }

 private:
  Eltwise<Word> eltwise_;
  backends::Choice<const kernels::BasicEltwiseKernels<Word>> choice_;
};

/// Words for which there are kernels of dot products, which add products up unreduced.
template <class Word>
  requires(arith::WordTraits<Word>::has_rns)
class RowSums<Word> {
 public:
  RowSums(const arith::ModulusFor<Word>& m, const backends::Backend& backend) : dot_(m, backend) {}

  void run(const RowSumsCall<Word>& call, Word* /*products*/) const {
    dot_.inner_product({.x = call.x,
                        .y = call.y,
                        .z = call.z,
                        .step = kernels::inner_product_block,
                        .terms = call.terms,
                        .out = call.out,
                        .outputs = call.outputs,
                        .count = call.count,
                        .modulus = nullptr});
  }

  [[nodiscard]] std::string describe() const { return dot_.describe(); }

 private:
  ModulusDot dot_;
};

}  // namespace ringlet::words
