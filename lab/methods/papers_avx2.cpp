#include "backends/target.hpp"
#include "isa/avx2.hpp"
#include "isa/limb64x2.hpp"
#include "lab/methods/papers.hpp"
#include "lab/methods/papers_kernels.hpp"

namespace ringlet::lab {

using backends::Target;

constinit const PapersMethods papers_avx2 =
    papers_methods<Target<isa::Limb64x2<isa::Avx2>>, Target<isa::Limb64x2<isa::Avx2, isa::LaneOrder::any>>>;

}  // namespace ringlet::lab
