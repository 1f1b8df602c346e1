#include <optional>
#include <utility>

#include "c/support.hpp"
#include "ringlet/eltwise.hpp"
#include "ringlet/fixed_operand.hpp"

namespace {

using namespace ringlet::c_api;

template <class Word>
struct Fixed {
  explicit Fixed(ringlet::FixedOperand<Word> operand) : w(std::move(operand)), description(w.describe()) {}

  ringlet::FixedOperand<Word> w;
  std::string description;
};

}  // namespace

struct ringlet_fixed_operand : Fixed<std::uint64_t> {
  using Fixed::Fixed;
};

struct ringlet_fixed_operand128 : Fixed<ringlet::uint128_t> {
  using Fixed::Fixed;
};

namespace {

// Each body serves both words.

constexpr auto add = [](auto* out, const auto* a, const auto* b, std::size_t n, const auto* q) {
  return guarded([=] { ringlet::add(array("out", out, n), array("a", a, n), array("b", b, n), value(q)); });
};

constexpr auto add_scalar = [](auto* out, const auto* a, auto s, std::size_t n, const auto* q) {
  return guarded([=] { ringlet::add(array("out", out, n), array("a", a, n), scalar("s", s, q), value(q)); });
};

constexpr auto sub = [](auto* out, const auto* a, const auto* b, std::size_t n, const auto* q) {
  return guarded([=] { ringlet::sub(array("out", out, n), array("a", a, n), array("b", b, n), value(q)); });
};

constexpr auto sub_scalar = [](auto* out, const auto* a, auto s, std::size_t n, const auto* q) {
  return guarded([=] { ringlet::sub(array("out", out, n), array("a", a, n), scalar("s", s, q), value(q)); });
};

constexpr auto neg = [](auto* out, const auto* a, std::size_t n, const auto* q) {
  return guarded([=] { ringlet::neg(array("out", out, n), array("a", a, n), value(q)); });
};

constexpr auto mul = [](auto* out, const auto* a, const auto* b, std::size_t n, const auto* q, unsigned factor) {
  return guarded([=] { ringlet::mul(array("out", out, n), array("a", a, n), array("b", b, n), value(q), {factor}); });
};

constexpr auto mul_sub = [](auto* out, const auto* a, const auto* b, const auto* c, std::size_t n, const auto* q,
                            unsigned factor) {
  return guarded([=] {
    ringlet::mul_sub(array("out", out, n), array("a", a, n), array("b", b, n), array("c", c, n), value(q), {factor});
  });
};

constexpr auto mul_scalar = [](auto* out, const auto* a, auto s, std::size_t n, const auto* q, unsigned factor) {
  return guarded(
      [=] { ringlet::mul_scalar(array("out", out, n), array("a", a, n), scalar("s", s, q), value(q), {factor}); });
};

constexpr auto axpy = [](auto* out, const auto* x, auto s, const auto* z, std::size_t n, const auto* q,
                         unsigned factor) {
  return guarded([=] {
    std::optional<decltype(array("z", z, n))> addend;
    if (z != nullptr) addend = array("z", z, n);
    ringlet::axpy(array("out", out, n), array("x", x, n), scalar("s", s, q), addend, value(q), {factor});
  });
};

constexpr auto reduce = [](auto* out, const auto* in, std::size_t n, const auto* q, ringlet::ReduceRange range) {
  return guarded([=] { ringlet::reduce(array("out", out, n), array("in", in, n), value(q), range); });
};

constexpr auto make_fixed = [](auto** operand, const auto* values, std::size_t n, const auto* q) {
  return create("operand", operand, [=] { return ringlet::FixedOperand(array("values", values, n), value(q)); });
};

constexpr auto mul_fixed = [](const auto* w, auto* out, const auto* x, std::size_t n, unsigned factor) {
  return guarded([=] {
    const auto& operand = deref("w", w).w;
    require_n(n, operand.size());
    ringlet::mul(array("out", out, n), array("x", x, n), operand, {factor});
  });
};

constexpr auto mul_add_fixed = [](const auto* w, auto* out, const auto* x, const auto* z, std::size_t n,
                                  unsigned factor) {
  return guarded([=] {
    const auto& operand = deref("w", w).w;
    require_n(n, operand.size());
    ringlet::mul_add(array("out", out, n), array("x", x, n), operand, array("z", z, n), {factor});
  });
};

}  // namespace

