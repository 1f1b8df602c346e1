// Tests LargeRanks without MPI: large transforms on ranks that are threads of one process.

#include "ringlet/large_ranks.hpp"

#include <barrier>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <thread>

#include "large/rank_cases.hpp"
#include "support/new_threads.hpp"

namespace ringlet_test {
namespace {

using ringlet::LargeRanks;
using ringlet::RankPieces;

/// Data that ranks show each other.
struct Board {
  struct Post {
    const void* sent = nullptr;
    RankPieces to = {};
    std::string text = {};
    std::string error = {};
  };

  explicit Board(std::size_t ranks) : posts(ranks), barrier(static_cast<std::ptrdiff_t>(ranks)) {}

  std::vector<Post> posts;
  std::barrier<> barrier;
};

std::string text_of(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const std::exception& e) {
    return e.what();
  }
}

class ThreadGroup final : public ringlet::RankGroup {
 public:
  ThreadGroup(Board& board, std::size_t rank) : board_(&board), rank_(rank) {}

  [[nodiscard]] std::size_t rank() const noexcept override { return rank_; }
  [[nodiscard]] std::size_t size() const noexcept override { return board_->posts.size(); }
  [[nodiscard]] unsigned exchanges() const { return exchanges_; }

  void exchange(const void* sent, const RankPieces& to, void* received, const RankPieces& from,
                std::size_t bytes) override {
    ++exchanges_;
    show({.sent = sent, .to = to});
    for (std::size_t r = 0; r < size(); ++r) {
      const Board::Post& its = board_->posts[r];
      ASSERT_EQ(its.to.counts[rank_], from.counts[r]);
      std::memcpy(static_cast<char*>(received) + from.places[r] * bytes,
                  static_cast<const char*>(its.sent) + its.to.places[rank_] * bytes, from.counts[r] * bytes);
    }
    board_->barrier.arrive_and_wait();
  }

  void agree(const std::exception_ptr& error) override {
    show({.error = error ? text_of(error) : ""});
    std::string first;
    for (std::size_t r = size(); r-- > 0;) {
      const std::string& text = board_->posts[r].error;
      if (!text.empty()) first = "rank " + std::to_string(r) + ": " + text;
    }
    board_->barrier.arrive_and_wait();
    if (error) std::rethrow_exception(error);
    if (!first.empty()) throw std::invalid_argument(first);
  }

  [[nodiscard]] std::string text_of_first(const std::string& text) override {
    show({.text = text});
    std::string first = board_->posts[0].text;
    board_->barrier.arrive_and_wait();
    return first;
  }

 private:
  /// Shows this rank's data and waits until all ranks have shown theirs.
  void show(Board::Post post) {
    board_->posts[rank_] = std::move(post);
    board_->barrier.arrive_and_wait();
  }

  Board* board_;
  std::size_t rank_;
  unsigned exchanges_ = 0;
};

/// Calls work(group) on so many ranks at once.
template <class Work>
void on_ranks(std::size_t ranks, const Work& work) {
  Board board(ranks);
  std::vector<std::jthread> threads;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    threads.emplace_back([&board, &work, rank] {
      ThreadGroup group(board, rank);
      work(group);
    });
  }
}

/// Checks both directions in all orders of one shape, on each number of ranks.
template <class Word>
void expect_values_of_one_memory(unsigned bits, std::size_t n, std::size_t height,
                                 std::initializer_list<std::size_t> numbers_of_ranks) {
  Random random;
  const mpz_class prime = large_prime(bits, n);
  const std::vector<Word> in = large_values<Word>(random, n, prime);
  for (const LargeOrder order : all_large_orders) {
    const LargeNtt<Word> plan(n, ringlet::Modulus<Word>(number_of<Word>(prime)), {.order = order, .height = height});
    std::vector<Word> values(n);
    plan.forward(values, in);
    for (const CoefficientOrder coefficients : all_coefficient_orders) {
      const std::vector<Word> whole = ordered(in, coefficients, plan.height());
      for (const std::size_t ranks : numbers_of_ranks) {
        on_ranks(ranks, [&](ThreadGroup& group) {
          LargeRanks<Word> mine(plan, group, coefficients);
          const std::vector<Word> x = block_of(whole, mine.local_size().coefficients);
          std::vector<Word> y(mine.local_size().evaluations.count), back(x.size());
          NewThreads threads(1 + group.rank() % 2);
          mine.forward(y, x, &threads);
          EXPECT_TRUE(y == block_of(values, mine.local_size().evaluations)) << ranks;
          EXPECT_EQ(group.exchanges(), mine.exchanges());
          mine.inverse(back, y);
          EXPECT_TRUE(back == x) << ranks;
        });
      }
    }
  }
}

