// Tests every kernel of dot products on every backend at the limits of its contract: operands up to the greatest, not
// reduced modulo q; sums that are folded several times; moduli of all lengths, even ones included.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "arith/word_arithmetic.hpp"
#include "backends/registry.hpp"
#include "kernels/rns_table.hpp"
#include "memory/aligned_words.hpp"
#include "reference/multiword.hpp"
#include "support/backends.hpp"
#include "support/data.hpp"
#include "support/page_edge_buffer.hpp"
#include "support/random.hpp"

namespace ringlet_test {
namespace {

namespace multiword = reference::multiword;
using ringlet::kernels::DotKernels;
using AlignedWords = ringlet::memory::AlignedWords<std::uint64_t>;

struct Case {
  std::string backend;
  const DotKernels* dot;
};

std::ostream& operator<<(std::ostream& out, const Case& tested) {
  return out << tested.dot->arithmetic << " on " << tested.backend;
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const auto& backend : ringlet::backends::all()) {
    for (const auto* family : backend.kernels->of<ringlet::kernels::RnsFamily>()) {
      for (const DotKernels& dot : family->dot) cases.push_back({std::string(backend.name), &dot});
    }
  }
  return cases;
}

/// Not a multiple of a vector or a block.
constexpr std::size_t n = 39;
constexpr std::uint64_t untouched = 0x5555;

class DotProducts : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    if (!is_supported(GetParam().backend)) GTEST_SKIP() << "this CPU does not support " << GetParam().backend;
  }

  [[nodiscard]] unsigned modulus_bits() const { return ringlet::arith::bit_width(dot_.greatest_modulus); }
  [[nodiscard]] std::uint64_t top() const { return dot_.greatest_modulus; }

  /// Moduli of few bits and of the most, with both ends of each length, up to the kernel's greatest.
  std::vector<std::uint64_t> moduli() {
    std::vector<std::uint64_t> all = {2, 3, 4, 5, 65537};
    for (const unsigned bits : {31U, modulus_bits() - 1, modulus_bits()}) {
      const std::uint64_t half = std::uint64_t{1} << (bits - 1), last = std::min(2 * half - 1, top());
      all.insert(all.end(), {half - 1, half, half + 1, half + random_.up_to(last - half), last - 1, last});
    }
    return all;
  }

  /// Operands of a kind. Kind 0: uniform. Kind 1: only 0, 1 and the greatest. Kinds 2 to 4: first operands are the
  /// greatest; second ones are the greatest, one less, or 1. These products are large, just below or above a
  /// multiple of a large power of two.
  Words operands(unsigned kind, std::size_t count, bool is_second) {
    if (kind == 0) return uniform(random_, count, top());
    if (kind > 1) return Words(count, !is_second || kind == 2 ? top() : kind == 3 ? top() - 1 : 1);
    Words words(count);
    for (std::uint64_t& x : words) x = random_.coin() ? top() : random_.up_to(1);
    return words;
  }

  const DotKernels& dot_ = *GetParam().dot;
  Random random_;
};

constexpr unsigned kinds = 5;
constexpr std::size_t lengths[] = {1, 2, 4, 5, 7, 8, 9, 15, 16, 17, 22, 31, 64, 65};

TEST_P(DotProducts, OfRowsAreExact) {
  const std::vector<std::uint64_t> q = moduli();
  constexpr std::size_t offset = 3, length = offset + n + 8;
  for (const std::size_t terms : lengths) {
    for (unsigned kind = 0; kind < kinds; ++kind) {
      const Words y = operands(kind, terms * n, false), c = operands(kind, terms * q.size(), true);
      AlignedWords factors(c.size() * dot_.factor.words), constants(q.size() * dot_.modulus.words);
      for (std::size_t j = 0; j < q.size(); ++j) {
        const auto m = ringlet::arith::make_modulus(q[j]);
        dot_.modulus.encode(&constants[j * dot_.modulus.words], m);
        for (std::size_t i = j * terms; i < (j + 1) * terms; ++i) {
          dot_.factor.encode(&factors[i * dot_.factor.words], 0, 1, c[i], m);
        }
      }
      std::vector<Words> out(q.size(), Words(length, untouched)), wanted = out;
      std::vector<std::uint64_t*> rows;
      for (Words& row : out) rows.push_back(row.data());
      dot_.rows({.in = y.data(),
                 .in_stride = n,
                 .terms = terms,
                 .out = rows.data(),
                 .offset = offset,
                 .outputs = q.size(),
                 .count = n,
                 .factors = factors.data(),
                 .moduli = constants.data()});
      for (std::size_t j = 0; j < q.size(); ++j) {
        for (std::size_t k = 0; k < n; ++k) {
          std::uint64_t sum = 0;
          for (std::size_t i = 0; i < terms; ++i) sum = multiword::fma(y[i * n + k], c[j * terms + i], sum, q[j]);
          wanted[j][offset + k] = sum;
        }
        ASSERT_EQ(out[j], wanted[j]) << terms << " terms, q = " << q[j] << ", operands of kind " << kind;
      }
    }
  }
}

