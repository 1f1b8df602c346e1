#include "api/eltwise_operations.hpp"

#include <gtest/gtest.h>

#include <optional>

#include "reference/modular.hpp"
#include "ringlet/eltwise.hpp"
#include "ringlet/fixed_operand.hpp"

namespace ringlet_test {
namespace {

using ringlet::Comparison;

std::string with_factor(const std::string& name, unsigned factor) { return name + "_" + std::to_string(factor) + "q"; }

std::vector<Operation> sums() {
  return {{.name = "add",
           .reads_b = true,
           .apply = [](const auto& v, const auto&, const auto& q) { ringlet::add(v.out, v.a, v.b, q); },
           .expected = [](auto a, auto b, auto, const auto&, auto q) { return reference::add_mod(a, b, q); }},
          {.name = "add_scalar",
           .scalar = Operation::Scalar::residue,
           .apply = [](const auto& v, const auto& c, const auto& q) { ringlet::add(v.out, v.a, c.scalar, q); },
           .expected = [](auto a, auto, auto, const auto& c, auto q) { return reference::add_mod(a, c.scalar, q); }},
          {.name = "sub",
           .reads_b = true,
           .apply = [](const auto& v, const auto&, const auto& q) { ringlet::sub(v.out, v.a, v.b, q); },
           .expected = [](auto a, auto b, auto, const auto&, auto q) { return reference::sub_mod(a, b, q); }},
          {.name = "sub_scalar",
           .scalar = Operation::Scalar::residue,
           .apply = [](const auto& v, const auto& c, const auto& q) { ringlet::sub(v.out, v.a, c.scalar, q); },
           .expected = [](auto a, auto, auto, const auto& c, auto q) { return reference::sub_mod(a, c.scalar, q); }},
          {.name = "neg",
           .apply = [](const auto& v, const auto&, const auto& q) { ringlet::neg(v.out, v.a, q); },
           .expected = [](auto a, auto, auto, const auto&, auto q) { return reference::sub_mod(0, a, q); }}};
}

Operation product(unsigned factor) {
  return {.name = with_factor("mul", factor),
          .input_factor = factor,
          .reads_b = true,
          .apply = [factor](const auto& v, const auto&, const auto& q) { ringlet::mul(v.out, v.a, v.b, q, {factor}); },
          .expected = [](auto a, auto b, auto, const auto&, auto q) { return reference::mul_mod(a, b, q); }};
}

Operation product_less(unsigned factor) {
  return {
      .name = with_factor("mul_sub", factor),
      .input_factor = factor,
      .reads_b = true,
      .reads_c = true,
      .apply = [factor](const auto& v, const auto&,
                        const auto& q) { ringlet::mul_sub(v.out, v.a, v.b, v.c, q, {factor}); },
      .expected = [](auto a, auto b, auto c, const auto&,
                     auto q) { return reference::sub_mod(reference::mul_mod(a, b, q), reference::reduce(c, q), q); }};
}

std::vector<Operation> scalar_products(unsigned factor) {
  const auto product = [](auto a, auto, auto, const auto& c, auto q) { return reference::mul_mod(a, c.scalar, q); };
  return {
      {.name = with_factor("mul_scalar", factor),
       .input_factor = factor,
       .scalar = Operation::Scalar::residue,
       .apply = [factor](const auto& v, const auto& c,
                         const auto& q) { ringlet::mul_scalar(v.out, v.a, c.scalar, q, {factor}); },
       .expected = product},
      {.name = with_factor("axpy", factor),
       .input_factor = factor,
       .reads_b = true,
       .scalar = Operation::Scalar::residue,
       .apply = [factor](const auto& v, const auto& c,
                         const auto& q) { ringlet::axpy(v.out, v.a, c.scalar, v.b, q, {factor}); },
       .expected = [](auto a, auto b, auto, const auto& c, auto q) { return reference::fma_mod(a, c.scalar, b, q); }},
      {.name = with_factor("axpy_without_z", factor),
       .input_factor = factor,
       .scalar = Operation::Scalar::residue,
       .apply = [factor](const auto& v, const auto& c,
                         const auto& q) { ringlet::axpy(v.out, v.a, c.scalar, std::nullopt, q, {factor}); },
       .expected = product},
  };
}

/// x (x + 1) + z has a fixed operand, x + 1, that differs from lane to lane.
std::uint64_t successor(std::uint64_t x, std::uint64_t q) { return reference::add_mod(x, 1, q); }

std::vector<Operation> fixed_products(unsigned factor) {
  const auto fixed = [](std::span<const std::uint64_t> words, const Modulus& q, auto residue_of) {
    Words residues;
    for (const std::uint64_t word : words) residues.push_back(residue_of(word, q.value()));
    return ringlet::FixedOperand(residues, q);
  };
  return {
      {.name = with_factor("mul_fixed", factor),
       .input_factor = factor,
       .reads_b = true,
       .fixes_b = true,
       .apply = [=](const auto& v, const auto&,
                    const auto& q) { ringlet::mul(v.out, v.a, fixed(v.b, q, reference::reduce), {factor}); },
       .expected = [](auto a, auto b, auto, const auto&, auto q) { return reference::mul_mod(a, b, q); }},
      {.name = with_factor("mul_add_fixed", factor),
       .input_factor = factor,
       .reads_b = true,
       .apply = [=](const auto& v, const auto&,
                    const auto& q) { ringlet::mul_add(v.out, v.a, fixed(v.a, q, successor), v.b, {factor}); },
       .expected = [](auto a, auto b, auto, const auto&,
                      auto q) { return reference::fma_mod(a, successor(a, q), b, q); }},
  };
}

Operation reduction(unsigned input_factor, unsigned output_factor) {
  const std::string from = input_factor == 0 ? "reduce_any" : with_factor("reduce", input_factor);
  return {.name = with_factor(from + "_to", output_factor),
          .input_factor = input_factor,
          .output_factor = output_factor,
          .apply = [=](const auto& v, const auto&,
                       const auto& q) { ringlet::reduce(v.out, v.a, q, {input_factor, output_factor}); },
          .expected = [](auto a, auto, auto, const auto&, auto q) { return reference::reduce(a, q); }};
}

struct NamedComparison {
  Comparison comparison;
  const char* name;
  bool (*holds)(std::uint64_t value, std::uint64_t bound);
};

constexpr NamedComparison comparisons[] = {
    {Comparison::equal, "equal", [](auto x, auto bound) { return x == bound; }},
    {Comparison::less, "less", [](auto x, auto bound) { return x < bound; }},
    {Comparison::less_equal, "less_equal", [](auto x, auto bound) { return x <= bound; }},
    {Comparison::never, "never", [](auto, auto) { return false; }},
    {Comparison::not_equal, "not_equal", [](auto x, auto bound) { return x != bound; }},
    {Comparison::greater_equal, "greater_equal", [](auto x, auto bound) { return x >= bound; }},
    {Comparison::greater, "greater", [](auto x, auto bound) { return x > bound; }},
    {Comparison::always, "always", [](auto, auto) { return true; }},
};

std::vector<Operation> conditional_sums(const NamedComparison& by) {
  return {
      {.name = std::string("cmp_add_") + by.name,
       .input_factor = 0,
       .output_factor = 0,
       .scalar = Operation::Scalar::word,
       .has_bound = true,
       .apply = [&by](const auto& v, const auto& c,
                      const auto&) { ringlet::cmp_add(v.out, v.a, by.comparison, c.bound, c.scalar); },
       .expected = [&by](auto a, auto, auto, const auto& c, auto) { return by.holds(a, c.bound) ? a + c.scalar : a; }},
      {.name = std::string("cmp_sub_") + by.name,
       .input_factor = 0,
       .scalar = Operation::Scalar::residue,
       .has_bound = true,
       .apply = [&by](const auto& v, const auto& c,
                      const auto& q) { ringlet::cmp_sub(v.out, v.a, q, by.comparison, c.bound, c.scalar); },
       .expected = [&by](auto a, auto, auto, const auto& c,
                         auto q) { return reference::sub_mod(a, by.holds(a, c.bound) ? c.scalar : 0, q); }}};
}

std::vector<Operation> all_operations() {
  std::vector<Operation> all = sums();
  const auto append = [&all](const std::vector<Operation>& more) { all.insert(all.end(), more.begin(), more.end()); };
  for (const unsigned factor : {1U, 2U, 4U}) append({product(factor), product_less(factor)});
  for (const unsigned factor : {1U, 2U, 4U, 8U}) append(scalar_products(factor));
  for (const unsigned factor : {1U, 2U, 4U, 8U}) append(fixed_products(factor));
  for (const unsigned input_factor : {0U, 2U, 4U}) append({reduction(input_factor, 1), reduction(input_factor, 2)});
  for (const NamedComparison& comparison : comparisons) append(conditional_sums(comparison));
  return all;
}

bool is_correct(const Operation& operation, std::uint64_t actual, std::uint64_t expected, std::uint64_t q) {
  if (operation.output_factor < 2) return actual == expected;
  return actual <= top_of_range(q, operation.output_factor) && reference::reduce(actual, q) == expected;
}

bool is_unchanged(std::span<const std::uint64_t> now, const Words& before, std::span<const std::uint64_t> out) {
  return now.data() == out.data() || Words(now.begin(), now.end()) == before;
}

}  // namespace

const std::vector<Operation>& operations() {
  static const std::vector<Operation> all = all_operations();
  return all;
}

std::vector<std::size_t> operation_indices(const std::function<bool(const Operation&)>& property) {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < operations().size(); ++i) {
    if (!property || property(operations()[i])) indices.push_back(i);
  }
  return indices;
}

