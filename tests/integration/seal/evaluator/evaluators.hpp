#pragma once

#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "outcome.hpp"
#include "seal_context.hpp"
#include "support/new_threads.hpp"

namespace ringlet_test::beside_seal {

/// SEAL's evaluator, and ours with one and with four workers, for a set of parameters and a scheme.
class EvaluatorsTest : public ::testing::TestWithParam<std::tuple<std::size_t, seal::scheme_type>> {
 protected:
  const Parameters& parameters_ = all_parameters()[std::get<0>(GetParam())];
  const seal::scheme_type scheme_ = std::get<1>(GetParam());
  const std::size_t n_ = parameters_.n;
  const seal::SEALContext context_ = make_context(scheme_, parameters_);
  seal::KeyGenerator keys_{context_};
  const seal::Evaluator seals_{context_};
  NewThreads threads_{4};
  const ringlet::seal::Evaluator ours_{context_};
  const ringlet::seal::Evaluator with_threads_{context_, &threads_};
  Random random_;
};

[[nodiscard]] inline std::string name_of_test(const ::testing::TestParamInfo<EvaluatorsTest::ParamType>& test) {
  return name_of(std::get<1>(test.param)) + "_" + all_parameters()[std::get<0>(test.param)].name;
}

}  // namespace ringlet_test::beside_seal
