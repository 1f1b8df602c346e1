// Tests all errors of the C interface's operations on rows: their status, the argument's name in the
// message, and that nothing is written.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "c/rns_calls.hpp"
#include "c/statuses.hpp"
#include "support/backends.hpp"
#include "support/errors.hpp"

namespace ringlet_test::c_api {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::size_t n = RowPlans::n;
constexpr std::size_t max = std::numeric_limits<std::size_t>::max();

class CRnsErrors : public BackendTest<> {
 protected:
  static constexpr std::size_t words_of_an_array = RowPlans::all_size * n;

  void SetUp() override {
    BackendTest::SetUp();
    if (!IsSkipped()) plans_ = std::make_unique<RowPlans>(50U);
  }
  void TearDown() override {
    EXPECT_EQ(words_, Words(words_.size(), 1));
    BackendTest::TearDown();
  }

  /// Returns row 0 of one of eight separate arrays: four outputs and four inputs.
  [[nodiscard]] std::uint64_t* array(std::size_t i) { return words_.data() + i * words_of_an_array; }
  /// Returns a call that would succeed.
  [[nodiscard]] RowArguments valid(const RowOperation& operation) {
    return {.out = {rows_at(array(0)), rows_at(array(1)), rows_at(array(2)), rows_at(array(3))},
            .in = {rows_at(array(4)), rows_at(array(5)), rows_at(array(6)), rows_at(array(7))},
            .rows = operation.out_rows,
            .n = n};
  }

