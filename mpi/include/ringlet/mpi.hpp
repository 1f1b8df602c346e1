// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/large_ntt.hpp"
#include "ringlet/large_ranks.hpp"

/// Large transforms over the processes, ranks, of an MPI communicator: the component `mpi` of the CMake package, with
/// the target ringlet::mpi. MPI's interface for C only, any implementation of its version 2 or newer.
namespace ringlet::mpi {

using ringlet::CoefficientOrder;
using ringlet::LocalSize;
/// Neighbouring numbers of all n, which a rank has.
using Block = RankBlock;

/// The shares of the calling rank in a transform of height * width points, as `ringlet::local_size` says them.
///
/// Validity  1 to min(height, width) ranks, any number of them
/// Errors    std::invalid_argument for more ranks, for height or width 0, for what is no communicator of one group, and
///           where MPI is not initialised
[[nodiscard]] RINGLET_API LocalSize local_size(std::size_t height, std::size_t width, MPI_Comm comm,
                                               LargeOrder order = LargeOrder::natural,
                                               CoefficientOrder coefficients = CoefficientOrder::natural);

/// What a plan may be told beyond n, q and the communicator.
template <class Word>
struct LargeNttOptions {
  /// As for a plan in one memory.
  ringlet::LargeNttOptions<Word> plan = {};
  CoefficientOrder coefficients = CoefficientOrder::natural;
  /// Threads of this rank, which no other needs to have as many of. Default: the calling one alone. It outlives the
  /// plan.
  Executor* executor = nullptr;
};

/// A plan for large n on all ranks of a communicator. Results are those of `ringlet::LargeNtt<Word>`, bit for bit, for
/// any number of ranks. docs/large.md is the guide.
///
/// Calls      the constructor, `forward`, `inverse` and the destructor are collective: all ranks call them, in the same
///            order. One call of a plan at a time.
/// Exchanges  each transform has one all-to-all, and one more for each side that is natural: where coefficients are
///            transposed and evaluations in another than natural order, there is a single one. Each moves all n numbers
///            but the 1 / ranks of them that stay.
/// Validity   n and q as for `ringlet::LargeNtt<Word>`; from 1 to min(height, width) ranks, any number of them
/// Memory     tables as for `ringlet::LargeNtt<Word>`, on each rank, and twice the larger one of the rank's shares,
///            which are allocated by the constructor
/// MPI        is initialised before the constructor and finalised after the last call. MPI is called on the calling
///            thread only (MPI_THREAD_FUNNELED). Messages are counted in numbers, so that n = 2^30 of 64 bytes each fit
///            an int. The plan has a duplicate of the communicator; the caller's may be freed.
/// Errors     of the constructor: std::invalid_argument with the value and the rule, also for more ranks and for
///            parameters that differ between ranks; std::bad_alloc. What fails on one rank, here and in transforms, is
///            thrown on that rank as it is and on all others as std::invalid_argument where it was that, else as
///            std::runtime_error, with the number of the rank and the message: so all of them leave the call.
///            std::runtime_error for what MPI reports, where it returns from an error at all.
/// Secrets    the plan's own memory is wiped when it is released; buffers of MPI's hold values, too, and are not
template <class Word>
class RINGLET_API LargeNtt {
 public:
  LargeNtt(std::size_t n, const Modulus<Word>& q, MPI_Comm comm, const LargeNttOptions<Word>& options = {});
  LargeNtt(const LargeNtt&) = delete;
  LargeNtt& operator=(const LargeNtt&) = delete;
  ~LargeNtt();

  /// The shares of this rank, which its arrays hold.
  [[nodiscard]] const LocalSize& local_size() const noexcept;
  /// The plan of a single memory with the same values: shape, modulus, root, orders.
  [[nodiscard]] const ringlet::LargeNtt<Word>& plan() const noexcept;
  [[nodiscard]] CoefficientOrder coefficients() const noexcept;
  /// All-to-alls of a transform: 1, 2 or 3.
  [[nodiscard]] unsigned exchanges() const noexcept;

  /// Evaluates the polynomial of all n coefficients, as `ringlet::LargeNtt<Word>::forward` does.
  ///
  /// Shape      `in` has local_size().coefficients.count numbers, `out` local_size().evaluations.count
  /// Input      [0, q), in the order of coefficients
  /// Output     [0, q), in the plan's order
  /// Aliasing   any: `in` is read before `out` is written
  /// Alignment  that of Word; 64 bytes are fastest
  /// Threads    those of options.executor; the result does not depend on them
  /// Errors     std::invalid_argument for a wrong size, on all ranks, and as described above; `out` then has no meaning
  void forward(std::span<Word> out, std::span<const Word> in);

  /// The inverse, scaled by 1/n. `in` has local_size().evaluations.count numbers, `out`
  /// local_size().coefficients.count; everything else as for `forward`.
  void inverse(std::span<Word> out, std::span<const Word> in);

 private:
  class State;
  std::unique_ptr<State> state_;
};

extern template class RINGLET_API LargeNtt<std::uint64_t>;
extern template class RINGLET_API LargeNtt<uint128_t>;
extern template class RINGLET_API LargeNtt<UInt<192>>;
extern template class RINGLET_API LargeNtt<UInt<256>>;
extern template class RINGLET_API LargeNtt<UInt<320>>;
extern template class RINGLET_API LargeNtt<UInt<384>>;
extern template class RINGLET_API LargeNtt<UInt<512>>;

}  // namespace ringlet::mpi
