// Compares tensor products of rows with their definition, on every backend.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <stdexcept>
#include <vector>

#include "ringlet/rns_eltwise.hpp"
#include "rns/rns_cases.hpp"
#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/page_edge_buffer.hpp"

namespace ringlet_test::rns {
namespace {

/// Operands a_0, a_1, b_0 and b_1.
using Operands = std::vector<Rows>;

std::array<Rows, 3> definition(const Operands& in, const Words& moduli) {
  std::array<Rows, 3> result = {in[0], in[0], in[0]};
  for (std::size_t i = 0; i < moduli.size(); ++i) {
    for (std::size_t k = 0; k < in[0][i].size(); ++k) {
      const mpz_class a0 = big(in[0][i][k]), a1 = big(in[1][i][k]), b0 = big(in[2][i][k]), b1 = big(in[3][i][k]);
      result[0][i][k] = residue(a0 * b0, moduli[i]);
      result[1][i][k] = residue(a0 * b1 + a1 * b0, moduli[i]);
      result[2][i][k] = residue(a1 * b1, moduli[i]);
    }
  }
  return result;
}

/// Multiplies the blocks a_0, a_1, b_0 and b_1.
void multiply(const std::array<RnsSpan, 3>& out, const std::vector<Block>& in, const RnsBase& base,
              ringlet::Executor* executor = nullptr) {
  const std::array<RnsView, 2> a = {in[0].view(), in[1].view()}, b = {in[2].view(), in[3].view()};
  tensor(out, a, b, base, executor);
}

class TensorTest : public BackendTest<std::size_t> {
 protected:
  const Words& moduli_ = bases()[parameter()].moduli;
  const RnsBase base_{moduli_};
  Random random_;

  [[nodiscard]] std::vector<Block> blocks_of(const Operands& in) const {
    std::vector<Block> result;
    for (std::size_t k = 0; k < in.size(); ++k) result.emplace_back(in[k], in[k][0].size() + k);
    return result;
  }
  [[nodiscard]] Operands random_operands(std::size_t n) {
    Operands result;
    for (int k = 0; k < 4; ++k) result.push_back(random_rows(random_, moduli_, n));
    return result;
  }
};

TEST_P(TensorTest, IsTheDefinitionForEveryTail) {
  for (std::size_t n = 1; n <= 67; ++n) {
    const Operands in = random_operands(n);
    const std::array<Rows, 3> expected = definition(in, moduli_);
    std::vector<Block> out(3, Block(moduli_.size(), n, n + 1));
    ReverseExecutor executor;
    multiply({out[0].span(), out[1].span(), out[2].span()}, blocks_of(in), base_, &executor);
    for (std::size_t k = 0; k < 3; ++k) {
      ASSERT_EQ(out[k].rows(), expected[k]) << "output " << k << ", n = " << n;
      EXPECT_TRUE(out[k].gaps_are_untouched());
    }
    EXPECT_EQ(executor.tasks, moduli_.size());
  }
}

TEST_P(TensorTest, StaysInsideItsRows) {
  for (const auto edge : {PageEdgeBuffer::Edge::front, PageEdgeBuffer::Edge::back}) {
    for (std::size_t n = 1; n <= 67; n += n < 34 ? 1 : 11) {
      const Operands in = random_operands(n);
      // The first or the last row is at the edge.
      std::vector<std::unique_ptr<PageEdgeBuffer>> at_edge;
      for (const Rows& rows : in) {
        Words words;
        for (const Words& row : rows) words.insert(words.end(), row.begin(), row.end());
        at_edge.push_back(std::make_unique<PageEdgeBuffer>(words, edge));
      }
      const auto span = [&](std::size_t k) { return RnsSpan(at_edge[k]->span().data(), moduli_.size(), n); };
      const std::array<RnsView, 2> a = {span(0), span(1)}, b = {span(2), span(3)};
      tensor(std::array<RnsSpan, 3>{span(0), span(1), span(2)}, a, b, base_);
      const std::array<Rows, 3> expected = definition(in, moduli_);
      for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t i = 0; i < moduli_.size(); ++i) {
          ASSERT_TRUE(std::ranges::equal(at_edge[k]->span().subspan(i * n, n), expected[k][i])) << n;
        }
      }
    }
  }
}

TEST_P(TensorTest, TakesTheLargestResidues) {
  constexpr std::size_t n = 37;
  Operands in(4);
  for (Rows& rows : in) {
    for (const std::uint64_t q : moduli_) rows.emplace_back(n, q - 1);
  }
  std::vector<Block> out(3, Block(moduli_.size(), n, n));
  multiply({out[0].span(), out[1].span(), out[2].span()}, blocks_of(in), base_);
  const std::array<Rows, 3> expected = definition(in, moduli_);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(out[k].rows(), expected[k]);
}

