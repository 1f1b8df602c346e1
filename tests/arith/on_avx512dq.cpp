#include "arith/fma_wide/fma_wide.hpp"
#include "arith/vector_arithmetics.hpp"
#include "arith/wide_operation.hpp"
#include "backends/target.hpp"
#include "isa/avx512.hpp"
#include "isa/double_limbs.hpp"

namespace ringlet_test {
namespace {

namespace isa = ringlet::isa;
template <class Isa>
using Target = ringlet::backends::Target<Isa>;

constexpr TestedArithmetic double_words[] = {
    of_transforms<Shoup128<Target<isa::Limb64x2<isa::Avx512>>>>("shoup128"),
    of_elements<Shoup128<Target<isa::Limb64x2<isa::Avx512, isa::LaneOrder::any>>>>("shoup128"),
};

template <unsigned words, unsigned limbs>
using Wide = ringlet::arith::FmaWide<Target<isa::DoubleLimbs<isa::Avx512, limbs>>, words>;

// The fewest limbs, the most, and those of 256 bits.
constexpr TestedWideArithmetic wide[] = {of_doubles<Wide<3, 5>>(), of_doubles<Wide<4, 6>>(), of_doubles<Wide<8, 12>>()};

}  // namespace

constinit const TestedBackend arithmetics_on_avx512dq = {"avx512dq", VectorArithmetics<Target<isa::Avx512>>::list,
                                                         double_words};
constinit const TestedWideBackend wide_arithmetics_on_avx512dq = {"avx512dq", wide};

}  // namespace ringlet_test
