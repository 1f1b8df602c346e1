// Writes vectors.txt: results of OpenFHE 1.5.1, with which openfhe_test.cpp compares. Compile it as C++17 with an
// installed OpenFHE and write its output to vectors.txt in this folder; every run writes the same bytes.
//
// ../lattigo/main.go describes the format. Rows are evaluations in OpenFHE's order unless a field's name says
// coefficients.
//
// A case `key_switch` has the moduli of Q, of P (none for OpenFHE's BV) and the roots of both. The test draws a key,
// then for each level a polynomial. Its digits, one after the other, their sums of products modulo Q P, and the key
// switch are written.
#include <openfhe.h>

#include <cstdint>
#include <iomanip>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace lbcrypto;

using Moduli = std::shared_ptr<DCRTPoly::Params>;
using Words = std::vector<std::uint64_t>;

constexpr std::uint32_t n = 16;

/// Generates splitmix64 (S. Vigna, public domain).
class Random {
 public:
  std::uint64_t below(std::uint64_t bound) {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return (z ^ (z >> 31)) % bound;
  }

  DCRTPoly polynomial(const Moduli& params, Format format) {
    DCRTPoly result(params, format, true);
    for (std::size_t i = 0; i < params->GetParams().size(); ++i) {
      const auto& row_params = params->GetParams()[i];
      NativeVector values(n, row_params->GetModulus());
      for (std::uint32_t j = 0; j < n; ++j) values[j] = below(row_params->GetModulus().ConvertToInt());
      DCRTPoly::PolyType row(row_params, format, true);
      row.SetValues(std::move(values), format);
      result.SetElementAtIndex(i, std::move(row));
    }
    return result;
  }

 private:
  std::uint64_t state_ = 1;
};

void write(const std::string& field, const Words& words) {
  std::cout << field << std::hex;
  for (const std::uint64_t word : words) std::cout << ' ' << word;
  std::cout << '\n';
}

/// Writes a digest of each row of these polynomials.
void write_digests(const std::string& field, const std::vector<DCRTPoly>& polynomials) {
  Words digests;
  for (const DCRTPoly& polynomial : polynomials) {
    for (const auto& row : polynomial.GetAllElements()) {
      std::uint64_t digest = 0xcbf29ce484222325;
      for (std::uint32_t j = 0; j < n; ++j) digest = (digest ^ row[j].ConvertToInt()) * 0x100000001b3;
      digests.push_back(digest);
    }
  }
  write(field, digests);
}

template <class Value>
void write_parameters(const std::string& field, const Moduli& params, const Value& value) {
  Words words;
  for (const auto& row : params->GetParams()) words.push_back(value(*row).ConvertToInt());
  write(field, words);
}

void write_moduli(const std::string& field, const Moduli& params) {
  write_parameters(field, params, [](const auto& row) { return row.GetModulus(); });
}

Moduli first(const Moduli& params, std::size_t level) {
  std::vector<NativeInteger> moduli, roots;
  for (std::size_t i = 0; i < level; ++i) {
    moduli.push_back(params->GetParams()[i]->GetModulus());
    roots.push_back(params->GetParams()[i]->GetRootOfUnity());
  }
  return std::make_shared<DCRTPoly::Params>(2 * n, moduli, roots);
}

