#include "arith/fma_limbs/fma_limbs.hpp"
#include "arith/fma_wide/fma_wide.hpp"
#include "arith/vector_arithmetics.hpp"
#include "arith/wide_operation.hpp"
#include "backends/target.hpp"
#include "isa/avx2.hpp"
#include "isa/double_limbs.hpp"

namespace ringlet_test {
namespace {

namespace isa = ringlet::isa;
template <class Isa>
using Target = ringlet::backends::Target<Isa>;

constexpr TestedArithmetic double_words[] = {
    of_transforms<ringlet::arith::FmaLimbs<Target<isa::DoubleLimbs<isa::Avx2, 2>>>>("fma50x2"),
    of_transforms<ringlet::arith::FmaLimbs<Target<isa::DoubleLimbs<isa::Avx2, 3>>>>("fma42x3"),
    // The library has no transforms of it on AVX2, but may have some again.
    of_transforms<Shoup128<Target<isa::Limb64x2<isa::Avx2>>>>("shoup128"),
    of_elements<Shoup128<Target<isa::Limb64x2<isa::Avx2, isa::LaneOrder::any>>>>("shoup128"),
};

template <unsigned words, unsigned limbs>
using Wide = ringlet::arith::FmaWide<Target<isa::DoubleLimbs<isa::Avx2, limbs>>, words>;

// The fewest limbs, the most, and those of 256 bits.
constexpr TestedWideArithmetic wide[] = {of_doubles<Wide<3, 5>>(), of_doubles<Wide<4, 6>>(), of_doubles<Wide<8, 12>>()};

}  // namespace

constinit const TestedBackend arithmetics_on_avx2 = {"avx2", VectorArithmetics<Target<isa::Avx2>>::list, double_words};
constinit const TestedWideBackend wide_arithmetics_on_avx2 = {"avx2", wide};

}  // namespace ringlet_test
