#include "plan/ntt_plan.hpp"

#include "arith/word_arithmetic.hpp"

namespace ringlet::plan {
namespace {

/// 1/a modulo the prime q.
std::uint64_t invert(std::uint64_t a, const arith::WordModulus& m) { return arith::pow_mod(a, m.q - 2, m); }

/// 1/n for n = 2^log_n < q.
std::uint64_t inverse_size(unsigned log_n, const arith::WordModulus& m) { return invert(std::uint64_t{1} << log_n, m); }

/// The factor 1/n of the inverse transform is applied in stage 0: its differences get it through their one twiddle.
AlignedWords inverse_stage_twiddles(Ring ring, unsigned log_n, std::uint64_t root, const arith::WordModulus& m) {
  AlignedWords twiddles = stage_twiddles(ring, log_n, invert(root, m), m);
  twiddles[1] = arith::mul_mod(twiddles[1], inverse_size(log_n, m), m);
  return twiddles;
}

}  // namespace

NttPlan<std::uint64_t>::NttPlan(unsigned log_n, std::uint64_t q, Ring ring, std::uint64_t root,
                                const backends::Backend& backend, std::span<const unsigned> radices)
    : modulus_(arith::make_word_modulus(q)),
      ring_(ring),
      log_n_(log_n),
      root_(root),
      choice_(backends::choose_ntt(backend, modulus_.bits, log_n)),
      mul_(backends::choose_eltwise(backend, modulus_.bits, &kernels::EltwiseKernels::mul).kernels->mul),
      radices_(radices.empty() ? choose_radices(log_n, choice_)
                               : std::vector<unsigned>(radices.begin(), radices.end())),
      forward_(radices_, stage_twiddles(ring, log_n, root, modulus_), *choice_.kernel, modulus_),
      inverse_(radices_, inverse_stage_twiddles(ring, log_n, root, modulus_), *choice_.kernel, modulus_) {
  write_twiddle(scale_.data(), 1, inverse_size(log_n, modulus_), choice_.kernel->format, modulus_);
}

void NttPlan<std::uint64_t>::run(Kernel kernel, const TwiddleTable& table, std::uint64_t* out, const std::uint64_t* in,
                                 unsigned input_factor, unsigned output_factor) const {
  kernel({.modulus = &modulus_,
          .passes = table.passes().data(),
          .pass_count = static_cast<unsigned>(table.passes().size()),
          .log_n = log_n_,
          .scale = scale_.data(),
          .out = out,
          .in = in,
          .input_factor = input_factor,
          .output_factor = output_factor});
}

void NttPlan<std::uint64_t>::forward(std::uint64_t* out, const std::uint64_t* in, unsigned input_factor,
                                     unsigned output_factor) const {
  run(choice_.kernel->forward, forward_, out, in, input_factor, output_factor);
}

void NttPlan<std::uint64_t>::inverse(std::uint64_t* out, const std::uint64_t* in, unsigned input_factor,
                                     unsigned output_factor) const {
  run(choice_.kernel->inverse, inverse_, out, in, input_factor, output_factor);
}

void NttPlan<std::uint64_t>::multiply(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y) const {
  AlignedWords y_values(size());
  forward(y_values.data(), y, 1, 1);
  forward(out, x, 1, 1);  // y, which out may alias, is no longer needed
  mul_(out, out, y_values.data(), size(), modulus_, 1);
  inverse(out, out, 1, 1);
}

std::string NttPlan<std::uint64_t>::describe() const {
  std::string text(choice_.backend->name);
  text.append(" / ").append(choice_.kernel->arithmetic).append(" / radix ");
  for (std::size_t i = 0; i < radices_.size(); ++i) {
    const bool tile = i + 1 == radices_.size();
    text.append(i == 0 ? "2^" : ", 2^").append(std::to_string(radices_[i] + (tile ? choice_.kernel->lanes_log : 0)));
  }
  return text;
}

}  // namespace ringlet::plan
