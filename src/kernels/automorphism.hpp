#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/bit_reversal.hpp"
#include "isa/compiler.hpp"
#include "kernels/rns_table.hpp"

/// Automorphisms on evaluations. In bit-reversed order, the lanes of a vector are the leading bits of k in psi^(2k+1),
/// reversed. The image at k comes from k' = (g (2k + 1) - 1) / 2 modulo n. If k grows by t n/lanes,
/// k' grows by g t n/lanes. Its lower bits stay, so that an aligned vector comes from a single aligned vector. Its
/// leading bits are c + g t, where c are the leading bits for t = 0.
namespace ringlet::kernels {

/// Computes images of vectors by one load and one of `lanes` permutations each.
template <class Isa>
class ImageOfVectors {
  using Vec = typename Isa::Vec;
  static constexpr unsigned lanes = Isa::lanes;

 public:
  explicit ImageOfVectors(std::uint64_t g) {
    const auto reversed = [](std::uint64_t x) RINGLET_INLINE_LAMBDA { return arith::reverse_bits(x, Isa::lanes_log); };
    for (unsigned first = 0; first < lanes; ++first) {
      for (unsigned lane = 0; lane < lanes; ++lane) {
        const std::uint64_t leading = reversed(first) + g * reversed(lane);
        order_[first * lanes + lane] = Isa::lane_index(static_cast<unsigned>(reversed(leading)));
      }
    }
  }

  /// Returns the image of a vector. source: index of its first value in `in`.
  RINGLET_INLINE Vec operator()(const std::uint64_t* in, std::uint32_t source) const {
    const std::uint32_t first = source % lanes;
    return Isa::permute(Isa::load(in + (source - first)), Isa::load(order_ + first * lanes));
  }

 private:
  alignas(64) std::uint64_t order_[lanes * lanes];
};

template <class Isa>
void automorphism_on_evaluations(std::uint64_t* out, const std::uint64_t* in, const std::uint32_t* sources,
                                 std::uint64_t g, std::size_t count, std::uint32_t mask) {
  Isa::count_call();
  const ImageOfVectors<Isa> image(g);
  for (std::size_t i = 0; i < count; i += Isa::lanes) Isa::store(out + i, image(in, sources[i / Isa::lanes] & mask));
}

template <class Isa>
void add_automorphism_on_evaluations(std::uint64_t* out, const std::uint64_t* in, const std::uint32_t* sources,
                                     std::uint64_t g, std::size_t n, std::uint64_t q) {
  Isa::count_call();
  const ImageOfVectors<Isa> image(g);
  const typename Isa::Vec modulus = Isa::broadcast(q);
  for (std::size_t i = 0; i < n; i += Isa::lanes) {
    Isa::store(out + i, Isa::add_modulo(Isa::load(out + i), image(in, sources[i / Isa::lanes]), modulus));
  }
}

/// Moves each value to its place in the image.
template <class Isa>
void automorphism_on_coefficients(std::uint64_t* out, const std::uint64_t* in, std::uint64_t g, std::size_t n,
                                  std::uint64_t q) {
  static_assert(Isa::lanes == 1);
  Isa::count_call();
  std::size_t exponent = 0;  // of X, which has order 2n
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t negative = Isa::subtract_once(Isa::sub(q, in[i]), q);
    out[exponent & (n - 1)] = exponent < n ? in[i] : negative;
    exponent = (exponent + g) & (2 * n - 1);
  }
}

template <class Isa>
consteval auto coefficients_kernel() {
  decltype(AutomorphismKernels::coefficients) kernel = nullptr;
  if constexpr (Isa::lanes == 1) kernel = automorphism_on_coefficients<Isa>;
  return kernel;
}

template <class Isa>
inline constexpr AutomorphismKernels automorphism{.lanes_log = Isa::lanes_log,
                                                  .coefficients = coefficients_kernel<Isa>(),
                                                  .evaluations = automorphism_on_evaluations<Isa>,
                                                  .add_evaluations = add_automorphism_on_evaluations<Isa>};

}  // namespace ringlet::kernels
