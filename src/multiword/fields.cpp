#include "ringlet/fields.hpp"

#include <bit>
#include <concepts>
#include <stdexcept>
#include <string>

#include "checks/checks.hpp"
#include "multiword/ring.hpp"
#include "multiword/widths.hpp"

namespace ringlet {
namespace {

consteval UInt<256> n256(std::string_view text) { return UInt<256>::parse(text); }
consteval UInt<384> n384(std::string_view text) { return UInt<384>::parse(text); }

constexpr std::string_view plonky3_and_gnark =
    "Plonky3's p3-baby-bear, p3-koala-bear and p3-goldilocks 0.8.0; gnark-crypto v0.20.0, field/*/generator.go and "
    "field/*/fft";

constexpr Field<32> fields_of_32[] = {
    {.name = "babybear",
     .modulus = 0x7800'0001,
     .two_adicity = 27,
     .generator = 31,
     .root = 0x1a42'7a41,
     .source = plonky3_and_gnark},
    {.name = "koalabear",
     .modulus = 0x7f00'0001,
     .two_adicity = 24,
     .generator = 3,
     .root = 0x6ac4'9f88,
     .source = plonky3_and_gnark},
    {.name = "mersenne31",
     .modulus = 0x7fff'ffff,
     .two_adicity = 1,
     .generator = 7,
     .root = 0x7fff'fffe,
     .source = "Plonky3's p3-mersenne-31 0.8.0"},
};

constexpr std::uint64_t goldilocks = 0xffff'ffff'0000'0001;

constexpr Field<64> fields_of_64[] = {
    {.name = "goldilocks",
     .modulus = goldilocks,
     .two_adicity = 32,
     .generator = 7,
     .root = 0x1856'29dc'da58'878c,
     .source = plonky3_and_gnark},
    {.name = "goldilocks-plonky2",
     .modulus = goldilocks,
     .two_adicity = 32,
     .generator = 0xc65c'18b6'7785'd900,
     .root = 0x64fd'd1a4'6201'e246,
     .source = "plonky2_field 1.0.0, goldilocks_field.rs"},
};

constexpr std::string_view arkworks_and_gnark =
    "ark-ff 0.6.0's constants in ark-bn254, ark-bls12-377 and "
    "ark-bls12-381 0.6.0; gnark-crypto v0.20.0, fr/generator.go and fr/fft";
constexpr std::string_view arkworks = "ark-ff 0.6.0's constants in ark-pallas and ark-vesta 0.6.0";

// The two fields of Pallas and Vesta, each the base field of one curve and the scalar field of the other curve.
constexpr UInt<256> pasta_p = n256("0x40000000000000000000000000000000224698fc094cf91b992d30ed00000001");
constexpr UInt<256> pasta_p_root = n256("0x2bce74deac30ebda362120830561f81aea322bf2b7bb7584bdad6fabd87ea32f");
constexpr UInt<256> pasta_q = n256("0x40000000000000000000000000000000224698fc0994a8dd8c46eb2100000001");
constexpr UInt<256> pasta_q_root = n256("0x2de6a9b8746d3f589e5c4dfd492ae26e9bb97ea3c106f049a70e2c1102b6d05f");

constexpr Field<256> fields_of_256[] = {
    {.name = "bls12-377-fr",
     .modulus = n256("0x12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001"),
     .two_adicity = 47,
     .generator = {22},
     .root = n256("0x11d4b7f60cb92cc160c69477d1a8a12f9b506ee363e3f04a476ef4a4ec2a895e"),
     .source = arkworks_and_gnark},
    {.name = "bls12-381-fr",
     .modulus = n256("0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001"),
     .two_adicity = 32,
     .generator = {7},
     .root = n256("0x16a2a19edfe81f20d09b681922c813b4b63683508c2280b93829971f439f0d2b"),
     .source = arkworks_and_gnark},
    {.name = "bn254-fr",
     .modulus = n256("0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001"),
     .two_adicity = 28,
     .generator = {5},
     .root = n256("0x2a3c09f0a58a7e8500e0a7eb8ef62abc402d111e41112ed49bd61b6e725b19f0"),
     .source = arkworks_and_gnark},
    {.name = "pallas-fq",
     .modulus = pasta_p,
     .two_adicity = 32,
     .generator = {5},
     .root = pasta_p_root,
     .source = arkworks},
    {.name = "pallas-fr",
     .modulus = pasta_q,
     .two_adicity = 32,
     .generator = {5},
     .root = pasta_q_root,
     .source = arkworks},
    {.name = "vesta-fq",
     .modulus = pasta_q,
     .two_adicity = 32,
     .generator = {5},
     .root = pasta_q_root,
     .source = arkworks},
    {.name = "vesta-fr",
     .modulus = pasta_p,
     .two_adicity = 32,
     .generator = {5},
     .root = pasta_p_root,
     .source = arkworks},
};

constexpr Field<384> fields_of_384[] = {
    {.name = "bls12-377-fq",
     .modulus =
         n384("0x1ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001"),
     .two_adicity = 46,
     .generator = {15},
     .root = n384("0x36a92e05198a8030f152488aeffc9b40fbe05b4512a3d4b44d994a0ddff8c606df0a4306fe0bc37eca603cc563b9a1"),
     .source = "ark-ff 0.6.0's constants in ark-bls12-377 0.6.0; gnark-crypto v0.20.0, bw6-761/fr"},
};

/// Returns x^(2^squarings) mod q.
template <unsigned width>
UInt<width> squared(const UInt<width>& x, unsigned squarings, const UInt<width>& q) {
  const multiword::MultiwordRing<width> ring(q);
  UInt<width> power = ring.element(x);
  for (unsigned i = 0; i < squarings; ++i) power = ring.mul(power, power);
  return ring.plain(power);
}
template <std::unsigned_integral Word>
Word squared(Word x, unsigned squarings, Word q) {
  for (unsigned i = 0; i < squarings; ++i) x = static_cast<Word>(uint128_t{x} * x % q);
  return x;
}

}  // namespace

template <unsigned width>
std::span<const Field<width>> fields() noexcept {
  if constexpr (width == 32) {
    return fields_of_32;
  } else if constexpr (width == 64) {
    return fields_of_64;
  } else if constexpr (width == 256) {
    return fields_of_256;
  } else if constexpr (width == 384) {
    return fields_of_384;
  } else {
    return {};
  }
}

template <unsigned width>
const Field<width>& field(std::string_view name) {
  std::string known;
  for (const Field<width>& f : fields<width>()) {
    if (f.name == name) return f;
    known.append(" ").append(f.name);
  }
  throw std::invalid_argument("field is \"" + std::string(name) + "\", but the fields of " + std::to_string(width) +
                              " bits are:" + (known.empty() ? " none" : known));
}

template <unsigned width>
FieldNumber<width> root_of_unity(const Field<width>& field, std::uint64_t order) {
  if (!std::has_single_bit(order) || order > std::uint64_t{1} << field.two_adicity) {
    checks::reject("order", order, "it must be a power of two up to 2^" + std::to_string(field.two_adicity));
  }
  return squared(field.root, field.two_adicity - static_cast<unsigned>(std::countr_zero(order)), field.modulus);
}

// Instantiates each function for each width.
#define RINGLET_INSTANTIATE(width)                          \
  template std::span<const Field<width>> fields() noexcept; \
  template const Field<width>& field(std::string_view);     \
  template FieldNumber<width> root_of_unity(const Field<width>&, std::uint64_t);
RINGLET_INSTANTIATE(32)
RINGLET_INSTANTIATE(64)
RINGLET_FOR_EACH_WIDTH(RINGLET_INSTANTIATE)

}  // namespace ringlet
