// Compares the library's constants of published fields with GMP and with the constants of other libraries.

#include "ringlet/fields.hpp"

#include <map>
#include <set>

#include "multiword/multiword_cases.hpp"
#include "ringlet/multiword_number_theory.hpp"
#include "ringlet/number_theory.hpp"

namespace ringlet_test {
namespace {

/// Constants that ark-ff 0.6.0 prints (MODULUS, TWO_ADICITY, GENERATOR, TWO_ADIC_ROOT_OF_UNITY). gnark-crypto v0.20.0
/// has the same decimal digits for its fields (fr/generator.go, fr/fft/domain.go, bw6-761 for bls12-377-fq).
///
/// The fields of words have the constants of these sources:
///
/// babybear, koalabear   PRIME, MONTY_GEN and the last of TWO_ADIC_GENERATORS (0x1a427a41, 0x6ac49f88) in p3-baby-bear
///                       and p3-koala-bear 0.8.0; the root and GeneratorFullMultiplicativeGroup in decimal digits in
///                       gnark-crypto v0.20.0, field/babybear and field/koalabear (generator.go, fft/domain.go)
/// mersenne31            P and GENERATOR in p3-mersenne-31 0.8.0
/// goldilocks            GENERATOR and the last of TWO_ADIC_GENERATORS (0x185629dcda58878c) in p3-goldilocks 0.8.0; the
///                       same in decimal digits in gnark-crypto's field/goldilocks
/// goldilocks-plonky2    MULTIPLICATIVE_GROUP_GENERATOR and POWER_OF_TWO_GENERATOR in plonky2_field 1.0.0
struct Printed {
  const char* modulus;
  unsigned two_adicity;
  std::uint64_t generator;
  const char* root;
};

const Printed pasta_p{"28948022309329048855892746252171976963363056481941560715954676764349967630337", 32, 5,
                      "19814229590243028906643993866117402072516588566294623396325693409366934201135"};
const Printed pasta_q{"28948022309329048855892746252171976963363056481941647379679742748393362948097", 32, 5,
                      "20761624379169977859705911634190121761503565370703356079647768903521299517535"};
const std::map<std::string_view, Printed> printed{
    {"babybear", {"2013265921", 27, 31, "440564289"}},
    {"koalabear", {"2130706433", 24, 3, "1791270792"}},
    {"mersenne31", {"2147483647", 1, 7, "2147483646"}},
    {"goldilocks", {"18446744069414584321", 32, 7, "1753635133440165772"}},
    {"goldilocks-plonky2", {"18446744069414584321", 32, 14293326489335486720U, "7277203076849721926"}},
    {"bn254-fr",
     {"21888242871839275222246405745257275088548364400416034343698204186575808495617", 28, 5,
      "19103219067921713944291392827692070036145651957329286315305642004821462161904"}},
    {"bls12-377-fr",
     {"8444461749428370424248824938781546531375899335154063827935233455917409239041", 47, 22,
      "8065159656716812877374967518403273466521432693661810619979959746626482506078"}},
    {"bls12-381-fr",
     {"52435875175126190479447740508185965837690552500527637822603658699938581184513", 32, 7,
      "10238227357739495823651030575849232062558860180284477541189508159991286009131"}},
    {"pallas-fq", pasta_p},
    {"pallas-fr", pasta_q},
    {"vesta-fq", pasta_q},
    {"vesta-fr", pasta_p},
    {"bls12-377-fq",
     {"2586644260129690940106527336948935335363935127549146605398842626667204683483408227749688881395733601244403214581"
      "77",
      46, 15,
      "3286357854725450502960126193986832566977050893937512246290474576635225681258577338213493640434454732319988565443"
      "3"}},
};

using ringlet_test::integer_of;
[[nodiscard]] mpz_class integer_of(std::uint64_t x) { return reference::integer_of({&x, 1}); }

/// Expects that g has the order q - 1 modulo the prime q: no power g^((q-1) / p) is 1, p a prime divisor of q - 1.
void expect_generator(const mpz_class& g, const mpz_class& q) {
  mpz_class rest = q - 1;
  for (mpz_class p = 2; rest > 1; ++p) {
    if (p * p > rest) p = rest;
    if (rest % p != 0) continue;
    EXPECT_NE(reference::power(g, (q - 1) / p, q), 1) << p.get_str();
    while (rest % p == 0) rest /= p;
  }
}

/// Expects that the library's number theory agrees, for numbers that its moduli hold.
template <unsigned width>
void expect_primitive(const ringlet::UInt<width>& root, std::uint64_t order, const ringlet::UInt<width>& q) {
  EXPECT_TRUE(ringlet::is_primitive_root_of_unity(root, order, ringlet::Modulus(q))) << order;
}
void expect_primitive(std::uint64_t root, std::uint64_t order, std::uint64_t q) {
  const ringlet::Modulus modulus(ringlet::uint128_t{q});
  EXPECT_TRUE(ringlet::is_primitive_root_of_unity(ringlet::uint128_t{root}, order, modulus)) << order;
}

template <unsigned width>
void expect_field(const ringlet::Field<width>& field) {
  SCOPED_TRACE(field.name);
  const Printed& expected = printed.at(field.name);
  const mpz_class q = integer_of(field.modulus), root = integer_of(field.root), generator = integer_of(field.generator);
  EXPECT_EQ(q, mpz_class(expected.modulus));
  EXPECT_EQ(field.two_adicity, expected.two_adicity);
  EXPECT_EQ(generator, integer_of(expected.generator));
  EXPECT_EQ(root, mpz_class(expected.root));
  EXPECT_FALSE(field.source.empty());
  EXPECT_EQ(&ringlet::field<width>(field.name), &field);

  EXPECT_TRUE(reference::is_prime(q));
  EXPECT_TRUE(ringlet::is_prime(field.modulus));
  EXPECT_EQ(mpz_scan1(mpz_class(q - 1).get_mpz_t(), 0), field.two_adicity);
  const mpz_class order = reference::power_of_two(field.two_adicity);
  EXPECT_EQ(reference::power(root, order / 2, q), q - 1);
  EXPECT_EQ(reference::power(generator, (q - 1) / order, q), root);
  EXPECT_EQ(reference::power(generator, (q - 1) / 2, q), q - 1);
  if constexpr (width <= 64) expect_generator(generator, q);

  EXPECT_EQ(ringlet::root_of_unity(field, std::uint64_t{1} << field.two_adicity), field.root);
  for (unsigned log_n = 0; log_n < field.two_adicity; ++log_n) {
    const std::uint64_t n = std::uint64_t{1} << log_n;
    const auto root_of_n = ringlet::root_of_unity(field, n);
    EXPECT_EQ(integer_of(root_of_n), reference::power(root, order / mpz_class(n), q)) << n;
    if (log_n % 8 == 5) expect_primitive(root_of_n, n, field.modulus);
  }
  const std::uint64_t too_large = std::uint64_t{2} << field.two_adicity;
  EXPECT_THAT(message_of<std::invalid_argument>([&] { (void)ringlet::root_of_unity(field, too_large); }),
              AllOf(Names(too_large), HasSubstr("2^" + std::to_string(field.two_adicity))));
  EXPECT_THROW((void)ringlet::root_of_unity(field, 3), std::invalid_argument);
  EXPECT_THROW((void)ringlet::root_of_unity(field, 0), std::invalid_argument);
}

TEST(Fields, AreWhatTheLibrariesSay) {
  std::set<std::string_view> names;
  const auto look_at = [&](const auto& field) {
    expect_field(field);
    names.insert(field.name);
  };
  for (const auto& field : ringlet::fields<32>()) look_at(field);
  for (const auto& field : ringlet::fields<64>()) look_at(field);
  for (const auto& field : ringlet::fields<256>()) look_at(field);
  for (const auto& field : ringlet::fields<384>()) look_at(field);
  EXPECT_EQ(names.size(), printed.size());
  EXPECT_TRUE(ringlet::fields<192>().empty() && ringlet::fields<320>().empty() && ringlet::fields<512>().empty());
}

TEST(Fields, ByAnotherNameAreRefused) {
  EXPECT_THAT(message_of<std::invalid_argument>([] { (void)ringlet::field<256>("bn255"); }),
              AllOf(HasSubstr("\"bn255\""), HasSubstr("256 bits"), HasSubstr("bn254-fr"), HasSubstr("vesta-fr")));
  EXPECT_THAT(message_of<std::invalid_argument>([] { (void)ringlet::field<32>("goldilocks"); }),
              AllOf(HasSubstr("32 bits"), HasSubstr("babybear koalabear mersenne31")));
  EXPECT_THAT(message_of<std::invalid_argument>([] { (void)ringlet::field<64>("babybear"); }),
              AllOf(HasSubstr("64 bits"), HasSubstr("goldilocks goldilocks-plonky2")));
  EXPECT_THAT(message_of<std::invalid_argument>([] { (void)ringlet::field<384>("bn254-fr"); }),
              AllOf(HasSubstr("384 bits"), HasSubstr("bls12-377-fq")));
  EXPECT_THAT(message_of<std::invalid_argument>([] { (void)ringlet::field<512>(""); }), HasSubstr("none"));
}

}  // namespace
}  // namespace ringlet_test
