#include "ringlet/fields.hpp"

#include <bit>
#include <stdexcept>
#include <string>

#include "checks/checks.hpp"
#include "multiword/ring.hpp"
#include "multiword/widths.hpp"

namespace ringlet {
namespace {

consteval UInt<256> n256(std::string_view text) { return UInt<256>::parse(text); }
consteval UInt<384> n384(std::string_view text) { return UInt<384>::parse(text); }

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

}  // namespace

template <unsigned width>
std::span<const Field<width>> fields() noexcept {
  if constexpr (width == 256) {
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
UInt<width> root_of_unity(const Field<width>& field, std::uint64_t order) {
  if (!std::has_single_bit(order) || order > std::uint64_t{1} << field.two_adicity) {
    checks::reject("order", order, "it must be a power of two up to 2^" + std::to_string(field.two_adicity));
  }
  const multiword::MultiwordRing<width> ring(field.modulus);
  UInt<width> root = ring.element(field.root);
  for (std::uint64_t n = std::uint64_t{1} << field.two_adicity; n > order; n /= 2) root = ring.mul(root, root);
  return ring.plain(root);
}

// Instantiates each function for each width.
#define RINGLET_INSTANTIATE(width)                          \
  template std::span<const Field<width>> fields() noexcept; \
  template const Field<width>& field(std::string_view);     \
  template UInt<width> root_of_unity(const Field<width>&, std::uint64_t);
RINGLET_FOR_EACH_WIDTH(RINGLET_INSTANTIATE)

}  // namespace ringlet
