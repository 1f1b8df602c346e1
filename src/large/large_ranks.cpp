#include "ringlet/large_ranks.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

#include "arith/word_traits.hpp"
#include "checks/checks.hpp"
#include "large/rank_transport.hpp"
#include "large/text.hpp"
#include "multiword/widths.hpp"

namespace ringlet {
namespace {

/// Returns the block of numbers in the lines of a rank.
RankBlock numbers_of(std::size_t rank, std::size_t ranks, std::size_t lines, std::size_t length) {
  const RankBlock share = large::lines_of_rank(rank, ranks, lines);
  return {.first = share.first * length, .count = share.count * length};
}

}  // namespace

LocalSize local_size(std::size_t height, std::size_t width, std::size_t rank, std::size_t ranks, LargeOrder order,
                     CoefficientOrder coefficients) {
  const std::size_t most = std::min(height, width);
  if (most == 0) checks::reject("height or width", 0, "both must be at least 1");
  if (ranks > most) {
    checks::reject("number of ranks", ranks,
                   "it must be at most min(height, width) = " + std::to_string(most) + " for a matrix of " +
                       std::to_string(height) + " x " + std::to_string(width));
  }
  if (rank >= ranks) checks::reject("rank", rank, "it must be below the number of ranks, " + std::to_string(ranks));
  const RankBlock of_rows = numbers_of(rank, ranks, height, width), of_columns = numbers_of(rank, ranks, width, height);
  return {.coefficients = coefficients == CoefficientOrder::transposed ? of_columns : of_rows,
          .evaluations = order == LargeOrder::natural ? of_columns : of_rows};
}

namespace large {
namespace {

/// Implementation of `LargeRanks` that does not depend on the type of the numbers.
class RanksOfPlan {
 public:
  /// Shape of a plan.
  struct Shape {
    std::size_t height;
    std::size_t width;
    LargeOrder order;
    std::size_t number_bytes;
  };

  RanksOfPlan(RankGroup& group, const Shape& shape, CoefficientOrder coefficients,
              const std::function<std::string()>& text_of_plan)
      : group_(&group), coefficients_(coefficients) {
    std::string text;
    group_->agree_on([&] {
      checks::require_enumerator("coefficients", coefficients_, CoefficientOrder::transposed);
      const std::size_t rank = group_->rank(), ranks = group_->size();
      size_ = ringlet::local_size(shape.height, shape.width, rank, ranks, shape.order, coefficients_);
      const RankBlock rows = numbers_of(rank, ranks, shape.height, shape.width);
      const RankBlock columns = numbers_of(rank, ranks, shape.width, shape.height);
      transport_.emplace(*group_, coefficients_, std::max(rows.count, columns.count), shape.number_bytes);
      text = text_of_plan()
                 .append(", coefficients in order ")
                 .append(std::to_string(static_cast<int>(coefficients)))
                 .append(", evaluations in order ")
                 .append(std::to_string(static_cast<int>(shape.order)));
    });
    const std::string of_first = group_->text_of_first(text);
    group_->agree_on([&] {
      if (text == of_first) return;
      throw std::invalid_argument("the plan of rank " + std::to_string(group_->rank()) + " is a " + text +
                                  ", but it must be that of rank 0, a " + of_first);
    });
  }

  /// Share that a rank has of an array.
  template <class Byte>
  struct Share {
    Byte* numbers;
    std::size_t size;
  };

  void run(Share<void> out, Share<const void> in, bool is_forward, Executor* executor,
           const std::function<void(LargeBytes&)>& transform) {
    const RankBlock& read = is_forward ? size_.coefficients : size_.evaluations;
    const RankBlock& written = is_forward ? size_.evaluations : size_.coefficients;
    group_->agree_on([&] {
      if (out.size != written.count) reject_size("out", out.size, written.count);
      if (in.size != read.count) reject_size("in", in.size, read.count);
    });
    SerialExecutor serial;
    transport_->start(in.numbers, out.numbers, is_forward, executor == nullptr ? serial : *executor);
    std::exception_ptr error;
    try {
      transform(*transport_);
    } catch (...) {
      // All ranks know an error of the group. Any other error is agreed on below, where the other ranks meet this rank
      // even if they wait in an exchange.
      if (transport_->is_known()) throw;
      error = std::current_exception();
    }
    group_->agree(error);
  }

  [[nodiscard]] const LocalSize& size() const { return size_; }
  [[nodiscard]] CoefficientOrder coefficients() const { return coefficients_; }

 private:
  void reject_size(const char* name, std::size_t size, std::size_t expected) const {
    checks::reject(std::string("size of ") + name, size,
                   "it must be " + std::to_string(expected) + " on rank " + std::to_string(group_->rank()));
  }

  RankGroup* group_;
  CoefficientOrder coefficients_;
  LocalSize size_;
  std::optional<RankTransport> transport_;
};

}  // namespace

template <class Word>
class LargeRanksState {
 public:
  LargeRanksState(const LargeNtt<Word>& plan, RankGroup& group, CoefficientOrder coefficients)
      : plan_(plan), ranks_(group, {plan.height(), plan.width(), plan.order(), sizeof(Word)}, coefficients, [&plan] {
          return text_of_transform(plan);
        }) {}

  void run(std::span<Word> out, std::span<const Word> in, bool is_forward, Executor* executor) {
    ranks_.run({out.data(), out.size()}, {in.data(), in.size()}, is_forward, executor, [&](LargeBytes& bytes) {
      LargeWords<Word> transport(bytes);
      is_forward ? plan_.forward(transport) : plan_.inverse(transport);
    });
  }

  [[nodiscard]] const LocalSize& size() const { return ranks_.size(); }
  [[nodiscard]] const LargeNtt<Word>& plan() const { return plan_; }
  [[nodiscard]] CoefficientOrder coefficients() const { return ranks_.coefficients(); }

 private:
  LargeNtt<Word> plan_;
  RanksOfPlan ranks_;
};

}  // namespace large

template <class Word>
LargeRanks<Word>::LargeRanks(const LargeNtt<Word>& plan, RankGroup& group, CoefficientOrder coefficients)
    : state_(std::make_unique<large::LargeRanksState<Word>>(plan, group, coefficients)) {}

template <class Word>
LargeRanks<Word>::~LargeRanks() = default;

template <class Word>
const LocalSize& LargeRanks<Word>::local_size() const noexcept {
  return state_->size();
}

template <class Word>
const LargeNtt<Word>& LargeRanks<Word>::plan() const noexcept {
  return state_->plan();
}

template <class Word>
CoefficientOrder LargeRanks<Word>::coefficients() const noexcept {
  return state_->coefficients();
}

template <class Word>
unsigned LargeRanks<Word>::exchanges() const noexcept {
  return 1U + (coefficients() == CoefficientOrder::natural ? 1U : 0U) +
         (plan().order() == LargeOrder::natural ? 1U : 0U);
}

template <class Word>
void LargeRanks<Word>::forward(std::span<Word> out, std::span<const Word> in, Executor* executor) {
  state_->run(out, in, true, executor);
}

template <class Word>
void LargeRanks<Word>::inverse(std::span<Word> out, std::span<const Word> in, Executor* executor) {
  state_->run(out, in, false, executor);
}

RINGLET_INSTANTIATE_TEMPLATE(std::uint64_t, class LargeRanks)
RINGLET_INSTANTIATE_TEMPLATE(uint128_t, class LargeRanks)
RINGLET_FOR_EACH_WIDTH(RINGLET_INSTANTIATE_WIDTH, class LargeRanks)

}  // namespace ringlet
