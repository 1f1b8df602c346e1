// Every element-wise operation of the C interface against GMP, on every backend.

#include <gtest/gtest.h>

#include <string_view>

#include "api/eltwise_operations.hpp"
#include "c_api/handles.hpp"
#include "reference/modular.hpp"
#include "support/backends.hpp"
#include "support/guarded_buffer.hpp"
#include "support/moduli.hpp"

namespace ringlet_test::c_api {
namespace {

using Call = ringlet_status (*)(const Operation&, const Arguments&, const Constants&, const ringlet_modulus*);

ringlet_status mul_by_fixed(const Operation& o, const Arguments& v, const ringlet_modulus* q, bool adds) {
  const std::uint64_t modulus = ringlet_modulus_value(q);
  // As the operations' table has it: b, or in sums x + 1.
  Words values;
  for (std::size_t i = 0; i < v.out.size(); ++i) {
    values.push_back(adds ? reference::add_mod(v.a[i], 1, modulus) : reference::reduce(v.b[i], modulus));
  }
  ringlet_fixed_operand* operand = nullptr;
  EXPECT_EQ(ringlet_fixed_operand_create(&operand, values.data(), values.size(), q), RINGLET_OK);
  const FixedOperand w(operand);
  return adds ? ringlet_fixed_operand_mul_add(operand, v.out.data(), v.a.data(), v.b.data(), v.out.size(),
                                              o.input_factor)
              : ringlet_fixed_operand_mul(operand, v.out.data(), v.a.data(), v.out.size(), o.input_factor);
}

ringlet_comparison comparison_of(std::string_view operation) {
  constexpr std::string_view names[] = {"equal",     "less",          "less_equal", "never",
                                        "not_equal", "greater_equal", "greater",    "always"};
  const std::string_view name = operation.substr(std::string_view("cmp_add_").size());
  unsigned comparison = 0;
  while (names[comparison] != name) ++comparison;
  return static_cast<ringlet_comparison>(comparison);
}

struct Counterpart {
  std::string_view prefix;  ///< of the operation's name, before its factor
  Call call;
};

/// Longer prefixes first.
constexpr Counterpart counterparts[] = {
    {"add_scalar", [](const auto&, const auto& v, const auto& c,
                      auto* q) { return ringlet_add_scalar(v.out.data(), v.a.data(), c.scalar, v.out.size(), q); }},
    {"add", [](const auto&, const auto& v, const auto&,
               auto* q) { return ringlet_add(v.out.data(), v.a.data(), v.b.data(), v.out.size(), q); }},
    {"sub_scalar", [](const auto&, const auto& v, const auto& c,
                      auto* q) { return ringlet_sub_scalar(v.out.data(), v.a.data(), c.scalar, v.out.size(), q); }},
    {"sub", [](const auto&, const auto& v, const auto&,
               auto* q) { return ringlet_sub(v.out.data(), v.a.data(), v.b.data(), v.out.size(), q); }},
    {"neg", [](const auto&, const auto& v, const auto&,
               auto* q) { return ringlet_neg(v.out.data(), v.a.data(), v.out.size(), q); }},
    {"mul_add_fixed", [](const auto& o, const auto& v, const auto&, auto* q) { return mul_by_fixed(o, v, q, true); }},
    {"mul_fixed", [](const auto& o, const auto& v, const auto&, auto* q) { return mul_by_fixed(o, v, q, false); }},
    {"mul_scalar",
     [](const auto& o, const auto& v, const auto& c, auto* q) {
       return ringlet_mul_scalar(v.out.data(), v.a.data(), c.scalar, v.out.size(), q, o.input_factor);
     }},
    {"mul_sub",
     [](const auto& o, const auto& v, const auto&, auto* q) {
       return ringlet_mul_sub(v.out.data(), v.a.data(), v.b.data(), v.c.data(), v.out.size(), q, o.input_factor);
     }},
    {"mul", [](const auto& o, const auto& v, const auto&,
               auto* q) { return ringlet_mul(v.out.data(), v.a.data(), v.b.data(), v.out.size(), q, o.input_factor); }},
    {"axpy_without_z",
     [](const auto& o, const auto& v, const auto& c, auto* q) {
       return ringlet_axpy(v.out.data(), v.a.data(), c.scalar, nullptr, v.out.size(), q, o.input_factor);
     }},
    {"axpy",
     [](const auto& o, const auto& v, const auto& c, auto* q) {
       return ringlet_axpy(v.out.data(), v.a.data(), c.scalar, v.b.data(), v.out.size(), q, o.input_factor);
     }},
    {"reduce",
     [](const auto& o, const auto& v, const auto&, auto* q) {
       return ringlet_reduce(v.out.data(), v.a.data(), v.out.size(), q, o.input_factor, o.output_factor);
     }},
    {"cmp_add",
     [](const auto& o, const auto& v, const auto& c, auto*) {
       return ringlet_cmp_add(v.out.data(), v.a.data(), v.out.size(), comparison_of(o.name), c.bound, c.scalar);
     }},
    {"cmp_sub",
     [](const auto& o, const auto& v, const auto& c, auto* q) {
       return ringlet_cmp_sub(v.out.data(), v.a.data(), v.out.size(), q, comparison_of(o.name), c.bound, c.scalar);
     }},
};

/// The same operation, and the same expectation, through C.
Operation in_c(const Operation& operation) {
  for (const Counterpart& counterpart : counterparts) {
    if (!operation.name.starts_with(counterpart.prefix)) continue;
    Operation c = operation;
    c.apply = [&operation, call = counterpart.call](const auto& v, const auto& constants, const auto& q) {
      ASSERT_EQ(call(operation, v, constants, make_modulus(q.value()).get()), RINGLET_OK)
          << ringlet_last_error_message();
    };
    return c;
  }
  throw std::logic_error("the C interface lacks " + operation.name);
}

class CEltwise : public BackendTest<std::size_t> {
 protected:
  [[nodiscard]] Words input(std::size_t n, std::uint64_t q) {
    return corner_biased(random_, n, q, top_of_input(operation_, q));
  }

  const Operation operation_ = in_c(operations()[parameter()]);
  Random random_;
};

TEST_P(CEltwise, AgreesWithGmp) {
  for (const std::uint64_t q : sample_moduli()) {
    for (const std::size_t n : {1U, 7U, 8U, 17U, 67U}) {
      GuardedBuffer out(n, 1), a(input(n, q), 2), b(input(n, q), 3), c(input(n, q), 5);
      const std::vector<Constants> corners = corner_constants(operation_, random_, q);
      for (const Constants& constants : corners) {
        expect_correct(operation_, {out.span(), a.span(), b.span(), c.span()}, constants, ringlet_test::Modulus(q));
      }
    }
  }
}

TEST_P(CEltwise, InPlace) {
  constexpr std::size_t n = 43;
  for (const std::uint64_t q : sample_moduli()) {
    const Constants constants = corner_constants(operation_, random_, q).back();
    GuardedBuffer first(input(n, q)), second(input(n, q)), both(input(n, q));
    expect_correct(operation_, {first.span(), first.span(), second.span(), second.span()}, constants,
                   ringlet_test::Modulus(q));
    expect_correct(operation_, {both.span(), both.span(), both.span(), both.span()}, constants,
                   ringlet_test::Modulus(q));
  }
}

INSTANTIATE_TEST_SUITE_P(Operations, CEltwise,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::ValuesIn(operation_indices())),
                         named_by_backend(operation_name));

}  // namespace
}  // namespace ringlet_test::c_api
