// Computes a layer of a network on encrypted values: a matrix, a polynomial and a bootstrap.
//
// The program prints the time of each step before and after `accelerate`, and the largest difference between the
// results. Before, the matrix is a loop of rotations and products; after, it is one call of `linear_transform`.
#include <openfhe.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iostream>
#include <vector>

#include "ringlet/openfhe/accelerate.hpp"
#include "ringlet/openfhe/linear_transform.hpp"

namespace {

using namespace lbcrypto;

constexpr std::uint32_t ring = 1 << 12, size = 16;

struct Layer {
  CryptoContext<DCRTPoly> context;
  KeyPair<DCRTPoly> keys;
  std::vector<std::int32_t> steps;
  /// Diagonals of the matrix of weights.
  std::vector<ReadOnlyPlaintext> diagonals;
  Ciphertext<DCRTPoly> input;
};

Layer make_layer() {
  const std::vector<std::uint32_t> budget{2, 2};
  CCParams<CryptoContextCKKSRNS> parameters;
  parameters.SetSecurityLevel(HEStd_NotSet);  // an example: too small to be secure
  parameters.SetRingDim(ring);
  parameters.SetSecretKeyDist(SPARSE_TERNARY);
  parameters.SetScalingModSize(54);
  parameters.SetFirstModSize(60);
  parameters.SetNumLargeDigits(3);
  const std::uint32_t depth = 7 + FHECKKSRNS::GetBootstrapDepth(budget, SPARSE_TERNARY);
  // The levels that the matrix and the polynomial take are left.
  const std::uint32_t level = depth - 5;
  parameters.SetMultiplicativeDepth(depth);
  Layer layer;
  layer.context = GenCryptoContext(parameters);
  layer.context->Enable(PKE | KEYSWITCH | LEVELEDSHE | ADVANCEDSHE | FHE);
  layer.context->EvalBootstrapSetup(budget, {0, 0}, size);
  layer.keys = layer.context->KeyGen();
  layer.context->EvalMultKeyGen(layer.keys.secretKey);
  layer.context->EvalBootstrapKeyGen(layer.keys.secretKey, size);
  for (std::uint32_t i = 0; i < size; ++i) {
    layer.steps.push_back(static_cast<std::int32_t>(i));
    std::vector<double> weights;
    for (std::uint32_t k = 0; k < size; ++k) weights.push_back(0.1 * std::cos(i + 3 * k));
    layer.diagonals.push_back(layer.context->MakeCKKSPackedPlaintext(weights, 1, level, nullptr, size));
  }
  layer.context->EvalRotateKeyGen(layer.keys.secretKey, layer.steps);
  std::vector<double> values;
  for (std::uint32_t k = 0; k < size; ++k) values.push_back(std::sin(k));
  const auto plaintext = layer.context->MakeCKKSPackedPlaintext(values, 1, level, nullptr, size);
  layer.input = layer.context->Encrypt(layer.keys.publicKey, plaintext);
  return layer;
}

Ciphertext<DCRTPoly> multiply_in_loop(const Layer& layer) {
  const auto digits = layer.context->EvalFastRotationPrecompute(layer.input);
  Ciphertext<DCRTPoly> sum = layer.context->EvalMult(layer.input, layer.diagonals[0]);
  for (std::uint32_t i = 1; i < size; ++i) {
    const auto rotated = layer.context->EvalFastRotation(layer.input, i, 2 * ring, digits);
    layer.context->EvalAddInPlace(sum, layer.context->EvalMult(rotated, layer.diagonals[i]));
  }
  return sum;
}

/// Runs the layer with a way to multiply by its matrix, prints the times, and returns the decrypted result.
std::vector<double> run(const char* name, const Layer& layer, const std::function<Ciphertext<DCRTPoly>()>& multiply) {
  const auto& context = layer.context;
  Ciphertext<DCRTPoly> c;
  std::cout << name << ':';
  const auto timed = [&](const char* step, const std::function<Ciphertext<DCRTPoly>()>& work) {
    const auto start = std::chrono::steady_clock::now();
    c = work();
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    std::cout << "  " << step << ' ' << time.count() << " ms";
  };
  timed("matrix", multiply);
  // An approximation of the logistic function.
  timed("polynomial", [&] { return context->EvalPoly(c, {0.5, 0.197, 0, -0.004}); });
  timed("bootstrap", [&] { return context->EvalBootstrap(c); });
  std::cout << '\n';
  Plaintext result;
  context->Decrypt(layer.keys.secretKey, c, &result);
  result->SetLength(size);
  return result->GetRealPackedValue();
}

}  // namespace

int main() {
  const Layer layer = make_layer();
  const std::vector<double> expected = run("OpenFHE", layer, [&] { return multiply_in_loop(layer); });

  ringlet::openfhe::accelerate(layer.context);
  std::vector<ReadOnlyPlaintext> diagonals;
  for (const auto& diagonal : layer.diagonals) {
    diagonals.push_back(ringlet::openfhe::extend(layer.context, diagonal));
  }
  const auto transform = [&] { return ringlet::openfhe::linear_transform(layer.input, layer.steps, diagonals); };
  run("Ringlet, makes the plans", layer, transform);
  const std::vector<double> got = run("Ringlet", layer, transform);

  double difference = 0;
  for (std::uint32_t i = 0; i < size; ++i) difference = std::max(difference, std::abs(got[i] - expected[i]));
  std::cout << "Results differ by " << difference << (difference < 1e-3 ? ": right" : ": wrong") << '\n';
  return difference < 1e-3 ? 0 : 1;
}
