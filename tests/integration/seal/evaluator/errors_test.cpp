// Tests the errors of SEAL: ours must be the same exceptions, and operands must be unchanged.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "outcome.hpp"
#include "seal_context.hpp"

namespace ringlet_test::beside_seal {
namespace {

using seal::Ciphertext;
using seal::Plaintext;
using seal::scheme_type;

constexpr bool seal_checks_lengths_of_keys = SEAL_VERSION_MAJOR > 4 || SEAL_VERSION_MINOR >= 4;

class ErrorsTest : public ::testing::TestWithParam<scheme_type> {
 protected:
  ErrorsTest() {
    keys_.create_relin_keys(relin_keys_);
    keys_.create_galois_keys(std::vector<int>{0, 1}, galois_keys_);
    seal::KeyGenerator(elsewhere_).create_relin_keys(relin_keys_elsewhere_);
    seal::KeyGenerator(elsewhere_).create_galois_keys(std::vector<int>{0, 1}, galois_keys_elsewhere_);
  }

  const scheme_type scheme_ = GetParam();
  const seal::SEALContext context_ = make_context(scheme_, all_parameters()[0]);
  const seal::SEALContext elsewhere_ = make_context(scheme_, all_parameters()[1]);
  seal::KeyGenerator keys_{context_};
  seal::RelinKeys relin_keys_, relin_keys_elsewhere_;
  seal::GaloisKeys galois_keys_, galois_keys_elsewhere_;
  const seal::Evaluator seals_{context_};
  const ringlet::seal::Evaluator ours_{context_}, ours_elsewhere_{elsewhere_};
  Random random_;

  [[nodiscard]] Ciphertext random_ciphertext(const seal::SEALContext& context, const seal::parms_id_type& parms_id,
                                             std::size_t polynomials) {
    Ciphertext result;
    result.resize(context, parms_id, polynomials);
    for (std::size_t k = 0; k < polynomials; ++k) {
      fill(rows(result, k), context.get_context_data(parms_id)->parms().coeff_modulus(), random_);
    }
    result.is_ntt_form() = in_evaluations(scheme_);
    if (scheme_ == scheme_type::ckks) result.scale() = 1024;
    return result;
  }

  /// Returns ciphertexts with one defect each. Ciphertexts without polynomials have invalid parameters, too: with valid
  /// ones, SEAL's behaviour is undefined.
  [[nodiscard]] std::vector<std::pair<std::string, Ciphertext>> operands() {
    const seal::parms_id_type first = context_.first_parms_id();
    const Ciphertext good = random_ciphertext(context_, first, 2);
    std::vector<std::pair<std::string, Ciphertext>> result = {
        {"good", good},
        {"3 polynomials", random_ciphertext(context_, first, 3)},
        {"4 polynomials", random_ciphertext(context_, first, 4)},
        {"15 polynomials", random_ciphertext(context_, first, 15)},
        {"empty", Ciphertext()},
        {"of another context", random_ciphertext(elsewhere_, elsewhere_.first_parms_id(), 2)},
        {"of the key level", random_ciphertext(context_, context_.key_parms_id(), 2)},
        {"of the last level", random_ciphertext(context_, context_.last_parms_id(), 2)}};
    const auto add = [&](const char* name, const auto& change) {
      result.emplace_back(name, good);
      change(result.back().second);
    };
    add("in the other form", [](Ciphertext& in) { in.is_ntt_form() = !in.is_ntt_form(); });
    for (const double scale : scales()) {
      result.emplace_back("of scale " + ::testing::PrintToString(scale), good);
      result.back().second.scale() = scale;
    }
    add("of correction factor 0", [](Ciphertext& in) { in.correction_factor() = 0; });
    add("transparent", [](Ciphertext& in) { std::fill_n(in.data(1), in.dyn_array().size() / 2, 0); });
    add("of a seed", [](Ciphertext& in) { in.data(1)[0] = std::numeric_limits<std::uint64_t>::max(); });
    // SEAL before 4.4 computes with the mark of a seed, a residue beyond its modulus.
    if (is_buffer_valid(result.back().second)) result.pop_back();
    return result;
  }

