#include "ringlet/matrix_ntt.hpp"

#include <bit>
#include <limits>

#include "checks/extension.hpp"
#include "words/extension_root.hpp"
#include "words/matrix_plan.hpp"
#include "words/ring_root.hpp"

namespace ringlet {
namespace {

/// Requires a matrix of `rows` rows whose bytes can be counted.
template <class Word>
void require_shape(const std::string& name, const MatrixSpan<Word>& matrix, std::size_t rows) {
  if (matrix.rows() != rows) checks::reject_size((name + ".rows").c_str(), matrix.rows(), rows);
  if (matrix.width() == 0) checks::reject(name + ".width", 0, "it must be at least 1");
  if (matrix.stride() < matrix.width()) {
    checks::reject(name + ".stride", matrix.stride(),
                   "it must be at least the width, " + std::to_string(matrix.width()));
  }
  constexpr std::size_t most = std::numeric_limits<std::ptrdiff_t>::max() / sizeof(Word);
  if (matrix.stride() > most / rows) {
    checks::reject(name + ".stride", matrix.stride(), "rows times stride must be less than 2^63 bytes");
  }
}

/// Returns whether two matrices of one width have a common word.
template <class Word>
bool overlap(const MatrixSpan<Word>& a, const MatrixSpan<const Word>& b) {
  const auto bytes = [](const auto& x) { return ((x.rows() - 1) * x.stride() + x.width()) * sizeof(Word); };
  const auto first_a = reinterpret_cast<std::uintptr_t>(a.data()), first_b = reinterpret_cast<std::uintptr_t>(b.data());
  if (first_a >= first_b + bytes(b) || first_b >= first_a + bytes(a)) return false;
  if (a.stride() != b.stride()) return true;
  // Columns of a larger matrix.
  const std::uintptr_t row = a.stride() * sizeof(Word), distance = (first_a - first_b) % row;
  const std::uintptr_t apart = first_a >= first_b ? distance : (row - (first_b - first_a) % row) % row;
  const std::uintptr_t width = a.width() * sizeof(Word);
  return apart < width || row - apart < width;
}

template <class Word>
void check_input(const MatrixSpan<const Word>& in, const Modulus<Word>& q) {
  for (std::size_t i = 0; i < in.rows(); ++i) {
    checks::check_input("in", std::span(in.data() + i * in.stride(), in.width()), q, 1);
  }
}

template <class Word>
void check_matrices(std::size_t rows, const Modulus<Word>& q, const MatrixSpan<Word>& out,
                    const MatrixSpan<const Word>& in) {
  require_shape("out", out, rows);
  require_shape("in", in, rows);
  checks::require_size("in.width", in.width(), out.width());
  const bool is_same = out.data() == in.data() && out.stride() == in.stride();
  if (!is_same && overlap(out, in)) checks::reject_overlap("in");
  check_input(in, q);
}

/// Returns whether `in` is one of the blocks of in.rows() rows of out.
template <class Word>
bool is_block(const MatrixSpan<Word>& out, const MatrixSpan<const Word>& in) {
  if (out.stride() != in.stride()) return false;
  for (std::size_t row = 0; row < out.rows(); row += in.rows()) {
    if (out.data() + row * out.stride() == in.data()) return true;
  }
  return false;
}

/// Checks the matrices of an extension and returns log_blowup.
template <class Word>
unsigned check_extension(std::size_t rows, const Modulus<Word>& q, const MatrixSpan<Word>& out,
                         const MatrixSpan<const Word>& in) {
  const unsigned log_blowup = checks::require_extended_size("out.rows", out.rows(), rows, words::max_log_blowup);
  require_shape("out", out, out.rows());
  require_shape("in", in, rows);
  checks::require_size("in.width", in.width(), out.width());
  if (!is_block(out, in) && overlap(out, in)) {
    throw std::invalid_argument("out overlaps in, but in must be one of its blocks of n rows or a separate matrix");
  }
  check_input(in, q);
  return log_blowup;
}

template <class Word>
unsigned log_rows(const words::MatrixPlan<Word>& plan) {
  return static_cast<unsigned>(std::countr_zero(plan.rows()));
}

template <class Word>
std::shared_ptr<const words::MatrixPlan<Word>> make_plan(std::size_t rows, const Modulus<Word>& q,
                                                         const NttOptions<Word>& options) {
  checks::require_points(rows, 2, std::size_t{1} << arith::WordTraits<Word>::max_log_n, "rows");
  const Word root = words::ring_root(rows, q, options);
  const Word coset = words::ring_coset(q, options);
  return std::make_shared<const words::MatrixPlan<Word>>(static_cast<unsigned>(std::countr_zero(rows)), q.value(),
                                                         options.ring, root, backends::active(), options.order, coset);
}

}  // namespace

template <class Word>
MatrixNtt<Word>::MatrixNtt(std::size_t rows, const Modulus<Word>& q, const NttOptions<Word>& options)
    : modulus_(q), plan_(make_plan(rows, q, options)) {}

template <class Word>
void MatrixNtt<Word>::forward(MatrixSpan<Word> out, MatrixSpan<const Word> in, Executor* executor) const {
  check_matrices(rows(), modulus_, out, in);
  SerialExecutor serial;
  plan_->forward({out.data(), out.stride()}, {in.data(), in.stride()}, out.width(),
                 executor != nullptr ? *executor : serial);
}

template <class Word>
void MatrixNtt<Word>::inverse(MatrixSpan<Word> out, MatrixSpan<const Word> in, Executor* executor) const {
  check_matrices(rows(), modulus_, out, in);
  SerialExecutor serial;
  plan_->inverse({out.data(), out.stride()}, {in.data(), in.stride()}, out.width(),
                 executor != nullptr ? *executor : serial);
}

template <class Word>
void MatrixNtt<Word>::extend(MatrixSpan<Word> out, MatrixSpan<const Word> in, Word coset, std::optional<Word> root,
                             Executor* executor) const {
  const unsigned log_blowup = check_extension(rows(), modulus_, out, in);
  words::require_coset(coset, modulus_);
  const Word omega =
      words::require_extension_root(words::omega_of(*plan_), log_rows(*plan_), modulus_, root, log_blowup);
  SerialExecutor serial;
  plan_->extend({out.data(), out.stride()}, {in.data(), in.stride()}, out.width(), {log_blowup, coset, omega},
                executor != nullptr ? *executor : serial);
}

template <class Word>
Word MatrixNtt<Word>::extension_root(unsigned log_blowup) const {
  return words::extension_root(words::omega_of(*plan_), log_rows(*plan_), modulus_, log_blowup);
}

template <class Word>
std::size_t MatrixNtt<Word>::rows() const noexcept {
  return plan_->rows();
}

template <class Word>
const Modulus<Word>& MatrixNtt<Word>::modulus() const noexcept {
  return modulus_;
}

template <class Word>
Ring MatrixNtt<Word>::ring() const noexcept {
  return plan_->ring();
}

template <class Word>
Order MatrixNtt<Word>::order() const noexcept {
  return plan_->order();
}

template <class Word>
Word MatrixNtt<Word>::root() const noexcept {
  return plan_->root();
}

template <class Word>
std::size_t MatrixNtt<Word>::table_bytes() const noexcept {
  return plan_->table_bytes();
}

template <class Word>
std::string MatrixNtt<Word>::describe() const {
  return plan_->describe();
}

RINGLET_FOR_EACH_WORD(RINGLET_INSTANTIATE_TEMPLATE, class MatrixNtt)

}  // namespace ringlet
