#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "api/file.hpp"

namespace ringlet::api {

/// What a transform of files has finished: a text, then one line of a fixed length for each block. A line that was cut
/// off or changed counts as not there; those after it count, since one of them may say that pass 1 has begun. Before
/// the first line the file stays empty, so that a transform which has finished nothing is in no other one's way.
class LargeJournal {
 public:
  /// Opens the journal of that name, or makes it, and takes the finished blocks from it. `text` is the transform's, in
  /// lines; `blocks` is the number of blocks in each pass.
  /// Errors  std::invalid_argument where the journal has another text
  LargeJournal(const std::string& name, const std::string& text, const std::array<std::size_t, 2>& blocks);

  /// The checksum of a block that is finished.
  [[nodiscard]] std::optional<std::uint64_t> checksum(unsigned pass, std::size_t block) const {
    return checksums_[pass][block];
  }
  /// Whether all blocks of pass 0 were on the disk before pass 1 began to overwrite what they are computed from.
  [[nodiscard]] bool is_second_pass() const { return is_second_pass_; }
  [[nodiscard]] bool is_empty() const { return done_ == 0 && !is_second_pass_; }
  [[nodiscard]] std::size_t done() const { return done_; }
  [[nodiscard]] std::size_t blocks() const { return checksums_[0].size() + checksums_[1].size(); }

  void record(unsigned pass, std::size_t block, std::uint64_t checksum);
  void record_second_pass();
  void remove() const { file_.remove(); }

 private:
  struct Record {
    std::uint64_t pass, block, checksum;
  };
  /// Of the record that says that pass 1 begins.
  static constexpr std::uint64_t begin_of_second_pass = 2;

  void append(const Record& record) {
    const std::string lines = unwritten_ + line_of(record);
    file_.write(lines.data(), lines.size(), end_);
    end_ += lines.size();
    unwritten_.clear();
  }
  void accept(const Record& record) {
    if (record.pass == begin_of_second_pass) is_second_pass_ = true;
    // There is no such block.
    if (record.pass > 1 || record.block >= checksums_[record.pass].size()) return;
    std::optional<std::uint64_t>& checksum = checksums_[record.pass][record.block];
    if (!checksum) ++done_;
    checksum = record.checksum;
  }
  [[nodiscard]] static std::string line_of(const Record& record);

  File file_;
  std::string unwritten_;  // the text, which goes before the first line
  std::uint64_t end_ = 0;
  std::vector<std::optional<std::uint64_t>> checksums_[2];
  std::size_t done_ = 0;
  bool is_second_pass_ = false;
};

/// Of bytes, a multiple of eight: another one for every change that a disk or a program makes by mistake, not for such
/// as are made on purpose.
[[nodiscard]] std::uint64_t checksum_of(const void* bytes, std::size_t count);

}  // namespace ringlet::api
