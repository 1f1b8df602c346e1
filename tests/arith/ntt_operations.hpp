#pragma once

#include <cstdint>
#include <utility>

#include "arith/arithmetic.hpp"
#include "arith/ntt_calls.hpp"
#include "arith/ntt_ranges.hpp"
#include "arith/operation.hpp"

/// Operations of the concept NttArithmetic (src/arith/arithmetic.hpp), with their ranges.
namespace ringlet_test {

template <ringlet::arith::NttArithmetic A>
struct NttOperations {
  using Isa = typename A::Isa;
  using Calls = NttCalls<A>;
  using Ranges = NttRanges<A>;
  using Twiddle = typename A::Twiddle;
  static constexpr bool in_limbs = Ranges::in_limbs;
  static constexpr Bound capacity = A::capacity;

  using List = Operations<160>;

  template <unsigned count>
  static consteval void add_products(List& list, const char* mul, const char* ct) {
    for (const Bound b : {one_q, times_q(4), capacity}) {
      if (b > capacity) continue;
      list.add(Calls::template with<Twiddle>(count, {.name = mul,
                                                     .detail = count,
                                                     .run = Calls::template mul_twiddle<count>,
                                                     .meaning = Meaning::fixed_product,
                                                     .x = {0, b},
                                                     .first = {0, A::product_bound(b)},
                                                     .redundancy = Ranges::redundancy}));
    }
    constexpr Range widest = Ranges::widest_for_ct();
    static_assert(widest.high > widest.low);
    for (const Range x : {widest, Range{widest.low, widest.low + one_q}}) {
      list.add(Calls::template with<Twiddle>(count, {.name = ct,
                                                     .detail = count,
                                                     .run = Calls::template butterfly_ct<count>,
                                                     .meaning = Meaning::cooley_tukey,
                                                     .x = x,
                                                     .y = {0, capacity},
                                                     .first = A::ct_result(x),
                                                     .second = A::ct_result(x),
                                                     .redundancy = Ranges::redundancy}));
    }
  }

  template <unsigned count = Isa::lanes>
  static consteval void add_lane_products(List& list) {
    add_products<count>(list, "mul_twiddle by lanes", "butterfly_ct by lanes");
    if constexpr (count > 1) add_lane_products<count / 2>(list);
  }

  template <unsigned... lift>
  static consteval void add_lifted(List& list, std::integer_sequence<unsigned, lift...>) {
    const auto add = [&](unsigned by, void (*run)(const Call&), Range range) {
      list.add(Calls::template with<Twiddle>(1, {.name = "mul_twiddle with lift",
                                                 .detail = by,
                                                 .run = run,
                                                 .meaning = Meaning::fixed_product,
                                                 .x = {0, capacity},
                                                 .first = range,
                                                 .redundancy = Ranges::redundancy}));
    };
    (add(lift, Calls::template mul_lifted<lift>, A::lifted_product(lift)), ...);
  }

  template <Bound high, unsigned... lift>
  static consteval void add_prepare(List& list, std::integer_sequence<unsigned, lift...>) {
    const auto add = [&](unsigned by, void (*run)(const Call&)) {
      const Range prepared = A::prepared({0, high}, by);
      if (high > capacity || prepared.high > capacity) return;
      list.add({.name = "prepare",
                .detail = high,
                .run = run,
                .meaning = Meaning::residue,
                .x = {0, high},
                .first = prepared,
                .redundancy = Ranges::redundancy_of_reduced});
    };
    (add(lift, Calls::template prepare<high, lift>), ...);
  }

  template <unsigned factor, Bound... from>
  static consteval void add_finish(List& list) {
    const auto add = [&](Bound bound, void (*run)(const Call&)) {
      if (bound > capacity) return;
      list.add({.name = factor == 1   ? "finish<1>"
                        : factor == 2 ? "finish<2>"
                                      : "finish<4>",
                .detail = bound,
                .run = run,
                .meaning = Meaning::residue,
                .x = {0, bound},
                .first = {0, times_q(factor)},
                .gives_words = true,
                .redundancy = Ranges::redundancy});
    };
    (add(from, Calls::template finish<factor, from>), ...);
  }
  template <unsigned factor>
  static consteval void add_finish_from_all(List& list) {
    constexpr Bound most = Ranges::finish_limit;
    add_finish<factor, one_q, times_q(2), times_q(4), capacity / 2, A::product_bound(capacity), most>(list);
  }

