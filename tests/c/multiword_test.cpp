// Compares multiword moduli in C with GMP on every backend and for every width, and tests every error with its message.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <memory>
#include <string>

#include "c/handles.hpp"
#include "multiword/multiword_cases.hpp"
#include "reference/multiword_transform.hpp"
#include "support/backends.hpp"

namespace ringlet_test::c_api {
namespace {

using reference::Integers;
using Words = std::vector<std::uint64_t>;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using CExecutor = std::unique_ptr<ringlet_executor, Destroy<ringlet_executor_destroy>>;

Words words_of(const Integers& integers, unsigned words) {
  Words array(integers.size() * words);
  for (std::size_t i = 0; i < integers.size(); ++i) {
    reference::put_words(std::span(array).subspan(i * words, words), integers[i]);
  }
  return array;
}

Words words_of(const mpz_class& x, unsigned words) { return words_of(Integers{x}, words); }

MultiwordModulus make_multiword_modulus(const mpz_class& q, unsigned words) {
  ringlet_multiword_modulus* modulus = nullptr;
  EXPECT_EQ(ringlet_multiword_modulus_create(&modulus, words_of(q, words).data(), words), RINGLET_OK)
      << ringlet_last_error_message();
  return MultiwordModulus(modulus);
}

/// Returns a prime of the greatest length for so many words, for transforms of up to 2^20 points.
mpz_class prime_of(unsigned words) {
  return reference::prime_beside(reference::power_of_two(64 * words - 1), reference::power_of_two(20), true);
}

/// Runs the last task first, as three workers in turn.
void run_in_reverse(void* context, std::size_t count, ringlet_task task, void* task_context) {
  ++*static_cast<int*>(context);
  for (std::size_t i = count; i-- > 0;) task(task_context, i, i % 3);
}

class CMultiword : public BackendTest<unsigned> {
 protected:
  void SetUp() override {
    BackendTest<unsigned>::SetUp();
    if (IsSkipped()) return;
    q_ = prime_of(words());
    modulus_ = make_multiword_modulus(q_, words());
  }

  [[nodiscard]] unsigned words() const { return parameter(); }
  [[nodiscard]] Words words_of(const Integers& integers) const { return c_api::words_of(integers, words()); }
  [[nodiscard]] Words words_of(const mpz_class& x) const { return c_api::words_of(x, words()); }
  /// Returns the factor that the form adds to a product: 1 or R^-1.
  [[nodiscard]] mpz_class factor_of(ringlet_form form) const {
    const mpz_class r = reference::power_of_two(64 * words()) % q_;
    return form == RINGLET_PLAIN ? mpz_class(1) : reference::inverse(r, q_);
  }

