#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "kernels/eltwise_table.hpp"
#include "ringlet/eltwise.hpp"
#include "ringlet/fixed_operand.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/number_theory.hpp"

/// Declares for 16-bit words what the public headers declare for each of the library's words.
namespace ringlet {

template <>
class Modulus<std::uint16_t> {
 public:
  using word_type = std::uint16_t;

  static constexpr unsigned max_bits = 14;

  explicit Modulus(std::uint16_t q);

  [[nodiscard]] std::uint16_t value() const noexcept { return static_cast<std::uint16_t>(constants_.q); }
  [[nodiscard]] unsigned bits() const noexcept { return constants_.bits; }
  [[nodiscard]] std::uint32_t product_quotient() const noexcept { return constants_.product_quotient; }
  [[nodiscard]] std::uint32_t word_quotient() const noexcept { return constants_.word_quotient; }
  [[nodiscard]] const ModulusConstants<std::uint32_t>& constants() const noexcept { return constants_; }
  [[nodiscard]] std::uint16_t reduce(std::uint16_t x) const noexcept;

  friend bool operator==(const Modulus&, const Modulus&) = default;

 private:
  ModulusConstants<std::uint32_t> constants_;
};

template <>
class ShoupOperand<std::uint16_t> {
 public:
  ShoupOperand(std::uint16_t w, const Modulus<std::uint16_t>& q);

  [[nodiscard]] std::uint32_t value() const noexcept { return value_; }
  [[nodiscard]] std::uint32_t quotient() const noexcept { return quotient_; }

 private:
  std::uint32_t value_;
  std::uint32_t quotient_;
};

ShoupOperand(std::uint16_t, const Modulus<std::uint16_t>&) -> ShoupOperand<std::uint16_t>;

using Word16 = std::uint16_t;
using Modulus16 = Modulus<Word16>;
using Out16 = std::span<Word16>;
using In16 = std::span<const Word16>;

[[nodiscard]] Word16 add_mod(Word16 a, Word16 b, const Modulus16& q);
[[nodiscard]] Word16 sub_mod(Word16 a, Word16 b, const Modulus16& q);
[[nodiscard]] Word16 mul_mod(Word16 a, Word16 b, const Modulus16& q);
[[nodiscard]] Word16 mul_mod(Word16 x, const ShoupOperand<Word16>& w, const Modulus16& q) noexcept;
[[nodiscard]] Word16 pow_mod(Word16 base, Word16 exponent, const Modulus16& q);
[[nodiscard]] Word16 inverse_mod(Word16 a, const Modulus16& q);
[[nodiscard]] bool is_primitive_root_of_unity(Word16 root, std::uint64_t order, const Modulus16& q);
[[nodiscard]] Word16 primitive_root_of_unity(std::uint64_t order, const Modulus16& q);
[[nodiscard]] Word16 smallest_primitive_root_of_unity(std::uint64_t order, const Modulus16& q);

#define RINGLET_SUM(T, name, inputs) void name(Out16 out, RINGLET_INPUTS_##inputs(T), const Modulus16& q);
#define RINGLET_PRODUCT(T, name, inputs) \
  void name(Out16 out, RINGLET_INPUTS_##inputs(T), const Modulus16& q, Range range = {});
RINGLET_ARRAY_OPERATIONS(RINGLET_SUM, RINGLET_PRODUCT, In16)
#undef RINGLET_SUM
#undef RINGLET_PRODUCT
void add(Out16 out, In16 a, Word16 b, const Modulus16& q);
void sub(Out16 out, In16 a, Word16 b, const Modulus16& q);
void mul(Out16 out, In16 a, Word16 s, const Modulus16& q, Range range = {});
void mul_add(Out16 out, In16 a, Word16 s, In16 c, const Modulus16& q, Range range = {});
void mul_add(Out16 out, In16 a, In16 b, In16 c, const Modulus16& q, Range range = {});
void reduce(Out16 out, In16 in, const Modulus16& q, Range range = {Range::any});
void cmp_add(Out16 out, In16 in, Comparison comparison, Word16 bound, Word16 diff);
void cmp_sub(Out16 out, In16 in, const Modulus16& q, Comparison comparison, Word16 bound, Word16 diff);

FixedOperand(In16, const Modulus16&) -> FixedOperand<Word16>;
void mul(Out16 out, In16 x, const FixedOperand<Word16>& w, Range range = {});
void mul_add(Out16 out, In16 x, const FixedOperand<Word16>& w, In16 z, Range range = {});

}  // namespace ringlet
