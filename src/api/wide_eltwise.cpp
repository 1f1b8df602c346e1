#include "ringlet/wide_eltwise.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "api/wide_checks.hpp"
#include "api/wide_ring.hpp"
#include "arith/wide_words.hpp"
#include "backends/registry.hpp"

namespace ringlet {
namespace {

using Kernels = kernels::WideEltwiseKernels;

/// Numbers that stay in a first-level cache between two kernels.
constexpr std::size_t tile = 64;

/// The kernels of the active backend on arrays modulo one q. Nothing is checked here.
template <unsigned width>
class WideKernels {
 public:
  using Number = UInt<width>;
  using Out = std::span<Number>;
  using In = std::span<const Number>;

  explicit WideKernels(const Modulus<Number>& q)
      : constants_(&q.constants()), backend_(&backends::active()), ring_(q.value(), q.constants()) {}

  void add(Out out, In a, In b) const { binary(&Kernels::add, out, a, b); }
  void sub(Out out, In a, In b) const { binary(&Kernels::sub, out, a, b); }
  void neg(Out out, In a) const { (*kernel(&Kernels::neg))(words(out), words(a), out.size(), *constants_); }
  /// a b / R and a s / R.
  void mul(Out out, In a, In b) const { binary(&Kernels::mul, out, a, b); }
  void mul_scalar(Out out, In a, const Number& s) const {
    (*kernel(&Kernels::mul_scalar))(words(out), words(a), s.words, out.size(), *constants_);
  }
  /// The sum of all a b / R.
  [[nodiscard]] Number inner_product(In a, In b) const {
    Number sum;
    (*kernel(&Kernels::inner_product))(sum.words, words(a), words(b), a.size(), *constants_);
    return sum;
  }

  [[nodiscard]] Number one() const { return number(constants_->one); }
  [[nodiscard]] Number square() const { return number(constants_->square); }

  /// Of single numbers, for which vectors are no help.
  [[nodiscard]] Number mul(const Number& a, const Number& b) const { return ring_.mul(a, b); }
  [[nodiscard]] Number to_montgomery(const Number& x) const { return ring_.element(x); }
  /// A factor by which mul_scalar multiplies numbers of any form.
  [[nodiscard]] Number factor(const Number& x, Form form) const { return form == Form::plain ? to_montgomery(x) : x; }

 private:
  static std::uint64_t* words(Out x) { return reinterpret_cast<std::uint64_t*>(x.data()); }
  static const std::uint64_t* words(In x) { return reinterpret_cast<const std::uint64_t*>(x.data()); }

  static Number number(const std::uint64_t* words) {
    Number x;
    std::copy_n(words, Number::word_count, x.words);
    return x;
  }

  template <class Operation>
  const Operation* kernel(Operation Kernels::* operation) const {
    return &(backends::choose_wide(*backend_, constants_->words, constants_->bits, operation).kernels->*operation);
  }

  template <class Operation>
  void binary(Operation Kernels::* operation, Out out, In a, In b) const {
    (*kernel(operation))(words(out), words(a), words(b), out.size(), *constants_);
  }

