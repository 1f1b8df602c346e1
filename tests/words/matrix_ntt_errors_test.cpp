#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "ringlet/matrix_ntt.hpp"
#include "support/errors.hpp"
#include "support/new_threads.hpp"

namespace ringlet_test {
namespace {

using ringlet::MatrixNtt;
using ringlet::Modulus;
using Word = std::uint64_t;
using Span = ringlet::MatrixSpan<Word>;
using Options = ringlet::NttOptions<Word>;

std::string constructor_error(std::size_t rows, Word q, const Options& options = {}) {
  return message_of<std::invalid_argument>([&] { MatrixNtt(rows, Modulus(q), options); });
}

TEST(MatrixNttConstructor, ArgumentsOfTheTransform) {
  EXPECT_THAT(constructor_error(12, 12289), AllOf(HasSubstr("rows is 12"), HasSubstr("power of two")));
  EXPECT_THAT(constructor_error(1, 12289), Names(1));
  EXPECT_THAT(constructor_error(1024, 4097), AllOf(Names(4097), HasSubstr("prime")));
  EXPECT_THAT(constructor_error(4096, 12289), AllOf(Names(12289), HasSubstr("1 modulo 2n")));
  EXPECT_THAT(constructor_error(4, 17, {.psi = Word{3}}), AllOf(Names(3), HasSubstr("root")));
  EXPECT_THAT(constructor_error(4, 17, {.omega = Word{4}}), AllOf(Names(4), HasSubstr("psi")));
  EXPECT_THAT(constructor_error(4, 17, {.ring = static_cast<ringlet::Ring>(7)}), AllOf(Names(7), HasSubstr("ring")));
  EXPECT_THAT(constructor_error(4, 17, {.order = static_cast<ringlet::Order>(9)}), AllOf(Names(9), HasSubstr("order")));
}

class MatrixNttErrors : public ::testing::Test {
 protected:
  static constexpr std::size_t rows = 8;
  [[nodiscard]] Word* data() { return words_.data(); }

  /// Returns the message of both directions, which must not have written anything.
  std::string error(Span out, ringlet::MatrixSpan<const Word> in) {
    const std::vector<Word> before = words_;
    const std::string text = message_of<std::invalid_argument>([&] { plan_.forward(out, in); });
    EXPECT_EQ(message_of<std::invalid_argument>([&] { plan_.inverse(out, in); }), text);
    EXPECT_EQ(words_, before);
    return text;
  }
  void expect_accepted(Span out, Span in) {
    EXPECT_NO_THROW(plan_.forward(out, in));
    EXPECT_NO_THROW(plan_.inverse(out, in));
  }

