#include "bootstrap.hpp"

#include <cmath>
#include <cstddef>
#include <tuple>
#include <utility>

#include "rows.hpp"
#include "utils/serial.h"

/// A context's file names the part as OpenFHE's, so that other programs read it.
template <>
struct cereal::detail::binding_name<ringlet::openfhe::Bootstrap> {
  static constexpr const char* name() { return "lbcrypto::FHECKKSRNS"; }
};

namespace ringlet::openfhe {
namespace {

using lbcrypto::CKKSBootstrapPrecom, lbcrypto::CryptoParametersCKKSRNS, lbcrypto::FHECKKSRNS;
using lbcrypto::FIXEDMANUAL, lbcrypto::FIXEDAUTO, lbcrypto::FLEXIBLEAUTO, lbcrypto::FLEXIBLEAUTOEXT;
using lbcrypto::SPARSE_ENCAPSULATED, lbcrypto::SPARSE_TERNARY, lbcrypto::UNIFORM_TERNARY;

/// Names private members of FHECKKSRNS, which an explicit instantiation may.
struct Private {
  friend constexpr auto members(Private);
};
template <auto... names>
struct Named {
  friend constexpr auto members(Private) { return std::tuple(names...); }
};
template struct Named<&FHECKKSRNS::m_bootPrecomMap, &FHECKKSRNS::AdjustCiphertext,
                      &FHECKKSRNS::ApplyDoubleAngleIterations, &FHECKKSRNS::g_coefficientsUniform,
                      &FHECKKSRNS::g_coefficientsSparse, &FHECKKSRNS::g_coefficientsSparseEncapsulated,
                      FHECKKSRNS::K_UNIFORM, FHECKKSRNS::R_UNIFORM, FHECKKSRNS::R_SPARSE>;
constexpr auto precomputations = std::get<0>(members(Private{}));
constexpr auto adjust = std::get<1>(members(Private{}));
constexpr auto double_angle = std::get<2>(members(Private{}));

/// Approximation of the reduction modulo the first modulus: a Chebyshev series of the sine of x range, and the number
/// of times that its angle is doubled.
struct Sine {
  const std::vector<double>* series;
  std::uint32_t range;
  std::uint32_t doublings;

  /// Returns the approximation for a distribution of keys, with a null series if there is none.
  static Sine of(lbcrypto::SecretKeyDist keys) {
    const auto [map, adjusting, doubling, uniform, sparse, encapsulated, range, often, seldom] = members(Private{});
    // OpenFHE has divided its plaintexts by the range for sparse keys.
    if (keys == UNIFORM_TERNARY) return {uniform, range, often};
    if (keys == SPARSE_TERNARY) return {sparse, 1, seldom};
    if (keys == SPARSE_ENCAPSULATED) return {encapsulated, 1, seldom};
    return {nullptr, 0, 0};
  }
};

/// Registers how archives write the part: as FHECKKSRNS does. They never read one.
template <class Archive>
struct Written {
  Written() { cereal::detail::StaticObject<cereal::detail::OutputBindingCreator<Archive, Bootstrap>>::getInstance(); }
};
const Written<cereal::PortableBinaryOutputArchive> written_in_binary;
const Written<cereal::JSONOutputArchive> written_in_json;
const auto& derived_part = cereal::detail::RegisterPolymorphicCaster<FHECKKSRNS, Bootstrap>::bind();

/// Returns whether the transforms are not factored.
bool is_whole(const CKKSBootstrapPrecom& p) { return p.m_paramsEnc.lvlb == 1 && p.m_paramsDec.lvlb == 1; }

bool is_flexible(lbcrypto::ScalingTechnique scaling) { return scaling == FLEXIBLEAUTO || scaling == FLEXIBLEAUTOEXT; }

}  // namespace

/// A bootstrap of one ciphertext.
class Bootstrap::Run {
 public:
  Run(const Bootstrap& part, ConstCiphertext& c, std::shared_ptr<CryptoParametersCKKSRNS> parameters,
      const CKKSBootstrapPrecom& precomputed)
      : part_(part),
        precomputed_(precomputed),
        context_(c->GetCryptoContext()),
        scheme_(*context_->GetScheme()),
        parameters_(std::move(parameters)),
        scaling_(parameters_->GetScalingTechnique()),
        sine_(Sine::of(parameters_->GetSecretKeyDist())),
        n_(context_->GetRingDimension()),
        slots_(c->GetSlots()) {
    const double q = parameters_->GetElementParams()->GetParams()[0]->GetModulus().ConvertToDouble();
    scale_bits_ = static_cast<std::int32_t>(
        std::round(std::log2(q / std::pow(2, static_cast<double>(parameters_->GetPlaintextModulus())))));
    correction_bits_ = static_cast<std::int32_t>(part.GetCKKSBootCorrectionFactor()) - scale_bits_;
  }

