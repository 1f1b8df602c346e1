#include "arith/cell_calls.hpp"
#include "arith/eltwise_calls.hpp"
#include "arith/full_words/goldilocks52.hpp"
#include "arith/ifma52/ifma52.hpp"
#include "arith/ifma52/ifma52_long.hpp"
#include "arith/ifma52/word_reduction.hpp"
#include "arith/montgomery/word_product.hpp"
#include "arith/montgomery52/montgomery52.hpp"
#include "arith/multiword_operation.hpp"
#include "arith/ntt_operations.hpp"
#include "arith/radix52/cell_product.hpp"
#include "arith/radix52/eltwise.hpp"
#include "arith/radix52/radix52.hpp"
#include "arith/shoup/product52x2.hpp"
#include "arith/shoup/shoup.hpp"
#include "backends/target.hpp"
#include "isa/avx512ifma.hpp"
#include "isa/limb52.hpp"
#include "isa/limb52_of_words.hpp"
#include "isa/limb64x2.hpp"

namespace ringlet_test {
namespace {

namespace arith = ringlet::arith;
namespace isa = ringlet::isa;
template <class Isa>
using Target = ringlet::backends::Target<Isa>;
using Cpu = Target<isa::Avx512Ifma>;

template <unsigned capacity>
using Ifma52 = arith::Ifma52<Cpu, capacity>;
template <unsigned capacity>
using Shoup = arith::Shoup<Cpu, capacity, arith::Product52x2<Cpu>>;

using LimbsOfWords = Target<isa::Limb52OfWords<isa::Avx512Ifma>>;

constexpr TestedArithmetic words[] = {
    of_transforms<Ifma52<16>>("ifma52"),
    of_transforms<Ifma52<8>>("ifma52"),
    of_transforms<Ifma52<4>>("ifma52"),
    of_elements<Ifma52<64>>("ifma52"),
    of_elements<Ifma52<16>>("ifma52"),
    of_elements<Ifma52<8>>("ifma52"),
    of_elements<Ifma52<4>>("ifma52"),
    of_elements<arith::Ifma52Long<Cpu>>("ifma52"),
    of_elements<arith::WordReduction52<Ifma52<4>>>("ifma52"),
    of_transforms<Shoup<16>>("shoup52x2"),
    of_transforms<Shoup<8>>("shoup52x2"),
    of_elements<Shoup<64>>("shoup52x2"),
    of_elements<Shoup<16>>("shoup52x2"),
    of_elements<Shoup<4>>("shoup52x2"),
    of_elements<arith::MontgomeryProduct52<Shoup<4>>>("shoup52x2"),
    of_elements<arith::WordReduction52<Shoup<4>>>("shoup52x2"),
    of_transforms<arith::Goldilocks52<LimbsOfWords>>("goldilocks52"),
    of_transforms<arith::Radix52<LimbsOfWords>>("radix52x2"),
};

template <unsigned limb_count>
using Limbs = Target<isa::Limb52<isa::Avx512Ifma, limb_count>>;
template <unsigned limb_count>
using Rows = arith::Radix52<Limbs<limb_count>>;
template <unsigned limb_count>
using Products = arith::Radix52Products<Target<isa::Limb64x2<isa::Avx512Ifma, isa::LaneOrder::any>>,
                                        isa::Limb52<isa::Avx512Ifma, limb_count>>;

template <class A>
consteval TestedArithmetic on_cells(const char* name) {
  return of_transforms_on_cells<A, arith::CellProduct<A>>(name);
}

constexpr TestedArithmetic word128[] = {
    on_cells<Rows<2>>("radix52x2"),
    of_elements<Products<2>>("radix52x2"),
    on_cells<Rows<3>>("radix52x3"),
    of_elements<Products<3>>("radix52x3"),
};

template <unsigned words, unsigned limb_count>
using Multiword = arith::Montgomery52<Limbs<limb_count>, words>;

// The fewest limbs and the most, and the two whose capacities differ.
constexpr TestedMultiwordArithmetic multiword[] = {of_words<Multiword<3, 3>>(), of_words<Multiword<4, 5>>(),
                                                   of_words<Multiword<4, 6>>(), of_words<Multiword<8, 10>>()};

}  // namespace

constinit const TestedBackend arithmetics_on_avx512ifma = {"avx512ifma", words, word128};
constinit const TestedMultiwordBackend multiword_arithmetics_on_avx512ifma = {"avx512ifma", multiword};

}  // namespace ringlet_test
