#include "ringlet/openfhe/accelerate.hpp"

#include "bootstrap.hpp"
#include "key_switch.hpp"
#include "leveled_bfv.hpp"
#include "leveled_bgv.hpp"
#include "leveled_ckks.hpp"
#include "parts.hpp"

namespace ringlet::openfhe {
namespace {

struct Ours {
  using HybridKeySwitch = openfhe::HybridKeySwitch;
  using BvKeySwitch = openfhe::BvKeySwitch;
  using LeveledCkks = openfhe::LeveledCkks;
  using LeveledBgv = openfhe::LeveledBgv;
  using LeveledBfv = openfhe::LeveledBfv;
  using Bootstrap = openfhe::Bootstrap;
};

}  // namespace

Report accelerate(const lbcrypto::CryptoContext<DCRTPoly>& context, const Options& options) {
  return Parts<Ours>::replace(context, options);
}

void restore(const lbcrypto::CryptoContext<DCRTPoly>& context) { Parts<Ours>::give_back(context); }

}  // namespace ringlet::openfhe
