#include "arith/fma_multiword/fma_multiword.hpp"
#include "arith/multiword_operation.hpp"
#include "arith/vector_arithmetics.hpp"
#include "backends/target.hpp"
#include "isa/avx512.hpp"
#include "isa/avx512_lanes32.hpp"
#include "isa/avx512_rounded.hpp"
#include "isa/double_limbs.hpp"

namespace ringlet_test {
namespace {

namespace isa = ringlet::isa;
template <class Isa>
using Target = ringlet::backends::Target<Isa>;

constexpr TestedArithmetic word128[] = {
    of_transforms<Shoup128<Target<isa::Limb64x2<isa::Avx512>>>>("shoup128"),
    of_elements<Shoup128<Target<isa::Limb64x2<isa::Avx512, isa::LaneOrder::any>>>>("shoup128"),
};

template <unsigned words, unsigned limbs>
using Multiword = ringlet::arith::FmaMultiword<Target<isa::DoubleLimbs<isa::Avx512, limbs>>, words>;

// The fewest limbs, the most, and those of 256 bits.
constexpr TestedMultiwordArithmetic multiword[] = {of_doubles<Multiword<3, 5>>(), of_doubles<Multiword<4, 6>>(),
                                                   of_doubles<Multiword<8, 12>>()};

}  // namespace

constinit const TestedBackend arithmetics_on_avx512dq = {
    "avx512dq", VectorArithmetics<Target<isa::Avx512>, Target<isa::Avx512Rounded>>::list, word128,
    VectorArithmetics32<Target<isa::Wide32<isa::Avx512>>, Target<isa::Avx512Lanes32>>::list};
constinit const TestedMultiwordBackend multiword_arithmetics_on_avx512dq = {"avx512dq", multiword};

}  // namespace ringlet_test
