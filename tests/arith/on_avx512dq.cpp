#include "arith/vector_arithmetics.hpp"
#include "backends/target.hpp"
#include "isa/avx512.hpp"

namespace ringlet_test {
namespace {

namespace isa = ringlet::isa;
template <class Isa>
using Target = ringlet::backends::Target<Isa>;

constexpr TestedArithmetic double_words[] = {
    of_transforms<Shoup128<Target<isa::Limb64x2<isa::Avx512>>>>("shoup128"),
    of_elements<Shoup128<Target<isa::Limb64x2<isa::Avx512, isa::LaneOrder::any>>>>("shoup128"),
};

}  // namespace

constinit const TestedBackend arithmetics_on_avx512dq = {"avx512dq", VectorArithmetics<Target<isa::Avx512>>::list,
                                                         double_words};

}  // namespace ringlet_test