// Includes as many ranks as rows.
TEST(LargeRanks, HaveTheValuesOfOneMemory) {
  for_three_kinds([]<class Word>(std::type_identity<Word>, unsigned bits) {
    expect_values_of_one_memory<Word>(bits, 128, 8, {1, 3, 4, 8});
  });
}

// A rank's share of columns is two blocks, of which a cache holds one.
TEST(LargeRanks, MayHaveMoreThanABlock) { expect_values_of_one_memory<std::uint64_t>(49, 1 << 18, 1 << 10, {2}); }

/// Throws in the call after `calls` calls instead of running tasks.
class FailingExecutor final : public ringlet::Executor {
 public:
  explicit FailingExecutor(unsigned calls) : calls_(calls) {}
  [[nodiscard]] std::size_t workers() const noexcept override { return 1; }
  void run(std::size_t count, const Task& task) override {
    if (calls_-- == 0) throw std::runtime_error("no threads");
    for (std::size_t i = 0; i < count; ++i) task(i, 0);
  }

 private:
  unsigned calls_;
};

TEST(LargeRanks, AnErrorOfOneIsOneOfAll) {
  const ringlet::Modulus<std::uint64_t> q(257);
  const LargeNtt<std::uint64_t> plan(64, q), other(64, q, {.order = LargeOrder::transposed});
  on_ranks(3, [&](ThreadGroup& group) {
    const bool fails = group.rank() == 1;
    EXPECT_THAT(
        message_of<std::invalid_argument>([&] { const LargeRanks<std::uint64_t> ranks(fails ? other : plan, group); }),
        HasSubstr("the plan of rank 1"));
    LargeRanks<std::uint64_t> ranks(plan, group);
    std::vector<std::uint64_t> x(ranks.local_size().coefficients.count, 5), y(ranks.local_size().evaluations.count);
    const auto expect_error = [&](const auto& work, const char* message) {
      try {
        work();
        ADD_FAILURE() << "nothing was thrown";
      } catch (const std::exception& error) {
        EXPECT_THAT(error.what(), AllOf(HasSubstr(message), HasSubstr(fails ? "" : "rank 1: ")));
      }
    };
    const std::size_t wrong = fails ? 1 : 0;
    expect_error([&] { ranks.forward(y, std::span(x).subspan(wrong)); }, "size of in");
    expect_error([&] { ranks.inverse(std::span(x).subspan(wrong), y); }, "size of out");
    // Before an exchange and after it.
    for (const unsigned calls : {0U, 1U, 2U}) {
      FailingExecutor failing(calls);
      expect_error([&] { ranks.forward(y, x, fails ? &failing : nullptr); }, "no threads");
    }
    // All ranks can continue.
    const std::vector<std::uint64_t> before = x;
    ranks.forward(y, x);
    ranks.inverse(x, y);
    EXPECT_TRUE(x == before);
  });
}

TEST(LargeRanks, SharesThatThereAreNotAreRefused) {
  const auto refusal = [](std::size_t height, std::size_t width, std::size_t rank, std::size_t ranks) {
    return message_of<std::invalid_argument>(
        [&] { static_cast<void>(ringlet::local_size(height, width, rank, ranks)); });
  };
  EXPECT_THAT(refusal(8, 0, 0, 1), AllOf(HasSubstr("width is 0"), HasSubstr("at least 1")));
  EXPECT_THAT(refusal(2, 8, 0, 3), AllOf(HasSubstr("number of ranks is 3"), HasSubstr("2 x 8")));
  EXPECT_THAT(refusal(8, 8, 3, 3), AllOf(HasSubstr("rank is 3"), HasSubstr("below")));
  EXPECT_THAT(refusal(8, 8, 0, 0), HasSubstr("rank is 0"));
  const ringlet::LocalSize all = ringlet::local_size(4, 8, 0, 1);
  EXPECT_EQ(all.coefficients, (ringlet::RankBlock{.first = 0, .count = 32}));
  on_ranks(1, [](ThreadGroup& group) {
    const LargeNtt<std::uint64_t> plan(64, ringlet::Modulus<std::uint64_t>(257));
    const auto wrong = static_cast<CoefficientOrder>(2);
    EXPECT_THAT(message_of<std::invalid_argument>([&] { const LargeRanks<std::uint64_t> ranks(plan, group, wrong); }),
                HasSubstr("coefficients is 2"));
  });
}

}  // namespace
}  // namespace ringlet_test
