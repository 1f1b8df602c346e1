#include <gtest/gtest.h>

#include <iostream>

#include "support/random.hpp"

namespace {

/// Prints the seed when tests run. main does not print it, since a listing of the tests must hold nothing else.
class PrintSeed : public ::testing::Environment {
  void SetUp() override { std::cout << "RINGLET_TEST_SEED=" << ringlet_test::run_seed() << " repeats this run\n"; }
};

}  // namespace

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  ::testing::AddGlobalTestEnvironment(new PrintSeed);
  return RUN_ALL_TESTS();
}