  [[nodiscard]] bool is_supported() const {
    const bool is_scaling_supported = scaling_ == FIXEDMANUAL || scaling_ == FIXEDAUTO || is_flexible(scaling_);
    return parameters_->GetKeySwitchTechnique() == lbcrypto::HYBRID && is_scaling_supported &&
           sine_.series != nullptr && correction_bits_ >= 0;
  }
  [[nodiscard]] bool is_full() const { return slots_ == n_ / 2; }

  /// Returns a ciphertext modulo all moduli that decrypts to a sum of the message and a multiple of the first modulus,
  /// divided by the range of the sine.
  [[nodiscard]] Ciphertext raised(ConstCiphertext& c) const;
  /// Returns the coefficients of a raised ciphertext in slots, and their second half if `is_split`.
  [[nodiscard]] std::pair<Ciphertext, Ciphertext> coefficients(ConstCiphertext& c, bool is_split) const;
  /// Removes the multiples of the first modulus, and joins the halves. The second half may be null.
  [[nodiscard]] Ciphertext reduced(Ciphertext low, Ciphertext high) const;
  /// Returns the ciphertext with coefficients that are its slots.
  [[nodiscard]] Ciphertext packed(ConstCiphertext& c, bool is_doubled) const;
  /// Drops levels that the transform to coefficients does not need. Returns null if there are too few.
  [[nodiscard]] Ciphertext at_level_of_packing(ConstCiphertext& c) const;

  /// Multiplies the result by the factor that `raised` divided by. Returns the input if it has as many moduli.
  [[nodiscard]] Ciphertext result(Ciphertext c, ConstCiphertext& input) const {
    scheme_.MultByIntegerInPlace(c, std::uint64_t{1} << correction_bits_);
    const bool has_gained = c->GetElements()[0].GetNumOfElements() > input->GetElements()[0].GetNumOfElements();
    return has_gained ? c : input->Clone();
  }
  void drop(Ciphertext& c, std::size_t levels) const { scheme_.ModReduceInternalInPlace(c, levels); }
  [[nodiscard]] bool is_manual() const { return scaling_ == FIXEDMANUAL; }

 private:
  [[nodiscard]] std::size_t moduli() const { return parameters_->GetElementParams()->GetParams().size(); }
  [[nodiscard]] bool has_extra_modulus() const { return scaling_ == FLEXIBLEAUTOEXT; }
  void lift(Ciphertext& c) const;
  /// Drops levels until the degree of the scale is 1.
  void rescale(Ciphertext& c) const { drop(c, c->GetNoiseScaleDeg() - 1); }

