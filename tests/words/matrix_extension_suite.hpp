#pragma once

#include "support/guarded_matrix.hpp"
#include "words/coset_suite.hpp"

/// Compares extensions of matrices with values of polynomials, for words of every length.
namespace ringlet_test {

template <class Word>
class MatrixExtensionSuite {
 public:
  using Options = ringlet::NttOptions<Word>;

  MatrixExtensionSuite(std::size_t n, const mpz_class& q, const Options& options, Random& random)
      : columns_(n, q, options, random),
        plan_(n, ringlet::Modulus<Word>(number_from<Word>(q)), options),
        q_(q),
        random_(random) {}

  /// Extends by 2^log_blowup from another matrix and from blocks of the same one. Compares one column with the
  /// definition, and all with the extension of one polynomial.
  void expect_extension(unsigned log_blowup, std::size_t width, ringlet::Executor* executor) {
    SCOPED_TRACE("by 2^" + std::to_string(log_blowup) + ", width " + std::to_string(width));
    const std::size_t n = plan_.rows(), size = n << log_blowup, gap = random_.up_to(2);
    const mpz_class smallest = exact_number(plan_.extension_root(log_blowup));
    ASSERT_EQ(smallest, exact_number(columns_.plan().extension_root(log_blowup)));
    const mpz_class root = log_blowup == 0 || random_.up_to(1) == 0 ? smallest : mpz_class(q_ - smallest);
    const mpz_class coset = columns_.random_coset();
    const Word factor = number_from<Word>(coset), omega = number_from<Word>(root);
    const std::optional<Word> option = root == smallest ? std::nullopt : std::optional(omega);
    GuardedMatrix<Word> from(n, width, width + gap, random_.up_to(7)), to(size, width, width + random_.up_to(2), 3);
    std::vector<std::vector<Word>> expected;
    const std::size_t compared = random_.up_to(width - 1);
    for (std::size_t c = 0; c < width; ++c) {
      const std::vector<Word> coefficients = columns_.random_numbers(n);
      std::vector<Word> values(n), extended(size);
      columns_.plan().evaluate(values, coefficients);
      columns_.plan().extend(extended, values, factor, omega);
      if (c == compared) columns_.expect_points(extended, coefficients, coset, root, ringlet::Order::bit_reversed);
      from.set_column(c, values);
      expected.push_back(extended);
    }
    const auto is_right = [&](const GuardedMatrix<Word>& out) {
      for (std::size_t c = 0; c < width; ++c) {
        if (out.column(c) != expected[c]) return false;
      }
      return out.is_intact();
    };
    plan_.extend(to.span(), from.view(), factor, option, executor);
    ASSERT_TRUE(is_right(to));
    GuardedMatrix<Word> shared(size, width, width + gap, 1);
    const ringlet::MatrixSpan<Word> all = shared.span();
    for (const std::size_t block : {std::size_t{0}, size / n / 2, size / n - 1}) {
      for (std::size_t c = 0; c < width; ++c) {
        std::vector<Word> column(size);
        std::ranges::copy(from.column(c), column.begin() + static_cast<std::ptrdiff_t>(block * n));
        shared.set_column(c, column);
      }
      const ringlet::MatrixSpan<const Word> in(all.data() + block * n * all.stride(), n, width, all.stride());
      plan_.extend(all, in, factor, option, executor);
      ASSERT_TRUE(is_right(shared)) << "block " << block;
    }
  }

  /// Extends by 1, 2, 4 and 8, or long columns by 2, if q has the roots.
  void expect_extensions(std::size_t width, ringlet::Executor* executor) {
    const bool is_long = plan_.rows() > 1024;
    for (unsigned log_blowup = is_long ? 1 : 0; log_blowup <= (is_long ? 1 : 3); ++log_blowup) {
      const mpz_class order = mpz_class(static_cast<unsigned long>(plan_.rows())) << log_blowup;
      if ((q_ - 1) % order == 0) expect_extension(log_blowup, width, executor);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }

 private:
  CosetSuite<Word> columns_;
  ringlet::MatrixNtt<Word> plan_;
  mpz_class q_;
  Random& random_;
};

}  // namespace ringlet_test
