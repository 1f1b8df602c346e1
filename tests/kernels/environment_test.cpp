// Checks that kernels on doubles restore the settings of the floating-point unit when a range check throws.
#include "kernels/environment.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "arith/arithmetic.hpp"
#include "support/control_word.hpp"

namespace ringlet_test {
namespace {

struct Doubles {
  static constexpr ringlet::arith::Traits traits{.in_doubles = true};
};

TEST(CheckedEnvironment, IsLeftByAnException) {
  ControlWord inside = inexact_traps;
  bool caught = false;
  EXPECT_TRUE(keeps_control(upwards | usual_control, [&] {
    try {
      ringlet::kernels::in_environment<Doubles>([&] {
        inside = control_word();
        throw std::logic_error("a range check");
      });
    } catch (const std::logic_error&) {
      caught = true;
    }
  }));
  EXPECT_TRUE(caught);
  EXPECT_EQ(inside, usual_control);
}

}  // namespace
}  // namespace ringlet_test