/// Writes key switches of every level, by a scheme's own functions and a random key.
void key_switch(const std::string& name, const CryptoContext<DCRTPoly>& context,
                const KeySwitchBase<DCRTPoly>& switcher, std::size_t digits) {
  std::cout << "case key_switch " << name << '\n';
  const auto parameters = std::dynamic_pointer_cast<CryptoParametersRNS>(context->GetCryptoParameters());
  const Moduli base = parameters->GetElementParams(), special = parameters->GetParamsP();
  const Moduli all = special ? parameters->GetParamsQP() : base;
  write_moduli("base", base);
  if (special) write_moduli("special", special);
  write_parameters("psi", all, [](const auto& row) { return row.GetRootOfUnity(); });
  write("digit_size", {special ? parameters->GetNumPerPartQ() : 1});
  write("digit_bits", {special ? 0 : parameters->GetDigitSize()});
  write("plaintext_modulus", {parameters->GetNoiseScale() == 1 ? 1 : parameters->GetPlaintextModulus()});
  Random random;
  std::vector<DCRTPoly> b, a;
  for (std::size_t d = 0; d < digits; ++d) {
    b.push_back(random.polynomial(all, Format::EVALUATION));
    a.push_back(random.polynomial(all, Format::EVALUATION));
  }
  const auto key = std::make_shared<EvalKeyRelinImpl<DCRTPoly>>(context);
  key->SetBVector(std::move(b));
  key->SetAVector(std::move(a));
  for (std::size_t level = 1; level <= base->GetParams().size(); ++level) {
    const std::string suffix = "." + std::to_string(level);
    const DCRTPoly in = random.polynomial(first(base, level), Format::EVALUATION);
    const auto digits_of_in = switcher.EvalKeySwitchPrecomputeCore(in, context->GetCryptoParameters());
    write_digests("digits" + suffix, *digits_of_in);
    if (special) {
      const auto sums = switcher.EvalFastKeySwitchCoreExt(digits_of_in, key, in.GetParams());
      write_digests("sum_b" + suffix, {(*sums)[0]});
      write_digests("sum_a" + suffix, {(*sums)[1]});
    }
    const auto out = switcher.KeySwitchCore(in, key);
    write_digests("out_b" + suffix, {(*out)[0]});
    write_digests("out_a" + suffix, {(*out)[1]});
  }
}

/// Writes the division of a polynomial by its last modulus, as CKKS rescales.
void rescale(const std::string& name, const CryptoContext<DCRTPoly>& context) {
  std::cout << "case rescale " << name << '\n';
  const auto parameters = std::dynamic_pointer_cast<CryptoParametersRNS>(context->GetCryptoParameters());
  const Moduli base = parameters->GetElementParams();
  write_moduli("base", base);
  write_parameters("psi", base, [](const auto& row) { return row.GetRootOfUnity(); });
  Random random;
  for (std::size_t level = 2; level <= base->GetParams().size(); ++level) {
    DCRTPoly in = random.polynomial(first(base, level), Format::EVALUATION);
    in.DropLastElementAndScale(parameters->GetQlQlInvModqlDivqlModq(base->GetParams().size() - level),
                               parameters->GetqlInvModq(base->GetParams().size() - level));
    write_digests("out." + std::to_string(level), {in});
  }
}

NativeInteger residue(const BigInteger& x, const NativeInteger& modulus) {
  return NativeInteger(x.Mod(BigInteger(modulus)).ConvertToInt());
}

/// Writes the conversion of coefficients to other moduli, with the representative next to zero.
void switch_basis(const std::string& name, const Moduli& from, const Moduli& to) {
  std::cout << "case switch_basis " << name << '\n';
  write_moduli("from", from);
  write_moduli("to", to);
  const BigInteger product = from->GetModulus();
  const std::size_t inputs = from->GetParams().size(), outputs = to->GetParams().size();
  std::vector<NativeInteger> inverses, shoup;
  std::vector<double> reciprocals;
  std::vector<std::vector<NativeInteger>> factors(outputs), multiples(inputs + 1);
  std::vector<DoubleNativeInt> barrett;
  for (const auto& row : from->GetParams()) {
    const NativeInteger q = row->GetModulus();
    inverses.push_back(residue(product / BigInteger(q), q).ModInverse(q));
    shoup.push_back(inverses.back().PrepModMulConst(q));
    reciprocals.push_back(1. / q.ConvertToDouble());
  }
  for (std::size_t j = 0; j < outputs; ++j) {
    const NativeInteger p = to->GetParams()[j]->GetModulus();
    for (const auto& row : from->GetParams()) factors[j].push_back(residue(product / BigInteger(row->GetModulus()), p));
    for (std::size_t k = 0; k <= inputs; ++k) multiples[k].push_back(residue(product * BigInteger(k), p));
    barrett.push_back((BigInteger(1) << 128).DividedBy(BigInteger(p)).ConvertToInt<DoubleNativeInt>());
  }
  Random random;
  const DCRTPoly in = random.polynomial(from, Format::COEFFICIENT);
  write_digests("out_coefficients", {in.SwitchCRTBasis(to, inverses, shoup, factors, multiples, barrett, reciprocals)});
}

