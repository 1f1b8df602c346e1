#include "slot_product.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "key_switch.hpp"
#include "ringlet/linear_transform.hpp"
#include "ringlet/rns_eltwise.hpp"
#include "rows.hpp"
#include "team.hpp"

namespace ringlet::openfhe {
namespace {

using Steps = std::vector<LinearTransform::Step>;

/// Returns the exponent of the automorphism that rotates by a number of slots.
std::uint32_t exponent(lbcrypto::ConstCiphertext<DCRTPoly>& c, std::uint32_t rotation) {
  return c->GetCryptoContext()->FindAutomorphismIndex(rotation);
}

/// OpenFHE's keys of rotations, read in place.
class RotationKeys {
 public:
  RotationKeys(const Plans& plans, lbcrypto::ConstCiphertext<DCRTPoly>& c) : plans_(plans), c_(c) {}

  /// Returns the keys of rotations by numbers of slots, or fewer if one is missing or not supported.
  [[nodiscard]] Steps of(std::span<const std::uint32_t> rotations) {
    Steps result;
    for (const std::uint32_t rotation : rotations) {
      if (rotation == 0) {
        result.emplace_back();
        continue;
      }
      const Key key = rotation_key(plans_, c_, rotation);
      if (key == nullptr) break;
      const Inputs& b = polynomials_.emplace_back(key->GetBVector());
      const Inputs& a = polynomials_.emplace_back(key->GetAVector());
      result.emplace_back(plans_.key_switch().borrow(b.get(), a.get(), automorphism(rotation)));
    }
    return result;
  }
  [[nodiscard]] const Automorphism& automorphism(std::uint32_t rotation) const {
    return plans_.automorphism(exponent(c_, rotation));
  }

 private:
  const Plans& plans_;
  lbcrypto::ConstCiphertext<DCRTPoly>& c_;
  std::deque<Inputs> polynomials_;
};

/// Digits of a polynomial and inner sums in working memory.
struct Sums {
  std::vector<RnsSpan> digits, b, a;

  Sums(std::uint64_t* memory, const KeySwitch& key_switch, std::size_t level, std::size_t giant) {
    const std::size_t n = key_switch.size(), rows = level + key_switch.special().size();
    const auto append = [&](std::vector<RnsSpan>& to, std::size_t count) {
      for (std::size_t i = 0; i < count; ++i, memory += rows * (n + padding)) {
        to.emplace_back(memory, rows, n, n + padding);
      }
    };
    append(digits, key_switch.digits(level));
    append(b, giant);
    append(a, giant);
  }
  static std::size_t words(const KeySwitch& key_switch, std::size_t level, std::size_t giant) {
    return (key_switch.digits(level) + 2 * giant) * (level + key_switch.special().size()) *
           (key_switch.size() + padding);
  }

 private:
  /// Words between rows, so that equal columns of rows are in different sets of the caches.
  static constexpr std::size_t padding = 64;
};

/// Views plaintexts modulo Q P. Terms of null plaintexts and beyond the last plaintext are absent.
class Factors {
 public:
  /// Returns false if Ringlet does not support one of the plaintexts.
  [[nodiscard]] bool add(const Plans& plans, std::span<const lbcrypto::ReadOnlyPlaintext> plaintexts, std::size_t rows,
                         std::size_t terms) {
    views_.resize(terms);
    for (std::size_t i = 0; i < std::min(terms, plaintexts.size()); ++i) {
      if (!plaintexts[i]) continue;
      const DCRTPoly& factor = plaintexts[i]->GetElement<DCRTPoly>();
      if (!plans.serves(factor, true) || factor.GetNumOfElements() != rows) return false;
      views_[i] = rows_.emplace_back(factor).view();
    }
    return true;
  }
  [[nodiscard]] RnsViews get() const { return views_; }

