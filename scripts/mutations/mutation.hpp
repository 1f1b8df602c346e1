#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

/// Helpers that scripts/mutate calls in copies of the sources. Each mutant is a number, and one is active in a process.
/// No mutant is active where the compiler itself evaluates an expression.
namespace ringlet_mutation {

/// Not zero for mutants of which `meet` must know.
extern unsigned char watched[];
/// Returns whether this mutant is active; otherwise records that it was reached.
bool meet(unsigned mutant) noexcept;

[[gnu::always_inline]] constexpr bool on(unsigned mutant) noexcept {
  if (std::is_constant_evaluated()) return false;
  return __builtin_expect(watched[mutant], 0) != 0 && meet(mutant);
}

/// Defines a function that computes f(mutated) for an active mutant, otherwise f(original).
#define RINGLET_MUTATED_OPERATOR(name, original, mutated)                     \
  template <class A, class B>                                                 \
  [[gnu::always_inline]] constexpr auto name(unsigned mutant, A&& a, B&& b) { \
    using Result = std::decay_t<decltype(a original b)>;                      \
    if (on(mutant)) return static_cast<Result>(a mutated b);                  \
    return static_cast<Result>(a original b);                                 \
  }
RINGLET_MUTATED_OPERATOR(less, <, <=)
RINGLET_MUTATED_OPERATOR(less_equal, <=, <)
RINGLET_MUTATED_OPERATOR(greater, >, >=)
RINGLET_MUTATED_OPERATOR(greater_equal, >=, >)
RINGLET_MUTATED_OPERATOR(equal, ==, !=)
RINGLET_MUTATED_OPERATOR(not_equal, !=, ==)
RINGLET_MUTATED_OPERATOR(plus, +, -)
RINGLET_MUTATED_OPERATOR(minus, -, +)
RINGLET_MUTATED_OPERATOR(times, *, +)
RINGLET_MUTATED_OPERATOR(divided, /, *)
RINGLET_MUTATED_OPERATOR(modulo, %, /)
RINGLET_MUTATED_OPERATOR(shift_left, <<, >>)
RINGLET_MUTATED_OPERATOR(shift_right, >>, <<)
RINGLET_MUTATED_OPERATOR(bit_and, &, |)
RINGLET_MUTATED_OPERATOR(bit_or, |, &)
#undef RINGLET_MUTATED_OPERATOR

template <std::integral T>
[[gnu::always_inline]] constexpr T literal(unsigned mutant, T value) {
  return on(mutant) ? static_cast<T>(value + 1) : value;
}

template <class T>
[[gnu::always_inline]] constexpr T initial(unsigned mutant, T value) {
  return on(mutant) ? T{} : value;
}

[[gnu::always_inline]] constexpr bool always(unsigned mutant, bool condition) { return on(mutant) || condition; }
[[gnu::always_inline]] constexpr bool never(unsigned mutant, bool condition) { return !on(mutant) && condition; }

template <class Atomic, class Value, class... Order>
auto exchange(unsigned mutant, Atomic& atomic, Value value, Order... order) {
  return on(mutant) ? atomic.load() : atomic.exchange(value, order...);
}

}  // namespace ringlet_mutation
