#pragma once

#include <cstdint>

#include "arith/arithmetic.hpp"
#include "arith/operation.hpp"

/// Calls of the operations of the concept NttArithmetic (src/arith/arithmetic.hpp).
namespace ringlet_test {

template <ringlet::arith::NttArithmetic A>
struct NttCalls : OperationsOn<A> {
  using Base = OperationsOn<A>;
  using Isa = typename A::Isa;
  using Vec = typename A::Vec;

  RINGLET_INLINE static Vec load(const std::uint64_t* p) {
    Vec x;
    __builtin_memcpy(&x, p, sizeof x);
    return x;
  }
  RINGLET_INLINE static void store(std::uint64_t* p, const Vec& x) { __builtin_memcpy(p, &x, sizeof x); }

  static void from_words(const Call& call) { store(call.first, A::from_words(Isa::load(Base::words(call.x)))); }

  template <unsigned count>
  static void mul_twiddle(const Call& call) {
    const A a = Base::arithmetic(call);
    store(call.first, a.mul_twiddle(load(call.x), Base::template multiplicand<typename A::Twiddle, count>(call)));
  }
  template <unsigned lift>
  static void mul_lifted(const Call& call) {
    const A a = Base::arithmetic(call);
    store(call.first,
          a.template mul_twiddle<lift>(load(call.x), Base::template multiplicand<typename A::Twiddle, 1>(call)));
  }

  /// Calls f(arithmetic, x, y), which changes both.
  template <class F>
  RINGLET_INLINE static void butterfly(const Call& call, const F& f) {
    const A a = Base::arithmetic(call);
    Vec x = load(call.x);
    Vec y = load(call.y);
    f(a, x, y);
    store(call.first, x);
    store(call.second, y);
  }
  template <unsigned count>
  static void butterfly_ct(const Call& call) {
    butterfly(call, [&](const A& a, Vec& x, Vec& y) RINGLET_INLINE_LAMBDA {
      a.butterfly_ct(x, y, Base::template multiplicand<typename A::Twiddle, count>(call));
    });
  }
  static void butterfly_gs(const Call& call) {
    butterfly(call, [](const A& a, Vec& x, Vec& y) RINGLET_INLINE_LAMBDA { a.butterfly_gs(x, y); });
  }
  static void butterfly_gs_in_order(const Call& call) {
    butterfly(call, [](const A& a, Vec& x, Vec& y) RINGLET_INLINE_LAMBDA { a.butterfly_gs_in_order(x, y); });
  }

  template <Bound high, unsigned lift>
  static void prepare(const Call& call) {
    store(call.first, Base::arithmetic(call).template prepare<high, lift>(load(call.x)));
  }
  static void reduce(const Call& call) { store(call.first, Base::arithmetic(call).reduce(load(call.x))); }
  static void reduce_leader(const Call& call) {
    if constexpr (A::traits.reduces_leaders) {
      store(call.first, Base::arithmetic(call).reduce_leader(load(call.x)));
    }
  }
  template <unsigned factor, Bound from>
  static void finish(const Call& call) {
    const A a = Base::arithmetic(call);
    Isa::store(Base::words(call.first), a.template finish<factor, from>(load(call.x)));
  }
};

}  // namespace ringlet_test
