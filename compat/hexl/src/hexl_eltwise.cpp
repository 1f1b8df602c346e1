#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "hexl/hexl.hpp"
#include "hexl_backend.hpp"
#include "hexl_modulus.hpp"
#include "ringlet/eltwise.hpp"
#include "words/checked_eltwise.hpp"

namespace intel::hexl {
namespace {

using Out = std::span<std::uint64_t>;
using In = std::span<const std::uint64_t>;
using Q = ringlet::Modulus<std::uint64_t>;
using Word = std::uint64_t;
using Operations = ringlet::words::WordOperations<std::uint64_t>;
using Kernels = Operations::Kernels;

/// Computes result[i] = f(operands[i]...), one word at a time. Supports moduli of 2^62 or more, which HEXL documents
/// for sums and reductions.
template <class F, class... Operands>
void map_words(std::uint64_t* result, std::uint64_t n, F f, const Operands*... operands) {
  for (std::uint64_t i = 0; i < n; ++i) result[i] = f(operands[i]...);
}

std::uint64_t multiply(std::uint64_t x, std::uint64_t y, std::uint64_t modulus) {
  return static_cast<std::uint64_t>(MultiplyUInt64(x % modulus, y % modulus) % modulus);
}

std::uint64_t subtract(std::uint64_t x, std::uint64_t y, std::uint64_t modulus) {
  return x >= y ? x - y : x - y + modulus;
}

bool compare(CMPINT cmp, std::uint64_t x, std::uint64_t bound) {
  switch (cmp) {
    case CMPINT::EQ:
      return x == bound;
    case CMPINT::LT:
      return x < bound;
    case CMPINT::LE:
      return x <= bound;
    case CMPINT::FALSE:
      return false;
    case CMPINT::NE:
      return x != bound;
    case CMPINT::NLT:
      return x >= bound;
    case CMPINT::NLE:
      return x > bound;
    case CMPINT::TRUE:
      return true;
  }
  throw std::invalid_argument("cmp is " + std::to_string(static_cast<int>(cmp)) + ", but it must be a CMPINT");
}

/// Calls Function::narrow with the scalar reduced, which is rarely needed. Not inline, so that other calls save no
/// registers.
template <class Function, class... Others>
[[gnu::noinline]] void narrow_reduced(Word* result, Word n, const Q& q, const Word* x, Word y, Others... others) {
  Function::narrow(result, n, q, x, q.reduce(y), others...);
}

/// Converts HEXL's enumerator to Ringlet's, which has the same number.
ringlet::Comparison comparison(CMPINT cmp) { return static_cast<ringlet::Comparison>(cmp); }
static_assert(static_cast<int>(ringlet::Comparison::equal) == static_cast<int>(CMPINT::EQ));
static_assert(static_cast<int>(ringlet::Comparison::never) == static_cast<int>(CMPINT::FALSE));
static_assert(static_cast<int>(ringlet::Comparison::greater_equal) == static_cast<int>(CMPINT::NLT));
static_assert(static_cast<int>(ringlet::Comparison::always) == static_cast<int>(CMPINT::TRUE));

/// Converts a factor to Ringlet's type, which is narrower. Ringlet rejects invalid factors.
unsigned factor(std::uint64_t mod_factor) {
  return static_cast<unsigned>(std::min<std::uint64_t>(mod_factor, std::numeric_limits<unsigned>::max()));
}

/// Returns the factor of the operand's range: 2 or 4 if `input` is that and is not the modulus, else a full reduction.
/// Clients pass 1 for both factors to request a full reduction, and SEAL before 3.7.1 passes 0.
unsigned reduction_factor(std::uint64_t input, std::uint64_t modulus) {
  const bool lazy = (input == 2 || input == 4) && input != modulus;
  return lazy ? static_cast<unsigned>(input) : ringlet::Range::any;
}

// Each function in two ways: by Ringlet's kernels (`narrow`), and one word at a time for larger moduli
// (`long_modulus`).

struct Add {
  [[gnu::always_inline]] static void narrow(Word* result, Word n, const Q& q, const Word* x, const Word* y) {
    Operations::combine<&Kernels::add>(Out(result, n), q, In(x, n), In(y, n));
  }
  static void long_modulus(Word* result, Word n, Word q, const Word* x, const Word* y) {
    map_words(result, n, [=](Word a, Word b) { return subtract(a, q - b, q); }, x, y);
  }
};

struct AddScalar {
  [[gnu::always_inline]] static void narrow(Word* result, Word n, const Q& q, const Word* x, Word y) {
    if (y >= q.value()) return narrow_reduced<AddScalar>(result, n, q, x, y);
    Operations::add_scalar(Out(result, n), In(x, n), y, q);
  }
  static void long_modulus(Word* result, Word n, Word q, const Word* x, Word y) {
    const Word complement = q - y % q;
    map_words(result, n, [=](Word a) { return subtract(a, complement, q); }, x);
  }
};

struct Sub {
  [[gnu::always_inline]] static void narrow(Word* result, Word n, const Q& q, const Word* x, const Word* y) {
    Operations::combine<&Kernels::sub>(Out(result, n), q, In(x, n), In(y, n));
  }
  static void long_modulus(Word* result, Word n, Word q, const Word* x, const Word* y) {
    map_words(result, n, [=](Word a, Word b) { return subtract(a, b, q); }, x, y);
  }
};

struct SubScalar {
  [[gnu::always_inline]] static void narrow(Word* result, Word n, const Q& q, const Word* x, Word y) {
    if (y >= q.value()) return narrow_reduced<SubScalar>(result, n, q, x, y);
    Operations::sub_scalar(Out(result, n), In(x, n), y, q);
  }
  static void long_modulus(Word* result, Word n, Word q, const Word* x, Word y) {
    map_words(result, n, [=, b = y % q](Word a) { return subtract(a, b, q); }, x);
  }
};

struct Multiply {
  [[gnu::always_inline]] static void narrow(Word* result, Word n, const Q& q, const Word* x, const Word* y,
                                            Word input_mod_factor) {
    Operations::multiply<&Kernels::mul>(Out(result, n), q, {factor(input_mod_factor)}, In(x, n), In(y, n));
  }
  static void long_modulus(Word* result, Word n, Word q, const Word* x, const Word* y, Word input_mod_factor) {
    validated_factor<1, 2, 4>("input_mod_factor", input_mod_factor);
    map_words(result, n, [=](Word a, Word b) { return multiply(a, b, q); }, x, y);
  }
};

struct MultiplyAdd {
  [[gnu::always_inline]] static void narrow(Word* result, Word n, const Q& q, const Word* x, Word y, const Word* z,
                                            Word input_mod_factor) {
    const ringlet::Range range{.input_factor = factor(input_mod_factor)};
    if (y >= q.value()) return narrow_reduced<MultiplyAdd>(result, n, q, x, y, z, input_mod_factor);
    Operations::mul_add(Out(result, n), In(x, n), y, z == nullptr ? std::nullopt : std::optional(In(z, n)), q, range);
  }
  /// Throws: HEXL does not support long moduli here either.
  static void long_modulus(Word*, Word, Word q, const Word*, Word, const Word*, Word) {
    throw std::invalid_argument("modulus is " + std::to_string(q) + ", but it must satisfy 2 <= modulus < 2^62");
  }
};

struct Reduce {
  [[gnu::always_inline]] static void narrow(Word* result, Word n, const Q& q, const Word* x, Word input_mod_factor,
                                            Word output_mod_factor) {
    const unsigned output_factor = validated_factor<1, 2>("output_mod_factor", output_mod_factor);
    const unsigned input_factor = reduction_factor(input_mod_factor, q.value());
    if (copies(input_factor, output_factor)) return copy(result, n, x);
    Operations::reduce(Out(result, n), In(x, n), q, {.input_factor = input_factor, .output_factor = output_factor});
  }
  static void long_modulus(Word* result, Word n, Word q, const Word* x, Word input_mod_factor, Word output_mod_factor) {
    const unsigned output_factor = validated_factor<1, 2>("output_mod_factor", output_mod_factor);
    if (copies(reduction_factor(input_mod_factor, q), output_factor)) return copy(result, n, x);
    map_words(result, n, [=](Word a) { return a % q; }, x);
  }

