#include "ringlet/rns_ntt.hpp"

#include "api/rns_checks.hpp"
#include "ringlet/backend.hpp"

namespace ringlet {

Ntt<std::uint64_t> NttCache::get(std::size_t n, const Modulus<std::uint64_t>& q) {
  const std::scoped_lock lock(mutex_);
  const auto key = std::make_tuple(n, q.value(), backend::active());
  const auto found = plans_.find(key);
  // Made under the lock: tables are to exist once.
  return found != plans_.end() ? found->second : plans_.emplace(key, Ntt(n, q)).first->second;
}

std::size_t NttCache::size() const {
  const std::scoped_lock lock(mutex_);
  return plans_.size();
}

RnsNtt::RnsNtt(std::size_t n, const RnsBase& base) : base_(base) {
  for (const auto& q : base.moduli()) plans_.emplace_back(n, q);
}

RnsNtt::RnsNtt(std::size_t n, const RnsBase& base, NttCache& cache) : base_(base) {
  for (const auto& q : base.moduli()) plans_.push_back(cache.get(n, q));
}

namespace {

void check_shapes(const RnsSpan& out, const RnsView& in, const RnsNtt& ntt) {
  api::require_level("in", in, ntt.base(), ntt.size());
  api::require_rows("out", out, in.rows(), ntt.size());
  api::require_same_rows_or_separate("in", out, in);
}

}  // namespace

void RnsNtt::forward(RnsSpan out, RnsView in, NttRange range, Executor* executor) const {
  check_shapes(out, in, *this);
  api::for_each_row(executor, in.rows(), [&](std::size_t i) { plans_[i].forward(out[i], in[i], range); });
}

void RnsNtt::inverse(RnsSpan out, RnsView in, NttRange range, Executor* executor) const {
  check_shapes(out, in, *this);
  api::for_each_row(executor, in.rows(), [&](std::size_t i) { plans_[i].inverse(out[i], in[i], range); });
}

}  // namespace ringlet
