#include "large/large_plan.hpp"

#include <type_traits>
#include <utility>

#include "arith/word_traits.hpp"
#include "large/text.hpp"
#include "memory/huge_block.hpp"
#include "multiword/widths.hpp"

namespace ringlet::large {
namespace {

/// Makes the plan of a line, which leaves evaluations in bit-reversed order.
template <class Word>
Ntt<Word> plan_of_line(std::size_t n, const Modulus<Word>& q, Ring ring, const Word& root) {
  NttOptions<Word> options{.ring = ring};
  (ring == Ring::cyclic ? options.omega : options.psi) = root;
  return Ntt<Word>(n, q, options);
}

}  // namespace

template <class Word>
LargePlan<Word>::LargePlan(const Modulus<Word>& q, Ring ring, const Word& root, LargeOrder order, std::size_t height,
                           std::size_t width)
    : modulus_(q),
      ring_(ring),
      order_(order),
      height_(height),
      width_(width),
      root_(root),
      numbers_(modulus_),
      first_(ring == Ring::cyclic ? numbers_.one() : numbers_.factor(root)),
      omega_(power(numbers_, numbers_.factor(root), ring == Ring::cyclic ? 1 : 2)),
      columns_(plan_of_line(height, q, ring, numbers_.plain(power(numbers_, numbers_.factor(root), width)))),
      rows_(plan_of_line(width, q, Ring::cyclic, numbers_.plain(power(numbers_, omega_, height)))),
      factors_(numbers_, height, first_, omega_),
      inverse_factors_(numbers_, height, inverse_of(first_, 2 * size()), inverse_of(omega_, size())),
      between_(size() * sizeof(Word)) {
  if constexpr (may_keep_rows<Word>) {
    // Read once, since another thread may force another backend.
    const backends::Backend& backend = backends::active();
    if (order == LargeOrder::bit_reversed && LargeColumns::serves(backend, modulus_, height, width)) {
      columns_in_rows_.emplace(backend, modulus_, ring, columns_.root(), width, factors_, inverse_factors_);
    }
  }
}

template <class Word>
LargePass LargePlan<Word>::pass_of_columns(std::string_view name) const {
  return {.transform = name,
          .index = 0,
          .lines = width_,
          .length = height_,
          .from = {.are_columns = true},
          .to = {.are_columns = true, .are_reversed = order_ != LargeOrder::bit_reversed}};
}

template <class Word>
LargePass LargePlan<Word>::pass_of_rows(std::string_view name) const {
  return {.transform = name,
          .index = 1,
          .lines = height_,
          .length = width_,
          .from = {},
          .to = {.are_columns = order_ == LargeOrder::natural, .are_reversed = order_ != LargeOrder::bit_reversed}};
}

template <class Word>
void LargePlan<Word>::transform_columns(Direction direction, Word* values, std::size_t first, std::size_t count,
                                        Word* factors) const {
  const bool is_forward = direction == twiddles::Direction::forward;
  const LargeFactors<Word>& between = is_forward ? factors_ : inverse_factors_;
  between.start(factors, first);
  for (std::size_t i = 0; i < count; ++i) {
    Word* const column = values + i * height_;
    if (i != 0) between.advance(factors);
    if (is_forward) numbers_.forward(columns_, column);
    between.apply(column, factors);
    if (!is_forward) numbers_.inverse(columns_, column);
  }
}

template <class Word>
void LargePlan<Word>::transform_rows(Direction direction, Word* values, std::size_t count) const {
  for (std::size_t i = 0; i < count; ++i) {
    Word* const row = values + i * width_;
    if (direction == twiddles::Direction::forward) {
      numbers_.forward(rows_, row);
    } else {
      numbers_.inverse(rows_, row);
    }
  }
}

template <class Word>
void LargePlan<Word>::run(Direction direction, LargeTransport<Word>& transport) const {
  const memory::HugeBlock factors(transport.workers() * height_ * (sizeof(Word) / sizeof(std::uint64_t)));
  const std::string name = text(direction);
  const typename LargeTransport<Word>::Compute columns = [&](Word* values, std::size_t first, std::size_t count,
                                                             std::size_t worker) {
    auto* const memory = static_cast<Word*>(static_cast<void*>(factors.get()));
    transform_columns(direction, values, first, count, memory + worker * height_);
  };
  const typename LargeTransport<Word>::Compute rows = [&](Word* values, std::size_t /*first*/, std::size_t count,
                                                          std::size_t /*worker*/) {
    transform_rows(direction, values, count);
  };
  LargePass first = pass_of_columns(name), second = pass_of_rows(name);
  if (direction == twiddles::Direction::forward) {
    transport.run(first, columns);
    transport.run(second, rows);
    return;
  }
  // The inverse runs the passes in reverse, with input and output layouts exchanged.
  std::swap(first.index, second.index);
  std::swap(first.from, first.to);
  std::swap(second.from, second.to);
  transport.run(second, rows);
  transport.run(first, columns);
}

template <class Word>
void LargePlan<Word>::run_in_rows(Direction direction, Word* out, const Word* in, Executor& executor) const {
  if constexpr (may_keep_rows<Word>) {
    const typename LargeTransport<Word>::Compute rows = [&](Word* values, std::size_t /*first*/, std::size_t count,
                                                            std::size_t /*worker*/) {
      transform_rows(direction, values, count);
    };
    const bool is_forward = direction == twiddles::Direction::forward;
    if (is_forward) columns_in_rows_->run(direction, out, in, executor);
    LargePass pass = pass_of_rows({});
    pass.index = 0;
    LargeArrays({is_forward ? out : in, out, out}, sizeof(Word), executor).run(pass, compute_of_bytes<Word>(rows));
    if (!is_forward) columns_in_rows_->run(direction, out, out, executor);
  }
}

template <class Word>
void LargePlan<Word>::run_on(Direction direction, const LargeArrays::Arrays& arrays, Executor& executor) const {
  LargeArrays bytes(arrays, sizeof(Word), executor);
  LargeWords<Word> transport(bytes);
  run(direction, transport);
}

template <class Word>
void LargePlan<Word>::run(Direction direction, Word* out, const Word* in, Executor& executor) const {
  if (columns_in_rows_) return run_in_rows(direction, out, in, executor);
  // Natural order turns the matrix in the pass of rows. If this is the first pass and the arrays are separate, it can
  // turn the matrix from one array to the other. Otherwise an array between them is needed.
  const bool turns = order_ == LargeOrder::natural;
  if (turns && (direction == twiddles::Direction::forward || out == in)) {
    const memory::Scratch::Loan between(between_);
    run_on(direction, {in, between.get(), out}, executor);
  } else {
    run_on(direction, {in, out, out}, executor);
  }
}

template <class Word>
std::size_t LargePlan<Word>::table_bytes() const {
  return columns_.table_bytes() + rows_.table_bytes() + factors_.bytes() + inverse_factors_.bytes() +
         (columns_in_rows_ ? columns_in_rows_->table_bytes() : 0);
}

template <class Word>
std::string LargePlan<Word>::text(Direction direction) const {
  return text_of_direction(direction == twiddles::Direction::forward, text_of_transform(*this), order_);
}

template <class Word>
std::string LargePlan<Word>::describe() const {
  return text_of_shape(height_, width_, columns_in_rows_ ? columns_in_rows_->describe() : columns_.describe(),
                       rows_.describe());
}

RINGLET_INSTANTIATE_TEMPLATE(std::uint64_t, class LargePlan)
RINGLET_INSTANTIATE_TEMPLATE(uint128_t, class LargePlan)
RINGLET_FOR_EACH_WIDTH(RINGLET_INSTANTIATE_WIDTH, class LargePlan)

}  // namespace ringlet::large