  Words words_ = Words(8 * words_of_an_array, 1);
  std::unique_ptr<RowPlans> plans_;
};

TEST_P(CRnsErrors, NullPointersAndAlignment) {
  for (const RowOperation& operation : plans_->operations()) {
    SCOPED_TRACE(operation.name);
    for (std::size_t i = 0; i < operation.outputs.size(); ++i) {
      RowArguments x = valid(operation);
      x.out[i].words = nullptr;
      EXPECT_EQ(null(operation.in_c(x)), operation.outputs[i] + " is null");
      x.out[i].words = odd(array(i));
      EXPECT_THAT(invalid(operation.in_c(x)), StartsWith("address of " + operation.outputs[i] + " is "));
    }
    for (std::size_t i = 0; i < operation.inputs.size(); ++i) {
      RowArguments x = valid(operation);
      x.in[i].words = nullptr;
      EXPECT_EQ(null(operation.in_c(x)), operation.inputs[i] + " is null");
      x.in[i].words = odd(array(4 + i));
      EXPECT_THAT(invalid(operation.in_c(x)), StartsWith("address of " + operation.inputs[i] + " is "));
    }
  }
}

TEST_P(CRnsErrors, Shapes) {
  for (const RowOperation& operation : plans_->operations()) {
    SCOPED_TRACE(operation.name);
    for (const std::size_t stride : {std::size_t{0}, n - 1, max / 16, max}) {
      for (std::size_t i = 0; i < operation.outputs.size(); ++i) {
        RowArguments x = valid(operation);
        x.out[i].stride = stride;
        EXPECT_THAT(invalid(operation.in_c(x)), AllOf(StartsWith("stride of " + operation.outputs[i]), Names(stride)));
      }
      for (std::size_t i = 0; i < operation.inputs.size(); ++i) {
        RowArguments x = valid(operation);
        x.in[i].stride = stride;
        EXPECT_THAT(invalid(operation.in_c(x)), AllOf(StartsWith("stride of " + operation.inputs[i]), Names(stride)));
      }
    }
    RowArguments x = valid(operation);
    if (operation.takes_rows) {
      x.rows = 0;
      EXPECT_THAT(invalid(operation.in_c(x)), StartsWith("rows is 0, but it must be "));
      // Without a base, only the size of memory bounds the number of rows.
      const bool has_base = operation.name != "automorphism_on_evaluations";
      x.rows = max;
      EXPECT_THAT(invalid(operation.in_c(x)),
                  StartsWith(has_base ? "rows is " + std::to_string(max) : "stride of out is"));
    }
    x = valid(operation);
    if (operation.takes_n) {
      x.n = 0;
      EXPECT_THAT(invalid(operation.in_c(x)), StartsWith("n is 0, but it must be at least 1"));
      x.n = max;
      EXPECT_THAT(invalid(operation.in_c(x)), StartsWith("n is " + std::to_string(max)));
    }
  }
}

TEST_P(CRnsErrors, RowsByPointers) {
  for (const RowOperation& operation : plans_->operations()) {
    SCOPED_TRACE(operation.name);
    std::vector<std::vector<std::uint64_t*>> pointers;
    const auto by_pointers = [&] {
      pointers.clear();
      RowArguments x = valid(operation);
      const auto by = [&](ringlet_rows& one, std::size_t rows) {
        auto& of_rows = pointers.emplace_back();
        for (std::size_t i = 0; i < rows; ++i) of_rows.push_back(one.words + i * n);
        one = rows_by(of_rows.data());
      };
      for (std::size_t i = 0; i < operation.outputs.size(); ++i) by(x.out[i], operation.out_rows);
      for (std::size_t i = 0; i < operation.inputs.size(); ++i) by(x.in[i], operation.in_rows);
      return x;
    };
    std::vector<std::string> names = operation.outputs;
    names.insert(names.end(), operation.inputs.begin(), operation.inputs.end());
    for (std::size_t i = 0; i < names.size(); ++i) {
      RowArguments x = by_pointers();
      ringlet_rows& rows = i < operation.outputs.size() ? x.out[i] : x.in[i - operation.outputs.size()];
      rows.words = array(0);
      EXPECT_EQ(invalid(operation.in_c(x)), names[i] + " has words and pointers, but one of the two must be null");
      rows = rows_by(odd(rows.pointers));
      EXPECT_THAT(invalid(operation.in_c(x)), StartsWith("address of " + names[i] + " is "));
      const std::size_t last = (i < operation.outputs.size() ? operation.out_rows : operation.in_rows) - 1;
      const std::string row = names[i] + "[" + std::to_string(last) + "]";
      x = by_pointers();
      pointers[i][last] = nullptr;
      EXPECT_EQ(null(operation.in_c(x)), row + " is null");
      pointers[i][last] = odd(array(0));
      EXPECT_THAT(invalid(operation.in_c(x)), StartsWith("address of " + row + " is "));
      if (i >= operation.outputs.size() || last == 0) continue;
      x = by_pointers();
      pointers[i][last] = pointers[i][0] + n - 1;
      EXPECT_EQ(invalid(operation.in_c(x)), "rows of " + names[i] + " overlap each other, but they must be separate");
    }
    if (!operation.takes_n) continue;
    RowArguments x = by_pointers();
    x.n = 0;
    EXPECT_THAT(invalid(operation.in_c(x)), StartsWith("n is 0, but it must be at least 1"));
  }
}

// The stride of a single row is not used, so any stride that an array may have is valid.
TEST_P(CRnsErrors, LongestStride) {
  constexpr std::size_t longest = std::numeric_limits<std::ptrdiff_t>::max() / sizeof(std::uint64_t);
  Words out(n), in(n, 0);
  const auto negated = [&](std::size_t stride) {
    return ringlet_rns_neg(rows_at(out.data(), stride), rows_at(in.data(), stride), 1, n, plans_->base.get(), nullptr);
  };
  EXPECT_EQ(negated(longest), RINGLET_OK);
  EXPECT_THAT(invalid(negated(longest + 1)), StartsWith("stride of out is " + std::to_string(longest + 1)));
}

TEST_P(CRnsErrors, Overlaps) {
  for (const RowOperation& operation : plans_->operations()) {
    SCOPED_TRACE(operation.name);
    for (std::size_t i = 0; i < operation.inputs.size(); ++i) {
      for (const std::size_t shift : {std::size_t{1}, n - 1, n}) {
        RowArguments x = valid(operation);
        x.in[i].words = x.out[operation.outputs.size() - 1].words + shift;
        EXPECT_THAT(invalid(operation.in_c(x)), AllOf(HasSubstr("of " + operation.outputs.back() + " overlaps row "),
                                                      HasSubstr(" of " + operation.inputs[i] + ", ")));
      }
    }
    for (std::size_t i = 0; i < operation.outputs.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        RowArguments x = valid(operation);
        x.out[i] = x.out[k];
        const std::string one = "row 0 of " + operation.outputs[i], other = "row 0 of " + operation.outputs[k];
        EXPECT_THAT(invalid(operation.in_c(x)),
                    AnyOf(StartsWith(one + " overlaps " + other + ","), StartsWith(other + " overlaps " + one + ",")));
      }
    }
  }
}

