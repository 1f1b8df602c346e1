#include "backends/families.hpp"
#include "backends/families/shoup128.hpp"
#include "backends/target.hpp"
#include "isa/avx2.hpp"
#include "isa/limb64x2.hpp"

namespace ringlet::backends {
namespace {

using Cpu = Target<isa::Limb64x2<isa::Avx2>>;
using ElementCpu = Target<isa::Limb64x2<isa::Avx2, isa::LaneOrder::any>>;
using Kernels = Shoup128Kernels<Cpu, 3, 2, ElementCpu>;

/// Returns the element-wise operations on 128-bit words that are faster than the scalar operations. Products of two
/// vectors are not, nor are reductions, which consist mostly of a product, nor are transforms.
constexpr auto faster_than_scalar() {
  using Eltwise = kernels::Eltwise<Kernels::Arithmetic<ElementCpu>>;
  auto faster = Eltwise::modular("shoup128").without(Eltwise::product("shoup128"));
  faster.reduce = nullptr;
  return faster;
}
constexpr kernels::EltwiseKernels128 eltwise[] = {faster_than_scalar()};

}  // namespace

constinit const WordFamily128 avx2::shoup128 = {.ntt = {}, .eltwise = eltwise, .calls = calls_if_checked};

}  // namespace ringlet::backends
