#include "plans.hpp"

#include <seal/util/rns.h>

#include <span>
#include <tuple>

namespace ringlet::seal {

namespace {

using ::seal::scheme_type;

RnsBase base_of(std::span<const ::seal::Modulus> moduli) {
  std::vector<std::uint64_t> values;
  values.reserve(moduli.size());
  for (const ::seal::Modulus& q : moduli) values.push_back(q.value());
  return RnsBase(values);
}

std::span<const ::seal::Modulus> moduli_of(const ::seal::util::RNSBase& base) { return {base.base(), base.size()}; }

}  // namespace

Rns::Rns(std::span<const ::seal::Modulus> moduli) : base(base_of(moduli)) {
  single.reserve(moduli.size());
  for (const ::seal::Modulus& q : moduli) single.push_back(base_of({&q, 1}));
}

Level::Level(const ContextData& data, NttCache& cache)
    : data_(&data), cache_(cache), rns_(data.parms().coeff_modulus()) {}

bool Level::has_scaling() const noexcept {
  return rns_.base.size() + data_->rns_tool()->base_Bsk()->size() <= RnsBase::max_size;
}

const RnsNtt& Level::ntt() const {
  return ntt_.get([&] { return RnsNtt(size(), rns_.base, cache_); });
}

const ModDown& Level::mod_down() const {
  return mod_down_.get([&] {
    // SEAL rounds to the nearest, but for BGV, where it takes the number in [0, q) to subtract its product by t.
    if (data_->parms().scheme() != scheme_type::bgv) return ModDown(ntt(), 1);
    return ModDown(ntt(), 1, {.plaintext_modulus = data_->parms().plain_modulus().value(), .lift = Lift::floor});
  });
}

const Scaling& Level::scaling() const {
  return scaling_.get([&] {
    const ::seal::util::RNSTool& tool = *data_->rns_tool();
    const Rns auxiliary(moduli_of(*tool.base_Bsk()));
    return Scaling{auxiliary, RnsNtt(size(), auxiliary.base, cache_),
                   ScaleAndRound(rns_.base, auxiliary.base, data_->parms().plain_modulus().value(),
                                 {.montgomery_modulus = tool.m_tilde().value()})};
  });
}

bool Plans::serves_context() const {
  switch (scheme()) {
    case scheme_type::bfv:
    case scheme_type::ckks:
      break;
    case scheme_type::bgv:
      // Its ciphertexts were coefficients before SEAL 4.1.
      if (SEAL_VERSION_MAJOR == 4 && SEAL_VERSION_MINOR == 0) return false;
      break;
    default:
      return false;
  }
  return context_.key_context_data()->parms().coeff_modulus().size() <= RnsBase::max_size;
}

const Level& Plans::level(const ::seal::parms_id_type& parms_id) const {
  const std::lock_guard lock(mutex_);
  const auto found = levels_.find(parms_id);
  if (found != levels_.end()) return found->second;
  return levels_
      .emplace(std::piecewise_construct, std::forward_as_tuple(parms_id),
               std::forward_as_tuple(*context_.get_context_data(parms_id), cache_))
      .first->second;
}

const KeySwitch& Plans::key_switch() const {
  return key_switch_.get([&] {
    const auto& parms = context_.key_context_data()->parms();
    const std::span<const ::seal::Modulus> moduli(parms.coeff_modulus());
    KeySwitchOptions options;
    options.domain = in_evaluations() ? Domain::evaluations : Domain::coefficients;
    if (parms.scheme() == scheme_type::bgv) {
      options.plaintext_modulus = parms.plain_modulus().value();
      options.division = Lift::floor;
    }
    return KeySwitch(parms.poly_modulus_degree(), base_of(moduli.first(moduli.size() - 1)), base_of(moduli.last(1)),
                     options, cache_);
  });
}

const Automorphism& Plans::automorphism(std::uint32_t exponent) const {
  const std::lock_guard lock(mutex_);
  const auto found = automorphisms_.find(exponent);
  if (found != automorphisms_.end()) return found->second;
  const std::size_t n = context_.key_context_data()->parms().poly_modulus_degree();
  return automorphisms_.try_emplace(exponent, n, exponent).first->second;
}

}  // namespace ringlet::seal
