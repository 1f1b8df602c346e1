#include "ringlet/large_file.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "api/checks.hpp"
#include "api/file.hpp"
#include "api/large_journal.hpp"
#include "api/large_lines.hpp"
#include "plan/large_block.hpp"

namespace ringlet {
namespace api {

/// The files of a transform from its first pass to the end of its second.
class LargeFileState {
 public:
  LargeFileState(const std::string& in, const std::string& out, std::uint64_t bytes, const std::string& text,
                 const std::array<std::size_t, 2>& blocks, std::size_t memory_words)
      : in_(in, File::Mode::read),
        is_size_right_(require_size(in_, bytes)),
        journal_(out + ".journal", text, blocks),
        out_(out, File::Mode::create),
        between_(out + ".between", File::Mode::create),
        is_in_place_(out_.is_same(in_)),
        memory_(memory_words) {
    if (between_.size() != bytes) between_.reserve(bytes);
    if (out_.size() != bytes) out_.reserve(bytes);
  }

  [[nodiscard]] const File& from(const LargePass& pass) const { return pass.index == 0 ? in_ : between_; }
  [[nodiscard]] const File& to(const LargePass& pass) const { return pass.index == 0 ? between_ : out_; }
  [[nodiscard]] LargeJournal& journal() { return journal_; }
  [[nodiscard]] std::uint64_t* memory() const { return memory_.get(); }

  /// A finished block is not as it was recorded.
  void require_source_of(const LargePass& pass) const {
    if (pass.index == 0 && is_in_place_ && journal_.is_second_pass()) {
      throw std::runtime_error(between_.name() + " has been changed, and what it was computed from is overwritten");
    }
  }

  void finish(const LargePass& pass) {
    to(pass).synchronise();
    if (pass.index == 0) {
      // Pages of a file that was read at length are large, and Linux takes some 80 us for each piece that is then
      // written into one.
      if (is_in_place_) out_.forget();
      journal_.record_second_pass();
    } else {
      between_.remove();
      journal_.remove();
    }
  }

 private:
  static bool require_size(const File& file, std::uint64_t bytes) {
    if (file.size() != bytes) reject("size of " + file.name(), file.size(), "it must be " + std::to_string(bytes));
    return true;
  }

  File in_;
  bool is_size_right_;  // before any other file is touched
  LargeJournal journal_;
  File out_;
  File between_;
  bool is_in_place_;
  plan::LargeBlock memory_;  // one for both passes, since allocators need not find the place of the first again
};

namespace {

/// Rows of a matrix that are read or written one after the other before their numbers are sorted into columns.
constexpr std::size_t staged_rows = 64;

/// Lines of a pass between a file and the memory.
template <class Word>
class FileLines {
 public:
  /// In `memory`, which has room for `numbers(pass, block_lines)` of them.
  FileLines(const LargePass& pass, std::size_t block_lines, std::uint64_t* memory)
      : pass_(&pass),
        lines_(static_cast<Word*>(static_cast<void*>(memory))),
        stage_(lines_ + block_lines * pass.length) {}

  static std::size_t numbers(const LargePass& pass, std::size_t block_lines) {
    return block_lines * pass.length + std::max(staged_rows * block_lines, pass.length);
  }

  [[nodiscard]] Word* lines() const { return lines_; }

  void read(const File& file, LargeLayout layout, std::size_t first, std::size_t count) const {
    if (layout.are_columns) {
      Places places(pass_->length, layout.are_reversed);
      for (std::size_t row = 0; row < pass_->length; row += staged_rows) {
        const std::size_t rows = std::min(staged_rows, pass_->length - row);
        for (std::size_t i = 0; i < rows; ++i, places.advance()) {
          file.read(stage_ + i * count, count * sizeof(Word), offset(places.place(), first));
        }
        copy_columns<true, const Word>(lines_ + row, pass_->length, count, rows,
                                       [&](std::size_t i) { return stage_ + i * count; });
      }
      return;
    }
    file.read(lines_, count * pass_->length * sizeof(Word), first * pass_->length * sizeof(Word));
    if (layout.are_reversed) reverse_lines(count);
  }

  /// What lies in memory has no meaning afterwards.
  void write(const File& file, LargeLayout layout, std::size_t first, std::size_t count) const {
    if (layout.are_columns) {
      Places places(pass_->length, layout.are_reversed);
      for (std::size_t row = 0; row < pass_->length; row += staged_rows) {
        const std::size_t rows = std::min(staged_rows, pass_->length - row);
        copy_columns<false, Word>(lines_ + row, pass_->length, count, rows,
                                  [&](std::size_t i) { return stage_ + i * count; });
        for (std::size_t i = 0; i < rows; ++i, places.advance()) {
          file.write(stage_ + i * count, count * sizeof(Word), offset(places.place(), first));
        }
      }
      return;
    }
    if (layout.are_reversed) reverse_lines(count);
    file.write(lines_, count * pass_->length * sizeof(Word), first * pass_->length * sizeof(Word));
  }

  [[nodiscard]] std::uint64_t checksum(std::size_t count) const {
    return checksum_of(lines_, count * pass_->length * sizeof(Word));
  }

  /// As many lines as fit so many bytes with all that they need; 0 where too few do.
  static std::size_t fitting(const LargePass& pass, std::size_t bytes) {
    const std::size_t numbers = bytes / sizeof(Word);
    if (numbers < pass.length) return 0;
    const std::size_t lines = (numbers - pass.length) / (pass.length + staged_rows);
    if (lines >= pass.lines) return pass.lines;
    // Pieces of whole pages, of which none is read because a part of it is written; else of whole cache lines.
    constexpr std::size_t line = numbers_of_cache_lines<Word>, page = 64 * line;
    return lines >= page ? lines / page * page : lines / line * line;
  }
  /// Bytes for which `fitting` is not 0.
  static std::size_t least_bytes(const LargePass& pass) {
    const std::size_t lines = std::min(numbers_of_cache_lines<Word>, pass.lines);
    return (lines * (pass.length + staged_rows) + pass.length) * sizeof(Word);
  }

