// Compares every operation of every arithmetic with GMP in each lane: the value modulo q, and the range
// that the arithmetic states for it.

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "arith/operands.hpp"
#include "arith/operation.hpp"
#include "arith/representation.hpp"
#include "arith/word_arithmetic.hpp"
#include "arith/word_traits.hpp"
#include "backends/registry.hpp"
#include "support/backends.hpp"
#include "support/random.hpp"

namespace ringlet_test {
namespace {

/// Arithmetic by which tests are named.
struct Case {
  const char* backend;
  const TestedArithmetic* arithmetic;
};

std::ostream& operator<<(std::ostream& out, const Case& tested) {
  return out << tested.arithmetic->name << " on " << tested.backend;
}

const std::vector<const TestedBackend*> backends = {
    &arithmetics_on_scalar,
#if defined(__x86_64__)
    &arithmetics_on_avx2,
    &arithmetics_on_avx512dq,
    &arithmetics_on_avx512ifma,
#elif defined(__aarch64__)
    &arithmetics_on_neon,
#endif
};

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const TestedBackend* backend : backends) {
    for (const auto& arithmetics : {backend->words, backend->word128, backend->word32}) {
      for (const TestedArithmetic& arithmetic : arithmetics) cases.push_back({backend->name, &arithmetic});
    }
  }
  return cases;
}

std::string name_of(const ::testing::TestParamInfo<Case>& test) {
  const TestedArithmetic& arithmetic = *test.param.arithmetic;
  return test_name(std::to_string(test.index) + "_" + test.param.backend + "_" + arithmetic.name + "_" +
                   std::to_string(arithmetic.modulus_bits) + (arithmetic.is_eltwise ? "_eltwise" : "_ntt"));
}

Modulus modulus_of(const mpz_class& q, unsigned word_bits) {
  Modulus modulus{};
  if (word_bits <= 64) {
    modulus.word = ringlet::arith::make_modulus(low_word(q));
  } else {
    modulus.word128 = ringlet::arith::make_modulus(word128(q));
  }
  return modulus;
}

/// Expected results of an operation, as integers modulo q.
struct Expected {
  mpz_class first;
  mpz_class second;
};

struct Operands {
  mpz_class x, y, z, w;
};

/// Returns x / 2^word_bits modulo q.
mpz_class divided_by_word(const mpz_class& x, const mpz_class& q, unsigned word_bits) {
  mpz_class inverse;
  mpz_invert(inverse.get_mpz_t(), mpz_class(mpz_class(1) << word_bits).get_mpz_t(), q.get_mpz_t());
  return x * inverse;
}

Expected expected(Meaning meaning, const Operands& in, const mpz_class& q, unsigned word_bits) {
  switch (meaning) {
    case Meaning::residue:
      return {in.x, 0};
    case Meaning::sum:
      return {in.x + in.y, 0};
    case Meaning::difference:
      return {in.x - in.y, 0};
    case Meaning::negative:
      return {-in.x, 0};
    case Meaning::product_of_doubles:
      return {4 * in.x * in.y, 0};
    case Meaning::montgomery_product:
      return {divided_by_word(in.x * in.y, q, word_bits) + in.z, 0};
    case Meaning::fixed_product:
      return {in.x * in.w + in.z, 0};
    case Meaning::product:
      return {in.x * in.y + in.z, 0};
    case Meaning::cooley_tukey:
      return {in.x + in.w * in.y, in.x - in.w * in.y};
    case Meaning::gentleman_sande:
      return {in.x + in.y, in.x - in.y};
  }
  return {};
}

constexpr unsigned most_lanes = 16;
/// Number of limbs of 64 bits: three in each of eight lanes.
constexpr unsigned most_limbs = 24;

/// Register block that a call reads or writes.
struct alignas(64) Vector {
  std::array<std::uint64_t, most_limbs> limb{};
};

