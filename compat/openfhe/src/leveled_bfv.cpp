#include "leveled_bfv.hpp"

#include <algorithm>
#include <utility>

#include "ringlet/rns_eltwise.hpp"

namespace lbcrypto {
/// Exported by OpenFHE, though no header declares it: CMakeLists.txt takes only versions that have it.
std::uint32_t FindLevelsToDrop(std::uint32_t depth, std::shared_ptr<CryptoParametersBase<DCRTPoly>> parameters,
                               std::uint32_t bits, bool is_key_switch);
}  // namespace lbcrypto

namespace ringlet::openfhe {
namespace {

using Ciphertext = LeveledBfv::Ciphertext;

void set_format(DCRTPoly& polynomial, Format format) {
  polynomial.OverrideFormat(format);
  for (auto& row : polynomial.GetAllElements()) row.OverrideFormat(format);
}

bool has_coefficients(const DCRTPoly& polynomial) {
  return polynomial.GetFormat() == COEFFICIENT && std::ranges::all_of(polynomial.GetAllElements(), [](const auto& row) {
           return row.GetFormat() == COEFFICIENT;
         });
}

}  // namespace

std::shared_ptr<LeveledBfv::Parameters> LeveledBfv::parameters_of(ConstCiphertext& ciphertext) {
  return std::dynamic_pointer_cast<Parameters>(ciphertext->GetCryptoContext()->GetCryptoParameters());
}

std::size_t LeveledBfv::level(ConstCiphertext& ciphertext, std::size_t degree, bool is_key_switch) {
  const auto parameters = parameters_of(ciphertext);
  const DCRTPoly& polynomial = ciphertext->GetElements()[0];
  const std::size_t rows = polynomial.GetNumOfElements();
  if (parameters->GetMultiplicationTechnique() != lbcrypto::HPSPOVERQLEVELED ||
      rows != parameters->GetElementParams()->GetParams().size()) {
    return rows;
  }
  const std::uint32_t bits = polynomial.GetElementAtIndex(0).GetModulus().GetMSB();
  return rows - lbcrypto::FindLevelsToDrop(static_cast<std::uint32_t>(degree - 1), parameters, bits, is_key_switch);
}

bool LeveledBfv::can_multiply(ConstCiphertext& c1, ConstCiphertext& c2) const {
  const auto &x = c1->GetElements(), &y = c2->GetElements();
  if (!options().product || x.size() != 2 || y.size() != 2 || !plans().serves_all(x) || !plans().serves_all(y) ||
      x[0].GetNumOfElements() != y[0].GetNumOfElements() || c1->GetCryptoParameters() != c2->GetCryptoParameters()) {
    return false;
  }
  const auto parameters = parameters_of(c1);
  const auto technique = parameters->GetMultiplicationTechnique();
  const bool needs_all = technique == lbcrypto::HPS || technique == lbcrypto::BEHZ;
  return plans().are_for(parameters) && (!needs_all || x[0].GetNumOfElements() == plans().base().size()) &&
         BfvProduct::is_right(*parameters);
}

Ciphertext LeveledBfv::product(ConstCiphertext& c1, ConstCiphertext& c2) const {
  const auto &x = c1->GetElements(), &y = c2->GetElements();
  const auto parameters = parameters_of(c1);
  const std::size_t rows = x[0].GetNumOfElements();
  const std::size_t degree = std::max(c1->GetNoiseScaleDeg(), c2->GetNoiseScaleDeg());
  const auto all = parameters->GetElementParams();
  const bool has_all = rows == all->GetParams().size();
  Polynomials z;
  for (int i = 0; i < 3; ++i) {
    z.emplace_back(has_all ? all : parameters->GetParamsQl(static_cast<std::uint32_t>(rows - 1)), COEFFICIENT, true);
  }
  Team team(options().threads);
  const BfvProduct& plan = product_plan(*parameters, rows, level(c1, degree, false));
  const Outputs out(z);
  const Inputs a(x), b(y);
  if (!plan(out.get().first<3>(), a.get().first<2>(), b.get().first<2>(), &x == &y, team.executor())) return nullptr;
  Ciphertext result = c1->CloneEmpty();
  result->SetElements(std::move(z));
  result->SetNoiseScaleDeg(degree + 1);
  return result;
}

Ciphertext LeveledBfv::EvalMult(ConstCiphertext& ciphertext1, ConstCiphertext& ciphertext2) const {
  if (can_multiply(ciphertext1, ciphertext2)) {
    if (Ciphertext result = product(ciphertext1, ciphertext2)) return result;
  }
  return LeveledSHEBFVRNS::EvalMult(ciphertext1, ciphertext2);
}

Ciphertext LeveledBfv::EvalMult(ConstCiphertext& ciphertext1, ConstCiphertext& ciphertext2, const Key key) const {
  // OpenFHE's function calls EvalMult of two arguments, too.
  if (!can_multiply(ciphertext1, ciphertext2)) return LeveledSHEBFVRNS::EvalMult(ciphertext1, ciphertext2, key);
  return relinearised(EvalMult(ciphertext1, ciphertext2), key);
}

void LeveledBfv::EvalMultInPlace(Ciphertext& ciphertext1, ConstCiphertext& ciphertext2, const Key key) const {
  ciphertext1 = EvalMult(ciphertext1, ciphertext2, key);
}

Ciphertext LeveledBfv::EvalMultMutable(Ciphertext& ciphertext1, Ciphertext& ciphertext2) const {
  return LeveledSHEBFVRNS::EvalMultMutable(ciphertext1, ciphertext2);
}

Ciphertext LeveledBfv::EvalSquare(ConstCiphertext& ciphertext) const {
  if (can_multiply(ciphertext, ciphertext)) {
    if (Ciphertext result = product(ciphertext, ciphertext)) return result;
  }
  return LeveledSHEBFVRNS::EvalSquare(ciphertext);
}

Ciphertext LeveledBfv::EvalSquare(ConstCiphertext& ciphertext, const Key key) const {
  if (!can_multiply(ciphertext, ciphertext)) return LeveledSHEBFVRNS::EvalSquare(ciphertext, key);
  return relinearised(EvalSquare(ciphertext), key);
}

void LeveledBfv::EvalSquareInPlace(Ciphertext& ciphertext, const Key key) const {
  ciphertext = EvalSquare(ciphertext, key);
}

Ciphertext LeveledBfv::EvalSquareMutable(Ciphertext& ciphertext) const {
  return LeveledSHEBFVRNS::EvalSquareMutable(ciphertext);
}

void LeveledBfv::RelinearizeInPlace(Ciphertext& ciphertext, const std::vector<Key>& keys) const {
  if (options().product) {
    for (DCRTPoly& polynomial : ciphertext->GetElements()) to_evaluations(polynomial);
  }
  LeveledSHEBFVRNS::RelinearizeInPlace(ciphertext, keys);
}

Ciphertext LeveledBfv::relinearised(Ciphertext product, const Key& key) const {
  Polynomials& c = product->GetElements();
  const Polynomials sums = switched(product, c[2], key);
  Team team(options().threads);
  for (std::size_t i = 0; i < 2; ++i) {
    to_evaluations(c[i]);
    const Output rows(c[i]);
    add(rows.view(), rows.view(), Input(sums[i]).view(), plans().base(), team.get());
  }
  c.resize(2);
  return product;
}

DCRTPoly LeveledBfv::dropped(ConstCiphertext& ciphertext, const DCRTPoly& polynomial, std::size_t level) const {
  const auto parameters = parameters_of(ciphertext);
  Team team(options().threads);
  DCRTPoly coefficients = polynomial;
  const Output rows(coefficients);
  if (polynomial.GetFormat() == EVALUATION) {
    plans().ntt(rows.view().rows()).inverse(rows.view(), rows.view(), {}, team.get());
  }
  set_format(coefficients, COEFFICIENT);
  const auto l = static_cast<std::uint32_t>(level - 1);
  const OpenFheScaleAndRound& plan = division(*parameters, level);
  DCRTPoly result(parameters->GetParamsQl(l), COEFFICIENT, true);
  if (plan.is_openfhes()) {
    std::vector<std::uint64_t> work(polynomial.GetRingDimension());
    plan(Output(result).view(), rows.view(), work, team.executor());
  } else {
    result = coefficients.ScaleAndRound(parameters->GetParamsQl(l), parameters->GetQlQHatInvModqDivqModq(l),
                                        parameters->GetQlQHatInvModqDivqFrac(l), parameters->GetModqBarrettMu());
  }
  to_evaluations(result);
  return result;
}

LeveledBfv::Polynomials LeveledBfv::switched(ConstCiphertext& ciphertext, const DCRTPoly& polynomial,
                                             const Key& key) const {
  const std::size_t left = level(ciphertext, ciphertext->GetNoiseScaleDeg(), ciphertext->GetElements().size() == 2);
  const auto scheme = ciphertext->GetCryptoContext()->GetScheme();
  Polynomials sums;
  if (left < polynomial.GetNumOfElements()) {
    sums = std::move(*scheme->KeySwitchCore(dropped(ciphertext, polynomial, left), key));
  } else if (polynomial.GetFormat() == EVALUATION) {
    sums = std::move(*scheme->KeySwitchCore(polynomial, key));
  } else {
    DCRTPoly evaluations = polynomial;
    to_evaluations(evaluations);
    sums = std::move(*scheme->KeySwitchCore(evaluations, key));
  }
  raise(sums, ciphertext);
  return sums;
}

void LeveledBfv::raise(Polynomials& polynomials, ConstCiphertext& ciphertext) {
  const std::size_t rows = ciphertext->GetElements()[0].GetNumOfElements(), left = polynomials[0].GetNumOfElements();
  if (left == rows) return;
  const auto parameters = parameters_of(ciphertext);
  const auto l = static_cast<std::uint32_t>(left - 1);
  for (DCRTPoly& polynomial : polynomials) {
    polynomial.ExpandCRTBasisQlHat(parameters->GetElementParams(), parameters->GetQlHatModq(l),
                                   parameters->GetQlHatModqPrecon(l), static_cast<std::uint32_t>(rows));
  }
}

const OpenFheScaleAndRound& LeveledBfv::division(const Parameters& p, std::size_t level) const {
  const auto l = static_cast<std::uint32_t>(level - 1);
  return *find(mutex_, divisions_, level, [&] {
    return std::make_unique<const OpenFheScaleAndRound>(
        ScaleAndRoundTables{p.GetElementParams(), p.GetParamsQl(l), p.GetQlQHatInvModqDivqModq(l),
                            p.GetQlQHatInvModqDivqFrac(l), p.GetModqBarrettMu(), 1});
  });
}

const BfvProduct& LeveledBfv::product_plan(const Parameters& parameters, std::size_t rows, std::size_t level) const {
  const OpenFheScaleAndRound* drop = level < rows ? &division(parameters, level) : nullptr;
  const auto technique = static_cast<std::uint64_t>(parameters.GetMultiplicationTechnique());
  return *find(mutex_, products_, {technique, parameters.GetPlaintextModulus(), rows, level},
               [&] { return std::make_unique<const BfvProduct>(parameters, plans().ntt(rows), level, drop, memory_); });
}

void LeveledBfv::to_evaluations(DCRTPoly& polynomial) const {
  if (has_coefficients(polynomial)) {
    set_format(polynomial, EVALUATION);
    const bool can_transform = plans().serves(polynomial);
    set_format(polynomial, COEFFICIENT);
    if (can_transform) {
      const Output rows(polynomial);
      Team team(options().threads);
      plans().ntt(rows.view().rows()).forward(rows.view(), rows.view(), {}, team.get());
      set_format(polynomial, EVALUATION);
    }
  }
  polynomial.SetFormat(EVALUATION);
}

Ciphertext LeveledBfv::EvalAutomorphism(ConstCiphertext& ciphertext, std::uint32_t i, const Keys& keys,
                                        const char* caller_file, const char* caller_function,
                                        std::size_t caller_line) const {
  const auto key = keys.find(i);
  const auto& c = ciphertext->GetElements();
  if (!can_rotate(i) || key == keys.end() || c.size() != 2 || !plans().serves_all(c) ||
      !plans().are_for(parameters_of(ciphertext))) {
    return LeveledSHEBFVRNS::EvalAutomorphism(ciphertext, i, keys, caller_file, caller_function, caller_line);
  }
  Polynomials sums = switched(ciphertext, c[1], key->second);
  return rotated(ciphertext, sums, i);
}

std::shared_ptr<LeveledBfv::Polynomials> LeveledBfv::EvalFastRotationPrecompute(ConstCiphertext& ciphertext) const {
  const auto& c = ciphertext->GetElements();
  if (!options().rotation || c.size() != 2 || !plans().serves_all(c) || !plans().are_for(parameters_of(ciphertext))) {
    return LeveledSHEBFVRNS::EvalFastRotationPrecompute(ciphertext);
  }
  const std::size_t left = level(ciphertext, ciphertext->GetNoiseScaleDeg(), true);
  if (left == c[1].GetNumOfElements()) return LeveledSHEBFVRNS::EvalFastRotationPrecompute(ciphertext);
  return ciphertext->GetCryptoContext()->GetScheme()->EvalKeySwitchPrecomputeCore(dropped(ciphertext, c[1], left),
                                                                                  ciphertext->GetCryptoParameters());
}

Ciphertext LeveledBfv::EvalFastRotation(ConstCiphertext& ciphertext, const std::uint32_t index, const std::uint32_t m,
                                        const std::shared_ptr<Polynomials> digits) const {
  const auto context = ciphertext->GetCryptoContext();
  const auto& c = ciphertext->GetElements();
  const auto theirs = [&] { return LeveledSHEBFVRNS::EvalFastRotation(ciphertext, index, m, digits); };
  if (index == 0 || c.size() != 2 || !plans().serves_all(c)) return theirs();
  const auto parameters = parameters_of(ciphertext);
  const std::uint32_t exponent = FindAutomorphismIndex(index, m);
  const auto& keys = context->GetEvalAutomorphismKeyMap(ciphertext->GetKeyTag());
  const auto key = keys.find(exponent);
  if (!can_rotate(exponent) || key == keys.end() || !plans().are_for(parameters) || digits->empty()) return theirs();
  const bool is_hybrid = parameters->GetKeySwitchTechnique() == lbcrypto::HYBRID;
  const std::size_t special = is_hybrid ? parameters->GetParamsP()->GetParams().size() : 0;
  const std::size_t left = level(ciphertext, ciphertext->GetNoiseScaleDeg(), true);
  if ((*digits)[0].GetNumOfElements() != left + special) return theirs();
  const auto of_level = left == c[0].GetNumOfElements() ? c[0].GetParams()
                                                        : parameters->GetParamsQl(static_cast<std::uint32_t>(left - 1));
  Polynomials sums = std::move(*context->GetScheme()->EvalFastKeySwitchCore(digits, key->second, of_level));
  raise(sums, ciphertext);
  return rotated(ciphertext, sums, exponent);
}

}  // namespace ringlet::openfhe