  /// Returns plaintexts with one defect each.
  [[nodiscard]] std::vector<std::pair<std::string, Plaintext>> plaintexts() {
    const auto evaluations = [&](const seal::SEALContext& context, const seal::parms_id_type& parms_id) {
      const auto& moduli = context.get_context_data(parms_id)->parms().coeff_modulus();
      const std::size_t n = context.first_context_data()->parms().poly_modulus_degree();
      Plaintext result(moduli.size() * n);
      fill({result.data(), moduli.size(), n}, moduli, random_);
      result.parms_id() = parms_id;
      if (scheme_ == scheme_type::ckks) result.scale() = 1024;
      return result;
    };
    const auto coefficients = [&](std::size_t count, std::uint64_t value) {
      Plaintext result(count);
      std::fill_n(result.data(), count, value);
      return result;
    };
    const std::size_t n = context_.first_context_data()->parms().poly_modulus_degree();
    std::vector<std::pair<std::string, Plaintext>> result = {
        {"evaluations", evaluations(context_, context_.first_parms_id())},
        {"of the last level", evaluations(context_, context_.last_parms_id())},
        {"of the key level", evaluations(context_, context_.key_parms_id())},
        {"of another context", evaluations(elsewhere_, elsewhere_.first_parms_id())},
        {"coefficients", coefficients(n, 7)},
        {"empty", Plaintext()},
        {"zeros", coefficients(n, 0)},
        {"a constant", coefficients(1, plaintext_modulus - 1)},
        {"too long", coefficients(n + 1, 1)},
        {"the plaintext modulus", coefficients(3, plaintext_modulus)},
        {"beyond the plaintext modulus", coefficients(3, plaintext_modulus + (std::uint64_t{1} << 63))}};
    const auto add = [&](const char* name, const auto& change) {
      result.emplace_back(name, result.front().second);
      change(result.back().second);
    };
    add("evaluations without a level", [](Plaintext& plain) { plain.parms_id() = seal::parms_id_zero; });
    add("evaluations that are zeros", [](Plaintext& plain) { std::fill_n(plain.data(), plain.coeff_count(), 0); });
    for (const double scale : scales()) {
      add("of a scale", [&](Plaintext& plain) { plain.scale() = scale; });
      result.back().first += " " + ::testing::PrintToString(scale);
    }
    return result;
  }

  /// Returns invalid scales, and scales next to SEAL's bounds for operands and results: for a product 1, 2^-1022 and
  /// infinity; the lengths of Q and of the modulus after a division.
  [[nodiscard]] std::vector<double> scales() const {
    using Limits = std::numeric_limits<double>;
    std::vector<double> result = {0,
                                  -0.0,
                                  -1,
                                  -Limits::infinity(),
                                  Limits::infinity(),
                                  Limits::quiet_NaN(),
                                  Limits::max(),
                                  std::exp2(512),
                                  Limits::denorm_min(),
                                  std::nextafter(Limits::min(), 0),
                                  Limits::min(),
                                  std::exp2(-970),
                                  std::exp2(-520)};
    for (const auto& parms_id : {context_.first_parms_id(), context_.last_parms_id()}) {
      const double bound = std::exp2(context_.get_context_data(parms_id)->total_coeff_modulus_bit_count());
      for (const double scale : {bound, bound / 1024, bound / 2}) {
        result.insert(result.end(), {scale, std::nextafter(scale, 0)});
      }
    }
    return result;
  }

  /// Returns an empty set of keys, and sets in which the key of an index has a defect.
  template <class SealsKeys>
  [[nodiscard]] static std::vector<SealsKeys> bad_keys(const SealsKeys& good, std::size_t index) {
    std::vector<SealsKeys> result(1);
    const auto add = [&](const auto& change) {
      result.push_back(good);
      change(result.back().data()[index]);
    };
    using Digits = std::vector<seal::PublicKey>;
    add([](Digits& digits) { digits[1].data().is_ntt_form() = false; });
    add([](Digits& digits) { digits[0].data().scale() = 0; });
    add([](Digits& digits) { digits[0].parms_id() = seal::parms_id_zero; });
    add([](Digits& digits) { digits.clear(); });
    // SEAL before 4.4 reads beyond the end.
    if (seal_checks_lengths_of_keys) add([](Digits& digits) { digits.resize(1); });
    return result;
  }