TEST_P(CRnsErrors, OverlapsOfOtherPolynomials) {
  std::size_t operations = 0;
  for (const RowOperation& operation : plans_->operations()) {
    if (!operation.name.ends_with("_many")) continue;
    SCOPED_TRACE(operation.name);
    ++operations;
    for (std::size_t i = 0; i < operation.outputs.size(); ++i) {
      // The outputs of one argument follow each other.
      const std::size_t other = 1 - i % 2;
      RowArguments x = valid(operation);
      x.in[other] = x.out[i];
      EXPECT_THAT(invalid(operation.in_c(x)), StartsWith("row 0 of " + operation.outputs[i] + " overlaps row 0 of " +
                                                         operation.inputs[other] + ", but they must be separate"));
    }
  }
  EXPECT_EQ(operations, 5U);
}

TEST_P(CRnsErrors, ArraysOfPolynomials) {
  const std::array out_b{rows_at(array(0)), rows_at(array(1))}, out_a{rows_at(array(2)), rows_at(array(3))};
  const std::array in{rows_at(array(4)), rows_at(array(5))};
  const RowPlans other(50U);
  struct Call {
    const ringlet_rows* b;
    const ringlet_rows* a;
    const ringlet_rows* in;
    std::size_t polynomials = 2;
    const ringlet_switching_key* key;
  };
  const Call valid{.b = out_b.data(), .a = out_a.data(), .in = in.data(), .key = plans_->key.get()};
  using Messages = std::vector<std::string>;
  const auto of_transforms = [&](ringlet_status expected, const Call& x) {
    const ringlet_rns_ntt* const ntt = plans_->ntt.get();
    return Messages{message(expected, ringlet_rns_ntt_forward_many(ntt, x.b, x.in, x.polynomials, 2, 1, 1, nullptr)),
                    message(expected, ringlet_rns_ntt_inverse_many(ntt, x.b, x.in, x.polynomials, 2, 1, 1, nullptr))};
  };
  const auto of_key_switches = [&](ringlet_status expected, const Call& x) {
    const ringlet_key_switch* const plan = plans_->key_switch.get();
    return Messages{
        message(expected, ringlet_key_switch_apply_many(plan, x.b, x.a, x.in, x.polynomials, 2, x.key, nullptr)),
        message(expected, ringlet_key_switch_add_many(plan, x.b, x.a, x.in, x.polynomials, 2, x.key, nullptr))};
  };
  for (const std::size_t polynomials : {std::size_t{0}, max / 16, max}) {
    Call x = valid;
    x.polynomials = polynomials;
    const auto says_so = Each(StartsWith("polynomials is " + std::to_string(polynomials) + ", but "));
    EXPECT_THAT(of_transforms(RINGLET_INVALID_ARGUMENT, x), says_so);
    EXPECT_THAT(of_key_switches(RINGLET_INVALID_ARGUMENT, x), says_so);
  }
  Call x = valid;
  x.b = nullptr;
  EXPECT_THAT(of_transforms(RINGLET_NULL_POINTER, x), Each(std::string("out is null")));
  EXPECT_THAT(of_key_switches(RINGLET_NULL_POINTER, x), Each(std::string("out_b is null")));
  x = valid;
  x.a = nullptr;
  EXPECT_THAT(of_key_switches(RINGLET_NULL_POINTER, x), Each(std::string("out_a is null")));
  x = valid;
  x.in = nullptr;
  EXPECT_THAT(of_transforms(RINGLET_NULL_POINTER, x), Each(std::string("in is null")));
  EXPECT_THAT(of_key_switches(RINGLET_NULL_POINTER, x), Each(std::string("in is null")));
  x.in = odd(in.data());
  EXPECT_THAT(of_transforms(RINGLET_INVALID_ARGUMENT, x), Each(StartsWith("address of in is ")));
  EXPECT_THAT(of_key_switches(RINGLET_INVALID_ARGUMENT, x), Each(StartsWith("address of in is ")));
  x = valid;
  x.key = nullptr;
  EXPECT_THAT(of_key_switches(RINGLET_NULL_POINTER, x), Each(std::string("key is null")));
  x.key = other.key.get();
  EXPECT_THAT(of_key_switches(RINGLET_INVALID_ARGUMENT, x), Each(StartsWith("key belongs to another plan")));
}

