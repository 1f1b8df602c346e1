#include "ringlet/large_file.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <utility>

#include "arith/word_traits.hpp"
#include "checks/checks.hpp"
#include "large/file_lines.hpp"
#include "large/journal.hpp"
#include "large/system_file.hpp"
#include "memory/huge_block.hpp"
#include "multiword/widths.hpp"

namespace ringlet {
namespace large {

/// Files of a transform, from its first pass to the end of its second. A transform that ends before anything is
/// recorded removes each file that it has made.
class LargeFileState {
 public:
  LargeFileState(const std::string& in, const std::string& out, std::uint64_t bytes, const std::string& text,
                 const std::array<std::size_t, 2>& blocks, std::size_t memory_words)
      : LargeFileState(in, bytes, memory_words, out + ".journal", text, blocks) {
    // The delegated constructor has ended, so an exception from here on calls the destructor.
    if (is_finished()) {
      out_.emplace(out, File::Mode::read);
      if (out_->size() != bytes) fail_changed_result();
      return;
    }
    out_.emplace(out, File::Mode::create);
    between_.emplace(out + ".between", File::Mode::create);
    if (between_->is_same(in_)) {
      between_.reset();  // so that the destructor does not remove it
      throw std::invalid_argument(in + " is read, but it must be another file than " + out + ".between");
    }
    is_in_place_ = out_->is_same(in_);
    if (between_->size() != bytes) between_->reserve(bytes);
    if (out_->size() != bytes) out_->reserve(bytes);
  }
  LargeFileState(const LargeFileState&) = delete;
  LargeFileState& operator=(const LargeFileState&) = delete;
  ~LargeFileState() {
    if (journal_.is_empty()) remove_files();
  }

  /// Returns whether an earlier call has put the result on the disk, but ended before it had removed its files.
  [[nodiscard]] bool is_finished() const { return journal_.stage() == LargeJournal::Stage::finished; }
  [[nodiscard]] const File& from(const LargePass& pass) const { return pass.index == 0 ? in_ : *between_; }
  [[nodiscard]] const File& to(const LargePass& pass) const { return pass.index == 0 ? *between_ : *out_; }
  [[nodiscard]] LargeJournal& journal() { return journal_; }
  [[nodiscard]] std::uint64_t* memory() const { return memory_.get(); }

  /// Throws if a block of `pass` can no longer be computed, since a later stage may have overwritten or removed its
  /// source. Then the block was finished before, and either it or its record has been changed since.
  void require_source_of(const LargePass& pass) const {
    if (is_finished()) fail_changed_result();
    if (pass.index == 0 && journal_.stage() == LargeJournal::Stage::second_pass) {
      throw std::runtime_error(
          between_->name() +
          " or the journal has been changed, and the values that it was computed from are overwritten");
    }
  }

  /// Prepares `out` for writing in pieces of so many bytes.
  void expect_pieces(std::uint64_t bytes) const {
    // Linux keeps a file that was read sequentially in large pages, and is slow to write small pieces into these. So
    // they are dropped, but only if pieces are whole pages: a part of a page that is not in memory cannot be written
    // before the page is read.
    constexpr std::uint64_t page = 4096;
    if (is_in_place_ && bytes % page == 0) out_->forget();
  }

  /// Starts to write a finished block to the disk, while the next block is computed.
  void start_writing(const LargePass& pass, std::uint64_t offset, std::uint64_t bytes) const {
    if (pass.index == 1 || is_in_place_) to(pass).start_writing(offset, bytes);
  }

  void finish(const LargePass& pass) {
    if (pass.index == 1) {
      finish_result();
    } else if (is_in_place_) {
      // Otherwise pass 0 can be repeated, and its result need never be on the disk.
      between_->synchronise();
      journal_.record_stage(LargeJournal::Stage::second_pass);
    }
  }

