// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/large_transport.hpp"
#include "ringlet/types.hpp"
#include "ringlet/uint.hpp"

namespace ringlet {

namespace api {
class LargeFileState;
}

/// How far a transform of a file is.
struct LargeProgress {
  /// Blocks of both passes: those that are finished and recorded, and all.
  std::size_t done = 0;
  std::size_t blocks = 0;
};

struct LargeFileOptions {
  /// Bytes that a transform may take for values: blocks are as large as fits. More is faster, since neighbouring
  /// columns are read together: block / (8 length) bytes of each row for words.
  std::size_t memory = std::size_t{64} << 20;
  /// Threads that read and transform; the calling one writes. Default: the calling one alone.
  Executor* executor = nullptr;
  /// Called on the calling thread after each block that is computed. What it throws ends the call, which can be
  /// resumed.
  std::function<void(const LargeProgress&)> progress = nullptr;
};

/// The transport of values in files, for transforms larger than the memory: `plan.forward(file)`.
///
/// A transform that ends half-way, by a kill, a crash or an exception, is resumed by the same call: finished blocks are
/// recorded with a checksum in a journal, and at the next call those are kept that are as they were recorded. What it
/// writes is never what it has still to read. Beside `out` there are, while it is unfinished, the files out.between of
/// the same size, and out.journal, which is removed last. A call that is repeated after a kill at its very end finds in
/// out.journal that the result is there, and only removes these files; once they are gone, a call is another transform.
/// A call that fails before a block is finished, since a file cannot be opened for example, leaves no file behind that
/// it has made.
///
/// Files     n numbers as an array has them in memory. `in` and `out` may be the same file: until out.journal is
///           removed, it holds values of no meaning. If they are two, `in` is unchanged, and `out` replaced.
/// Memory    options.memory; for each worker 512 KB, or as much as 64 bytes of each row where that is more, but no more
///           than options.memory; and what a plan takes with any transport, O(height + width) numbers. options.memory
///           is at least 64 bytes of each row: (max(height, width) + 64) * 64 bytes and a row of numbers, 3 times as
///           much for `UInt<192>`, 5 times for `UInt<320>`
/// Threads   one transform at a time; a second one on the same `out`, of this or another process, is an error
/// Errors    of a call: std::system_error, which names the file, for what the system refuses, a full disk included;
///           std::invalid_argument for a file of the wrong size, for `in` that is out.between, too little memory, and a
///           journal of another transform, of other files or of another memory; std::runtime_error where the values
///           cannot be resumed because files were changed, or a result was after its end; std::bad_alloc; what
///           `progress` and the executor throw.
/// Secrets   out.between holds values, and is removed but not overwritten.
template <class Word>
class RINGLET_API LargeFile final : public LargeTransport<Word> {
 public:
  using typename LargeTransport<Word>::Compute;

  /// Nothing is opened before a transform.
  LargeFile(std::string in, std::string out, LargeFileOptions options = {});
  ~LargeFile() override;

  [[nodiscard]] std::size_t workers() const noexcept override;
  void run(const LargePass& pass, const Compute& compute) override;

 private:
  std::string in_;
  std::string out_;
  LargeFileOptions options_;
  /// Of the transform that is between its passes.
  std::unique_ptr<api::LargeFileState> state_;
};

extern template class RINGLET_API LargeFile<std::uint64_t>;
extern template class RINGLET_API LargeFile<uint128_t>;
extern template class RINGLET_API LargeFile<UInt<192>>;
extern template class RINGLET_API LargeFile<UInt<256>>;
extern template class RINGLET_API LargeFile<UInt<320>>;
extern template class RINGLET_API LargeFile<UInt<384>>;
extern template class RINGLET_API LargeFile<UInt<512>>;

}  // namespace ringlet