 private:
  /// Returns whether elements below 2 q are copied unreduced, as Intel HEXL does.
  static bool copies(unsigned input_factor, unsigned output_factor) { return input_factor == 2 && output_factor == 2; }
  static void copy(Word* result, Word n, const Word* x) {
    map_words(result, n, [](Word a) { return a; }, x);
  }
};

struct CompareSubtract {
  [[gnu::always_inline]] static void narrow(Word* result, Word n, const Q& q, const Word* x, CMPINT cmp, Word bound,
                                            Word diff) {
    Operations::cmp_sub(Out(result, n), In(x, n), q, comparison(cmp), bound, diff < q.value() ? diff : q.reduce(diff));
  }
  static void long_modulus(Word* result, Word n, Word q, const Word* x, CMPINT cmp, Word bound, Word diff) {
    const auto f = [=, y = diff % q](Word a) { return compare(cmp, a, bound) ? subtract(a % q, y, q) : a % q; };
    map_words(result, n, f, x);
  }
};

}  // namespace

void EltwiseAddMod(uint64_t* result, const uint64_t* operand1, const uint64_t* operand2, uint64_t n, uint64_t modulus) {
  compute<Add>(result, n, modulus, operand1, operand2);
}

void EltwiseAddMod(uint64_t* result, const uint64_t* operand1, uint64_t operand2, uint64_t n, uint64_t modulus) {
  compute<AddScalar>(result, n, modulus, operand1, operand2);
}

void EltwiseSubMod(uint64_t* result, const uint64_t* operand1, const uint64_t* operand2, uint64_t n, uint64_t modulus) {
  compute<Sub>(result, n, modulus, operand1, operand2);
}

void EltwiseSubMod(uint64_t* result, const uint64_t* operand1, uint64_t operand2, uint64_t n, uint64_t modulus) {
  compute<SubScalar>(result, n, modulus, operand1, operand2);
}

void EltwiseMultMod(uint64_t* result, const uint64_t* operand1, const uint64_t* operand2, uint64_t n, uint64_t modulus,
                    uint64_t input_mod_factor) {
  compute<Multiply>(result, n, modulus, operand1, operand2, input_mod_factor);
}

void EltwiseFMAMod(uint64_t* result, const uint64_t* arg1, uint64_t arg2, const uint64_t* arg3, uint64_t n,
                   uint64_t modulus, uint64_t input_mod_factor) {
  compute<MultiplyAdd>(result, n, modulus, arg1, arg2, arg3, input_mod_factor);
}

void EltwiseReduceMod(uint64_t* result, const uint64_t* operand, uint64_t n, uint64_t modulus,
                      uint64_t input_mod_factor, uint64_t output_mod_factor) {
  compute<Reduce>(result, n, modulus, operand, input_mod_factor, output_mod_factor);
}

namespace {

/// Runs the first EltwiseCmpAdd. Not inline, so that later calls save no registers.
[[gnu::noinline]] void compare_add_anew(Word* result, const Word* operand1, Word n, CMPINT cmp, Word bound, Word diff) {
  apply_environment();
  EltwiseCmpAdd(result, operand1, n, cmp, bound, diff);
}

}  // namespace

void EltwiseCmpAdd(uint64_t* result, const uint64_t* operand1, uint64_t n, CMPINT cmp, uint64_t bound, uint64_t diff) {
  if (!environment_is_applied.load(std::memory_order_acquire)) {
    return compare_add_anew(result, operand1, n, cmp, bound, diff);
  }
  if (n == 0) return;
  Operations::cmp_add(Out(result, n), In(operand1, n), comparison(cmp), bound, diff);
}

void EltwiseCmpSubMod(uint64_t* result, const uint64_t* operand1, uint64_t n, uint64_t modulus, CMPINT cmp,
                      uint64_t bound, uint64_t diff) {
  compute<CompareSubtract>(result, n, modulus, operand1, cmp, bound, diff);
}

}  // namespace intel::hexl
