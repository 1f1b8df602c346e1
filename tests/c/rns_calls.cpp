#include "c/rns_calls.hpp"

#include <array>
#include <span>
#include <thread>
#include <utility>

#include "c/composed_transform.hpp"

namespace ringlet_test::c_api {
namespace {

using Arguments = const RowArguments&;

constexpr std::size_t n = RowPlans::n;
constexpr std::size_t all_size = RowPlans::all_size, digit_count = 2;
constexpr std::uint64_t g = 5, plaintext_modulus = 257, numerator = 3, montgomery_modulus = 65536;

void count_tasks(void* tasks, std::size_t count) {
  if (tasks != nullptr) *static_cast<std::atomic<std::size_t>*>(tasks) += count;
}

/// Returns the rows of the polynomials of a key.
std::vector<ringlet_rows> rows_of(const Words& polynomials, std::size_t half) {
  std::vector<ringlet_rows> result;
  for (std::size_t d = 0; d < digit_count; ++d) {
    result.push_back(rows_at(polynomials.data() + (half * digit_count + d) * all_size * n));
  }
  return result;
}

std::vector<ringlet::RnsView> views(const Words& polynomials, std::size_t half) {
  std::vector<ringlet::RnsView> result;
  for (const ringlet_rows& rows : rows_of(polynomials, half)) result.emplace_back(rows.words, all_size, n);
  return result;
}

Words polynomials_of_key(const Words& moduli) {
  Random random;
  Words result;
  for (std::size_t i = 0; i < 2 * digit_count; ++i) {
    const Words polynomial = random_rows(random, moduli, n, n);
    result.insert(result.end(), polynomial.begin(), polynomial.end());
  }
  return result;
}

Words part(const Words& words, std::size_t begin, std::size_t end) {
  return {words.begin() + static_cast<std::ptrdiff_t>(begin), words.begin() + static_cast<std::ptrdiff_t>(end)};
}

Words scalars_of(const Words& moduli) {
  Words scalars;
  for (const std::uint64_t q : moduli) scalars.push_back(q - 1 - scalars.size());
  return scalars;
}

/// Describes an element-wise operation on the rows of a level, n words each.
RowOperation elementwise(const std::string& name, const std::vector<std::string>& inputs,
                         decltype(RowOperation::in_c) in_c, decltype(RowOperation::in_cpp) in_cpp) {
  return {.name = name,
          .inputs = inputs,
          .takes_rows = true,
          .takes_n = true,
          .may_be_in_place = true,
          .in_c = std::move(in_c),
          .in_cpp = std::move(in_cpp)};
}

RowOperation unary(const std::string& name, decltype(&ringlet_rns_neg) in_c,
                   void (*in_cpp)(ringlet::RnsSpan, ringlet::RnsView, const ringlet::RnsBase&, ringlet::Executor*),
                   const RowPlans& plans) {
  return elementwise(
      name, {"a"},
      [&plans, in_c](Arguments x) { return in_c(x.out[0], x.in[0], x.rows, x.n, plans.base.get(), x.executor); },
      [&plans, in_cpp](const CppRows& out, const CppInputs& in) { in_cpp(out[0], in[0], plans.cpp_base, nullptr); });
}

RowOperation binary(const std::string& name, decltype(&ringlet_rns_add) in_c,
                    void (*in_cpp)(ringlet::RnsSpan, ringlet::RnsView, ringlet::RnsView, const ringlet::RnsBase&,
                                   ringlet::Executor*),
                    const RowPlans& plans) {
  return elementwise(
      name, {"a", "b"},
      [&plans, in_c](Arguments x) {
        return in_c(x.out[0], x.in[0], x.in[1], x.rows, x.n, plans.base.get(), x.executor);
      },
      [&plans, in_cpp](const CppRows& out, const CppInputs& in) {
        in_cpp(out[0], in[0], in[1], plans.cpp_base, nullptr);
      });
}

RowOperation ternary(const std::string& name, decltype(&ringlet_rns_mul_sub) in_c,
                     void (*in_cpp)(ringlet::RnsSpan, ringlet::RnsView, ringlet::RnsView, ringlet::RnsView,
                                    const ringlet::RnsBase&, ringlet::Executor*),
                     const RowPlans& plans) {
  return elementwise(
      name, {"a", "b", "c"},
      [&plans, in_c](Arguments x) {
        return in_c(x.out[0], x.in[0], x.in[1], x.in[2], x.rows, x.n, plans.base.get(), x.executor);
      },
      [&plans, in_cpp](const CppRows& out, const CppInputs& in) {
        in_cpp(out[0], in[0], in[1], in[2], plans.cpp_base, nullptr);
      });
}

/// Describes products of numbers in a form; an inner product has two equal terms.
std::vector<RowOperation> products(const std::string& suffix, ringlet_form form, const RowPlans& plans) {
  const auto cpp_form = static_cast<ringlet::Form>(form);
  return {
      elementwise(
          "mul" + suffix, {"a", "b"},
          [&plans, form](Arguments x) {
            return ringlet_rns_mul(x.out[0], x.in[0], x.in[1], x.rows, x.n, plans.base.get(), form, x.executor);
          },
          [&plans, cpp_form](const CppRows& out, const CppInputs& in) {
            mul(out[0], in[0], in[1], plans.cpp_base, cpp_form);
          }),
      elementwise(
          "mul_add" + suffix, {"a", "b", "c"},
          [&plans, form](Arguments x) {
            return ringlet_rns_mul_add(x.out[0], x.in[0], x.in[1], x.in[2], x.rows, x.n, plans.base.get(), form,
                                       x.executor);
          },
          [&plans, cpp_form](const CppRows& out, const CppInputs& in) {
            mul_add(out[0], in[0], in[1], in[2], plans.cpp_base, cpp_form);
          }),
      elementwise(
          "inner_product" + suffix, {"a[0]", "b[0]"},
          [&plans, form](Arguments x) {
            const std::array a{x.in[0], x.in[0]}, b{x.in[1], x.in[1]};
            return ringlet_rns_inner_product(x.out[0], a.data(), b.data(), 2, x.rows, x.n, plans.base.get(), form,
                                             x.executor);
          },
          [&plans, cpp_form](const CppRows& out, const CppInputs& in) {
            inner_product(out[0], std::array{in[0], in[0]}, std::array{in[1], in[1]}, plans.cpp_base, cpp_form);
          }),
  };
}

/// Describes a transform of one polynomial, row by row.
RowOperation transform(const std::string& name, decltype(&ringlet_rns_ntt_forward) in_c,
                       void (ringlet::RnsNtt::*in_cpp)(ringlet::RnsSpan, ringlet::RnsView, ringlet::Range,
                                                       ringlet::Executor*) const,
                       unsigned output_factor, const RowPlans& plans) {
  return {.name = name,
          .takes_rows = true,
          .may_be_in_place = true,
          .in_c =
              [=, &plans](Arguments x) {
                return in_c(plans.ntt.get(), x.out[0], x.in[0], x.rows, 2, output_factor, x.executor);
              },
          .in_cpp = [=, &plans](
                        const CppRows& out,
                        const CppInputs& in) { (plans.cpp_ntt.*in_cpp)(out[0], in[0], {2, output_factor}, nullptr); }};
}

/// Describes a transform of two polynomials in one call.
RowOperation transform_of_two(const std::string& name, decltype(&ringlet_rns_ntt_forward_many) in_c,
                              void (ringlet::RnsNtt::*in_cpp)(std::span<const ringlet::RnsSpan>, ringlet::RnsViews,
                                                              ringlet::Range, ringlet::Executor*) const,
                              unsigned output_factor, const RowPlans& plans) {
  return {.name = name,
          .outputs = {"out[0]", "out[1]"},
          .inputs = {"in[0]", "in[1]"},
          .takes_rows = true,
          .may_be_in_place = true,
          .in_c =
              [=, &plans](Arguments x) {
                return in_c(plans.ntt.get(), x.out.data(), x.in.data(), 2, x.rows, 2, output_factor, x.executor);
              },
          .in_cpp =
              [=, &plans](const CppRows& out, const CppInputs& in) {
                (plans.cpp_ntt.*in_cpp)(std::span(out).first(2), std::span(in).first(2), {2, output_factor}, nullptr);
              }};
}

/// Describes an operation whose plan fixes the numbers of rows.
RowOperation of_fixed_rows(const std::string& name, std::size_t out_rows, std::size_t in_rows,
                           decltype(RowOperation::in_c) in_c, decltype(RowOperation::in_cpp) in_cpp) {
  return {.name = name,
          .out_rows = out_rows,
          .in_rows = in_rows,
          .takes_n = true,
          .in_c = std::move(in_c),
          .in_cpp = std::move(in_cpp)};
}

RowOperation key_switch_of_one(const std::string& name, decltype(&ringlet_key_switch_apply) in_c,
                               void (ringlet::KeySwitch::*in_cpp)(ringlet::RnsSpan, ringlet::RnsSpan, ringlet::RnsView,
                                                                  const ringlet::SwitchingKey&, ringlet::Executor*)
                                   const,
                               const RowPlans& plans) {
  return {.name = name,
          .outputs = {"out_b", "out_a"},
          .takes_rows = true,
          .may_be_in_place = true,
          .in_c =
              [=, &plans](Arguments x) {
                return in_c(plans.key_switch.get(), x.out[0], x.out[1], x.in[0], x.rows, plans.key.get(), x.executor);
              },
          .in_cpp =
              [=, &plans](const CppRows& out, const CppInputs& in) {
                (plans.cpp_key_switch.*in_cpp)(out[0], out[1], in[0], plans.cpp_key, nullptr);
              }};
}

RowOperation key_switch_of_two(const std::string& name, decltype(&ringlet_key_switch_apply_many) in_c,
                               void (ringlet::KeySwitch::*in_cpp)(std::span<const ringlet::RnsSpan>,
                                                                  std::span<const ringlet::RnsSpan>, ringlet::RnsViews,
                                                                  const ringlet::SwitchingKey&, ringlet::Executor*)
                                   const,
                               const RowPlans& plans) {
  return {.name = name,
          .outputs = {"out_b[0]", "out_b[1]", "out_a[0]", "out_a[1]"},
          .inputs = {"in[0]", "in[1]"},
          .takes_rows = true,
          .may_be_in_place = true,
          .in_c =
              [=, &plans](Arguments x) {
                return in_c(plans.key_switch.get(), x.out.data(), x.out.data() + 2, x.in.data(), 2, x.rows,
                            plans.key.get(), x.executor);
              },
          .in_cpp =
              [=, &plans](const CppRows& out, const CppInputs& in) {
                const std::span<const ringlet::RnsSpan> results(out);
                (plans.cpp_key_switch.*in_cpp)(results.first(2), results.subspan(2, 2), std::span(in).first(2),
                                               plans.cpp_key, nullptr);
              }};
}

}  // namespace

void run_in_reverse(void* tasks, std::size_t count, ringlet_task task, void* task_context) {
  count_tasks(tasks, count);
  for (std::size_t i = count; i-- > 0;) task(task_context, i, i % 3);
}

void run_on_threads(void* tasks, std::size_t count, ringlet_task task, void* task_context) {
  count_tasks(tasks, count);
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> threads;
  for (std::size_t worker = 0; worker < 3; ++worker) {
    threads.emplace_back([&, worker] {
      for (std::size_t i = next++; i < count; i = next++) task(task_context, i, worker);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

RowArguments in_place(const RowOperation& operation, RowArguments x) {
  const auto argument = [&](std::size_t k) { return operation.outputs[k].substr(0, operation.outputs[k].find('[')); };
  for (std::size_t k = 0; k < operation.outputs.size() && argument(k) == argument(0); ++k) x.out[k] = x.in[k];
  return x;
}

Words random_rows(Random& random, const Words& moduli, std::size_t size, std::size_t stride) {
  Words words(moduli.size() * stride, 42);
  for (std::size_t i = 0; i < moduli.size(); ++i) {
    for (std::size_t k = 0; k < size; ++k) words[i * stride + k] = random.up_to(moduli[i] - 1);
  }
  return words;
}

RowPlans::RowPlans(unsigned bits)
    : moduli(ringlet::ntt_primes(all_size, bits, n)),
      all(make_base(moduli)),
      base(make_base(part(moduli, 0, base_size))),
      special(make_base(part(moduli, base_size, all_size))),
      ntt(made<RnsNtt>(ringlet_rns_ntt_create, n, all.get(), nullptr, nullptr)),
      conversion(made<BaseConversion>(ringlet_base_conversion_create, base.get(), special.get(), RINGLET_LIFT_CENTRED)),
      down(made<ModDown>(ringlet_mod_down_create, ntt.get(), all_size - base_size, numerator, plaintext_modulus,
                         RINGLET_LIFT_FLOOR)),
      auxiliary(make_base(part(moduli, 0, 2))),
      scale(made<ScaleAndRound>(ringlet_scale_and_round_create, special.get(), auxiliary.get(), plaintext_modulus,
                                montgomery_modulus)),
      redundant(
          made<BaseConversion>(ringlet_base_conversion_create_redundant, auxiliary.get(), moduli[2], special.get())),
      automorphism(made<Automorphism>(ringlet_automorphism_create, n, g)),
      key_switch(made<KeySwitch>(ringlet_key_switch_create, ntt.get(), all_size - base_size, std::size_t{2}, 0U,
                                 plaintext_modulus, RINGLET_LIFT_CENTRED, RINGLET_LIFT_FLOOR,
                                 RINGLET_DOMAIN_EVALUATIONS, false)),
      cpp_all(moduli),
      cpp_base(part(moduli, 0, base_size)),
      cpp_special(part(moduli, base_size, all_size)),
      cpp_ntt(n, cpp_all),
      cpp_conversion(cpp_base, cpp_special, ringlet::Lift::centred),
      cpp_down(cpp_ntt, all_size - base_size, {numerator, plaintext_modulus, ringlet::Lift::floor}),
      cpp_scale(cpp_special, ringlet::RnsBase(part(moduli, 0, 2)), plaintext_modulus, {montgomery_modulus}),
      cpp_redundant(ringlet::RnsBase(part(moduli, 0, 2)), ringlet::Modulus(moduli[2]), cpp_special),
      cpp_automorphism(n, g),
      cpp_key_switch(n, cpp_base, cpp_special, {2, 0, plaintext_modulus, ringlet::Lift::centred, ringlet::Lift::floor}),
      cpp_key(cpp_key_switch.prepare(views(polynomials_of_key(moduli), 0), views(polynomials_of_key(moduli), 1),
                                     cpp_automorphism)),
      scalars_(scalars_of(moduli)),
      polynomials_(polynomials_of_key(moduli)) {
  key = made<SwitchingKey>(ringlet_switching_key_create, key_switch.get(), rows_of(polynomials_, 0).data(),
                           rows_of(polynomials_, 1).data(), automorphism.get(), RINGLET_ROTATION_KEY_IMAGE);
  Random random;
  for (std::size_t k = 0; k <= plaintext_levels.size(); ++k) {
    const std::size_t at = k < plaintext_levels.size() ? plaintext_levels[k] : level;
    Words polynomial = random_rows(random, moduli_of(at + all_size - base_size), n, n);
    polynomial.resize(all_size * n);
    plaintexts_.insert(plaintexts_.end(), polynomial.begin(), polynomial.end());
  }
  const std::array<const ringlet_switching_key*, 2> steps{nullptr, key.get()};
  linear_transform =
      made<LinearTransform>(ringlet_linear_transform_create, key_switch.get(), steps.data(), steps.size(), steps.data(),
                            steps.size(), plaintexts().data(), plaintext_levels.data());
}

std::array<ringlet_rows, 4> RowPlans::plaintexts() const {
  std::array<ringlet_rows, 4> result;
  for (std::size_t k = 0; k < result.size(); ++k) {
    result[k] = rows_at(plaintext_levels[k] == 0 ? nullptr : plaintexts_.data() + k * all_size * n);
  }
  return result;
}

std::vector<RowOperation> RowPlans::operations() const {
  std::vector<RowOperation> result;
  for (const auto& some :
       {arithmetic(), products("", RINGLET_PLAIN, *this), products("_montgomery", RINGLET_MONTGOMERY, *this),
        transforms(), conversions(), automorphisms(), key_switching(), key_switching_in_steps(level),
        key_switching_in_steps(base_size), linear_transforms()}) {
    result.insert(result.end(), some.begin(), some.end());
  }
  return result;
}

Words RowPlans::moduli_of(std::size_t rows) const {
  constexpr std::size_t special_size = all_size - base_size;
  Words result = part(moduli, 0, rows <= base_size ? rows : rows - special_size);
  if (rows > base_size) result.insert(result.end(), moduli.begin() + base_size, moduli.end());
  return result;
}

std::vector<RowOperation> RowPlans::arithmetic() const {
  return {
      binary("add", ringlet_rns_add, ringlet::add, *this),
      binary("sub", ringlet_rns_sub, ringlet::sub, *this),
      ternary("mul_sub", ringlet_rns_mul_sub, ringlet::mul_sub, *this),
      unary("neg", ringlet_rns_neg, ringlet::neg, *this),
      elementwise(
          "mul_scalar", {"a"},
          [this](Arguments x) {
            return ringlet_rns_mul_scalar(x.out[0], x.in[0], scalars_.data(), x.rows, x.n, base.get(), x.executor);
          },
          [this](const CppRows& out, const CppInputs& in) { mul(out[0], in[0], scalars_, cpp_base); }),
      unary("to_montgomery", ringlet_rns_to_montgomery, ringlet::to_montgomery, *this),
      unary("from_montgomery", ringlet_rns_from_montgomery, ringlet::from_montgomery, *this),
      // A separate test calls it in place.
      {.name = "tensor",
       .outputs = {"out[0]", "out[1]", "out[2]"},
       .inputs = {"a[0]", "a[1]", "b[0]", "b[1]"},
       .takes_rows = true,
       .takes_n = true,
       .in_c =
           [this](Arguments x) {
             return ringlet_rns_tensor(x.out.data(), x.in.data(), x.in.data() + 2, x.rows, x.n, base.get(), x.executor);
           },
       .in_cpp =
           [this](const CppRows& out, const CppInputs& in) {
             tensor(std::span(out).first<3>(), std::span(in).first<2>(), std::span(in).subspan<2, 2>(), cpp_base);
           }},
  };
}

std::vector<RowOperation> RowPlans::transforms() const {
  using ringlet::RnsNtt;
  return {
      transform("ntt_forward", ringlet_rns_ntt_forward, &RnsNtt::forward, 4, *this),
      transform("ntt_inverse", ringlet_rns_ntt_inverse, &RnsNtt::inverse, 2, *this),
      transform_of_two("ntt_forward_many", ringlet_rns_ntt_forward_many, &RnsNtt::forward, 4, *this),
      transform_of_two("ntt_inverse_many", ringlet_rns_ntt_inverse_many, &RnsNtt::inverse, 2, *this),
  };
}

std::vector<RowOperation> RowPlans::conversions() const {
  return {
      of_fixed_rows(
          "base_conversion", all_size - base_size, base_size,
          [this](Arguments x) {
            return ringlet_base_conversion_apply(conversion.get(), x.out[0], x.in[0], x.n, x.executor);
          },
          [this](const CppRows& out, const CppInputs& in) { cpp_conversion(out[0], in[0]); }),
      of_fixed_rows(
          "base_conversion with a redundant modulus", all_size - base_size, 3,
          [this](Arguments x) {
            return ringlet_base_conversion_apply(redundant.get(), x.out[0], x.in[0], x.n, x.executor);
          },
          [this](const CppRows& out, const CppInputs& in) { cpp_redundant(out[0], in[0]); }),
      of_fixed_rows(
          "scale_and_round_extend", 2, 2,
          [this](Arguments x) {
            return ringlet_scale_and_round_extend(scale.get(), x.out[0], x.in[0], x.n, x.executor);
          },
          [this](const CppRows& out, const CppInputs& in) { cpp_scale.extend(out[0], in[0]); }),
      {.name = "scale_and_round_apply",
       .inputs = {"in", "auxiliary"},
       .takes_n = true,
       .may_be_in_place = true,
       .in_c =
           [this](Arguments x) {
             return ringlet_scale_and_round_apply(scale.get(), x.out[0], x.in[0], x.in[1], x.n, x.executor);
           },
       .in_cpp = [this](const CppRows& out, const CppInputs& in) { cpp_scale(out[0], in[0], in[1]); }},
      {.name = "mod_down_on_coefficients",
       .out_rows = base_size,
       .in_rows = all_size,
       .takes_n = true,
       .may_be_in_place = true,
       .in_c =
           [this](Arguments x) {
             return ringlet_mod_down_on_coefficients(down.get(), x.out[0], x.in[0], x.n, x.executor);
           },
       .in_cpp = [this](const CppRows& out, const CppInputs& in) { cpp_down.on_coefficients(out[0], in[0]); }},
      {.name = "mod_down_on_evaluations",
       .out_rows = base_size,
       .in_rows = all_size,
       .may_be_in_place = true,
       .in_c =
           [this](Arguments x) { return ringlet_mod_down_on_evaluations(down.get(), x.out[0], x.in[0], x.executor); },
       .in_cpp = [this](const CppRows& out, const CppInputs& in) { cpp_down.on_evaluations(out[0], in[0]); }},
  };
}

std::vector<RowOperation> RowPlans::automorphisms() const {
  const auto modulo = [this](const std::string& name, auto in_c, auto in_cpp) {
    return RowOperation{.name = name,
                        .takes_rows = true,
                        .in_c =
                            [this, in_c](Arguments x) {
                              return in_c(automorphism.get(), x.out[0], x.in[0], x.rows, base.get(), x.executor);
                            },
                        .in_cpp =
                            [this, in_cpp](const CppRows& out, const CppInputs& in) {
                              (cpp_automorphism.*in_cpp)(out[0], in[0], cpp_base, nullptr);
                            }};
  };
  return {
      modulo("automorphism_on_coefficients", ringlet_automorphism_on_coefficients,
             &ringlet::Automorphism::on_coefficients),
      modulo("automorphism_add_on_evaluations", ringlet_automorphism_add_on_evaluations,
             &ringlet::Automorphism::add_on_evaluations),
      {.name = "automorphism_on_evaluations",
       .takes_rows = true,
       .in_c =
           [this](Arguments x) {
             return ringlet_automorphism_on_evaluations(automorphism.get(), x.out[0], x.in[0], x.rows, x.executor);
           },
       .in_cpp = [this](const CppRows& out, const CppInputs& in) { cpp_automorphism.on_evaluations(out[0], in[0]); }},
  };
}

std::vector<RowOperation> RowPlans::key_switching() const {
  using ringlet::KeySwitch;
  return {
      key_switch_of_one("key_switch_apply", ringlet_key_switch_apply, &KeySwitch::operator(), *this),
      key_switch_of_one("key_switch_add", ringlet_key_switch_add, &KeySwitch::add, *this),
      key_switch_of_two("key_switch_apply_many", ringlet_key_switch_apply_many, &KeySwitch::operator(), *this),
      key_switch_of_two("key_switch_add_many", ringlet_key_switch_add_many, &KeySwitch::add, *this),
  };
}

std::vector<RowOperation> RowPlans::key_switching_in_steps(std::size_t at) const {
  using ringlet::KeySwitch;
  // Digits and sums also have a row for each special modulus.
  const std::size_t extended = at + all_size - base_size, count = cpp_key_switch.digits(at);
  const std::string suffix = " at level " + std::to_string(at);
  std::vector<std::string> digits;
  for (std::size_t d = 0; d < count; ++d) digits.push_back("digits[" + std::to_string(d) + "]");
  const auto of_digits = [&](const std::string& name, const std::vector<std::string>& outputs, std::size_t out_rows,
                             auto in_c, auto in_cpp) {
    return RowOperation{.name = name + suffix,
                        .outputs = outputs,
                        .inputs = digits,
                        .out_rows = out_rows,
                        .in_rows = extended,
                        .takes_rows = out_rows == at,
                        .in_c =
                            [=, this](Arguments x) {
                              return in_c(key_switch.get(), x.out[0], x.out[1], x.in.data(),
                                          out_rows == at ? x.rows : at, key.get(), x.executor);
                            },
                        .in_cpp =
                            [=, this](const CppRows& out, const CppInputs& in) {
                              (cpp_key_switch.*in_cpp)(out[0], out[1], std::span(in).first(count), cpp_key, nullptr);
                            }};
  };
  const auto division = [&, this](const std::string& name, auto in_c, auto in_cpp) {
    return RowOperation{
        .name = name + suffix,
        .outputs = {"out_b", "out_a"},
        .inputs = {"sum_b", "sum_a"},
        .out_rows = at,
        .in_rows = extended,
        .takes_rows = true,
        .may_be_in_place = true,
        .in_c =
            [=, this](Arguments x) {
              return in_c(key_switch.get(), x.out[0], x.out[1], x.in[0], x.in[1], x.rows, x.executor);
            },
        .in_cpp = [=, this](const CppRows& out,
                            const CppInputs& in) { (cpp_key_switch.*in_cpp)(out[0], out[1], in[0], in[1], nullptr); }};
  };
  using OfDigits = void (KeySwitch::*)(ringlet::RnsSpan, ringlet::RnsSpan, ringlet::RnsViews,
                                       const ringlet::SwitchingKey&, ringlet::Executor*) const;
  const OfDigits apply = &KeySwitch::operator(), add = &KeySwitch::add;
  const std::vector<std::string> results = {"out_b", "out_a"}, sums = {"sum_b", "sum_a"};
  return {
      {.name = "key_switch_decompose" + suffix,
       .outputs = digits,
       .out_rows = extended,
       .in_rows = at,
       .in_c =
           [=, this](Arguments x) {
             return ringlet_key_switch_decompose(key_switch.get(), x.out.data(), x.in[0], at, x.executor);
           },
       .in_cpp = [=, this](const CppRows& out,
                           const CppInputs& in) { cpp_key_switch.decompose(std::span(out).first(count), in[0]); }},
      of_digits("key_switch_apply_digits", results, at, ringlet_key_switch_apply_digits, apply),
      of_digits("key_switch_add_digits", results, at, ringlet_key_switch_add_digits, add),
      of_digits("key_switch_inner_product", sums, extended, ringlet_key_switch_inner_product,
                &KeySwitch::inner_product),
      of_digits("key_switch_accumulate", sums, extended, ringlet_key_switch_accumulate, &KeySwitch::accumulate),
      {.name = "key_switch_add_special_multiple" + suffix,
       .outputs = {"sum"},
       .inputs = {"c"},
       .out_rows = extended,
       .in_rows = at,
       .in_c =
           [=, this](Arguments x) {
             return ringlet_key_switch_add_special_multiple(key_switch.get(), x.out[0], x.in[0], at, x.executor);
           },
       .in_cpp = [this](const CppRows& out,
                        const CppInputs& in) { cpp_key_switch.add_special_multiple(out[0], in[0]); }},
      division("key_switch_mod_down", ringlet_key_switch_mod_down, &KeySwitch::mod_down),
      division("key_switch_add_mod_down", ringlet_key_switch_add_mod_down, &KeySwitch::add_mod_down),
  };
}

std::vector<RowOperation> RowPlans::linear_transforms() const {
  std::vector<ringlet::RnsView> views;
  for (std::size_t k = 0; k < plaintext_levels.size(); ++k) {
    if (plaintext_levels[k] == 0) {
      views.emplace_back();
    } else {
      views.emplace_back(plaintexts()[k].words, plaintext_levels[k] + all_size - base_size, n);
    }
  }
  const ComposedTransform composed(cpp_key_switch, cpp_special, cpp_key, cpp_automorphism, views);
  const std::uint64_t* const digit = plaintexts_.data() + plaintext_levels.size() * all_size * n;
  const std::size_t extended = level + all_size - base_size;
  return {
      {.name = "linear_transform_apply",
       .outputs = {"out_b", "out_a"},
       .inputs = {"b", "a"},
       .takes_rows = true,
       .may_be_in_place = true,
       .in_c =
           [this](Arguments x) {
             return ringlet_linear_transform_apply(linear_transform.get(), x.out[0], x.out[1], x.in[0], x.in[1], x.rows,
                                                   x.executor);
           },
       .in_cpp = [composed](const CppRows& out, const CppInputs& in) { composed(out[0], out[1], in[0], in[1]); }},
      {.name = "linear_transform_apply_many",
       .outputs = {"out_b[0]", "out_b[1]", "out_a[0]", "out_a[1]"},
       .inputs = {"b[0]", "b[1]", "a[0]", "a[1]"},
       .takes_rows = true,
       .may_be_in_place = true,
       .in_c =
           [this](Arguments x) {
             return ringlet_linear_transform_apply_many(linear_transform.get(), x.out.data(), x.out.data() + 2,
                                                        x.in.data(), x.in.data() + 2, 2, x.rows, x.executor);
           },
       .in_cpp =
           [composed](const CppRows& out, const CppInputs& in) {
             for (std::size_t k = 0; k < 2; ++k) composed(out[k], out[k + 2], in[k], in[k + 2]);
           }},
      {.name = "linear_transform_sums",
       .outputs = {"sum_b[0]", "sum_b[1]", "sum_a[0]", "sum_a[1]"},
       .inputs = {"b", "a"},
       .out_rows = extended,
       .in_c =
           [this, digit](Arguments x) {
             const ringlet_rows digits = rows_at(digit);
             return ringlet_linear_transform_sums(linear_transform.get(), x.out.data(), x.out.data() + 2, x.in[0],
                                                  x.in[1], &digits, level, x.executor);
           },
       .in_cpp =
           [composed, digit](const CppRows& out, const CppInputs& in) {
             const std::array digits{ringlet::RnsView(digit, extended, n)};
             for (std::size_t k = 0; k < 2; ++k) composed.sum(k, out[k], out[k + 2], in[0], in[1], digits);
           }},
  };
}

}  // namespace ringlet_test::c_api
