#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "arith/multiword_ntt_arithmetic.hpp"
#include "isa/compiler.hpp"

/// The stages of transforms over arith::MultiwordNttArithmetic, radix 2, and the ranges of their values. The templates
/// here compute on an arithmetic; at compile time they also compute on its ranges, which bounds the values.
namespace ringlet::kernels {

using arith::SignedRange;

/// Computes (x, y) <- (x + w y, x - w y).
template <class Operations, class Value>
RINGLET_INLINE constexpr void multiword_butterfly(const Operations& a, Value& x, Value& y, const std::uint64_t* w) {
  const Value product = a.mul_twiddle(y, w);
  y = a.sub(x, product);
  x = a.add(x, product);
}

/// Offsets of the stages, in units of q: amounts added to sums so that no multiplicand is negative.
template <class A>
struct MultiwordSchedule {
  using Ranges = typename A::Ranges;
  static constexpr auto unit = static_cast<std::int64_t>(arith::one_q);
  static constexpr SignedRange product = Ranges::mul_twiddle({0, unit});  // no proof: the range for any multiplicand
  /// Products lie above -depth q. At most two stages subtract one before a value is multiplied.
  static constexpr auto depth = static_cast<unsigned>(-product.low / unit);
  /// Bound, in units of q, of the input of row transforms.
  static constexpr unsigned entry = Ranges::entry;  // no proof: the arithmetic's own
  // proof 18.4
  static constexpr unsigned offset = std::max({entry + 4 * depth + 1, 5 * depth, 4 * entry + 1});
  /// Offset before the last stages, whose results are only lifted above zero.
  static constexpr unsigned last_offset = 3 * depth + 1;  // proof 18.4

  /// A butterfly of values x and y with number `twiddle`.
  struct Butterfly {
    unsigned x, y, twiddle;
  };
  /// The butterflies of the first three stages that multiply.
  static constexpr Butterfly first_butterflies[] = {{2, 3, 1}, {4, 6, 1}, {5, 7, 1}, {4, 5, 2}, {6, 7, 3}};
};

/// Computes stages 0 to 2 of a cyclic transform on the eight values of one place. input(i) loads value i, below
/// MultiwordSchedule::entry q. Seven of the twelve twiddles are one and need no product. numbers: the twiddles, `words`
/// words each.
template <class A, class Operations, class Value, class Input>
RINGLET_INLINE constexpr void multiword_first_stages(const Operations& a, Value (&x)[8], const Input& input,
                                                     const std::uint64_t* numbers, std::size_t words) {
  using Schedule = MultiwordSchedule<A>;
  constexpr unsigned depth = Schedule::depth, offset = Schedule::offset, entry = Schedule::entry;
  RINGLET_UNROLL_FULLY
  for (unsigned i = 0; i < 4; ++i) {
    const Value upper = input(i), lower = input(i + 4);
    x[i] = a.add(upper, lower);
    x[i + 4] = a.sub(upper, lower);
  }
  RINGLET_UNROLL_FULLY
  for (unsigned i = 0; i < 2; ++i) {
    const Value difference = a.sub(x[i], x[i + 2]);
    x[i] = a.add(x[i], x[i + 2]);
    x[i + 2] = difference;
  }
  const Value difference = a.sub(x[0], x[1]);
  x[0] = a.add(x[0], x[1]);
  x[1] = a.template lifted<offset>(difference);
  x[2] = a.template lifted<offset>(x[2]);
  x[3] = a.template lifted<2 * entry>(x[3]);
  x[4] = a.template lifted<offset>(x[4]);
  x[5] = a.template lifted<entry + depth>(x[5]);
  x[6] = a.template lifted<entry>(x[6]);
  x[7] = a.template lifted<entry>(x[7]);
  if constexpr (A::has_long_products) {
    for (const auto& each : Schedule::first_butterflies) {
      multiword_butterfly(a, x[each.x], x[each.y], numbers + each.twiddle * words);
    }
  } else {
    RINGLET_UNROLL_FULLY
    for (const auto& each : Schedule::first_butterflies) {
      multiword_butterfly(a, x[each.x], x[each.y], numbers + each.twiddle * words);
    }
  }
  if constexpr (entry > 2) {
    x[0] = a.reduced(a.template lifted<1>(x[0]));
    x[1] = a.template lifted<offset>(a.reduced(x[1]));
  }
  x[0] = a.template lifted<offset>(x[0]);
}

/// Ranges of the values in a transform, derived at compile time.
template <class A>
struct MultiwordRanges {
  using Schedule = MultiwordSchedule<A>;
  using Ranges = typename A::Ranges;