ringlet_status ringlet_add(uint64_t* out, const uint64_t* a, const uint64_t* b, size_t n, const ringlet_modulus* q) {
  return add(out, a, b, n, q);
}
ringlet_status ringlet_add128(ringlet_uint128* out, const ringlet_uint128* a, const ringlet_uint128* b, size_t n,
                              const ringlet_modulus128* q) {
  return add(out, a, b, n, q);
}

ringlet_status ringlet_add_scalar(uint64_t* out, const uint64_t* a, uint64_t s, size_t n, const ringlet_modulus* q) {
  return add_scalar(out, a, s, n, q);
}
ringlet_status ringlet_add_scalar128(ringlet_uint128* out, const ringlet_uint128* a, ringlet_uint128 s, size_t n,
                                     const ringlet_modulus128* q) {
  return add_scalar(out, a, s, n, q);
}

ringlet_status ringlet_sub(uint64_t* out, const uint64_t* a, const uint64_t* b, size_t n, const ringlet_modulus* q) {
  return sub(out, a, b, n, q);
}
ringlet_status ringlet_sub128(ringlet_uint128* out, const ringlet_uint128* a, const ringlet_uint128* b, size_t n,
                              const ringlet_modulus128* q) {
  return sub(out, a, b, n, q);
}

ringlet_status ringlet_sub_scalar(uint64_t* out, const uint64_t* a, uint64_t s, size_t n, const ringlet_modulus* q) {
  return sub_scalar(out, a, s, n, q);
}
ringlet_status ringlet_sub_scalar128(ringlet_uint128* out, const ringlet_uint128* a, ringlet_uint128 s, size_t n,
                                     const ringlet_modulus128* q) {
  return sub_scalar(out, a, s, n, q);
}

ringlet_status ringlet_neg(uint64_t* out, const uint64_t* a, size_t n, const ringlet_modulus* q) {
  return neg(out, a, n, q);
}
ringlet_status ringlet_neg128(ringlet_uint128* out, const ringlet_uint128* a, size_t n, const ringlet_modulus128* q) {
  return neg(out, a, n, q);
}

ringlet_status ringlet_mul(uint64_t* out, const uint64_t* a, const uint64_t* b, size_t n, const ringlet_modulus* q,
                           unsigned input_factor) {
  return mul(out, a, b, n, q, input_factor);
}
ringlet_status ringlet_mul128(ringlet_uint128* out, const ringlet_uint128* a, const ringlet_uint128* b, size_t n,
                              const ringlet_modulus128* q, unsigned input_factor) {
  return mul(out, a, b, n, q, input_factor);
}

ringlet_status ringlet_mul_sub(uint64_t* out, const uint64_t* a, const uint64_t* b, const uint64_t* c, size_t n,
                               const ringlet_modulus* q, unsigned input_factor) {
  return mul_sub(out, a, b, c, n, q, input_factor);
}
ringlet_status ringlet_mul_sub128(ringlet_uint128* out, const ringlet_uint128* a, const ringlet_uint128* b,
                                  const ringlet_uint128* c, size_t n, const ringlet_modulus128* q,
                                  unsigned input_factor) {
  return mul_sub(out, a, b, c, n, q, input_factor);
}

ringlet_status ringlet_mul_scalar(uint64_t* out, const uint64_t* a, uint64_t s, size_t n, const ringlet_modulus* q,
                                  unsigned input_factor) {
  return mul_scalar(out, a, s, n, q, input_factor);
}
ringlet_status ringlet_mul_scalar128(ringlet_uint128* out, const ringlet_uint128* a, ringlet_uint128 s, size_t n,
                                     const ringlet_modulus128* q, unsigned input_factor) {
  return mul_scalar(out, a, s, n, q, input_factor);
}

