#include "key_switch.hpp"

#include "rows.hpp"
#include "team.hpp"

namespace ringlet::openfhe {
namespace {

/// Returns polynomials of zeros.
Polynomials zeros(std::size_t count, const Params& params) {
  auto result = std::make_shared<std::vector<DCRTPoly>>();
  result->reserve(count);
  for (std::size_t i = 0; i < count; ++i) result->emplace_back(params, EVALUATION, true);
  return result;
}

/// One of OpenFHE's keys for one operation: a prepared copy, or a key that reads its polynomials.
class ReadableKey {
 public:
  ReadableKey(const KeySwitch& plan, const Key& key, PreparedKeys& prepared)
      : b_(key->GetBVector()), a_(key->GetAVector()), key_(prepared.find(plan, key, b_.get(), a_.get())) {}
  [[nodiscard]] const SwitchingKey& get() const { return key_; }

 private:
  Inputs b_, a_;
  SwitchingKey key_;
};

}  // namespace

bool supports(const Plans& plans, const Key& key) {
  if (!plans.are_for(key->GetCryptoParameters())) return false;
  const std::size_t rows = plans.base().size() + plans.key_switch().special().size();
  const auto are_supported = [&](const std::vector<DCRTPoly>& polynomials) {
    return polynomials.size() == plans.key_switch().digits() && plans.serves_all(polynomials, true) &&
           polynomials[0].GetNumOfElements() == rows;
  };
  return are_supported(key->GetAVector()) && are_supported(key->GetBVector());
}

template <class Base>
bool Switching<Base>::serves(const Polynomials& digits, const Key& key, const Params& level) const {
  const std::size_t rows = level->GetParams().size();
  return rows >= 1 && rows <= plans_->base().size() && digits->size() == plans_->key_switch().digits(rows) &&
         plans_->serves_all(*digits, true) &&
         (*digits)[0].GetNumOfElements() == rows + plans_->key_switch().special().size() && supports(*plans_, key);
}

template <class Base>
Polynomials Switching<Base>::KeySwitchCore(const DCRTPoly& a, const Key key) const {
  if (!plans_->serves(a) || !supports(*plans_, key)) return Base::KeySwitchCore(a, key);
  const Polynomials result = zeros(2, a.GetParams());
  const Output out_b((*result)[0]), out_a((*result)[1]);
  Team team(threads_);
  plans_->key_switch()(out_b.view(), out_a.view(), Input(a).view(),
                       ReadableKey(plans_->key_switch(), key, prepared_).get(), team.get());
  return result;
}

template <class Base>
Polynomials Switching<Base>::EvalKeySwitchPrecomputeCore(
    const DCRTPoly& c, std::shared_ptr<lbcrypto::CryptoParametersBase<DCRTPoly>> parameters) const {
  if (!plans_->serves(c) || !plans_->are_for(parameters)) return Base::EvalKeySwitchPrecomputeCore(c, parameters);
  const Params special = std::dynamic_pointer_cast<lbcrypto::CryptoParametersRNS>(parameters)->GetParamsP();
  const Polynomials result = zeros(plans_->key_switch().digits(c.GetNumOfElements()),
                                   special ? c.GetExtendedCRTBasis(special) : c.GetParams());
  Team team(threads_);
  plans_->key_switch().decompose(Outputs(*result).get(), Input(c).view(), team.get());
  return result;
}

template <class Base>
Polynomials Switching<Base>::EvalFastKeySwitchCore(const Polynomials digits, const Key key, const Params level) const {
  if (!serves(digits, key, level)) return Base::EvalFastKeySwitchCore(digits, key, level);
  const Polynomials result = zeros(2, level);
  const Output out_b((*result)[0]), out_a((*result)[1]);
  Team team(threads_);
  plans_->key_switch()(out_b.view(), out_a.view(), Inputs(*digits).get(),
                       ReadableKey(plans_->key_switch(), key, prepared_).get(), team.get());
  return result;
}

template class Switching<lbcrypto::KeySwitchBV>;
template class Switching<lbcrypto::KeySwitchHYBRID>;

Params HybridKeySwitch::without_special(const Params& all) const {
  return first_params(*all, all->GetParams().size() - plans().key_switch().special().size());
}

Polynomials HybridKeySwitch::EvalFastKeySwitchCoreExt(const Polynomials digits, const Key key,
                                                      const Params level) const {
  if (!serves(digits, key, level)) return KeySwitchHYBRID::EvalFastKeySwitchCoreExt(digits, key, level);
  const Polynomials result = zeros(2, (*digits)[0].GetParams());
  const Output sum_b((*result)[0]), sum_a((*result)[1]);
  Team team(threads());
  plans().key_switch().inner_product(sum_b.view(), sum_a.view(), Inputs(*digits).get(),
                                     ReadableKey(plans().key_switch(), key, prepared()).get(), team.get());
  return result;
}

lbcrypto::Ciphertext<DCRTPoly> HybridKeySwitch::KeySwitchExt(lbcrypto::ConstCiphertext<DCRTPoly> ciphertext,
                                                             bool add_first) const {
  const auto& polynomials = ciphertext->GetElements();
  const auto parameters = std::dynamic_pointer_cast<lbcrypto::CryptoParametersRNS>(ciphertext->GetCryptoParameters());
  if (!plans().serves_all(polynomials) || !plans().are_for(parameters)) {
    return KeySwitchHYBRID::KeySwitchExt(ciphertext, add_first);
  }
  const Polynomials sums = zeros(polynomials.size(), polynomials[0].GetExtendedCRTBasis(parameters->GetParamsP()));
  Team team(threads());
  for (std::size_t i = add_first ? 0 : 1; i < polynomials.size(); ++i) {
    plans().key_switch().add_special_multiple(Output((*sums)[i]).view(), Input(polynomials[i]).view(), team.get());
  }
  auto result = ciphertext->CloneEmpty();
  result->SetElements(std::move(*sums));
  return result;
}

lbcrypto::Ciphertext<DCRTPoly> HybridKeySwitch::KeySwitchDown(lbcrypto::ConstCiphertext<DCRTPoly> ciphertext) const {
  const auto& sums = ciphertext->GetElements();
  if (sums.size() != 2 || !plans().serves_all(sums, true) || !plans().are_for(ciphertext->GetCryptoParameters())) {
    return KeySwitchHYBRID::KeySwitchDown(ciphertext);
  }
  const Polynomials elements = zeros(2, without_special(sums[0].GetParams()));
  const Output out_b((*elements)[0]), out_a((*elements)[1]);
  Team team(threads());
  plans().key_switch().mod_down(out_b.view(), out_a.view(), Input(sums[0]).view(), Input(sums[1]).view(), team.get());
  auto result = ciphertext->CloneEmpty();
  result->SetElements(std::move(*elements));
  return result;
}

DCRTPoly HybridKeySwitch::KeySwitchDownFirstElement(lbcrypto::ConstCiphertext<DCRTPoly> ciphertext) const {
  const DCRTPoly& sum = ciphertext->GetElements()[0];
  if (!plans().serves(sum, true) || !plans().are_for(ciphertext->GetCryptoParameters())) {
    return KeySwitchHYBRID::KeySwitchDownFirstElement(ciphertext);
  }
  const Params level = without_special(sum.GetParams());
  DCRTPoly result(level, EVALUATION, true);
  Team team(threads());
  plans().division(level->GetParams().size()).on_evaluations(Output(result).view(), Input(sum).view(), team.get());
  return result;
}

}  // namespace ringlet::openfhe
