// Compares every operation on rows of the C interface with its C++ counterpart, bit for bit, on
// every backend. Tests executors in C.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <utility>

#include "c/rns_calls.hpp"
#include "reference/modular.hpp"
#include "support/backends.hpp"
#include "support/page_edge_buffer.hpp"

namespace ringlet_test::c_api {
namespace {

constexpr std::size_t n = RowPlans::n;

ringlet::RnsSpan view_of(const ringlet_rows& rows, std::size_t count) { return {rows.words, count, n, rows.stride}; }

class CRns : public BackendTest<unsigned> {
 protected:
  void SetUp() override {
    BackendTest::SetUp();
    if (!IsSkipped()) plans_ = std::make_unique<RowPlans>(parameter());
  }

  /// Arrays of a call. Words between and behind the rows must stay unchanged.
  struct Buffers {
    std::vector<Words> outputs, inputs;
  };
  [[nodiscard]] Buffers buffers_for(const RowOperation& operation) {
    Buffers result;
    for (std::size_t i = 0; i < operation.outputs.size(); ++i) {
      result.outputs.push_back(random_rows(random_, plans_->moduli_of(operation.out_rows), n, out_stride(i)));
    }
    for (std::size_t i = 0; i < operation.inputs.size(); ++i) {
      result.inputs.push_back(random_rows(random_, plans_->moduli_of(operation.in_rows), n, in_stride(i)));
    }
    return result;
  }
  /// Returns the key switch of a polynomial: rows of b, then of a.
  [[nodiscard]] Words switched_by(const SwitchingKey& key, const Words& in) const {
    Words out(6 * n);
    EXPECT_EQ(ringlet_key_switch_apply(plans_->key_switch.get(), rows_at(out.data()), rows_at(out.data() + 3 * n),
                                       rows_at(in.data()), 3, key.get(), nullptr),
              RINGLET_OK);
    return out;
  }
  /// All arrays of a call have different strides.
  [[nodiscard]] static std::size_t out_stride(std::size_t i) { return n + 1 + i; }
  [[nodiscard]] static std::size_t in_stride(std::size_t i) { return n + 5 + i; }
  [[nodiscard]] static RowArguments arguments_of(const RowOperation& operation, Buffers& buffers) {
    RowArguments x{.rows = operation.out_rows, .n = n};
    for (std::size_t i = 0; i < buffers.outputs.size(); ++i) {
      x.out[i] = rows_at(buffers.outputs[i].data(), out_stride(i));
    }
    for (std::size_t i = 0; i < buffers.inputs.size(); ++i) {
      x.in[i] = rows_at(buffers.inputs[i].data(), in_stride(i));
    }
    return x;
  }
  /// Calls the C++ function with the same arrays.
  static void call_cpp(const RowOperation& operation, const RowArguments& x) {
    CppRows out;
    CppInputs in;
    for (std::size_t i = 0; i < operation.outputs.size(); ++i) out.push_back(view_of(x.out[i], operation.out_rows));
    for (std::size_t i = 0; i < operation.inputs.size(); ++i) in.emplace_back(view_of(x.in[i], operation.in_rows));
    operation.in_cpp(out, in);
  }

