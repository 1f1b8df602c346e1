// Compares BFV's products, squares and rotations of OpenFHE with and without Ringlet, word for word, for each of its
// multiplication techniques.
#include <gtest/gtest.h>
#include <openfhe.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "bfv_product.hpp"
#include "compat/openfhe/program.hpp"
#include "ringlet/openfhe/accelerate.hpp"

namespace {

using namespace lbcrypto;
using ringlet_test::Context, ringlet_test::Outcomes, ringlet_test::outcome_of;
using Element = Ciphertext<DCRTPoly>;

constexpr std::uint32_t n = 1 << 9;

struct Sizes {
  std::uint32_t depth;
  std::uint64_t t;
  /// Bits of moduli; 0 for OpenFHE's default.
  std::uint32_t bits = 0;
  EncryptionTechnique encryption = STANDARD;
};

Context context_of(MultiplicationTechnique multiplication, KeySwitchTechnique technique, const Sizes& sizes,
                   std::uint32_t size = n) {
  CCParams<CryptoContextBFVRNS> p;
  p.SetSecurityLevel(HEStd_NotSet);
  p.SetRingDim(size);
  p.SetMultiplicativeDepth(sizes.depth);
  p.SetPlaintextModulus(sizes.t);
  p.SetKeySwitchTechnique(technique);
  p.SetMultiplicationTechnique(multiplication);
  p.SetEncryptionTechnique(sizes.encryption);
  if (sizes.bits != 0) p.SetScalingModSize(sizes.bits);
  Context context = GenCryptoContext(p);
  context->Enable(PKE | KEYSWITCH | LEVELEDSHE | ADVANCEDSHE);
  return context;
}

void add(Outcomes& out, const std::string& operation, const std::function<Element()>& call) {
  out.push_back(outcome_of(operation, call));
}

/// Context with keys and ciphertexts, and programs on them.
class Program {
 public:
  explicit Program(const Context& context) : context_(context), keys_(context->KeyGen()) {
    context_->EvalMultKeysGen(keys_.secretKey);
    context_->EvalRotateKeyGen(keys_.secretKey, {1, -3});
    x_ = context_->Encrypt(keys_.publicKey, encode(1));
    y_ = context_->Encrypt(keys_.publicKey, encode(2));
    plaintext_ = encode(3);
  }

  [[nodiscard]] const Element& x() const { return x_; }
  [[nodiscard]] const Element& y() const { return y_; }

  /// Multiplies, squares and rotates ciphertexts of each noise scale degree.
  [[nodiscard]] Outcomes run(std::uint32_t depth) const {
    Outcomes out;
    Element c = x_;
    for (std::uint32_t i = 0; i < depth; ++i) {
      operate(out, "degree " + std::to_string(i + 1), c, i % 2 == 0 ? y_ : c);
      c = i % 2 == 0 ? context_->EvalMult(c, y_) : context_->EvalSquare(c);
    }
    operate(out, "last degree", c, x_);
    return out;
  }

  /// Does the same with ciphertexts of fewer moduli.
  [[nodiscard]] Outcomes run_compressed() const {
    Outcomes out;
    const Element product = context_->EvalMult(x_, y_);
    for (std::uint32_t left = 1; left < product->GetElements()[0].GetNumOfElements(); ++left) {
      const std::string name = std::to_string(left) + " moduli";
      operate(out, name, context_->Compress(product, left), context_->Compress(x_, left));
    }
    return out;
  }

  /// Uses arguments that OpenFHE's own functions must take.
  [[nodiscard]] Outcomes run_unusual() const {
    auto coefficients = x_->Clone(), half = x_->Clone(), empty = x_->Clone(), single = x_->Clone();
    for (DCRTPoly& polynomial : coefficients->GetElements()) polynomial.SetFormat(Format::COEFFICIENT);
    half->GetElements()[1].SetFormat(Format::COEFFICIENT);
    for (DCRTPoly& polynomial : empty->GetElements()) polynomial = DCRTPoly(polynomial.GetParams(), EVALUATION, false);
    single->GetElements().resize(1);
    Outcomes out;
    for (const auto& [name, c] :
         std::vector<std::pair<std::string, Element>>{{"coefficients", coefficients}, {"half", half}}) {
      add(out, name + " multiply", [&] { return context_->EvalMult(c, x_); });
      add(out, name + " square", [&] { return context_->EvalSquare(c); });
    }
    add(out, "multiply one polynomial", [&] { return context_->EvalMultNoRelin(single, x_); });
    add(out, "rotate coefficients", [&] { return context_->EvalRotate(coefficients, 1); });
#ifndef _OPENMP
    // With OpenMP, OpenFHE ends the program.
    add(out, "rotate empty", [&] { return context_->EvalRotate(empty, 1); });
#endif
    add(out, "no key", [&] { return context_->EvalRotate(x_, 7); });
    add(out, "even",
        [&] { return context_->EvalAutomorphism(x_, 2, context_->GetEvalAutomorphismKeyMap(x_->GetKeyTag())); });
    add(out, "mutable", [&] {
      Element a = x_->Clone(), b = y_->Clone();
      return context_->EvalMultMutable(a, b);
    });
    return out;
  }

