#pragma once

#include <cstddef>
#include <vector>

#include "large/lines.hpp"
#include "memory/huge_block.hpp"
#include "ringlet/executor.hpp"
#include "ringlet/large_ranks.hpp"
#include "ringlet/large_transport.hpp"

namespace ringlet::api {

/// The lines of a rank, of so many lines: as many as another has, or one more.
[[nodiscard]] constexpr RankBlock lines_of_rank(std::size_t rank, std::size_t ranks, std::size_t lines) {
  const std::size_t first = rank * lines / ranks;
  return {.first = first, .count = (rank + 1) * lines / ranks - first};
}

/// The transport of arrays that are distributed in lines. Where a pass reads or writes lines that others have parts of,
/// the matrix is turned by an exchange of all ranks with all.
class RankTransport final : public LargeBytes {
 public:
  /// `largest` numbers are the larger one of the rank's two shares.
  RankTransport(RankGroup& group, CoefficientOrder coefficients, std::size_t largest, std::size_t number_bytes);

  /// What the next transform reads and writes.
  void start(const void* in, void* out, bool is_forward, Executor& executor);
  /// Whether what `run` has thrown came from the group.
  [[nodiscard]] bool is_known() const { return is_known_; }

  [[nodiscard]] std::size_t workers() const noexcept override;
  void run(const LargePass& pass, const LargeCompute& compute) override;

 private:
  /// A buffer that is not this one.
  [[nodiscard]] std::byte* another(const std::byte* buffer) const {
    auto* const first = reinterpret_cast<std::byte*>(first_.get());
    return buffer == first ? reinterpret_cast<std::byte*>(second_.get()) : first;
  }
  [[nodiscard]] RankBlock share(std::size_t lines) const {
    return lines_of_rank(group_->rank(), group_->size(), lines);
  }
  /// Computes the rank's lines of `pass`, which lie one after the other in `from`, and leaves them in `to`: one after
  /// the other, or as the columns of a matrix.
  void transform(const LargePass& pass, const std::byte* from, std::byte* to, const LargeCompute& compute) const;
  /// From columns, the rank's lines of a matrix of `length` rows, in `packed`, to the rank's rows of all lines.
  void exchange(std::byte* rows, const std::byte* packed, std::size_t lines, std::size_t length);
  /// Where `pass` finds its lines, each in one piece.
  const std::byte* turn(const LargePass& pass, const std::byte* array);

  RankGroup* group_;
  std::size_t number_bytes_;
  bool are_coefficients_transposed_;
  plan::HugeBlock first_;
  plan::HugeBlock second_;
  std::vector<std::size_t> counts_;

  Executor* executor_ = nullptr;
  const std::byte* in_ = nullptr;
  std::byte* out_ = nullptr;
  const std::byte* between_ = nullptr;
  bool is_forward_ = true;
  bool is_known_ = false;
};

}  // namespace ringlet::api
