#include "ringlet/backend.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "support/backends.hpp"
#include "support/errors.hpp"

namespace ringlet_test {
namespace {

using ::testing::Contains;

TEST(BackendList, WeakestIsScalarAndAlwaysSupported) {
  const auto list = ringlet::backend::list();
  ASSERT_FALSE(list.empty());
  EXPECT_EQ(list.front().name, "scalar");
  EXPECT_TRUE(list.front().supported);
}

TEST(BackendList, NamesDiffer) {
  const std::vector<std::string> names = all_backends();
  EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size());
}

TEST(BackendList, ActiveOneIsSupported) { EXPECT_THAT(supported_backends(), Contains(ringlet::backend::active())); }

TEST(BackendList, EndsAtTheirNumber) {
  const std::size_t count = ringlet::backend::list_size();
  EXPECT_EQ(ringlet::backend::list().size(), count);
  for (const std::size_t i : {count, ~std::size_t{0}}) {
    EXPECT_THAT(message_of<std::out_of_range>([i] { (void)ringlet::backend::at(i); }), HasSubstr(std::to_string(i)));
  }
}

RINGLET_BACKEND_SUITE(ForceBackend);

TEST_P(ForceBackend, MakesItActiveUntilUndone) {
  EXPECT_EQ(ringlet::backend::active(), backend());
  ringlet::backend::unforce();
  const std::string automatic = ringlet::backend::active();
  ringlet::backend::force(backend());
  ringlet::backend::force(backend());
  EXPECT_EQ(ringlet::backend::active(), backend());
  ringlet::backend::unforce();
  EXPECT_EQ(ringlet::backend::active(), automatic);
  ringlet::backend::unforce();
  EXPECT_EQ(ringlet::backend::active(), automatic);
}

TEST_P(ForceBackend, WrongNameIsAnErrorAndChangesNothing) {
  for (const std::string name : {"", "no-such-isa", "SCALAR", "scalar\n"}) {
    const std::string message = message_of<std::invalid_argument>([&] { ringlet::backend::force(name); });
    EXPECT_THAT(message, HasSubstr(name));
    for (const std::string& valid : supported_backends()) EXPECT_THAT(message, HasSubstr(valid));
    EXPECT_EQ(ringlet::backend::active(), backend());
  }
}

TEST_P(ForceBackend, NameNeedNotBeTerminated) {
  const std::string longer = backend() + "-and-more";
  ringlet::backend::force(std::string_view(longer).substr(0, backend().size()));
  EXPECT_EQ(ringlet::backend::active(), backend());
}

TEST(BackendForce, UnsupportedNameIsAnErrorAndChangesNothing) {
  const ForcedBackend forced("scalar");
  for (const auto& info : ringlet::backend::list()) {
    if (info.supported) continue;
    EXPECT_THAT(message_of<std::invalid_argument>([&] { ringlet::backend::force(info.name); }), HasSubstr(info.name));
    EXPECT_EQ(ringlet::backend::active(), "scalar");
  }
}

}  // namespace
}  // namespace ringlet_test