  MatrixNtt<Word> plan_{rows, Modulus<Word>(12289)};
  std::vector<Word> words_ = std::vector<Word>(400, 1);
};

TEST_F(MatrixNttErrors, Shapes) {
  const Span right(data(), rows, 3, 5);
  EXPECT_THAT(error({data() + 100, rows / 2, 3}, right), AllOf(HasSubstr("out.rows"), Names(4), Names(8)));
  EXPECT_THAT(error({data() + 100, rows, 0}, right), AllOf(HasSubstr("out.width is 0"), HasSubstr("at least 1")));
  EXPECT_THAT(error({data() + 100, rows, 3, 2}, right), AllOf(HasSubstr("out.stride is 2"), Names(3)));
  EXPECT_THAT(error({data() + 100, rows, 4}, right), AllOf(HasSubstr("in.width"), Names(3), Names(4)));
  EXPECT_THAT(error(right, Span(data() + 100, 2 * rows, 3)), AllOf(HasSubstr("in.rows"), Names(16), Names(8)));
  EXPECT_THAT(error(right, Span(data() + 100, rows, 3, 1)), AllOf(HasSubstr("in.stride is 1"), Names(3)));
}

TEST_F(MatrixNttErrors, StridesThatOverflow) {
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  for (const std::size_t stride : {most, most / 8, (most / 2 + 1) / 8 / rows}) {
    EXPECT_THAT(error({data(), rows, 1, stride}, Span(data(), rows, 1, stride)),
                AllOf(HasSubstr("out.stride"), Names(stride), HasSubstr("2^63")));
  }
}

TEST_F(MatrixNttErrors, MatricesThatOverlap) {
  const Span in(data() + 100, rows, 3, 10);
  for (const std::ptrdiff_t distance : {1, 2, -1, -2, 8, 12, 72, -68, 70, -70, 10, -10}) {
    EXPECT_THAT(error({in.data() + distance, rows, 3, 10}, in), HasSubstr("overlap")) << distance;
  }
  EXPECT_THAT(error({in.data(), rows, 3, 9}, in), HasSubstr("overlap"));
  EXPECT_THAT(error({in.data() + 72, rows, 3, 9}, in), HasSubstr("overlap"));
  // Part of a word.
  auto* const inside = reinterpret_cast<Word*>(reinterpret_cast<std::uintptr_t>(in.data() + 3) - 1);
  EXPECT_THAT(error({inside, rows, 3, 10}, in), HasSubstr("overlap"));
}

TEST_F(MatrixNttErrors, MatricesBesideEachOther) {
  const Span in(data() + 100, rows, 3, 10);
  expect_accepted(in, in);
  // Columns of one matrix, and matrices behind each other.
  for (const std::ptrdiff_t distance : {3, 7, -3, -7, 13, 67, 73, -73, 80, -80}) {
    expect_accepted({in.data() + distance, rows, 3, 10}, in);
  }
  expect_accepted({in.data() + 73, rows, 3, 9}, in);
  expect_accepted({in.data() - 66, rows, 3, 9}, in);
}

TEST_F(MatrixNttErrors, OfExtensions) {
  const Span out(data(), 2 * rows, 3), in(data() + 200, rows, 3);
  const auto error = [&](Span to, Span from, Word coset, std::optional<Word> root = std::nullopt) {
    const std::vector<Word> before = words_;
    const std::string text = message_of<std::invalid_argument>([&] { plan_.extend(to, from, coset, root); });
    EXPECT_EQ(words_, before);
    return text;
  };
  EXPECT_THAT(error({data(), 3 * rows, 3}, in, 5), AllOf(HasSubstr("out.rows is 24"), HasSubstr("n = 8")));
  EXPECT_THAT(error({data(), rows / 2, 3}, in, 5), HasSubstr("out.rows is 4"));
  EXPECT_THAT(error({data(), 2 * rows, 3, 2}, in, 5), HasSubstr("out.stride is 2"));
  EXPECT_THAT(error({data(), 2 * rows, 4}, in, 5), HasSubstr("in.width"));
  EXPECT_THAT(error({data(), 2 * rows, 0}, {in.data(), rows, 0}, 5), HasSubstr("out.width is 0"));
  EXPECT_THAT(error(out, {in.data(), 2 * rows, 3}, 5), HasSubstr("in.rows"));
  EXPECT_THAT(error(out, {data() + 3, rows, 3}, 5), HasSubstr("one of its blocks"));
  EXPECT_THAT(error({data(), 2 * rows, 3, 4}, {data(), rows, 3}, 5), HasSubstr("overlaps"));
  EXPECT_THAT(error(out, in, 0), HasSubstr("coset is 0"));
  EXPECT_THAT(error(out, in, 12289), HasSubstr("coset is 12289"));
  EXPECT_THAT(error(out, in, 5, 1), AllOf(HasSubstr("root is 1"), HasSubstr("its power 2 must be omega")));
  EXPECT_THAT(error(out, in, 5, 12289), HasSubstr("root is 12289"));
  EXPECT_THAT(message_of<std::invalid_argument>([&] { (void)plan_.extension_root(17); }),
              HasSubstr("log_blowup is 17"));
  const MatrixNtt<Word> small(2, Modulus<Word>(5));
  EXPECT_THAT(message_of<std::invalid_argument>([&] { small.extend({data(), 8, 1}, Span(data() + 9, 2, 1), 1); }),
              AllOf(HasSubstr("q is 5"), HasSubstr("1 modulo")));
  EXPECT_NO_THROW(plan_.extend(out, Span(data() + 3 * rows, rows, 3), 5));
}

TEST(MatrixNtt, DescribesItself) {
  const Modulus<Word> q(12289);
  const MatrixNtt<Word> plan(1024, q, {.ring = ringlet::Ring::cyclic, .order = ringlet::Order::natural});
  EXPECT_EQ(plan.rows(), 1024U);
  EXPECT_EQ(plan.modulus().value(), 12289U);
  EXPECT_EQ(plan.ring(), ringlet::Ring::cyclic);
  EXPECT_EQ(plan.order(), ringlet::Order::natural);
  EXPECT_EQ(plan.root(), ringlet::Ntt<Word>(1024, q, {.ring = ringlet::Ring::cyclic}).root());
  EXPECT_GE(plan.table_bytes(), 2 * 1023 * sizeof(Word));
  EXPECT_THAT(plan.describe(), AllOf(HasSubstr(" / radix 2^"), HasSubstr(", 2^")));
  const MatrixNtt<Word> copy = plan;
  EXPECT_EQ(copy.describe(), plan.describe());
}

}  // namespace
}  // namespace ringlet_test
