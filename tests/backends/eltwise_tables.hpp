#pragma once

#include <string_view>
#include <tuple>

#include "arith/word_traits.hpp"
#include "backends/eltwise_index.hpp"
#include "ringlet/modulus.hpp"

namespace ringlet_test {

/// Calls visit.operator()<Kernels>() with each type of table of element-wise kernels.
template <class Visit>
void for_each_eltwise_table(Visit visit) {
  std::apply([&](auto... tables) { (visit.template operator()<decltype(tables)>(), ...); },
             ringlet::backends::EltwiseTables{});
}

/// Returns the length of the longest moduli that an operation of a table accepts.
template <class Word>
unsigned max_bits_of(std::string_view operation) {
  const bool is_of_rns = operation == "tensor" || operation == "scale_difference";
  return is_of_rns ? ringlet::arith::WordTraits<Word>::max_rns_bits : ringlet::Modulus<Word>::max_bits;
}

/// Calls check(q) for the least and the greatest modulus of each length.
template <class Word, class Check>
void for_each_modulus(Check check, unsigned max_bits = ringlet::Modulus<Word>::max_bits) {
  for (unsigned bits = 2; bits <= max_bits; ++bits) {
    const Word least = Word{1} << (bits - 1);
    check(least);
    check(least - 1 + least);
  }
}

}  // namespace ringlet_test
