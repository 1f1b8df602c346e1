#include "arith/fma_limbs/fma_limbs.hpp"
#include "arith/fma_multiword/fma_multiword.hpp"
#include "arith/multiword_operation.hpp"
#include "arith/vector_arithmetics.hpp"
#include "backends/target.hpp"
#include "isa/avx2.hpp"
#include "isa/avx2_lanes32.hpp"
#include "isa/double_limbs.hpp"

namespace ringlet_test {
namespace {

namespace isa = ringlet::isa;
template <class Isa>
using Target = ringlet::backends::Target<Isa>;

constexpr TestedArithmetic word128[] = {
    of_transforms<ringlet::arith::FmaLimbs<Target<isa::DoubleLimbs<isa::Avx2, 2>>>>("fma50x2"),
    of_transforms<ringlet::arith::FmaLimbs<Target<isa::DoubleLimbs<isa::Avx2, 3>>>>("fma42x3"),
    // The library has no shoup128 transforms on AVX2 now, but they may return.
    of_transforms<Shoup128<Target<isa::Limb64x2<isa::Avx2>>>>("shoup128"),
    of_elements<Shoup128<Target<isa::Limb64x2<isa::Avx2, isa::LaneOrder::any>>>>("shoup128"),
};

template <unsigned words, unsigned limbs>
using Multiword = ringlet::arith::FmaMultiword<Target<isa::DoubleLimbs<isa::Avx2, limbs>>, words>;

// The fewest limbs, the most, and those of 256 bits.
constexpr TestedMultiwordArithmetic multiword[] = {of_doubles<Multiword<3, 5>>(), of_doubles<Multiword<4, 6>>(),
                                                   of_doubles<Multiword<8, 12>>()};

}  // namespace

constinit const TestedBackend arithmetics_on_avx2 = {
    "avx2", VectorArithmetics<Target<isa::Avx2>>::list, word128,
    VectorArithmetics32<Target<isa::Wide32<isa::Avx2>>, Target<isa::Avx2Lanes32>>::list};
constinit const TestedMultiwordBackend multiword_arithmetics_on_avx2 = {"avx2", multiword};

}  // namespace ringlet_test
