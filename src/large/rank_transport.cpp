#include "large/rank_transport.hpp"

#include <cstring>
#include <span>

#include "large/arrays.hpp"

namespace ringlet::large {
namespace {

/// Returns list `index` of the four lists in `counts`, each with one number for each rank.
std::span<std::size_t> list_of(std::vector<std::size_t>& counts, std::size_t index) {
  return std::span(counts).subspan(index * (counts.size() / 4), counts.size() / 4);
}

}  // namespace

RankTransport::RankTransport(RankGroup& group, CoefficientOrder coefficients, std::size_t largest,
                             std::size_t number_bytes)
    : group_(&group),
      number_bytes_(number_bytes),
      are_coefficients_transposed_(coefficients == CoefficientOrder::transposed),
      first_(largest * (number_bytes / sizeof(std::uint64_t))),
      second_(largest * (number_bytes / sizeof(std::uint64_t))),
      counts_(4 * group.size()) {}

void RankTransport::start(const void* in, void* out, bool is_forward, Executor& executor) {
  executor_ = &executor;
  in_ = static_cast<const std::byte*>(in);
  out_ = static_cast<std::byte*>(out);
  between_ = nullptr;
  is_forward_ = is_forward;
  is_known_ = false;
}

std::size_t RankTransport::workers() const noexcept { return executor_->workers(); }

void RankTransport::transform(const LargePass& pass, const std::byte* from, std::byte* to,
                              const LargeCompute& compute) const {
  const RankBlock mine = share(pass.lines);
  LargePass local = pass;
  local.index = 0;
  local.lines = mine.count;
  LargeArrays arrays({.in = from, .between = to, .out = nullptr}, number_bytes_, *executor_);
  arrays.run(local, [&](std::byte* values, std::size_t first, std::size_t count, std::size_t worker) {
    compute(values, mine.first + first, count, worker);
  });
}

void RankTransport::exchange(std::byte* rows, const std::byte* packed, std::size_t lines, std::size_t length) {
  const std::size_t ranks = group_->size();
  const RankBlock my_lines = share(lines), my_rows = share(length);
  const std::span sent = list_of(counts_, 0), sent_at = list_of(counts_, 1);
  const std::span received_counts = list_of(counts_, 2), received_at = list_of(counts_, 3);
  for (std::size_t r = 0; r < ranks; ++r) {
    const RankBlock its_lines = lines_of_rank(r, ranks, lines), its_rows = lines_of_rank(r, ranks, length);
    sent[r] = its_rows.count * my_lines.count;
    sent_at[r] = its_rows.first * my_lines.count;
    received_counts[r] = my_rows.count * its_lines.count;
    received_at[r] = my_rows.count * its_lines.first;
  }
  std::byte* const received = another(packed);
  is_known_ = true;
  group_->agree(nullptr);
  group_->exchange(packed, {.counts = sent, .places = sent_at}, received,
                   {.counts = received_counts, .places = received_at}, number_bytes_);
  is_known_ = false;
  // Each rank has sent its piece of all rows of this rank, row after row.
  run_in_pieces(*executor_, my_rows.count, 1, [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t r = 0; r < ranks; ++r) {
        const RankBlock its = lines_of_rank(r, ranks, lines);
        std::memcpy(rows + (i * lines + its.first) * number_bytes_,
                    received + (my_rows.count * its.first + i * its.count) * number_bytes_, its.count * number_bytes_);
      }
    }
  });
}

const std::byte* RankTransport::turn(const LargePass& pass, const std::byte* array) {
  LargePass rows = pass;
  std::swap(rows.lines, rows.length);
  rows.from = {};
  rows.to = {.are_columns = true};
  std::byte* const packed = another(array);
  transform(rows, array, packed, [](std::byte*, std::size_t, std::size_t, std::size_t) {});
  exchange(packed, packed, rows.lines, rows.length);
  return packed;
}

void RankTransport::run(const LargePass& pass, const LargeCompute& compute) {
  const bool is_first = pass.index == 0;
  const bool reads_coefficients = is_forward_ && is_first, writes_coefficients = !is_forward_ && !is_first;
  LargePass lines = pass;
  const std::byte* from = is_first ? in_ : between_;
  if (pass.from.are_columns && !(reads_coefficients && are_coefficients_transposed_)) from = turn(pass, from);
  lines.from.are_columns = false;
  lines.to.are_columns = pass.to.are_columns && !(writes_coefficients && are_coefficients_transposed_);
  std::byte* const buffer = another(from);
  std::byte* const to = is_first ? buffer : out_;
  transform(lines, from, lines.to.are_columns ? buffer : to, compute);
  if (lines.to.are_columns) exchange(to, buffer, pass.lines, pass.length);
  between_ = to;
}

}  // namespace ringlet::large
