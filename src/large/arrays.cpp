#include "large/arrays.hpp"

#include <algorithm>

#include "memory/huge_block.hpp"

namespace ringlet::large {

template <class Work>
void LargeArrays::each_block(std::size_t lines, std::size_t block, const Work& work) const {
  run_in_pieces(*executor_, lines, block, [&](std::size_t begin, std::size_t end, std::size_t worker) {
    for (std::size_t first = begin; first < end; first += block) work(first, std::min(block, end - first), worker);
  });
}

void LargeArrays::run(const LargePass& pass, const LargeCompute& compute) {
  const auto* const from = static_cast<const std::byte*>(pass.index == 0 ? arrays_.in : arrays_.between);
  auto* const to = static_cast<std::byte*>(pass.index == 0 ? arrays_.between : arrays_.out);
  const std::size_t block = lines_of_cache(pass, number_bytes_), line_bytes = pass.length * number_bytes_;
  if (pass.from == LargeLayout{} && pass.to == LargeLayout{}) {
    each_block(pass.lines, block, [&](std::size_t first, std::size_t count, std::size_t worker) {
      std::byte* const lines = to + first * line_bytes;
      if (from != to) read_lines(lines, from, pass, pass.from, first, count, number_bytes_);
      compute(lines, first, count, worker);
    });
    return;
  }
  const std::size_t bytes = block * line_bytes;
  const memory::HugeBlock blocks(workers() * bytes / sizeof(std::uint64_t));
  each_block(pass.lines, block, [&](std::size_t first, std::size_t count, std::size_t worker) {
    std::byte* const lines = reinterpret_cast<std::byte*>(blocks.get()) + worker * bytes;
    read_lines(lines, from, pass, pass.from, first, count, number_bytes_);
    compute(lines, first, count, worker);
    write_lines(to, lines, pass, pass.to, first, count, number_bytes_, is_streamed(to, pass, count, number_bytes_));
  });
}

}  // namespace ringlet::large
