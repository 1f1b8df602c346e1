// GMP, by its mpn functions: a polynomial is one large integer, its coefficients in slots that are just wide enough for
// those of the product (Kronecker substitution).
#include <gmp.h>

#include <bit>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

#include "peers/peers.hpp"
#include "word_computation.hpp"

namespace bench {
namespace {

static_assert(std::is_same_v<mp_limb_t, Word> && GMP_NUMB_BITS == 64);

using Limbs = std::vector<mp_limb_t>;

/// Slots of equal width in a large integer, the lowest first.
class Slots {
 public:
  /// Wide enough for a sum of n products below q^2.
  explicit Slots(const Parameters& parameters)
      : width_(2 * static_cast<std::size_t>(std::bit_width(parameters.q)) +
               static_cast<std::size_t>(std::bit_width(parameters.n - 1))) {}

  std::size_t limbs(std::size_t count) const { return (count * width_ + 63) / 64; }

  void pack(Limbs& integer, std::span<const Word> in) const {
    mpn_zero(integer.data(), static_cast<mp_size_t>(integer.size()));
    for (std::size_t i = 0; i < in.size(); ++i) {
      const std::size_t limb = i * width_ / 64, shift = i * width_ % 64;
      integer[limb] |= in[i] << shift;
      if (shift != 0 && limb + 1 < integer.size()) integer[limb + 1] |= in[i] >> (64 - shift);
    }
  }

  /// The content of slot i mod q. The integer has `padding` more limbs than its slots need.
  Word residue(const Limbs& integer, std::size_t i, Word q) const {
    const std::size_t limb = i * width_ / 64;
    const auto shift = static_cast<unsigned>(i * width_ % 64);
    const std::size_t size = (width_ + 63) / 64;
    mp_limb_t content[padding];
    if (shift == 0) {
      mpn_copyi(content, &integer[limb], static_cast<mp_size_t>(size));
    } else {
      mpn_rshift(content, &integer[limb], static_cast<mp_size_t>(size + 1), shift);
    }
    if (width_ % 64 != 0) content[size - 1] &= (mp_limb_t{1} << width_ % 64) - 1;
    return mpn_mod_1(content, static_cast<mp_size_t>(size), q);
  }

  static constexpr std::size_t padding = 4;

 private:
  std::size_t width_;
};

class GmpComputation : public WordComputation {
 public:
  explicit GmpComputation(const Parameters& parameters)
      : WordComputation(parameters.n, Start::zero), q_(parameters.q) {}

  std::string description() const override { return std::string("GMP ") + gmp_version; }

 protected:
  Word q() const { return q_; }

 private:
  Word q_;
};

class ElementwiseProduct final : public GmpComputation {
 public:
  using GmpComputation::GmpComputation;

  void run() override {
    for (std::size_t i = 0; i < out().size(); ++i) {
      mp_limb_t product[2];
      product[1] = mpn_mul_1(product, &a()[i], 1, b()[i]);
      out()[i] = mpn_mod_1(product, 2, q());
    }
  }
};

class RingProduct final : public GmpComputation {
 public:
  explicit RingProduct(const Parameters& parameters)
      : GmpComputation(parameters),
        slots_(parameters),
        a_(slots_.limbs(parameters.n)),
        b_(a_.size()),
        product_(2 * a_.size() + Slots::padding) {}

  void run() override {
    const std::size_t n = out().size();
    slots_.pack(a_, a());
    slots_.pack(b_, b());
    mpn_mul_n(product_.data(), a_.data(), b_.data(), static_cast<mp_size_t>(a_.size()));
    for (std::size_t i = 0; i < n; ++i) {
      const Word low = slots_.residue(product_, i, q()), high = slots_.residue(product_, i + n, q());
      out()[i] = low >= high ? low - high : low + q() - high;
    }
  }

 private:
  Slots slots_;
  Limbs a_;
  Limbs b_;
  Limbs product_;
};

std::unique_ptr<Computation> make(Operation operation, const Parameters& parameters) {
  return make_computation<NotOffered, NotOffered, ElementwiseProduct, RingProduct>(operation, parameters);
}

}  // namespace

Contender gmp() { return {.name = "gmp", .make = make}; }

}  // namespace bench