TEST_P(CRnsErrors, WhatOnlySomeOperationsTake) {
  std::uint64_t* const p = array(0);
  const ringlet_rns_base* const base = plans_->base.get();
  const ringlet_rows pointers[] = {rows_at(array(2)), rows_at(nullptr)};
  const auto product = [&](const ringlet_rows* a, const ringlet_rows* b, std::size_t count) {
    return ringlet_rns_inner_product(rows_at(p), a, b, count, 2, n, base, RINGLET_PLAIN, nullptr);
  };
  EXPECT_EQ(null(product(nullptr, pointers, 1)), "a is null");
  EXPECT_EQ(null(product(pointers, nullptr, 1)), "b is null");
  EXPECT_EQ(null(product(pointers, pointers, 2)), "a[1] is null");
  EXPECT_THAT(invalid(product(pointers, pointers, 0)), StartsWith("terms is 0"));
  EXPECT_THAT(invalid(product(pointers, pointers, max)), StartsWith("terms is "));
  const std::array outputs{rows_at(array(0)), rows_at(array(1)), rows_at(array(4))};
  const std::array operands{rows_at(array(2)), rows_at(array(3))};
  const auto tensor = [&](const ringlet_rows* out, const ringlet_rows* a, const ringlet_rows* b,
                          const ringlet_rns_base* of) { return ringlet_rns_tensor(out, a, b, 2, n, of, nullptr); };
  EXPECT_EQ(null(tensor(nullptr, operands.data(), operands.data(), base)), "out is null");
  EXPECT_EQ(null(tensor(outputs.data(), nullptr, operands.data(), base)), "a is null");
  EXPECT_EQ(null(tensor(outputs.data(), operands.data(), nullptr, base)), "b is null");
  EXPECT_EQ(null(tensor(outputs.data(), operands.data(), operands.data(), nullptr)), "base is null");
  EXPECT_THAT(invalid(tensor(outputs.data(), odd(operands.data()), operands.data(), base)),
              StartsWith("address of a is "));
  const auto scaled = [&](const std::uint64_t* scalars) {
    return ringlet_rns_mul_scalar(rows_at(p), rows_at(array(1)), scalars, 2, n, base, nullptr);
  };
  EXPECT_EQ(null(scaled(nullptr)), "scalars is null");
  EXPECT_THAT(message(RINGLET_OUT_OF_RANGE, scaled(plans_->moduli.data())),
              AllOf(StartsWith("scalars[0] is "), Names(plans_->moduli[0])));
  for (const unsigned factor : {0U, 3U, 8U}) {
    EXPECT_THAT(invalid(ringlet_rns_ntt_inverse(plans_->ntt.get(), rows_at(p), rows_at(p), 2, factor, 1, nullptr)),
                StartsWith("input_factor is " + std::to_string(factor)));
    EXPECT_THAT(invalid(ringlet_rns_ntt_forward(plans_->ntt.get(), rows_at(p), rows_at(p), 2, 1, factor, nullptr)),
                StartsWith("output_factor is " + std::to_string(factor)));
  }
}

