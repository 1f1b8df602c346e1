#include "plans.hpp"

#include <seal/util/rns.h>

#include <algorithm>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace ringlet::seal {

namespace {

using ContextData = ::seal::SEALContext::ContextData;
using ::seal::scheme_type;

RnsBase base_of(std::span<const ::seal::Modulus> moduli) {
  std::vector<std::uint64_t> values;
  values.reserve(moduli.size());
  for (const ::seal::Modulus& q : moduli) values.push_back(q.value());
  return RnsBase(values);
}

std::span<const ::seal::Modulus> moduli_of(const ::seal::util::RNSBase& base) { return {base.base(), base.size()}; }

bool serves(scheme_type scheme) {
  switch (scheme) {
    case scheme_type::bfv:
    case scheme_type::ckks:
      return true;
    case scheme_type::bgv:
      // BGV's ciphertexts were coefficients before SEAL 4.1.
      return SEAL_VERSION_MAJOR != 4 || SEAL_VERSION_MINOR != 0;
    default:
      return false;
  }
}

/// Plans by the parameters of all contexts that have had an evaluator. Kept as long as one of these contexts exists.
class Registry {
 public:
  std::shared_ptr<const SharedPlans> get(const ::seal::SEALContext& context) {
    Entries unused;  // destroyed after the lock is released
    const std::scoped_lock lock(mutex_);
    unused = take_unused();
    Entry& entry = entries_[context.key_parms_id()];
    entry.contexts.insert(context.key_context_data());
    if (!entry.plans) entry.plans = std::make_shared<const SharedPlans>();
    return entry.plans;
  }

  void release_unused() noexcept {
    Entries unused;
    const std::scoped_lock lock(mutex_);
    unused = take_unused();
  }

 private:
  struct Entry {
    std::shared_ptr<const SharedPlans> plans;
    /// Data of contexts. Copies of a context share its data, which is destroyed with the last of them.
    std::set<std::weak_ptr<const ContextData>, std::owner_less<>> contexts;
  };
  using Entries = std::map<::seal::parms_id_type, Entry>;

  /// Removes and returns the entries of contexts that are gone. Allocates nothing, since destructors call it.
  Entries take_unused() noexcept {
    Entries unused;
    for (auto item = entries_.begin(); item != entries_.end();) {
      const auto current = item++;
      auto& contexts = current->second.contexts;
      std::erase_if(contexts, [](const auto& context) { return context.expired(); });
      if (contexts.empty()) unused.insert(entries_.extract(current));
    }
    return unused;
  }

  std::mutex mutex_;
  Entries entries_;
};

/// Returns the registry. It is never destroyed, since evaluators may have static storage duration.
Registry& registry() {
  static Registry& instance = *new Registry;
  return instance;
}

}  // namespace

std::shared_ptr<const SharedPlans> SharedPlans::of(const ::seal::SEALContext& context) {
  return registry().get(context);
}

void SharedPlans::release_unused() noexcept { registry().release_unused(); }

const LevelPlans& SharedPlans::level(const ::seal::parms_id_type& parms_id) const {
  const std::scoped_lock lock(mutex_);
  return levels_[parms_id];
}

const RnsBase& SharedPlans::base(const ContextData& key_data) const {
  return base_.get([&] { return base_of(key_data.parms().coeff_modulus()); });
}

const KeySwitch& SharedPlans::key_switch(const ContextData& key_data) const {
  return key_switch_.get([&] {
    const auto& parms = key_data.parms();
    KeySwitchOptions options{.allow_short_special = true};
    options.domain = parms.scheme() == scheme_type::bfv ? Domain::coefficients : Domain::evaluations;
    if (parms.scheme() == scheme_type::bgv) {
      options.plaintext_modulus = parms.plain_modulus().value();
      options.division = Lift::floor;
    }
    return KeySwitch(RnsNtt(parms.poly_modulus_degree(), base(key_data), {.context = context_}), 1, options);
  });
}

const Automorphism& SharedPlans::automorphism(std::size_t n, std::uint32_t exponent) const {
  const auto of_exponent = [&]() -> const Lazy<Automorphism>& {
    const std::scoped_lock lock(mutex_);
    return automorphisms_[exponent];
  };
  return of_exponent().get([&] { return Automorphism(n, exponent); });
}

const RnsBase& Level::base() const {
  return plans_->base.get([&] { return base_of(data_->parms().coeff_modulus()); });
}

const RnsNtt& Level::ntt() const {
  return plans_->ntt.get([&] { return RnsNtt(size(), base(), {.context = shared_->context()}); });
}

const ModDown& Level::mod_down() const {
  return plans_->mod_down.get([&] {
    switch (data_->parms().scheme()) {
      case scheme_type::bfv:
        return ModDown(base(), 1);
      case scheme_type::bgv:
        // SEAL rounds to nearest for other schemes. Here it uses the remainder in [0, q), whose product by t it
        // subtracts.
        return ModDown(ntt(), 1, {.plaintext_modulus = data_->parms().plain_modulus().value(), .lift = Lift::floor});
      default:
        return ModDown(ntt(), 1);
    }
  });
}

const Scaling& Level::scaling() const {
  return plans_->scaling.get([&] {
    const ::seal::util::RNSTool& tool = *data_->rns_tool();
    const RnsBase auxiliary = base_of(moduli_of(*tool.base_Bsk()));
    return Scaling{auxiliary, RnsNtt(size(), auxiliary, {.context = shared_->context()}),
                   ScaleAndRound(base(), auxiliary, data_->parms().plain_modulus().value(),
                                 {.montgomery_modulus = tool.m_tilde().value()})};
  });
}

Plans::Plans(const ::seal::SEALContext& context, Executor* executor)
    : context_(context),
      key_data_(context_.key_context_data().get()),
      scheme_(context.first_context_data()->parms().scheme()),
      serves_context_(serves(scheme_)),
      executor_(executor),
      shared_(SharedPlans::of(context_)) {}

}  // namespace ringlet::seal