  const WideModulusConstants* constants_;
  const backends::Backend* backend_;
  api::WideRing<width> ring_;
};

template <unsigned width>
WideKernels(const Modulus<UInt<width>>&) -> WideKernels<width>;

void require_form(Form form) { api::require_enumerator("form", form, Form::montgomery); }

template <unsigned width>
void check_arrays(UIntSpan<width> out, std::initializer_list<std::pair<const char*, UIntView<width>>> inputs,
                  const Modulus<UInt<width>>& q) {
  api::require_nonempty("out", out.size());
  for (const auto& [name, in] : inputs) {
    api::require_size(name, in.size(), out.size());
    api::require_no_partial_overlap<UInt<width>>(name, out, in);
    api::check_wide_input(name, in, q);
  }
}

/// work(first, count) for pieces of n numbers, each a tile at most.
template <class Work>
void in_tiles(std::size_t n, Work work) {
  for (std::size_t i = 0; i < n; i += tile) work(i, std::min(tile, n - i));
}

}  // namespace

template <unsigned width>
void add(UIntSpan<width> out, UIntView<width> a, UIntView<width> b, const Modulus<UInt<width>>& q) {
  check_arrays(out, {{"a", a}, {"b", b}}, q);
  WideKernels(q).add(out, a, b);
  api::check_wide_output(out, q);
}

template <unsigned width>
void sub(UIntSpan<width> out, UIntView<width> a, UIntView<width> b, const Modulus<UInt<width>>& q) {
  check_arrays(out, {{"a", a}, {"b", b}}, q);
  WideKernels(q).sub(out, a, b);
  api::check_wide_output(out, q);
}

template <unsigned width>
void neg(UIntSpan<width> out, UIntView<width> a, const Modulus<UInt<width>>& q) {
  check_arrays(out, {{"a", a}}, q);
  WideKernels(q).neg(out, a);
  api::check_wide_output(out, q);
}

template <unsigned width>
void mul(UIntSpan<width> out, UIntView<width> a, UIntView<width> b, const Modulus<UInt<width>>& q, Form form) {
  require_form(form);
  check_arrays(out, {{"a", a}, {"b", b}}, q);
  const WideKernels kernels(q);
  if (form == Form::montgomery) {
    kernels.mul(out, a, b);
  } else {
    in_tiles(out.size(), [&](std::size_t i, std::size_t count) {
      const UIntSpan<width> part = out.subspan(i, count);
      kernels.mul(part, a.subspan(i, count), b.subspan(i, count));
      kernels.mul_scalar(part, part, kernels.square());
    });
  }
  api::check_wide_output(out, q);
}

template <unsigned width>
void mul_scalar(UIntSpan<width> out, UIntView<width> a, const std::type_identity_t<UInt<width>>& s,
                const Modulus<UInt<width>>& q, Form form) {
  require_form(form);
  api::require_below("s", s, q);
  check_arrays(out, {{"a", a}}, q);
  const WideKernels kernels(q);
  kernels.mul_scalar(out, a, kernels.factor(s, form));
  api::check_wide_output(out, q);
}

template <unsigned width>
void mul_add(UIntSpan<width> out, UIntView<width> a, UIntView<width> b, UIntView<width> c,
             const Modulus<UInt<width>>& q, Form form) {
  require_form(form);
  check_arrays(out, {{"a", a}, {"b", b}, {"c", c}}, q);
  const WideKernels kernels(q);
  in_tiles(out.size(), [&](std::size_t i, std::size_t count) {
    std::array<UInt<width>, tile> buffer;
    const UIntSpan<width> products(buffer.data(), count);
    kernels.mul(products, a.subspan(i, count), b.subspan(i, count));
    if (form == Form::plain) kernels.mul_scalar(products, products, kernels.square());
    kernels.add(out.subspan(i, count), products, c.subspan(i, count));
  });
  api::check_wide_output(out, q);
}

template <unsigned width>
UInt<width> inner_product(UIntView<width> a, UIntView<width> b, const Modulus<UInt<width>>& q, Form form) {
  require_form(form);
  api::require_nonempty("a", a.size());
  api::require_size("b", b.size(), a.size());
  api::check_wide_input("a", a, q);
  api::check_wide_input("b", b, q);
  const WideKernels kernels(q);
  const UInt<width> sum = kernels.inner_product(a, b);
  return form == Form::plain ? kernels.to_montgomery(sum) : sum;
}

template <unsigned width>
void to_montgomery(UIntSpan<width> out, UIntView<width> a, const Modulus<UInt<width>>& q) {
  check_arrays(out, {{"a", a}}, q);
  const WideKernels kernels(q);
  kernels.mul_scalar(out, a, kernels.square());
  api::check_wide_output(out, q);
}

template <unsigned width>
void from_montgomery(UIntSpan<width> out, UIntView<width> a, const Modulus<UInt<width>>& q) {
  check_arrays(out, {{"a", a}}, q);
  WideKernels(q).mul_scalar(out, a, UInt<width>{1});
  api::check_wide_output(out, q);
}

namespace {

/// Montgomery's trick in columns: number i belongs to column i % columns, so that the kernels multiply rows of
/// neighbouring numbers. All products are Montgomery's, of numbers whatever their form: with w for the inverses of
/// numbers v in Montgomery form, v w / R = R, and those in plain form are w / R^2, a factor that the first inverse
/// passes on to all.
template <unsigned width>
class BatchInversion {
 public:
  using Number = UInt<width>;

