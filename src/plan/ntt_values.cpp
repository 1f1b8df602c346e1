#include "plan/ntt_values.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

namespace ringlet::plan {

template <class Word>
NttValues<Word>::NttValues(std::shared_ptr<const NttPlan<Word>> plan)
    : plan_(std::move(plan)), block_(allocate_bytes(bytes())) {
  std::memset(block_.get(), 0, bytes());  // in every layout
}

template <class Word>
NttValues<Word>::NttValues(const NttValues& other)
    : plan_(other.plan_), domain_(other.domain_), reduce_first_(other.reduce_first_), block_(allocate_bytes(bytes())) {
  std::memcpy(block_.get(), other.block_.get(), bytes());
}

template <class Word>
std::size_t NttValues<Word>::bytes() const {
  return plan_->size() * (plan_->cells() != nullptr ? plan_->cells()->cell_bytes : sizeof(Word));
}

template <class Word>
void NttValues<Word>::load(const Word* in, Domain domain) {
  if (const auto* cells = plan_->cells()) {
    cells->load(block_.get(), in, plan_->size(), plan_->modulus(), domain);
  } else {
    std::copy_n(in, plan_->size(), words());
  }
  domain_ = domain;
  reduce_first_ = false;
}

template <class Word>
void NttValues<Word>::store(Word* out) const {
  if (const auto* cells = plan_->cells()) {
    cells->store(out, block_.get(), plan_->size(), plan_->modulus(), domain_);
  } else {
    std::copy_n(words(), plan_->size(), out);
  }
}

template <class Word>
void NttValues<Word>::forward() {
  if (plan_->cells() != nullptr) {
    plan_->forward_cells(block_.get());
  } else {
    plan_->forward(words(), words(), 1, 1);
  }
  domain_ = Domain::evaluations;
  reduce_first_ = false;
}

template <class Word>
void NttValues<Word>::inverse() {
  if (plan_->cells() != nullptr) {
    plan_->inverse_cells(block_.get());
  } else {
    plan_->inverse(words(), words(), 1, 1);
  }
  domain_ = Domain::coefficients;
  reduce_first_ = false;
}

template <class Word>
void NttValues<Word>::add(const NttValues& y) {
  const auto& m = plan_->modulus();
  if (const auto* cells = plan_->cells()) {
    cells->add(block_.get(), block_.get(), y.block_.get(), plan_->size(), m);
    reduce_first_ = false;
  } else {
    constexpr auto add = &kernels::BasicEltwiseKernels<Word>::add;
    const auto* kernels = backends::choose_eltwise(plan_->backend(), m.bits, add).kernels;
    kernels->add(words(), words(), y.words(), plan_->size(), m);
  }
}

template <class Word>
void NttValues<Word>::sub(const NttValues& y) {
  const auto& m = plan_->modulus();
  if (const auto* cells = plan_->cells()) {
    cells->sub(block_.get(), block_.get(), y.block_.get(), plan_->size(), m);
    reduce_first_ = false;
  } else {
    constexpr auto sub = &kernels::BasicEltwiseKernels<Word>::sub;
    const auto* kernels = backends::choose_eltwise(plan_->backend(), m.bits, sub).kernels;
    kernels->sub(words(), words(), y.words(), plan_->size(), m);
  }
}

template <class Word>
void NttValues<Word>::mul_cells(const NttValues& x, const NttValues& y, bool adds) {
  const auto* cells = plan_->cells();
  const auto& m = plan_->modulus();
  const std::size_t n = plan_->size();
  const auto run = [&](std::byte* out, const std::byte* a, const std::byte* b, std::size_t count) {
    if (adds) {
      cells->mul_add(out, a, b, out, count, m);
    } else {
      cells->mul(out, a, b, count, m);
    }
  };
  if (!x.reduce_first_ && !y.reduce_first_) {
    run(block_.get(), x.block_.get(), y.block_.get(), n);
  } else {
    // Piece by piece, so that the reduced factors stay in a first-level cache.
    constexpr std::size_t piece = 256;
    alignas(64) std::byte reduced[2][piece * 2 * sizeof(Word)];
    for (std::size_t i = 0; i < n; i += piece) {
      const std::size_t count = std::min(n - i, piece);
      const auto factor = [&](const NttValues& values, std::byte* copy) -> const std::byte* {
        const std::byte* at = values.block_.get() + i * cells->cell_bytes;
        if (!values.reduce_first_) return at;
        cells->reduce(copy, at, count, m);
        return copy;
      };
      run(block_.get() + i * cells->cell_bytes, factor(x, reduced[0]), factor(y, reduced[1]), count);
    }
  }
  reduce_first_ = cells->reduce != nullptr;
}

template <class Word>
void NttValues<Word>::mul(const NttValues& y) {
  if (plan_->cells() != nullptr) {
    mul_cells(*this, y, false);
  } else {
    plan_->multiply_values(words(), words(), y.words(), plan_->size());
  }
}

template <class Word>
void NttValues<Word>::mul_add(const NttValues& x, const NttValues& y) {
  if (plan_->cells() != nullptr) return mul_cells(x, y, true);
  const auto& m = plan_->modulus();
  const std::size_t n = plan_->size();
  constexpr auto add = &kernels::BasicEltwiseKernels<Word>::add;
  const auto* kernels = backends::choose_eltwise(plan_->backend(), m.bits, add).kernels;
  // Piece by piece, so that the products stay in a first-level cache.
  alignas(64) Word products[256];
  for (std::size_t i = 0; i < n; i += std::size(products)) {
    const std::size_t count = std::min(n - i, std::size(products));
    plan_->multiply_values(products, x.words() + i, y.words() + i, count);
    kernels->add(words() + i, words() + i, products, count, m);
  }
}

template class NttValues<std::uint64_t>;
template class NttValues<uint128_t>;

}  // namespace ringlet::plan
