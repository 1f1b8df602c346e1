// Tests arithmetics whose multiply-adds read only some bits of a lane, here 8 or 6 of 10, for all moduli and operands.

#include <gtest/gtest.h>

#include "arith/ifma52/ifma52.hpp"
#include "arith/ifma52/ifma52_long.hpp"
#include "arith/ifma52/word_reduction.hpp"
#include "toy/toy_arithmetic.hpp"

namespace ringlet_test {
namespace {

namespace arith = ringlet::arith;
using Isa = ToyMultiplyAdd<10, 8>;
template <unsigned capacity>
using Ifma = arith::Ifma52<Isa, capacity>;
using Multiword = arith::Ifma52Long<ToyMultiplyAdd<10, 6>>;
using WithWords = arith::WordReduction52<Ifma<4>>;

TEST(ToyIfma, Capacity4) { check_all<ToyArithmetic, Ifma<4>>(); }
TEST(ToyIfma, Capacity8) { check_all<ToyArithmetic, Ifma<8>>(); }
TEST(ToyIfma, Capacity16) { check_all<ToyArithmetic, Ifma<16>>(); }
TEST(ToyIfma, Capacity64) { check_all<ToyElements, Ifma<64>>(); }
TEST(ToyIfma, Multiword) { check_all<ToyElements, Multiword>(); }
TEST(ToyIfma, WordReduction) { check_all<ToyElements, WithWords>(); }

TEST(ToyIfma, ResultsAreThoseOfTheModel) {
  EXPECT_EQ(digest_of(&ToyArithmetic<Ifma<8>>::shoup_products), stated_by("toy_ifma_products"));
  EXPECT_EQ(digest_of(&ToyArithmetic<Ifma<8>>::reductions), stated_by("toy_ifma_reductions"));
  EXPECT_EQ(digest_of(&ToyElements<WithWords>::remainders), stated_by("toy_leading_remainders"));
}

}  // namespace
}  // namespace ringlet_test
