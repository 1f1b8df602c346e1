// Multiplies an encrypted vector by a matrix and bootstraps the result, with OpenFHE alone and with Ringlet.
//
// The product takes one rotation of the vector for each diagonal of the matrix. All rotations share their digits
// (hoisting). The program prints both times and whether all words of the ciphertexts are equal.
#include <openfhe.h>

#include <chrono>
#include <cstdint>
#include <iostream>
#include <vector>

#include "ringlet/openfhe/accelerate.hpp"

namespace {

using namespace lbcrypto;
using Ciphertexts = std::vector<Ciphertext<DCRTPoly>>;

constexpr std::uint32_t ring = 1 << 12, size = 16;

struct Program {
  CryptoContext<DCRTPoly> context;
  std::vector<Plaintext> diagonals;
  Ciphertext<DCRTPoly> vector;

  /// Returns the product of the matrix and the vector, and the same at a higher level.
  [[nodiscard]] Ciphertexts operator()() const {
    const auto digits = context->EvalFastRotationPrecompute(vector);
    Ciphertext<DCRTPoly> sum = context->EvalMult(vector, diagonals[0]);
    for (std::uint32_t i = 1; i < size; ++i) {
      const auto rotated = context->EvalFastRotation(vector, i, 2 * ring, digits);
      context->EvalAddInPlace(sum, context->EvalMult(rotated, diagonals[i]));
    }
    return {sum, context->EvalBootstrap(sum)};
  }
};

Program make_program() {
  const std::vector<std::uint32_t> budget{2, 2};
  CCParams<CryptoContextCKKSRNS> parameters;
  parameters.SetSecurityLevel(HEStd_NotSet);  // an example: too small to be secure
  parameters.SetRingDim(ring);
  parameters.SetSecretKeyDist(SPARSE_TERNARY);
  parameters.SetScalingModSize(54);
  parameters.SetFirstModSize(60);
  parameters.SetNumLargeDigits(3);
  const std::uint32_t depth = 4 + FHECKKSRNS::GetBootstrapDepth(budget, SPARSE_TERNARY);
  parameters.SetMultiplicativeDepth(depth);
  Program program;
  program.context = GenCryptoContext(parameters);
  program.context->Enable(PKE | KEYSWITCH | LEVELEDSHE | ADVANCEDSHE | FHE);
  program.context->EvalBootstrapSetup(budget, {0, 0}, size);
  const auto keys = program.context->KeyGen();
  program.context->EvalMultKeyGen(keys.secretKey);
  program.context->EvalBootstrapKeyGen(keys.secretKey, size);
  std::vector<std::int32_t> steps;
  for (std::uint32_t i = 1; i < size; ++i) steps.push_back(static_cast<std::int32_t>(i));
  program.context->EvalRotateKeyGen(keys.secretKey, steps);
  for (std::uint32_t i = 0; i < size; ++i) {
    const std::vector<double> diagonal(size, 0.01 * (i + 1));
    program.diagonals.push_back(program.context->MakeCKKSPackedPlaintext(diagonal, 1, depth - 2, nullptr, size));
  }
  const auto plaintext =
      program.context->MakeCKKSPackedPlaintext(std::vector<double>(size, 0.5), 1, depth - 2, nullptr, size);
  program.vector = program.context->Encrypt(keys.publicKey, plaintext);
  return program;
}

template <class Work>
double milliseconds(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main() {
  const Program program = make_program();
  Ciphertexts plain, accelerated;
  const double before = milliseconds([&] { plain = program(); });
  ringlet::openfhe::accelerate(program.context);
  accelerated = program();  // makes the plans
  const double after = milliseconds([&] { accelerated = program(); });
  bool is_equal = true;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    is_equal = is_equal && plain[i]->GetElements() == accelerated[i]->GetElements();
  }
  std::cout << "OpenFHE " << before << " ms, with Ringlet " << after << " ms; words "
            << (is_equal ? "equal" : "different") << '\n';
  return is_equal ? 0 : 1;
}
