#pragma once

#include <algorithm>

#include "arith/operation.hpp"

/// Operations of the concepts EltwiseArithmetic and WordReducingArithmetic (src/arith/arithmetic.hpp), with their
/// ranges. Operands and results are words of the caller, loaded and stored as kernels do, in any order of lanes.
namespace ringlet_test {

template <ringlet::arith::EltwiseArithmetic A>
struct EltwiseCalls : OperationsOn<A> {
  using Base = OperationsOn<A>;
  using Isa = typename A::Isa;
  using Vec = typename A::Vec;
  using ShoupOperand = typename A::ShoupOperand;
  static constexpr bool in_stages = A::traits.in_stages;

  // ---- calls ----

  RINGLET_INLINE static Vec load(const std::uint64_t* p) { return Isa::load(Base::words(p)); }
  RINGLET_INLINE static void store(std::uint64_t* p, const Vec& x) { Isa::store(Base::words(p), x); }

  template <unsigned factor>
  static void mul(const Call& call) {
    const A a = Base::arithmetic(call);
    if constexpr (in_stages) {
      const auto product = a.template product<factor>();
      store(call.first, leave(product, product.enter(load(call.x), load(call.y))));
    } else {
      store(call.first, a.template mul<factor>(load(call.x), load(call.y)));
    }
  }

  template <unsigned factor, unsigned count>
  static void mul_shoup(const Call& call) {
    const A a = Base::arithmetic(call);
    const auto w = Base::template multiplicand<ShoupOperand, count>(call);
    if constexpr (in_stages) {
      const auto product = a.template row_product<factor, false>();
      store(call.first, leave(product, product.enter(load(call.x), w)));
    } else {
      store(call.first, a.template mul_shoup<factor>(load(call.x), w));
    }
  }
  template <unsigned factor, unsigned count>
  static void mul_shoup_add(const Call& call) {
    const A a = Base::arithmetic(call);
    const auto w = Base::template multiplicand<ShoupOperand, count>(call);
    const auto product = a.template row_product<factor, true>();
    store(call.first, leave(product, product.enter(load(call.x), w, load(call.z))));
  }

  static void add(const Call& call) { store(call.first, Base::arithmetic(call).add(load(call.x), load(call.y))); }
  static void sub(const Call& call) { store(call.first, Base::arithmetic(call).sub(load(call.x), load(call.y))); }
  static void neg(const Call& call) { store(call.first, Base::arithmetic(call).neg(load(call.x))); }
  static void mul_sums(const Call& call) {
    const Vec x = load(call.x), y = load(call.y);
    store(call.first, Base::arithmetic(call).mul_sums(x, x, y, y));
  }
  /// Adds four equal products up.
  static void sum_products(const Call& call) {
    const A a = Base::arithmetic(call);
    const Vec x = load(call.x), y = load(call.y);
    auto sum = a.product(x, y);
    for (int term = 1; term < 4; ++term) a.add_product(sum, x, y);
    store(call.first, a.reduce_sum(sum));
  }
  static void mul_montgomery(const Call& call) {
    store(call.first, Base::arithmetic(call).mul_montgomery(load(call.x), load(call.y)));
  }
  static void mul_add_montgomery(const Call& call) {
    store(call.first, Base::arithmetic(call).mul_add_montgomery(load(call.x), load(call.y), load(call.z)));
  }
  template <unsigned from, unsigned to>
  static void lower(const Call& call) {
    store(call.first, Base::arithmetic(call).template lower<from, to>(load(call.x)));
  }
  template <unsigned factor>
  static void reduce_word(const Call& call) {
    if constexpr (ringlet::arith::WordReducingArithmetic<A>) {
      store(call.first, Base::arithmetic(call).template reduce_word<factor>(load(call.x)));
    }
  }

  // ---- the list ----

  using List = Operations<48>;

  static constexpr Range canonical_range = {0, one_q};
  /// Any word; the test omits values that do not fit.
  static constexpr Range any_word = {0, ~Bound{0}};

  static constexpr Range operands(unsigned factor) {
    return factor == Factors::any_word ? any_word : Range{0, times_q(factor)};
  }

  static consteval Operation on_words(const char* name, unsigned detail, void (*run)(const Call&), Meaning meaning,
                                      Range x) {
    return {.name = name,
            .detail = detail,
            .run = run,
            .meaning = meaning,
            .x = x,
            .first = canonical_range,
            .takes_words = true,
            .gives_words = true};
  }

