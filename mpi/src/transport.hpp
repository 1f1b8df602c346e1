#pragma once

#include <cstddef>
#include <vector>

#include "communicator.hpp"
#include "plan/large_block.hpp"
#include "ringlet/large_transport.hpp"
#include "ringlet/mpi.hpp"

namespace ringlet::mpi {

/// The transport of arrays that are distributed in lines. Where a pass reads or writes lines that others have parts of,
/// the matrix is turned by an exchange of all ranks with all.
template <class Word>
class Transport final : public LargeTransport<Word> {
 public:
  using typename LargeTransport<Word>::Compute;

  /// `largest` numbers are the larger one of the rank's two shares.
  Transport(const Communicator& comm, CoefficientOrder coefficients, Executor& executor, std::size_t largest);
  ~Transport() override;

  /// What the next transform reads and writes.
  void start(const Word* in, Word* out, bool is_forward);
  /// Whether what `run` has thrown is known to all ranks, or was thrown by MPI itself.
  [[nodiscard]] bool is_known() const { return is_known_; }

  [[nodiscard]] std::size_t workers() const noexcept override;
  void run(const LargePass& pass, const Compute& compute) override;

 private:
  /// A buffer that is not this one.
  [[nodiscard]] Word* another(const Word* buffer) const;
  [[nodiscard]] Block share(std::size_t lines) const;
  /// Computes the rank's lines of `pass`, which lie one after the other in `from`, and leaves them in `to`: one after
  /// the other, or as the columns of a matrix.
  void transform(const LargePass& pass, const Word* from, Word* to, const Compute& compute) const;
  /// From columns, the rank's lines of a matrix of `length` rows, in `packed`, to the rank's rows of all lines.
  void exchange(Word* rows, const Word* packed, std::size_t lines, std::size_t length);
  /// Where `pass` finds its lines, each in one piece.
  const Word* turn(const LargePass& pass, const Word* array);

  const Communicator* comm_;
  bool are_coefficients_transposed_;
  Executor* executor_;
  plan::LargeBlock first_;
  plan::LargeBlock second_;
  /// Numbers are moved as such, so that counts are of numbers and not of bytes.
  MPI_Datatype number_ = MPI_DATATYPE_NULL;
  std::vector<int> counts_;

  const Word* in_ = nullptr;
  Word* out_ = nullptr;
  const Word* between_ = nullptr;
  bool is_forward_ = true;
  bool is_known_ = false;
};

}  // namespace ringlet::mpi