TEST_P(DotProducts, OfVectorsAreExact) {
  constexpr std::size_t outputs = 3;
  for (const std::uint64_t q : moduli()) {
    std::array<std::uint64_t, ringlet::arith::max_dot_modulus_words> constants{};
    dot_.modulus.encode(constants.data(), ringlet::arith::make_modulus(q));
    for (const std::size_t terms : lengths) {
      for (unsigned kind = 0; kind < kinds; ++kind) {
        const Words x = operands(kind, terms * n, false), y = operands(kind, outputs * terms * n, true);
        const Words z = operands(kind, outputs * n, false);
        Words out(outputs * n + 8, untouched), wanted = out;
        std::vector<const std::uint64_t*> x_rows, y_rows, z_rows;
        std::vector<std::uint64_t*> out_rows;
        for (std::size_t t = 0; t < terms; ++t) x_rows.push_back(&x[t * n]);
        for (std::size_t t = 0; t < outputs * terms; ++t) y_rows.push_back(&y[t * n]);
        for (std::size_t k = 0; k < outputs; ++k) {
          z_rows.push_back(&z[k * n]);
          out_rows.push_back(&out[k * n]);
          for (std::size_t i = 0; i < n; ++i) {
            std::uint64_t sum = z[k * n + i] % q;
            for (std::size_t t = 0; t < terms; ++t)
              sum = multiword::fma(x[t * n + i], y[(k * terms + t) * n + i], sum, q);
            wanted[k * n + i] = sum;
          }
        }
        dot_.inner_product({.x = x_rows.data(),
                            .y = y_rows.data(),
                            .z = z_rows.data(),
                            .step = ringlet::kernels::inner_product_block,
                            .terms = terms,
                            .out = out_rows.data(),
                            .outputs = outputs,
                            .count = n,
                            .modulus = constants.data()});
        ASSERT_EQ(out, wanted) << terms << " terms, q = " << q << ", operands of kind " << kind;
      }
    }
  }
}

/// Counts from 1 to n: rows that end with a vector, inside one, or before the first is full.
TEST_P(DotProducts, OfVectorsReadNothingBehindTheirRows) {
  const std::uint64_t q = top();
  std::array<std::uint64_t, ringlet::arith::max_dot_modulus_words> constants{};
  dot_.modulus.encode(constants.data(), ringlet::arith::make_modulus(q));
  for (std::size_t count = 1; count <= n; ++count) {
    const PageEdgeBuffer x(uniform(random_, count, top()), PageEdgeBuffer::Edge::back);
    const PageEdgeBuffer y(uniform(random_, count, top()), PageEdgeBuffer::Edge::back);
    const PageEdgeBuffer z(uniform(random_, count, top()), PageEdgeBuffer::Edge::back);
    const PageEdgeBuffer out(Words(count, untouched), PageEdgeBuffer::Edge::back);
    const std::uint64_t *x_row = x.span().data(), *y_row = y.span().data(), *z_row = z.span().data();
    std::uint64_t* out_row = out.span().data();
    dot_.inner_product({.x = &x_row,
                        .y = &y_row,
                        .z = &z_row,
                        .step = ringlet::kernels::inner_product_block,
                        .terms = 1,
                        .out = &out_row,
                        .outputs = 1,
                        .count = count,
                        .modulus = constants.data()});
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(out_row[i], multiword::fma(x_row[i], y_row[i], z_row[i] % q, q)) << i << " of " << count;
    }
  }
}

TEST_P(DotProducts, AddTheSameFractionsInEveryArithmetic) {
  for (unsigned bits = 2; bits <= modulus_bits(); ++bits) {
    const unsigned shift = 64 - bits;
    const std::uint64_t f = (std::uint64_t{1} << 42) + random_.up_to(std::uint64_t{1} << 42);
    Words y = uniform(random_, n, (std::uint64_t{1} << bits) - 1), acc = uniform(random_, n, top());
    y.front() = (std::uint64_t{1} << bits) - 1;
    Words wanted = acc;
    for (std::size_t i = 0; i < n; ++i) {
      wanted[i] += static_cast<std::uint64_t>(multiword::uint128{(y[i] << shift) >> 12} * f >> 52);
    }
    dot_.add_fractions(acc.data(), y.data(), n, shift, f);
    ASSERT_EQ(acc, wanted) << bits << " bits, f = " << f;
  }
}

std::string name_of(const ::testing::TestParamInfo<Case>& test) {
  return test_name(test.param.backend + "_" + test.param.dot->arithmetic + "_" +
                   std::to_string(ringlet::arith::bit_width(test.param.dot->greatest_modulus)));
}
INSTANTIATE_TEST_SUITE_P(Kernels, DotProducts, ::testing::ValuesIn(all_cases()), name_of);

}  // namespace
}  // namespace ringlet_test
