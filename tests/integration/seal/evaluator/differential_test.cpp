// Compares ringlet::seal::Evaluator with seal::Evaluator bit for bit, at the levels of all schemes,
// with one and with four workers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "evaluators.hpp"
#include "threads/in_all_threads.hpp"

namespace ringlet_test::beside_seal {
namespace {

using ringlet::seal::PreparedKeys;
using seal::Ciphertext;
using seal::scheme_type;

class DifferentialTest : public EvaluatorsTest {
 protected:
  /// Returns all levels, or the first and the last two of large parameters.
  [[nodiscard]] std::vector<const ContextData*> tested_levels() const {
    std::vector<const ContextData*> result = levels(context_);
    if (result.size() > 6) result.erase(result.begin() + 2, result.end() - 2);
    return result;
  }

  [[nodiscard]] Ciphertext random_ciphertext(const ContextData& level, std::size_t polynomials) {
    Ciphertext result;
    result.resize(context_, level.parms_id(), polynomials);
    for (std::size_t k = 0; k < polynomials; ++k) {
      fill(rows(result, k), level.parms().coeff_modulus(), random_);
    }
    result.is_ntt_form() = in_evaluations(scheme_);
    if (scheme_ == scheme_type::ckks) result.scale() = 1000.5 + static_cast<double>(random_.up_to(20));
    if (scheme_ == scheme_type::bgv) result.correction_factor() = 1 + random_.up_to(plaintext_modulus - 2);
    return result;
  }

  /// Returns a plaintext of random coefficients after values next to 0, t/2 and t.
  [[nodiscard]] seal::Plaintext random_plaintext(std::size_t count) {
    const std::uint64_t t = plaintext_modulus;
    const std::vector<std::uint64_t> first = {t - 1, t / 2, 0, t / 2 + 1, 1, t / 2 - 1, t - 2};
    seal::Plaintext result(count);
    for (std::size_t j = 0; j < count; ++j) result[j] = j < first.size() ? first[j] : random_.up_to(t - 1);
    return result;
  }

  /// Returns a plaintext of random evaluations.
  [[nodiscard]] seal::Plaintext random_evaluations(const ContextData& level, double scale) {
    const std::size_t moduli = level.parms().coeff_modulus().size();
    seal::Plaintext result(moduli * n_);
    fill({result.data(), moduli, n_}, level.parms().coeff_modulus(), random_);
    result.parms_id() = level.parms_id();
    result.scale() = scale;
    return result;
  }

  /// Returns plaintexts of coefficients: many, few, a constant, and monomials.
  [[nodiscard]] std::vector<seal::Plaintext> plaintexts_of_coefficients() {
    std::vector<seal::Plaintext> result = {random_plaintext(n_), random_plaintext(3), random_plaintext(1)};
    for (const auto& [exponent, coefficient] : {std::pair{n_ - 1, std::uint64_t{1}}, {5, plaintext_modulus / 2 + 1}}) {
      result.emplace_back(n_)[exponent] = coefficient;
    }
    return result;
  }

  void expect_same_outcome(const char* how, const Outcome& ours, const Outcome& of_seal) {
    SCOPED_TRACE(how);
    EXPECT_EQ(ours.error, "");
    EXPECT_EQ(of_seal.error, "");
    expect_same_ciphertext(ours.destination, of_seal.destination);
  }

  /// Compares an operation on a destination that begins as `before`, since SEAL may leave parts of it unchanged.
  template <class Operation>
  void expect_same(const std::string& name, const Ciphertext& before, const Operation& operation) {
    SCOPED_TRACE(name);
    const Outcome of_seal = outcome_of(seals_, before, operation);
    expect_same_outcome("1 worker", outcome_of(ours_, before, operation), of_seal);
    expect_same_outcome("4 workers", outcome_of(with_threads_, before, operation), of_seal);
  }

