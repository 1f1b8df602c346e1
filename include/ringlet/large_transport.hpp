// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "ringlet/export.hpp"
#include "ringlet/types.hpp"

namespace ringlet {

/// Layout of the lines of a matrix in an array. Element e of line i is at i * length + e if lines are rows, and at
/// e * lines + i if they are columns. If lines are reversed, the log2(length) bits of e are reversed first.
struct LargeLayout {
  bool are_columns = false;
  bool are_reversed = false;

  friend bool operator==(const LargeLayout&, const LargeLayout&) = default;
};

/// One of the two passes of a large transform. A pass reads every line, transforms it by itself, and writes it.
struct LargePass {
  /// Name of the transform in full: kind of numbers, n, shape, q, root, ring, order and direction. It is the same in
  /// both passes, and in all processes and runs of one transform.
  std::string_view transform;
  /// 0 for the pass that reads the caller's input; 1 for the pass that reads what pass 0 wrote, and writes the result.
  unsigned index = 0;
  /// Powers of two, lines * length = n.
  std::size_t lines = 0;
  std::size_t length = 0;
  LargeLayout from;
  LargeLayout to;

  /// Returns whether each line is written where it was read, so that both may be the same array.
  [[nodiscard]] bool stays_in_place() const { return from.are_columns == to.are_columns; }
};

/// Transport of the values of a `LargeNtt`. It knows where they are and moves them: in memory, among processes, or from
/// and to files. A plan calls `run` twice for each transform, with pass 0 and pass 1.
template <class Word>
class LargeTransport {
 public:
  /// Transforms `count` lines from line `first` on, which lie one after the other in `values`. Two workers may call it
  /// at the same time. It may throw what `Ntt::forward` throws.
  using Compute = std::function<void(Word* values, std::size_t first, std::size_t count, std::size_t worker)>;

  LargeTransport() = default;
  LargeTransport(const LargeTransport&) = delete;
  LargeTransport& operator=(const LargeTransport&) = delete;
  virtual ~LargeTransport() = default;

  /// Number of workers, at least 1, constant during a transform. A plan allocates memory for each worker.
  [[nodiscard]] virtual std::size_t workers() const noexcept = 0;

  /// Calls `compute` on each line of this participant once, reading it as `pass.from` says and writing it as `pass.to`
  /// says. Several neighbouring lines in one call are faster than one by one. Returns when the lines of all
  /// participants are written.
  ///
  /// Worker   in [0, workers()); two calls that run at the same time have different numbers
  /// Errors   exceptions of `compute`, and its own
  virtual void run(const LargePass& pass, const Compute& compute) = 0;
};

}  // namespace ringlet
