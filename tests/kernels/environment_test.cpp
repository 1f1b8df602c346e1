// The settings of the floating-point unit that kernels on doubles make, where a range check fails.
#include "kernels/environment.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "arith/arithmetic.hpp"

namespace ringlet_test {
namespace {

constexpr unsigned flags = 0x3f;

struct Doubles {
  static constexpr ringlet::arith::Traits traits{.in_doubles = true};
};

TEST(CheckedEnvironment, IsLeftByAnException) {
  constexpr unsigned upwards = 0x5f80;
  constexpr unsigned to_nearest = 0x1f80;
  unsigned inside = 0;
  bool caught = false;
  const unsigned before = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(upwards);
  try {
    ringlet::kernels::in_environment<Doubles>([&] {
      inside = __builtin_ia32_stmxcsr();
      throw std::logic_error("a range check");
    });
  } catch (const std::logic_error&) {
    caught = true;
  }
  const unsigned after = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(before);
  EXPECT_TRUE(caught);
  EXPECT_EQ(inside & ~flags, to_nearest);
  EXPECT_EQ(after & ~flags, upwards);
}

}  // namespace
}  // namespace ringlet_test
