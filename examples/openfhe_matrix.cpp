// Multiplies an encrypted vector by a matrix, with OpenFHE alone and with Ringlet.
//
// The product takes one rotation of the vector for each diagonal of the matrix. The program prints the times of the
// usual loop before and after `accelerate`, whether the words of both results are equal, and the time of
// `linear_transform`, which computes the sum in one call.
#include <openfhe.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <vector>

#include "ringlet/openfhe/accelerate.hpp"
#include "ringlet/openfhe/linear_transform.hpp"

namespace {

using namespace lbcrypto;

constexpr std::uint32_t ring = 1 << 12, size = 16;

struct Program {
  CryptoContext<DCRTPoly> context;
  KeyPair<DCRTPoly> keys;
  std::vector<std::int32_t> steps;
  std::vector<ReadOnlyPlaintext> diagonals;
  Ciphertext<DCRTPoly> vector;

  /// Returns the product of the matrix and the vector. All rotations share their digits (hoisting).
  [[nodiscard]] Ciphertext<DCRTPoly> loop() const {
    const auto digits = context->EvalFastRotationPrecompute(vector);
    Ciphertext<DCRTPoly> sum = context->EvalMult(vector, diagonals[0]);
    for (std::uint32_t i = 1; i < size; ++i) {
      const auto rotated = context->EvalFastRotation(vector, i, 2 * ring, digits);
      context->EvalAddInPlace(sum, context->EvalMult(rotated, diagonals[i]));
    }
    return sum;
  }

  [[nodiscard]] std::vector<double> decrypted(ConstCiphertext<DCRTPoly>& c) const {
    Plaintext result;
    context->Decrypt(keys.secretKey, c, &result);
    result->SetLength(size);
    return result->GetRealPackedValue();
  }
};

Program make_program() {
  CCParams<CryptoContextCKKSRNS> parameters;
  parameters.SetSecurityLevel(HEStd_NotSet);  // an example: too small to be secure
  parameters.SetRingDim(ring);
  parameters.SetScalingModSize(49);
  parameters.SetNumLargeDigits(3);
  parameters.SetMultiplicativeDepth(5);
  const std::uint32_t level = 1;  // level 0 of OpenFHE's default scaling has an extra modulus
  Program program;
  program.context = GenCryptoContext(parameters);
  program.context->Enable(PKE | KEYSWITCH | LEVELEDSHE);
  program.keys = program.context->KeyGen();
  for (std::uint32_t i = 0; i < size; ++i) {
    program.steps.push_back(static_cast<std::int32_t>(i));
    const std::vector<double> diagonal(size, 0.01 * (i + 1));
    program.diagonals.push_back(program.context->MakeCKKSPackedPlaintext(diagonal, 1, level, nullptr, size));
  }
  program.context->EvalRotateKeyGen(program.keys.secretKey, program.steps);
  std::vector<double> values;
  for (std::uint32_t i = 0; i < size; ++i) values.push_back(0.1 * i);
  const auto plaintext = program.context->MakeCKKSPackedPlaintext(values, 1, level, nullptr, size);
  program.vector = program.context->Encrypt(program.keys.publicKey, plaintext);
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
  Ciphertext<DCRTPoly> plain, accelerated, transformed;
  const double before = milliseconds([&] { plain = program.loop(); });
  ringlet::openfhe::accelerate(program.context);
  accelerated = program.loop();  // makes the plans
  const double after = milliseconds([&] { accelerated = program.loop(); });

  std::vector<ReadOnlyPlaintext> diagonals;
  for (const auto& diagonal : program.diagonals) {
    diagonals.push_back(ringlet::openfhe::extend(program.context, diagonal));
  }
  const auto transform = [&] {
    transformed = ringlet::openfhe::linear_transform(program.vector, program.steps, diagonals);
  };
  transform();
  const double in_one_call = milliseconds(transform);

  const std::vector<double> expected = program.decrypted(plain), got = program.decrypted(transformed);
  double difference = 0;
  for (std::uint32_t i = 0; i < size; ++i) difference = std::max(difference, std::abs(got[i] - expected[i]));
  const bool is_equal = plain->GetElements() == accelerated->GetElements();
  std::cout << "Loop: OpenFHE " << before << " ms, with Ringlet " << after << " ms; linear_transform " << in_one_call
            << " ms, slots differ by " << difference << "; words of both loops " << (is_equal ? "equal" : "different")
            << '\n';
  return is_equal && difference < 1e-6 ? 0 : 1;
}
