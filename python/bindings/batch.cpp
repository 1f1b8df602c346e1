#include "batch.hpp"

#include <algorithm>

namespace ringlet_python {

void in_stretches(unsigned threads, std::size_t size, std::size_t unit,
                  const std::function<void(std::size_t, std::size_t)>& work) {
  const std::size_t stretch = std::max(stretch_of_one_thread / unit, std::size_t{1}) * unit * threads;
  Workers workers(threads);
  Unlocked unlocked;
  for (std::size_t begin = 0; begin < size; begin += stretch) {
    if (begin > 0) unlocked.look_for_signals();
    const auto piece = [&](std::size_t from, std::size_t to, std::size_t /*worker*/) {
      work(begin + from, begin + to);
    };
    ringlet::run_in_pieces(workers, std::min(stretch, size - begin), unit, piece);
  }
}

template <class Word, std::size_t count>
nb::object apply(const std::array<Array, count>& inputs, const CallOptions& options, std::size_t unit, unsigned factor,
                 const std::type_identity_t<Word>& q, const std::type_identity_t<Kernel<Word, count>>& kernel) {
  const auto operands = to_operands<Word>(inputs, options, factor, q);
  const Output out = make_output_of(operands, options.out);
  const std::span<Word> out_values = out.to_write<Word>();
  in_stretches(operands.threads, out.size(), unit, [&](std::size_t begin, std::size_t end) {
    kernel(out_values.subspan(begin, end - begin), operands.part(begin, end));
  });
  return out.finish();
}

#define RINGLET_APPLY(Word, count)                                                                                   \
  template nb::object apply<Word, count>(const std::array<Array, count>&, const CallOptions&, std::size_t, unsigned, \
                                         const Word&, const Kernel<Word, count>&);
#define RINGLET_APPLY_OF(Word) RINGLET_APPLY(Word, 1) RINGLET_APPLY(Word, 2) RINGLET_APPLY(Word, 3)

RINGLET_APPLY_OF(std::uint32_t)
RINGLET_APPLY_OF(std::uint64_t)
RINGLET_APPLY_OF(uint128_t)
RINGLET_APPLY_OF(ringlet::UInt<192>)
RINGLET_APPLY_OF(ringlet::UInt<256>)
RINGLET_APPLY_OF(ringlet::UInt<320>)
RINGLET_APPLY_OF(ringlet::UInt<384>)
RINGLET_APPLY_OF(ringlet::UInt<512>)

}  // namespace ringlet_python
