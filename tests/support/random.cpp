#include "support/random.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace ringlet_test {
namespace {

/// Hashes by FNV-1a, since std::hash may differ between standard libraries and the data must not.
std::uint64_t hash(const std::string& text) {
  std::uint64_t h = 0xcbf29ce484222325;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return h;
}

std::uint64_t seed_of_current_test() {
  const auto* const test = ::testing::UnitTest::GetInstance()->current_test_info();
  if (test == nullptr) return run_seed();
  return run_seed() ^ hash(std::string(test->test_suite_name()) + "." + test->name());
}

}  // namespace

std::uint64_t run_seed() {
  const char* const text = std::getenv("RINGLET_TEST_SEED");
  return text == nullptr ? 20250101 : std::stoull(text);
}

Random::Random() : engine_(seed_of_current_test()) {}

std::uint64_t Random::up_to(std::uint64_t maximum) {
  return std::uniform_int_distribution<std::uint64_t>(0, maximum)(engine_);
}

}  // namespace ringlet_test