  static consteval void add_reductions(List& list) {
    constexpr bool carries = in_limbs && Ranges::is_signed;
    const Operation reduction = {.name = "reduce",
                                 .run = Calls::reduce,
                                 .meaning = Meaning::residue,
                                 .carried_first = carries,
                                 .redundancy = Ranges::redundancy_of_reduced};
    for (const Bound b : {one_q, times_q(2), capacity / 2, capacity / 2 + one_q, capacity}) {
      Operation operation = reduction;
      operation.detail = b;
      operation.x = {0, b};
      operation.first = {0, A::reduced_bound(b)};
      list.add(operation);
    }
    if constexpr (A::traits.reduces_leaders) {
      Operation operation = reduction;
      operation.name = "reduce_leader";
      operation.run = Calls::reduce_leader;
      operation.x = {0, capacity};
      operation.first = A::leader;
      list.add(operation);
    }
  }

  static consteval void add_gentleman_sande(List& list) {
    for (const Bound b : {one_q, capacity / 2}) {
      list.add({.name = "butterfly_gs",
                .detail = b,
                .run = Calls::butterfly_gs,
                .meaning = Meaning::gentleman_sande,
                .x = {0, b},
                .y = {0, b},
                .first = {0, 2 * b},
                .second = Ranges::difference(b),
                .carried_first = Ranges::two_double_limbs,
                .redundancy = Ranges::redundancy_of_sums});
    }
    if constexpr (A::traits.lifts_products) {
      list.add({.name = "butterfly_gs_in_order",
                .run = Calls::butterfly_gs_in_order,
                .meaning = Meaning::gentleman_sande,
                .x = {capacity / 4, capacity / 2},
                .y = {0, capacity / 4},
                .first = {capacity / 4, capacity * 3 / 4},
                .second = {0, capacity / 2},
                .exact = true,
                .redundancy = Ranges::redundancy_of_sums});
    }
  }

  static consteval List make() {
    List list;
    list.add({.name = "from_words",
              .run = Calls::from_words,
              .meaning = Meaning::residue,
              .x = {0, times_q(4)},
              .first = {0, times_q(4)},
              .takes_words = true,
              .exact = true});
    add_products<1>(list, "mul_twiddle", "butterfly_ct");
    add_lane_products(list);
    if constexpr (A::traits.lifts_products) add_lifted(list, std::make_integer_sequence<unsigned, 3>());
    constexpr auto lifts = std::make_integer_sequence<unsigned, A::max_lift + 1>();
    add_prepare<one_q>(list, lifts);
    add_prepare<times_q(4)>(list, lifts);
    add_prepare<capacity>(list, lifts);
    add_gentleman_sande(list);
    add_reductions(list);
    add_finish_from_all<1>(list);
    if constexpr (A::traits.forward_outputs.count() > 1) {
      add_finish_from_all<2>(list);
      add_finish_from_all<4>(list);
    }
    return list;
  }
  static constexpr List all = make();

  static consteval TestedArithmetic tested(const char* name, std::span<const Operation> operations) {
    TestedArithmetic arithmetic = Calls::tested(name, operations);
    arithmetic.limb_count = Ranges::rows;
    if constexpr (in_limbs) {
      if constexpr (Ranges::in_ranged_limbs) {
        arithmetic.representation = Representation::ranged_limbs;
        arithmetic.limb_bits = 48;
        arithmetic.limb_unit_log = A::traits.limb_unit_log;
      } else if constexpr (Ranges::is_signed) {
        arithmetic.representation = Representation::double_limbs;
        arithmetic.limb_bits = Isa::limb_bits;
      } else {
        arithmetic.representation = Representation::limbs;
        arithmetic.limb_bits = 52;
      }
    } else if constexpr (Ranges::is_signed) {
      arithmetic.representation = Representation::doubles;
    }
    return arithmetic;
  }
};

/// Describes an arithmetic of transforms.
template <ringlet::arith::NttArithmetic A>
consteval TestedArithmetic of_transforms(const char* name) {
  using Tested = NttOperations<A>;
  return Tested::tested(name, {Tested::all.entry, Tested::all.count});
}

}  // namespace ringlet_test
