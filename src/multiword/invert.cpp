#include <algorithm>
#include <array>
#include <stdexcept>

#include "arith/multiword_words.hpp"
#include "memory/aligned_words.hpp"
#include "multiword/checks.hpp"
#include "multiword/kernels.hpp"
#include "multiword/widths.hpp"
#include "ringlet/multiword_eltwise.hpp"

namespace ringlet {
namespace {

/// Most columns: several vectors, so that a call of a kernel has more than one vector.
constexpr std::size_t max_columns = 64;

/// Montgomery's trick in columns: number i belongs to column i % columns, so that the kernels multiply rows of
/// neighbouring numbers. All products are Montgomery's, for either form. The inverse of v is w with v w = R^2 if both
/// are in Montgomery form, and w / R^2 if both are plain. Only the first inverse, the inverse of the product of all
/// numbers, is computed for its form: products pass the factor R^2 on to all other inverses.
template <unsigned width>
class BatchInversion {
 public:
  using Number = UInt<width>;

  BatchInversion(UIntView<width> a, const Modulus<Number>& q, Form form)
      : a_(a), q_(q), form_(form), kernels_(q), columns_(std::min(a.size(), max_columns)), products_(a.size()) {
    const std::span<Number> all = products_;
    multiply_zeros_by_none(all.first(columns_), a.first(columns_));
    for (std::size_t i = columns_; i < a.size(); i += columns_) {
      const std::size_t count = std::min(columns_, a.size() - i);
      const std::span<Number> row = all.subspan(i, count);
      multiply_zeros_by_none(row, a.subspan(i, count));
      kernels_.mul(row, row, all.subspan(i - columns_, count));
    }
    invert_columns();
  }

  /// Writes the inverses, from the last row up, so that each row is done before an output overwrites its inputs.
  void put(UIntSpan<width> out) {
    const std::span<Number> all = products_;
    std::array<Number, max_columns> factors, results;
    for (std::size_t i = (a_.size() - 1) / columns_ * columns_;; i -= columns_) {
      const std::size_t count = std::min(columns_, a_.size() - i);
      const std::span<Number> inverses(inverses_.data(), count), result(results.data(), count);
      if (i == 0) {
        std::ranges::copy(inverses, result.begin());
      } else {
        kernels_.mul(result, inverses, all.subspan(i - columns_, count));
        multiply_zeros_by_none({factors.data(), count}, a_.subspan(i, count));
        kernels_.mul(inverses, inverses, UIntView<width>(factors.data(), count));
      }
      for (std::size_t j = 0; j < count; ++j) out[i + j] = a_[i + j] == Number{} ? Number{} : result[j];
      if (i == 0) return;
    }
  }

 private:
  /// Copies the numbers, but replaces zeros by R: 1 in Montgomery form, which changes no product.
  void multiply_zeros_by_none(std::span<Number> out, UIntView<width> in) const {
    const Number one = kernels_.one();
    for (std::size_t i = 0; i < in.size(); ++i) out[i] = in[i] == Number{} ? one : in[i];
  }

  /// Computes the inverses of the products of whole columns, by the same trick along their last products.
  void invert_columns() {
    std::array<Number, max_columns> column, chain;
    for (std::size_t j = 0; j < columns_; ++j) {
      column[j] = products_[(a_.size() - 1 - j) / columns_ * columns_ + j];
      chain[j] = j == 0 ? column[0] : kernels_.mul(chain[j - 1], column[j]);
    }
    Number inverse;
    if (!arith::invert(inverse.words, chain[columns_ - 1].words, q_.value().words)) reject();
    if (form_ == Form::montgomery) inverse = kernels_.to_montgomery(kernels_.to_montgomery(inverse));
    for (std::size_t j = columns_; j-- > 0;) {
      inverses_[j] = j == 0 ? inverse : kernels_.mul(inverse, chain[j - 1]);
      inverse = kernels_.mul(inverse, column[j]);
    }
  }

  [[noreturn]] void reject() const {
    Number ignored;
    for (std::size_t i = 0; i < a_.size(); ++i) {
      if (a_[i] == Number{} || arith::invert(ignored.words, a_[i].words, q_.value().words)) continue;
      multiword::reject_multiword(checks::element("a", i), a_[i], "it must be 0 or have no factor in common with q");
    }
    throw std::logic_error("a product of invertible numbers has no inverse");
  }

  UIntView<width> a_;
  const Modulus<Number>& q_;
  Form form_;
  multiword::MultiwordKernels<width> kernels_;
  std::size_t columns_;
  memory::AlignedWords<Number> products_;
  std::array<Number, max_columns> inverses_;
};

}  // namespace

template <unsigned width>
void invert(UIntSpan<width> out, UIntView<width> a, const Modulus<UInt<width>>& q, Form form) {
  checks::require_form(form);
  multiword::check_arrays(out, {{"a", a}}, q);
  BatchInversion<width>(a, q, form).put(out);
  multiword::check_multiword_output(out, q);
}

#define RINGLET_INSTANTIATE(width) \
  template void invert(UIntSpan<width>, UIntView<width>, const Modulus<UInt<width>>&, Form);
RINGLET_FOR_EACH_WIDTH(RINGLET_INSTANTIATE)

}  // namespace ringlet