  /// Compares operation(evaluator, destination, keys) with SEAL's keys and with prepared keys.
  template <class SealsKeys, class Operation>
  void expect_same(const std::string& name, const Ciphertext& before, const SealsKeys& keys,
                   const PreparedKeys<SealsKeys>& prepared, const Operation& operation) {
    SCOPED_TRACE(name);
    const auto with_seals = [&](const auto& evaluator, Ciphertext& out) { operation(evaluator, out, keys); };
    const auto with_prepared = [&](const auto& evaluator, Ciphertext& out) { operation(evaluator, out, prepared); };
    const Outcome of_seal = outcome_of(seals_, before, with_seals);
    expect_same_outcome("1 worker", outcome_of(ours_, before, with_seals), of_seal);
    expect_same_outcome("4 workers", outcome_of(with_threads_, before, with_seals), of_seal);
    expect_same_outcome("1 worker, prepared keys", outcome_of(ours_, before, with_prepared), of_seal);
    expect_same_outcome("4 workers, prepared keys", outcome_of(with_threads_, before, with_prepared), of_seal);
  }

  /// Repeats a test for every level.
  template <class Test>
  void at_each_level(const Test& test) {
    for (const ContextData* level : tested_levels()) {
      SCOPED_TRACE(std::to_string(level->parms().coeff_modulus().size()) + " moduli");
      test(*level);
      if (HasFailure()) return;
    }
  }
};

TEST_P(DifferentialTest, Adds) {
  at_each_level([&](const ContextData& level) {
    for (const bool alike : {true, false}) {
      // SEAL treats almost equal scales as equal.
      Ciphertext a = random_ciphertext(level, 2), b = random_ciphertext(level, alike ? 2 : 3);
      a.scale() = scheme_ == scheme_type::ckks ? 1024 : 1;
      b.scale() = scheme_ == scheme_type::ckks ? 1024 * (1 + 0x1p-52) : 1;
      if (alike) b.correction_factor() = a.correction_factor();
      SCOPED_TRACE(alike ? "alike" : "not alike");
      expect_same("sum", Ciphertext(), [&](const auto& evaluator, Ciphertext& out) { evaluator.add(a, b, out); });
      expect_same("into the first", a, [&](const auto& evaluator, Ciphertext& out) { evaluator.add_inplace(out, b); });
      expect_same("into the second", b, [&](const auto& evaluator, Ciphertext& out) { evaluator.add(a, out, out); });
      expect_same("difference", b, [&](const auto& evaluator, Ciphertext& out) { evaluator.sub(b, a, out); });
      expect_same("from the first", a, [&](const auto& evaluator, Ciphertext& out) { evaluator.sub_inplace(out, b); });
      expect_same("to the second", b, [&](const auto& evaluator, Ciphertext& out) { evaluator.sub(a, out, out); });
      expect_same("twice", a, [&](const auto& evaluator, Ciphertext& out) { evaluator.add_inplace(out, out); });
      expect_same("negated", a, [&](const auto& evaluator, Ciphertext& out) { evaluator.negate(b, out); });
      expect_same("negated in place", a, [](const auto& evaluator, Ciphertext& out) { evaluator.negate_inplace(out); });
      for (const std::vector<Ciphertext>& terms : {std::vector{a}, {a, b}, {b, a, a}}) {
        expect_same("sum of " + std::to_string(terms.size()), b,
                    [&](const auto& evaluator, Ciphertext& out) { evaluator.add_many(terms, out); });
      }
    }
  });
}

TEST_P(DifferentialTest, Multiplies) {
  at_each_level([&](const ContextData& level) {
    const Ciphertext a = random_ciphertext(level, 2), b = random_ciphertext(level, 2), c = random_ciphertext(level, 3);
    expect_same("2 by 2", Ciphertext(), [&](const auto& evaluator, Ciphertext& out) { evaluator.multiply(a, b, out); });
    expect_same("2 by 3", Ciphertext(), [&](const auto& evaluator, Ciphertext& out) { evaluator.multiply(a, c, out); });
    expect_same("3 by 2", c, [&](const auto& evaluator, Ciphertext& out) { evaluator.multiply_inplace(out, a); });
    expect_same("into the second", b, [&](const auto& evaluator, Ciphertext& out) { evaluator.multiply(a, out, out); });
    expect_same("by itself", a, [&](const auto& evaluator, Ciphertext& out) { evaluator.multiply_inplace(out, out); });
    expect_same("square", a, [&](const auto& evaluator, Ciphertext& out) { evaluator.square_inplace(out); });
    expect_same("square of 3", a, [&](const auto& evaluator, Ciphertext& out) { evaluator.square(c, out); });
  });
}

TEST_P(DifferentialTest, Relinearizes) {
  seal::RelinKeys keys;
  keys_.create_relin_keys(keys);
  const PreparedKeys prepared(ours_, keys);
  // SEAL handles BGV on coefficients.
  EXPECT_EQ(prepared.bytes() != 0, scheme_ != scheme_type::bgv || in_evaluations(scheme_));
  at_each_level([&](const ContextData& level) {
    const Ciphertext a = random_ciphertext(level, 2), c = random_ciphertext(level, 3);
    const auto in_place = [](const auto& evaluator, Ciphertext& out, const auto& any_keys) {
      evaluator.relinearize_inplace(out, any_keys);
    };
    expect_same("in place", c, keys, prepared, in_place);
    expect_same("from 2", a, keys, prepared, in_place);
    expect_same("from 3", a, keys, prepared, [&](const auto& evaluator, Ciphertext& out, const auto& any_keys) {
      evaluator.relinearize(c, any_keys, out);
    });
  });
}

TEST_P(DifferentialTest, Rotates) {
  seal::GaloisKeys keys;
  // Step 0 stands for the conjugation; 3 = 4 - 1.
  keys_.create_galois_keys(std::vector<int>{0, -1, 4}, keys);
  // Another evaluator of the same parameters has prepared these.
  const PreparedKeys prepared(with_threads_, keys);
  at_each_level([&](const ContextData& level) {
    const Ciphertext a = random_ciphertext(level, 2), other = random_ciphertext(level, 3);
    const auto conjugation = static_cast<std::uint32_t>(2 * n_ - 1);
    expect_same("apply_galois", other, keys, prepared,
                [&](const auto& evaluator, Ciphertext& out, const auto& any_keys) {
                  evaluator.apply_galois(a, conjugation, any_keys, out);
                });
    for (const int steps : {0, -1, 3}) {
      expect_same("by " + std::to_string(steps), a, keys, prepared,
                  [&](const auto& evaluator, Ciphertext& out, const auto& any_keys) {
                    if (scheme_ == scheme_type::ckks) {
                      evaluator.rotate_vector_inplace(out, steps, any_keys);
                    } else {
                      evaluator.rotate_rows_inplace(out, steps, any_keys);
                    }
                  });
    }
    expect_same("conjugation", other, keys, prepared,
                [&](const auto& evaluator, Ciphertext& out, const auto& any_keys) {
                  if (scheme_ == scheme_type::ckks) {
                    evaluator.complex_conjugate(a, any_keys, out);
                  } else {
                    evaluator.rotate_columns(a, any_keys, out);
                  }
                });
  });
}

TEST_P(DifferentialTest, SwitchesModuli) {
  const seal::parms_id_type last = context_.last_parms_id();
  at_each_level([&](const ContextData& level) {
    // SEAL does not change parts that a scheme does not use.
    Ciphertext other = random_ciphertext(level, 3);
    other.scale() = 1.5;
    other.correction_factor() = 7;
    for (const std::size_t size : {std::size_t{2}, std::size_t{3}}) {
      SCOPED_TRACE(std::to_string(size) + " polynomials");
      const Ciphertext in = random_ciphertext(level, size);
      expect_same("mod_switch_to", other,
                  [&](const auto& evaluator, Ciphertext& out) { evaluator.mod_switch_to(in, last, out); });
      if (scheme_ == scheme_type::ckks) {
        Ciphertext large = in;
        large.scale() = std::exp2(level.total_coeff_modulus_bit_count() - 1);
        expect_same("rescale_to", large,
                    [&](const auto& evaluator, Ciphertext& out) { evaluator.rescale_to_inplace(out, last); });
      }
      if (level.parms_id() == last) continue;
      expect_same("mod_switch_to_next", other,
                  [&](const auto& evaluator, Ciphertext& out) { evaluator.mod_switch_to_next(in, out); });
      expect_same("in place", in,
                  [&](const auto& evaluator, Ciphertext& out) { evaluator.mod_switch_to_next_inplace(out); });
      if (scheme_ != scheme_type::ckks) continue;
      expect_same("rescale_to_next", other,
                  [&](const auto& evaluator, Ciphertext& out) { evaluator.rescale_to_next(in, out); });
    }
  });
}

// A function that takes SEAL's evaluator would run SEAL's code. Deleting through a pointer
// to SEAL's evaluator is undefined.
static_assert(!std::is_convertible_v<const ringlet::seal::Evaluator&, const seal::Evaluator&>);
static_assert(!std::is_convertible_v<ringlet::seal::Evaluator*, seal::Evaluator*>);
static_assert(std::is_same_v<decltype(std::declval<ringlet::seal::Evaluator>().seals()), const seal::Evaluator&>);

TEST_P(DifferentialTest, MultipliesByPlaintexts) {
  at_each_level([&](const ContextData& level) {
    for (const bool is_ntt_form : {false, true}) {
      Ciphertext a = random_ciphertext(level, 2), c = random_ciphertext(level, 3);
      a.is_ntt_form() = c.is_ntt_form() = is_ntt_form;
      std::vector<seal::Plaintext> plaintexts;
      // SEAL 4.0 refuses products of evaluations and coefficients.
      const bool may_mix_forms = SEAL_VERSION_MAJOR > 4 || SEAL_VERSION_MINOR > 0;
      if (scheme_ != scheme_type::ckks && (may_mix_forms || !is_ntt_form)) plaintexts = plaintexts_of_coefficients();
      const double scale = scheme_ == scheme_type::ckks ? 3.5 : 1;
      if (may_mix_forms || is_ntt_form) plaintexts.push_back(random_evaluations(level, scale));
      for (std::size_t i = 0; i < plaintexts.size(); ++i) {
        SCOPED_TRACE("plaintext " + std::to_string(i) + (is_ntt_form ? ", evaluations" : ", coefficients"));
        const seal::Plaintext& plain = plaintexts[i];
        expect_same("to a destination", Ciphertext(),
                    [&](const auto& evaluator, Ciphertext& out) { evaluator.multiply_plain(a, plain, out); });
        expect_same("into what is there", c,
                    [&](const auto& evaluator, Ciphertext& out) { evaluator.multiply_plain(a, plain, out); });
        expect_same("in place", c,
                    [&](const auto& evaluator, Ciphertext& out) { evaluator.multiply_plain_inplace(out, plain); });
      }
    }
  });
}

TEST_P(DifferentialTest, AddsPlaintexts) {
  at_each_level([&](const ContextData& level) {
    const Ciphertext a = random_ciphertext(level, 2), c = random_ciphertext(level, 3);
    std::vector<seal::Plaintext> plaintexts;
    if (scheme_ != scheme_type::ckks) plaintexts = plaintexts_of_coefficients();
    for (std::size_t i = 0; i < std::max(plaintexts.size(), std::size_t{1}); ++i) {
      SCOPED_TRACE("plaintext " + std::to_string(i));
      // SEAL treats almost equal scales as equal.
      const auto plain_for = [&](const Ciphertext& in) {
        return plaintexts.empty() ? random_evaluations(level, std::nextafter(in.scale(), 2 * in.scale()))
                                  : plaintexts[i];
      };
      const seal::Plaintext for_a = plain_for(a), for_c = plain_for(c);
      expect_same("sum", Ciphertext(),
                  [&](const auto& evaluator, Ciphertext& out) { evaluator.add_plain(a, for_a, out); });
      expect_same("sum into what is there", a,
                  [&](const auto& evaluator, Ciphertext& out) { evaluator.add_plain(c, for_c, out); });
      expect_same("sum in place", c,
                  [&](const auto& evaluator, Ciphertext& out) { evaluator.add_plain_inplace(out, for_c); });
      expect_same("difference", c, [&](const auto& evaluator, Ciphertext& out) { evaluator.sub_plain(a, for_a, out); });
      expect_same("difference in place", a,
                  [&](const auto& evaluator, Ciphertext& out) { evaluator.sub_plain_inplace(out, for_a); });
    }
  });
}

TEST_P(DifferentialTest, TransformsCiphertexts) {
  at_each_level([&](const ContextData& level) {
    const Ciphertext other = random_ciphertext(level, 2);
    for (const bool is_ntt_form : {false, true}) {
      Ciphertext in = random_ciphertext(level, 3);
      in.is_ntt_form() = is_ntt_form;
      const auto transform = [&](const auto& evaluator, const Ciphertext& from, Ciphertext& out) {
        if (is_ntt_form) return evaluator.transform_from_ntt(from, out);
        evaluator.transform_to_ntt(from, out);
      };
      SCOPED_TRACE(is_ntt_form ? "from evaluations" : "to evaluations");
      expect_same("to a destination", other,
                  [&](const auto& evaluator, Ciphertext& out) { transform(evaluator, in, out); });
      expect_same("in place", in, [&](const auto& evaluator, Ciphertext& out) {
        if (is_ntt_form) return evaluator.transform_from_ntt_inplace(out);
        evaluator.transform_to_ntt_inplace(out);
      });
    }
  });
}

TEST_P(DifferentialTest, TransformsPlaintexts) {
  if (scheme_ == scheme_type::ckks) return;  // its plaintexts have no coefficients
  const ContextData &first = *levels(context_, true).front(), &last = *levels(context_).back();
  for (const ContextData* level : {&first, &last}) {
    for (const seal::Plaintext& plain : plaintexts_of_coefficients()) {
      seal::Plaintext of_seal;
      seals_.transform_to_ntt(plain, level->parms_id(), of_seal);
      for (const ringlet::seal::Evaluator* evaluator : {&ours_, &with_threads_}) {
        seal::Plaintext destination, in_place = plain, used = random_evaluations(first, 3.5);
        evaluator->transform_to_ntt(plain, level->parms_id(), destination);
        evaluator->transform_to_ntt(plain, level->parms_id(), used);
        evaluator->transform_to_ntt_inplace(in_place, level->parms_id());
        for (const seal::Plaintext& result : {destination, used, in_place}) expect_same_plaintext(result, of_seal);
      }
    }
  }
}

// Plaintext moduli that are longer than a modulus: residues of plaintexts must be reduced.
TEST(LongPlaintextModulus, IsAsInSeal) {
  for (const scheme_type scheme : {scheme_type::bfv, scheme_type::bgv}) {
    if (!in_evaluations(scheme) && scheme == scheme_type::bgv) continue;  // SEAL handles these
    seal::EncryptionParameters parameters(scheme);
    parameters.set_poly_modulus_degree(1024);
    parameters.set_coeff_modulus(seal::CoeffModulus::Create(1024, {40, 25, 50}));
    parameters.set_plain_modulus(0x3FFFFFFB);
    const seal::SEALContext context(parameters, true, seal::sec_level_type::none);
    const seal::Evaluator seals(context);
    const ringlet::seal::Evaluator ours(context);
    seal::KeyGenerator keys(context);
    Ciphertext in;
    seal::Plaintext plain(1024);
    Random random;
    for (std::size_t j = 0; j < plain.coeff_count(); ++j) plain[j] = random.up_to(0x3FFFFFFA);
    seal::Encryptor(context, keys.secret_key()).encrypt_symmetric(plain, in);
    const auto expect_same = [&](const char* name, const auto& operation) {
      SCOPED_TRACE(name);
      const Outcome of_seal = outcome_of(seals, in, operation), of_ours = outcome_of(ours, in, operation);
      EXPECT_EQ(of_seal.error, "");
      EXPECT_EQ(of_ours.error, "");
      expect_same_ciphertext(of_ours.destination, of_seal.destination);
    };
    expect_same("product",
                [&](const auto& evaluator, Ciphertext& out) { evaluator.multiply_plain_inplace(out, plain); });
    expect_same("sum", [&](const auto& evaluator, Ciphertext& out) { evaluator.add_plain_inplace(out, plain); });
    expect_same("difference", [&](const auto& evaluator, Ciphertext& out) { evaluator.sub_plain_inplace(out, plain); });
    seal::Plaintext ours_plain, seals_plain;
    ours.transform_to_ntt(plain, in.parms_id(), ours_plain);
    seals.transform_to_ntt(plain, in.parms_id(), seals_plain);
    expect_same_plaintext(ours_plain, seals_plain);
  }
}

using ForwardedTest = DifferentialTest;

// All operations of SEAL that Ringlet does not implement, under the same names.
TEST_P(ForwardedTest, AreSeals) {
  const ContextData& level = *levels(context_).front();
  const Ciphertext a = random_ciphertext(level, 2);
  const seal::Plaintext plain = random_evaluations(level, 1);
  const auto expect_same_as = [&](const char* name, const auto& operation) { expect_same(name, a, operation); };

  expect_same_as("plaintexts", [&](const auto& evaluator, Ciphertext& out) {
    seal::Plaintext other = plain, next, switched;
    evaluator.mod_switch_to_next(other, next);
    evaluator.mod_switch_to_next_inplace(other);
    expect_same_plaintext(other, next);
    evaluator.mod_switch_to(next, context_.last_parms_id(), switched);
    evaluator.mod_switch_to_inplace(next, context_.last_parms_id());
    expect_same_plaintext(switched, next);
    std::copy_n(switched.data(), switched.coeff_count(), out.data());
  });
#if SEAL_VERSION_MAJOR > 4 || SEAL_VERSION_MINOR > 0
  expect_same_as("mod_reduce_to_next",
                 [&](const auto& evaluator, Ciphertext& out) { evaluator.mod_reduce_to_next(a, out); });
  expect_same_as("mod_reduce_to_next_inplace",
                 [&](const auto& evaluator, Ciphertext& out) { evaluator.mod_reduce_to_next_inplace(out); });
  expect_same_as("mod_reduce_to", [&](const auto& evaluator, Ciphertext& out) {
    evaluator.mod_reduce_to(a, level.next_context_data()->parms_id(), out);
  });
  expect_same_as("mod_reduce_to_inplace", [&](const auto& evaluator, Ciphertext& out) {
    evaluator.mod_reduce_to_inplace(out, level.next_context_data()->parms_id());
  });
#endif
  expect_same("SEAL's own evaluator", a, [&](const auto& evaluator, Ciphertext& out) {
    if constexpr (std::is_same_v<decltype(evaluator), const ringlet::seal::Evaluator&>) {
      evaluator.seals().square_inplace(out);
    } else {
      evaluator.square_inplace(out);
    }
  });
}

using ManyFactorsTest = DifferentialTest;

TEST_P(ManyFactorsTest, AreMultiplied) {
  seal::RelinKeys keys;
  keys_.create_relin_keys(keys);
  const PreparedKeys prepared(ours_, keys);
  const ContextData& level = *levels(context_).front();
  std::vector<Ciphertext> factors;
  while (factors.size() < 5) {
    factors.push_back(random_ciphertext(level, 2));
    expect_same(std::to_string(factors.size()), Ciphertext(),
                [&](const auto& evaluator, Ciphertext& out) { evaluator.multiply_many(factors, keys, out); });
  }
  for (const std::uint64_t exponent : {1U, 2U, 3U, 7U}) {
    expect_same("exponent " + std::to_string(exponent), factors[0],
                [&](const auto& evaluator, Ciphertext& out) { evaluator.exponentiate_inplace(out, exponent, keys); });
  }
}

using SharedEvaluatorTest = DifferentialTest;

TEST_P(SharedEvaluatorTest, ServesManyThreads) {
  seal::RelinKeys keys;
  keys_.create_relin_keys(keys);
  std::vector<Ciphertext> factors, products;
  for (const ContextData* level : levels(context_)) {
    factors.push_back(random_ciphertext(*level, 2));
    seals_.square(factors.back(), products.emplace_back());
    seals_.relinearize_inplace(products.back(), keys);
  }
  // The first thread that needs a plan makes it.
  const ringlet::seal::Evaluator shared(context_);
  std::vector<Ciphertext> results(thread_count * factors.size());
  in_all_threads([&](unsigned thread) {
    for (std::size_t i = 0; i < factors.size(); ++i) {
      Ciphertext& result = results[thread * factors.size() + i];
      shared.square(factors[i], result);
      shared.relinearize_inplace(result, keys);
    }
  });
  for (std::size_t i = 0; i < results.size(); ++i) expect_same_ciphertext(results[i], products[i % products.size()]);
}

/// Returns the indices of the parameters with n up to a limit.
std::vector<std::size_t> parameters_up_to(std::size_t n) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < all_parameters().size(); ++i) {
    if (all_parameters()[i].n <= n) result.push_back(i);
  }
  return result;
}

