#pragma once

#include <cstddef>

#include "arith/modulus.hpp"
#include "isa/compiler.hpp"
#include "kernels/map.hpp"
#include "lab/methods/split_arrays.hpp"
#include "ringlet/types.hpp"

namespace ringlet::lab {

/// Element-wise kernels on SplitArrays, with the names of kernels::EltwiseKernels128. Input, output: [0, q).
struct SplitEltwiseKernels {
  using In = SplitArrays::In;
  using Out = SplitArrays::Out;

  const char* arithmetic;
  arith::ModulusRange<uint128_t> moduli;
  void (*add)(Out out, In a, In b, std::size_t n, const arith::Modulus128&);
  void (*sub)(Out out, In a, In b, std::size_t n, const arith::Modulus128&);
  void (*neg)(Out out, In a, std::size_t n, const arith::Modulus128&);
  void (*mul)(Out out, In a, In b, std::size_t n, const arith::Modulus128&, unsigned input_factor);
  void (*axpy)(Out out, In x, uint128_t s, In z, std::size_t n, const arith::Modulus128&, unsigned input_factor);

  [[nodiscard]] bool serves(uint128_t q) const { return moduli.contains(q); }
};

/// SplitEltwiseKernels of one arithmetic of canonical numbers.
template <class A>
class SplitEltwise {
  using Isa = typename A::Isa;
  using Vec = typename A::Vec;
  using In = SplitArrays::In;
  using Out = SplitArrays::Out;
  using Modulus = arith::Modulus128;

  template <bool is_product, class F, class... Arrays>
  RINGLET_INLINE static void map(Out out, std::size_t n, F f, Arrays... in) {
    Isa::count_call();
    kernels::map<Isa, SplitVectors<Isa>, is_product>(out, n, f, kernels::Array<SplitVectors<Isa>>{in}...);
  }

  static void add(Out out, In a, In b, std::size_t n, const Modulus& m) {
    const A local(m);
    map<false>(out, n, [&](Vec x, Vec y) RINGLET_INLINE_LAMBDA { return local.add(x, y); }, a, b);
  }
  static void sub(Out out, In a, In b, std::size_t n, const Modulus& m) {
    const A local(m);
    map<false>(out, n, [&](Vec x, Vec y) RINGLET_INLINE_LAMBDA { return local.sub(x, y); }, a, b);
  }
  static void neg(Out out, In a, std::size_t n, const Modulus& m) {
    const A local(m);
    map<false>(out, n, [&](Vec x) RINGLET_INLINE_LAMBDA { return local.neg(x); }, a);
  }
  static void mul(Out out, In a, In b, std::size_t n, const Modulus& m, unsigned /*input_factor*/) {
    const A local(m);
    map<true>(out, n, [&](Vec x, Vec y) RINGLET_INLINE_LAMBDA { return local.mul(x, y); }, a, b);
  }
  static void axpy(Out out, In x, uint128_t s, In z, std::size_t n, const Modulus& m, unsigned /*input_factor*/) {
    const A local(m);
    const Vec factor = Isa::broadcast(s);
    const auto f = [&](Vec u, Vec v) RINGLET_INLINE_LAMBDA { return local.add(local.mul(u, factor), v); };
    map<true>(out, n, f, x, z);
  }

 public:
  static constexpr SplitEltwiseKernels table(const char* arithmetic) {
    return {arithmetic, A::moduli, add, sub, neg, mul, axpy};
  }
};

}  // namespace ringlet::lab
