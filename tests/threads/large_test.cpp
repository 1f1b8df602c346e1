// Tests large transforms on threads.

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "large/large_cases.hpp"
#include "ringlet/large_file.hpp"
#include "support/new_threads.hpp"
#include "threads/in_all_threads.hpp"

namespace ringlet_test {
namespace {

TEST(LargeThreads, ResultsDoNotDependOnTheirNumber) {
  Random random;
  constexpr std::size_t n = std::size_t{1} << 14;
  for_three_kinds([&]<class Word>(std::type_identity<Word>, unsigned bits) {
    const mpz_class prime = large_prime(bits, n);
    const std::vector<Word> in = large_values<Word>(random, n, prime);
    for (const LargeOrder order : all_large_orders) {
      // Columns of 2^10 numbers; a block holds few of them.
      const LargeNtt<Word> plan(n, ringlet::Modulus<Word>(number_of<Word>(prime)),
                                {.order = order, .height = std::size_t{1} << 10});
      std::vector<Word> expected(n), out(n);
      plan.forward(expected, in);
      for (std::size_t workers = 1; workers <= 8; ++workers) {
        NewThreads threads(workers);
        plan.forward(out, in, &threads);
        EXPECT_TRUE(out == expected) << workers;
        plan.inverse(out, out, &threads);
        EXPECT_TRUE(out == in) << workers;
      }
    }
  });
}

TEST(LargeThreads, ResultsInFilesDoNotDependOnTheirNumber) {
  Random random;
  constexpr std::size_t n = std::size_t{1} << 14;
  const mpz_class prime = large_prime(49, n);
  const Words in = large_values<std::uint64_t>(random, n, prime);
  const std::string name = ::testing::TempDir() + "ringlet-large-threads-" + std::to_string(::getpid());
  std::ofstream(name, std::ios::binary).write(reinterpret_cast<const char*>(in.data()), 8 * n);
  const auto values = [&name] {
    Words read(n);
    std::ifstream(name, std::ios::binary).read(reinterpret_cast<char*>(read.data()), 8 * n);
    return read;
  };
  for (const LargeOrder order : all_large_orders) {
    const LargeNtt<std::uint64_t> plan(n, ringlet::Modulus(number_of<std::uint64_t>(prime)), {.order = order});
    Words expected(n);
    plan.forward(expected, in);
    for (const std::size_t workers : {2U, 3U, 9U}) {
      NewThreads threads(workers);
      ringlet::LargeFile<std::uint64_t> file(name, name, {.memory = 50000, .executor = &threads});
      plan.forward(file);
      EXPECT_TRUE(values() == expected) << workers;
      plan.inverse(file);
      EXPECT_TRUE(values() == in) << workers;
    }
  }
  std::filesystem::remove(name);
}

TEST(LargeThreads, ShareOnePlan) {
  Random random;
  constexpr std::size_t n = 4096;
  for_three_kinds([&]<class Word>(std::type_identity<Word>, unsigned bits) {
    const mpz_class prime = large_prime(bits, n);
    const std::vector<Word> in = large_values<Word>(random, n, prime);
    const LargeNtt<Word> plan(n, ringlet::Modulus<Word>(number_of<Word>(prime)));
    std::vector<Word> expected(n);
    plan.forward(expected, in);
    in_all_threads([&](unsigned thread) {
      std::vector<Word> out = in;
      for (int repetition = 0; repetition < 3; ++repetition) {
        NewThreads threads(1 + thread % 2);
        plan.forward(out, out, &threads);
        EXPECT_TRUE(out == expected);
        plan.inverse(out, out);
        EXPECT_TRUE(out == in);
      }
    });
  });
}

}  // namespace
}  // namespace ringlet_test
