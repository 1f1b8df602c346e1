#include "lab/methods/pease_plan.hpp"

#include <cstddef>
#include <cstdint>

#include "arith/word_arithmetic.hpp"
#include "twiddles/twiddle_table.hpp"

namespace ringlet::lab {
namespace {

using AlignedWords128 = memory::AlignedWords<uint128_t>;

/// Computes 1/a modulo the prime q.
uint128_t invert(uint128_t a, const arith::Modulus128& m) { return arith::pow_mod<uint128_t>(a, m.q - 2, m); }

AlignedWords128 stage_twiddles(Ring ring, unsigned log_n, uint128_t root, const arith::Modulus128& m) {
  AlignedWords128 twiddles(std::size_t{1} << log_n);
  twiddles::write_stage_twiddles<uint128_t>(twiddles, ring, root, m);
  return twiddles;
}

/// Returns the stage twiddles of the inverse. Those of stage 0, which is done last, include the factor 1/n.
AlignedWords128 inverse_twiddles(Ring ring, unsigned log_n, uint128_t root, uint128_t inverse_size,
                                 const arith::Modulus128& m) {
  AlignedWords128 twiddles = stage_twiddles(ring, log_n, invert(root, m), m);
  twiddles[1] = arith::mul_mod(twiddles[1], inverse_size, m);
  return twiddles;
}

}  // namespace

PeaseTable::PeaseTable(const AlignedWords128& stage_twiddles, unsigned log_n, unsigned lanes_log) {
  std::size_t words = 0;
  for (unsigned s = 0; s < log_n; ++s) words += pease_twiddle_count(s, lanes_log);
  words_.resize(words);
  uint128_t* first = words_.data();
  for (unsigned s = 0; s < log_n; ++s) {
    stages_.push_back({.radix_log = 1,
                       .first_stage = s,
                       .block_words = 1,
                       .distinct_blocks = std::size_t{1} << s,
                       .twiddles = first});
    const std::size_t count = pease_twiddle_count(s, lanes_log);
    const std::size_t blocks = std::size_t{1} << s;
    auto* low = static_cast<std::uint64_t*>(static_cast<void*>(first));
    for (std::size_t i = 0; i < count; ++i) {
      const uint128_t w = stage_twiddles[blocks + i % blocks];
      low[i] = static_cast<std::uint64_t>(w);
      low[count + i] = static_cast<std::uint64_t>(w >> 64);
    }
    first += count;
  }
}

PeasePlan::PeasePlan(const PeaseKernel& kernel, Product product, unsigned log_n, uint128_t q, Ring ring, uint128_t root)
    : kernel_(kernel),
      product_(product),
      log_n_(log_n),
      modulus_(arith::make_modulus(q)),
      inverse_size_(invert(uint128_t{1} << log_n, modulus_)),
      forward_(stage_twiddles(ring, log_n, root, modulus_), log_n, kernel.lanes_log),
      inverse_(inverse_twiddles(ring, log_n, root, inverse_size_, modulus_), log_n, kernel.lanes_log),
      scratch_(pease_scratch_bytes << log_n) {}

void PeasePlan::run(void (*kernel)(const PeaseCall&), const PeaseTable& table, uint128_t* out, const uint128_t* in,
                    unsigned input_factor) const {
  const memory::Scratch::Loan scratch(scratch_);
  kernel({.modulus = &modulus_,
          .passes = table.stages().data(),
          .pass_count = log_n_,
          .log_n = log_n_,
          .scale = &inverse_size_,
          .out = out,
          .in = in,
          .input_factor = input_factor,
          .output_factor = 1,
          .scratch = scratch.get()});
}

void PeasePlan::forward(uint128_t* out, const uint128_t* in, unsigned input_factor) const {
  run(kernel_.forward, forward_, out, in, input_factor);
}

void PeasePlan::inverse(uint128_t* out, const uint128_t* in, unsigned input_factor) const {
  run(kernel_.inverse, inverse_, out, in, input_factor);
}

void PeasePlan::multiply(uint128_t* out, const uint128_t* x, const uint128_t* y) const {
  const std::size_t n = std::size_t{1} << log_n_;
  AlignedWords128 y_values(n);
  forward(y_values.data(), y, 1);
  forward(out, x, 1);
  product_(out, out, y_values.data(), n, modulus_, 1);
  inverse(out, out, 1);
}

}  // namespace ringlet::lab
