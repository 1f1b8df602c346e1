// Tests keys of accelerated contexts: prepared copies, changed and replaced keys, files, several parties, threads.
#include <ciphertext-ser.h>
#include <cryptocontext-ser.h>
#include <gtest/gtest.h>
#include <key/key-ser.h>
#include <openfhe.h>
#include <scheme/bgvrns/bgvrns-ser.h>
#include <scheme/ckksrns/ckksrns-ser.h>

#include <atomic>
#include <barrier>
#include <cstddef>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "compat/openfhe/program.hpp"
#include "plans.hpp"
#include "prepared_keys.hpp"
#include "ringlet/openfhe/accelerate.hpp"
#include "rows.hpp"

namespace ringlet_test {
namespace {

using ringlet::openfhe::accelerate;
using ringlet::openfhe::Options;
using ringlet::openfhe::restore;
using Key = EvalKey<DCRTPoly>;

constexpr std::size_t unlimited = std::size_t{1} << 40;
/// Enough for one key of ckks_3, but not for all.
constexpr std::size_t for_one_key = std::size_t{2} * 3 * 12 * 2048 * 8;

Case ckks_3() { return ckks("", 50, FLEXIBLEAUTO, 3); }
Case bgv_bv() { return bgv("", FIXEDMANUAL, 20, BV); }
Case bfv_bv() { return bfv("", HPSPOVERQLEVELED, BV); }

TEST(OpenFheOptions, EachAloneHasEqualWords) {
  const std::vector<Options> all{{.rescale = false, .product = false, .rotation = false},
                                 {.key_switch = false, .product = false, .rotation = false},
                                 {.key_switch = false, .rescale = false, .rotation = false},
                                 {.key_switch = false, .rescale = false, .product = false},
                                 {.threads = 1},
                                 {.prepared_keys = unlimited},
                                 {.prepared_keys = for_one_key},
                                 {.prepared_keys = 1}};
  for (const Case& c : {ckks_3(), bgv("", FLEXIBLEAUTO, 3), bgv_bv(), bfv_bv()}) {
    const Context context = c.make();
    const Program program(context);
    const Ciphertexts expected = program.run();
    for (std::size_t i = 0; i < all.size(); ++i) {
      SCOPED_TRACE("options " + std::to_string(i));
      const auto report = accelerate(context, all[i]);
      EXPECT_EQ(report.key_switch, all[i].key_switch);
      expect_equal(program.run(), expected);
      expect_equal(program.run(), expected);
    }
    restore(context);
  }
}

Key& rotation_key(const Context& context, const Program& program, std::int32_t step) {
  auto& keys = context->GetEvalAutomorphismKeyMap(program.keys().secretKey->GetKeyTag());
  return keys.at(context->FindAutomorphismIndex(static_cast<std::uint32_t>(step)));
}

/// Changes keys between two operations. Results must be those of OpenFHE with the same keys.
void expect_current(const Context& context, const Program& program, const std::function<void()>& change) {
  const auto rotated = [&] { return Ciphertexts{context->EvalRotate(program.input(), 1)}; };
  accelerate(context, {.prepared_keys = unlimited});
  const Ciphertexts before = rotated();
  change();
  const Ciphertexts after = rotated();
  restore(context);
  expect_equal(after, rotated());
  EXPECT_FALSE(after[0]->GetElements() == before[0]->GetElements());
}

TEST(OpenFhePreparedKeys, KeepTheirLimit) {
  const Context context = ckks_3().make();
  const auto keys = context->KeyGen();
  const auto parameters = std::dynamic_pointer_cast<CryptoParametersRNS>(context->GetCryptoParameters());
  const auto plans = ringlet::openfhe::Plans::of(ringlet::openfhe::Parameters(*parameters));
  const auto use = [&](ringlet::openfhe::PreparedKeys& prepared, const Key& key) {
    const ringlet::openfhe::Inputs b(key->GetBVector()), a(key->GetAVector());
    return prepared.find(plans->key_switch(), key, b.get(), a.get()).bytes();
  };
  std::vector<Key> all;
  for (int i = 0; i < 4; ++i) all.push_back(context->KeySwitchGen(keys.secretKey, keys.secretKey));
  const std::size_t rows = parameters->GetParamsQP()->GetParams().size();
  const std::size_t size = 2 * all[0]->GetAVector().size() * rows * context->GetRingDimension() * 8;

  ringlet::openfhe::PreparedKeys none(size - 1), two(2 * size + 1);
  EXPECT_EQ(use(none, all[0]), 0U);
  EXPECT_EQ(none.bytes(), 0U);
  for (const std::size_t i : {0U, 1U, 0U, 0U, 2U, 3U}) {
    EXPECT_EQ(use(two, all[i]), size);
    EXPECT_LE(two.bytes(), 2 * size);
  }
  // 2 and 3 are left. Keys that are released go at the next use of any key.
  all[2].reset();
  EXPECT_EQ(two.bytes(), 2 * size);
  EXPECT_EQ(use(two, all[3]), size);
  EXPECT_EQ(two.bytes(), size);
}

TEST(OpenFhePreparedKeys, AreNeverStale) {
  for (const Case& c : {ckks_3(), bgv_bv()}) {
    const Context context = c.make();
    const Program program(context);
    Key& key = rotation_key(context, program, 1);
    const Key other = rotation_key(context, program, 2), third = rotation_key(context, program, 7);
    {
      SCOPED_TRACE("other polynomials at the same addresses");
      const void* const place = &key->GetBVector()[0].GetElementAtIndex(0)[0];
      expect_current(context, program, [&] { key->SetBVector(other->GetBVector()); });
      EXPECT_EQ(place, &key->GetBVector()[0].GetElementAtIndex(0)[0]);
    }
    {
      SCOPED_TRACE("one row of one polynomial");
      auto polynomials = key->GetAVector();
      polynomials.back().SetElementAtIndex(1, other->GetAVector()[0].GetElementAtIndex(1));
      expect_current(context, program, [&] { key->SetAVector(polynomials); });
    }
    {
      SCOPED_TRACE("another object");
      expect_current(context, program, [&] { key = third; });
    }
    {
      SCOPED_TRACE("a new object, perhaps where the old one was");
      expect_current(context, program, [&] {
        key.reset();
        key = std::make_shared<EvalKeyRelinImpl<DCRTPoly>>(context);
        key->SetAVector(other->GetAVector());
        key->SetBVector(other->GetBVector());
      });
    }
  }
}

TEST(OpenFheContexts, OfEqualModuliAreIndependent) {
  const auto context_of_batch = [](std::uint32_t batch) {
    auto p = parameters<CryptoContextCKKSRNS>(3, HYBRID, 2);
    p.SetScalingModSize(50);
    p.SetFirstModSize(60);
    p.SetBatchSize(batch);
    return context_of(p);
  };
  const Context first = context_of_batch(64), second = context_of_batch(128);
  ASSERT_NE(first, second);
  const Program of_first(first), of_second(second);
  const Ciphertexts expected_first = of_first.run(), expected_second = of_second.run();
  const auto expect_both = [&] {
    expect_equal(of_first.run(), expected_first);
    expect_equal(of_second.run(), expected_second);
  };
  accelerate(first, {.prepared_keys = unlimited});
  expect_both();
  accelerate(second, {.prepared_keys = unlimited});
  expect_both();
  restore(first);
  expect_both();
}

TEST(OpenFheFiles, AreEqualBeforeAndAfter) {
  for (const Case& c : {ckks_3(), bgv_bv()}) {
    const Context context = c.make();
    const Program program(context);
    const auto& tag = program.keys().secretKey->GetKeyTag();
    const auto files = [&] {
      std::ostringstream out;
      Serial::Serialize(context, out, SerType::BINARY);
      Serial::Serialize(program.keys().publicKey, out, SerType::BINARY);
      Serial::Serialize(program.input(), out, SerType::BINARY);
      EXPECT_TRUE(context->SerializeEvalMultKey(out, SerType::BINARY, tag));
      EXPECT_TRUE(context->SerializeEvalAutomorphismKey(out, SerType::BINARY, tag));
      return out.str();
    };
    const Ciphertexts expected = program.run();
    const std::string before = files();
    accelerate(context, {.prepared_keys = unlimited});
    Ciphertexts results = program.run();
    EXPECT_TRUE(files() == before);
    for (Ciphertext<DCRTPoly>& result : results) {
      std::stringstream file;
      Serial::Serialize(result, file, SerType::BINARY);
      Serial::Deserialize(result, file, SerType::BINARY);
    }
    expect_equal(results, expected);

    // Keys that are read from a file replace those in memory.
    std::stringstream keys;
    ASSERT_TRUE(context->SerializeEvalAutomorphismKey(keys, SerType::BINARY, tag));
    context->ClearEvalAutomorphismKeys();
    ASSERT_TRUE(context->DeserializeEvalAutomorphismKey(keys, SerType::BINARY));
    expect_equal(program.run(), expected);
    restore(context);
  }
}

TEST(OpenFheParties, HaveEqualWords) {
  for (const Case& c : {ckks_3(), bgv_bv(), bfv_bv()}) {
    const Context context = c.make();
    context->Enable(MULTIPARTY | PRE);
    const auto lead = context->KeyGen();
    const auto other = context->MultipartyKeyGen(lead.publicKey);
    const auto& tag = other.publicKey->GetKeyTag();
    const auto key_lead = context->KeySwitchGen(lead.secretKey, lead.secretKey);
    const auto key_other = context->MultiKeySwitchGen(other.secretKey, other.secretKey, key_lead);
    const auto sum = context->MultiAddEvalKeys(key_lead, key_other, tag);
    const auto product_lead = context->MultiMultEvalKey(lead.secretKey, sum, tag);
    const auto product_other = context->MultiMultEvalKey(other.secretKey, sum, tag);
    context->InsertEvalMultKey({context->MultiAddEvalMultKeys(product_lead, product_other, tag)});
    const auto plaintext = context->getSchemeId() == CKKSRNS_SCHEME
                               ? context->MakeCKKSPackedPlaintext(std::vector<double>{1, 2, 3})
                               : context->MakePackedPlaintext({1, 2, 3});
    const auto x = context->Encrypt(other.publicKey, plaintext);
    const auto to_lead = context->KeySwitchGen(other.secretKey, lead.secretKey);
    const auto run = [&] { return Ciphertexts{context->EvalMult(x, x), context->KeySwitch(x, to_lead)}; };
    const Ciphertexts expected = run();
    accelerate(context, {.prepared_keys = unlimited});
    expect_equal(run(), expected);
    restore(context);
  }
}

TEST(OpenFheThreads, ShareAContext) {
  constexpr std::size_t threads = 4, rounds = 3;
  for (const std::size_t prepared : {std::size_t{0}, for_one_key, unlimited}) {
    const Context context = ckks_3().make();
    const Program program(context);
    const Ciphertexts expected = program.run();
    accelerate(context, {.prepared_keys = prepared});
    std::vector<Ciphertexts> results(threads);
    std::barrier start(threads);
    std::atomic<std::size_t> running = 0, overlaps = 0;
    const auto work = [&](std::size_t i) {
      for (std::size_t round = 0; round < rounds; ++round) {
        start.arrive_and_wait();
        if (running.fetch_add(1) != 0) ++overlaps;
        results[i] = program.run();
        --running;
      }
    };
    {
      std::vector<std::jthread> all;
      for (std::size_t i = 0; i < threads; ++i) all.emplace_back(work, i);
    }
    EXPECT_GT(overlaps, 0U);
    for (const Ciphertexts& result : results) expect_equal(result, expected);
    restore(context);
  }
}

}  // namespace
}  // namespace ringlet_test
