#pragma once

#include <openfhe.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <typeinfo>

#include "memory.hpp"
#include "part_names.hpp"
#include "plans.hpp"
#include "ringlet/backend.hpp"
#include "ringlet/openfhe/accelerate.hpp"

namespace ringlet::openfhe {

/// Replaces parts of contexts. Ours names the classes that replace OpenFHE's: HybridKeySwitch, BvKeySwitch,
/// LeveledCkks, LeveledBgv, LeveledBfv and Bootstrap. They are accelerate's, and stand-ins in tests.
template <class Ours>
class Parts {
 public:
  using Context = lbcrypto::CryptoContext<lbcrypto::DCRTPoly>;

  static Report replace(const Context& context, const Options& options) {
    const auto parameters = parameters_of(context);
#ifndef _OPENMP
    if (options.threads > 1) {
      throw std::invalid_argument("threads is " + std::to_string(options.threads) +
                                  ", but it must be 0 or 1 with an OpenFHE that was built without OpenMP");
    }
#endif
    const std::shared_ptr<const Plans> plans = Plans::of(Parameters(*parameters));
    give_back(context);
    if (options.keep_freed_memory) keep_freed_memory();
    Report report;
    report.backend = backend::active();
    if (options.key_switch && plans->has_key_switch()) {
      auto& key_switch = (*context->GetScheme()).*PartNames::key_switch;
      report.key_switch = replace<lbcrypto::KeySwitchHYBRID, HybridKeySwitch>(key_switch, plans, options) ||
                          replace<lbcrypto::KeySwitchBV, BvKeySwitch>(key_switch, plans, options);
    }
    if (options.bootstrap && plans->has_key_switch() && !plans->key_switch().special().empty()) {
      report.bootstrap =
          replace_state<lbcrypto::FHECKKSRNS, Bootstrap>((*context->GetScheme()).*PartNames::fhe, plans, options);
    }
    if (options.rescale || options.product || options.rotation) {
      auto& leveled = (*context->GetScheme()).*PartNames::leveled;
      const bool is_ckks = replace<lbcrypto::LeveledSHECKKSRNS, LeveledCkks>(leveled, plans, options);
      const bool can_rescale = is_ckks || replace<lbcrypto::LeveledSHEBGVRNS, LeveledBgv>(leveled, plans, options);
      const bool is_replaced = can_rescale || replace<lbcrypto::LeveledSHEBFVRNS, LeveledBfv>(leveled, plans, options);
      report.rescale = can_rescale && options.rescale;
      report.product = is_replaced && options.product;
      report.rotation = is_replaced && options.rotation;
    }
    return report;
  }

  static void give_back(const Context& context) {
    parameters_of(context);
    auto& scheme = *context->GetScheme();
    give_back<lbcrypto::KeySwitchHYBRID, HybridKeySwitch>(scheme.*PartNames::key_switch);
    give_back<lbcrypto::KeySwitchBV, BvKeySwitch>(scheme.*PartNames::key_switch);
    give_back<lbcrypto::LeveledSHECKKSRNS, LeveledCkks>(scheme.*PartNames::leveled);
    give_back<lbcrypto::LeveledSHEBGVRNS, LeveledBgv>(scheme.*PartNames::leveled);
    give_back<lbcrypto::LeveledSHEBFVRNS, LeveledBfv>(scheme.*PartNames::leveled);
    replace_state<Bootstrap, lbcrypto::FHECKKSRNS>(scheme.*PartNames::fhe);
  }

 private:
  using HybridKeySwitch = typename Ours::HybridKeySwitch;
  using BvKeySwitch = typename Ours::BvKeySwitch;
  using LeveledCkks = typename Ours::LeveledCkks;
  using LeveledBgv = typename Ours::LeveledBgv;
  using LeveledBfv = typename Ours::LeveledBfv;
  using Bootstrap = typename Ours::Bootstrap;

  static std::shared_ptr<lbcrypto::CryptoParametersRNS> parameters_of(const Context& context) {
    if (!context) throw std::invalid_argument("context is null");
    const auto parameters = std::dynamic_pointer_cast<lbcrypto::CryptoParametersRNS>(context->GetCryptoParameters());
    if (!parameters)
      throw std::invalid_argument("context has no RNS parameters: accelerate supports CKKS, BGV and BFV");
    return parameters;
  }

  /// Replaces a part by New if it is exactly OpenFHE's Old.
  template <class Old, class New, class Part, class... Arguments>
  static bool replace(std::shared_ptr<Part>& part, const Arguments&... arguments) {
    if (!part || typeid(*part) != typeid(Old)) return false;
    part = std::make_shared<New>(arguments...);
    return true;
  }

  /// Replaces a part with a state, which New takes over, if it is exactly Old.
  template <class Old, class New, class Part, class... Arguments>
  static bool replace_state(std::shared_ptr<Part>& part, const Arguments&... arguments) {
    if (!part || typeid(*part) != typeid(Old)) return false;
    part = std::make_shared<New>(static_cast<const Old&>(*part), arguments...);
    return true;
  }

  template <class Old, class New, class Part>
  static void give_back(std::shared_ptr<Part>& part) {
    if (part && typeid(*part) == typeid(New)) part = std::make_shared<Old>();
  }
};

}  // namespace ringlet::openfhe
