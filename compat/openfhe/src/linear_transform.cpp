#include "ringlet/openfhe/linear_transform.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "key_switch.hpp"
#include "part_names.hpp"
#include "ringlet/rns_ntt.hpp"
#include "rows.hpp"
#include "slot_product.hpp"

namespace ringlet::openfhe {
namespace {

using Ciphertext = lbcrypto::Ciphertext<DCRTPoly>;
using ConstCiphertext = lbcrypto::ConstCiphertext<DCRTPoly>;
using lbcrypto::Plaintext, lbcrypto::PlaintextImpl;

std::string entry(const char* name, std::size_t i) { return std::string(name) + '[' + std::to_string(i) + ']'; }

[[noreturn]] void reject(const std::string& name, std::int64_t value, const std::string& rule) {
  throw std::invalid_argument(name + " is " + std::to_string(value) + ", but " + rule);
}

std::shared_ptr<const HybridKeySwitch> key_switch_of(const lbcrypto::CryptoContext<DCRTPoly>& context) {
  if (!context) throw std::invalid_argument("context is null");
  auto part = std::dynamic_pointer_cast<const HybridKeySwitch>((*context->GetScheme()).*PartNames::key_switch);
  if (!part) throw std::invalid_argument("context must have HYBRID key switching by Ringlet: call accelerate before");
  return part;
}

std::shared_ptr<lbcrypto::CryptoParametersRNS> parameters_of(const lbcrypto::CryptoContext<DCRTPoly>& context) {
  return std::dynamic_pointer_cast<lbcrypto::CryptoParametersRNS>(context->GetCryptoParameters());
}

/// Returns a ciphertext of evaluations with the scale that a product needs.
Ciphertext prepared(ConstCiphertext& c) {
  Ciphertext result = c->Clone();
  for (DCRTPoly& polynomial : result->GetElements()) polynomial.SetFormat(EVALUATION);
  const auto parameters = parameters_of(c->GetCryptoContext());
  const auto scaling = parameters->GetScalingTechnique();
  const std::size_t degree = c->GetNoiseScaleDeg();
  if (degree > 1 && scaling != lbcrypto::NORESCALE && scaling != lbcrypto::FIXEDMANUAL) {
    c->GetCryptoContext()->GetScheme()->ModReduceInternalInPlace(result,
                                                                 (degree - 1) * parameters->GetCompositeDegree());
  }
  return result;
}

template <class Encoding>
Plaintext copy_as(const PlaintextImpl& plaintext) {
  const auto* encoding = dynamic_cast<const Encoding*>(&plaintext);
  return encoding != nullptr ? std::make_shared<Encoding>(*encoding) : nullptr;
}

Plaintext copy(const PlaintextImpl& plaintext) {
  for (const auto copy_as_one : {copy_as<lbcrypto::CKKSPackedEncoding>, copy_as<lbcrypto::PackedEncoding>,
                                 copy_as<lbcrypto::CoefPackedEncoding>}) {
    if (Plaintext result = copy_as_one(plaintext)) return result;
  }
  throw std::invalid_argument("plaintext must be packed, or with packed coefficients");
}

/// Returns a polynomial with the special moduli, as the integers around 0 that its residues stand for.
DCRTPoly extended(const DCRTPoly& polynomial, const std::shared_ptr<DCRTPoly::Params>& special, const Plans& plans) {
  const std::size_t level = polynomial.GetNumOfElements(), n = plans.size();
  const RnsNtt special_ntt = plans.special_ntt();
  std::vector<std::uint64_t> memory(level * n);
  const RnsSpan coefficients(memory.data(), level, n);
  const Input in(polynomial);
  plans.ntt(level).inverse(coefficients, in.view());
  DCRTPoly result(polynomial.GetExtendedCRTBasis(special), EVALUATION, true);
  const Output out(result);
  const RnsSpan rows = out.view().last(special_ntt.base().size());
  plans.extension(level)(rows, coefficients);
  special_ntt.forward(rows, rows);
  for (std::size_t i = 0; i < level; ++i) {
    std::ranges::copy(in.view()[i], out.view()[i].begin());
  }
  return result;
}

/// Checks numbers of slots and their keys, and returns the numbers as OpenFHE takes them.
std::vector<std::uint32_t> checked(const char* name, const std::vector<std::int32_t>& rotations, const Plans& plans,
                                   ConstCiphertext& c) {
  std::vector<std::uint32_t> result(rotations.begin(), rotations.end());
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (result[i] != 0 && rotation_key(plans, c, result[i]) == nullptr) {
      reject(entry(name, i), rotations[i], "it must be 0 or have a key of the context, made by EvalRotateKeyGen");
    }
  }
  return result;
}

bool is_of_one_scale(const PlaintextImpl& x, const PlaintextImpl& y) {
  return x.GetScalingFactor() == y.GetScalingFactor() && x.GetScalingFactorInt() == y.GetScalingFactorInt() &&
         x.GetNoiseScaleDeg() == y.GetNoiseScaleDeg();
}

/// Checks that plaintexts other than null have the moduli of a level, or these and the special moduli, and one scale.
void check(const SlotProduct::Plaintexts& plaintexts, const Plans& plans, std::size_t level) {
  const PlaintextImpl* first = nullptr;
  for (std::size_t i = 0; i < plaintexts.size(); ++i) {
    if (!plaintexts[i]) continue;
    const std::string name = entry("plaintexts", i);
    const DCRTPoly& polynomial = plaintexts[i]->GetElement<DCRTPoly>();
    const bool is_extended = plans.serves(polynomial, true);
    if (!is_extended && !plans.serves(polynomial)) {
      throw std::invalid_argument(name + " must be evaluations modulo the moduli of the context of c");
    }
    const std::size_t moduli = polynomial.GetNumOfElements() - (is_extended ? plans.key_switch().special().size() : 0);
    if (moduli != level) {
      throw std::invalid_argument(name + " has " + std::to_string(moduli) + " moduli, but it must have " +
                                  std::to_string(level) + ", as c after its rescaling");
    }
    if (first == nullptr) first = plaintexts[i].get();
    if (!is_of_one_scale(*plaintexts[i], *first)) {
      throw std::invalid_argument(name + " must have the scale of the plaintexts before it");
    }
  }
  if (first == nullptr) throw std::invalid_argument("plaintexts must not all be null");
}

}  // namespace

