#include "key_switch.hpp"

#include "rows.hpp"
#include "team.hpp"

namespace ringlet::openfhe {
namespace {

using Polynomials = HybridKeySwitch::Polynomials;
using Params = HybridKeySwitch::Params;

/// Returns two polynomials of zeros.
Polynomials pair(const Params& params) {
  auto result = std::make_shared<std::vector<DCRTPoly>>();
  result->reserve(2);
  for (int i = 0; i < 2; ++i) result->emplace_back(params, EVALUATION, true);
  return result;
}

/// Key that reads the polynomials of one of OpenFHE's, for one operation.
class BorrowedKey {
 public:
  BorrowedKey(const KeySwitch& plan, const HybridKeySwitch::Key& key)
      : b_(key->GetBVector()), a_(key->GetAVector()), key_(plan.borrow(b_.get(), a_.get())) {}
  [[nodiscard]] const SwitchingKey& get() const { return key_; }

 private:
  Inputs b_, a_;
  SwitchingKey key_;
};

}  // namespace

bool HybridKeySwitch::serves(const Key& key) const {
  if (!plans_->are_for(key->GetCryptoParameters())) return false;
  const std::size_t rows = plans_->base().size() + plans_->key_switch().special().size();
  const auto is_served = [&](const std::vector<DCRTPoly>& polynomials) {
    return polynomials.size() == plans_->key_switch().digits() && plans_->serves_all(polynomials, true) &&
           polynomials[0].GetNumOfElements() == rows;
  };
  return is_served(key->GetAVector()) && is_served(key->GetBVector());
}

bool HybridKeySwitch::serves(const Polynomials& digits, const Params& level) const {
  const std::size_t rows = level->GetParams().size();
  return rows >= 1 && rows <= plans_->base().size() && digits->size() == plans_->key_switch().digits(rows) &&
         plans_->serves_all(*digits, true) &&
         (*digits)[0].GetNumOfElements() == rows + plans_->key_switch().special().size();
}

Params HybridKeySwitch::without_special(const Params& all) const {
  std::vector<NativeInteger> moduli, roots;
  for (std::size_t i = 0; i + plans_->key_switch().special().size() < all->GetParams().size(); ++i) {
    moduli.push_back(all->GetParams()[i]->GetModulus());
    roots.push_back(all->GetParams()[i]->GetRootOfUnity());
  }
  return std::make_shared<DCRTPoly::Params>(all->GetCyclotomicOrder(), moduli, roots);
}

Polynomials HybridKeySwitch::KeySwitchCore(const DCRTPoly& a, const Key key) const {
  if (!plans_->serves(a) || !serves(key)) return KeySwitchHYBRID::KeySwitchCore(a, key);
  const Polynomials result = pair(a.GetParams());
  const Output out_b((*result)[0]), out_a((*result)[1]);
  Team team(threads_);
  plans_->key_switch()(out_b.view(), out_a.view(), Input(a).view(), BorrowedKey(plans_->key_switch(), key).get(),
                       team.get());
  return result;
}

Polynomials HybridKeySwitch::EvalKeySwitchPrecomputeCore(
    const DCRTPoly& c, std::shared_ptr<lbcrypto::CryptoParametersBase<DCRTPoly>> parameters) const {
  if (!plans_->serves(c) || !plans_->are_for(parameters))
    return KeySwitchHYBRID::EvalKeySwitchPrecomputeCore(c, parameters);
  const auto of_rns = std::dynamic_pointer_cast<lbcrypto::CryptoParametersRNS>(parameters);
  const Params extended = c.GetExtendedCRTBasis(of_rns->GetParamsP());
  auto result = std::make_shared<std::vector<DCRTPoly>>();
  const std::size_t digits = plans_->key_switch().digits(c.GetNumOfElements());
  result->reserve(digits);
  for (std::size_t d = 0; d < digits; ++d) result->emplace_back(extended, EVALUATION, true);
  Team team(threads_);
  plans_->key_switch().decompose(Outputs(*result).get(), Input(c).view(), team.get());
  return result;
}

Polynomials HybridKeySwitch::EvalFastKeySwitchCore(const Polynomials digits, const Key key, const Params level) const {
  if (!serves(digits, level) || !serves(key)) return KeySwitchHYBRID::EvalFastKeySwitchCore(digits, key, level);
  const Polynomials result = pair(level);
  const Output out_b((*result)[0]), out_a((*result)[1]);
  Team team(threads_);
  plans_->key_switch()(out_b.view(), out_a.view(), Inputs(*digits).get(), BorrowedKey(plans_->key_switch(), key).get(),
                       team.get());
  return result;
}

Polynomials HybridKeySwitch::EvalFastKeySwitchCoreExt(const Polynomials digits, const Key key,
                                                      const Params level) const {
  if (!serves(digits, level) || !serves(key)) return KeySwitchHYBRID::EvalFastKeySwitchCoreExt(digits, key, level);
  const Polynomials result = pair((*digits)[0].GetParams());
  const Output sum_b((*result)[0]), sum_a((*result)[1]);
  Team team(threads_);
  plans_->key_switch().inner_product(sum_b.view(), sum_a.view(), Inputs(*digits).get(),
                                     BorrowedKey(plans_->key_switch(), key).get(), team.get());
  return result;
}

lbcrypto::Ciphertext<DCRTPoly> HybridKeySwitch::KeySwitchDown(lbcrypto::ConstCiphertext<DCRTPoly> ciphertext) const {
  const auto& sums = ciphertext->GetElements();
  if (sums.size() != 2 || !plans_->serves_all(sums, true)) return KeySwitchHYBRID::KeySwitchDown(ciphertext);
  const Polynomials elements = pair(without_special(sums[0].GetParams()));
  const Output out_b((*elements)[0]), out_a((*elements)[1]);
  Team team(threads_);
  plans_->key_switch().mod_down(out_b.view(), out_a.view(), Input(sums[0]).view(), Input(sums[1]).view(), team.get());
  auto result = ciphertext->CloneEmpty();
  result->SetElements(std::move(*elements));
  return result;
}

DCRTPoly HybridKeySwitch::KeySwitchDownFirstElement(lbcrypto::ConstCiphertext<DCRTPoly> ciphertext) const {
  const DCRTPoly& sum = ciphertext->GetElements()[0];
  if (!plans_->serves(sum, true)) return KeySwitchHYBRID::KeySwitchDownFirstElement(ciphertext);
  const Params level = without_special(sum.GetParams());
  DCRTPoly result(level, EVALUATION, true);
  Team team(threads_);
  plans_->division(level->GetParams().size()).on_evaluations(Output(result).view(), Input(sum).view(), team.get());
  return result;
}

}  // namespace ringlet::openfhe
