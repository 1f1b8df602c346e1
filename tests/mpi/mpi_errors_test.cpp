// Tests the errors of transforms on several ranks: all ranks report them, and the next call works.

#include <new>
#include <stdexcept>

#include "mpi/mpi_cases.hpp"

namespace ringlet_test {
namespace {

using Options = mpi::LargeNttOptions<std::uint64_t>;

class MpiLargeNttErrors : public ::testing::Test {
 protected:
  static constexpr std::size_t n = 256;

  [[nodiscard]] static std::string refusal(std::size_t size, const ringlet::Modulus<std::uint64_t>& q,
                                           const Options& options = {}, MPI_Comm comm = MPI_COMM_WORLD) {
    return message_of<std::invalid_argument>([&] { const mpi::LargeNtt<std::uint64_t> plan(size, q, comm, options); });
  }

  // 2^49 - 2^17 + ..., with roots of order 2^17.
  ringlet::Modulus<std::uint64_t> q_{number_of<std::uint64_t>(large_prime(49, 1 << 16))};
  std::size_t rank_ = rank_of();
  std::size_t ranks_ = ranks_of();
  bool is_last_ = rank_ + 1 == ranks_;
};

TEST_F(MpiLargeNttErrors, MoreRanksThanLines) {
  const Options options{.plan = {.height = 2}};
  if (ranks_ <= 2) {
    const mpi::LargeNtt<std::uint64_t> plan(16, q_, MPI_COMM_WORLD, options);
    EXPECT_EQ(plan.plan().height(), 2U);
    return;
  }
  const auto expected = AllOf(HasSubstr("number of ranks is " + std::to_string(ranks_)), HasSubstr("2 x 8"));
  EXPECT_THAT(refusal(16, q_, options), expected);
  EXPECT_THAT(message_of<std::invalid_argument>([] { static_cast<void>(mpi::local_size(2, 8, MPI_COMM_WORLD)); }),
              expected);
  EXPECT_THAT(message_of<std::invalid_argument>([] { static_cast<void>(mpi::local_size(8, 2, MPI_COMM_WORLD)); }),
              HasSubstr("8 x 2"));
}

TEST_F(MpiLargeNttErrors, ShapesOfNothing) {
  EXPECT_THAT(message_of<std::invalid_argument>([] { static_cast<void>(mpi::local_size(0, 8, MPI_COMM_WORLD)); }),
              HasSubstr("at least 1"));
}

TEST_F(MpiLargeNttErrors, WhatAPlanOfOneMemoryRefuses) {
  EXPECT_THAT(refusal(96, q_), AllOf(HasSubstr("n is"), Names(96)));
  EXPECT_THAT(refusal(n, ringlet::Modulus<std::uint64_t>(4097)), Names(4097));
  EXPECT_THAT(refusal(n, q_, {.coefficients = static_cast<CoefficientOrder>(2)}), HasSubstr("coefficients is 2"));
}

// Otherwise the other ranks would wait for the one that fails.
TEST_F(MpiLargeNttErrors, OneRankIsRefused) {
  const std::string message = refusal(is_last_ ? 96 : n, q_);
  EXPECT_THAT(message, HasSubstr("n is 96"));
  if (is_last_) return;
  EXPECT_THAT(message, HasSubstr("rank " + std::to_string(ranks_ - 1) + ": "));
}

TEST_F(MpiLargeNttErrors, ParametersThatDiffer) {
  if (ranks_ == 1) return;
  const ringlet::Modulus<std::uint64_t> other(number_of<std::uint64_t>(large_prime(48, 1 << 16)));
  const auto differs = AllOf(HasSubstr("the plan of rank " + std::to_string(ranks_ - 1)), HasSubstr("of rank 0"));
  EXPECT_THAT(refusal(is_last_ ? 2 * n : n, q_), AllOf(differs, HasSubstr("16 x 16"), HasSubstr("16 x 32")));
  EXPECT_THAT(refusal(n, is_last_ ? other : q_), AllOf(differs, HasSubstr(std::to_string(other.value()))));
  EXPECT_THAT(refusal(n, q_, {.plan = {.ring = is_last_ ? Ring::cyclic : Ring::negacyclic}}), differs);
  EXPECT_THAT(refusal(n, q_, {.plan = {.order = is_last_ ? LargeOrder::transposed : LargeOrder::natural}}), differs);
  EXPECT_THAT(refusal(n, q_, {.plan = {.height = is_last_ ? 8 : 16}}), differs);
  EXPECT_THAT(refusal(n, q_, {.coefficients = all_coefficient_orders[is_last_ ? 1 : 0]}), differs);
  const ringlet::Modulus<uint128_t> long_q(q_.value());
  const std::string message =
      is_last_
          ? message_of<std::invalid_argument>([&] { const mpi::LargeNtt<uint128_t> plan(n, long_q, MPI_COMM_WORLD); })
          : refusal(n, q_);
  EXPECT_THAT(message, AllOf(differs, HasSubstr("of 64 bits"), HasSubstr("of 128 bits")));
}

TEST_F(MpiLargeNttErrors, Communicators) {
  EXPECT_THAT(message_before_mpi(), HasSubstr("MPI is not running"));
  EXPECT_THAT(refusal(n, q_, {}, MPI_COMM_NULL), HasSubstr("MPI_COMM_NULL"));
  if (ranks_ == 1) return;
  MPI_Comm part = MPI_COMM_NULL, between = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank_ == 0 ? 0 : 1, 0, &part);
  MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, rank_ == 0 ? 1 : 0, 0, &between);
  EXPECT_THAT(refusal(n, q_, {}, between), HasSubstr("intercommunicator"));
  MPI_Comm_free(&between);
  MPI_Comm_free(&part);
}

