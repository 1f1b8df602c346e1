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

/// Large transforms whose values are distributed over several processes, with any means of exchanging messages.
/// `ringlet::mpi` is the implementation over MPI.
namespace ringlet {

namespace large {
template <class Word>
class LargeRanksState;
}

/// Numbering of the coefficients of a transform over the ranks; with the plan's height and width.
enum class CoefficientOrder {
  /// Number j is coefficient j.
  natural,
  /// Number j2 * height + j1, j1 < height, j2 < width, is coefficient j1 * width + j2: the matrix is transposed.
  transposed,
};

/// Contiguous block of the n numbers, held by one rank.
struct RankBlock {
  std::size_t first = 0;
  std::size_t count = 0;

  friend bool operator==(const RankBlock&, const RankBlock&) = default;
};

/// Blocks of a rank on both sides of a transform, in the order of coefficients and in the order of evaluations.
struct LocalSize {
  RankBlock coefficients;
  RankBlock evaluations;

  friend bool operator==(const LocalSize&, const LocalSize&) = default;
};

/// Returns the blocks of a rank in a transform of height * width points. A block is whole lines of a matrix: `width`
/// lines of `height` numbers if coefficients are transposed or evaluations natural, else `height` lines of `width`
/// numbers. The numbers of lines of two ranks differ by at most one. The blocks of ranks 0, 1, ... follow each other.
///
/// Validity  rank < ranks; 1 to min(height, width) ranks, not only powers of two; height and width up to 2^31
/// Errors    std::invalid_argument for more ranks, for rank >= ranks, and for height or width 0
[[nodiscard]] RINGLET_API LocalSize local_size(std::size_t height, std::size_t width, std::size_t rank,
                                               std::size_t ranks, LargeOrder order = LargeOrder::natural,
                                               CoefficientOrder coefficients = CoefficientOrder::natural);

/// Pieces of an array that go to each rank, or come from it: counts[r] numbers for rank r, from number places[r] on.
struct RankPieces {
  std::span<const std::size_t> counts;
  std::span<const std::size_t> places;
};

/// Processes that share a transform, ranks 0 to size() - 1, and their messages. A program derives its own class from
/// `RankGroup`; the class of `ringlet::mpi` is an MPI communicator.
///
/// Calls   all but `rank` and `size` are collective: all ranks call the same functions in the same order. They are
///         called on the thread that called the `LargeRanks`.
/// Errors  an exception of a function ends the call of the `LargeRanks` at once, without a further call of the group,
///         so it should be thrown on all ranks
class RINGLET_API RankGroup {
 public:
  RankGroup() = default;
  RankGroup(const RankGroup&) = delete;
  RankGroup& operator=(const RankGroup&) = delete;
  virtual ~RankGroup() = default;

  [[nodiscard]] virtual std::size_t rank() const noexcept = 0;
  [[nodiscard]] virtual std::size_t size() const noexcept = 0;

  /// Sends piece r of `sent` to rank r, and receives from each rank its piece for this rank. A number has `bytes`
  /// bytes. Arrays do not overlap. Each rank sends to another exactly as many numbers as the receiver expects, and in
  /// all no more than its block has.
  virtual void exchange(const void* sent, const RankPieces& to, void* received, const RankPieces& from,
                        std::size_t bytes) = 0;

  /// Returns if no rank has an error; otherwise throws on all ranks. A rank with an error throws it. The other ranks
  /// throw the message of the first rank with an error, as std::invalid_argument if that is its type, else as
  /// std::runtime_error.
  virtual void agree(const std::exception_ptr& error) = 0;

  /// Returns the text of rank 0, on all ranks.
  [[nodiscard]] virtual std::string text_of_first(const std::string& text) = 0;

  /// Calls `work`, then `agree` with its exception, if any.
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

/// Large transforms of a plan, on all ranks of a group. Results are the same as of the plan alone, bit for bit, for any
/// number of ranks. docs/large.md is the guide.
///
/// Calls      the constructor, `forward` and `inverse` are collective: all ranks call them, in the same order. One call
///            at a time.
/// Exchanges  a transform has one all-to-all, one more for coefficients in natural order, and one more for evaluations
///            in natural order. Each moves all n numbers except the fraction 1 / ranks that stays on its rank.
/// Validity   equal plans and orders on all ranks; 1 to min(height, width) ranks, not only powers of two
/// Memory     twice the larger one of the rank's blocks, allocated by the constructor
/// Errors     of the constructor: std::invalid_argument for more ranks, and for parameters that differ between ranks;
///            std::bad_alloc. An error on one rank, here and in transforms, is thrown on all, as `RankGroup::agree`
///            does: so all of them leave the call. Exceptions of the group.
/// Secrets    the memory is wiped when it is released; the group is responsible for what it sends
template <class Word>
class RINGLET_API LargeRanks {
 public:
  /// Prepares the transforms of `plan` on `group`, which must outlive this object.
  LargeRanks(const LargeNtt<Word>& plan, RankGroup& group, CoefficientOrder coefficients = CoefficientOrder::natural);
  LargeRanks(const LargeRanks&) = delete;
  LargeRanks& operator=(const LargeRanks&) = delete;
  ~LargeRanks();

  /// Blocks of this rank, which its arrays hold.
  [[nodiscard]] const LocalSize& local_size() const noexcept;
  [[nodiscard]] const LargeNtt<Word>& plan() const noexcept;
  [[nodiscard]] CoefficientOrder coefficients() const noexcept;
  /// Number of all-to-alls in a transform: 1, 2 or 3.
  [[nodiscard]] unsigned exchanges() const noexcept;

  /// Evaluates the polynomial of all n coefficients, as `LargeNtt<Word>::forward` does.
  ///
  /// Shape      `in` has local_size().coefficients.count numbers, `out` local_size().evaluations.count
  /// Input      [0, q), in the order of coefficients
  /// Output     [0, q), in the plan's order
  /// Aliasing   any: `in` is read before `out` is written
  /// Alignment  that of Word; 64 bytes are fastest
  /// Threads    threads of `executor` on this rank, by default the calling thread alone. Ranks may have different
  ///            numbers of them; the result does not depend on them.
  /// Errors     std::invalid_argument for a wrong size, on all ranks, and as described above; `out` then has no meaning
  void forward(std::span<Word> out, std::span<const Word> in, Executor* executor = nullptr);

  /// Inverse of `forward`, scaled by 1/n. `in` has local_size().evaluations.count numbers, `out`
  /// local_size().coefficients.count; everything else as for `forward`.
  void inverse(std::span<Word> out, std::span<const Word> in, Executor* executor = nullptr);

 private:
  std::unique_ptr<large::LargeRanksState<Word>> state_;
};

extern template class RINGLET_API LargeRanks<std::uint64_t>;
extern template class RINGLET_API LargeRanks<uint128_t>;
extern template class RINGLET_API LargeRanks<UInt<192>>;
extern template class RINGLET_API LargeRanks<UInt<256>>;
extern template class RINGLET_API LargeRanks<UInt<320>>;
extern template class RINGLET_API LargeRanks<UInt<384>>;
extern template class RINGLET_API LargeRanks<UInt<512>>;

}  // namespace ringlet
