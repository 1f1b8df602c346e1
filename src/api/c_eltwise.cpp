#include <optional>

#include "api/c_support.hpp"
#include "ringlet/eltwise.hpp"
#include "ringlet/fixed_operand.hpp"

using ringlet::c_api::array;
using ringlet::c_api::create;
using ringlet::c_api::deref;
using ringlet::c_api::guarded;
using ringlet::c_api::input;
using ringlet::c_api::value;

struct ringlet_fixed_operand {
  explicit ringlet_fixed_operand(ringlet::FixedOperand<std::uint64_t> operand)
      : w(std::move(operand)), description(w.describe()) {}

  ringlet::FixedOperand<std::uint64_t> w;
  std::string description;
};

ringlet_status ringlet_add(uint64_t* out, const uint64_t* a, const uint64_t* b, size_t n, const ringlet_modulus* q) {
  return guarded([=] { ringlet::add(array("out", out, n), input("a", a, n, out), input("b", b, n, out), value(q)); });
}

ringlet_status ringlet_add_scalar(uint64_t* out, const uint64_t* a, uint64_t s, size_t n, const ringlet_modulus* q) {
  return guarded([=] { ringlet::add(array("out", out, n), input("a", a, n, out), s, value(q)); });
}

ringlet_status ringlet_sub(uint64_t* out, const uint64_t* a, const uint64_t* b, size_t n, const ringlet_modulus* q) {
  return guarded([=] { ringlet::sub(array("out", out, n), input("a", a, n, out), input("b", b, n, out), value(q)); });
}

ringlet_status ringlet_sub_scalar(uint64_t* out, const uint64_t* a, uint64_t s, size_t n, const ringlet_modulus* q) {
  return guarded([=] { ringlet::sub(array("out", out, n), input("a", a, n, out), s, value(q)); });
}

ringlet_status ringlet_neg(uint64_t* out, const uint64_t* a, size_t n, const ringlet_modulus* q) {
  return guarded([=] { ringlet::neg(array("out", out, n), input("a", a, n, out), value(q)); });
}

ringlet_status ringlet_mul(uint64_t* out, const uint64_t* a, const uint64_t* b, size_t n, const ringlet_modulus* q,
                           unsigned input_factor) {
  return guarded([=] {
    ringlet::mul(array("out", out, n), input("a", a, n, out), input("b", b, n, out), value(q), {input_factor});
  });
}

ringlet_status ringlet_mul_scalar(uint64_t* out, const uint64_t* a, uint64_t s, size_t n, const ringlet_modulus* q,
                                  unsigned input_factor) {
  return guarded(
      [=] { ringlet::mul_scalar(array("out", out, n), input("a", a, n, out), s, value(q), {input_factor}); });
}

ringlet_status ringlet_axpy(uint64_t* out, const uint64_t* x, uint64_t s, const uint64_t* z, size_t n,
                            const ringlet_modulus* q, unsigned input_factor) {
  return guarded([=] {
    std::optional<std::span<const std::uint64_t>> addend;
    if (z != nullptr) addend = input("z", z, n, out);
    ringlet::axpy(array("out", out, n), input("x", x, n, out), s, addend, value(q), {input_factor});
  });
}

ringlet_status ringlet_reduce(uint64_t* out, const uint64_t* in, size_t n, const ringlet_modulus* q,
                              unsigned input_factor, unsigned output_factor) {
  return guarded(
      [=] { ringlet::reduce(array("out", out, n), input("in", in, n, out), value(q), {input_factor, output_factor}); });
}

ringlet_status ringlet_cmp_add(uint64_t* out, const uint64_t* in, size_t n, ringlet_comparison comparison,
                               uint64_t bound, uint64_t diff) {
  return guarded([=] {
    ringlet::cmp_add(array("out", out, n), input("in", in, n, out), static_cast<ringlet::Comparison>(comparison), bound,
                     diff);
  });
}

ringlet_status ringlet_cmp_sub(uint64_t* out, const uint64_t* in, size_t n, const ringlet_modulus* q,
                               ringlet_comparison comparison, uint64_t bound, uint64_t diff) {
  return guarded([=] {
    ringlet::cmp_sub(array("out", out, n), input("in", in, n, out), value(q),
                     static_cast<ringlet::Comparison>(comparison), bound, diff);
  });
}

ringlet_status ringlet_fixed_operand_create(ringlet_fixed_operand** operand, const uint64_t* values, size_t n,
                                            const ringlet_modulus* q) {
  return create("operand", operand, [=] { return ringlet::FixedOperand{array("values", values, n), value(q)}; });
}

void ringlet_fixed_operand_destroy(ringlet_fixed_operand* operand) { delete operand; }

size_t ringlet_fixed_operand_size(const ringlet_fixed_operand* operand) {
  return operand == nullptr ? 0 : operand->w.size();
}

const char* ringlet_fixed_operand_describe(const ringlet_fixed_operand* operand) {
  return operand == nullptr ? "" : operand->description.c_str();
}

ringlet_status ringlet_fixed_operand_mul(const ringlet_fixed_operand* w, uint64_t* out, const uint64_t* x, size_t n,
                                         unsigned input_factor) {
  return guarded([=] { ringlet::mul(array("out", out, n), input("x", x, n, out), deref("w", w).w, {input_factor}); });
}

ringlet_status ringlet_fixed_operand_mul_add(const ringlet_fixed_operand* w, uint64_t* out, const uint64_t* x,
                                             const uint64_t* z, size_t n, unsigned input_factor) {
  return guarded([=] {
    ringlet::mul_add(array("out", out, n), input("x", x, n, out), deref("w", w).w, input("z", z, n, out),
                     {input_factor});
  });
}
