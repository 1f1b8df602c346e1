#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "arith/word_traits.hpp"
#include "backends/registry.hpp"
#include "kernels/rns_table.hpp"
#include "words/check_words.hpp"
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

/// Sums of products of rows modulo one q, with a kernel that is chosen once: of dot products where the word and the
/// modulus have them, else an element-wise one.
template <class Word>
class RowSums {
 public:
  RowSums(const arith::ModulusFor<Word>& m, const backends::Backend& backend)
      : modulus_(m),
        dot_(dot_if_any(m, backend)),
        choice_(backends::choose_eltwise_if_any(backend, m.q, &kernels::BasicEltwiseKernels<Word>::sum_products)) {}

  void run(const RowSumsCall<Word>& call) const {
    if constexpr (arith::has_rns<Word>) {
      if (dot_) {
        return dot_->inner_product({.x = call.x,
                                    .y = call.y,
                                    .z = call.z,
                                    .step = kernels::inner_product_block,
                                    .terms = call.terms,
                                    .out = call.out,
                                    .outputs = call.outputs,
                                    .count = call.count,
                                    .modulus = nullptr});
      }
    }
    check(call.x, call.terms, call.count);
    check(call.y, call.terms * call.outputs, call.count);
    if (call.z != nullptr) check(call.z, call.outputs, call.count);
    for (std::size_t k = 0; k < call.outputs; ++k) {
      choice_.kernel->sum_products(call.out[k], call.x, call.y + k * call.terms,
                                   call.z == nullptr ? nullptr : call.z[k], call.terms, call.count, modulus_);
    }
  }

  [[nodiscard]] std::string describe() const {
    if (dot_) return dot_->describe();
    return std::string(choice_.backend->name).append(" / ").append(choice_.kernel->arithmetic);
  }

 private:
  static std::optional<ModulusDot> dot_if_any(const arith::ModulusFor<Word>& m, const backends::Backend& backend) {
    if constexpr (arith::has_rns<Word>) {
      if (m.bits <= arith::WordTraits<Word>::max_rns_bits) return ModulusDot(m, backend);
    }
    return std::nullopt;
  }

  void check(const Word* const* rows, std::size_t count, std::size_t n) const {
    for (std::size_t k = 0; k < count; ++k) check_words(rows[k], n, modulus_.q, 1);
  }

  arith::ModulusFor<Word> modulus_;
  std::optional<ModulusDot> dot_;
  /// Without a kernel where there are dot products.
  backends::Choice<const kernels::BasicEltwiseKernels<Word>> choice_;
};

}  // namespace ringlet::words