  BatchInversion(UIntView<width> a, const Modulus<Number>& q, Form form)
      : a_(a), q_(q), form_(form), kernels_(q), columns_(std::min(a.size(), tile)), products_(a.size()) {
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

  /// The rows from the last one up, each before what it was made of is overwritten.
  void put(UIntSpan<width> out) {
    const std::span<Number> all = products_;
    std::array<Number, tile> factors, results;
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
  /// The numbers, with R in the place of zeros: 1 in Montgomery form, which changes no product.
  void multiply_zeros_by_none(std::span<Number> out, UIntView<width> in) const {
    const Number one = kernels_.one();
    for (std::size_t i = 0; i < in.size(); ++i) out[i] = in[i] == Number{} ? one : in[i];
  }

  /// The inverses of the products of whole columns, by the same trick along the last product of each.
  void invert_columns() {
    std::array<Number, tile> column, chain;
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
      api::reject_wide(api::element("a", i), a_[i], "it must be 0 or have no factor in common with q");
    }
    throw std::logic_error("a product of invertible numbers has no inverse");
  }

  UIntView<width> a_;
  const Modulus<Number>& q_;
  Form form_;
  WideKernels<width> kernels_;
  std::size_t columns_;
  std::vector<Number> products_;
  std::array<Number, tile> inverses_;
};

}  // namespace

template <unsigned width>
void invert(UIntSpan<width> out, UIntView<width> a, const Modulus<UInt<width>>& q, Form form) {
  require_form(form);
  check_arrays(out, {{"a", a}}, q);
  BatchInversion<width>(a, q, form).put(out);
  api::check_wide_output(out, q);
}

template <unsigned width>
void powers(UIntSpan<width> out, const std::type_identity_t<UInt<width>>& first,
            const std::type_identity_t<UInt<width>>& ratio, const Modulus<UInt<width>>& q, Form form) {
  require_form(form);
  api::require_nonempty("out", out.size());
  api::require_below("first", first, q);
  api::require_below("ratio", ratio, q);
  const WideKernels kernels(q);
  UInt<width> power = kernels.factor(ratio, form);
  out[0] = first;
  for (std::size_t known = 1; known < out.size(); known *= 2) {
    const std::size_t count = std::min(known, out.size() - known);
    kernels.mul_scalar(out.subspan(known, count), out.first(count), power);
    power = kernels.mul(power, power);
  }
  api::check_wide_output(out, q);
}

// Each function for each width.
#define RINGLET_INSTANTIATE(width)                                                                                  \
  using Q##width = Modulus<UInt<width>>;                                                                            \
  template void add(UIntSpan<width>, UIntView<width>, UIntView<width>, const Q##width&);                            \
  template void sub(UIntSpan<width>, UIntView<width>, UIntView<width>, const Q##width&);                            \
  template void neg(UIntSpan<width>, UIntView<width>, const Q##width&);                                             \
  template void mul(UIntSpan<width>, UIntView<width>, UIntView<width>, const Q##width&, Form);                      \
  template void mul_scalar(UIntSpan<width>, UIntView<width>, const UInt<width>&, const Q##width&, Form);            \
  template void mul_add(UIntSpan<width>, UIntView<width>, UIntView<width>, UIntView<width>, const Q##width&, Form); \
  template UInt<width> inner_product(UIntView<width>, UIntView<width>, const Q##width&, Form);                      \
  template void to_montgomery(UIntSpan<width>, UIntView<width>, const Q##width&);                                   \
  template void from_montgomery(UIntSpan<width>, UIntView<width>, const Q##width&);                                 \
  template void invert(UIntSpan<width>, UIntView<width>, const Q##width&, Form);                                    \
  template void powers(UIntSpan<width>, const UInt<width>&, const UInt<width>&, const Q##width&, Form)

RINGLET_INSTANTIATE(192);
RINGLET_INSTANTIATE(256);
RINGLET_INSTANTIATE(320);
RINGLET_INSTANTIATE(384);
RINGLET_INSTANTIATE(512);

}  // namespace ringlet
