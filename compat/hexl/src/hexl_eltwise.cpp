#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

#include "hexl/hexl.hpp"
#include "hexl_backend.hpp"
#include "hexl_modulus.hpp"
#include "ringlet/eltwise.hpp"

namespace intel::hexl {
namespace {

using Out = std::span<std::uint64_t>;
using In = std::span<const std::uint64_t>;

/// Moduli from 2^62 on, which HEXL documents for sums and reductions: one word at a time.
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

/// HEXL's enumerators are numbered as Ringlet's.
ringlet::Comparison comparison(CMPINT cmp) { return static_cast<ringlet::Comparison>(cmp); }
static_assert(static_cast<int>(ringlet::Comparison::equal) == static_cast<int>(CMPINT::EQ));
static_assert(static_cast<int>(ringlet::Comparison::never) == static_cast<int>(CMPINT::FALSE));
static_assert(static_cast<int>(ringlet::Comparison::greater_equal) == static_cast<int>(CMPINT::NLT));
static_assert(static_cast<int>(ringlet::Comparison::always) == static_cast<int>(CMPINT::TRUE));

/// Ringlet rejects what is no factor; only the type differs.
unsigned factor(std::uint64_t mod_factor) {
  return static_cast<unsigned>(std::min<std::uint64_t>(mod_factor, std::numeric_limits<unsigned>::max()));
}

/// Only 2 and 4 promise anything about the operand that is not also the modulus. Everything else is a full reduction:
/// clients pass (1, 1) for one, and SEAL before 3.7.1 passes 0.
unsigned reduction_factor(std::uint64_t input, std::uint64_t modulus) {
  const bool lazy = (input == 2 || input == 4) && input != modulus;
  return lazy ? static_cast<unsigned>(input) : ringlet::ReduceRange::any;
}

}  // namespace

void EltwiseAddMod(uint64_t* result, const uint64_t* operand1, const uint64_t* operand2, uint64_t n, uint64_t modulus) {
  apply_environment();
  if (n == 0) return;
  if (modulus >= wide_modulus) {
    const auto add = [=](std::uint64_t x, std::uint64_t y) { return subtract(x, modulus - y, modulus); };
    return map_words(result, n, add, operand1, operand2);
  }
  ringlet::add(Out(result, n), In(operand1, n), In(operand2, n), modulus_of(modulus));
}

void EltwiseAddMod(uint64_t* result, const uint64_t* operand1, uint64_t operand2, uint64_t n, uint64_t modulus) {
  apply_environment();
  if (n == 0) return;
  if (modulus >= wide_modulus) {
    const std::uint64_t complement = modulus - operand2 % modulus;
    return map_words(result, n, [=](std::uint64_t x) { return subtract(x, complement, modulus); }, operand1);
  }
  const auto& q = modulus_of(modulus);
  ringlet::add(Out(result, n), In(operand1, n), q.reduce(operand2), q);
}

void EltwiseSubMod(uint64_t* result, const uint64_t* operand1, const uint64_t* operand2, uint64_t n, uint64_t modulus) {
  apply_environment();
  if (n == 0) return;
  if (modulus >= wide_modulus) {
    const auto sub = [=](std::uint64_t x, std::uint64_t y) { return subtract(x, y, modulus); };
    return map_words(result, n, sub, operand1, operand2);
  }
  ringlet::sub(Out(result, n), In(operand1, n), In(operand2, n), modulus_of(modulus));
}

void EltwiseSubMod(uint64_t* result, const uint64_t* operand1, uint64_t operand2, uint64_t n, uint64_t modulus) {
  apply_environment();
  if (n == 0) return;
  if (modulus >= wide_modulus) {
    const std::uint64_t y = operand2 % modulus;
    return map_words(result, n, [=](std::uint64_t x) { return subtract(x, y, modulus); }, operand1);
  }
  const auto& q = modulus_of(modulus);
  ringlet::sub(Out(result, n), In(operand1, n), q.reduce(operand2), q);
}

void EltwiseMultMod(uint64_t* result, const uint64_t* operand1, const uint64_t* operand2, uint64_t n, uint64_t modulus,
                    uint64_t input_mod_factor) {
  apply_environment();
  if (n == 0) return;
  if (modulus >= wide_modulus) {
    validated_factor("input_mod_factor", input_mod_factor, {1, 2, 4});
    const auto mul = [=](std::uint64_t x, std::uint64_t y) { return multiply(x, y, modulus); };
    return map_words(result, n, mul, operand1, operand2);
  }
  ringlet::mul(Out(result, n), In(operand1, n), In(operand2, n), modulus_of(modulus),
               {.input_factor = factor(input_mod_factor)});
}

void EltwiseFMAMod(uint64_t* result, const uint64_t* arg1, uint64_t arg2, const uint64_t* arg3, uint64_t n,
                   uint64_t modulus, uint64_t input_mod_factor) {
  apply_environment();
  if (n == 0) return;
  const auto& q = modulus_of(modulus);
  const auto summand = arg3 == nullptr ? std::nullopt : std::optional(In(arg3, n));
  ringlet::axpy(Out(result, n), In(arg1, n), q.reduce(arg2), summand, q, {.input_factor = factor(input_mod_factor)});
}

void EltwiseReduceMod(uint64_t* result, const uint64_t* operand, uint64_t n, uint64_t modulus,
                      uint64_t input_mod_factor, uint64_t output_mod_factor) {
  apply_environment();
  if (n == 0) return;
  validated_factor("output_mod_factor", output_mod_factor, {1, 2});
  const unsigned input_factor = reduction_factor(input_mod_factor, modulus);
  // What is below 2 q already is copied, as Intel HEXL does.
  const bool copies = input_factor == 2 && output_mod_factor == 2;
  if (modulus >= wide_modulus) {
    return map_words(result, n, [=](std::uint64_t x) { return copies ? x : x % modulus; }, operand);
  }
  const auto& q = modulus_of(modulus);
  if (copies) return map_words(result, n, [](std::uint64_t x) { return x; }, operand);
  ringlet::reduce(Out(result, n), In(operand, n), q,
                  {.input_factor = input_factor, .output_factor = factor(output_mod_factor)});
}

void EltwiseCmpAdd(uint64_t* result, const uint64_t* operand1, uint64_t n, CMPINT cmp, uint64_t bound, uint64_t diff) {
  apply_environment();
  if (n == 0) return;
  ringlet::cmp_add(Out(result, n), In(operand1, n), comparison(cmp), bound, diff);
}

void EltwiseCmpSubMod(uint64_t* result, const uint64_t* operand1, uint64_t n, uint64_t modulus, CMPINT cmp,
                      uint64_t bound, uint64_t diff) {
  apply_environment();
  if (n == 0) return;
  if (modulus >= wide_modulus) {
    const auto f = [=, y = diff % modulus](std::uint64_t x) {
      return compare(cmp, x, bound) ? subtract(x % modulus, y, modulus) : x % modulus;
    };
    return map_words(result, n, f, operand1);
  }
  const auto& q = modulus_of(modulus);
  ringlet::cmp_sub(Out(result, n), In(operand1, n), q, comparison(cmp), bound, q.reduce(diff));
}

}  // namespace intel::hexl
