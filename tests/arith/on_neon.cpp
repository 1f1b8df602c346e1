#include "arith/eltwise_calls.hpp"
#include "arith/fma53/fma53.hpp"
#include "arith/ntt_operations.hpp"
#include "backends/target.hpp"
#include "isa/neon.hpp"
#include "isa/wide32.hpp"

namespace ringlet_test {
namespace {

template <unsigned capacity>
using Fma53 = ringlet::arith::Fma53<ringlet::backends::Target<ringlet::isa::Neon>, capacity>;

constexpr TestedArithmetic words[] = {
    of_transforms<Fma53<16>>("fma53"),
    of_transforms<Fma53<8>>("fma53"),
    of_transforms<Fma53<4>>("fma53"),
    of_elements<Fma53<4>>("fma53"),
};

using Wide = ringlet::backends::Target<ringlet::isa::Wide32<ringlet::isa::Neon>>;
constexpr TestedArithmetic word32[] = {
    of_transforms<ringlet::arith::Fma53<Wide, 16>>("fma53"),
    of_elements<ringlet::arith::Fma53<Wide, 16>>("fma53"),
};

}  // namespace

constinit const TestedBackend arithmetics_on_neon = {"neon", words, {}, word32};

}  // namespace ringlet_test