TEST_P(CRnsErrors, FormsAndEvenModuli) {
  std::uint64_t* const p = array(0);
  const ringlet_rows terms[] = {rows_at(p)};
  const RnsBase base = make_base({97, 1 << 20});
  const auto expect_refusal = [&](ringlet_form form, const std::string& rule) {
    const ringlet_rns_base* const b = base.get();
    EXPECT_THAT(invalid(ringlet_rns_mul(rows_at(p), rows_at(p), rows_at(p), 2, n, b, form, nullptr)), StartsWith(rule));
    EXPECT_THAT(invalid(ringlet_rns_mul_add(rows_at(p), rows_at(p), rows_at(p), rows_at(p), 2, n, b, form, nullptr)),
                StartsWith(rule));
    EXPECT_THAT(invalid(ringlet_rns_inner_product(rows_at(p), terms, terms, 1, 2, n, b, form, nullptr)),
                StartsWith(rule));
  };
  const std::string even = "moduli[1] is 1048576, but it must be odd for Montgomery form";
  expect_refusal(RINGLET_MONTGOMERY, even);
  expect_refusal(static_cast<ringlet_form>(2), "form is 2");
  EXPECT_EQ(invalid(ringlet_rns_to_montgomery(rows_at(p), rows_at(p), 2, n, base.get(), nullptr)), even);
  EXPECT_EQ(invalid(ringlet_rns_from_montgomery(rows_at(p), rows_at(p), 2, n, base.get(), nullptr)), even);
}

