#include "arith/eltwise_calls.hpp"
#include "arith/full_words/full_words.hpp"
#include "arith/full_words/goldilocks.hpp"
#include "arith/montgomery/word_product.hpp"
#include "arith/ntt_operations.hpp"
#include "arith/shoup/shoup.hpp"
#include "backends/target.hpp"
#include "isa/scalar.hpp"
#include "isa/scalar128.hpp"
#include "isa/wide32.hpp"

namespace ringlet_test {
namespace {

namespace arith = ringlet::arith;
using Cpu = ringlet::backends::Target<ringlet::isa::Scalar>;
using Cpu128 = ringlet::backends::Target<ringlet::isa::Scalar128>;
using Shoup128 = arith::Shoup<Cpu128, 16, arith::TruncatedProduct<Cpu128>>;

constexpr TestedArithmetic words[] = {
    of_transforms<arith::Shoup<Cpu, 16>>("shoup64"),
    of_transforms<arith::Shoup<Cpu, 4>>("shoup64"),
    of_elements<arith::Shoup<Cpu, 128>>("shoup64"),
    of_elements<arith::Shoup<Cpu, 16>>("shoup64"),
    of_elements<arith::Shoup<Cpu, 4>>("shoup64"),
    of_elements<arith::MontgomeryProduct<arith::Shoup<Cpu, 4>>>("shoup64"),
    of_transforms<arith::FullWords<Cpu>>("full64"),
    of_elements<arith::FullWords<Cpu>>("full64"),
    of_elements<arith::Goldilocks<Cpu>>("goldilocks"),
    of_elements<arith::MontgomeryProduct<arith::FullWords<Cpu>>>("full64"),
};
using Words32 = arith::Shoup<ringlet::backends::Target<ringlet::isa::Wide32<ringlet::isa::Scalar>>, 16>;
constexpr TestedArithmetic word32[] = {
    of_transforms<Words32>("shoup64"),
    of_elements<Words32>("shoup64"),
};
constexpr TestedArithmetic word128[] = {
    of_transforms<Shoup128>("shoup128"),
    of_elements<Shoup128>("shoup128"),
};

}  // namespace

constinit const TestedBackend arithmetics_on_scalar = {"scalar", words, word128, word32};

}  // namespace ringlet_test
