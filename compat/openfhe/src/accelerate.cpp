#include "ringlet/openfhe/accelerate.hpp"

#include <memory>
#include <stdexcept>
#include <string>
#include <typeinfo>

#include "key_switch.hpp"
#include "leveled_bgv.hpp"
#include "leveled_ckks.hpp"
#include "plans.hpp"
#include "ringlet/backend.hpp"

namespace ringlet::openfhe {
namespace {

using lbcrypto::CryptoContext;
using lbcrypto::CryptoParametersRNS;
using Scheme = lbcrypto::SchemeBase<DCRTPoly>;

/// Names the protected parts of a scheme. A derived class may, and pointers to members of a base serve each object of
/// it.
class Parts : public Scheme {
 public:
  static constexpr auto key_switch = &Parts::m_KeySwitch;
  static constexpr auto leveled = &Parts::m_LeveledSHE;
};

std::shared_ptr<CryptoParametersRNS> parameters_of(const CryptoContext<DCRTPoly>& context) {
  if (!context) throw std::invalid_argument("context is null");
  const auto parameters = std::dynamic_pointer_cast<CryptoParametersRNS>(context->GetCryptoParameters());
  if (!parameters) throw std::invalid_argument("context has no RNS parameters: accelerate supports CKKS, BGV and BFV");
  return parameters;
}

/// Replaces a part by ours if it is exactly OpenFHE's T.
template <class T, class Ours, class Part, class... Arguments>
bool replace(std::shared_ptr<Part>& part, const Arguments&... arguments) {
  if (!part || typeid(*part) != typeid(T)) return false;
  part = std::make_shared<Ours>(arguments...);
  return true;
}

template <class T, class Ours, class Part>
void give_back(std::shared_ptr<Part>& part) {
  if (part && typeid(*part) == typeid(Ours)) part = std::make_shared<T>();
}

}  // namespace

Report accelerate(const CryptoContext<DCRTPoly>& context, const Options& options) {
  const auto parameters = parameters_of(context);
#ifndef _OPENMP
  if (options.threads > 1) {
    throw std::invalid_argument("threads is " + std::to_string(options.threads) +
                                ", but it must be 0 or 1 with an OpenFHE that was built without OpenMP");
  }
#endif
  const std::shared_ptr<const Plans> plans = Plans::of(Parameters(*parameters));
  Scheme& scheme = *context->GetScheme();
  Report report;
  report.backend = backend::active();
  restore(context);
  if (options.key_switch && plans->has_key_switch()) {
    auto& key_switch = scheme.*Parts::key_switch;
    report.key_switch = replace<lbcrypto::KeySwitchHYBRID, HybridKeySwitch>(key_switch, plans, options) ||
                        replace<lbcrypto::KeySwitchBV, BvKeySwitch>(key_switch, plans, options);
  }
  auto& leveled = scheme.*Parts::leveled;
  if (options.rescale || options.product || options.rotation) {
    const bool is_ckks = replace<lbcrypto::LeveledSHECKKSRNS, LeveledCkks>(leveled, plans, options);
    const bool is_replaced = is_ckks || replace<lbcrypto::LeveledSHEBGVRNS, LeveledBgv>(leveled, plans, options);
    report.rescale = is_replaced && options.rescale;
    report.product = is_replaced && options.product;
    report.rotation = is_replaced && options.rotation;
  }
  return report;
}

void restore(const CryptoContext<DCRTPoly>& context) {
  parameters_of(context);
  Scheme& scheme = *context->GetScheme();
  give_back<lbcrypto::KeySwitchHYBRID, HybridKeySwitch>(scheme.*Parts::key_switch);
  give_back<lbcrypto::KeySwitchBV, BvKeySwitch>(scheme.*Parts::key_switch);
  give_back<lbcrypto::LeveledSHECKKSRNS, LeveledCkks>(scheme.*Parts::leveled);
  give_back<lbcrypto::LeveledSHEBGVRNS, LeveledBgv>(scheme.*Parts::leveled);
}

}  // namespace ringlet::openfhe