  const Bootstrap& part_;
  const CKKSBootstrapPrecom& precomputed_;
  lbcrypto::CryptoContext<DCRTPoly> context_;
  const lbcrypto::SchemeBase<DCRTPoly>& scheme_;
  std::shared_ptr<CryptoParametersCKKSRNS> parameters_;
  lbcrypto::ScalingTechnique scaling_;
  Sine sine_;
  std::uint32_t n_, slots_;
  /// Bits of the first modulus over the scale, and bits by which the message is made smaller before.
  std::int32_t scale_bits_, correction_bits_;
};

void Bootstrap::Run::lift(Ciphertext& c) const {
  auto params = first_params(*parameters_->GetElementParams(), moduli() - (has_extra_modulus() ? 1 : 0));
  for (DCRTPoly& polynomial : c->GetElements()) {
    auto residues = polynomial.GetElementAtIndex(0);
    residues.SetFormat(COEFFICIENT);
    polynomial = DCRTPoly(residues, params);
    polynomial.SetFormat(EVALUATION);
  }
  c->SetLevel(moduli() - params->GetParams().size());
}

Bootstrap::Ciphertext Bootstrap::Run::raised(ConstCiphertext& c) const {
  Ciphertext result = c->Clone();
  rescale(result);
  (part_.*adjust)(result, std::pow(2, -correction_bits_), has_extra_modulus() ? 1 : 0, true);
  if (parameters_->GetSecretKeyDist() == SPARSE_ENCAPSULATED) {
    // To a sparse key, under which the multiple is small, and back.
    const auto& keys = context_->GetEvalAutomorphismKeyMap(result->GetKeyTag());
    result = KeySwitchSparse(result, keys.at(2 * n_ - 4));
    lift(result);
    scheme_.KeySwitchInPlace(result, keys.at(2 * n_ - 2));
  } else {
    lift(result);
  }
  const double before = 1. / std::pow(2, static_cast<double>(scale_bits_));
  context_->EvalMultInPlace(result, before * (1.0 / (static_cast<double>(sine_.range) * n_)));
  for (std::uint32_t step = slots_; step < n_ / 2; step *= 2) {
    context_->EvalAddInPlace(result, context_->EvalRotate(result, static_cast<std::int32_t>(step)));
  }
  drop(result, 1);
  return result;
}

std::pair<Bootstrap::Ciphertext, Bootstrap::Ciphertext> Bootstrap::Run::coefficients(ConstCiphertext& c,
                                                                                     bool is_split) const {
  Ciphertext low = part_.to_slots(c, precomputed_), high;
  const auto& keys = context_->GetEvalAutomorphismKeyMap(low->GetKeyTag());
  const Ciphertext conjugate = scheme_.EvalAutomorphism(low, 2 * n_ - 1, keys);
  if (is_split) {
    high = context_->EvalSub(low, conjugate);
    scheme_.MultByMonomialInPlace(high, 3 * n_ / 2);
  }
  context_->EvalAddInPlace(low, conjugate);
  rescale(low);
  if (is_split) rescale(high);
  return {low, high};
}

Bootstrap::Ciphertext Bootstrap::Run::reduced(Ciphertext low, Ciphertext high) const {
  for (Ciphertext* half : {&low, &high}) {
    if (*half == nullptr) continue;
    *half = scheme_.EvalChebyshevSeries(*half, *sine_.series, -1, 1);
    if (!is_manual()) rescale(*half);
    (part_.*double_angle)(*half, sine_.doublings);
  }
  if (high != nullptr) {
    scheme_.MultByMonomialInPlace(high, n_ / 2);
    context_->EvalAddInPlaceNoCheck(low, high);
  }
  scheme_.MultByIntegerInPlace(low, static_cast<std::uint64_t>(std::llround(std::pow(2, scale_bits_))));
  return low;
}

Bootstrap::Ciphertext Bootstrap::Run::packed(ConstCiphertext& c, bool is_doubled) const {
  Ciphertext result = part_.to_coefficients(c, precomputed_);
  if (is_doubled)
    context_->EvalAddInPlaceNoCheck(result, context_->EvalRotate(result, static_cast<std::int32_t>(slots_)));
  return result;
}

Bootstrap::Ciphertext Bootstrap::Run::at_level_of_packing(ConstCiphertext& c) const {
  const std::size_t level = moduli() - (precomputed_.m_paramsDec.lvlb + 2 + (has_extra_modulus() ? 1 : 0));
  if (level > moduli() || c->GetLevel() + c->GetNoiseScaleDeg() - 1 > level) return nullptr;
  Ciphertext result = c->Clone();
  rescale(result);
  const std::size_t from = result->GetLevel();
  if (from >= level) return result;
  if (!is_flexible(scaling_)) {
    scheme_.LevelReduceInternalInPlace(result, level - from);
    return result;
  }
  const double big = parameters_->GetScalingFactorRealBig(static_cast<std::uint32_t>(from - 1));
  const double target = parameters_->GetScalingFactorReal(static_cast<std::uint32_t>(level));
  result = context_->EvalMult(result, big / result->GetScalingFactor() / target);
  const std::size_t reached = result->GetLevel() + result->GetNoiseScaleDeg() - 1;
  if (reached < level) {
    scheme_.LevelReduceInternalInPlace(result, level - from - (result->GetNoiseScaleDeg() - 1));
  }
  rescale(result);
  result->SetScalingFactor(target);
  return result;
}

Bootstrap::Bootstrap(const FHECKKSRNS& theirs, std::shared_ptr<const Plans> plans, const Options& options)
    : FHECKKSRNS(theirs), plans_(std::move(plans)), product_(*plans_, options.threads) {}

const CKKSBootstrapPrecom* Bootstrap::precomputed(std::uint32_t slots) const {
  const auto& all = this->*precomputations;
  const auto found = all.find(slots);
  return found == all.end() ? nullptr : found->second.get();
}

std::optional<Bootstrap::Run> Bootstrap::run_of(ConstCiphertext& ciphertext, std::uint32_t iterations) const {
  auto parameters = std::dynamic_pointer_cast<CryptoParametersCKKSRNS>(ciphertext->GetCryptoParameters());
  const CKKSBootstrapPrecom* of_slots = precomputed(ciphertext->GetSlots());
  if (iterations != 1 || of_slots == nullptr || !plans_->are_for(parameters)) return std::nullopt;
  Run run(*this, ciphertext, std::move(parameters), *of_slots);
  if (!run.is_supported()) return std::nullopt;
  return run;
}

Bootstrap::Ciphertext Bootstrap::EvalBootstrap(ConstCiphertext& ciphertext, std::uint32_t iterations,
                                               std::uint32_t precision) const {
  const std::optional<Run> run = run_of(ciphertext, iterations);
  if (!run || precomputed(ciphertext->GetSlots())->BTSlotsEncoding) {
    return FHECKKSRNS::EvalBootstrap(ciphertext, iterations, precision);
  }
  const auto [low, high] = run->coefficients(run->raised(ciphertext), run->is_full());
  Ciphertext slots = run->reduced(low, high);
  if (!run->is_manual()) run->drop(slots, 1);
  return run->result(run->packed(slots, !run->is_full()), ciphertext);
}

Bootstrap::Ciphertext Bootstrap::EvalBootstrapStCFirst(ConstCiphertext& ciphertext, std::uint32_t iterations,
                                                       std::uint32_t precision) const {
  const std::optional<Run> run = run_of(ciphertext, iterations);
  const Ciphertext lowered = run ? run->at_level_of_packing(ciphertext) : nullptr;
  if (lowered == nullptr) return FHECKKSRNS::EvalBootstrapStCFirst(ciphertext, iterations, precision);
  const bool is_complex = ciphertext->GetCryptoContext()->GetCKKSDataType() == lbcrypto::COMPLEX;
  const Ciphertext packed = run->packed(lowered, !run->is_full() && !is_complex);
  const auto [low, high] = run->coefficients(run->raised(packed), is_complex);
  return run->result(run->reduced(low, high), ciphertext);
}

Bootstrap::Ciphertext Bootstrap::times(const SlotProduct::Plaintexts& diagonals, std::uint32_t baby,
                                       ConstCiphertext& c) const {
  const SlotMatrix matrix = whole_transform(static_cast<std::uint32_t>(diagonals.size()), baby);
  const Ciphertext result = product_({&matrix, 1}, {&diagonals, 1}, c);
  return result != nullptr ? result : EvalLinearTransform(diagonals, c);
}

Bootstrap::Ciphertext Bootstrap::to_slots(ConstCiphertext& c, const CKKSBootstrapPrecom& p) const {
  if (is_whole(p)) return times(p.m_U0hatTPre, p.m_paramsEnc.g, c);
  const std::uint32_t quarter = c->GetCryptoContext()->GetCyclotomicOrder() / 4;
  const auto factors = coefficients_to_slots(p.m_paramsEnc, c->GetSlots(), quarter);
  const Ciphertext result = product_(factors, p.m_U0hatTPreFFT, c);
  return result != nullptr ? result : EvalCoeffsToSlots(p.m_U0hatTPreFFT, c);
}

Bootstrap::Ciphertext Bootstrap::to_coefficients(ConstCiphertext& c, const CKKSBootstrapPrecom& p) const {
  // OpenFHE takes the number of baby steps of the other transform.
  if (is_whole(p)) return times(p.m_U0Pre, p.m_paramsEnc.g, c);
  const std::uint32_t quarter = c->GetCryptoContext()->GetCyclotomicOrder() / 4;
  const Ciphertext result = product_(slots_to_coefficients(p.m_paramsDec, quarter), p.m_U0PreFFT, c);
  return result != nullptr ? result : EvalSlotsToCoeffs(p.m_U0PreFFT, c);
}

}  // namespace ringlet::openfhe
