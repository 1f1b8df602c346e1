// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "ringlet/export.hpp"
#include "ringlet/types.hpp"

namespace ringlet {

/// How the lines of a matrix lie in an array: element e of line i is at i * length + e where lines are rows, and at
/// e * lines + i where they are columns. Where lines are reversed, the bits of e are: log2(length) of them.
struct LargeLayout {
  bool are_columns = false;
  bool are_reversed = false;

  friend bool operator==(const LargeLayout&, const LargeLayout&) = default;
};

/// One of the two passes of a large transform: every line is read, transformed by itself, and written.
struct LargePass {
  /// Names the transform in full: kind of numbers, n, shape, q, root, ring, order and direction. It is the same in both
  /// passes, and in all processes and runs of one transform.
  std::string_view transform;
  /// 0, which reads what the caller has and writes what pass 1 reads, or 1, which writes the result.
  unsigned index = 0;
  /// Powers of two, lines * length = n.
  std::size_t lines = 0;
  std::size_t length = 0;
  LargeLayout from;
  LargeLayout to;

  /// Whether each line is written where it is read, so that both may be the same array.
  [[nodiscard]] bool stays_in_place() const { return from.are_columns == to.are_columns; }
};

/// What knows where the values of a `LargeNtt` are, and moves them: in memory, among processes, from and to a file. A
/// plan calls `run` twice for each transform, with pass 0 and pass 1.
template <class Word>
class LargeTransport {
 public:
  /// Transforms `count` lines from number `first` on, which lie one after the other in `values`. Calls of two workers
  /// may run at the same time. It may throw what `Ntt::forward` throws.
  using Compute = std::function<void(Word* values, std::size_t first, std::size_t count, std::size_t worker)>;

  LargeTransport() = default;
  LargeTransport(const LargeTransport&) = delete;
  LargeTransport& operator=(const LargeTransport&) = delete;
  virtual ~LargeTransport() = default;

  /// At least 1, and the same during a transform: by it, a plan sets memory aside for each worker.
  [[nodiscard]] virtual std::size_t workers() const noexcept = 0;

  /// Calls `compute` on each line of this participant once: reads it as `pass.from` says, writes it as `pass.to` says.
  /// Neighbouring lines in one call are faster than one by one. Returns when the lines of all participants are written.
  ///
  /// Worker   in [0, workers()); those of two calls that run at the same time differ
  /// Errors   what `compute` throws, and its own
  virtual void run(const LargePass& pass, const Compute& compute) = 0;
};

}  // namespace ringlet