  void expect_same_outcome(const Outcome& ours, const Outcome& of_seal, const Ciphertext& before) {
    EXPECT_EQ(ours.error, of_seal.error);
    expect_same_ciphertext(ours.destination, ours.error.empty() ? of_seal.destination : before);
  }

  /// Compares operation(evaluator, destination) on a destination that begins as `before`.
  template <class Operation>
  void expect_same(const std::string& name, const Ciphertext& before, const Operation& operation) {
    SCOPED_TRACE(name);
    expect_same_outcome(outcome_of(ours_, before, operation), outcome_of(seals_, before, operation), before);
  }

  /// Compares operation(evaluator, destination, keys) with SEAL's keys and with prepared keys.
  template <class SealsKeys, class Operation>
  void expect_same(const std::string& name, const Ciphertext& before, const SealsKeys& keys,
                   const Operation& operation) {
    const auto with_keys = [&](const auto& evaluator, Ciphertext& out) { operation(evaluator, out, keys); };
    expect_same(name, before, with_keys);
    SCOPED_TRACE(name + ", prepared keys");
    const Outcome of_seal = outcome_of(seals_, before, with_keys);
    for (const auto* evaluator : {&ours_, &ours_elsewhere_}) {
      const ringlet::seal::PreparedKeys<SealsKeys> prepared(*evaluator, keys);
      const auto with_prepared = [&](const auto& any, Ciphertext& out) { operation(any, out, prepared); };
      expect_same_outcome(outcome_of(ours_, before, with_prepared), of_seal, before);
    }
  }
};

TEST_P(ErrorsTest, OfSums) {
  const auto all = operands();
  for (const auto& [name, in] : all) {
    SCOPED_TRACE(name);
    for (const auto& [other_name, other] : all) {
      const Ciphertext& term = in;
      expect_same("add to " + other_name, other,
                  [&](const auto& evaluator, Ciphertext& out) { evaluator.add_inplace(out, term); });
      expect_same("add " + other_name, other,
                  [&](const auto& evaluator, Ciphertext& out) { evaluator.add(term, out, out); });
      expect_same("sub from " + other_name, other,
                  [&](const auto& evaluator, Ciphertext& out) { evaluator.sub_inplace(out, term); });
      expect_same("sub " + other_name, other,
                  [&](const auto& evaluator, Ciphertext& out) { evaluator.sub(term, out, out); });
      expect_same("add_many " + other_name, Ciphertext(),
                  [&](const auto& evaluator, Ciphertext& out) { evaluator.add_many({term, other, term}, out); });
    }
    expect_same("itself", in, [](const auto& evaluator, Ciphertext& out) { evaluator.sub_inplace(out, out); });
    expect_same("negate", in, [](const auto& evaluator, Ciphertext& out) { evaluator.negate_inplace(out); });
    Ciphertext opposite;
    if (outcome_of(seals_, in, [](const auto& evaluator, Ciphertext& out) {
          evaluator.negate_inplace(out);
        }).error.empty()) {
      seals_.negate(in, opposite);
    }
    expect_same("add the opposite", in,
                [&](const auto& evaluator, Ciphertext& out) { evaluator.add_inplace(out, opposite); });
    expect_same("add the opposite, and more", Ciphertext(),
                [&](const auto& evaluator, Ciphertext& out) { evaluator.add_many({in, opposite, in}, out); });
  }
  expect_same("add_many of none", Ciphertext(),
              [](const auto& evaluator, Ciphertext& out) { evaluator.add_many({}, out); });
}

TEST_P(ErrorsTest, OfProducts) {
  const auto all = operands();
  const seal::MemoryPoolHandle no_pool;
  for (const auto& [name, in] : all) {
    SCOPED_TRACE(name);
    for (const auto& [other_name, other] : all) {
      expect_same("by " + other_name, other,
                  [&, &in = in](const auto& evaluator, Ciphertext& out) { evaluator.multiply_inplace(out, in); });
      expect_same("of " + other_name, other,
                  [&, &in = in](const auto& evaluator, Ciphertext& out) { evaluator.multiply(in, out, out); });
    }
    expect_same("square", in, [&](const auto& evaluator, Ciphertext& out) { evaluator.square_inplace(out); });
    expect_same("without a pool", in,
                [&](const auto& evaluator, Ciphertext& out) { evaluator.square_inplace(out, no_pool); });
  }
}

TEST_P(ErrorsTest, OfPlaintexts) {
  const seal::MemoryPoolHandle no_pool;
  const auto all = plaintexts();
  for (const auto& [name, in] : operands()) {
    SCOPED_TRACE(name);
    const auto expect_same_with = [&, &in = in](const std::string& with, const auto& operation) {
      expect_same(with + ", in place", in,
                  [&](const auto& evaluator, Ciphertext& out) { operation(evaluator, out, out); });
      expect_same(with, Ciphertext(), [&](const auto& evaluator, Ciphertext& out) { operation(evaluator, in, out); });
    };
    for (const auto& [plain_name, plain] : all) {
      SCOPED_TRACE(plain_name);
      expect_same_with("multiply_plain", [&, &plain = plain](const auto& evaluator, const auto& from, auto& out) {
        evaluator.multiply_plain(from, plain, out);
      });
      expect_same_with("add_plain", [&, &plain = plain](const auto& evaluator, const auto& from, auto& out) {
        evaluator.add_plain(from, plain, out);
      });
      expect_same_with("sub_plain", [&, &plain = plain](const auto& evaluator, const auto& from, auto& out) {
        evaluator.sub_plain(from, plain, out);
      });
      expect_same("without a pool", in, [&, &plain = plain](const auto& evaluator, Ciphertext& out) {
        evaluator.multiply_plain_inplace(out, plain, no_pool);
      });
    }
    expect_same_with("transform_to_ntt",
                     [](const auto& evaluator, const auto& from, auto& out) { evaluator.transform_to_ntt(from, out); });
    expect_same_with("transform_from_ntt", [](const auto& evaluator, const auto& from, auto& out) {
      evaluator.transform_from_ntt(from, out);
    });
  }
}

TEST_P(ErrorsTest, OfTransformsOfPlaintexts) {
  const seal::MemoryPoolHandle no_pool;
  for (const auto& [name, plain] : plaintexts()) {
    SCOPED_TRACE(name);
    for (const auto& parms_id : {context_.first_parms_id(), context_.last_parms_id(), context_.key_parms_id(),
                                 elsewhere_.first_parms_id(), seal::parms_id_zero}) {
      for (const auto& pool : {seal::MemoryManager::GetPool(), no_pool}) {
        Plaintext ours = plain, of_seal = plain;
        const auto error_of = [&](const auto& evaluator, Plaintext& out) {
          return outcome_of(evaluator, Ciphertext(),
                            [&](const auto& any, Ciphertext&) { any.transform_to_ntt_inplace(out, parms_id, pool); })
              .error;
        };
        const std::string error = error_of(ours_, ours);
        EXPECT_EQ(error, error_of(seals_, of_seal));
        expect_same_plaintext(ours, error.empty() ? of_seal : plain);
      }
    }
  }
}

TEST_P(ErrorsTest, OfRelinearization) {
  const seal::MemoryPoolHandle no_pool;
  std::vector<seal::RelinKeys> all = bad_keys(relin_keys_, 0);
  all.insert(all.end(), {relin_keys_, relin_keys_elsewhere_, relin_keys_});
  // One set also has a key for four polynomials.
  all.back().data().push_back(relin_keys_.data()[0]);
  for (const auto& [name, in] : operands()) {
    SCOPED_TRACE(name);
    for (const seal::RelinKeys& keys : all) {
      expect_same("relinearize", in, keys, [](const auto& evaluator, Ciphertext& out, const auto& any_keys) {
        evaluator.relinearize_inplace(out, any_keys);
      });
    }
    expect_same("without a pool", in, relin_keys_, [&](const auto& evaluator, Ciphertext& out, const auto& any_keys) {
      evaluator.relinearize_inplace(out, any_keys, no_pool);
    });
  }
}

TEST_P(ErrorsTest, OfRotations) {
  const seal::MemoryPoolHandle no_pool;
  std::vector<seal::GaloisKeys> all = bad_keys(galois_keys_, seal::GaloisKeys::get_index(3));
  all.insert(all.end(), {galois_keys_, galois_keys_elsewhere_});
  for (const auto& [name, in] : operands()) {
    SCOPED_TRACE(name);
    for (const seal::GaloisKeys& keys : all) {
      for (const std::uint32_t exponent : {3U, 4U, 5U, 0U, 2047U, 2049U, 4095U}) {
        expect_same("apply_galois " + std::to_string(exponent), in, keys,
                    [&](const auto& evaluator, Ciphertext& out, const auto& any_keys) {
                      evaluator.apply_galois_inplace(out, exponent, any_keys);
                    });
      }
      for (const int steps : {0, 1, 2, 3, 5, 511, 512, -512, 5000}) {
        expect_same("rotate_rows " + std::to_string(steps), in, keys,
                    [&](const auto& evaluator, Ciphertext& out, const auto& any_keys) {
                      evaluator.rotate_rows_inplace(out, steps, any_keys);
                    });
        expect_same("rotate_vector " + std::to_string(steps), in, keys,
                    [&](const auto& evaluator, Ciphertext& out, const auto& any_keys) {
                      evaluator.rotate_vector_inplace(out, steps, any_keys);
                    });
      }
      expect_same("rotate_columns", in, keys, [](const auto& evaluator, Ciphertext& out, const auto& any_keys) {
        evaluator.rotate_columns_inplace(out, any_keys);
      });
      expect_same("complex_conjugate", in, keys, [](const auto& evaluator, Ciphertext& out, const auto& any_keys) {
        evaluator.complex_conjugate_inplace(out, any_keys);
      });
    }
    expect_same("without a pool", in, galois_keys_, [&](const auto& evaluator, Ciphertext& out, const auto& any_keys) {
      evaluator.apply_galois_inplace(out, 3, any_keys, no_pool);
    });
  }
}

// SEAL has no such function; errors are those of its rotations.
TEST_P(ErrorsTest, OfManyRotations) {
  if (!in_evaluations(scheme_) && scheme_ == scheme_type::bgv) return;  // SEAL handles these
  const ringlet::seal::HoistedKeys hoisted(ours_, galois_keys_), elsewhere(ours_elsewhere_, galois_keys_elsewhere_);
  for (const auto& [name, in] : operands()) {
    SCOPED_TRACE(name);
    const auto error_with = [&, &in = in](const ringlet::seal::HoistedKeys& keys) {
      return outcome_of(ours_, in,
                        [&](const auto& evaluator, Ciphertext& out) {
                          std::vector<Ciphertext> outs;
                          evaluator.rotate_many(out, {1}, keys, outs);
                        })
          .error;
    };
    const auto seals_error_with = [&, &in = in](const seal::GaloisKeys& keys) {
      return outcome_of(seals_, in,
                        [&](const auto& evaluator, Ciphertext& out) {
                          if (scheme_ == scheme_type::ckks) return evaluator.rotate_vector_inplace(out, 1, keys);
                          evaluator.rotate_rows_inplace(out, 1, keys);
                        })
          .error;
    };
    EXPECT_EQ(error_with(hoisted), seals_error_with(galois_keys_));
    EXPECT_EQ(error_with(elsewhere), seals_error_with(galois_keys_elsewhere_));
  }
}

TEST_P(ErrorsTest, OfModulusSwitches) {
  const seal::MemoryPoolHandle no_pool;
  for (const auto& [name, in] : operands()) {
    SCOPED_TRACE(name);
    expect_same("mod_switch_to_next", in,
                [](const auto& evaluator, Ciphertext& out) { evaluator.mod_switch_to_next_inplace(out); });
    expect_same("without a pool", in,
                [&](const auto& evaluator, Ciphertext& out) { evaluator.mod_switch_to_next_inplace(out, no_pool); });
    expect_same("rescale_to_next", in,
                [](const auto& evaluator, Ciphertext& out) { evaluator.rescale_to_next_inplace(out); });
    for (const auto& parms_id : {context_.first_parms_id(), context_.last_parms_id(), context_.key_parms_id(),
                                 elsewhere_.first_parms_id(), seal::parms_id_zero}) {
      expect_same("mod_switch_to", in,
                  [&](const auto& evaluator, Ciphertext& out) { evaluator.mod_switch_to_inplace(out, parms_id); });
      expect_same("rescale_to", in,
                  [&](const auto& evaluator, Ciphertext& out) { evaluator.rescale_to_inplace(out, parms_id); });
    }
  }
}

/// The residues that a lower level keeps are transparent or not.
TEST_P(ErrorsTest, OfSwitchesThatLeaveZeros) {
  const seal::parms_id_type last = context_.last_parms_id();
  for (const bool is_transparent : {true, false}) {
    Ciphertext in = random_ciphertext(context_, context_.first_parms_id(), 3);
    const std::size_t n = in.poly_modulus_degree(), moduli = in.coeff_modulus_size();
    for (std::size_t k = 1; k < 3; ++k) std::fill_n(in.data(k), n * (moduli - 1), 0);
    // Not transparent because of the third polynomial's first row alone.
    if (!is_transparent) in.data(2)[n - 1] = 1;
    SCOPED_TRACE(is_transparent ? "transparent" : "not transparent");
    expect_same("mod_switch_to_next", in,
                [](const auto& evaluator, Ciphertext& out) { evaluator.mod_switch_to_next_inplace(out); });
    expect_same("mod_switch_to", in,
                [&](const auto& evaluator, Ciphertext& out) { evaluator.mod_switch_to_inplace(out, last); });
    expect_same("to a destination", Ciphertext(),
                [&](const auto& evaluator, Ciphertext& out) { evaluator.mod_switch_to(in, last, out); });
  }
}

TEST_P(ErrorsTest, OfManyProducts) {
  const seal::MemoryPoolHandle no_pool;
  const auto all = operands();
  for (const auto& [name, in] : all) {
    SCOPED_TRACE(name);
    for (const std::vector<Ciphertext>& factors :
         {std::vector<Ciphertext>{}, {in}, {in, all[0].second}, {all[0].second, in}, {in, in, in}}) {
      for (const auto* keys : {&relin_keys_, &relin_keys_elsewhere_}) {
        expect_same(std::to_string(factors.size()), Ciphertext(),
                    [&](const auto& evaluator, Ciphertext& out) { evaluator.multiply_many(factors, *keys, out); });
      }
      expect_same("without a pool", Ciphertext(), [&](const auto& evaluator, Ciphertext& out) {
        evaluator.multiply_many(factors, relin_keys_, out, no_pool);
      });
    }
    for (const std::uint64_t exponent : {0U, 1U, 3U}) {
      for (const auto* keys : {&relin_keys_, &relin_keys_elsewhere_}) {
        expect_same("exponentiate", in, [&](const auto& evaluator, Ciphertext& out) {
          evaluator.exponentiate_inplace(out, exponent, *keys);
        });
      }
    }
  }
}

TEST_P(ErrorsTest, OfDestinationAmongFactors) {
  std::vector<Ciphertext> factors(3, random_ciphertext(context_, context_.first_parms_id(), 2));
  const auto into_first = [&](const auto& evaluator, Ciphertext&) {
    evaluator.multiply_many(factors, relin_keys_, factors[0]);
  };
  expect_same("multiply_many", Ciphertext(), into_first);
}

TEST(Context, WithoutValidParametersIsRefused) {
  const seal::SEALContext context{seal::EncryptionParameters(scheme_type::bfv)};
  EXPECT_THROW(ringlet::seal::Evaluator{context}, std::invalid_argument);
}

INSTANTIATE_TEST_SUITE_P(Schemes, ErrorsTest, ::testing::Values(scheme_type::bfv, scheme_type::bgv, scheme_type::ckks));

}  // namespace
}  // namespace ringlet_test::beside_seal
