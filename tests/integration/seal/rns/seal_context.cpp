#include "seal_context.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>

namespace ringlet_test::beside_seal {

namespace {

/// Makes a different generator each time, and the same ones in each run. SEAL's factory with a seed makes the same
/// generator each time: all ciphertexts would have the same randomness, and their differences none.
class Generators final : public seal::UniformRandomGeneratorFactory {
 public:
  Generators() : UniformRandomGeneratorFactory(seal::prng_seed_type{}) {}

 private:
  std::shared_ptr<seal::UniformRandomGenerator> create_impl(seal::prng_seed_type) override {
    return std::make_shared<seal::Blake2xbPRNG>(seal::prng_seed_type{++count_});
  }

  std::atomic<std::uint64_t> count_ = 0;
};

}  // namespace

const std::vector<Parameters>& all_parameters() {
  using seal::CoeffModulus;
  static const std::vector<Parameters> all = {
      {"1024_mixed", 1024, CoeffModulus::Create(1024, {45, 25, 60, 50, 31})},
      {"2048_short", 2048, CoeffModulus::Create(2048, {30, 30, 28, 26, 29})},
      {"4096", 4096, CoeffModulus::BFVDefault(4096)},
      {"4096_mixed", 4096, CoeffModulus::Create(4096, {60, 49, 30, 50, 51, 59})},
      {"8192", 8192, CoeffModulus::BFVDefault(8192)},
      {"8192_of_60", 8192, CoeffModulus::Create(8192, {60, 60, 60, 60})},
      {"16384", 16384, CoeffModulus::BFVDefault(16384)},
      {"32768", 32768, CoeffModulus::BFVDefault(32768)},
  };
  return all;
}

std::string name_of(seal::scheme_type scheme) {
  return scheme == seal::scheme_type::bfv ? "bfv" : scheme == seal::scheme_type::bgv ? "bgv" : "ckks";
}

bool in_evaluations(seal::scheme_type scheme) {
  if (SEAL_VERSION_MAJOR == 4 && SEAL_VERSION_MINOR == 0) return scheme == seal::scheme_type::ckks;
  return scheme != seal::scheme_type::bfv;
}

seal::SEALContext make_context(seal::scheme_type scheme, const Parameters& parameters) {
  seal::EncryptionParameters result(scheme);
  result.set_poly_modulus_degree(parameters.n);
  result.set_coeff_modulus(parameters.moduli);
  if (scheme != seal::scheme_type::ckks) result.set_plain_modulus(plaintext_modulus);
  result.set_random_generator(std::make_shared<Generators>());
  return {result, true, seal::sec_level_type::none};
}

std::vector<const ContextData*> levels(const seal::SEALContext& context, bool with_keys) {
  std::vector<const ContextData*> result;
  auto data = with_keys ? context.key_context_data() : context.first_context_data();
  for (; data; data = data->next_context_data()) result.push_back(data.get());
  // SEAL's chain of levels ends where parameters become useless; these never do.
  EXPECT_EQ(result.back()->parms().coeff_modulus().size(), 1U);
  return result;
}

ringlet::RnsBase base_of(std::span<const seal::Modulus> moduli) {
  Words values;
  for (const seal::Modulus& q : moduli) values.push_back(q.value());
  return ringlet::RnsBase(values);
}

ringlet::RnsSpan rows(seal::Ciphertext& ciphertext, std::size_t k) {
  return {ciphertext.data(k), ciphertext.coeff_modulus_size(), ciphertext.poly_modulus_degree()};
}

ringlet::RnsView rows(const seal::Ciphertext& ciphertext, std::size_t k) {
  return {ciphertext.data(k), ciphertext.coeff_modulus_size(), ciphertext.poly_modulus_degree()};
}

void fill(ringlet::RnsSpan polynomial, std::span<const seal::Modulus> moduli, Random& random) {
  for (std::size_t i = 0; i < polynomial.rows(); ++i) {
    const std::uint64_t q = moduli[i].value(), half = q / 2;
    const std::vector<std::uint64_t> first = {0, q - 1, half, half + 1, 1, half - 1, q - 2, half + 2};
    for (std::size_t j = 0; j < polynomial.size(); ++j) {
      polynomial[i][j] = j < first.size() ? first[j] : random.up_to(q - 1);
    }
  }
}

void expect_same(ringlet::RnsView ours, ringlet::RnsView of_seal) {
  ASSERT_EQ(ours.rows(), of_seal.rows());
  ASSERT_EQ(ours.size(), of_seal.size());
  for (std::size_t i = 0; i < ours.rows(); ++i) {
    for (std::size_t j = 0; j < ours.size(); ++j) {
      ASSERT_EQ(ours[i][j], of_seal[i][j]) << "row " << i << ", place " << j;
    }
  }
}

}  // namespace ringlet_test::beside_seal
