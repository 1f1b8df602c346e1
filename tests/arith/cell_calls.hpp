#pragma once

#include "arith/arithmetic.hpp"
#include "arith/ntt_operations.hpp"
#include "arith/operation.hpp"

/// Operations of the concept BufferArithmetic, and products of values in cells.
namespace ringlet_test {

template <ringlet::arith::BufferArithmetic A, class Product>
struct CellCalls : NttCalls<A> {
  using Base = NttCalls<A>;
  using Word = typename Base::Word;
  using Ranges = NttRanges<A>;

  template <Bound low>
  static void reduce_to_factor(const Call& call) {
    const A a = Base::arithmetic(call);
    Base::store(call.first, a.template reduce_to_factor<low>(Base::load(call.x)));
  }
  static void mul(const Call& call) {
    const Product product(call.modulus->of<Word>());
    Base::store(call.first, leave(product, product.enter(Base::load(call.x), Base::load(call.y))));
  }
  static void mul_add(const Call& call) {
    const Product product(call.modulus->of<Word>());
    const auto entered = product.enter(Base::load(call.x), Base::load(call.y), Base::load(call.z));
    Base::store(call.first, leave(product, entered));
  }

  /// Factors of three limbs are carried.
  static constexpr bool carries = Ranges::rows == 3;

  static consteval Operation reduction(Range from, void (*run)(const Call&)) {
    return {.name = "reduce_to_factor",
            .detail = from.low,
            .run = run,
            .meaning = Meaning::residue,
            .x = from,
            .first = {0, A::reduced_bound(from.high)},
            .carried_first = carries,
            .redundancy = Ranges::redundancy};
  }
  static consteval Operation product(const char* name, void (*run)(const Call&), Range summand) {
    return {.name = name,
            .run = run,
            .meaning = Meaning::product,
            .x = {0, A::buffer_factors},
            .y = {0, A::buffer_factors},
            .z = summand,
            .first = {0, Product::bound},
            .carried_operands = carries,
            .redundancy = Ranges::redundancy};
  }

  static consteval auto make() {
    Operations<170> list;
    for (unsigned i = 0; i < NttOperations<A>::all.count; ++i) list.add(NttOperations<A>::all.entry[i]);
    constexpr Bound widest =
        A::buffer_coefficients > A::buffer_evaluations ? A::buffer_coefficients : A::buffer_evaluations;
    for (const Bound high : {widest + times_q(A::gs_offset), A::capacity}) {
      list.add(reduction({0, high}, reduce_to_factor<0>));
      list.add(reduction({one_q, high}, reduce_to_factor<one_q>));
    }
    static_assert(A::reduced_bound(widest + times_q(A::gs_offset)) <= A::buffer_factors);
    list.add(product("product of cells", mul, {}));
    list.add(product("product of cells with a summand", mul_add, {0, A::buffer_evaluations}));
    return list;
  }
  static constexpr auto with_cells = make();
};

/// Describes an arithmetic of transforms whose values may stay in cells, with their products.
template <ringlet::arith::BufferArithmetic A, class Product>
consteval TestedArithmetic of_transforms_on_cells(const char* name) {
  using Calls = CellCalls<A, Product>;
  return NttOperations<A>::tested(name, {Calls::with_cells.entry, Calls::with_cells.count});
}

}  // namespace ringlet_test