ringlet_status ringlet_axpy(uint64_t* out, const uint64_t* x, uint64_t s, const uint64_t* z, size_t n,
                            const ringlet_modulus* q, unsigned input_factor) {
  return axpy(out, x, s, z, n, q, input_factor);
}
ringlet_status ringlet_axpy128(ringlet_uint128* out, const ringlet_uint128* x, ringlet_uint128 s,
                               const ringlet_uint128* z, size_t n, const ringlet_modulus128* q, unsigned input_factor) {
  return axpy(out, x, s, z, n, q, input_factor);
}

ringlet_status ringlet_reduce(uint64_t* out, const uint64_t* in, size_t n, const ringlet_modulus* q,
                              unsigned input_factor, unsigned output_factor) {
  return reduce(out, in, n, q, {input_factor, output_factor});
}
ringlet_status ringlet_reduce128(ringlet_uint128* out, const ringlet_uint128* in, size_t n, const ringlet_modulus128* q,
                                 unsigned input_factor, unsigned output_factor) {
  return reduce(out, in, n, q, {input_factor, output_factor});
}

ringlet_status ringlet_cmp_add(uint64_t* out, const uint64_t* in, size_t n, ringlet_comparison comparison,
                               uint64_t bound, uint64_t diff) {
  return guarded([=] {
    ringlet::cmp_add(array("out", out, n), array("in", in, n), static_cast<ringlet::Comparison>(comparison), bound,
                     diff);
  });
}

ringlet_status ringlet_cmp_sub(uint64_t* out, const uint64_t* in, size_t n, const ringlet_modulus* q,
                               ringlet_comparison comparison, uint64_t bound, uint64_t diff) {
  return guarded([=] {
    ringlet::cmp_sub(array("out", out, n), array("in", in, n), value(q), static_cast<ringlet::Comparison>(comparison),
                     bound, diff);
  });
}

ringlet_status ringlet_fixed_operand_create(ringlet_fixed_operand** operand, const uint64_t* values, size_t n,
                                            const ringlet_modulus* q) {
  return make_fixed(operand, values, n, q);
}
ringlet_status ringlet_fixed_operand128_create(ringlet_fixed_operand128** operand, const ringlet_uint128* values,
                                               size_t n, const ringlet_modulus128* q) {
  return make_fixed(operand, values, n, q);
}

void ringlet_fixed_operand_destroy(ringlet_fixed_operand* operand) { delete operand; }
void ringlet_fixed_operand128_destroy(ringlet_fixed_operand128* operand) { delete operand; }

size_t ringlet_fixed_operand_size(const ringlet_fixed_operand* operand) {
  return operand == nullptr ? 0 : operand->w.size();
}
size_t ringlet_fixed_operand128_size(const ringlet_fixed_operand128* operand) {
  return operand == nullptr ? 0 : operand->w.size();
}

const char* ringlet_fixed_operand_describe(const ringlet_fixed_operand* operand) {
  return operand == nullptr ? "" : operand->description.c_str();
}
const char* ringlet_fixed_operand128_describe(const ringlet_fixed_operand128* operand) {
  return operand == nullptr ? "" : operand->description.c_str();
}

ringlet_status ringlet_fixed_operand_mul(const ringlet_fixed_operand* w, uint64_t* out, const uint64_t* x, size_t n,
                                         unsigned input_factor) {
  return mul_fixed(w, out, x, n, input_factor);
}
ringlet_status ringlet_fixed_operand128_mul(const ringlet_fixed_operand128* w, ringlet_uint128* out,
                                            const ringlet_uint128* x, size_t n, unsigned input_factor) {
  return mul_fixed(w, out, x, n, input_factor);
}

ringlet_status ringlet_fixed_operand_mul_add(const ringlet_fixed_operand* w, uint64_t* out, const uint64_t* x,
                                             const uint64_t* z, size_t n, unsigned input_factor) {
  return mul_add_fixed(w, out, x, z, n, input_factor);
}
ringlet_status ringlet_fixed_operand128_mul_add(const ringlet_fixed_operand128* w, ringlet_uint128* out,
                                                const ringlet_uint128* x, const ringlet_uint128* z, size_t n,
                                                unsigned input_factor) {
  return mul_add_fixed(w, out, x, z, n, input_factor);
}