  static constexpr SignedRange hull(SignedRange x, SignedRange y) {
    return {std::min(x.low, y.low), std::max(x.high, y.high)};
  }
  template <std::size_t count>
  static constexpr SignedRange hull(const SignedRange (&x)[count]) {
    SignedRange all = x[0];
    for (const SignedRange& each : x) all = hull(all, each);
    return all;
  }
  static constexpr bool is_within(SignedRange x, SignedRange y) { return x.low >= y.low && x.high <= y.high; }

  /// Range after the first three stages of a cyclic transform.
  static constexpr SignedRange after_first = [] {  // no proof: derived here, as in 18.4
    SignedRange x[8]{};
    multiword_first_stages<A>(Ranges{}, x, [](unsigned) { return Ranges::words(Schedule::entry); }, nullptr, 0);
    return hull(x);
  }();

  /// Returns the range after up to three stages. Before them, that value of 2^stages which no stage multiplies is
  /// reduced and lifted.
  template <unsigned lift>
  static constexpr SignedRange after_stages(SignedRange range, unsigned stages) {
    SignedRange x[8]{};
    for (SignedRange& each : x) each = range;
    x[0] = Ranges::template lifted<lift>(Ranges::reduced(range));
    const unsigned count = 1U << stages;
    for (unsigned reach = count / 2; reach > 0; reach /= 2) {
      for (unsigned i = 0; i < count; ++i) {
        if ((i & reach) == 0) multiword_butterfly(Ranges{}, x[i], x[i + reach], nullptr);
      }
    }
    SignedRange all = x[0];
    for (unsigned i = 1; i < count; ++i) all = hull(all, x[i]);
    return all;
  }

  /// Range of the input where no product is left out: all values are lifted first.
  static constexpr SignedRange lifted_entry = Ranges::template lifted<2 * Schedule::depth>(
      Ranges::words(Schedule::entry));  // no proof: derived here, as in 18.4

  /// Range before three stages.
  static constexpr SignedRange between = [] {  // no proof: derived here, as in 18.4
    const SignedRange first = hull(after_first, lifted_entry);
    return hull(first, after_stages<Schedule::offset>(first, 3));
  }();
  static_assert(is_within(after_stages<Schedule::offset>(between, 3), between));

  /// Range after the last stage.
  static constexpr SignedRange results = [] {  // no proof: derived here, as in 18.4
    SignedRange all = after_stages<Schedule::last_offset>(between, 1);
    for (unsigned stages = 2; stages <= 3; ++stages) {
      all = hull(all, after_stages<Schedule::last_offset>(between, stages));
    }
    return all;
  }();

  /// Ranges of the input of rows, and of the results of transforms of any length.
  static constexpr SignedRange entry = Ranges::words(Schedule::entry);   // no proof: derived here, as in 18.4
  static constexpr SignedRange finishable = hull(results, after_first);  // no proof: derived here, as in 18.4

  /// Range of factors that are computed from one another.
  static constexpr SignedRange chained =
      Ranges::mul_lanes(Ranges::mul_lanes(Ranges::largest()));  // no proof: derived here, as in 18.4
  static_assert(is_within(Ranges::mul_lanes(chained), chained));

  /// Range of values that stay in cells from one operation to the next. Each operation reduces its results.
  static constexpr SignedRange cells = Ranges::reduced(finishable);  // no proof: derived here, as in 18.4
  static_assert(is_within(cells, entry));
  /// Multiple of q added to differences.
  static constexpr unsigned difference_lift = 3;  // proof 18.4
  static_assert(is_within(Ranges::reduced(Ranges::template lifted<1>(Ranges::add(cells, cells))), cells));
  static_assert(is_within(Ranges::reduced(Ranges::template lifted<difference_lift>(Ranges::sub(cells, cells))), cells));
  static constexpr SignedRange product = Ranges::mul(cells, cells);  // no proof: derived here, as in 18.4
  static_assert(is_within(Ranges::reduced(Ranges::template lifted<Schedule::depth + 1>(
                              hull(Ranges::add(Ranges::mul_twiddle(product), cells), Ranges::add(product, cells)))),
                          cells));
  static_assert(is_within(Ranges::canonical(Ranges::template lifted<1>(cells)), Ranges::words(1)));

  /// Products by the factors between are in range. Columns of eight points have stored factors.
  static_assert(is_within(Ranges::mul(results, chained), entry));
  static_assert(is_within(Ranges::mul(after_first, Ranges::words(1)), entry));
  /// Results can be finished, also after a multiplication by a last factor.
  static_assert(is_within(Ranges::canonical(finishable), Ranges::words(1)));
  static_assert(
      is_within(Ranges::canonical(Ranges::template lifted<Schedule::depth + 1>(Ranges::mul_twiddle(finishable))),
                Ranges::words(1)));
};

}  // namespace ringlet::kernels
