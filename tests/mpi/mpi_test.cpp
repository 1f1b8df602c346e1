// Compares transforms of several ranks with plans of all points in one memory.

#include "mpi/mpi_cases.hpp"
#include "support/new_threads.hpp"

/// Counts what the library exchanges, through MPI's profiling interface.
extern "C" int MPI_Alltoallv(const void* sent, const int* sent_counts, const int* sent_at, MPI_Datatype sent_type,
                             void* received, const int* received_counts, const int* received_at,
                             MPI_Datatype received_type, MPI_Comm comm) {
  auto& traffic = ringlet_test::Traffic::of_this_rank();
  ++traffic.calls;
  int size = 0;
  MPI_Type_size(sent_type, &size);
  for (std::size_t r = 0; r < ringlet_test::ranks_of(comm); ++r) {
    if (r != ringlet_test::rank_of(comm)) {
      traffic.bytes += static_cast<std::size_t>(sent_counts[r]) * static_cast<std::size_t>(size);
    }
  }
  return PMPI_Alltoallv(sent, sent_counts, sent_at, sent_type, received, received_counts, received_at, received_type,
                        comm);
}

namespace ringlet_test {
namespace {

[[nodiscard]] std::vector<mpi::Block> blocks_of_all(const mpi::Block& mine, MPI_Comm comm) {
  std::vector<mpi::Block> all(ranks_of(comm));
  MPI_Allgather(&mine, sizeof(mine), MPI_BYTE, all.data(), sizeof(mine), MPI_BYTE, comm);
  return all;
}

/// Expects consecutive shares up to n whose numbers of lines differ by one at most.
void expect_shares(const mpi::Block& mine, std::size_t n, std::size_t length, MPI_Comm comm) {
  std::size_t next = 0, least = n, most = 0;
  for (const mpi::Block& block : blocks_of_all(mine, comm)) {
    EXPECT_EQ(block.first, next);
    EXPECT_EQ(block.count % length, 0U);
    next += block.count;
    least = std::min(least, block.count / length);
    most = std::max(most, block.count / length);
  }
  EXPECT_EQ(next, n);
  EXPECT_GE(least, 1U);
  EXPECT_LE(most - least, 1U);
}

/// Checks both directions of a plan, in place and not, and the traffic of its exchanges.
template <class Word>
void expect_values(mpi::LargeNtt<Word>& plan, const std::vector<Word>& in, const std::vector<Word>& natural,
                   MPI_Comm comm) {
  const std::size_t n = in.size(), height = plan.plan().height(), width = plan.plan().width();
  const bool is_natural = plan.plan().order() == LargeOrder::natural;
  std::vector<Word> expected(n);
  for (std::size_t k = 0; k < n; ++k) expected[place_in(plan.plan().order(), k, height, width)] = natural[k];
  const mpi::LocalSize size = plan.local_size();
  ASSERT_TRUE(size == mpi::local_size(height, width, comm, plan.plan().order(), plan.coefficients()));
  expect_shares(size.coefficients, n, plan.coefficients() == CoefficientOrder::natural ? width : height, comm);
  expect_shares(size.evaluations, n, is_natural ? height : width, comm);
  const std::vector<Word> my_in = block_of(ordered(in, plan.coefficients(), height), size.coefficients);
  const std::vector<Word> my_out = block_of(expected, size.evaluations);

  Traffic::of_this_rank() = {};
  std::vector<Word> out(size.evaluations.count), back(size.coefficients.count);
  plan.forward(out, my_in);
  ASSERT_TRUE(out == my_out);
  ASSERT_EQ(Traffic::of_this_rank().calls, plan.exchanges());
  plan.inverse(back, out);
  ASSERT_TRUE(back == my_in);
  ASSERT_EQ(Traffic::of_this_rank().calls, 2 * plan.exchanges());

  // Every exchange moves all values except those in both shares of a rank.
  std::size_t moved = 0, stays = 0;
  const std::size_t ranks = ranks_of(comm), rank = rank_of(comm);
  MPI_Allreduce(&Traffic::of_this_rank().bytes, &moved, 1, MPI_UNSIGNED_LONG, MPI_SUM, comm);
  const std::size_t rows = (rank + 1) * height / ranks - rank * height / ranks;
  const std::size_t columns = (rank + 1) * width / ranks - rank * width / ranks, mine = rows * columns;
  MPI_Allreduce(&mine, &stays, 1, MPI_UNSIGNED_LONG, MPI_SUM, comm);
  EXPECT_EQ(moved, 2 * plan.exchanges() * (n - stays) * sizeof(Word));

  std::vector<Word> both(std::max(out.size(), back.size()));
  const std::span<Word> in_place(both);
  std::ranges::copy(my_in, both.begin());
  plan.forward(in_place.first(out.size()), in_place.first(back.size()));
  ASSERT_TRUE(std::ranges::equal(in_place.first(out.size()), my_out));
  plan.inverse(in_place.first(back.size()), in_place.first(out.size()));
  ASSERT_TRUE(std::ranges::equal(in_place.first(back.size()), my_in));
}

/// Checks all orders of one shape.
template <class Word>
void expect_plain_values_of_ranks(Random& random, std::size_t n, unsigned bits, Ring ring, std::size_t height,
                                  MPI_Comm comm = MPI_COMM_WORLD, ringlet::Executor* executor = nullptr) {
  const mpz_class prime = large_prime(bits, n);
  const ringlet::Modulus<Word> q(number_of<Word>(prime));
  const std::vector<Word> in = large_values<Word>(random, n, prime);
  std::vector<Word> natural;
  for (const LargeOrder order : all_large_orders) {
    for (const CoefficientOrder coefficients : all_coefficient_orders) {
      SCOPED_TRACE("q = " + prime.get_str() + ", n = " + std::to_string(n) + ", height " + std::to_string(height) +
                   ", order " + std::to_string(static_cast<int>(order)) + ", coefficients " +
                   std::to_string(static_cast<int>(coefficients)));
      mpi::LargeNtt<Word> plan(n, q, comm,
                               {.plan = {.ring = ring, .order = order, .height = height},
                                .coefficients = coefficients,
                                .executor = executor});
      if (natural.empty()) natural = plain_values(in, q, ring, plan.plan().root());
      expect_values(plan, in, natural, comm);
    }
  }
}

class MpiLargeNtt : public ::testing::Test {
 protected:
  Random random_;
};

// Eight ranks have one line each; three have uneven shares.
TEST_F(MpiLargeNtt, EveryKindOfNumbersHasThePlainValues) {
  for_each_kind([&]<class Word>(std::type_identity<Word>, unsigned bits) {
    for (const std::size_t height : {8U, 16U}) {
      expect_plain_values_of_ranks<Word>(random_, 128, bits, all_rings[random_.up_to(1)], height);
    }
  });
}

TEST_F(MpiLargeNtt, BothRings) {
  for (const Ring ring : all_rings) expect_plain_values_of_ranks<std::uint64_t>(random_, 4096, 49, ring, 32);
}

TEST_F(MpiLargeNtt, SeveralBlocks) {
  for_three_kinds([&]<class Word>(std::type_identity<Word>, unsigned bits) {
    expect_plain_values_of_ranks<Word>(random_, std::size_t{1} << 14, bits, Ring::negacyclic, std::size_t{1} << 8);
  });
}

TEST_F(MpiLargeNtt, LargestCommonSize) {
  constexpr std::size_t n = std::size_t{1} << 20;
  for_three_kinds([&]<class Word>(std::type_identity<Word>, unsigned bits) {
    const mpz_class prime = large_prime(bits, n);
    const ringlet::Modulus<Word> q(number_of<Word>(prime));
    const std::vector<Word> in = large_values<Word>(random_, n, prime);
    mpi::LargeNtt<Word> natural(n, q, MPI_COMM_WORLD);
    const std::vector<Word> values = plain_values(in, q, Ring::negacyclic, natural.plan().root());
    expect_values(natural, in, values, MPI_COMM_WORLD);
    mpi::LargeNtt<Word> transposed(
        n, q, MPI_COMM_WORLD,
        {.plan = {.order = LargeOrder::transposed}, .coefficients = CoefficientOrder::transposed});
    expect_values(transposed, in, values, MPI_COMM_WORLD);
  });
}

TEST_F(MpiLargeNtt, SeveralThreadsOfEachRank) {
  NewThreads threads(3);
  expect_plain_values_of_ranks<std::uint64_t>(random_, 4096, 49, Ring::negacyclic, 64, MPI_COMM_WORLD, &threads);
}

// Even and odd ranks transform at the same time, each group with a plan whose communicator is freed before.
TEST_F(MpiLargeNtt, PartsOfTheWorld) {
  MPI_Comm part = MPI_COMM_NULL;
  const bool is_odd = rank_of() % 2 != 0;
  MPI_Comm_split(MPI_COMM_WORLD, is_odd ? 1 : 0, 0, &part);
  expect_plain_values_of_ranks<std::uint64_t>(random_, is_odd ? 256 : 1024, 62, Ring::cyclic, 16, part);

  const mpz_class prime = large_prime(49, 256);
  const ringlet::Modulus q(number_of<std::uint64_t>(prime));
  const auto in = large_values<std::uint64_t>(random_, 256, prime);
  mpi::LargeNtt<std::uint64_t> plan(256, q, part, {.plan = {.order = LargeOrder::transposed}});
  const std::vector<std::uint64_t> mine = block_of(in, plan.local_size().coefficients);
  MPI_Comm_free(&part);
  std::vector<std::uint64_t> out(plan.local_size().evaluations.count), back(mine.size());
  plan.forward(out, mine);
  plan.inverse(back, out);
  EXPECT_TRUE(back == mine);
}

}  // namespace
}  // namespace ringlet_test
