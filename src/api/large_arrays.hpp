#pragma once

#include <algorithm>
#include <cstddef>

#include "api/large_lines.hpp"
#include "plan/large_block.hpp"
#include "ringlet/executor.hpp"
#include "ringlet/large_transport.hpp"

namespace ringlet::api {

/// The transport of arrays in memory, on the threads of an executor.
template <class Word>
class LargeArrays final : public LargeTransport<Word> {
 public:
  using typename LargeTransport<Word>::Compute;

  /// Pass 0 goes from `in` to `between`, pass 1 from there to `out`. Neighbours are one array only where the pass stays
  /// in place.
  struct Arrays {
    const Word* in;
    Word* between;
    Word* out;
  };

  LargeArrays(const Arrays& arrays, Executor& executor) : arrays_(arrays), executor_(&executor) {}

  [[nodiscard]] std::size_t workers() const noexcept override { return executor_->workers(); }

  void run(const LargePass& pass, const Compute& compute) override {
    const Word* const from = pass.index == 0 ? arrays_.in : arrays_.between;
    Word* const to = pass.index == 0 ? arrays_.between : arrays_.out;
    const std::size_t block = lines_of_cache<Word>(pass);
    if (pass.from == LargeLayout{} && pass.to == LargeLayout{}) {
      each_block(pass.lines, block, [&](std::size_t first, std::size_t count, std::size_t worker) {
        Word* const lines = to + first * pass.length;
        if (from != to) read_lines(lines, from, pass, pass.from, first, count);
        compute(lines, first, count, worker);
      });
      return;
    }
    const std::size_t words = block * pass.length * (sizeof(Word) / sizeof(std::uint64_t));
    const plan::LargeBlock blocks(workers() * words);
    each_block(pass.lines, block, [&](std::size_t first, std::size_t count, std::size_t worker) {
      auto* const lines = static_cast<Word*>(static_cast<void*>(blocks.get() + worker * words));
      read_lines(lines, from, pass, pass.from, first, count);
      compute(lines, first, count, worker);
      write_lines(to, lines, pass, pass.to, first, count, is_streamed(to, pass, count));
    });
  }

 private:
  /// work(first, count, worker) on all lines, in blocks.
  template <class Work>
  void each_block(std::size_t lines, std::size_t block, const Work& work) {
    run_in_pieces(*executor_, lines, block, [&](std::size_t begin, std::size_t end, std::size_t worker) {
      for (std::size_t first = begin; first < end; first += block) work(first, std::min(block, end - first), worker);
    });
  }

  Arrays arrays_;
  Executor* executor_;
};

}  // namespace ringlet::api
