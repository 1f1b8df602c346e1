#include "plan/buffer_values.hpp"

#include "arith/word_traits.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

namespace ringlet::plan {

template <class Word>
BufferValues<Word>::BufferValues(std::shared_ptr<const NttPlan<Word>> plan)
    : plan_(std::move(plan)), block_(allocate_bytes(bytes())) {
  std::memset(block_.get(), 0, bytes());  // in every layout
}

template <class Word>
BufferValues<Word>::BufferValues(const BufferValues& other)
    : plan_(other.plan_), domain_(other.domain_), reduce_first_(other.reduce_first_), block_(allocate_bytes(bytes())) {
  std::memcpy(block_.get(), other.block_.get(), bytes());
}

template <class Word>
std::size_t BufferValues<Word>::bytes() const {
  return plan_->size() * plan_->values().size(*plan_);
}

template <class Word>
void BufferValues<Word>::load(const Word* in, Domain domain) {
  plan_->values().load(*plan_, block_.get(), in, domain);
  domain_ = domain;
  reduce_first_ = false;
}

template <class Word>
void BufferValues<Word>::store(Word* out) const {
  plan_->values().store(*plan_, out, block_.get(), domain_);
}

template <class Word>
void BufferValues<Word>::forward() {
  plan_->values().forward(*plan_, block_.get());
  domain_ = Domain::evaluations;
  reduce_first_ = false;
}

template <class Word>
void BufferValues<Word>::inverse() {
  plan_->values().inverse(*plan_, block_.get());
  domain_ = Domain::coefficients;
  reduce_first_ = false;
}

template <class Word>
void BufferValues<Word>::add(const BufferValues& y) {
  plan_->values().add(*plan_, block_.get(), block_.get(), y.block_.get());
  reduce_first_ = false;
}

template <class Word>
void BufferValues<Word>::sub(const BufferValues& y) {
  plan_->values().sub(*plan_, block_.get(), block_.get(), y.block_.get());
  reduce_first_ = false;
}

template <class Word>
void BufferValues<Word>::multiply(Product product, const BufferValues& x, const BufferValues& y) {
  const std::size_t n = plan_->size();
  if (!x.reduce_first_ && !y.reduce_first_) {
    product(*plan_, block_.get(), x.block_.get(), y.block_.get(), n);
  } else {
    // Piece by piece, so that the reduced factors stay in a first-level cache.
    constexpr std::size_t piece = 256;
    alignas(64) std::byte reduced[2][piece * 2 * sizeof(Word)];
    const BufferOperations<Word>& values = plan_->values();
    const std::size_t value_size = values.size(*plan_);
    const std::size_t count = std::min(n, piece);  // divides n, as both are powers of two
    for (std::size_t i = 0; i < n; i += count) {
      const auto factor = [&](const BufferValues& of, std::byte* copy) -> const std::byte* {
        const std::byte* at = of.block_.get() + i * value_size;
        if (!of.reduce_first_) return at;
        values.reduce(*plan_, copy, at, count);
        return copy;
      };
      product(*plan_, block_.get() + i * value_size, factor(x, reduced[0]), factor(y, reduced[1]), count);
    }
  }
  reduce_first_ = plan_->values().reduce != nullptr;
}

template <class Word>
void BufferValues<Word>::mul(const BufferValues& y) {
  multiply(plan_->values().mul, *this, y);
}

template <class Word>
void BufferValues<Word>::mul_add(const BufferValues& x, const BufferValues& y) {
  multiply(plan_->values().mul_add, x, y);
}

RINGLET_FOR_EACH_WORD(RINGLET_INSTANTIATE_TEMPLATE, class BufferValues)

}  // namespace ringlet::plan
