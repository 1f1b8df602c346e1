#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "memory/memory_pool.hpp"
#include "ringlet/backend.hpp"
#include "ringlet/key_switch.hpp"
#include "ringlet/mod_down.hpp"
#include "ringlet/rns_context.hpp"
#include "ringlet/rns_ntt.hpp"
#include "words/ntt_plan.hpp"

namespace ringlet::rns {

/// Plans made from transforms, with Options. Equal plans are made once as long as somebody holds them.
template <class State, class Options>
class EqualPlans {
 public:
  /// Returns the plan with these parameters, or what make() returns. `moduli`: how many are special or dropped.
  template <class Make>
  std::shared_ptr<const State> get(const RnsNtt& ntt, std::size_t moduli, const Options& options, const Make& make) {
    Parameters parameters{backend::active(), {}, moduli, options};
    for (std::size_t i = 0; i < ntt.base().size(); ++i) parameters.transforms.push_back(&plan_of(ntt[i]));
    const std::scoped_lock lock(mutex_);
    std::erase_if(plans_, [](const Entry& entry) { return entry.plan.expired(); });
    for (const Entry& entry : plans_) {
      if (!(entry.parameters == parameters)) continue;
      if (auto plan = entry.plan.lock()) return plan;
    }
    std::shared_ptr<const State> plan = make();
    plans_.push_back({std::move(parameters), plan});
    return plan;
  }

 private:
  struct Parameters {
    std::string backend;
    /// Equal transforms of a context have the same address.
    std::vector<const words::NttPlan<std::uint64_t>*> transforms;
    std::size_t moduli;
    Options options;
    friend bool operator==(const Parameters&, const Parameters&) = default;
  };
  struct Entry {
    Parameters parameters;
    std::weak_ptr<const State> plan;
  };

  std::mutex mutex_;
  std::vector<Entry> plans_;
};

/// Content of an `RnsContext`.
class RnsContextState {
 public:
  [[nodiscard]] Ntt<std::uint64_t> ntt(std::size_t n, const Modulus<std::uint64_t>& q,
                                       std::optional<std::uint64_t> psi);
  [[nodiscard]] std::size_t transforms() const {
    const std::scoped_lock lock(mutex_);
    return transforms_.size();
  }

  EqualPlans<KeySwitchState, KeySwitchOptions> key_switches;
  EqualPlans<ModDownState, ModDownOptions> mod_downs;
  memory::MemoryPool memory;

 private:
  struct Entry {
    Ntt<std::uint64_t> plan;
    bool has_default_root;
  };

  mutable std::mutex mutex_;
  /// Transforms by size, modulus and backend, one transform for each root.
  std::multimap<std::tuple<std::size_t, std::uint64_t, std::string>, Entry> transforms_;
};

/// Returns the working memory of plans that are made from these transforms.
[[nodiscard]] inline memory::MemoryPool& memory_of(const RnsNtt& ntt) { return state_of(ntt.context()).memory; }

}  // namespace ringlet::rns
