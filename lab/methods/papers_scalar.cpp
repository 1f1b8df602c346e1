#include "backends/target.hpp"
#include "isa/limb64x2.hpp"
#include "isa/scalar.hpp"
#include "lab/methods/papers.hpp"
#include "lab/methods/papers_kernels.hpp"

namespace ringlet::lab {

constinit const PapersMethods papers_scalar = papers_methods<backends::Target<isa::Limb64x2<isa::Scalar>>>;

}  // namespace ringlet::lab
