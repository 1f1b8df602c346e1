// Tests products by rows of limbs of six bits, for all moduli of up to six bits, all multiplicands and all numbers.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <iostream>

#include "arith/radix52/row_product.hpp"
#include "isa/limb52.hpp"
#include "toy/ranges.hpp"
#include "toy/theorem.hpp"
#include "toy/toy_word.hpp"

namespace ringlet_test {
namespace {

namespace arith = ringlet::arith;
constexpr unsigned limb_bits = 6;
constexpr unsigned limb_count = 2;
constexpr std::uint32_t radix = 1U << limb_bits;
constexpr std::uint32_t numbers = 1U << (limb_bits * limb_count);
/// Columns of two limbs add up to eight halves of products.
using Isa = ringlet::isa::Limb52<ToyMultiplyAdd<10, limb_bits>, limb_count>;

/// Rows of w by their definition (docs/bounds/limbs52.md, section 13.1).
struct Rows {
  const std::uint32_t* group = nullptr;
  std::array<std::uint32_t, limb_count> quotients{};
  std::array<std::array<std::uint32_t, limb_count>, limb_count> limbs{};

  Rows(std::uint32_t w, std::uint32_t q) {
    for (unsigned i = 0; i < limb_count; ++i) {
      quotients[i] = w * radix / (arith::row_multiple<Isa> * q) + 1;
      limbs[i] = {w % radix, w / radix};
      w = w * radix % q;
    }
  }
  [[nodiscard]] std::uint32_t quotient(unsigned row) const { return quotients[row]; }
  [[nodiscard]] std::uint32_t limb(unsigned row, unsigned j) const { return limbs[row][j]; }
};

Isa::Vec limbs_of(std::uint32_t x) { return {{x % radix, x / radix}}; }

/// Returns x w modulo q, as a number modulo 2^12.
std::uint32_t product(std::uint32_t q, const Rows& w, std::uint32_t x) {
  const std::uint32_t minus_multiple = numbers - arith::row_multiple<Isa> * q;
  const Isa::Vec result = arith::multiply_rows<Isa>(limbs_of(0), limbs_of(x), w, limbs_of(minus_multiple));
  return (result.limb[0] + result.limb[1] * radix) % numbers;
}

TEST(ToyRows, ProductsAreRightAndInRange) {
  std::uint64_t count = 0;
  for (std::uint32_t q = 2; q < radix; ++q) {
    const std::uint32_t excess = arith::row_excess<Isa> * q;
    Comparison compare(q);
    for (std::uint32_t w = 0; w < q; ++w) {
      const Rows rows(w, q);
      for (std::uint32_t x = 0; x < numbers; ++x) {
        const std::uint32_t lifted = (product(q, rows, x) + excess) % numbers;
        compare.residue("multiply_rows", lifted, std::int64_t{x} * w, {1, times_q(2 * arith::row_excess<Isa>)}, x, 0,
                        w);
      }
    }
    count += compare.count();
    if (compare.failed()) return;
  }
  std::cout << count << " results compared\n";
}

TEST(ToyRows, ProductsAreThoseOfTheModel) {
  Digest digest;
  for (std::uint32_t q = 2; q < 10; ++q) {
    for (std::uint32_t w = 0; w < q; ++w) {
      const Rows rows(w, q);
      for (std::uint32_t x = 0; x < numbers; ++x) digest.add(product(q, rows, x));
    }
  }
  EXPECT_EQ(digest.value(), stated_by("toy_row_products"));
}

}  // namespace
}  // namespace ringlet_test