  /// Adds mul<variant> with operands below factor q, for moduli of at most modulus_bits bits.
  template <unsigned variant, unsigned factor = variant>
  static consteval void add_mul(List& list, unsigned modulus_bits = ringlet::arith::length_of(A::moduli.greatest)) {
    const Range range = operands(factor);
    Operation operation = on_words("mul", 10 * variant + factor, mul<variant>, Meaning::product, range);
    operation.y = range;
    operation.modulus_bits = std::min(modulus_bits, ringlet::arith::length_of(A::moduli.greatest));
    list.add(operation);
  }

  template <unsigned factor, unsigned count>
  static consteval void add_mul_shoup(List& list) {
    const Range range = operands(factor);
    Operation operation = on_words("mul_shoup", factor, mul_shoup<factor, count>, Meaning::fixed_product, range);
    list.add(Base::template with<ShoupOperand>(count, operation));
    if constexpr (in_stages) {
      operation.name = "mul_shoup with a summand";
      operation.run = mul_shoup_add<factor, count>;
      operation.z = range;
      list.add(Base::template with<ShoupOperand>(count, operation));
    }
  }

  template <unsigned from, unsigned to>
  static consteval void add_lower(List& list) {
    Operation operation = on_words("lower", 10 * from + to, lower<from, to>, Meaning::residue, {0, times_q(from)});
    operation.first = {0, times_q(to)};
    list.add(operation);
  }

  /// Adds a variant for each factor that the arithmetic states.
  template <unsigned index = 0>
  static consteval void add_products(List& list) {
    constexpr Factors operands = A::traits.operands, fixed = A::traits.fixed_operands;
    if constexpr (index < operands.count()) add_mul<operands.factor[index]>(list);
    if constexpr (index < fixed.count()) {
      add_mul_shoup<fixed.factor[index], 1>(list);
      if constexpr (Isa::lanes > 1) add_mul_shoup<fixed.factor[index], Isa::lanes>(list);
    }
    if constexpr (index < 2) add_products<index + 1>(list);
  }

  static consteval void add_sums(List& list) {
    Operation operation = on_words("add", 0, add, Meaning::sum, canonical_range);
    operation.y = canonical_range;
    list.add(operation);
    operation.name = "sub";
    operation.run = sub;
    operation.meaning = Meaning::difference;
    list.add(operation);
    list.add(on_words("neg", 0, neg, Meaning::negative, canonical_range));
    if constexpr (!in_stages) {
      operation.name = "mul_sums";
      operation.run = mul_sums;
      operation.meaning = Meaning::product_of_doubles;
      list.add(operation);
    }
    if constexpr (requires { typename A::Sum; }) {
      operation.name = "sum_products";
      operation.run = sum_products;
      list.add(operation);
    }
  }

  static consteval List make() {
    List list;
    add_products(list);
    if constexpr (requires { A::product_factor(4, 5); }) {
      // Wider operands of shorter moduli, up to the lengths with f^2 q <= 2^50 or f q <= 2^51.
      add_mul<1, 2>(list, 48);
      add_mul<1, 4>(list, 46);
      add_mul<2, 4>(list, 49);
    }
    add_sums(list);
    if constexpr (requires(const A a, Vec x) { a.mul_montgomery(x, x); }) {
      Operation operation = on_words("mul_montgomery", 0, mul_montgomery, Meaning::montgomery_product, canonical_range);
      operation.y = {0, times_q(4)};
      list.add(operation);
      operation.name = "mul_add_montgomery";
      operation.run = mul_add_montgomery;
      operation.z = canonical_range;
      list.add(operation);
    }
    add_lower<1, 1>(list);
    add_lower<2, 1>(list);
    add_lower<4, 1>(list);
    add_lower<4, 2>(list);
    add_lower<8, 1>(list);
    if constexpr (ringlet::arith::WordReducingArithmetic<A>) {
      list.add(on_words("reduce_word", 1, reduce_word<1>, Meaning::residue, any_word));
      Operation operation = on_words("reduce_word", 2, reduce_word<2>, Meaning::residue, any_word);
      operation.first = {0, times_q(2)};
      list.add(operation);
    }
    return list;
  }
  static constexpr List all = make();
};

/// Describes an arithmetic of element-wise operations.
template <ringlet::arith::EltwiseArithmetic A>
consteval TestedArithmetic of_elements(const char* name) {
  using Calls = EltwiseCalls<A>;
  TestedArithmetic arithmetic = Calls::tested(name, {Calls::all.entry, Calls::all.count});
  arithmetic.is_eltwise = true;
  return arithmetic;
}

}  // namespace ringlet_test