TEST_P(CRnsErrors, Integers) {
  std::uint64_t *const p = array(0), *const q = array(2);
  const ringlet_rns_base* const base = plans_->base.get();
  const auto to = [&](std::uint64_t* out, std::size_t words, const std::uint64_t* in, std::size_t stride,
                      std::size_t count, ringlet_lift lift = RINGLET_LIFT_FLOOR) {
    return ringlet_rns_to_integers(out, words, rows_at(in, stride), count, base, lift);
  };
  const auto from = [&](std::uint64_t* out, std::size_t stride, const std::uint64_t* in, std::size_t words,
                        std::size_t count) {
    return ringlet_rns_from_integers(rows_at(out, stride), in, words, count, base, false);
  };
  EXPECT_EQ(null(to(nullptr, 3, q, n, n)), "out is null");
  EXPECT_EQ(null(to(p, 3, nullptr, n, n)), "in is null");
  EXPECT_EQ(null(from(nullptr, n, q, 3, n)), "out is null");
  EXPECT_EQ(null(from(p, n, nullptr, 3, n)), "in is null");
  EXPECT_THAT(invalid(to(p, 3, q, n - 1, n)), StartsWith("stride of in is 15"));
  EXPECT_THAT(invalid(from(p, n - 1, q, 3, n)), StartsWith("stride of out is 15"));
  EXPECT_THAT(invalid(to(p, 3, q, n, 0)), StartsWith("n is 0"));
  EXPECT_THAT(invalid(from(p, n, q, 3, 0)), StartsWith("n is 0"));
  for (const std::size_t words : {std::size_t{0}, max}) {
    EXPECT_THAT(invalid(to(p, words, q, n, n)), StartsWith("words is " + std::to_string(words)));
    EXPECT_THAT(invalid(from(p, n, q, words, n)), StartsWith("words is " + std::to_string(words)));
    EXPECT_THAT(invalid(ringlet_rns_base_product(base, p, words)), StartsWith("words is " + std::to_string(words)));
  }
  // The number of words is checked first. No array has more than 2^60 - 1 words.
  for (const std::size_t words : {std::size_t{0}, (std::size_t{1} << 60) / n, max}) {
    EXPECT_THAT(invalid(to(p, words, nullptr, n, n)), StartsWith("words is " + std::to_string(words)));
  }
  EXPECT_EQ(null(to(p, (std::size_t{1} << 60) / n - 1, nullptr, n, n)), "in is null");
  EXPECT_THAT(invalid(to(p, 2, q, n, n)), StartsWith("words is 2"));
  EXPECT_THAT(invalid(to(p, 3, q, n, n, RINGLET_LIFT_APPROXIMATE)), HasSubstr("lift is approximate"));
  EXPECT_THAT(invalid(to(p, 3, q, n, n, static_cast<ringlet_lift>(3))), StartsWith("lift is 3"));
  for (const std::size_t shift : {std::size_t{0}, 3 * n - 1}) {
    EXPECT_THAT(invalid(to(p, 3, p + shift, n, n)), HasSubstr("out overlaps in"));
    EXPECT_THAT(invalid(from(p + shift, n, p, 3, n)), HasSubstr("out overlaps in"));
  }
  // The last word of the last row overlaps. Adjacent integers and rows do not.
  EXPECT_THAT(invalid(to(p + 3 * n - 1, 3, p, n, n)), HasSubstr("out overlaps in"));
  Words apart(6 * n, 1);
  EXPECT_EQ(to(apart.data() + 3 * n, 3, apart.data(), n, n), RINGLET_OK);
  EXPECT_EQ(from(apart.data() + 3 * n, n, apart.data(), 3, n), RINGLET_OK);
  EXPECT_EQ(null(ringlet_rns_base_product(base, nullptr, 3)), "out is null");
  EXPECT_EQ(null(ringlet_rns_base_product(nullptr, p, 3)), "base is null");
  EXPECT_EQ(null(ringlet_rns_to_integers(p, 3, rows_at(q), n, nullptr, RINGLET_LIFT_FLOOR)), "base is null");
  EXPECT_EQ(null(ringlet_rns_from_integers(rows_at(p), q, 3, n, nullptr, false)), "base is null");
}

TEST_P(CRnsErrors, KeysDigitsAndSums) {
  std::uint64_t *const b = array(0), *const a = array(1), *const in = array(2);
  const RowPlans other(50U);
  ringlet_key_switch* const plan = plans_->key_switch.get();
  const auto with_key = [&](const ringlet_switching_key* key) {
    return ringlet_key_switch_apply(plan, rows_at(b), rows_at(a), rows_at(in), 2, key, nullptr);
  };
  EXPECT_EQ(null(with_key(nullptr)), "key is null");
  EXPECT_THAT(invalid(with_key(other.key.get())), StartsWith("key belongs to another plan"));
  const auto with_digits = [&](const ringlet_rows* digits, std::size_t rows, const ringlet_switching_key* key) {
    return ringlet_key_switch_apply_digits(plan, rows_at(b), rows_at(a), digits, rows, key, nullptr);
  };
  const auto multiplied = [&](const ringlet_rows* digits, std::size_t rows, const ringlet_switching_key* key) {
    return ringlet_key_switch_inner_product(plan, rows_at(b), rows_at(a), digits, rows, key, nullptr);
  };
  const ringlet_rows pointers[] = {rows_at(array(3)), rows_at(nullptr)};
  const ringlet_switching_key* const key = plans_->key.get();
  EXPECT_EQ(null(with_digits(nullptr, 2, key)), "digits is null");
  EXPECT_EQ(null(multiplied(nullptr, 2, key)), "digits is null");
  EXPECT_EQ(null(ringlet_key_switch_decompose(plan, nullptr, rows_at(in), 2, nullptr)), "digits is null");
  EXPECT_EQ(null(with_digits(pointers, 3, key)), "digits[1] is null");
  EXPECT_THAT(invalid(with_digits(odd(pointers), 2, key)), StartsWith("address of digits is "));
  for (const std::size_t rows : {std::size_t{0}, std::size_t{4}, max}) {
    const auto says_so = StartsWith("rows is " + std::to_string(rows) + ", but ");
    EXPECT_THAT(invalid(with_digits(pointers, rows, key)), says_so);
    EXPECT_THAT(invalid(multiplied(pointers, rows, key)), says_so);
    EXPECT_THAT(invalid(ringlet_key_switch_decompose(plan, pointers, rows_at(in), rows, nullptr)), says_so);
    EXPECT_THAT(invalid(ringlet_key_switch_add_special_multiple(plan, rows_at(b), rows_at(in), rows, nullptr)),
                says_so);
  }
  EXPECT_EQ(null(with_digits(pointers, 2, nullptr)), "key is null");
  EXPECT_EQ(null(multiplied(pointers, 2, nullptr)), "key is null");
  EXPECT_THAT(invalid(with_digits(pointers, 2, other.key.get())), StartsWith("key belongs to another plan"));
  EXPECT_THAT(invalid(multiplied(pointers, 2, other.key.get())), StartsWith("key belongs to another plan"));
}

