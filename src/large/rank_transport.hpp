#pragma once

#include <cstddef>
#include <vector>

#include "large/lines.hpp"
#include "memory/huge_block.hpp"
#include "ringlet/executor.hpp"
#include "ringlet/large_ranks.hpp"
#include "ringlet/large_transport.hpp"

namespace ringlet::large {

/// Returns the lines of a rank. The numbers of lines of two ranks differ by at most one.
[[nodiscard]] constexpr RankBlock lines_of_rank(std::size_t rank, std::size_t ranks, std::size_t lines) {
  const std::size_t first = rank * lines / ranks;
  return {.first = first, .count = (rank + 1) * lines / ranks - first};
}

/// Transport of arrays whose lines are distributed among ranks. If a pass reads or writes lines of which other ranks
/// have parts, an all-to-all exchange turns the matrix.
class RankTransport final : public LargeBytes {
 public:
  /// Allocates two buffers of `largest` numbers, the larger one of the rank's two shares.
  RankTransport(RankGroup& group, CoefficientOrder coefficients, std::size_t largest, std::size_t number_bytes);

  /// Sets the arrays of the next transform.
  void start(const void* in, void* out, bool is_forward, Executor& executor);
  /// Returns whether the last exception of `run` came from the group, so that it is known to all ranks.
  [[nodiscard]] bool is_known() const { return is_known_; }

  [[nodiscard]] std::size_t workers() const noexcept override;
  void run(const LargePass& pass, const LargeCompute& compute) override;

 private:
  /// Returns a buffer other than `buffer`.
  [[nodiscard]] std::byte* another(const std::byte* buffer) const {
    auto* const first = reinterpret_cast<std::byte*>(first_.get());
    return buffer == first ? reinterpret_cast<std::byte*>(second_.get()) : first;
  }
  [[nodiscard]] RankBlock share(std::size_t lines) const {
    return lines_of_rank(group_->rank(), group_->size(), lines);
  }
  /// Transforms the rank's lines of `pass` from `from`, one after the other, to `to`, one after the other or as the
  /// columns of a matrix.
  void transform(const LargePass& pass, const std::byte* from, std::byte* to, const LargeCompute& compute) const;
  /// Turns the matrix by an exchange. `packed` holds the rank's lines as the columns of a matrix of `length` rows.
  /// `rows` receives the rank's rows, which have a number of each line.
  void exchange(std::byte* rows, const std::byte* packed, std::size_t lines, std::size_t length);
  /// Turns the matrix in `array` so that each line of `pass` is in one piece. Returns where the rank's lines begin.
  const std::byte* turn(const LargePass& pass, const std::byte* array);

  RankGroup* group_;
  std::size_t number_bytes_;
  bool are_coefficients_transposed_;
  memory::HugeBlock first_;
  memory::HugeBlock second_;
  std::vector<std::size_t> counts_;

  Executor* executor_ = nullptr;
  const std::byte* in_ = nullptr;
  std::byte* out_ = nullptr;
  const std::byte* between_ = nullptr;
  bool is_forward_ = true;
  bool is_known_ = false;
};

}  // namespace ringlet::large