  std::unique_ptr<RowPlans> plans_;
  Random random_;
};

TEST_P(CRns, OperationsAgreeWithCppOnAnyExecutor) {
  std::atomic<std::size_t> tasks = 0;
  const Executor threads = made<Executor>(ringlet_executor_create, std::size_t{3}, run_on_threads, &tasks);
  const Executor reverse = made<Executor>(ringlet_executor_create, std::size_t{3}, run_in_reverse, &tasks);
  for (const RowOperation& operation : plans_->operations()) {
    SCOPED_TRACE(operation.name);
    for (const ringlet_executor* executor : {static_cast<ringlet_executor*>(nullptr), threads.get(), reverse.get()}) {
      Buffers buffers = buffers_for(operation), expected = buffers;
      call_cpp(operation, arguments_of(operation, expected));
      RowArguments x = arguments_of(operation, buffers);
      x.executor = executor;
      tasks = 0;
      ASSERT_EQ(operation.in_c(x), RINGLET_OK) << ringlet_last_error_message();
      EXPECT_EQ(buffers.outputs, expected.outputs);
      EXPECT_EQ(buffers.inputs, expected.inputs);
      EXPECT_EQ(tasks > 0, executor != nullptr);
    }
  }
}

TEST_P(CRns, OperationsAgreeWithCppInPlace) {
  for (const RowOperation& operation : plans_->operations()) {
    if (!operation.may_be_in_place) continue;
    SCOPED_TRACE(operation.name);
    Buffers buffers = buffers_for(operation), expected = buffers;
    call_cpp(operation, in_place(operation, arguments_of(operation, expected)));
    ASSERT_EQ(operation.in_c(in_place(operation, arguments_of(operation, buffers))), RINGLET_OK)
        << ringlet_last_error_message();
    EXPECT_EQ(buffers.inputs, expected.inputs);
    EXPECT_EQ(buffers.outputs, expected.outputs);
  }
}

/// Rows by pointers, each at an edge of accessible memory, and in another order than their moduli.
class PointedRows {
 public:
  explicit PointedRows(const ringlet::RnsView& rows) {
    using enum PageEdgeBuffer::Edge;
    for (std::size_t i = rows.rows(); i-- > 0;) {
      rows_.push_back(std::make_unique<PageEdgeBuffer>(rows[i], i % 2 == 0 ? back : front));
    }
    for (std::size_t i = 0; i < rows.rows(); ++i) pointers_.push_back(rows_[rows.rows() - 1 - i]->span().data());
  }
  [[nodiscard]] ringlet_rows rows() const { return rows_by(pointers_.data()); }
  [[nodiscard]] Words words() const {
    Words result;
    for (const std::uint64_t* row : pointers_) result.insert(result.end(), row, row + n);
    return result;
  }