template <class Scheme>
CCParams<Scheme> parameters_of(std::uint32_t depth, KeySwitchTechnique technique) {
  CCParams<Scheme> parameters;
  parameters.SetSecurityLevel(HEStd_NotSet);
  parameters.SetRingDim(n);
  parameters.SetMultiplicativeDepth(depth);
  parameters.SetKeySwitchTechnique(technique);
  parameters.SetScalingTechnique(FIXEDMANUAL);
  return parameters;
}

CryptoContext<DCRTPoly> ckks(std::uint32_t depth, std::uint32_t bits, std::uint32_t first_bits, std::uint32_t digits) {
  auto parameters = parameters_of<CryptoContextCKKSRNS>(depth, HYBRID);
  parameters.SetScalingModSize(bits);
  parameters.SetFirstModSize(first_bits);
  parameters.SetNumLargeDigits(digits);
  parameters.SetBatchSize(n / 2);
  const auto context = GenCryptoContext(parameters);
  context->Enable(PKE | KEYSWITCH | LEVELEDSHE);
  return context;
}

CryptoContext<DCRTPoly> bgv(std::uint32_t depth, std::uint32_t digits) {
  auto parameters = parameters_of<CryptoContextBGVRNS>(depth, HYBRID);
  parameters.SetPlaintextModulus(65537);
  parameters.SetNumLargeDigits(digits);
  const auto context = GenCryptoContext(parameters);
  context->Enable(PKE | KEYSWITCH | LEVELEDSHE);
  return context;
}

CryptoContext<DCRTPoly> ckks_bv(std::uint32_t depth, std::uint32_t bits, std::uint32_t digit_bits) {
  auto parameters = parameters_of<CryptoContextCKKSRNS>(depth, BV);
  parameters.SetScalingModSize(bits);
  parameters.SetFirstModSize(60);
  parameters.SetDigitSize(digit_bits);
  parameters.SetBatchSize(n / 2);
  const auto context = GenCryptoContext(parameters);
  context->Enable(PKE | KEYSWITCH | LEVELEDSHE);
  return context;
}

/// Returns the number of digits of a key of OpenFHE's BV.
std::size_t digits_of_bv(const CryptoContext<DCRTPoly>& context, std::uint32_t digit_bits) {
  std::size_t count = 0;
  for (const auto& row : context->GetElementParams()->GetParams()) {
    count += digit_bits == 0 ? 1 : (row->GetModulus().GetMSB() + digit_bits - 1) / digit_bits;
  }
  return count;
}

}  // namespace

int main() {
  const KeySwitchHYBRID hybrid;
  const KeySwitchBV bv;
  const auto parts = [](const CryptoContext<DCRTPoly>& context) {
    return std::dynamic_pointer_cast<CryptoParametersRNS>(context->GetCryptoParameters())->GetNumberOfQPartitions();
  };
  const auto short_moduli = ckks(4, 45, 50, 3), mixed = ckks(5, 50, 60, 3), one_digit = ckks(2, 54, 60, 1);
  key_switch("ckks_45_bits", short_moduli, hybrid, parts(short_moduli));
  key_switch("ckks_50_bits", mixed, hybrid, parts(mixed));
  key_switch("ckks_one_digit", one_digit, hybrid, parts(one_digit));
  const auto with_plaintext_modulus = bgv(3, 2);
  key_switch("bgv", with_plaintext_modulus, hybrid, parts(with_plaintext_modulus));
  // OpenFHE shifts words by more than 63 bits if all digits of a modulus have more than 64 bits together.
  for (const std::uint32_t bits : {0U, 10U, 20U}) {
    const auto context = ckks_bv(2, 50, bits);
    key_switch("bv_" + std::to_string(bits), context, bv, digits_of_bv(context, bits));
  }
  rescale("50_bits", mixed);
  rescale("45_bits", short_moduli);
  const Moduli base = mixed->GetElementParams();
  const auto special = std::dynamic_pointer_cast<CryptoParametersRNS>(mixed->GetCryptoParameters())->GetParamsP();
  switch_basis("to_longer", base, special);
  switch_basis("to_shorter", special, base);
}
