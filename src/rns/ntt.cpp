#include "ringlet/rns_ntt.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "ringlet/backend.hpp"
#include "rns/checks.hpp"

namespace ringlet {

struct NttCache::Plans {
  std::mutex mutex;
  /// By size, modulus and backend.
  std::map<std::tuple<std::size_t, std::uint64_t, std::string>, Ntt<std::uint64_t>> plans;
};

NttCache::NttCache() : plans_(std::make_unique<Plans>()) {}

NttCache::~NttCache() = default;

Ntt<std::uint64_t> NttCache::get(std::size_t n, const Modulus<std::uint64_t>& q) {
  auto& [mutex, plans] = *plans_;
  const std::scoped_lock lock(mutex);
  const auto key = std::make_tuple(n, q.value(), backend::active());
  const auto found = plans.find(key);
  // Made under the lock: tables are to exist once.
  return found != plans.end() ? found->second : plans.emplace(key, Ntt(n, q)).first->second;
}

std::size_t NttCache::size() const {
  const std::scoped_lock lock(plans_->mutex);
  return plans_->plans.size();
}

namespace {

/// The first of make(q) for each modulus of a base.
template <class Make>
std::shared_ptr<const Ntt<std::uint64_t>> plans_of(const RnsBase& base, const Make& make) {
  const auto plans = std::make_shared<std::vector<Ntt<std::uint64_t>>>();
  for (const auto& q : base.moduli()) plans->push_back(make(q));
  return {plans, plans->data()};
}

void check_shapes(const char* out_name, const RnsSpan& out, const char* name, const RnsView& in, const RnsNtt& ntt) {
  api::require_level(name, in, ntt.base(), ntt.size());
  api::require_rows(out_name, out, in.rows(), ntt.size());
  api::require_same_rows_or_separate(name, out, in, out_name);
}

/// The most rows that one of several polynomials has.
std::size_t checked_rows(std::span<const RnsSpan> out, std::span<const RnsView> in, const RnsNtt& ntt) {
  api::require_as_many("out", out.size(), in.size());
  std::size_t most = 0;
  for (std::size_t k = 0; k < in.size(); ++k) {
    const std::string name = api::element("in", k), out_name = api::element("out", k);
    check_shapes(out_name.c_str(), out[k], name.c_str(), in[k], ntt);
    api::require_apart_from_others(out_name.c_str(), out[k], k, "in", in);
    api::require_apart_from_others(out_name.c_str(), out[k], k, "out", out);
    most = std::max(most, in[k].rows());
  }
  return most;
}

/// transform(i, k) for row i of polynomial k, a task each, modulus by modulus.
template <class Transform>
void for_each_row_of(std::span<const RnsView> in, std::size_t rows, Executor* executor, const Transform& transform) {
  const std::size_t polynomials = in.size();
  api::for_each_row(executor, rows * polynomials, [&](std::size_t task) {
    const std::size_t i = task / polynomials, k = task % polynomials;
    if (i < in[k].rows()) transform(i, k);
  });
}

}  // namespace

RnsNtt::RnsNtt(std::size_t n, const RnsBase& base)
    : base_(base), plans_(plans_of(base, [n](const auto& q) { return Ntt<std::uint64_t>(n, q); })) {}

RnsNtt::RnsNtt(std::size_t n, const RnsBase& base, NttCache& cache)
    : base_(base), plans_(plans_of(base, [n, &cache](const auto& q) { return cache.get(n, q); })) {}

void RnsNtt::forward(RnsSpan out, RnsView in, NttRange range, Executor* executor) const {
  check_shapes("out", out, "in", in, *this);
  api::for_each_row(executor, in.rows(), [&](std::size_t i) { (*this)[i].forward(out[i], in[i], range); });
}

void RnsNtt::inverse(RnsSpan out, RnsView in, NttRange range, Executor* executor) const {
  check_shapes("out", out, "in", in, *this);
  api::for_each_row(executor, in.rows(), [&](std::size_t i) { (*this)[i].inverse(out[i], in[i], range); });
}

void RnsNtt::forward(std::span<const RnsSpan> out, std::span<const RnsView> in, NttRange range,
                     Executor* executor) const {
  for_each_row_of(in, checked_rows(out, in, *this), executor,
                  [&](std::size_t i, std::size_t k) { (*this)[i].forward(out[k][i], in[k][i], range); });
}

void RnsNtt::inverse(std::span<const RnsSpan> out, std::span<const RnsView> in, NttRange range,
                     Executor* executor) const {
  for_each_row_of(in, checked_rows(out, in, *this), executor,
                  [&](std::size_t i, std::size_t k) { (*this)[i].inverse(out[k][i], in[k][i], range); });
}

}  // namespace ringlet