Ciphertext linear_transform(ConstCiphertext& c, const std::vector<std::int32_t>& rotations,
                            const SlotProduct::Plaintexts& plaintexts, const std::vector<std::int32_t>& giant_steps) {
  if (!c) throw std::invalid_argument("c is null");
  const auto context = c->GetCryptoContext();
  const auto key_switch = key_switch_of(context);
  const SlotProduct& product = key_switch->slot_product();
  const Plans& plans = product.plans();
  const auto size_of = [](const auto& list) { return static_cast<std::int64_t>(list.size()); };
  if (c->GetElements().size() != 2) {
    reject("number of polynomials of c", size_of(c->GetElements()), "it must be 2: relinearize c");
  }
  if (rotations.empty()) reject("number of rotations", 0, "it must be at least 1");
  if (giant_steps.empty()) reject("number of giant_steps", 0, "it must be at least 1");
  if (giant_steps[0] != 0) reject("giant_steps[0]", giant_steps[0], "it must be 0");
  const std::size_t terms = rotations.size() * giant_steps.size();
  if (plaintexts.size() != terms) {
    reject("number of plaintexts", size_of(plaintexts),
           "it must be " + std::to_string(terms) + ", one for each giant step and rotation");
  }
  const SlotMatrix matrix{0, checked("rotations", rotations, plans, c), checked("giant_steps", giant_steps, plans, c)};
  const Ciphertext factor = prepared(c);
  if (!plans.serves_all(factor->GetElements())) {
    throw std::invalid_argument("c must have moduli of its context");
  }
  check(plaintexts, plans, factor->GetElements()[0].GetNumOfElements());
  SlotProduct::Plaintexts factors = plaintexts;
  for (auto& plaintext : factors) {
    if (plaintext && plans.serves(plaintext->GetElement<DCRTPoly>())) plaintext = extend(context, plaintext);
  }
  return product.times(matrix, factors, factor);
}

Plaintext extend(const lbcrypto::CryptoContext<DCRTPoly>& context, lbcrypto::ConstPlaintext& plaintext) {
  const auto key_switch = key_switch_of(context);
  const Plans& plans = key_switch->slot_product().plans();
  if (!plaintext) throw std::invalid_argument("plaintext is null");
  const DCRTPoly& polynomial = plaintext->GetElement<DCRTPoly>();
  if (!plans.serves(polynomial)) {
    throw std::invalid_argument("plaintext must be evaluations modulo moduli of the context");
  }
  Plaintext result = copy(*plaintext);
  result->GetElement<DCRTPoly>() = extended(polynomial, parameters_of(context)->GetParamsP(), plans);
  return result;
}

}  // namespace ringlet::openfhe