/// Checks one operation of one arithmetic for one modulus.
class Check {
 public:
  Check(const TestedArithmetic& arithmetic, const Operation& operation, const mpz_class& q, Random& random)
      : arithmetic_(arithmetic),
        operation_(operation),
        q_(q),
        random_(random),
        corners_(q, random),
        modulus_(modulus_of(q, arithmetic.word_bits)),
        x_range_(accepted(operation.x)),
        y_range_(accepted(operation.y)),
        z_range_(accepted(operation.z)),
        first_range_(range_of(operation.first, operation.gives_words)),
        second_range_(range_of(operation.second, false)) {}

  /// Calls the operation once on lanes of different data and checks all results.
  void run() {
    if (operation_.meaning == Meaning::montgomery_product && q_ % 2 == 0) return;
    choose();
    Vector first, second;
    const Call call{&modulus_,      twiddles_.data(),  x_.limb.data(),    y_.limb.data(),
                    z_.limb.data(), first.limb.data(), second.limb.data()};
    operation_.run(call);
    const bool two = operation_.meaning == Meaning::cooley_tukey || operation_.meaning == Meaning::gentleman_sande;
    for (unsigned lane = 0; lane < arithmetic_.lanes; ++lane) {
      const Expected wanted = expected(operation_.meaning, lanes_[lane], q_, arithmetic_.word_bits);
      look_at("first", first, lane, wanted.first, first_range_, operation_.carried_first);
      if (two) look_at("second", second, lane, wanted.second, second_range_, false);
    }
  }

 private:
  [[nodiscard]] bool is_signed() const {
    return arithmetic_.representation == Representation::doubles ||
           arithmetic_.representation == Representation::double_limbs;
  }

  /// Whether ranges are those of limbs, for values that are not words of the caller.
  [[nodiscard]] bool has_ranged_limbs(bool are_words) const {
    return arithmetic_.representation == Representation::ranged_limbs && !are_words;
  }
  [[nodiscard]] Interval range_of(Range range, bool are_words) const {
    if (!has_ranged_limbs(are_words)) return integers(range, q_, is_signed() && !are_words);
    return {mpz_class(range.low) << arithmetic_.limb_unit_log, mpz_class(range.high) << arithmetic_.limb_unit_log};
  }

  /// Returns the integers that an operand may be. Words of the caller are nonnegative and must fit the word, values the
  /// lane.
  [[nodiscard]] Interval accepted(Range range) const {
    Interval values = range_of(range, operation_.takes_words);
    const mpz_class words = mpz_class(1) << arithmetic_.word_bits;
    if (operation_.takes_words && (range.high == ~Bound{0} || values.end > words)) values.end = words;
    if (arithmetic_.representation == Representation::words) {
      values.end = std::min(values.end, mpz_class(mpz_class(1) << (64 * arithmetic_.limb_count)));
    }
    return values;
  }

  void choose() {
    choose_multiplicands();
    for (unsigned lane = 0; lane < arithmetic_.lanes; ++lane) {
      Operands& in = lanes_[lane];
      in = Operands{};
      if (operation_.multiplicands != 0) in.w = multiplicands_[lane % operation_.multiplicands];
      in.x = operation_.meaning == Meaning::fixed_product ? corners_.in(x_range_, in.w) : corners_.in(x_range_);
      if (operation_.meaning == Meaning::cooley_tukey) {
        in.y = corners_.in(y_range_, in.w);
      } else if (operation_.y.high != 0) {
        in.y = corners_.in(y_range_, in.x);
      }
      if (operation_.z.high != 0) in.z = corners_.in(z_range_);
      if (has_ranged_limbs(operation_.takes_words)) {
        in.x = put_limbs(x_, lane, x_range_);
        in.y = operation_.y.high == 0 ? mpz_class() : put_limbs(y_, lane, y_range_);
        continue;
      }
      put(x_, lane, in.x, operation_.carried_operands);
      put(y_, lane, in.y, operation_.carried_operands);
      put(z_, lane, in.z, false);
    }
  }