TEST_P(TensorTest, WorksInPlaceOfAnyOperands) {
  constexpr std::size_t n = 45;
  const Operands in = random_operands(n);
  const std::array<Rows, 3> expected = definition(in, moduli_);
  for (std::size_t first = 0; first < 4; ++first) {
    for (std::size_t middle = 0; middle < 4; ++middle) {
      for (std::size_t last = 0; last < 4; ++last) {
        if (first == middle || first == last || middle == last) continue;
        std::vector<Block> blocks = blocks_of(in);
        multiply({blocks[first].span(), blocks[middle].span(), blocks[last].span()}, blocks, base_);
        EXPECT_EQ(blocks[first].rows(), expected[0]);
        EXPECT_EQ(blocks[middle].rows(), expected[1]);
        EXPECT_EQ(blocks[last].rows(), expected[2]);
      }
    }
  }
}

TEST_P(TensorTest, SquaresAndServesLevels) {
  constexpr std::size_t n = 19;
  Operands in = random_operands(n);
  in[2] = in[0];
  in[3] = in[1];
  const std::vector<Block> blocks = blocks_of(in);
  const std::size_t level = (moduli_.size() + 1) / 2;
  std::vector<Block> out(3, Block(moduli_.size(), n, n + 2));
  const std::array<RnsSpan, 3> to = {out[0].span().first(level), out[1].span().first(level),
                                     out[2].span().first(level)};
  const std::array<RnsView, 2> a = {blocks[0].view().first(level), blocks[1].view().first(level)};
  tensor(to, a, a, base_);
  const std::array<Rows, 3> expected = definition(in, moduli_);
  const Rows untouched = Block(moduli_.size(), n, n + 2).rows();
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(part(out[k].rows(), 0, level), part(expected[k], 0, level));
    EXPECT_EQ(part(out[k].rows(), level, moduli_.size()), part(untouched, level, moduli_.size()));
  }
}

INSTANTIATE_TEST_SUITE_P(Bases, TensorTest,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Range(std::size_t{0}, bases().size())),
                         [](const auto& test) {
                           return test_name(std::get<0>(test.param)) + "_" + bases()[std::get<1>(test.param)].name;
                         });

TEST(Tensor, RefusesShapesAndOverlaps) {
  const RnsBase base(primes(50, 2));
  Words words(200);
  std::uint64_t* const p = words.data();
  const RnsView x(p, 2, 10), y(p + 20, 2, 10);
  const RnsSpan u(p + 40, 2, 10), v(p + 60, 2, 10), w(p + 80, 2, 10);
  const auto error = [&](std::array<RnsSpan, 3> out, std::array<RnsView, 2> a, std::array<RnsView, 2> b) {
    const std::string message = message_of<std::invalid_argument>([&] { tensor(out, a, b, base); });
    EXPECT_EQ(words, Words(200)) << "something was written";
    return message;
  };
  EXPECT_NO_THROW(tensor(std::array{u, v, w}, std::array{x, y}, std::array{y, x}, base));
  EXPECT_THAT(error({u, v, w}, {RnsView(p, 3, 10), y}, {x, y}), AllOf(HasSubstr("rows of a[0] is 3")));
  EXPECT_THAT(error({u, v, w}, {x, RnsView(p, 1, 10)}, {x, y}), HasSubstr("rows of a[1] is 1"));
  EXPECT_THAT(error({u, v, w}, {x, y}, {x, RnsView(p, 2, 9)}), AllOf(HasSubstr("b[1]"), HasSubstr("9")));
  EXPECT_THAT(error({u, RnsSpan(p + 60, 1, 10), w}, {x, y}, {x, y}), HasSubstr("rows of out[1] is 1"));
  EXPECT_THAT(error({RnsSpan(p + 40, 1, 10), v, w}, {x, y}, {x, y}), HasSubstr("rows of out[0] is 1"));
  EXPECT_THAT(error({u, v, v}, {x, y}, {x, y}), HasSubstr("out[2] overlaps row 0 of out[1]"));
  EXPECT_THAT(error({u, u, w}, {x, y}, {x, y}), HasSubstr("out[1] overlaps row 0 of out[0]"));
  EXPECT_THAT(error({u, v, RnsSpan(p + 10, 2, 10)}, {x, x}, {x, y}), HasSubstr("out[2] overlaps row 1 of a[0]"));
  EXPECT_THAT(error({u, v, w}, {RnsView(p, 2, 0), y}, {x, y}), HasSubstr("at least 1"));
  const std::vector<RnsView> one{x}, two{x, y};
  EXPECT_EQ(message_of<std::invalid_argument>([&] { tensor(std::array{u, v, w}, one, two, base); }),
            "number of polynomials a is 1, but it must be 2");
  EXPECT_EQ(message_of<std::invalid_argument>([&] { tensor(std::array{u, v, w}, two, {}, base); }),
            "number of polynomials b is 0, but it must be 2");
}

}  // namespace
}  // namespace ringlet_test::rns