  /// Multiplies ciphertexts whose coefficients lie as close to half of the modulus as integers can. They have `left`
  /// moduli; 0: all.
  [[nodiscard]] Outcomes run_near_half(std::uint32_t left = 0) const {
    Element c = left == 0 ? x_->Clone() : context_->Compress(x_, left);
    const Element y = left == 0 ? y_ : context_->Compress(y_, left);
    for (DCRTPoly& polynomial : c->GetElements()) {
      polynomial.SetFormat(Format::COEFFICIENT);
      for (auto& row : polynomial.GetAllElements()) {
        // (Q - 1) / 2 and (Q + 1) / 2.
        const NativeInteger low = row.GetModulus() >> 1;
        for (std::uint32_t k = 0; k < n; ++k) row[k] = k % 3 == 0 ? low + NativeInteger(1) : low;
      }
      polynomial.SetFormat(Format::EVALUATION);
    }
    Outcomes out;
    operate(out, "near half", c, y);
    operate(out, "by near half", y, c);
    return out;
  }

 private:
  [[nodiscard]] Plaintext encode(unsigned seed) const {
    std::mt19937_64 random(seed);
    const std::uint64_t t = context_->GetCryptoParameters()->GetPlaintextModulus();
    std::vector<std::int64_t> values;
    for (std::uint32_t i = 0; i < n; ++i) values.push_back(static_cast<std::int64_t>(random() % ((t + 1) / 2)));
    // OpenFHE takes coefficients for plaintext moduli of up to 32 bits.
    return t >> 32 == 0 ? context_->MakeCoefPackedPlaintext(values) : context_->MakePackedPlaintext(values);
  }

  void operate(Outcomes& out, const std::string& name, const Element& a, const Element& b) const {
    add(out, name + ", multiply", [&] { return context_->EvalMult(a, b); });
    add(out, name + ", multiply only", [&] { return context_->EvalMultNoRelin(a, b); });
    add(out, name + ", multiply three polynomials",
        [&] { return context_->EvalMultNoRelin(context_->EvalMultNoRelin(a, b), a); });
    add(out, name + ", multiply, then relinearise",
        [&] { return context_->Relinearize(context_->EvalMultNoRelin(a, b)); });
    add(out, name + ", relinearise two",
        [&] { return context_->Relinearize(context_->EvalMultNoRelin(context_->EvalMultNoRelin(a, b), a)); });
    add(out, name + ", square", [&] { return context_->EvalSquare(a); });
    add(out, name + ", square in place", [&] {
      Element c = a->Clone();
      context_->EvalSquareInPlace(c);
      return c;
    });
    add(out, name + ", multiply in place", [&] {
      Element c = a->Clone();
      context_->GetScheme()->EvalMultInPlace(c, b, context_->GetEvalMultKeyVector(c->GetKeyTag())[0]);
      return c;
    });
    add(out, name + ", multiply by plaintext", [&] { return context_->EvalMult(a, plaintext_); });
    add(out, name + ", rotate", [&] { return context_->EvalRotate(a, -3); });
    for (const std::uint32_t step : {0U, 1U, 2U}) {
      add(out, name + ", hoisted",
          [&] { return context_->EvalFastRotation(a, step, 2 * n, context_->EvalFastRotationPrecompute(a)); });
    }
  }