 private:
  [[nodiscard]] std::uint64_t offset(std::size_t row, std::size_t column) const {
    return (row * pass_->lines + column) * sizeof(Word);
  }
  void reverse_lines(std::size_t count) const {
    LargePass line = *pass_;
    line.lines = 1;
    for (std::size_t i = 0; i < count; ++i) {
      Word* const values = lines_ + i * pass_->length;
      std::copy_n(values, pass_->length, stage_);
      read_lines(values, stage_, line, {.are_columns = false, .are_reversed = true}, 0, 1);
    }
  }

  const LargePass* pass_;
  Word* lines_;
  Word* stage_;
};

/// The other pass of the transform, as far as its shape goes.
LargePass turned(LargePass pass) {
  std::swap(pass.lines, pass.length);
  return pass;
}

template <class Word>
std::size_t lines_of_block(const LargePass& pass, std::size_t memory) {
  const std::size_t lines = FileLines<Word>::fitting(pass, memory);
  if (lines != 0) return lines;
  const std::size_t least = std::max(FileLines<Word>::least_bytes(pass), FileLines<Word>::least_bytes(turned(pass)));
  reject("memory", memory, "it must be at least " + std::to_string(least) + " bytes for this transform");
}

std::size_t blocks_of(std::size_t lines, std::size_t block) { return (lines + block - 1) / block; }

template <class Word>
std::unique_ptr<LargeFileState> start(const LargePass& pass, const std::string& in, const std::string& out,
                                      std::size_t memory) {
  const std::size_t lines[] = {lines_of_block<Word>(pass, memory), lines_of_block<Word>(turned(pass), memory)};
  const std::string text = std::string("ringlet: blocks of an unfinished transform, format 1\n")
                               .append(pass.transform)
                               .append("\nfrom ")
                               .append(in)
                               .append("\nin blocks of ")
                               .append(std::to_string(lines[0]))
                               .append(" and ")
                               .append(std::to_string(lines[1]))
                               .append(" lines\n");
  const std::array<std::size_t, 2> blocks{blocks_of(pass.lines, lines[0]), blocks_of(pass.length, lines[1])};
  const std::size_t numbers =
      std::max(FileLines<Word>::numbers(pass, lines[0]), FileLines<Word>::numbers(turned(pass), lines[1]));
  return std::make_unique<LargeFileState>(in, out, std::uint64_t{pass.lines} * pass.length * sizeof(Word), text, blocks,
                                          numbers * (sizeof(Word) / sizeof(std::uint64_t)));
}

template <class Word>
void run_blocks(LargeFileState& state, const LargePass& pass, const typename LargeTransport<Word>::Compute& compute,
                const LargeFileOptions& options, Executor& executor) {
  const std::size_t block = lines_of_block<Word>(pass, options.memory);
  const FileLines<Word> values(pass, block, state.memory());
  LargeJournal& journal = state.journal();
  for (std::size_t first = 0; first < pass.lines; first += block) {
    const std::size_t count = std::min(block, pass.lines - first), index = first / block;
    if (const auto recorded = journal.checksum(pass.index, index)) {
      values.read(state.to(pass), pass.to, first, count);
      if (values.checksum(count) == *recorded) continue;
      state.require_source_of(pass);
    }
    values.read(state.from(pass), pass.from, first, count);
    run_in_pieces(executor, count, 1, [&](std::size_t begin, std::size_t end, std::size_t worker) {
      compute(values.lines() + begin * pass.length, first + begin, end - begin, worker);
    });
    const std::uint64_t checksum = values.checksum(count);
    values.write(state.to(pass), pass.to, first, count);
    journal.record(pass.index, index, checksum);
    if (options.progress) options.progress({.done = journal.done(), .blocks = journal.blocks()});
  }
  state.finish(pass);
}

}  // namespace
}  // namespace api

template <class Word>
LargeFile<Word>::LargeFile(std::string in, std::string out, LargeFileOptions options)
    : in_(std::move(in)), out_(std::move(out)), options_(std::move(options)) {}

template <class Word>
LargeFile<Word>::~LargeFile() = default;

template <class Word>
std::size_t LargeFile<Word>::workers() const noexcept {
  return options_.executor == nullptr ? 1 : options_.executor->workers();
}

template <class Word>
void LargeFile<Word>::run(const LargePass& pass, const Compute& compute) {
  // Taken out, so that an exception closes the files.
  std::unique_ptr<api::LargeFileState> state = std::move(state_);
  if (pass.index == 0) state = api::start<Word>(pass, in_, out_, options_.memory);
  if (state == nullptr) throw std::logic_error("pass 1 of a transform comes after its pass 0");
  SerialExecutor serial;
  api::run_blocks<Word>(*state, pass, compute, options_, options_.executor == nullptr ? serial : *options_.executor);
  if (pass.index == 0) state_ = std::move(state);
}

template class LargeFile<std::uint64_t>;
template class LargeFile<uint128_t>;
template class LargeFile<UInt<192>>;
template class LargeFile<UInt<256>>;
template class LargeFile<UInt<320>>;
template class LargeFile<UInt<384>>;
template class LargeFile<UInt<512>>;

}  // namespace ringlet
