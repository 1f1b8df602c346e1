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

namespace large {
class LargeFileState;
}

/// Progress of a transform of a file.
struct LargeProgress {
  /// Blocks that are finished and recorded, and all blocks, of both passes together.
  std::size_t done = 0;
  std::size_t blocks = 0;
};

struct LargeFileOptions {
  /// Bytes for values; blocks are as large as these allow. Larger blocks are faster, because more neighbouring columns
  /// are read together: about memory / (8 length) words of each row, for columns of `length` words.
  std::size_t memory = std::size_t{64} << 20;
  /// Threads that read and transform; the calling thread writes. Default: the calling thread alone.
  Executor* executor = nullptr;
  /// Called on the calling thread after each block that is computed. An exception from it ends the call, which can be
  /// resumed.
  std::function<void(const LargeProgress&)> progress = nullptr;
};

/// Transport of values in files, for transforms larger than the memory: `plan.forward(file)`.
///
/// A transform that was cut short by a kill, a crash or an exception is resumed by the same call. A journal records
/// finished blocks with their checksums; the next call keeps the blocks that still match. The transform never
/// overwrites what it has still to read. While it is unfinished, two more files lie beside the file `out`: out.between,
/// of the same size, and out.journal, which is removed last. If a call was killed after it had finished the result, the
/// next call finds this in out.journal, and only removes these files. Once they are gone, a call starts a new
/// transform. A call that fails before a block is finished, for instance because a file cannot be opened, removes the
/// files that it has made.
///
/// Files     n numbers, as an array has them in memory. If `in` and `out` are the same file, its values have no meaning
///           until out.journal is removed. If they are two, `in` is unchanged, and `out` replaced.
/// Memory    options.memory; for each worker 512 KB, or 64 bytes of each row if that is more, but no more than
///           options.memory; and O(height + width) numbers of the plan, as with any transport. options.memory is at
///           least 64 bytes of each row: (max(height, width) + 64) * 64 bytes and a row of numbers; 3 times as much for
///           `UInt<192>`, 5 times for `UInt<320>`
/// Threads   one transform at a time; a second transform on the same `out`, of this or another process, is an error
/// Errors    of a call: std::system_error, which names the file, for errors of the system, such as a full disk;
///           std::invalid_argument for a file of the wrong size, for `in` equal to out.between, for too little memory,
///           and for a journal of another transform, of other files or of another memory; std::runtime_error if files
///           were changed so that the transform cannot be resumed, or the result was changed after its end;
///           std::bad_alloc; exceptions of `progress` and of the executor.
/// Secrets   out.between holds values, and is removed but not overwritten.
template <class Word>
class RINGLET_API LargeFile final : public LargeTransport<Word> {
 public:
  using typename LargeTransport<Word>::Compute;

  /// Names the files. Opens none of them before a transform.
  LargeFile(std::string in, std::string out, LargeFileOptions options = {});
  ~LargeFile() override;

  [[nodiscard]] std::size_t workers() const noexcept override;
  void run(const LargePass& pass, const Compute& compute) override;

 private:
  std::string in_;
  std::string out_;
  LargeFileOptions options_;
  /// Open files and journal, between the two passes of a transform.
  std::unique_ptr<large::LargeFileState> state_;
};

extern template class RINGLET_API LargeFile<std::uint64_t>;
extern template class RINGLET_API LargeFile<uint128_t>;
extern template class RINGLET_API LargeFile<UInt<192>>;
extern template class RINGLET_API LargeFile<UInt<256>>;
extern template class RINGLET_API LargeFile<UInt<320>>;
extern template class RINGLET_API LargeFile<UInt<384>>;
extern template class RINGLET_API LargeFile<UInt<512>>;

}  // namespace ringlet