 private:
  /// Completes the result and removes the other files. The journal goes last: a call that is repeated after an
  /// interruption in this function finds it, and so never transforms a result as if it were an input.
  void finish_result() {
    if (is_finished()) {
      File::remove(out_->name() + ".between");
    } else {
      out_->synchronise();
      journal_.record_stage(LargeJournal::Stage::finished);
      between_->remove();
    }
    journal_.remove();
  }

  [[noreturn]] void fail_changed_result() const {
    throw std::runtime_error(out_->name() + " or " + journal_.name() +
                             " has been changed since the transform was finished: remove " + journal_.name() +
                             " to transform the present values");
  }

  LargeFileState(const std::string& in, std::uint64_t bytes, std::size_t memory_words, const std::string& journal,
                 const std::string& text, const std::array<std::size_t, 2>& blocks)
      : in_(in, File::Mode::read), memory_(require_size(in_, bytes, memory_words)), journal_(journal, text, blocks) {}

  /// Checks the size of the input before any other file is touched. Returns memory_words.
  static std::size_t require_size(const File& file, std::uint64_t bytes, std::size_t memory_words) {
    if (file.size() != bytes)
      checks::reject("size of " + file.name(), file.size(), "it must be " + std::to_string(bytes));
    return memory_words;
  }

  void remove_files() noexcept {
    try {
      if (between_) between_->remove();
      if (out_ && out_->is_new()) out_->remove();
      journal_.remove();
    } catch (const std::exception&) {  // the error that ended the transform is reported instead
    }
  }

