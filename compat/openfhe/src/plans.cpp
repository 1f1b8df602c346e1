#include "plans.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>

namespace ringlet::openfhe {
namespace {

using lbcrypto::CryptoParametersRNS;
using lbcrypto::DCRTPoly;

std::vector<std::uint64_t> first(const std::vector<std::uint64_t>& of, std::size_t count) {
  return {of.begin(), of.begin() + static_cast<std::ptrdiff_t>(count)};
}

std::vector<std::uint64_t> joined(std::vector<std::uint64_t> a, const std::vector<std::uint64_t>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// Returns whether OpenFHE computes digits of `bits` bits right. The digits of a number have at most 64 bits together.
bool are_digits_right(unsigned bits, const std::vector<std::uint64_t>& moduli) {
  return bits == 0 || std::ranges::all_of(moduli, [&](std::uint64_t q) {
           const auto length = static_cast<unsigned>(std::bit_width(q));
           return (length + bits - 1) / bits * bits <= 64;
         });
}

}  // namespace

Moduli::Moduli(const DCRTPoly::Params& params) {
  for (const auto& row : params.GetParams()) {
    values.push_back(row->GetModulus().ConvertToInt());
    roots.push_back(row->GetRootOfUnity().ConvertToInt());
  }
}

Parameters::Parameters(const CryptoParametersRNS& from)
    : n(from.GetElementParams()->GetRingDimension()),
      base(*from.GetElementParams()),
      digit_size(0),
      digit_bits(0),
      plaintext_modulus(from.GetNoiseScale() == 1 ? 1 : from.GetPlaintextModulus()) {
  if (from.GetKeySwitchTechnique() == lbcrypto::HYBRID && from.GetParamsP()) {
    special = Moduli(*from.GetParamsP());
    digit_size = from.GetNumPerPartQ();
  } else if (from.GetKeySwitchTechnique() == lbcrypto::BV && are_digits_right(from.GetDigitSize(), base.values)) {
    digit_size = 1;
    digit_bits = from.GetDigitSize();
  }
}

std::shared_ptr<const Plans> Plans::of(const Parameters& parameters) {
  // Never destroyed, so that destructors of static objects may use it.
  static std::mutex& mutex = *new std::mutex;
  static auto& all = *new std::map<Parameters, std::weak_ptr<const Plans>>;
  const std::scoped_lock lock(mutex);
  std::erase_if(all, [](const auto& entry) { return entry.second.expired(); });
  std::weak_ptr<const Plans>& entry = all[parameters];
  std::shared_ptr<const Plans> plans = entry.lock();
  if (!plans) {
    plans = std::make_shared<const Plans>(parameters);
    entry = plans;
  }
  return plans;
}

Plans::Plans(const Parameters& parameters) : parameters_(parameters), base_(parameters.base.values) {
  if (parameters.digit_size == 0) return;
  const std::size_t special = parameters.special.values.size();
  key_switch_.emplace(ntt(base_.size(), true), special,
                      KeySwitchOptions{.digit_size = parameters.digit_size,
                                       .digit_bits = parameters.digit_bits,
                                       .plaintext_modulus = parameters.plaintext_modulus,
                                       .digits = special == 0 ? Lift::centred : Lift::approximate,
                                       .division = Lift::approximate,
                                       .allow_short_special = true});
}

RnsNtt Plans::ntt(std::size_t level, bool has_special) const {
  std::vector<std::uint64_t> moduli = first(parameters_.base.values, level);
  std::vector<std::uint64_t> roots = first(parameters_.base.roots, level);
  if (has_special) {
    moduli = joined(std::move(moduli), parameters_.special.values);
    roots = joined(std::move(roots), parameters_.special.roots);
  }
  return {parameters_.n, RnsBase(moduli), {.psi = roots, .context = context_}};
}

const ModDown& Plans::rescale(std::size_t level) const {
  return find(mutex_, rescales_, level,
              [&] { return ModDown(ntt(level, false), 1, {.plaintext_modulus = parameters_.plaintext_modulus}); });
}

const ModDown& Plans::division(std::size_t level) const {
  return find(mutex_, divisions_, level, [&] {
    return ModDown(ntt(level, true), parameters_.special.values.size(),
                   {.plaintext_modulus = parameters_.plaintext_modulus, .lift = Lift::approximate});
  });
}

const BaseConversion& Plans::extension(std::size_t level) const {
  return find(mutex_, extensions_, level, [&] {
    return BaseConversion(RnsBase(first(parameters_.base.values, level)), RnsBase(parameters_.special.values),
                          Lift::centred);
  });
}

const Automorphism& Plans::automorphism(std::uint32_t exponent) const {
  return find(mutex_, automorphisms_, exponent, [&] { return Automorphism(parameters_.n, exponent); });
}

bool Plans::are_for(const std::shared_ptr<lbcrypto::CryptoParametersBase<DCRTPoly>>& parameters) const {
  const auto of_rns = std::dynamic_pointer_cast<CryptoParametersRNS>(parameters);
  return of_rns && Parameters(*of_rns) == parameters_;
}

bool Plans::serves(const DCRTPoly& polynomial, bool has_special) const {
  const auto& rows = polynomial.GetAllElements();
  const std::size_t special = has_special ? parameters_.special.values.size() : 0;
  if (rows.size() <= special || rows.size() - special > base_.size()) return false;
  const std::size_t level = rows.size() - special;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Moduli& moduli = i < level ? parameters_.base : parameters_.special;
    const std::size_t at = i < level ? i : i - level;
    const auto& row = rows[i];
    if (row.IsEmpty() || row.GetFormat() != EVALUATION || row.GetLength() != parameters_.n ||
        row.GetModulus().ConvertToInt() != moduli.values[at] ||
        row.GetRootOfUnity().ConvertToInt() != moduli.roots[at]) {
      return false;
    }
  }
  return true;
}

bool Plans::serves_all(const std::vector<DCRTPoly>& polynomials, bool has_special) const {
  return !polynomials.empty() && std::ranges::all_of(polynomials, [&](const DCRTPoly& polynomial) {
    return serves(polynomial, has_special) && polynomial.GetNumOfElements() == polynomials[0].GetNumOfElements();
  });
}

}  // namespace ringlet::openfhe
