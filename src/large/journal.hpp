#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "large/system_file.hpp"

namespace ringlet::large {

/// Record of the finished blocks of a transform of files: a text, then one line of a fixed length for each block. A
/// line that was cut off or changed is ignored. The lines after it count, since one of them may say that pass 1 has
/// begun or that all is finished. The file stays empty until the first line, so that a transform that has finished
/// nothing does not block another transform.
class LargeJournal {
 public:
  /// Progress that is safely on the disk. `begun`: nothing. `second_pass`: all blocks of pass 0, so that pass 1 may
  /// overwrite their source. `finished`: the result. The values are those of the journal's records, in which 0 and 1
  /// stand for the block of a pass.
  enum class Stage : std::uint64_t { begun = 0, second_pass = 2, finished = 3 };

  /// Opens or makes the journal and reads the finished blocks from it. `text` describes the transform, in lines;
  /// `blocks` is the number of blocks in each pass.
  ///
  /// Errors  std::invalid_argument if the journal has another text
  LargeJournal(const std::string& name, const std::string& text, const std::array<std::size_t, 2>& blocks);

  /// Returns the checksum of a finished block.
  [[nodiscard]] std::optional<std::uint64_t> checksum(unsigned pass, std::size_t block) const {
    return checksums_[pass][block];
  }
  /// Returns the last recorded stage.
  [[nodiscard]] Stage stage() const { return stage_; }
  [[nodiscard]] bool is_empty() const { return done_ == 0 && stage_ == Stage::begun; }
  [[nodiscard]] const std::string& name() const { return file_.name(); }
  [[nodiscard]] std::size_t done() const { return done_; }
  [[nodiscard]] std::size_t blocks() const { return checksums_[0].size() + checksums_[1].size(); }

  void record(unsigned pass, std::size_t block, std::uint64_t checksum);
  /// Records a stage and waits until the record is on the disk.
  void record_stage(Stage stage);
  void remove() const { file_.remove(); }

 private:
  struct Record {
    std::uint64_t pass, block, checksum;
  };
  void append(const Record& record) {
    const std::string lines = unwritten_ + line_of(record);
    file_.write(lines.data(), lines.size(), end_);
    end_ += lines.size();
    unwritten_.clear();
  }
  void accept(const Record& record) {
    for (const Stage stage : {Stage::second_pass, Stage::finished}) {
      if (record.pass == static_cast<std::uint64_t>(stage)) stage_ = std::max(stage_, stage);
    }
    // Not a block of this transform.
    if (record.pass > 1 || record.block >= checksums_[record.pass].size()) return;
    std::optional<std::uint64_t>& checksum = checksums_[record.pass][record.block];
    if (!checksum) ++done_;
    checksum = record.checksum;
  }
  [[nodiscard]] static std::string line_of(const Record& record);

  File file_;
  std::string unwritten_;  // the text, until it is written with the first line
  std::uint64_t end_ = 0;
  std::vector<std::optional<std::uint64_t>> checksums_[2];
  std::size_t done_ = 0;
  Stage stage_ = Stage::begun;
};

/// Returns a checksum of `count` bytes, a multiple of 8. It detects accidental corruption, not tampering.
[[nodiscard]] std::uint64_t checksum_of(const void* bytes, std::size_t count);

}  // namespace ringlet::large