  File in_;
  memory::HugeBlock memory_;  // shared by both passes, since an allocator need not reuse memory of the first pass
  LargeJournal journal_;
  std::optional<File> out_;
  std::optional<File> between_;
  bool is_in_place_ = false;
};

namespace {

/// Returns a pass with the shape of the transform's other pass.
LargePass turned(LargePass pass) {
  std::swap(pass.lines, pass.length);
  return pass;
}

std::size_t lines_of_block(const LargePass& pass, std::size_t memory, std::size_t number_bytes) {
  const std::size_t lines = FileLines::fitting(pass, memory, number_bytes);
  if (lines != 0) return lines;
  const std::size_t least =
      std::max(FileLines::least_bytes(pass, number_bytes), FileLines::least_bytes(turned(pass), number_bytes));
  checks::reject("memory", memory, "it must be at least " + std::to_string(least) + " bytes for this transform");
}

std::size_t blocks_of(std::size_t lines, std::size_t block) { return (lines + block - 1) / block; }

std::unique_ptr<LargeFileState> start(const LargePass& pass, const std::string& in, const std::string& out,
                                      std::size_t memory, std::size_t number_bytes) {
  const std::size_t lines[] = {lines_of_block(pass, memory, number_bytes),
                               lines_of_block(turned(pass), memory, number_bytes)};
  const std::string text = std::string("ringlet: blocks of an unfinished transform, format 2\n")
                               .append(pass.transform)
                               .append("\nfrom ")
                               .append(in)
                               .append("\nin blocks of ")
                               .append(std::to_string(lines[0]))
                               .append(" and ")
                               .append(std::to_string(lines[1]))
                               .append(" lines\n");
  const std::array<std::size_t, 2> blocks{blocks_of(pass.lines, lines[0]), blocks_of(pass.length, lines[1])};
  const std::size_t numbers = std::max(FileLines::numbers(pass, lines[0], memory, number_bytes),
                                       FileLines::numbers(turned(pass), lines[1], memory, number_bytes));
  return std::make_unique<LargeFileState>(in, out, std::uint64_t{pass.lines} * pass.length * number_bytes, text, blocks,
                                          numbers * (number_bytes / sizeof(std::uint64_t)));
}

/// Returns the layout in which a pass reads its lines from `in` or writes them to `out`.
FileMatrix matrix_of(const LargePass& pass, LargeLayout layout) {
  return layout.are_columns ? FileMatrix::rows(pass.length, pass.lines) : FileMatrix::rows(pass.lines, pass.length);
}

/// Returns the layout of the lines of a pass in out.between. A block of pass 0 is written in one piece, and each block
/// of pass 1 reads one piece of it.
FileMatrix between_of(const LargePass& pass, std::size_t memory, std::size_t number_bytes) {
  const bool are_columns = pass.index == 0 ? pass.to.are_columns : pass.from.are_columns;
  const std::size_t lines = lines_of_block(pass, memory, number_bytes);
  const std::size_t others = lines_of_block(turned(pass), memory, number_bytes);
  if (are_columns) return {pass.length, pass.lines, others, lines, pass.index == 1};
  return {pass.lines, pass.length, lines, others, pass.index == 0};
}

void run_blocks(LargeFileState& state, const LargePass& pass, const LargeCompute& compute,
                const LargeFileOptions& options, std::size_t number_bytes, Executor& executor) {
  if (pass.index == 0 && state.is_finished()) return;  // only the result, which pass 1 has written, is checked
  const std::size_t block = lines_of_block(pass, options.memory, number_bytes);
  const FileLines values(pass, block, options.memory, number_bytes, state.memory(), executor);
  const FileMatrix between = between_of(pass, options.memory, number_bytes);
  const FileMatrix from = pass.index == 0 ? matrix_of(pass, pass.from) : between;
  const FileMatrix to = pass.index == 0 ? between : matrix_of(pass, pass.to);
  LargeJournal& journal = state.journal();
  if (pass.index == 1 && pass.to.are_columns) state.expect_pieces(block * number_bytes);
  if (!state.is_finished()) values.announce(state.from(pass), from, pass.from, 0, block);
  for (std::size_t first = 0; first < pass.lines; first += block) {
    const std::size_t count = std::min(block, pass.lines - first), index = first / block;
    if (const auto recorded = journal.checksum(pass.index, index)) {
      values.read(state.to(pass), to, pass.to, first, count);
      if (values.checksum(count) == *recorded) continue;
    }
    state.require_source_of(pass);
    values.read(state.from(pass), from, pass.from, first, count);
    const std::size_t next = first + count;
    if (next < pass.lines) values.announce(state.from(pass), from, pass.from, next, std::min(block, pass.lines - next));
    const std::uint64_t checksum = values.transform(compute, first, count);
    values.write(state.to(pass), to, pass.to, first, count);
    if (pass.index == 0 || !pass.to.are_columns) {
      state.start_writing(pass, first * pass.length * number_bytes, count * pass.length * number_bytes);
    }
    journal.record(pass.index, index, checksum);
    if (options.progress) options.progress({.done = journal.done(), .blocks = journal.blocks()});
  }
  state.finish(pass);
}

/// Implements `LargeFile::run`. Takes the state out of `kept`, so that an exception closes the files.
void run(std::unique_ptr<LargeFileState>& kept, const LargePass& pass, const LargeCompute& compute,
         const std::string& in, const std::string& out, const LargeFileOptions& options, std::size_t number_bytes) {
  std::unique_ptr<LargeFileState> state = std::move(kept);
  if (pass.index == 0) state = start(pass, in, out, options.memory, number_bytes);
  if (state == nullptr) throw std::logic_error("pass 1 of a transform comes after its pass 0");
  SerialExecutor serial;
  run_blocks(*state, pass, compute, options, number_bytes, options.executor == nullptr ? serial : *options.executor);
  if (pass.index == 0) kept = std::move(state);
}

}  // namespace
}  // namespace large

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
  large::run(state_, pass, large::compute_of_bytes<Word>(compute), in_, out_, options_, sizeof(Word));
}

RINGLET_INSTANTIATE_TEMPLATE(std::uint64_t, class LargeFile)
RINGLET_INSTANTIATE_TEMPLATE(uint128_t, class LargeFile)
RINGLET_FOR_EACH_WIDTH(RINGLET_INSTANTIATE_WIDTH, class LargeFile)

}  // namespace ringlet