  mpz_class q_;
  MultiwordModulus modulus_;
  Random random_;
};

TEST_P(CMultiword, ElementWiseArithmeticAgreesWithGmp) {
  const ringlet_multiword_modulus* const m = modulus_.get();
  const mpz_class r = reference::power_of_two(64 * words()) % q_;
  for (const std::size_t n : {1U, 7U, 32U}) {
    const Integers x = corner_residues(random_, q_, n), y = corner_residues(random_, q_, n),
                   z = corner_residues(random_, q_, n);
    const Words a = words_of(x), b = words_of(y), c = words_of(z);
    Words out(a.size());
    const auto expect = [&](ringlet_status status, const std::function<mpz_class(std::size_t)>& value) {
      ASSERT_EQ(status, RINGLET_OK) << ringlet_last_error_message();
      Integers expected(n);
      for (std::size_t i = 0; i < n; ++i) expected[i] = reference::residue(value(i), q_);
      EXPECT_EQ(out, words_of(expected));
    };
    expect(ringlet_multiword_add(out.data(), a.data(), b.data(), n, m), [&](auto i) { return mpz_class(x[i] + y[i]); });
    expect(ringlet_multiword_sub(out.data(), a.data(), b.data(), n, m), [&](auto i) { return mpz_class(x[i] - y[i]); });
    expect(ringlet_multiword_add_scalar(out.data(), a.data(), b.data(), n, m),
           [&](auto i) { return mpz_class(x[i] + y[0]); });
    expect(ringlet_multiword_sub_scalar(out.data(), a.data(), b.data(), n, m),
           [&](auto i) { return mpz_class(x[i] - y[0]); });
    expect(ringlet_multiword_neg(out.data(), a.data(), n, m), [&](auto i) { return mpz_class(-x[i]); });
    expect(ringlet_multiword_to_montgomery(out.data(), a.data(), n, m), [&](auto i) { return mpz_class(x[i] * r); });
    expect(ringlet_multiword_from_montgomery(out.data(), a.data(), n, m),
           [&](auto i) { return mpz_class(x[i] * factor_of(RINGLET_MONTGOMERY)); });
    for (const ringlet_form form : {RINGLET_PLAIN, RINGLET_MONTGOMERY}) {
      const mpz_class f = factor_of(form);
      expect(ringlet_multiword_mul(out.data(), a.data(), b.data(), n, m, form),
             [&](auto i) { return mpz_class(x[i] * y[i] * f); });
      expect(ringlet_multiword_mul_scalar(out.data(), a.data(), b.data(), n, m, form),
             [&](auto i) { return mpz_class(x[i] * y[0] * f); });
      expect(ringlet_multiword_mul_add(out.data(), a.data(), b.data(), c.data(), n, m, form),
             [&](auto i) { return mpz_class(x[i] * y[i] * f + z[i]); });
      expect(ringlet_multiword_mul_sub(out.data(), a.data(), b.data(), c.data(), n, m, form),
             [&](auto i) { return mpz_class(x[i] * y[i] * f - z[i]); });
      expect(ringlet_multiword_axpy(out.data(), a.data(), b.data(), c.data(), n, m, form),
             [&](auto i) { return mpz_class(x[i] * y[0] * f + z[i]); });
      expect(ringlet_multiword_axpy(out.data(), a.data(), b.data(), nullptr, n, m, form),
             [&](auto i) { return mpz_class(x[i] * y[0] * f); });
      const mpz_class one = form == RINGLET_PLAIN ? mpz_class(1) : r;
      expect(ringlet_multiword_invert(out.data(), a.data(), n, m, form),
             [&](auto i) { return x[i] == 0 ? mpz_class(0) : mpz_class(one * one * reference::inverse(x[i], q_)); });
      expect(ringlet_multiword_powers(out.data(), a.data(), b.data(), n, m, form), [&](auto i) {
        return mpz_class(x[0] * reference::power(y[0] * f % q_, static_cast<unsigned long>(i), q_));
      });
      mpz_class sum = 0;
      for (std::size_t i = 0; i < n; ++i) sum += x[i] * y[i] * f;
      Words product(words());
      ASSERT_EQ(ringlet_multiword_inner_product(product.data(), a.data(), b.data(), n, m, form), RINGLET_OK);
      EXPECT_EQ(product, words_of(mpz_class(sum % q_)));
    }
  }
}

TEST_P(CMultiword, TransformsAgreeWithGmp) {
  int runs = 0;
  ringlet_executor* threads = nullptr;
  ASSERT_EQ(ringlet_executor_create(&threads, 3, run_in_reverse, &runs), RINGLET_OK);
  const CExecutor executor(threads);
  for (const std::size_t n : {2U, 64U, 128U}) {
    const mpz_class step = (q_ - 1) / mpz_class(static_cast<unsigned long>(2 * n));
    mpz_class psi = 2;
    while (reference::power(psi, step * mpz_class(static_cast<unsigned long>(n)), q_) != q_ - 1) ++psi;
    psi = reference::power(psi, step, q_);
    const mpz_class omega = psi * psi % q_, coset = q_ - 3;
    for (const bool is_cyclic : {false, true}) {
      ringlet_multiword_ntt* made = nullptr;
      const Words root = words_of(is_cyclic ? omega : psi), shift = words_of(coset);
      ASSERT_EQ(ringlet_multiword_ntt_create(&made, n, modulus_.get(), is_cyclic ? RINGLET_CYCLIC : RINGLET_NEGACYCLIC,
                                             root.data(), is_cyclic ? shift.data() : nullptr, RINGLET_NATURAL),
                RINGLET_OK)
          << ringlet_last_error_message();
      const MultiwordNtt ntt(made);
      EXPECT_EQ(ringlet_multiword_ntt_size(ntt.get()), n);
      EXPECT_EQ(ringlet_multiword_ntt_words(ntt.get()), words());
      EXPECT_TRUE(std::equal(root.begin(), root.end(), ringlet_multiword_ntt_root(ntt.get())));
      const Words q = words_of(q_);
      EXPECT_TRUE(std::equal(q.begin(), q.end(), ringlet_multiword_ntt_modulus(ntt.get())));
      EXPECT_EQ(ringlet_multiword_ntt_ring(ntt.get()), is_cyclic ? RINGLET_CYCLIC : RINGLET_NEGACYCLIC);
      EXPECT_EQ(ringlet_multiword_ntt_order(ntt.get()), RINGLET_NATURAL);
      EXPECT_THAT(ringlet_multiword_ntt_describe(ntt.get()), AnyOf(HasSubstr(" / montgomery"), HasSubstr(" / fma43x")));
      const mpz_class first = is_cyclic ? coset : psi;
      const Integers x = corner_residues(random_, q_, n);
      const Words in = words_of(x), values = words_of(reference::values_at_powers(x, first, omega, q_));
      Words out(in.size());
      for (const ringlet_executor* const each : std::initializer_list<const ringlet_executor*>{nullptr, threads}) {
        ASSERT_EQ(ringlet_multiword_ntt_forward(ntt.get(), out.data(), in.data(), n, each), RINGLET_OK);
        EXPECT_EQ(out, values);
        ASSERT_EQ(ringlet_multiword_ntt_inverse(ntt.get(), out.data(), out.data(), n, each), RINGLET_OK);
        EXPECT_EQ(out, in);
        const mpz_class moved = q_ / 3;
        const Words at = words_of(moved), on_coset = words_of(reference::values_at_powers(x, moved, omega, q_));
        ASSERT_EQ(ringlet_multiword_ntt_evaluate(ntt.get(), out.data(), n, in.data(), n, at.data(), each), RINGLET_OK);
        EXPECT_EQ(out, on_coset);
        ASSERT_EQ(ringlet_multiword_ntt_interpolate(ntt.get(), out.data(), out.data(), n, at.data(), each), RINGLET_OK);
        EXPECT_EQ(out, in);
        ASSERT_EQ(ringlet_multiword_ntt_evaluate(ntt.get(), out.data(), n, in.data(), n, nullptr, each), RINGLET_OK);
        EXPECT_EQ(out, values);
        Words extension(words()), expected = on_coset;
        ASSERT_EQ(ringlet_multiword_ntt_extension_root(extension.data(), ntt.get(), 0), RINGLET_OK);
        EXPECT_EQ(extension, words_of(omega));
        ASSERT_EQ(
            ringlet_multiword_ntt_extend(ntt.get(), out.data(), n, values.data(), n, at.data(), extension.data(), each),
            RINGLET_OK);
        for (std::size_t k = 0; k < n; ++k) {
          std::uint64_t reversed = 0;
          ASSERT_EQ(ringlet_reverse_bits(&reversed, k, static_cast<unsigned>(std::countr_zero(n))), RINGLET_OK);
          std::copy_n(on_coset.begin() + static_cast<std::ptrdiff_t>(k * words()), words(),
                      expected.begin() + static_cast<std::ptrdiff_t>(reversed * words()));
        }
        EXPECT_EQ(out, expected);
        for (const ringlet_form form : {RINGLET_PLAIN, RINGLET_MONTGOMERY}) {
          // Multiplying by X moves every coefficient up by one; the last one comes back times first^n.
          Integers one_up(n), by(n, 0);
          by[1] = 1;
          const mpz_class wrapped = reference::power(first, static_cast<unsigned long>(n), q_);
          for (std::size_t i = 0; i < n; ++i) {
            one_up[i] = (i == 0 ? x[n - 1] * wrapped : x[i - 1]) * factor_of(form) % q_;
          }
          ASSERT_EQ(
              ringlet_multiword_ntt_multiply(ntt.get(), out.data(), in.data(), words_of(by).data(), n, form, each),
              RINGLET_OK);
          EXPECT_EQ(out, words_of(one_up));
        }
      }
    }
  }
  EXPECT_GT(runs, 0);
}

TEST_P(CMultiword, NumberTheoryAgreesWithGmp) {
  const ringlet_multiword_modulus* const m = modulus_.get();
  EXPECT_EQ(ringlet_multiword_modulus_words(m), words());
  EXPECT_EQ(ringlet_multiword_modulus_bits(m), mpz_sizeinbase(q_.get_mpz_t(), 2));
  const Words q_words = words_of(q_);
  EXPECT_TRUE(std::equal(q_words.begin(), q_words.end(), ringlet_multiword_modulus_value(m)));
  const Integers x = corner_residues(random_, q_, 10), y = corner_residues(random_, q_, 10);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Words a = words_of(x[i]), b = words_of(y[i]);
    Words result(words());
    ASSERT_EQ(ringlet_multiword_add_mod(result.data(), a.data(), b.data(), m), RINGLET_OK);
    EXPECT_EQ(result, words_of(mpz_class((x[i] + y[i]) % q_)));
    ASSERT_EQ(ringlet_multiword_sub_mod(result.data(), a.data(), b.data(), m), RINGLET_OK);
    EXPECT_EQ(result, words_of(reference::residue(x[i] - y[i], q_)));
    ASSERT_EQ(ringlet_multiword_mul_mod(result.data(), a.data(), b.data(), m), RINGLET_OK);
    EXPECT_EQ(result, words_of(mpz_class(x[i] * y[i] % q_)));
    ASSERT_EQ(ringlet_multiword_pow_mod(result.data(), a.data(), b.data(), m), RINGLET_OK);
    EXPECT_EQ(result, words_of(reference::power(x[i], y[i], q_)));
    if (x[i] == 0) continue;
    ASSERT_EQ(ringlet_multiword_inverse_mod(result.data(), a.data(), m), RINGLET_OK);
    EXPECT_EQ(result, words_of(reference::inverse(x[i], q_)));
  }
  bool is_true = false;
  ASSERT_EQ(ringlet_multiword_is_prime(&is_true, q_words.data(), words()), RINGLET_OK);
  EXPECT_TRUE(is_true);
  ASSERT_EQ(ringlet_multiword_is_prime(&is_true, words_of(mpz_class(q_ - 2)).data(), words()), RINGLET_OK);
  EXPECT_EQ(is_true, reference::is_prime(q_ - 2));
  Words root(words());
  ASSERT_EQ(ringlet_multiword_primitive_root_of_unity(root.data(), 1 << 20, m), RINGLET_OK);
  EXPECT_EQ(reference::power(reference::integer_of(root), 1 << 19, q_), q_ - 1);
  ASSERT_EQ(ringlet_multiword_is_primitive_root_of_unity(&is_true, root.data(), 1 << 20, m), RINGLET_OK);
  EXPECT_TRUE(is_true);
  ASSERT_EQ(ringlet_multiword_is_primitive_root_of_unity(&is_true, root.data(), 1 << 19, m), RINGLET_OK);
  EXPECT_FALSE(is_true);
  Words primes(2 * words());
  ASSERT_EQ(ringlet_multiword_ntt_primes(primes.data(), words(), 2, 130, 1024, RINGLET_SMALLEST_FIRST), RINGLET_OK);
  const mpz_class lowest = reference::prime_beside(reference::power_of_two(129), mpz_class(2048), false);
  EXPECT_EQ(reference::integer_of(std::span(primes).first(words())), lowest);
  EXPECT_EQ(ringlet_multiword_ntt_primes(nullptr, words(), 0, 130, 1024, RINGLET_LARGEST_FIRST), RINGLET_OK);
  EXPECT_EQ(ringlet_multiword_ntt_primes(nullptr, words(), 1, 130, 1024, RINGLET_LARGEST_FIRST), RINGLET_NULL_POINTER);
}

TEST_P(CMultiword, TextOfNumbers) {
  const Words q_words = words_of(q_);
  char text[160];
  ASSERT_EQ(ringlet_multiword_print(text, sizeof text, q_words.data(), words(), false), RINGLET_OK);
  EXPECT_EQ(text, q_.get_str());
  Words back(words());
  ASSERT_EQ(ringlet_multiword_parse(back.data(), words(), text), RINGLET_OK);
  EXPECT_EQ(back, q_words);
  ASSERT_EQ(ringlet_multiword_print(text, sizeof text, q_words.data(), words(), true), RINGLET_OK);
  EXPECT_EQ(text, "0x" + q_.get_str(16));
  // With an array that is just long enough or too short, no byte behind it changes.
  const std::string decimal = q_.get_str();
  text[decimal.size() + 1] = '#';
  ASSERT_EQ(ringlet_multiword_print(text, decimal.size() + 1, q_words.data(), words(), false), RINGLET_OK);
  EXPECT_EQ(text, decimal);
  EXPECT_EQ(text[decimal.size() + 1], '#');
  EXPECT_EQ(ringlet_multiword_print(text, decimal.size(), q_words.data(), words(), false), RINGLET_INVALID_ARGUMENT);
  EXPECT_THAT(ringlet_last_error_message(),
              AllOf(StartsWith("size is "), HasSubstr("takes " + std::to_string(decimal.size() + 1) + " bytes")));
  // The greatest number of this width.
  const Words ones(words(), std::numeric_limits<std::uint64_t>::max());
  ASSERT_EQ(ringlet_multiword_print(text, sizeof text, ones.data(), words(), false), RINGLET_OK);
  EXPECT_EQ(text, mpz_class(reference::power_of_two(64 * words()) - 1).get_str());
}

INSTANTIATE_TEST_SUITE_P(All, CMultiword,
                         ::testing::Combine(::testing::ValuesIn(all_backends()), ::testing::Values(3U, 4U, 5U, 6U, 8U)),
                         named_by_backend([](unsigned words) { return std::to_string(64 * words); }));

TEST(CMultiwordFields, AreThoseOfTheLibrary) {
  ringlet_multiword_field field{};
  ASSERT_EQ(ringlet_multiword_field_find(&field, "bls12-381-fr"), RINGLET_OK);
  EXPECT_EQ(field.words, 4U);
  EXPECT_EQ(field.two_adicity, 32U);
  const mpz_class q("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001", 16);
  EXPECT_EQ(reference::integer_of(std::span(field.modulus, 4)), q);
  EXPECT_EQ(reference::integer_of(std::span(field.generator, 4)), 7);
  const mpz_class root = reference::integer_of(std::span(field.root, 4));
  EXPECT_EQ(reference::power(7, (q - 1) >> 32, q), root);
  std::string names;
  for (std::size_t i = 0; i < ringlet_multiword_field_count(); ++i) {
    const ringlet_multiword_field each = ringlet_multiword_field_at(i);
    names += (names.empty() ? "" : ", ") + std::string(each.name);
    ASSERT_EQ(ringlet_multiword_field_find(&field, each.name), RINGLET_OK);
    EXPECT_EQ(field.modulus, each.modulus);
    EXPECT_THAT(field.source, HasSubstr(field.words == 1 ? ".0" : "0.6.0"));
  }
  ASSERT_EQ(ringlet_multiword_field_find(&field, "babybear"), RINGLET_OK);
  EXPECT_EQ(field.words, 1U);
  EXPECT_EQ(std::tuple(*field.modulus, *field.generator, *field.root), std::tuple(2013265921, 31, 440564289));
  ASSERT_EQ(ringlet_multiword_field_find(&field, "goldilocks"), RINGLET_OK);
  EXPECT_EQ(std::tuple(*field.modulus, *field.generator, *field.root),
            std::tuple(18446744069414584321U, 7, 1753635133440165772));
  EXPECT_EQ(ringlet_multiword_field_at(ringlet_multiword_field_count()).name, nullptr);
  EXPECT_EQ(ringlet_multiword_field_find(&field, "bn128"), RINGLET_INVALID_ARGUMENT);
  EXPECT_EQ(std::string(ringlet_last_error_message()), "name is \"bn128\", but it must be one of " + names);
  EXPECT_EQ(ringlet_multiword_field_find(&field, nullptr), RINGLET_NULL_POINTER);
  EXPECT_EQ(ringlet_multiword_field_find(nullptr, "bn254-fr"), RINGLET_NULL_POINTER);
}

class CMultiwordErrors : public ::testing::Test {
 protected:
  CMultiwordErrors() : modulus_(make_multiword_modulus(q_, 4)) {
    ringlet_multiword_ntt* ntt = nullptr;
    EXPECT_EQ(
        ringlet_multiword_ntt_create(&ntt, n, modulus_.get(), RINGLET_CYCLIC, nullptr, nullptr, RINGLET_BIT_REVERSED),
        RINGLET_OK);
    ntt_.reset(ntt);
  }

