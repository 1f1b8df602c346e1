// GMP's mpn functions. A polynomial is one large integer, whose coefficients are in slots just wide enough for those of
// the product (Kronecker substitution).
#include <gmp.h>

#include <bit>
#include <cstddef>
#include <span>
#include <type_traits>

#include "words/contenders.hpp"

namespace bench::words {
namespace {

static_assert(std::is_same_v<mp_limb_t, Word> && GMP_NUMB_BITS == 64);

/// Slots of equal width in a large integer, from the lowest on.
class Slots {
 public:
  /// Chooses a width that holds a sum of n products below q^2.
  explicit Slots(const Ring& ring)
      : width_(2 * static_cast<std::size_t>(std::bit_width(ring.q)) +
               static_cast<std::size_t>(std::bit_width(ring.n - 1))) {}

  std::size_t limbs(std::size_t count) const { return (count * width_ + 63) / 64; }

  void pack(Words& integer, std::span<const Word> in) const {
    mpn_zero(integer.data(), static_cast<mp_size_t>(integer.size()));
    for (std::size_t i = 0; i < in.size(); ++i) {
      const std::size_t limb = i * width_ / 64, shift = i * width_ % 64;
      integer[limb] |= in[i] << shift;
      if (shift != 0 && limb + 1 < integer.size()) integer[limb + 1] |= in[i] >> (64 - shift);
    }
  }

  /// Returns the content of slot i modulo q. The integer has `padding` more limbs than its slots need.
  Word residue(const Words& integer, std::size_t i, Word q) const {
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

void elementwise_product(Arrays& d, Word q) {
  for (std::size_t i = 0; i < d.out.size(); ++i) {
    mp_limb_t product[2];
    product[1] = mpn_mul_1(product, &d.a[i], 1, d.b[i]);
    d.out[i] = mpn_mod_1(product, 2, q);
  }
}

struct RingProduct {
  explicit RingProduct(const Ring& ring)
      : q(ring.q), slots(ring), a(slots.limbs(ring.n)), b(a.size()), product(2 * a.size() + Slots::padding) {}

  void operator()(Arrays& d) {
    const std::size_t n = d.out.size();
    slots.pack(a, d.a);
    slots.pack(b, d.b);
    mpn_mul_n(product.data(), a.data(), b.data(), static_cast<mp_size_t>(a.size()));
    for (std::size_t i = 0; i < n; ++i) {
      const Word low = slots.residue(product, i, q), high = slots.residue(product, i + n, q);
      d.out[i] = low >= high ? low - high : low + q - high;
    }
  }

  Word q;
  Slots slots;
  Words a, b, product;
};

Run prepare(const Ring& ring, Operation operation, const Words& a, const Words& b) {
  if (is_transform(operation)) return {};
  const auto d = std::make_shared<Arrays>(a, b);
  const std::string description = std::string("GMP ") + gmp_version;
  if (operation == Operation::elementwise_product) {
    return run_on(d, description, [d, q = ring.q] { elementwise_product(*d, q); });
  }
  return run_on(d, description, [d, product = RingProduct(ring)]() mutable { product(*d); });
}

}  // namespace

Contender gmp() { return {.name = "gmp", .prepare = prepare}; }

}  // namespace bench::words
