#include "large/journal.hpp"

#include <bit>
#include <charconv>
#include <cstring>
#include <stdexcept>

namespace ringlet::large {
namespace {

constexpr std::size_t digits = 16;

std::string hexadecimal(std::uint64_t x) {
  std::string text(digits, '0');
  for (std::size_t i = digits; i-- > 0; x >>= 4) text[i] = "0123456789abcdef"[x & 15];
  return text;
}

std::uint64_t hexadecimal(const char* text) {
  std::uint64_t x = 0;
  std::from_chars(text, text + digits, x, 16);
  return x;
}

/// Describes, from both texts, the first line in which they differ. Neither may be a prefix of the other.
std::string first_difference(std::string_view ours, std::string_view other) {
  std::size_t line = 0;
  for (std::size_t i = 0; ours[i] == other[i]; ++i) {
    if (ours[i] == '\n') line = i + 1;
  }
  const auto from = [line](std::string_view text) { return text.substr(line, text.find('\n', line) - line); };
  return std::string("\"").append(from(other)).append("\", but this one is \"").append(from(ours)).append("\"");
}

}  // namespace

std::uint64_t checksum_of(const void* bytes, std::size_t count) {
  // Each step is a permutation of its word, so that no change is lost. The last steps spread it.
  constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15;
  constexpr std::size_t lanes = 4;
  std::uint64_t sums[lanes]{1, 2, 3, 4};
  const auto* from = static_cast<const char*>(bytes);
  for (std::size_t i = 0; i < count / 8; ++i) {
    std::uint64_t word;
    std::memcpy(&word, from + 8 * i, sizeof(word));
    std::uint64_t& sum = sums[i % lanes];
    sum = std::rotl((sum ^ word) * multiplier, 31);
  }
  std::uint64_t sum = count;
  for (const std::uint64_t lane : sums) sum = std::rotl((sum ^ lane) * multiplier, 29);
  return sum;
}

std::string LargeJournal::line_of(const Record& record) {
  std::string line = hexadecimal(record.pass) + " " + hexadecimal(record.block) + " " + hexadecimal(record.checksum);
  const std::uint64_t words[] = {record.pass, record.block, record.checksum};
  return line.append(" ").append(hexadecimal(checksum_of(words, sizeof(words)))).append("\n");
}

LargeJournal::LargeJournal(const std::string& name, const std::string& text, const std::array<std::size_t, 2>& blocks)
    : file_(name, File::Mode::create) {
  for (const unsigned pass : {0U, 1U}) checksums_[pass].resize(blocks[pass]);
  file_.lock();
  std::string found(file_.size(), '\0');
  file_.read(found.data(), found.size(), 0);
  if (text.starts_with(found)) {  // new, or cut off within the text
    unwritten_ = text;
    return;
  }
  if (!found.starts_with(text)) {
    throw std::invalid_argument(name + " belongs to another transform, " + first_difference(text, found) +
                                ": finish that one, or remove the file if its values are not needed");
  }
  end_ = text.size();
  const std::size_t length = line_of({}).size();
  for (; end_ + length <= found.size(); end_ += length) {
    const char* const at = found.data() + end_;
    const Record record{hexadecimal(at), hexadecimal(at + digits + 1), hexadecimal(at + 2 * (digits + 1))};
    if (line_of(record) == std::string_view(at, length)) accept(record);
  }
  // A record that was cut off stays; the next record is longer and overwrites it.
}

void LargeJournal::record(unsigned pass, std::size_t block, std::uint64_t checksum) {
  const Record record{pass, block, checksum};
  append(record);
  accept(record);
}

void LargeJournal::record_stage(Stage stage) {
  if (stage_ >= stage) return;
  const Record record{static_cast<std::uint64_t>(stage), 0, 0};
  append(record);
  file_.synchronise();
  accept(record);
}

}  // namespace ringlet::large
