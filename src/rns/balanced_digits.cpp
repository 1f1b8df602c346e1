#include "ringlet/balanced_digits.hpp"

#include <algorithm>
#include <string>

#include "backends/registry.hpp"
#include "rns/checks.hpp"

namespace ringlet {
namespace {

void require_width(unsigned w) {
  if (w < 2 || w > 60) checks::reject("w", w, "it must lie in [2, 60]");
}

/// Returns the constants that do not depend on the output's modulus p, which stays 0. Digit k of an integer c is
/// ((c + offset) >> k w) mod 2^width - 2^(width - 1). The offset holds half a base for digit k and for each lower
/// digit, whose carries digit k takes (docs/bounds/dot.md, 16.6).
kernels::DigitConstants constants(const Modulus<std::uint64_t>& q, unsigned w, unsigned k) {
  const unsigned shift = k * w, width = std::min(w, 64 - shift);
  const std::uint64_t half = std::uint64_t{1} << (width - 1);  // proof 16.6
  const std::uint64_t above_half = (q.value() + 1) / 2;
  std::uint64_t offset = half << shift;
  for (unsigned j = 0; j < k; ++j) offset += std::uint64_t{1} << (j * w + w - 1);
  return {.q = q.value(),
          .above_half = above_half,
          // The kernel adds it to x - above_half modulo q, which is c + q - above_half.
          .offset = offset - (q.value() - above_half),
          .shift = shift,
          .mask = (half << 1) - 1,
          .half = half,
          .p = 0};
}

}  // namespace

unsigned balanced_digit_count(const Modulus<std::uint64_t>& q, unsigned w) {
  require_width(w);
  rns::require_rns_modulus("q", q.value());
  // Digits of at most B/2 - 1 reach (B/2 - 1) (1 + B + ... + B^(count - 1)), which must be at least (q - 1) / 2.
  const uint128_t largest = (uint128_t{1} << (w - 1)) - 1;
  uint128_t reached = largest;
  unsigned count = 1;
  for (; reached < (q.value() - 1) / 2; ++count) reached += largest << (count * w);
  return count;
}

void balanced_digit(RnsSpan out, std::span<const std::uint64_t> x, const Modulus<std::uint64_t>& q, unsigned w,
                    unsigned k, const RnsBase& base, Executor* executor) {
  const unsigned count = balanced_digit_count(q, w);
  if (k >= count) checks::reject("k", k, "it must be below the number of digits, " + std::to_string(count));
  rns::require_level("out", out, base, x.size());
  for (std::size_t i = 0; i < out.rows(); ++i) {
    if (base[i].value() >> (w - 1) != 0) continue;
    checks::reject("w", w, "2^(w-1) must not exceed the modulus " + std::to_string(base[i].value()));
  }
  rns::require_separate("x", out, {x.data(), 1, x.size()});
  checks::check_input("x", x, q, 1);
  const auto kernel = backends::choose_balanced_digit(backends::active()).kernel;
  const kernels::DigitConstants shared = constants(q, w, k);
  rns::for_each_row(executor, out.rows(), [&](std::size_t i) {
    kernels::DigitConstants c = shared;
    c.p = base[i].value();
    kernel(out[i].data(), x.data(), x.size(), c);
  });
}

}  // namespace ringlet