 private:
  std::deque<Input> rows_;
  std::vector<RnsView> views_;
};

/// Computes the product from the inner sums, which it overwrites. OpenFHE adds up the second polynomials modulo Q P,
/// but divides the first polynomials before, and its rounding decides the words. The first giant step is the identity.
void add_giant_steps(RnsSpan out_b, RnsSpan out_a, const Sums& sums, std::span<const std::uint32_t> rotations,
                     const Steps& keys, const RotationKeys& all, const Plans& plans, Executor* executor) {
  const KeySwitch& key_switch = plans.key_switch();
  const std::size_t level = out_b.rows();
  if (keys.size() == 1) return key_switch.mod_down(out_b, out_a, sums.b[0], sums.a[0], executor);
  const ModDown& division = plans.division(level);
  const RnsSpan sum_b = sums.b[0], sum_a = sums.a[0];
  division.on_evaluations(out_b, sum_b, executor);
  for (const std::span<std::uint64_t> row : sum_b) std::ranges::fill(row, 0);
  for (std::size_t g = 1; g < keys.size(); ++g) {
    const RnsSpan b = sums.b[g].first(level), a = sums.a[g].first(level);
    if (!keys[g]) {
      division.on_evaluations(b, sums.b[g], executor);
      add(out_b, out_b, b, plans.base(), executor);
      add(sum_a, sum_a, sums.a[g], division.base(), executor);
      continue;
    }
    key_switch.mod_down(b, a, sums.b[g], sums.a[g], executor);
    all.automorphism(rotations[g]).add_on_evaluations(out_b, b, plans.base(), executor);
    key_switch.decompose(sums.digits, a, executor);
    key_switch.accumulate(sum_b, sum_a, sums.digits, *keys[g], executor);
  }
  key_switch.add_mod_down(out_b, out_a, sum_b, sum_a, executor);
}

/// Multiplies the scale of a result by a plaintext's.
void scale_by(lbcrypto::CiphertextImpl<DCRTPoly>& c, const lbcrypto::PlaintextImpl& p) {
  const auto parameters = std::dynamic_pointer_cast<lbcrypto::CryptoParametersRNS>(c.GetCryptoParameters());
  if (parameters->GetScalingTechnique() == lbcrypto::NORESCALE) return;
  c.SetNoiseScaleDeg(c.GetNoiseScaleDeg() + p.GetNoiseScaleDeg());
  c.SetScalingFactor(c.GetScalingFactor() * p.GetScalingFactor());
  c.SetScalingFactorInt(c.GetScalingFactorInt().ModMul(p.GetScalingFactorInt(), parameters->GetPlaintextModulus()));
}

}  // namespace

lbcrypto::EvalKey<DCRTPoly> rotation_key(const Plans& plans, lbcrypto::ConstCiphertext<DCRTPoly>& c,
                                         std::uint32_t rotation) {
  const auto& all = lbcrypto::CryptoContextImpl<DCRTPoly>::GetAllEvalAutomorphismKeys();
  const auto of_tag = all.find(c->GetKeyTag());
  if (of_tag == all.end()) return nullptr;
  const auto found = of_tag->second->find(exponent(c, rotation));
  return found != of_tag->second->end() && supports(plans, found->second) ? found->second : nullptr;
}

SlotProduct::Ciphertext SlotProduct::operator()(std::span<const SlotMatrix> factors,
                                                std::span<const Plaintexts> plaintexts, ConstCiphertext& c) const {
  Ciphertext result;
  for (const SlotMatrix& factor : factors) {
    if (factor.list >= plaintexts.size()) return nullptr;
    if (result != nullptr) c->GetCryptoContext()->GetScheme()->ModReduceInternalInPlace(result, 1);
    result = times(factor, plaintexts[factor.list], result != nullptr ? result : c);
    if (result == nullptr) return nullptr;
  }
  return result;
}

SlotProduct::Ciphertext SlotProduct::times(const SlotMatrix& matrix, const Plaintexts& plaintexts,
                                           ConstCiphertext& c) const {
  const auto& in = c->GetElements();
  const std::size_t giant = matrix.giant.size(), terms = giant * matrix.baby.size();
  const auto factor = std::ranges::find_if(plaintexts, [](const auto& p) { return p != nullptr; });
  // OpenFHE reads a plaintext of each giant step's first baby step.
  if (factor == plaintexts.end() || in.size() != 2 || !plans_.serves_all(in) || terms == 0 ||
      plaintexts.size() <= terms - matrix.baby.size()) {
    return nullptr;
  }
  const KeySwitch& key_switch = plans_.key_switch();
  const std::size_t level = in[0].GetNumOfElements();
  Factors views;
  if (!views.add(plans_, plaintexts, level + key_switch.special().size(), terms)) return nullptr;
  RotationKeys keys(plans_, c);
  const Steps baby_keys = keys.of(matrix.baby), giant_keys = keys.of(matrix.giant);
  if (baby_keys.size() < matrix.baby.size() || giant_keys.size() < giant) return nullptr;

  Team team(threads_);
  WorkingMemory::Lease lease(memory_, Sums::words(key_switch, level, giant));
  const Sums sums(lease.get(), key_switch, level, giant);
  const Input b(in[0]), a(in[1]);
  key_switch.decompose(sums.digits, a.view(), team.get());
  LinearTransform(key_switch, baby_keys, giant_keys, views.get())
      .sums(sums.b, sums.a, b.view(), a.view(), sums.digits, team.get());

  std::vector<DCRTPoly> products;
  for (int i = 0; i < 2; ++i) products.emplace_back(in[0].GetParams(), EVALUATION, true);
  add_giant_steps(Output(products[0]).view(), Output(products[1]).view(), sums, matrix.giant, giant_keys, keys, plans_,
                  team.get());
  Ciphertext result = c->CloneEmpty();
  result->SetElements(std::move(products));
  scale_by(*result, **factor);
  return result;
}

}  // namespace ringlet::openfhe
