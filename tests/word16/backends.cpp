#include "word16/backends.hpp"

#include <cstdint>

#include "arith/shoup/shoup.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/ntt_kernel.hpp"
#include "word16/lanes.hpp"

namespace ringlet_test {
namespace {

namespace backends = ringlet::backends;
namespace kernels = ringlet::kernels;

template <unsigned lanes_log>
struct Kernels {
  template <unsigned capacity>
  using Arithmetic = ringlet::arith::Shoup<Lanes<lanes_log>, capacity>;

  static constexpr kernels::BasicNttKernel<std::uint16_t> ntt[] = {kernels::ntt_kernel<Arithmetic<16>, 3>("shoup16", 2),
                                                                   kernels::ntt_kernel<Arithmetic<4>, 3>("shoup16", 3)};
  static constexpr kernels::BasicEltwiseKernels<std::uint16_t> eltwise[] = {
      kernels::Eltwise<Arithmetic<16>>::products("shoup16"), kernels::Eltwise<Arithmetic<4>>::all("shoup16")};
  static constexpr kernels::WordKernels<std::uint16_t> family{.ntt = ntt, .eltwise = eltwise};
  static constexpr backends::BackendKernels all = [] {
    backends::BackendKernels added;
    added.add(family);
    return added;
  }();
};

bool always(const ringlet::cpu::Features& /*features*/) { return true; }

constinit backends::EltwiseIndex indices[2];

extern const backends::Backend list[2];
constinit const backends::Backend list[2] = {
    {.name = "one_lane", .supported = always, .kernels = &Kernels<0>::all, .index = &indices[0]},
    {.name = "sixteen_lanes",
     .supported = always,
     .kernels = &Kernels<4>::all,
     .index = &indices[1],
     .weaker = &list[0]}};

}  // namespace

constinit const backends::Backend& one_lane = list[0];
constinit const backends::Backend& sixteen_lanes = list[1];

}  // namespace ringlet_test

std::span<const ringlet::backends::Backend> ringlet::backends::all() { return ringlet_test::list; }
