// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>

#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/large_ntt.hpp"

/// Large transforms whose values are on several processes, over whatever exchanges messages among them. `ringlet::mpi`
/// is this over MPI.
namespace ringlet {

namespace api {
template <class Word>
class LargeRanksState;
}

/// How the coefficients of a transform are numbered among the ranks, where height and width are the plan's.
enum class CoefficientOrder {
  /// Number j is coefficient j.
  natural,
  /// Number j2 * height + j1, j1 < height, j2 < width, is coefficient j1 * width + j2: the transposed matrix.
  transposed,
};

/// Neighbouring numbers of all n, which a rank has.
struct RankBlock {
  std::size_t first = 0;
  std::size_t count = 0;

  friend bool operator==(const RankBlock&, const RankBlock&) = default;
};

/// What a rank has of both sides of a transform: numbers in the order of coefficients, and in that of evaluations.
struct LocalSize {
  RankBlock coefficients;
  RankBlock evaluations;

  friend bool operator==(const LocalSize&, const LocalSize&) = default;
};

/// The shares of a rank in a transform of height * width points. A share is whole lines of a matrix, as many as those
/// of the other ranks or one more: width lines of `height` numbers where coefficients are transposed or evaluations
/// natural, else height lines of `width` numbers. The shares of ranks 0, 1, ... follow each other.
///
/// Validity  rank < ranks, 1 to min(height, width) ranks, any number of them; height and width up to 2^31
/// Errors    std::invalid_argument for more ranks, for rank >= ranks, and for height or width 0
[[nodiscard]] RINGLET_API LocalSize local_size(std::size_t height, std::size_t width, std::size_t rank,
                                               std::size_t ranks, LargeOrder order = LargeOrder::natural,
                                               CoefficientOrder coefficients = CoefficientOrder::natural);

/// Where an array has numbers for each rank, or of each: for rank r, counts[r] of them from number places[r] on.
struct RankPieces {
  std::span<const std::size_t> counts;
  std::span<const std::size_t> places;
};

/// The processes that share a transform, ranks 0 to size() - 1, and their messages. A program derives its own from
/// this; that of `ringlet::mpi` is an MPI communicator.
///
/// Calls   all but `rank` and `size` are collective: all ranks call the same functions in the same order. They are
///         called on the thread that called the `LargeRanks`.
/// Errors  what a function throws ends the call of the `LargeRanks` at once, without a further call of the group: it
///         should be thrown on all ranks
class RINGLET_API RankGroup {
 public:
  RankGroup() = default;
  RankGroup(const RankGroup&) = delete;
  RankGroup& operator=(const RankGroup&) = delete;
  virtual ~RankGroup() = default;

  [[nodiscard]] virtual std::size_t rank() const noexcept = 0;
  [[nodiscard]] virtual std::size_t size() const noexcept = 0;

  /// Sends numbers of `bytes` bytes each, those of piece r to rank r, and receives from each rank its piece for this
  /// one. Arrays do not overlap. What a rank sends to another is as much as that expects, and none sends more than it
  /// has.
  virtual void exchange(const void* sent, const RankPieces& to, void* received, const RankPieces& from,
                        std::size_t bytes) = 0;

  /// Returns where no rank has an error. Else throws on all: on one that has an error this one, on the others what the
  /// first rank with an error says, as std::invalid_argument where it is that, else as std::runtime_error.
  virtual void agree(const std::exception_ptr& error) = 0;

  /// The text of rank 0, on all ranks.
  [[nodiscard]] virtual std::string text_of_first(const std::string& text) = 0;

  /// `agree` on what `work` throws.
  template <class Work>
  void agree_on(const Work& work) {
    std::exception_ptr error;
    try {
      work();
    } catch (...) {
      error = std::current_exception();
    }
    agree(error);
  }
};

/// The large transforms of a plan on all ranks of a group. Results are those of the plan, bit for bit, for any number
/// of ranks. docs/large.md is the guide.
///
/// Calls      the constructor, `forward` and `inverse` are collective: all ranks call them, in the same order. One call
///            at a time.
/// Exchanges  each transform has one all-to-all, and one more for each side that is natural: where coefficients are
///            transposed and evaluations in another than natural order, there is a single one. Each moves all n numbers
///            but the 1 / ranks of them that stay.
/// Validity   equal plans and orders on all ranks; from 1 to min(height, width) ranks, any number of them
/// Memory     twice the larger one of the rank's shares, which is allocated by the constructor
/// Errors     of the constructor: std::invalid_argument for more ranks, and for parameters that differ between ranks;
///            std::bad_alloc. What fails on one rank, here and in transforms, is thrown on all, as `RankGroup::agree`
///            does: so all of them leave the call. What the group throws.
/// Secrets    the memory is wiped when it is released; what the group sends is its own care
template <class Word>
class RINGLET_API LargeRanks {
 public:
  /// The group outlives it.
  LargeRanks(const LargeNtt<Word>& plan, RankGroup& group, CoefficientOrder coefficients = CoefficientOrder::natural);
  LargeRanks(const LargeRanks&) = delete;
  LargeRanks& operator=(const LargeRanks&) = delete;
  ~LargeRanks();

  /// The shares of this rank, which its arrays hold.
  [[nodiscard]] const LocalSize& local_size() const noexcept;
  [[nodiscard]] const LargeNtt<Word>& plan() const noexcept;
  [[nodiscard]] CoefficientOrder coefficients() const noexcept;
  /// All-to-alls of a transform: 1, 2 or 3.
  [[nodiscard]] unsigned exchanges() const noexcept;

  /// Evaluates the polynomial of all n coefficients, as `LargeNtt<Word>::forward` does.
  ///
  /// Shape      `in` has local_size().coefficients.count numbers, `out` local_size().evaluations.count
  /// Input      [0, q), in the order of coefficients
  /// Output     [0, q), in the plan's order
  /// Aliasing   any: `in` is read before `out` is written
  /// Alignment  that of Word; 64 bytes are fastest
  /// Threads    those of `executor`, of this rank, which no other needs to have as many of; by default the calling one
  ///            alone. The result does not depend on them.
  /// Errors     std::invalid_argument for a wrong size, on all ranks, and as described above; `out` then has no meaning
  void forward(std::span<Word> out, std::span<const Word> in, Executor* executor = nullptr);

  /// The inverse, scaled by 1/n. `in` has local_size().evaluations.count numbers, `out`
  /// local_size().coefficients.count; everything else as for `forward`.
  void inverse(std::span<Word> out, std::span<const Word> in, Executor* executor = nullptr);

 private:
  std::unique_ptr<api::LargeRanksState<Word>> state_;
};

extern template class RINGLET_API LargeRanks<std::uint64_t>;
extern template class RINGLET_API LargeRanks<uint128_t>;
extern template class RINGLET_API LargeRanks<UInt<192>>;
extern template class RINGLET_API LargeRanks<UInt<256>>;
extern template class RINGLET_API LargeRanks<UInt<320>>;
extern template class RINGLET_API LargeRanks<UInt<384>>;
extern template class RINGLET_API LargeRanks<UInt<512>>;

}  // namespace ringlet
