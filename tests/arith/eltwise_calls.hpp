#pragma once

#include "arith/operation.hpp"

/// What the concepts EltwiseArithmetic and WordReducingArithmetic promise (src/arith/arithmetic.hpp), as operations
/// with their ranges. Operands and results are words of the caller, loaded and stored as kernels do, in whatever order
/// of lanes that is.
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

  template <unsigned factor>
  static void canonical(const Call& call) {
    store(call.first, Base::arithmetic(call).template canonical<factor>(load(call.x)));
  }
  static void modulus(const Call& call) { store(call.first, Base::arithmetic(call).q()); }
  template <unsigned factor>
  static void reduce_word(const Call& call) {
    if constexpr (ringlet::arith::WordReducingArithmetic<A>) {
      store(call.first, Base::arithmetic(call).template reduce_word<factor>(load(call.x)));
    }
  }

  // ---- the list ----

  using List = Operations<40>;

  static constexpr Range canonical_range = {0, one_q};
  /// Any word: the test leaves out what does not fit one.
  static constexpr Range any_word = {0, ~Bound{0}};

  /// Operands below Factor q, or for one that ignores factors below all that it may be asked for.
  static constexpr Range operands(unsigned factor, unsigned most) {
    return {0, times_q(A::traits.ignores_operand_factors ? most : factor)};
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

  template <unsigned factor>
  static consteval void add_mul(List& list) {
    const Range range = operands(factor, 4);
    Operation operation = on_words("mul", factor, mul<factor>, Meaning::product, range);
    operation.y = range;
    list.add(operation);
  }

  template <unsigned factor, unsigned count>
  static consteval void add_mul_shoup(List& list) {
    const Range range = A::traits.fixed_products_take_any_word ? any_word : operands(factor, 8);
    Operation operation = on_words("mul_shoup", factor, mul_shoup<factor, count>, Meaning::fixed_product, range);
    list.add(Base::template with<ShoupOperand>(count, operation));
    if constexpr (in_stages) {
      operation.name = "mul_shoup with a summand";
      operation.run = mul_shoup_add<factor, count>;
      operation.z = range;
      list.add(Base::template with<ShoupOperand>(count, operation));
    }
  }

  template <unsigned factor>
  static consteval void add_factor(List& list) {
    if constexpr (factor <= 4) add_mul<factor>(list);
    add_mul_shoup<factor, 1>(list);
    if constexpr (Isa::lanes > 1) add_mul_shoup<factor, Isa::lanes>(list);
    if constexpr (!in_stages) {
      list.add(on_words("canonical", factor, canonical<factor>, Meaning::residue, {0, times_q(factor)}));
    }
  }

  static consteval List make() {
    List list;
    add_factor<1>(list);
    if constexpr (!A::traits.ignores_operand_factors) {
      add_factor<2>(list);
      add_factor<4>(list);
      add_factor<8>(list);
    }
    if constexpr (!in_stages) list.add(on_words("q", 0, modulus, Meaning::modulus, canonical_range));
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

/// An arithmetic of element-wise operations to test.
template <ringlet::arith::EltwiseArithmetic A>
consteval TestedArithmetic of_elements(const char* name) {
  using Calls = EltwiseCalls<A>;
  TestedArithmetic arithmetic = Calls::tested(name, {Calls::all.entry, Calls::all.count});
  arithmetic.is_eltwise = true;
  return arithmetic;
}

}  // namespace ringlet_test