  /// Expects a call to return `expected` and to leave `out_` unchanged; returns its message.
  std::string message(ringlet_status status, ringlet_status expected) {
    EXPECT_EQ(status, expected) << ringlet_last_error_message();
    EXPECT_EQ(out_, Words(out_.size(), 7));
    return ringlet_last_error_message();
  }
  std::string invalid(ringlet_status status) { return message(status, RINGLET_INVALID_ARGUMENT); }
  std::string null(ringlet_status status) { return message(status, RINGLET_NULL_POINTER); }
  std::string outside(ringlet_status status) { return message(status, RINGLET_OUT_OF_RANGE); }

  static constexpr std::size_t n = 64;
  mpz_class q_ = prime_of(4);
  MultiwordModulus modulus_;
  MultiwordNtt ntt_;
  Words in_ = Words(4 * n, 1), out_ = Words(4 * n, 7);
  Words q_words_ = words_of(q_, 4);
};

TEST_F(CMultiwordErrors, ModuliAndNumbersOfWords) {
  ringlet_multiword_modulus* modulus = nullptr;
  for (const unsigned words : {0U, 1U, 2U, 7U, 9U, 1000000U}) {
    EXPECT_THAT(invalid(ringlet_multiword_modulus_create(&modulus, q_words_.data(), words)),
                StartsWith("words is " + std::to_string(words) + ", but"));
    EXPECT_THAT(invalid(ringlet_multiword_parse(out_.data(), words, "1")), StartsWith("words is "));
    bool result = true;
    EXPECT_THAT(invalid(ringlet_multiword_is_prime(&result, in_.data(), words)), StartsWith("words is "));
    EXPECT_THAT(invalid(ringlet_multiword_ntt_primes(out_.data(), words, 1, 130, 64, RINGLET_LARGEST_FIRST)),
                StartsWith("words is "));
  }
  EXPECT_EQ(modulus, nullptr);
  const Words even = words_of(mpz_class(q_ - 1), 4);
  EXPECT_THAT(invalid(ringlet_multiword_modulus_create(&modulus, even.data(), 4)),
              HasSubstr(mpz_class(q_ - 1).get_str()));
  EXPECT_THAT(null(ringlet_multiword_modulus_create(&modulus, nullptr, 4)), StartsWith("q is null"));
  EXPECT_THAT(null(ringlet_multiword_modulus_create(nullptr, q_words_.data(), 4)), StartsWith("modulus is null"));
  EXPECT_EQ(ringlet_multiword_modulus_words(nullptr), 0U);
  EXPECT_EQ(ringlet_multiword_modulus_bits(nullptr), 0U);
  EXPECT_EQ(ringlet_multiword_modulus_value(nullptr), nullptr);
  ringlet_multiword_modulus_destroy(nullptr);
}

TEST_F(CMultiwordErrors, Text) {
  for (const char* const text : {"", "0x", "12a", "-1", " 1"}) {
    EXPECT_THAT(invalid(ringlet_multiword_parse(out_.data(), 4, text)), StartsWith("number is \"" + std::string(text)));
  }
  EXPECT_THAT(null(ringlet_multiword_parse(out_.data(), 4, nullptr)), StartsWith("text is null"));
  EXPECT_THAT(null(ringlet_multiword_parse(nullptr, 4, "1")), StartsWith("number is null"));
  EXPECT_THAT(null(ringlet_multiword_print(nullptr, 8, in_.data(), 4, false)), StartsWith("text is null"));
}

TEST_F(CMultiwordErrors, Arrays) {
  const ringlet_multiword_modulus* const q = modulus_.get();
  std::uint64_t* const out = out_.data();
  const std::uint64_t* const in = in_.data();
  using Call = std::function<ringlet_status(std::uint64_t*, const std::uint64_t*, std::size_t, bool)>;
  const std::pair<const char*, Call> calls[] = {
      {"a",
       [=](auto* o, auto* a, auto size, bool with) { return ringlet_multiword_neg(o, a, size, with ? q : nullptr); }},
      {"a", [=](auto* o, auto* a, auto size,
                bool with) { return ringlet_multiword_add(o, a, in, size, with ? q : nullptr); }},
      {"b", [=](auto* o, auto* a, auto size,
                bool with) { return ringlet_multiword_sub(o, in, a, size, with ? q : nullptr); }},
      {"c",
       [=](auto* o, auto* a, auto size, bool with) {
         return ringlet_multiword_mul_add(o, in, in, a, size, with ? q : nullptr, RINGLET_PLAIN);
       }},
      {"b",
       [=](auto* o, auto* a, auto size, bool with) {
         return ringlet_multiword_mul_sub(o, in, a, in, size, with ? q : nullptr, RINGLET_PLAIN);
       }},
      {"a", [=](auto* o, auto* a, auto size,
                bool with) { return ringlet_multiword_axpy(o, a, in, in, size, with ? q : nullptr, RINGLET_PLAIN); }},
      {"a", [=](auto* o, auto* a, auto size,
                bool with) { return ringlet_multiword_sub_scalar(o, a, in, size, with ? q : nullptr); }},
      {"a", [=](auto* o, auto* a, auto size,
                bool with) { return ringlet_multiword_invert(o, a, size, with ? q : nullptr, RINGLET_PLAIN); }},
      {"in",
       [this](auto* o, auto* a, auto size, bool with) {
         return ringlet_multiword_ntt_forward(with ? ntt_.get() : nullptr, o, a, size, nullptr);
       }},
      {"y", [this, in](auto* o, auto* a, auto size, bool with) {
         return ringlet_multiword_ntt_multiply(with ? ntt_.get() : nullptr, o, in, a, size, RINGLET_PLAIN, nullptr);
       }}};
  for (const auto& [name, call] : calls) {
    SCOPED_TRACE(name);
    EXPECT_THAT(null(call(nullptr, in, n, true)), StartsWith("out is null"));
    EXPECT_THAT(null(call(out, nullptr, n, true)), StartsWith(std::string(name) + " is null"));
    EXPECT_THAT(null(call(out, in, n, false)), HasSubstr(" is null"));
    EXPECT_THAT(invalid(call(out, in, 0, true)), StartsWith("n is 0"));
    for (const std::size_t size : {std::numeric_limits<std::size_t>::max(), std::size_t{1} << 62}) {
      EXPECT_THAT(invalid(call(out, in, size, true)), StartsWith("n is " + std::to_string(size) + ","));
    }
    EXPECT_THAT(invalid(call(out, out + 4, name[0] == 'i' || name[0] == 'y' ? n : n - 1, true)), HasSubstr("overlap"));
    const auto* const odd = reinterpret_cast<const std::uint64_t*>(reinterpret_cast<const char*>(in) + 4);
    EXPECT_THAT(invalid(call(out, odd, name[0] == 'i' || name[0] == 'y' ? n : 1, true)), HasSubstr("address of "));
  }
}

TEST_F(CMultiwordErrors, SingleNumbersAndEnumerators) {
  const ringlet_multiword_modulus* const q = modulus_.get();
  EXPECT_THAT(outside(ringlet_multiword_mul_scalar(out_.data(), in_.data(), q_words_.data(), n, q, RINGLET_PLAIN)),
              StartsWith("s is " + q_.get_str()));
  EXPECT_THAT(outside(ringlet_multiword_add_scalar(out_.data(), in_.data(), q_words_.data(), n, q)),
              StartsWith("s is " + q_.get_str()));
  EXPECT_THAT(null(ringlet_multiword_axpy(out_.data(), in_.data(), nullptr, in_.data(), n, q, RINGLET_PLAIN)),
              StartsWith("s is null"));
  EXPECT_THAT(outside(ringlet_multiword_powers(out_.data(), q_words_.data(), in_.data(), n, q, RINGLET_PLAIN)),
              StartsWith("first is "));
  EXPECT_THAT(outside(ringlet_multiword_add_mod(out_.data(), in_.data(), q_words_.data(), q)), StartsWith("b is "));
  EXPECT_THAT(invalid(ringlet_multiword_inverse_mod(out_.data(), words_of(0, 4).data(), q)), StartsWith("a is 0"));
  EXPECT_THAT(invalid(ringlet_multiword_mul(out_.data(), in_.data(), in_.data(), n, q, static_cast<ringlet_form>(2))),
              StartsWith("form is 2"));
  EXPECT_THAT(null(ringlet_multiword_inner_product(nullptr, in_.data(), in_.data(), n, q, RINGLET_PLAIN)),
              StartsWith("result is null"));
  EXPECT_THAT(null(ringlet_multiword_mul_mod(out_.data(), nullptr, in_.data(), q)), StartsWith("a is null"));
}

TEST_F(CMultiwordErrors, Plans) {
  const ringlet_multiword_modulus* const q = modulus_.get();
  ringlet_multiword_ntt* ntt = nullptr;
  const auto refused = [&](std::size_t size, ringlet_ring ring, const std::uint64_t* root, const std::uint64_t* coset,
                           ringlet_order order) {
    return invalid(ringlet_multiword_ntt_create(&ntt, size, q, ring, root, coset, order));
  };
  EXPECT_THAT(refused(48, RINGLET_CYCLIC, nullptr, nullptr, RINGLET_NATURAL), StartsWith("n is 48"));
  EXPECT_THAT(refused(n, static_cast<ringlet_ring>(2), nullptr, nullptr, RINGLET_NATURAL), StartsWith("ring is 2"));
  EXPECT_THAT(refused(n, RINGLET_CYCLIC, nullptr, nullptr, static_cast<ringlet_order>(2)), StartsWith("order is 2"));
  EXPECT_THAT(refused(n, RINGLET_CYCLIC, q_words_.data(), nullptr, RINGLET_NATURAL), StartsWith("root is "));
  // Other arguments are checked before the root.
  EXPECT_THAT(refused(48, RINGLET_CYCLIC, in_.data(), nullptr, RINGLET_NATURAL), StartsWith("n is 48"));
  EXPECT_THAT(refused(n, static_cast<ringlet_ring>(2), in_.data(), nullptr, RINGLET_NATURAL), StartsWith("ring is 2"));
  EXPECT_THAT(refused(n, RINGLET_NEGACYCLIC, in_.data(), nullptr, RINGLET_NATURAL), StartsWith("root is "));
  EXPECT_THAT(refused(n, RINGLET_NEGACYCLIC, nullptr, in_.data(), RINGLET_NATURAL), StartsWith("coset is "));
  EXPECT_THAT(refused(n, RINGLET_CYCLIC, nullptr, q_words_.data(), RINGLET_NATURAL), StartsWith("coset is "));
  EXPECT_THAT(null(ringlet_multiword_ntt_create(&ntt, n, nullptr, RINGLET_CYCLIC, nullptr, nullptr, RINGLET_NATURAL)),
              StartsWith("q is null"));
  EXPECT_EQ(ntt, nullptr);
  EXPECT_THAT(invalid(ringlet_multiword_ntt_forward(ntt_.get(), out_.data(), in_.data(), n / 2, nullptr)),
              StartsWith("n is 32"));
  const ringlet_multiword_ntt* const plan = ntt_.get();
  std::uint64_t* const o = out_.data();
  const std::uint64_t *const i = in_.data(), *const none = nullptr;
  EXPECT_THAT(invalid(ringlet_multiword_ntt_evaluate(plan, o, n, i, 0, none, nullptr)), StartsWith("count is 0"));
  EXPECT_THAT(invalid(ringlet_multiword_ntt_evaluate(plan, o, n, i, n, q_words_.data(), nullptr)),
              StartsWith("coset is "));
  EXPECT_THAT(invalid(ringlet_multiword_ntt_interpolate(plan, o, i, n, q_words_.data(), nullptr)),
              StartsWith("coset is "));
  EXPECT_THAT(invalid(ringlet_multiword_ntt_extend(plan, o, 3 * n, i, n, i, none, nullptr)), StartsWith("count is "));
  EXPECT_THAT(null(ringlet_multiword_ntt_extend(plan, o, n, i, n, none, none, nullptr)), StartsWith("coset is null"));
  EXPECT_THAT(invalid(ringlet_multiword_ntt_extension_root(o, plan, 17)), StartsWith("log_blowup is 17"));
  EXPECT_THAT(null(ringlet_multiword_ntt_extension_root(nullptr, plan, 1)), StartsWith("root is null"));
  EXPECT_EQ(ringlet_multiword_ntt_order(ntt_.get()), RINGLET_BIT_REVERSED);
  EXPECT_EQ(ringlet_multiword_ntt_size(nullptr), 0U);
  EXPECT_EQ(ringlet_multiword_ntt_words(nullptr), 0U);
  EXPECT_EQ(ringlet_multiword_ntt_root(nullptr), nullptr);
  EXPECT_EQ(ringlet_multiword_ntt_modulus(nullptr), nullptr);
  EXPECT_EQ(ringlet_multiword_ntt_ring(nullptr), RINGLET_NEGACYCLIC);
  EXPECT_EQ(ringlet_multiword_ntt_order(nullptr), RINGLET_BIT_REVERSED);
  EXPECT_STREQ(ringlet_multiword_ntt_describe(nullptr), "");
  ringlet_multiword_ntt_destroy(nullptr);
}

}  // namespace
}  // namespace ringlet_test::c_api
