#include "rns/rns_context_state.hpp"

#include <algorithm>

namespace ringlet {
namespace rns {

Ntt<std::uint64_t> RnsContextState::ntt(std::size_t n, const Modulus<std::uint64_t>& q,
                                        std::optional<std::uint64_t> psi) {
  const std::scoped_lock lock(mutex_);
  const auto key = std::make_tuple(n, q.value(), backend::active());
  const auto [first, last] = transforms_.equal_range(key);
  const auto found = std::find_if(first, last, [&](const auto& each) {
    return psi ? each.second.plan.root() == *psi : each.second.has_default_root;
  });
  if (found != last) return found->second.plan;
  // The transform is made under the lock, so that its tables exist once.
  const Ntt plan(n, q, NttOptions<std::uint64_t>{.psi = psi});
  const auto same = std::find_if(first, last, [&](const auto& each) { return each.second.plan.root() == plan.root(); });
  if (same == last) return transforms_.emplace(key, Entry{plan, !psi})->second.plan;
  same->second.has_default_root = true;
  return same->second.plan;
}

}  // namespace rns

RnsContext::RnsContext() : state_(std::make_shared<rns::RnsContextState>()) {}

Ntt<std::uint64_t> RnsContext::ntt(std::size_t n, const Modulus<std::uint64_t>& q,
                                   std::optional<std::uint64_t> psi) const {
  return state_->ntt(n, q, psi);
}

std::size_t RnsContext::transforms() const { return state_->transforms(); }
std::size_t RnsContext::held_bytes() const { return state_->memory.bytes().held; }
std::size_t RnsContext::lent_bytes() const { return state_->memory.bytes().lent; }
std::size_t RnsContext::peak_bytes() const { return state_->memory.bytes().peak; }
void RnsContext::release() const { state_->memory.release(); }

}  // namespace ringlet
