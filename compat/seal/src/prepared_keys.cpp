#include "prepared_keys.hpp"

#include <seal/galoiskeys.h>
#include <seal/relinkeys.h>
#include <seal/valcheck.h>

#include <stdexcept>
#include <type_traits>

#include "ciphertexts.hpp"
#include "ringlet/seal/evaluator.hpp"

namespace ringlet::seal {

std::optional<KeyViews> views_of(const Plans& plans, const ::seal::KSwitchKeys& keys, std::size_t index) {
  if (index >= keys.data().size() || keys.data()[index].size() != plans.key_switch().digits()) return std::nullopt;
  KeyViews result;
  for (const ::seal::PublicKey& digit : keys.data()[index]) {
    const Ciphertext& polynomials = digit.data();
    if (!is_metadata_valid_for(digit, plans.context()) || !is_buffer_valid(digit) || polynomials.size() != 2) {
      return std::nullopt;
    }
    result.b.push_back(rows(polynomials, 0));
    result.a.push_back(rows(polynomials, 1));
  }
  return result;
}

const SwitchingKey* PreparedKeysState::find(std::uint32_t exponent) const {
  const auto found = keys.find(::seal::GaloisKeys::get_index(exponent));
  return found == keys.end() ? nullptr : &found->second;
}

std::size_t PreparedKeysState::bytes() const noexcept {
  std::size_t result = 0;
  for (const auto& [index, key] : keys) result += key.bytes();
  return result;
}

template <class SealsKeys>
PreparedKeys<SealsKeys>::PreparedKeys(const Evaluator& evaluator, const SealsKeys& keys) {
  const Plans& plans = *evaluator.plans_;
  const ::seal::SEALContext& context = plans.context();
  if (!plans.serves_context() || !context.using_keyswitching() || keys.parms_id() != context.key_parms_id()) {
    seals_ = keys;
    return;
  }
  const auto state = std::make_shared<PreparedKeysState>(PreparedKeysState{plans.key_switch(), keys.parms_id(), {}});
  seals_.parms_id() = keys.parms_id();
  seals_.data().resize(keys.data().size());
  for (std::size_t i = 0; i < keys.data().size(); ++i) {
    const std::optional<KeyViews> views = views_of(plans, keys, i);
    // SEAL relinearizes from four polynomials and more, and needs its own keys for that.
    const bool is_seals = !views || (std::is_same_v<SealsKeys, ::seal::RelinKeys> && keys.size() > 1);
    if (views) state->keys.emplace(i, state->plan.prepare(views->b, views->a));
    if (is_seals) {
      seals_.data()[i] = keys.data()[i];
    } else {
      // Not empty, so that SEAL finds a key when it checks the arguments of a call that Ringlet rejects.
      seals_.data()[i].resize(1);
    }
  }
  state_ = state;
}

template <class SealsKeys>
std::size_t PreparedKeys<SealsKeys>::bytes() const noexcept {
  return state_ ? state_->bytes() : 0;
}

HoistedKeys::HoistedKeys(const Evaluator& evaluator, const ::seal::GaloisKeys& keys) {
  const Plans& plans = *evaluator.plans_;
  const ::seal::SEALContext& context = plans.context();
  if (!plans.serves_context() || !context.using_keyswitching()) {
    throw std::invalid_argument("the context has no key switching that Ringlet serves");
  }
  if (keys.parms_id() != context.key_parms_id()) {
    throw std::invalid_argument("galois_keys is not valid for encryption parameters");
  }
  const auto state = std::make_shared<PreparedKeysState>(PreparedKeysState{plans.key_switch(), keys.parms_id(), {}});
  for (std::size_t i = 0; i < keys.data().size(); ++i) {
    const std::optional<KeyViews> views = views_of(plans, keys, i);
    if (!views) continue;
    const Automorphism& automorphism = plans.automorphism(static_cast<std::uint32_t>(2 * i + 1));
    state->keys.emplace(i, state->plan.prepare(views->b, views->a, automorphism));
  }
  state_ = state;
}

std::size_t HoistedKeys::bytes() const noexcept { return state_->bytes(); }

template class PreparedKeys<::seal::RelinKeys>;
template class PreparedKeys<::seal::GaloisKeys>;

}  // namespace ringlet::seal