/// Callbacks that break the rules of executors.
void leave_one_out(void*, std::size_t count, ringlet_task task, void* task_context) {
  for (std::size_t i = 1; i < count; ++i) task(task_context, i, 0);
}
void tell_a_worker_too_many(void*, std::size_t count, ringlet_task task, void* task_context) {
  for (std::size_t i = 0; i < count; ++i) task(task_context, i, 3);
}
void go_one_too_far(void*, std::size_t count, ringlet_task task, void* task_context) {
  for (std::size_t i = 1; i <= count; ++i) task(task_context, i, 0);
}

TEST_P(CRnsErrors, ExecutorsThatBreakTheirRules) {
  Words out(2 * n);
  const auto added = [&](ringlet_run run) {
    const Executor executor = made<Executor>(ringlet_executor_create, std::size_t{3}, run, nullptr);
    return ringlet_rns_add(rows_at(out.data()), rows_at(array(2)), rows_at(array(3)), 2, n, plans_->base.get(),
                           executor.get());
  };
  EXPECT_THAT(invalid(added(leave_one_out)), HasSubstr("run called is 1, but it must be 2"));
  EXPECT_THAT(invalid(added(tell_a_worker_too_many)), StartsWith("worker is 3, but it must be below workers = 3"));
  EXPECT_THAT(invalid(added(go_one_too_far)), StartsWith("index is 2, but it must be below the count 2"));
}

// Transforms check their factors in the tasks.
TEST_P(CRnsErrors, FailuresOfTasksComeBackFromOtherThreads) {
  for (const ringlet_run run : {run_on_threads, run_in_reverse}) {
    const Executor executor = made<Executor>(ringlet_executor_create, std::size_t{3}, run, nullptr);
    EXPECT_THAT(invalid(ringlet_rns_ntt_forward(plans_->ntt.get(), rows_at(array(0)), rows_at(array(2)), 5, 3, 1,
                                                executor.get())),
                StartsWith("input_factor is 3"));
    Words out(5 * n);
    EXPECT_EQ(
        ringlet_rns_ntt_forward(plans_->ntt.get(), rows_at(out.data()), rows_at(array(2)), 5, 1, 1, executor.get()),
        RINGLET_OK);
  }
}

INSTANTIATE_TEST_SUITE_P(All, CRnsErrors, ::testing::Combine(::testing::ValuesIn(all_backends())),
                         [](const auto& test) { return test_name(std::get<0>(test.param)); });

}  // namespace
}  // namespace ringlet_test::c_api