TEST_P(DifferentialTest, SwitchesModuliInPlaceAndIntoWhatIsThere) {
  at_each_level([&](const ContextData& level) {
    // Destinations with more words than the result, and with fewer.
    const Ciphertext large = random_ciphertext(*context_.first_context_data(), 3),
                     small = random_ciphertext(*context_.last_context_data(), 2);
    for (const std::size_t size : {std::size_t{2}, std::size_t{3}}) {
      SCOPED_TRACE(std::to_string(size) + " polynomials");
      const Ciphertext in = random_ciphertext(level, size);
      for (const auto& target : {context_.first_parms_id(), context_.last_parms_id()}) {
        if (context_.get_context_data(target)->chain_index() > level.chain_index()) continue;
        expect_same("in place", in,
                    [&](const auto& evaluator, Ciphertext& out) { evaluator.mod_switch_to_inplace(out, target); });
        for (const Ciphertext& before : {large, small}) {
          expect_same("into what is there", before,
                      [&](const auto& evaluator, Ciphertext& out) { evaluator.mod_switch_to(in, target, out); });
        }
      }
    }
  });
}

const auto schemes = ::testing::Values(scheme_type::bfv, scheme_type::bgv, scheme_type::ckks);

INSTANTIATE_TEST_SUITE_P(Parameters, DifferentialTest,
                         ::testing::Combine(::testing::Range(std::size_t{0}, all_parameters().size()), schemes),
                         name_of_test);
INSTANTIATE_TEST_SUITE_P(Parameters, ForwardedTest, ::testing::Combine(::testing::Values(std::size_t{0}), schemes),
                         name_of_test);
INSTANTIATE_TEST_SUITE_P(Parameters, ManyFactorsTest,
                         ::testing::Combine(::testing::ValuesIn(parameters_up_to(8192)),
                                            ::testing::Values(scheme_type::bfv, scheme_type::bgv)),
                         name_of_test);
INSTANTIATE_TEST_SUITE_P(Parameters, SharedEvaluatorTest,
                         ::testing::Combine(::testing::ValuesIn(parameters_up_to(4096)), schemes), name_of_test);

}  // namespace
}  // namespace ringlet_test::beside_seal