std::string operation_name(std::size_t index) { return operations()[index].name; }

std::uint64_t top_of_input(const Operation& operation, std::uint64_t q) {
  return top_of_range(q, operation.input_factor);
}

std::vector<Constants> corner_constants(const Operation& operation, Random& random, std::uint64_t q) {
  Words scalars{0};
  if (operation.scalar != Operation::Scalar::none) scalars.insert(scalars.end(), {1, q - 1, random.up_to(q - 1)});
  if (operation.scalar == Operation::Scalar::word) scalars.insert(scalars.end(), {max_word, random.word()});
  Words bounds{0};
  if (operation.has_bound) bounds.insert(bounds.end(), {1, q - 1, q, max_word, random.word()});
  std::vector<Constants> all;
  for (const std::uint64_t scalar : scalars) {
    for (const std::uint64_t bound : bounds) all.push_back({scalar, bound});
  }
  return all;
}

void expect_correct(const Operation& operation, const Arguments& arguments, const Constants& constants,
                    const Modulus& q) {
  const Words a(arguments.a.begin(), arguments.a.end());
  const Words b(arguments.b.begin(), arguments.b.end());
  const Words c(arguments.c.begin(), arguments.c.end());
  operation.apply(arguments, constants, q);
  EXPECT_TRUE(is_unchanged(arguments.a, a, arguments.out)) << operation.name << " changed its first input";
  EXPECT_TRUE(is_unchanged(arguments.b, b, arguments.out)) << operation.name << " changed its second input";
  EXPECT_TRUE(is_unchanged(arguments.c, c, arguments.out)) << operation.name << " changed its third input";
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::uint64_t second = operation.reads_b ? b[i] : 0;
    const std::uint64_t third = operation.reads_c ? c[i] : 0;
    const std::uint64_t expected = operation.expected(a[i], second, third, constants, q.value());
    if (!is_correct(operation, arguments.out[i], expected, q.value())) {
      ADD_FAILURE() << operation.name << ": element " << i << " of " << a.size() << ", a = " << a[i]
                    << ", b = " << second << ", c = " << third << ", scalar = " << constants.scalar
                    << ", bound = " << constants.bound << ", q = " << q.value() << ": is " << arguments.out[i]
                    << ", should be " << expected;
      return;
    }
  }
}

}  // namespace ringlet_test
