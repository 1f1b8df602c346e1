// Tests handles that threads share, and the last error's message, which each thread has.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "c/handles.hpp"
#include "support/data.hpp"
#include "support/errors.hpp"

namespace ringlet_test::c_api {
namespace {

constexpr std::uint64_t q = 97;

const Modulus& modulus() {
  static const Modulus m = make_modulus(q);
  return m;
}

TEST(CLastErrorThreads, EachThreadHasItsOwn) {
  ringlet_modulus* m = nullptr;
  EXPECT_EQ(ringlet_modulus_create(&m, 1), RINGLET_INVALID_ARGUMENT);
  const std::string here = ringlet_last_error_message();
  std::vector<std::jthread> threads;
  for (std::uint64_t thread = 0; thread < 8; ++thread) {
    threads.emplace_back([thread] {
      EXPECT_STREQ(ringlet_last_error_message(), "");
      for (int repetition = 0; repetition < 100; ++repetition) {
        std::uint64_t result = 0;
        EXPECT_EQ(ringlet_add_mod(&result, q + thread, 1, modulus().get()), RINGLET_OUT_OF_RANGE);
        EXPECT_THAT(ringlet_last_error_message(), Names(q + thread));
      }
    });
  }
  threads.clear();
  EXPECT_EQ(ringlet_last_error_message(), here);
}

TEST(CPlanThreads, ShareOneHandle) {
  const Ntt ntt = make_ntt(1024, 12289);
  Words in(1024, 3), expected(1024);
  ASSERT_EQ(ringlet_ntt_forward(ntt.get(), expected.data(), in.data(), 1024, 1, 1), RINGLET_OK);
  std::vector<std::jthread> threads;
  for (unsigned thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&] {
      Words out(1024);
      EXPECT_EQ(ringlet_ntt_forward(ntt.get(), out.data(), in.data(), 1024, 1, 1), RINGLET_OK);
      EXPECT_EQ(out, expected);
    });
  }
}

}  // namespace
}  // namespace ringlet_test::c_api
