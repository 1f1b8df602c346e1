#include "plan/ntt_values.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace ringlet::plan {

template <class Word>
NttValues<Word>::NttValues(std::shared_ptr<const NttPlan<Word>> plan)
    : plan_(std::move(plan)), block_(::operator new(bytes(), alignment)) {
  std::memset(block_.get(), 0, bytes());  // in every layout
}

template <class Word>
NttValues<Word>::NttValues(const NttValues& other)
    : plan_(other.plan_), domain_(other.domain_), block_(::operator new(bytes(), alignment)) {
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
}

template <class Word>
void NttValues<Word>::inverse() {
  if (plan_->cells() != nullptr) {
    plan_->inverse_cells(block_.get());
  } else {
    plan_->inverse(words(), words(), 1, 1);
  }
  domain_ = Domain::coefficients;
}

template <class Word>
void NttValues<Word>::add(const NttValues& y) {
  const auto& m = plan_->modulus();
  if (const auto* cells = plan_->cells()) {
    cells->add(block_.get(), block_.get(), y.block_.get(), plan_->size(), m);
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
  } else {
    constexpr auto sub = &kernels::BasicEltwiseKernels<Word>::sub;
    const auto* kernels = backends::choose_eltwise(plan_->backend(), m.bits, sub).kernels;
    kernels->sub(words(), words(), y.words(), plan_->size(), m);
  }
}

template <class Word>
void NttValues<Word>::multiply(const NttValues& y) {
  if (const auto* cells = plan_->cells()) {
    cells->mul(block_.get(), block_.get(), y.block_.get(), plan_->size(), plan_->modulus());
  } else {
    plan_->multiply_values(words(), words(), y.words(), plan_->size());
  }
}

template <class Word>
void NttValues<Word>::multiply_add(const NttValues& x, const NttValues& y) {
  const auto& m = plan_->modulus();
  const std::size_t n = plan_->size();
  if (const auto* cells = plan_->cells()) {
    cells->mul_add(block_.get(), x.block_.get(), y.block_.get(), block_.get(), n, m);
    return;
  }
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