  Context context_;
  KeyPair<DCRTPoly> keys_;
  Element x_, y_;
  Plaintext plaintext_;
};

void expect_equal_with_and_without(const Context& context, const std::function<Outcomes()>& run) {
  const Outcomes expected = run();
  const auto report = ringlet::openfhe::accelerate(context);
  EXPECT_TRUE(report.product && report.rotation);
  const Outcomes got = run();
  ringlet::openfhe::restore(context);
  expect_equal(got, expected);
}

using Case = std::tuple<MultiplicationTechnique, KeySwitchTechnique, Sizes>;

class OpenFheBfv : public ::testing::TestWithParam<Case> {};

TEST_P(OpenFheBfv, HasEqualWords) {
  const auto& [multiplication, technique, sizes] = GetParam();
  const Context context = context_of(multiplication, technique, sizes);
  const Program program(context);
  expect_equal_with_and_without(context, [&] { return program.run(sizes.depth); });
  expect_equal_with_and_without(context, [&] { return program.run_near_half(); });
  expect_equal_with_and_without(context, [&] { return program.run_unusual(); });
  if (sizes.encryption == STANDARD && (multiplication == HPSPOVERQ || multiplication == HPSPOVERQLEVELED)) {
    expect_equal_with_and_without(context, [&] { return program.run_near_half(1); });
    expect_equal_with_and_without(context, [&] { return program.run_compressed(); });
  }
}

TEST(OpenFheBfvPlans, AreNotOfAnotherPlaintextModulus) {
  // The first context's scheme multiplies ciphertexts of both, which have equal moduli.
  const Context first = context_of(HPS, BV, {2, 65537}), second = context_of(HPS, BV, {2, 65539});
  ASSERT_EQ(*first->GetElementParams(), *second->GetElementParams());
  const Program program(first), other(second);
  expect_equal_with_and_without(first, [&] {
    Outcomes out;
    for (const Program* p : {&program, &other}) {
      add(out, "product", [&] { return first->GetScheme()->EvalMult(p->x(), p->y()); });
    }
    return out;
  });
}

TEST(OpenFheBfvPlans, ServeThreads) {
  const Context context = context_of(HPSPOVERQLEVELED, HYBRID, {3, 65537});
  const Program program(context);
  const Outcomes expected = program.run(3);
  ringlet::openfhe::accelerate(context);
  std::vector<Outcomes> got(4);
  std::vector<std::thread> threads;
  for (Outcomes& out : got) threads.emplace_back([&] { out = program.run(3); });
  for (std::thread& thread : threads) thread.join();
  ringlet::openfhe::restore(context);
  for (const Outcomes& out : got) expect_equal(out, expected);
}

TEST(OpenFheBfvPlans, ShareMemory) {
  ringlet::openfhe::BfvMemory memory;
  const auto address = [&](std::size_t words) { return ringlet::openfhe::BfvMemory::Lease(memory, words).get(); };
  const auto* block = address(100);
  EXPECT_EQ(address(50), block);
  EXPECT_EQ(address(100), block);
  ringlet::openfhe::BfvMemory::Lease first(memory, 100), second(memory, 100);
  EXPECT_EQ(first.get(), block);
  EXPECT_NE(second.get(), block);
}

TEST(OpenFheBfvPlans, LeaveSmallModuliOfBehzToOpenFhe) {
  // OpenFHE's words are wrong.
  for (const std::uint32_t bits : {14U, 15U, 16U}) {
    const Context context = context_of(BEHZ, BV, {1, 5, bits}, 16);
    const auto keys = context->KeyGen();
    std::vector<Element> inputs;
    for (int i = 0; i < 20; ++i) {
      inputs.push_back(context->Encrypt(keys.publicKey, context->MakeCoefPackedPlaintext({1, 0, 1})));
    }
    expect_equal_with_and_without(context, [&] {
      Outcomes out;
      for (const Element& c : inputs) add(out, "product", [&] { return context->EvalMultNoRelin(c, c); });
      return out;
    });
  }
}

std::string name_of(const ::testing::TestParamInfo<Case>& test) {
  const auto& [multiplication, technique, sizes] = test.param;
  std::ostringstream name;
  name << multiplication << '_' << technique << "_depth" << sizes.depth << "_t" << sizes.t << "_bits" << sizes.bits
       << '_' << sizes.encryption;
  return name.str();
}

INSTANTIATE_TEST_SUITE_P(All, OpenFheBfv,
                         ::testing::Combine(::testing::Values(BEHZ, HPS, HPSPOVERQ, HPSPOVERQLEVELED),
                                            ::testing::Values(HYBRID, BV),
                                            ::testing::Values(Sizes{1, 2}, Sizes{3, 65537}, Sizes{5, 1073750017},
                                                              Sizes{2, 257, 20}, Sizes{2, 65537, 40},
                                                              Sizes{2, 65537, 49}, Sizes{2, 1099511630849},
                                                              Sizes{2, 6, 0, EXTENDED})),
                         name_of);

// Plans with many moduli.
INSTANTIATE_TEST_SUITE_P(Deep, OpenFheBfv,
                         ::testing::Combine(::testing::Values(HPS, HPSPOVERQLEVELED), ::testing::Values(HYBRID),
                                            ::testing::Values(Sizes{12, 65537})),
                         name_of);

}  // namespace
