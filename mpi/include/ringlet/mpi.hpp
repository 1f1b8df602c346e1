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

/// Large transforms over the ranks (processes) of an MPI communicator: component `mpi` of the CMake package, target
/// ringlet::mpi. Uses only MPI's interface for C; any implementation of MPI 2 or newer serves.
namespace ringlet::mpi {

using ringlet::CoefficientOrder;
using ringlet::LocalSize;
/// Block of neighbouring numbers, out of all n, that a rank holds.
using Block = RankBlock;

/// Returns the shares of the calling rank in a transform of height * width points, like `ringlet::local_size`.
///
/// Validity  1 to min(height, width) ranks, any number of them
/// Errors    std::invalid_argument for more ranks, for height or width 0, for MPI_COMM_NULL and intercommunicators, and
///           if MPI is not initialised
[[nodiscard]] RINGLET_API LocalSize local_size(std::size_t height, std::size_t width, MPI_Comm comm,
                                               LargeOrder order = LargeOrder::natural,
                                               CoefficientOrder coefficients = CoefficientOrder::natural);

/// Options of a plan beyond n, q and the communicator.
template <class Word>
struct LargeNttOptions {
  /// Options of the plan in one memory.
  ringlet::LargeNttOptions<Word> plan = {};
  CoefficientOrder coefficients = CoefficientOrder::natural;
  /// Threads of this rank; ranks may differ. Default: the calling thread alone. The executor must outlive the plan.
  Executor* executor = nullptr;
};

/// Plan for large n on all ranks of a communicator. Results are those of `ringlet::LargeNtt<Word>`, bit for bit, for
/// any number of ranks. docs/large.md is the guide.
///
/// Calls      the constructor, `forward`, `inverse` and the destructor are collective: all ranks call them, in the same
///            order. One call of a plan at a time.
/// Exchanges  each transform has one all-to-all, and one more for each side in natural order. With transposed
///            coefficients, and evaluations not in natural order, there is only one. Each moves all n numbers except
///            the 1 / ranks of them that stay.
/// Validity   n and q as for `ringlet::LargeNtt<Word>`; from 1 to min(height, width) ranks, any number of them
/// Memory     on each rank, tables as for `ringlet::LargeNtt<Word>`, and twice the larger one of the rank's shares. The
///            constructor allocates both.
/// MPI        must be initialised before the constructor and finalised after the last call. Only the calling thread
///            calls MPI (MPI_THREAD_FUNNELED). Messages are counted in numbers, so that the counts of n = 2^30
///            numbers of 64 bytes fit an int. The plan has a duplicate of the communicator; the caller's may be freed.
/// Errors     of the constructor: std::invalid_argument with the value and the rule, also for more ranks and for
///            parameters that differ between ranks; std::bad_alloc. An exception on one rank, here or in a transform,
///            makes all ranks throw. The rank itself rethrows it. The others throw std::invalid_argument if it was one,
///            else std::runtime_error, with the number of the rank and the message. An error that MPI returns is thrown
///            as std::runtime_error.
/// Secrets    the plan's memory is wiped when it is released; MPI's buffers, which hold values too, are not
template <class Word>
class RINGLET_API LargeNtt {
 public:
  LargeNtt(std::size_t n, const Modulus<Word>& q, MPI_Comm comm, const LargeNttOptions<Word>& options = {});
  LargeNtt(const LargeNtt&) = delete;
  LargeNtt& operator=(const LargeNtt&) = delete;
  ~LargeNtt();

  /// Returns the shares of this rank, which its arrays hold.
  [[nodiscard]] const LocalSize& local_size() const noexcept;
  /// Returns the plan in one memory with the same shape, modulus, root and orders.
  [[nodiscard]] const ringlet::LargeNtt<Word>& plan() const noexcept;
  [[nodiscard]] CoefficientOrder coefficients() const noexcept;
  /// Returns the number of all-to-alls of a transform: 1, 2 or 3.
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

  /// Computes the inverse, scaled by 1/n. `in` has local_size().evaluations.count numbers, `out`
  /// local_size().coefficients.count. Everything else is as for `forward`.
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