  void choose_multiplicands() {
    const unsigned count = operation_.multiplicands;
    for (unsigned i = 0; i < count; ++i) {
      multiplicands_[i] = corners_.multiplicand();
      operation_.encode(twiddles_.data(), i, count, word128(multiplicands_[i]), modulus_);
    }
  }

  /// Draws each limb of a number and returns the number.
  mpz_class put_limbs(Vector& vector, unsigned lane, const Interval& range) {
    mpz_class x = 0;
    for (unsigned i = 0; i < arithmetic_.limb_count; ++i) {
      const mpz_class limb = corners_.in(range);
      VectorLanes(arithmetic_).put_limb(vector.limb.data(), i, lane, limb);
      x += limb << (arithmetic_.limb_bits * i);
    }
    return x;
  }

  void put(Vector& vector, unsigned lane, const mpz_class& x, bool carried) {
    if (operation_.takes_words) {
      WordLanes(arithmetic_).put(vector.limb.data(), lane, x);
    } else {
      VectorLanes(arithmetic_).put(vector.limb.data(), lane, x, carried ? 0 : operation_.redundancy, random_);
    }
  }

  void look_at(const char* which, const Vector& vector, unsigned lane, const mpz_class& wanted, const Interval& range,
               bool carried) const {
    std::optional<mpz_class> got;
    if (operation_.gives_words) {
      got = WordLanes(arithmetic_).get(vector.limb.data(), lane);
    } else {
      got = VectorLanes(arithmetic_).get(vector.limb.data(), lane);
      if (carried) {
        ASSERT_TRUE(VectorLanes(arithmetic_).is_carried(vector.limb.data(), lane))
            << "carries stay behind in the " << which << " result" << text_of(lane);
      }
    }
    ASSERT_TRUE(got) << "the " << which << " result is no integer" << text_of(lane);
    const auto result = [&] { return "the " + std::string(which) + " result " + got->get_str(); };
    if (operation_.exact) {
      ASSERT_TRUE(*got == wanted) << result() << " should be " << wanted.get_str() << text_of(lane);
      return;
    }
    ASSERT_TRUE(residue(*got, q_) == residue(wanted, q_))
        << result() << " should be " << residue(wanted, q_).get_str() << " modulo q" << text_of(lane);
    if (has_ranged_limbs(operation_.gives_words)) {
      for (unsigned i = 0; i < arithmetic_.limb_count; ++i) {
        const mpz_class limb = VectorLanes(arithmetic_).get_limb(vector.limb.data(), i, lane);
        ASSERT_TRUE(range.holds(limb)) << "limb " << i << " of " << result() << " is " << limb.get_str()
                                       << text_of(lane);
      }
      return;
    }
    ASSERT_TRUE(range.holds(*got)) << result() << " leaves [" << range.begin.get_str() << ", " << range.end.get_str()
                                   << ")" << text_of(lane);
  }

  [[nodiscard]] std::string text_of(unsigned lane) const {
    const Operands& in = lanes_[lane];
    return " of " + std::string(operation_.name) + "(" + std::to_string(operation_.detail) + ") in lane " +
           std::to_string(lane) + ": x = " + in.x.get_str() + ", y = " + in.y.get_str() + ", z = " + in.z.get_str() +
           ", w = " + in.w.get_str() + ", q = " + q_.get_str();
  }

  const TestedArithmetic& arithmetic_;
  const Operation& operation_;
  const mpz_class& q_;
  Random& random_;
  Corners corners_;
  Modulus modulus_;
  Interval x_range_, y_range_, z_range_, first_range_, second_range_;
  std::array<Operands, most_lanes> lanes_;
  std::array<mpz_class, most_lanes> multiplicands_;
  alignas(64) std::array<uint128_t, most_lanes * ringlet::arith::max_twiddle_words> twiddles_{};
  Vector x_, y_, z_;
};

unsigned longest_modulus(const TestedArithmetic& arithmetic, const Operation& operation) {
  return operation.modulus_bits == 0 ? arithmetic.modulus_bits : operation.modulus_bits;
}

