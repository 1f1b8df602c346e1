// Tests the choice of the backend through the C interface.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "c/handles.hpp"
#include "ringlet/version.hpp"
#include "support/backends.hpp"

namespace ringlet_test::c_api {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string active() {
  const char* name = nullptr;
  EXPECT_EQ(ringlet_backend_active(&name), RINGLET_OK) << ringlet_last_error_message();
  return name == nullptr ? "" : name;
}

TEST(CBackend, ListIsTheSame) {
  const auto list = ringlet::backend::list();
  ASSERT_EQ(ringlet_backend_count(), list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    EXPECT_EQ(ringlet_backend_name(i), list[i].name);
    EXPECT_EQ(ringlet_backend_is_supported(i), list[i].supported);
  }
}

TEST(CBackend, BeyondTheListThereIsNone) {
  for (const std::size_t index : {ringlet_backend_count(), ~std::size_t{0}}) {
    EXPECT_EQ(ringlet_backend_name(index), nullptr);
    EXPECT_FALSE(ringlet_backend_is_supported(index));
  }
}

class CForceBackend : public BackendTest<> {};

TEST_P(CForceBackend, MakesItActiveUntilUndone) {
  ringlet::backend::unforce();
  const std::string automatic = active();
  ASSERT_EQ(ringlet_backend_force(backend().c_str()), RINGLET_OK);
  EXPECT_EQ(active(), backend());
  EXPECT_EQ(ringlet::backend::active(), backend());
  ringlet_backend_unforce();
  EXPECT_EQ(active(), automatic);
}

TEST_P(CForceBackend, WrongNameIsAnErrorAndChangesNothing) {
  for (const char* const name : {"", "no-such-isa", "SCALAR"}) {
    EXPECT_EQ(ringlet_backend_force(name), RINGLET_INVALID_ARGUMENT);
    EXPECT_THAT(ringlet_last_error_message(), AllOf(HasSubstr(name), HasSubstr("scalar"), HasSubstr(backend())));
    EXPECT_EQ(active(), backend());
  }
  EXPECT_EQ(ringlet_backend_force(nullptr), RINGLET_NULL_POINTER);
  EXPECT_EQ(ringlet_backend_active(nullptr), RINGLET_NULL_POINTER);
}

TEST_P(CForceBackend, ScalarOneDoesNotLowerTheClock) {
  bool lowers = true;
  ASSERT_EQ(ringlet_backend_lowers_clock(&lowers), RINGLET_OK);
  if (backend() == "scalar") {
    EXPECT_FALSE(lowers);
  }
  EXPECT_EQ(ringlet_backend_lowers_clock(nullptr), RINGLET_NULL_POINTER);
}

INSTANTIATE_TEST_SUITE_P(All, CForceBackend, ::testing::Combine(::testing::ValuesIn(all_backends())),
                         [](const auto& test) { return test_name(std::get<0>(test.param)); });

TEST(CBackend, UnsupportedNameIsAnError) {
  for (std::size_t i = 0; i < ringlet_backend_count(); ++i) {
    if (ringlet_backend_is_supported(i)) continue;
    EXPECT_EQ(ringlet_backend_force(ringlet_backend_name(i)), RINGLET_INVALID_ARGUMENT);
    EXPECT_THAT(ringlet_last_error_message(), HasSubstr("does not support"));
  }
}

// CTest runs this test in a process of its own, so that the environment has not been read yet.
TEST(CBackend, WrongEnvironmentIsAnErrorUntilFrozen) {
  ASSERT_EQ(setenv("RINGLET_BACKEND", "no-such-isa", 1), 0);
  const char* name = nullptr;
  EXPECT_EQ(ringlet_backend_active(&name), RINGLET_INVALID_ARGUMENT);
  EXPECT_EQ(name, nullptr);
  bool lowers = true;
  EXPECT_EQ(ringlet_backend_lowers_clock(&lowers), RINGLET_INVALID_ARGUMENT);
  EXPECT_THAT(ringlet_last_error_message(), AllOf(HasSubstr("RINGLET_BACKEND"), HasSubstr("no-such-isa")));
  const Modulus q = make_modulus(97);
  std::uint64_t x[] = {1, 2, 3};
  EXPECT_EQ(ringlet_add(x, x, x, 3, q.get()), RINGLET_INVALID_ARGUMENT);
  ringlet_ntt* ntt = nullptr;
  EXPECT_EQ(ringlet_ntt_create(&ntt, 8, q.get(), RINGLET_NEGACYCLIC, 0, RINGLET_BIT_REVERSED),
            RINGLET_INVALID_ARGUMENT);
  ringlet_backend_freeze();
  EXPECT_EQ(active(), supported_backends().back());
  EXPECT_EQ(ringlet_add(x, x, x, 3, q.get()), RINGLET_OK);
  EXPECT_EQ(x[2], 6U);
}

TEST(CLibrary, SaysItsVersion) { EXPECT_STREQ(ringlet_version(), RINGLET_VERSION); }

}  // namespace
}  // namespace ringlet_test::c_api
