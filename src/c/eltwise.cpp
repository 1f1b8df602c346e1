#ifndef RINGLET_EACH_WORD

#include "ringlet/eltwise.hpp"

#include "c/support.hpp"
#include "kernels/eltwise_table.hpp"
#include "ringlet/fixed_operand.hpp"

namespace {

using namespace ringlet::c;

}  // namespace

#define RINGLET_ARRAYS_1 array("a", a, n)
#define RINGLET_ARRAYS_2 RINGLET_ARRAYS_1, array("b", b, n)
#define RINGLET_ARRAYS_3 RINGLET_ARRAYS_2, array("c", c, n)
#define RINGLET_SUM(T, name, inputs)                                                                          \
  ringlet_status C(ringlet_##name)(T * out, RINGLET_INPUTS_##inputs(const T*), size_t n, const CModulus* q) { \
    return guarded([=] { ringlet::name(array("out", out, n), RINGLET_ARRAYS_##inputs, value(q)); });          \
  }
#define RINGLET_PRODUCT(T, name, inputs)                                                                    \
  ringlet_status C(ringlet_##name)(T * out, RINGLET_INPUTS_##inputs(const T*), size_t n, const CModulus* q, \
                                   unsigned f) {                                                            \
    return guarded([=] { ringlet::name(array("out", out, n), RINGLET_ARRAYS_##inputs, value(q), {f}); });   \
  }

#define RINGLET_EACH_WORD "c/eltwise.cpp"
#include "c/each_word.hpp"

#else  // the functions of one word

struct CFixedOperand : Described<ringlet::FixedOperand<Native<CWord>>> {
  using Described::Described;
};

RINGLET_ARRAY_OPERATIONS(RINGLET_SUM, RINGLET_PRODUCT, CWord)

ringlet_status C(ringlet_add_scalar)(CWord* out, const CWord* a, CWord s, size_t n, const CModulus* q) {
  return guarded([=] { ringlet::add(array("out", out, n), array("a", a, n), scalar("s", s, q), value(q)); });
}

ringlet_status C(ringlet_sub_scalar)(CWord* out, const CWord* a, CWord s, size_t n, const CModulus* q) {
  return guarded([=] { ringlet::sub(array("out", out, n), array("a", a, n), scalar("s", s, q), value(q)); });
}

ringlet_status C(ringlet_mul_scalar)(CWord* out, const CWord* a, CWord s, size_t n, const CModulus* q, unsigned f) {
  return guarded([=] { ringlet::mul(array("out", out, n), array("a", a, n), scalar("s", s, q), value(q), {f}); });
}

ringlet_status C(ringlet_axpy)(CWord* out, const CWord* a, CWord s, const CWord* c, size_t n, const CModulus* q,
                               unsigned f) {
  if (c == nullptr) return C(ringlet_mul_scalar)(out, a, s, n, q, f);
  return guarded([=] {
    ringlet::mul_add(array("out", out, n), array("a", a, n), scalar("s", s, q), array("c", c, n), value(q), {f});
  });
}

ringlet_status C(ringlet_mul_add)(CWord* out, const CWord* a, const CWord* b, const CWord* c, size_t n,
                                  const CModulus* q, unsigned f) {
  return guarded([=] { ringlet::mul_add(array("out", out, n), RINGLET_ARRAYS_3, value(q), {f}); });
}

ringlet_status C(ringlet_invert)(CWord* out, const CWord* a, size_t n, const CModulus* q) {
  return guarded([=] { ringlet::invert(array("out", out, n), array("a", a, n), value(q)); });
}

ringlet_status C(ringlet_powers)(CWord* out, CWord first, CWord ratio, size_t n, const CModulus* q) {
  return guarded(
      [=] { ringlet::powers(array("out", out, n), scalar("first", first, q), scalar("ratio", ratio, q), value(q)); });
}

ringlet_status C(ringlet_reduce)(CWord* out, const CWord* in, size_t n, const CModulus* q, unsigned input_factor,
                                 unsigned output_factor) {
  return guarded(
      [=] { ringlet::reduce(array("out", out, n), array("in", in, n), value(q), {input_factor, output_factor}); });
}

ringlet_status C(ringlet_fixed_operand, _create)(CFixedOperand** operand, const CWord* values, size_t n,
                                                 const CModulus* q) {
  return create("operand", operand, [=] { return ringlet::FixedOperand(array("values", values, n), value(q)); });
}

void C(ringlet_fixed_operand, _destroy)(CFixedOperand* operand) { delete operand; }

size_t C(ringlet_fixed_operand, _size)(const CFixedOperand* operand) {
  return operand == nullptr ? 0 : operand->object.size();
}

const char* C(ringlet_fixed_operand, _describe)(const CFixedOperand* operand) { return description_of(operand); }

ringlet_status C(ringlet_fixed_operand, _mul)(const CFixedOperand* w, CWord* out, const CWord* x, size_t n,
                                              unsigned f) {
  return guarded([=] {
    const auto& operand = object_for("w", w, n);
    ringlet::mul(array("out", out, n), array("x", x, n), operand, {f});
  });
}

ringlet_status C(ringlet_fixed_operand, _mul_add)(const CFixedOperand* w, CWord* out, const CWord* x, const CWord* z,
                                                  size_t n, unsigned f) {
  return guarded([=] {
    const auto& operand = object_for("w", w, n);
    ringlet::mul_add(array("out", out, n), array("x", x, n), operand, array("z", z, n), {f});
  });
}

#ifdef CMontgomery

ringlet_status C(ringlet_mul_in_form)(CWord* out, const CWord* a, const CWord* b, size_t n, const CModulus* q,
                                      ringlet_form form, unsigned f) {
  return guarded(
      [=] { ringlet::mul(array("out", out, n), RINGLET_ARRAYS_2, value(q), static_cast<ringlet::Form>(form), {f}); });
}

ringlet_status C(ringlet_mul_add_in_form)(CWord* out, const CWord* a, const CWord* b, const CWord* c, size_t n,
                                          const CModulus* q, ringlet_form form, unsigned f) {
  return guarded([=] {
    ringlet::mul_add(array("out", out, n), RINGLET_ARRAYS_3, value(q), static_cast<ringlet::Form>(form), {f});
  });
}

ringlet_status C(ringlet_mul_sub_in_form)(CWord* out, const CWord* a, const CWord* b, const CWord* c, size_t n,
                                          const CModulus* q, ringlet_form form, unsigned f) {
  return guarded([=] {
    ringlet::mul_sub(array("out", out, n), RINGLET_ARRAYS_3, value(q), static_cast<ringlet::Form>(form), {f});
  });
}

ringlet_status C(ringlet_invert_in_form)(CWord* out, const CWord* a, size_t n, const CModulus* q, ringlet_form form) {
  return guarded(
      [=] { ringlet::invert(array("out", out, n), array("a", a, n), value(q), static_cast<ringlet::Form>(form)); });
}

ringlet_status C(ringlet_powers_in_form)(CWord* out, CWord first, CWord ratio, size_t n, const CModulus* q,
                                         ringlet_form form) {
  return guarded(
      [=] { ringlet::powers(array("out", out, n), first, ratio, value(q), static_cast<ringlet::Form>(form)); });
}

ringlet_status C(ringlet_to_montgomery)(CWord* out, const CWord* a, size_t n, const CModulus* q) {
  return guarded([=] { ringlet::to_montgomery(array("out", out, n), array("a", a, n), value(q)); });
}

ringlet_status C(ringlet_from_montgomery)(CWord* out, const CWord* a, size_t n, const CModulus* q) {
  return guarded([=] { ringlet::from_montgomery(array("out", out, n), array("a", a, n), value(q)); });
}

ringlet_status C(ringlet_cmp_add)(CWord* out, const CWord* in, size_t n, ringlet_comparison comparison, CWord bound,
                                  CWord diff) {
  return guarded([=] {
    ringlet::cmp_add(array("out", out, n), array("in", in, n), static_cast<ringlet::Comparison>(comparison), bound,
                     diff);
  });
}

ringlet_status C(ringlet_cmp_sub)(CWord* out, const CWord* in, size_t n, const CModulus* q,
                                  ringlet_comparison comparison, CWord bound, CWord diff) {
  return guarded([=] {
    ringlet::cmp_sub(array("out", out, n), array("in", in, n), value(q), static_cast<ringlet::Comparison>(comparison),
                     bound, diff);
  });
}

#endif

#endif