auto moduli_of(const TestedArithmetic& arithmetic, const Operation& operation, Random& random) {
  if (arithmetic.prime != 0) return std::vector<mpz_class>{arithmetic.prime};
  return moduli_of(arithmetic.min_modulus_bits, longest_modulus(arithmetic, operation), !arithmetic.is_eltwise, random);
}

class Arithmetics : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    if (!is_supported(GetParam().backend)) GTEST_SKIP() << "this CPU does not support " << GetParam().backend;
  }
};

TEST_P(Arithmetics, AreExactAndInRangeInEveryLane) {
  const TestedArithmetic& arithmetic = *GetParam().arithmetic;
  // The total is the same for any number of lanes, and larger for element-wise arithmetics, which have few operations.
  const unsigned calls = (arithmetic.is_eltwise ? 192 : 64) / arithmetic.lanes;
  Random random;
  for (const Operation& operation : arithmetic.operations) {
    for (const mpz_class& q : moduli_of(arithmetic, operation, random)) {
      Check check(arithmetic, operation, q, random);
      for (unsigned i = 0; i < calls; ++i) check.run();
      if (HasFatalFailure()) return;
    }
  }
}

/// Constants are shifted by an amount that depends on a modulus's length, with special cases where words end.
TEST_P(Arithmetics, AreExactAndInRangeForEveryLengthOfModuli) {
  const TestedArithmetic& arithmetic = *GetParam().arithmetic;
  Random random;
  for (unsigned bits = arithmetic.min_modulus_bits; bits <= arithmetic.modulus_bits; ++bits) {
    const mpz_class q =
        arithmetic.prime != 0 ? mpz_class(arithmetic.prime) : random_modulus(bits, !arithmetic.is_eltwise, random);
    for (const Operation& operation : arithmetic.operations) {
      if (bits > longest_modulus(arithmetic, operation)) continue;
      Check check(arithmetic, operation, q, random);
      for (unsigned lane = 0; lane < 8; lane += arithmetic.lanes) check.run();
      if (HasFatalFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Arithmetics, ::testing::ValuesIn(all_cases()), name_of);

// ---- completeness ----

template <class Kernel>
bool is_tested(const char* backend, const Kernel& kernel, bool is_eltwise) {
  for (const Case& tested : all_cases()) {
    const TestedArithmetic& arithmetic = *tested.arithmetic;
    if (std::string(tested.backend) == backend && std::string(arithmetic.name) == kernel.arithmetic &&
        arithmetic.is_eltwise == is_eltwise &&
        arithmetic.min_modulus_bits == ringlet::arith::bit_width(kernel.moduli.least) &&
        arithmetic.modulus_bits == ringlet::arith::bit_width(kernel.moduli.greatest)) {
      return true;
    }
  }
  return false;
}

template <class Word>
void all_are_tested(const ringlet::backends::Backend& backend) {
  for (const auto* family : backend.kernels->of<ringlet::kernels::WordKernels<Word>>()) {
    for (const auto& kernel : family->ntt) {
      EXPECT_TRUE(is_tested(backend.name.data(), kernel, false))
          << kernel.arithmetic << " on " << backend.name << " up to "
          << ringlet::arith::bit_width(kernel.moduli.greatest) << " bits";
    }
    for (const auto& kernel : family->eltwise) {
      EXPECT_TRUE(is_tested(backend.name.data(), kernel, true))
          << kernel.arithmetic << " on " << backend.name << " up to "
          << ringlet::arith::bit_width(kernel.moduli.greatest) << " bits, element-wise";
    }
  }
}

TEST(TestedArithmetics, AreAllThatKernelsAreOf) {
  for (const ringlet::backends::Backend& backend : ringlet::backends::all()) {
    ringlet::arith::Words::for_each([&]<class Word>() { all_are_tested<Word>(backend); });
  }
}

}  // namespace
}  // namespace ringlet_test