/// A plan on all ranks, and arrays of the right sizes.
class MpiCallErrors : public MpiLargeNttErrors {
 protected:
  void expect_the_next_call_works() {
    std::vector<std::uint64_t> back(in_.size());
    plan_.forward(out_, in_);
    plan_.inverse(back, out_);
    EXPECT_TRUE(back == in_);
  }

  /// Throws at the last of `runs` calls.
  class Failing final : public ringlet::Executor {
   public:
    [[nodiscard]] std::size_t workers() const noexcept override { return 1; }
    void run(std::size_t count, const Task& task) override {
      if (runs != 0 && --runs == 0) throw std::bad_alloc();
      for (std::size_t i = 0; i < count; ++i) task(i, 0);
    }

    std::size_t runs = 0;
  };

  Failing executor_;
  mpi::LargeNtt<std::uint64_t> plan_{n, q_, MPI_COMM_WORLD, {.executor = &executor_}};
  std::vector<std::uint64_t> in_ = std::vector<std::uint64_t>(plan_.local_size().coefficients.count, 1 + rank_);
  std::vector<std::uint64_t> out_ = std::vector<std::uint64_t>(plan_.local_size().evaluations.count);
};

TEST_F(MpiCallErrors, WrongSizesOnOneRank) {
  const std::span<std::uint64_t> out(out_);
  const std::span<const std::uint64_t> in(in_);
  const std::size_t off = is_last_ ? 1 : 0;
  for (const bool is_forward : {true, false}) {
    const auto error = [&](std::span<std::uint64_t> to, std::span<const std::uint64_t> from) {
      return message_of<std::invalid_argument>([&] { is_forward ? plan_.forward(to, from) : plan_.inverse(to, from); });
    };
    const auto names_rank = HasSubstr("on rank " + std::to_string(ranks_ - 1));
    EXPECT_THAT(error(out.first(out.size() - off), in), AllOf(HasSubstr("size of out"), names_rank));
    EXPECT_THAT(error(out, in.first(in.size() - off)), AllOf(HasSubstr("size of in"), names_rank));
  }
  expect_the_next_call_works();
}

// Fails at every step at which a rank can run out of memory; all ranks must leave the call.
TEST_F(MpiCallErrors, OneRankFailsHalfWay) {
  const std::size_t failing = ranks_ / 2;
  for (const bool is_forward : {true, false}) {
    std::size_t failures = 0;
    for (bool has_failed = true; has_failed;) {
      executor_.runs = rank_ == failing ? failures + 1 : 0;
      const auto call = [&] { is_forward ? plan_.forward(out_, in_) : plan_.inverse(in_, out_); };
      has_failed = false;
      try {
        call();
      } catch (const std::bad_alloc&) {
        has_failed = true;
        EXPECT_EQ(rank_, failing);
      } catch (const std::runtime_error& e) {
        has_failed = true;
        EXPECT_NE(rank_, failing);
        EXPECT_THAT(e.what(), HasSubstr("rank " + std::to_string(failing) + ": std::bad_alloc"));
      }
      failures += has_failed ? 1 : 0;
    }
    executor_.runs = 0;
    // Three packings and sortings of values, and two passes.
    EXPECT_GE(failures, 6U);
    expect_the_next_call_works();
  }
}

}  // namespace
}  // namespace ringlet_test