 private:
  std::vector<std::unique_ptr<PageEdgeBuffer>> rows_;
  std::vector<std::uint64_t*> pointers_;
};

Words words_of(const ringlet::RnsView& rows) {
  Words result;
  for (const auto row : rows) result.insert(result.end(), row.begin(), row.end());
  return result;
}

TEST_P(CRns, OperationsAgreeWithCppOnRowsByPointers) {
  for (const RowOperation& operation : plans_->operations()) {
    SCOPED_TRACE(operation.name);
    Buffers buffers = buffers_for(operation);
    const RowArguments by_stride = arguments_of(operation, buffers);
    RowArguments x{.rows = operation.out_rows, .n = n};
    std::vector<PointedRows> out, in;
    for (std::size_t i = 0; i < operation.outputs.size(); ++i) {
      x.out[i] = out.emplace_back(view_of(by_stride.out[i], operation.out_rows)).rows();
    }
    for (std::size_t i = 0; i < operation.inputs.size(); ++i) {
      x.in[i] = in.emplace_back(view_of(by_stride.in[i], operation.in_rows)).rows();
    }
    call_cpp(operation, by_stride);
    ASSERT_EQ(operation.in_c(x), RINGLET_OK) << ringlet_last_error_message();
    for (std::size_t i = 0; i < operation.outputs.size(); ++i) {
      EXPECT_EQ(out[i].words(), words_of(view_of(by_stride.out[i], operation.out_rows)));
    }
    for (std::size_t i = 0; i < operation.inputs.size(); ++i) {
      EXPECT_EQ(in[i].words(), words_of(view_of(by_stride.in[i], operation.in_rows)));
    }
  }
}

TEST_P(CRns, KeysByPointersAreTheSame) {
  std::vector<PointedRows> polynomials;
  std::vector<ringlet_rows> by_stride, by_pointers;
  std::vector<Words> words;
  for (std::size_t i = 0; i < 4; ++i) {
    const Words& rows = words.emplace_back(random_rows(random_, plans_->moduli, n, n));
    by_stride.push_back(rows_at(rows.data()));
    by_pointers.push_back(polynomials.emplace_back(ringlet::RnsView(rows.data(), RowPlans::all_size, n)).rows());
  }
  const ringlet_key_switch* const plan = plans_->key_switch.get();
  const SwitchingKey expected = made<SwitchingKey>(ringlet_switching_key_create, plan, by_stride.data(),
                                                   by_stride.data() + 2, nullptr, RINGLET_ROTATION_KEY_IMAGE);
  const SwitchingKey prepared = made<SwitchingKey>(ringlet_switching_key_create, plan, by_pointers.data(),
                                                   by_pointers.data() + 2, nullptr, RINGLET_ROTATION_KEY_IMAGE);
  const SwitchingKey borrowed =
      made<SwitchingKey>(ringlet_switching_key_borrow, plan, by_pointers.data(), by_pointers.data() + 2, nullptr);
  const Words in = random_rows(random_, plans_->moduli, n, n);
  const auto switched = [&](const SwitchingKey& key) { return switched_by(key, in); };
  EXPECT_EQ(switched(prepared), switched(expected));
  EXPECT_EQ(switched(borrowed), switched(expected));
}

// A key of the preimage is the key of the image, mapped back by the automorphism.
TEST_P(CRns, KeysOfPreimagesAreKeysOfImages) {
  const ringlet_automorphism* const automorphism = plans_->automorphism.get();
  std::array<Words, 4> words, words_of_images;
  std::vector<ringlet_rows> preimages, images;
  for (std::size_t i = 0; i < 4; ++i) {
    words[i] = random_rows(random_, plans_->moduli, n, n);
    words_of_images[i] = words[i];
    preimages.push_back(rows_at(words[i].data()));
    images.push_back(rows_at(words_of_images[i].data()));
    ASSERT_EQ(ringlet_automorphism_on_evaluations(automorphism, images[i], preimages[i], RowPlans::all_size, nullptr),
              RINGLET_OK);
  }
  const ringlet_key_switch* const plan = plans_->key_switch.get();
  const auto prepared = [&](const std::vector<ringlet_rows>& rows, ringlet_rotation_key rotation_key) {
    return made<SwitchingKey>(ringlet_switching_key_create, plan, rows.data(), rows.data() + 2, automorphism,
                              rotation_key);
  };
  const Words in = random_rows(random_, plans_->moduli, n, n);
  const auto switched = [&](const SwitchingKey& key) { return switched_by(key, in); };
  const Words expected = switched(prepared(images, RINGLET_ROTATION_KEY_IMAGE));
  EXPECT_EQ(switched(prepared(preimages, RINGLET_ROTATION_KEY_PREIMAGE)), expected);
  const SwitchingKey borrowed =
      made<SwitchingKey>(ringlet_switching_key_borrow, plan, preimages.data(), preimages.data() + 2, automorphism);
  EXPECT_EQ(ringlet_switching_key_bytes(borrowed.get()), 0U);
  EXPECT_EQ(switched(borrowed), expected);
}

TEST_P(CRns, IntegersAgreeWithCpp) {
  const std::size_t least = ringlet_rns_base_product_words(plans_->base.get());
  for (const std::size_t words : {least, least + 2}) {
    Words integers = uniform(random_, n * words, max_word);
    for (const bool is_signed : {false, true}) {
      Words rows(RowPlans::base_size * (n + 2), 42), expected = rows;
      ASSERT_EQ(ringlet_rns_from_integers(rows_at(rows.data(), n + 2), integers.data(), words, n, plans_->base.get(),
                                          is_signed),
                RINGLET_OK);
      from_integers({expected.data(), RowPlans::base_size, n, n + 2}, integers, words, plans_->cpp_base, is_signed);
      EXPECT_EQ(rows, expected);
      for (const ringlet_lift lift : {RINGLET_LIFT_FLOOR, RINGLET_LIFT_CENTRED}) {
        Words back(n * words), expected_back = back;
        ASSERT_EQ(ringlet_rns_to_integers(back.data(), words, rows_at(rows.data(), n + 2), n, plans_->base.get(), lift),
                  RINGLET_OK);
        to_integers(expected_back, words, ringlet::RnsView(rows.data(), RowPlans::base_size, n, n + 2),
                    plans_->cpp_base, static_cast<ringlet::Lift>(lift));
        EXPECT_EQ(back, expected_back);
      }
    }
  }
}

TEST_P(CRns, EveryLiftAgreesWithCpp) {
  for (const ringlet_lift lift : {RINGLET_LIFT_APPROXIMATE, RINGLET_LIFT_FLOOR, RINGLET_LIFT_CENTRED}) {
    const BaseConversion conversion =
        made<BaseConversion>(ringlet_base_conversion_create, plans_->base.get(), plans_->special.get(), lift);
    const ringlet::BaseConversion expected(plans_->cpp_base, plans_->cpp_special, static_cast<ringlet::Lift>(lift));
    const Words in = random_rows(random_, {plans_->moduli.begin(), plans_->moduli.begin() + 3}, n, n);
    Words out(2 * n), expected_out(2 * n);
    ASSERT_EQ(ringlet_base_conversion_apply(conversion.get(), rows_at(out.data()), rows_at(in.data()), n, nullptr),
              RINGLET_OK);
    expected({expected_out.data(), 2, n}, {in.data(), 3, n});
    EXPECT_EQ(out, expected_out);
    EXPECT_EQ(ringlet_base_conversion_describe(conversion.get()), expected.describe());
  }
}

TEST_P(CRns, DivisionOfCoefficientsAloneAgreesWithCpp) {
  const ModDown down = made<ModDown>(ringlet_mod_down_create_of_coefficients, plans_->all.get(), std::size_t{1},
                                     std::uint64_t{7}, std::uint64_t{1}, RINGLET_LIFT_CENTRED);
  EXPECT_EQ(ringlet_mod_down_kept(down.get()), RowPlans::all_size - 1);
  const Words in = random_rows(random_, plans_->moduli, 2 * n + 1, 2 * n + 1);
  Words out(in.size() - (2 * n + 1)), expected = out;
  ASSERT_EQ(ringlet_mod_down_on_coefficients(down.get(), rows_at(out.data(), 2 * n + 1), rows_at(in.data(), 2 * n + 1),
                                             2 * n + 1, nullptr),
            RINGLET_OK);
  ringlet::ModDown(plans_->cpp_all, 1, {.numerator = 7})
      .on_coefficients({expected.data(), RowPlans::all_size - 1, 2 * n + 1},
                       {in.data(), RowPlans::all_size, 2 * n + 1});
  EXPECT_EQ(out, expected);
}

// The table of operations has two polynomials; these are more than a key switch handles at once.
TEST_P(CRns, ManyPolynomialsAgreeWithOneByOne) {
  constexpr std::size_t count = 11, stride = n + 2, words = 3 * stride;
  const Words moduli(plans_->moduli.begin(), plans_->moduli.begin() + 3);
  const auto rows_of = [](const std::vector<Words>& polynomials) {
    std::vector<ringlet_rows> result;
    for (const Words& polynomial : polynomials) result.push_back(rows_at(polynomial.data(), stride));
    return result;
  };
  std::vector<Words> in, b(count, Words(words, 42)), a = b, expected_b = b, expected_a = b;
  for (std::size_t k = 0; k < count; ++k) in.push_back(random_rows(random_, moduli, n, stride));
  const auto inputs = rows_of(in);
  const auto out_b = rows_of(b), out_a = rows_of(a);
  const ringlet_key_switch* const plan = plans_->key_switch.get();
  ASSERT_EQ(ringlet_key_switch_apply_many(plan, out_b.data(), out_a.data(), inputs.data(), count, 3, plans_->key.get(),
                                          nullptr),
            RINGLET_OK);
  ASSERT_EQ(ringlet_key_switch_add_many(plan, out_b.data(), out_a.data(), inputs.data(), count, 3, plans_->key.get(),
                                        nullptr),
            RINGLET_OK);
  for (std::size_t k = 0; k < count; ++k) {
    ringlet_key_switch_apply(plan, rows_at(expected_b[k].data(), stride), rows_at(expected_a[k].data(), stride),
                             inputs[k], 3, plans_->key.get(), nullptr);
    ringlet_key_switch_add(plan, rows_at(expected_b[k].data(), stride), rows_at(expected_a[k].data(), stride),
                           inputs[k], 3, plans_->key.get(), nullptr);
  }
  EXPECT_EQ(b, expected_b);
  EXPECT_EQ(a, expected_a);
  // Forward to other arrays, and back in place.
  const ringlet_rns_ntt* const ntt = plans_->ntt.get();
  ASSERT_EQ(ringlet_rns_ntt_forward_many(ntt, out_b.data(), inputs.data(), count, 3, 1, 1, nullptr), RINGLET_OK);
  for (std::size_t k = 0; k < count; ++k) {
    ringlet_rns_ntt_forward(ntt, rows_at(expected_b[k].data(), stride), inputs[k], 3, 1, 1, nullptr);
  }
  EXPECT_EQ(b, expected_b);
  const auto evaluations = rows_of(b);
  ASSERT_EQ(ringlet_rns_ntt_inverse_many(ntt, out_b.data(), evaluations.data(), count, 3, 1, 1, nullptr), RINGLET_OK);
  EXPECT_EQ(b, in);
}

TEST_P(CRns, PlansShareTablesAndMemoryThroughAContext) {
  RnsContext context = made<RnsContext>(ringlet_rns_context_create);
  EXPECT_EQ(ringlet_rns_context_transforms(context.get()), 0U);
  const RnsNtt low = made<RnsNtt>(ringlet_rns_ntt_create, n, plans_->base.get(), nullptr, context.get());
  EXPECT_EQ(ringlet_rns_context_transforms(context.get()), 3U);
  const RnsNtt all = made<RnsNtt>(ringlet_rns_ntt_create, n, plans_->all.get(), nullptr, context.get());
  EXPECT_EQ(ringlet_rns_context_transforms(context.get()), 5U);
  const KeySwitch key_switch =
      made<KeySwitch>(ringlet_key_switch_create, all.get(), std::size_t{2}, std::size_t{2}, 0U, std::uint64_t{1},
                      RINGLET_LIFT_FLOOR, RINGLET_LIFT_CENTRED, RINGLET_DOMAIN_EVALUATIONS, false);
  EXPECT_EQ(ringlet_rns_context_transforms(context.get()), 5U);
  const RnsNtt shorter = made<RnsNtt>(ringlet_rns_ntt_create, n / 2, plans_->base.get(), nullptr, context.get());
  EXPECT_EQ(ringlet_rns_context_transforms(context.get()), 8U);
  const Words in = random_rows(random_, plans_->moduli, n, n);
  Words out(in.size()), expected(in.size());
  ASSERT_EQ(
      ringlet_rns_ntt_forward(all.get(), rows_at(out.data()), rows_at(in.data()), RowPlans::all_size, 1, 1, nullptr),
      RINGLET_OK);
  plans_->cpp_ntt.forward({expected.data(), RowPlans::all_size, n}, {in.data(), RowPlans::all_size, n});
  EXPECT_EQ(out, expected);
  const std::array polynomials{rows_at(in.data()), rows_at(in.data())};
  const SwitchingKey key = made<SwitchingKey>(ringlet_switching_key_create, key_switch.get(), polynomials.data(),
                                              polynomials.data(), nullptr, RINGLET_ROTATION_KEY_IMAGE);
  Words b(3 * n), a(3 * n), expected_b(3 * n), expected_a(3 * n);
  const auto apply = [&](const KeySwitch& plan) {
    return ringlet_key_switch_apply(plan.get(), rows_at(b.data()), rows_at(a.data()), rows_at(in.data()), 3, key.get(),
                                    nullptr);
  };
  EXPECT_EQ(ringlet_rns_context_held_bytes(context.get()), 0U);
  ASSERT_EQ(apply(key_switch), RINGLET_OK);
  const std::size_t held = ringlet_rns_context_held_bytes(context.get());
  EXPECT_GT(held, 0U);
  // A division works in the same memory.
  const ModDown mod_down = made<ModDown>(ringlet_mod_down_create, low.get(), std::size_t{1}, std::uint64_t{1},
                                         std::uint64_t{1}, RINGLET_LIFT_CENTRED);
  ASSERT_EQ(ringlet_mod_down_on_evaluations(mod_down.get(), rows_at(out.data()), rows_at(in.data()), nullptr),
            RINGLET_OK);
  EXPECT_EQ(ringlet_rns_context_held_bytes(context.get()), held);
  EXPECT_EQ(ringlet_rns_context_lent_bytes(context.get()), 0U);
  ringlet_rns_context_release(context.get());
  EXPECT_EQ(ringlet_rns_context_held_bytes(context.get()), 0U);
  EXPECT_EQ(ringlet_rns_context_peak_bytes(context.get()), held);
  // A plan with the same results takes the first plan's keys; a plan with another division refuses them.
  const KeySwitch twin =
      made<KeySwitch>(ringlet_key_switch_create, all.get(), std::size_t{2}, std::size_t{2}, 0U, std::uint64_t{1},
                      RINGLET_LIFT_FLOOR, RINGLET_LIFT_CENTRED, RINGLET_DOMAIN_EVALUATIONS, true);
  const KeySwitch other =
      made<KeySwitch>(ringlet_key_switch_create, all.get(), std::size_t{2}, std::size_t{2}, 0U, std::uint64_t{1},
                      RINGLET_LIFT_FLOOR, RINGLET_LIFT_FLOOR, RINGLET_DOMAIN_EVALUATIONS, false);
  EXPECT_EQ(apply(other), RINGLET_INVALID_ARGUMENT);
  // Plans keep what they use.
  context.reset();
  ASSERT_EQ(apply(twin), RINGLET_OK);
  const ringlet::KeySwitch cpp(n, plans_->cpp_base, plans_->cpp_special, {.digit_size = 2});
  const CppInputs views(2, {in.data(), RowPlans::all_size, n});
  cpp({expected_b.data(), 3, n}, {expected_a.data(), 3, n}, {in.data(), 3, n}, cpp.prepare(views, views));
  EXPECT_EQ(b, expected_b);
  EXPECT_EQ(a, expected_a);
}

TEST_P(CRns, TensorMayOverwriteItsOperands) {
  const Words moduli(plans_->moduli.begin(), plans_->moduli.begin() + 3);
  std::vector<Words> in, out(3, Words(3 * n));
  for (int k = 0; k < 4; ++k) in.push_back(random_rows(random_, moduli, n, n));
  const auto view = [](const Words& words) { return ringlet::RnsView(words.data(), 3, n); };
  const std::array<ringlet::RnsView, 2> a{view(in[0]), view(in[1])}, b{view(in[2]), view(in[3])};
  const auto span = [](Words& words) { return ringlet::RnsSpan(words.data(), 3, n); };
  tensor(std::array{span(out[0]), span(out[1]), span(out[2])}, a, b, plans_->cpp_base);
  const std::array rows{rows_at(in[0].data()), rows_at(in[1].data()), rows_at(in[2].data()), rows_at(in[3].data())};
  ASSERT_EQ(ringlet_rns_tensor(&rows[1], &rows[0], &rows[2], 3, n, plans_->base.get(), nullptr), RINGLET_OK);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(in[k + 1], out[k]);
}

TEST_P(CRns, TransformsTakeTheCallersRoots) {
  Words psi;
  for (std::size_t i = 0; i < plans_->moduli.size(); ++i) {
    psi.push_back(reference::pow_mod(plans_->cpp_ntt[i].root(), 3, plans_->moduli[i]));
  }
  const RnsNtt ntt = made<RnsNtt>(ringlet_rns_ntt_create, n, plans_->all.get(), psi.data(), nullptr);
  const Words in = random_rows(random_, plans_->moduli, n, n);
  Words out(in.size()), expected(in.size());
  const std::size_t rows = plans_->moduli.size();
  ASSERT_EQ(ringlet_rns_ntt_forward(ntt.get(), rows_at(out.data()), rows_at(in.data()), rows, 1, 1, nullptr),
            RINGLET_OK);
  const ringlet::RnsNtt cpp(n, plans_->cpp_all, {.psi = psi});
  cpp.forward({expected.data(), rows, n}, {in.data(), rows, n});
  EXPECT_EQ(out, expected);
  plans_->cpp_ntt.forward({expected.data(), rows, n}, {in.data(), rows, n});
  EXPECT_NE(out, expected);
}

TEST_P(CRns, KeySwitchesOfCoefficientsAgreeWithCpp) {
  const KeySwitch key_switch =
      made<KeySwitch>(ringlet_key_switch_create, plans_->ntt.get(), std::size_t{2}, std::size_t{2}, 0U,
                      std::uint64_t{1}, RINGLET_LIFT_FLOOR, RINGLET_LIFT_CENTRED, RINGLET_DOMAIN_COEFFICIENTS, false);
  const ringlet::KeySwitch cpp(n, plans_->cpp_base, plans_->cpp_special,
                               {.digit_size = 2, .domain = ringlet::Domain::coefficients});
  const Words in = random_rows(random_, plans_->moduli, n, n);
  const std::array polynomials{rows_at(in.data()), rows_at(in.data())};
  const SwitchingKey key = made<SwitchingKey>(ringlet_switching_key_create, key_switch.get(), polynomials.data(),
                                              polynomials.data(), nullptr, RINGLET_ROTATION_KEY_IMAGE);
  Words b(3 * n), a(3 * n), expected_b(3 * n), expected_a(3 * n);
  ASSERT_EQ(ringlet_key_switch_apply(key_switch.get(), rows_at(b.data()), rows_at(a.data()), rows_at(in.data()), 3,
                                     key.get(), nullptr),
            RINGLET_OK);
  const CppInputs views(2, {in.data(), RowPlans::all_size, n});
  cpp({expected_b.data(), 3, n}, {expected_a.data(), 3, n}, {in.data(), 3, n}, cpp.prepare(views, views));
  EXPECT_EQ(b, expected_b);
  EXPECT_EQ(a, expected_a);
}

TEST_P(CRns, KeySwitchesInBitsAgreeWithCpp) {
  const RnsNtt ntt = made<RnsNtt>(ringlet_rns_ntt_create, n, plans_->base.get(), nullptr, nullptr);
  const KeySwitch key_switch =
      made<KeySwitch>(ringlet_key_switch_create, ntt.get(), std::size_t{0}, std::size_t{1}, 21U, std::uint64_t{1},
                      RINGLET_LIFT_CENTRED, RINGLET_LIFT_CENTRED, RINGLET_DOMAIN_EVALUATIONS, false);
  const ringlet::KeySwitch cpp(ringlet::RnsNtt(n, plans_->cpp_base), 0,
                               {.digit_bits = 21, .digits = ringlet::Lift::centred});
  for (std::size_t level = 0; level < 5; ++level) {
    EXPECT_EQ(ringlet_key_switch_digit_count(key_switch.get(), level), cpp.digits(level));
  }
  EXPECT_GT(cpp.digits(3), cpp.digits(2));
  EXPECT_EQ(cpp.digits(4), cpp.digits());
  const Words in = random_rows(random_, plans_->moduli, n, n);
  const std::vector<ringlet_rows> polynomials(cpp.digits(), rows_at(in.data()));
  const SwitchingKey key = made<SwitchingKey>(ringlet_switching_key_create, key_switch.get(), polynomials.data(),
                                              polynomials.data(), nullptr, RINGLET_ROTATION_KEY_IMAGE);
  Words b(3 * n), a(3 * n), expected_b(3 * n), expected_a(3 * n);
  ASSERT_EQ(ringlet_key_switch_apply(key_switch.get(), rows_at(b.data()), rows_at(a.data()), rows_at(in.data()), 3,
                                     key.get(), nullptr),
            RINGLET_OK);
  const CppInputs views(cpp.digits(), {in.data(), 3, n});
  cpp({expected_b.data(), 3, n}, {expected_a.data(), 3, n}, {in.data(), 3, n}, cpp.prepare(views, views));
  EXPECT_EQ(b, expected_b);
  EXPECT_EQ(a, expected_a);
}

TEST_P(CRns, BorrowedKeysAreReadWhereTheyAre) {
  Words words = random_rows(random_, plans_->moduli, n, n);
  const std::array polynomials{rows_at(words.data()), rows_at(words.data())};
  const SwitchingKey key = made<SwitchingKey>(ringlet_switching_key_borrow, plans_->key_switch.get(),
                                              polynomials.data(), polynomials.data(), nullptr);
  EXPECT_EQ(ringlet_switching_key_bytes(key.get()), 0U);
  const Words in = random_rows(random_, plans_->moduli, n, n);
  for (int repetition = 0; repetition < 2; ++repetition) {
    Words b(3 * n), a(3 * n), expected_b(3 * n), expected_a(3 * n);
    ASSERT_EQ(ringlet_key_switch_apply(plans_->key_switch.get(), rows_at(b.data()), rows_at(a.data()),
                                       rows_at(in.data()), 3, key.get(), nullptr),
              RINGLET_OK);
    const CppInputs views(2, {words.data(), RowPlans::all_size, n});
    const ringlet::KeySwitch& cpp = plans_->cpp_key_switch;
    cpp({expected_b.data(), 3, n}, {expected_a.data(), 3, n}, {in.data(), 3, n}, cpp.prepare(views, views));
    EXPECT_EQ(b, expected_b);
    EXPECT_EQ(a, expected_a);
    std::ranges::copy(random_rows(random_, plans_->moduli, n, n), words.begin());
  }
}

TEST_P(CRns, LinearTransformsKeepTheirKeys) {
  const RowOperation operation = [&] {
    for (const RowOperation& one : plans_->operations()) {
      if (one.name == "linear_transform_apply") return one;
    }
    return RowOperation{};
  }();
  EXPECT_EQ(ringlet_linear_transform_baby_steps(plans_->linear_transform.get()), 2U);
  EXPECT_EQ(ringlet_linear_transform_giant_steps(plans_->linear_transform.get()), 2U);
  plans_->key.reset();
  plans_->key_switch.reset();
  Buffers buffers = buffers_for(operation), expected = buffers;
  call_cpp(operation, arguments_of(operation, expected));
  ASSERT_EQ(operation.in_c(arguments_of(operation, buffers)), RINGLET_OK);
  EXPECT_EQ(buffers.outputs, expected.outputs);
}

TEST_P(CRns, BalancedDigits) {
  constexpr unsigned w = 20;
  const std::uint64_t q = plans_->moduli[4];
  const Modulus handle = made<Modulus>(ringlet_modulus_create, q);
  const ringlet::Modulus<std::uint64_t> cpp(q);
  unsigned count = 0;
  ASSERT_EQ(ringlet_rns_balanced_digit_count(&count, handle.get(), w), RINGLET_OK);
  ASSERT_EQ(count, ringlet::balanced_digit_count(cpp, w));
  const Words x = random_rows(random_, {q}, n, n);
  for (unsigned k = 0; k < count; ++k) {
    Words out(2 * n + 3), expected(2 * n + 3);
    ASSERT_EQ(ringlet_rns_balanced_digit(rows_at(out.data(), n + 3), x.data(), handle.get(), w, k, 2, n,
                                         plans_->base.get(), nullptr),
              RINGLET_OK);
    balanced_digit({expected.data(), 2, n, n + 3}, x, cpp, w, k, plans_->cpp_base);
    EXPECT_EQ(out, expected);
  }
}

TEST_P(CRns, HandlesSayWhatTheyAre) {
  const ringlet_rns_base* const base = plans_->base.get();
  EXPECT_EQ(ringlet_rns_base_size(base), 3U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(ringlet_rns_base_modulus(base, i), plans_->moduli[i]);
  EXPECT_EQ(ringlet_rns_base_modulus(base, 3), 0U);
  const auto product = plans_->cpp_base.product();
  Words expected(product.begin(), product.end()), words(product.size() + 1, 42);
  EXPECT_EQ(ringlet_rns_base_product_words(base), product.size());
  expected.push_back(0);
  ASSERT_EQ(ringlet_rns_base_product(base, words.data(), words.size()), RINGLET_OK);
  EXPECT_EQ(words, expected);
  EXPECT_EQ(ringlet_rns_ntt_size(plans_->ntt.get()), n);
  EXPECT_EQ(ringlet_mod_down_kept(plans_->down.get()), 3U);
  EXPECT_EQ(ringlet_automorphism_size(plans_->automorphism.get()), n);
  EXPECT_EQ(ringlet_automorphism_exponent(plans_->automorphism.get()), 5U);
  EXPECT_EQ(ringlet_key_switch_size(plans_->key_switch.get()), n);
  EXPECT_EQ(ringlet_key_switch_digit_count(plans_->key_switch.get(), SIZE_MAX), plans_->cpp_key_switch.digits());
  EXPECT_EQ(ringlet_switching_key_bytes(plans_->key.get()), plans_->cpp_key.bytes());
  const Executor executor = made<Executor>(ringlet_executor_create, std::size_t{3}, run_in_reverse, nullptr);
  EXPECT_EQ(ringlet_executor_workers(executor.get()), 3U);
}

INSTANTIATE_TEST_SUITE_P(All, CRns,
                         ::testing::Combine(::testing::ValuesIn(all_backends()), ::testing::Values(50U, 55U, 60U, 62U)),
                         named_by_backend([](unsigned bits) { return std::to_string(bits) + "_bits"; }));

}  // namespace
}  // namespace ringlet_test::c_api
