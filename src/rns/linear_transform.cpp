#include "ringlet/linear_transform.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "rns/checks.hpp"
#include "rns/key_switch_checks.hpp"
#include "rns/rotation_sums.hpp"

namespace ringlet {

using rns::KeySwitchState;
using rns::SwitchingKeyState;

namespace rns {

struct LinearTransformState {
  std::shared_ptr<const KeySwitchState> key_switch;
  std::vector<LinearTransform::Step> steps;
  /// Keys of the baby steps, then of the giant steps; null for the identity.
  std::vector<const SwitchingKeyState*> keys;
  std::size_t baby;
  std::vector<RnsView> plaintexts;

  [[nodiscard]] std::size_t giant() const { return keys.size() - baby; }
  [[nodiscard]] const SwitchingKeyState* giant_key(std::size_t g) const { return keys[baby + g]; }
  [[nodiscard]] RotationTerms terms(std::size_t level) const {
    return {.level = level, .keys = std::span(keys).first(baby), .plaintexts = plaintexts};
  }
};

}  // namespace rns

namespace {

/// Most ciphertexts that one call works on together: as many as share a passage over the keys without loss.
constexpr std::size_t most_ciphertexts = 4;

/// Call of a transform for several ciphertexts of a level.
class Call {
 public:
  Call(const rns::LinearTransformState& state, std::size_t level, std::size_t ciphertexts, Executor& executor)
      : state_(state),
        plan_(*state.key_switch),
        level_(level),
        ciphertexts_(ciphertexts),
        executor_(executor),
        memory_(rns::memory_of(plan_.transforms()),
                {.shared_rows = extended_rows() + (is_on_coefficients() ? 2 * level : 0),
                 .polynomials = ciphertexts,
                 .own_rows = level,
                 .places = 1},
                plan_.size()) {}

  void run(std::span<const RnsSpan> out_b, std::span<const RnsSpan> out_a, RnsViews b, RnsViews a) const {
    write_sums(b, a);
    bool is_first = true;
    for (std::size_t g = 0; g < state_.giant(); ++g, is_first = false) {
      for (std::size_t k = 0; k < ciphertexts_; ++k) add_step(g, k, is_first);
    }
    for (std::size_t k = 0; k < ciphertexts_; ++k) {
      const std::array<RnsView, 2> sums{total(k, 0), total(k, 1)};
      plan_.switch_key({{&out_b[k], 1}, {&out_a[k], 1}, false}, {.level = level_, .sums = sums}, executor_);
    }
  }

 private:
  /// Returns `count` polynomials modulo Q P of ciphertext k, from number `first` on.
  [[nodiscard]] std::vector<RnsSpan> polynomials(std::size_t k, std::size_t first, std::size_t count) const {
    std::vector<RnsSpan> result;
    for (std::size_t i = first; i < first + count; ++i) {
      const rns::Rows rows = memory_.shared(k).from(i * plan_.targets(level_));
      result.emplace_back(rows.words, plan_.targets(level_), plan_.size(), rows.stride);
    }
    return result;
  }
  [[nodiscard]] std::vector<RnsSpan> digits(std::size_t k) const { return polynomials(k, 0, plan_.digits(level_)); }
  /// Inner sum g, b (of = 0) or a (of = 1).
  [[nodiscard]] RnsSpan sum(std::size_t g, std::size_t k, std::size_t of) const {
    return polynomials(k, plan_.digits(level_) + 2 * g + of, 1)[0];
  }
  /// Sum of all giant steps.
  [[nodiscard]] RnsSpan total(std::size_t k, std::size_t of) const { return sum(state_.giant(), k, of); }

  [[nodiscard]] bool is_on_coefficients() const { return plan_.domain() == Domain::coefficients; }
  /// Rows of a ciphertext's polynomials modulo Q P.
  [[nodiscard]] std::size_t extended_rows() const {
    return (plan_.digits(level_) + 2 * state_.giant() + 2) * plan_.targets(level_);
  }
  /// Returns b (of = 0) or a (of = 1) of ciphertext k as evaluations.
  [[nodiscard]] RnsView evaluations(const RnsView& in, std::size_t k, std::size_t of) const {
    if (!is_on_coefficients()) return in;
    const rns::Rows rows = memory_.shared(k).from(extended_rows() + of * level_);
    const RnsSpan out(rows.words, level_, plan_.size(), rows.stride);
    rns::for_each_row(&executor_, level_, [&](std::size_t i) { plan_.transform(i).forward(out[i], in[i]); });
    return out;
  }

  /// Decomposes the ciphertexts, and computes all inner sums.
  void write_sums(RnsViews b, RnsViews a) const {
    std::vector<std::vector<RnsSpan>> digits;
    for (std::size_t k = 0; k < ciphertexts_; ++k) {
      digits.push_back(this->digits(k));
      plan_.decompose(digits[k], a[k], executor_);
    }
    std::vector<rns::RotatedCiphertext> in;
    for (std::size_t k = 0; k < ciphertexts_; ++k) {
      in.push_back({.c0 = evaluations(b[k], k, 0), .c1 = evaluations(a[k], k, 1), .digits = digits[k]});
    }
    std::array<std::vector<RnsSpan>, 2> sums;
    for (std::size_t g = 0; g < state_.giant(); ++g) {
      for (std::size_t k = 0; k < ciphertexts_; ++k) {
        for (const std::size_t of : {0U, 1U}) sums[of].push_back(sum(g, k, of));
      }
    }
    rns::sum_rotations(plan_, sums[0], sums[1], state_.terms(level_), in, executor_);
  }

  /// Writes the image of inner sum g under its giant step to the total, or adds it.
  void add_step(std::size_t g, std::size_t k, bool is_first) const {
    const SwitchingKeyState* key = state_.giant_key(g);
    if (key == nullptr) {
      for (const std::size_t of : {0U, 1U}) add_rows(total(k, of), sum(g, k, of), nullptr, is_first);
      return;
    }
    const rns::Rows rows = memory_.own(0);
    const RnsSpan quotient(rows.words, level_, plan_.size(), rows.stride);
    const RnsView a = sum(g, k, 1);
    plan_.switch_key({.b = {&quotient, 1}, .a = {}, .are_added = false}, {.level = level_, .sums = {&a, 1}}, executor_);
    const std::vector<RnsSpan> digits = this->digits(k);
    plan_.decompose(digits, quotient, executor_);
    const RnsSpan total_b = total(k, 0), total_a = total(k, 1);
    plan_.inner_product({{&total_b, 1}, {&total_a, 1}, !is_first}, {.level = level_, .digits = digits, .key = key},
                        executor_);
    add_rows(total_b, sum(g, k, 0), key->automorphism.get(), false);
  }

  /// Adds a polynomial modulo Q P, or its image, to `out`; or copies it.
  void add_rows(const RnsSpan& out, const RnsView& in, const rns::AutomorphismPlan* automorphism, bool is_first) const {
    rns::for_each_row(&executor_, plan_.targets(level_), [&](std::size_t t) {
      const std::size_t j = plan_.modulus_of(t, level_);
      std::uint64_t* const row = out[t].data();
      if (is_first) {
        std::ranges::copy(in[t], row);
      } else if (automorphism != nullptr) {
        automorphism->add_evaluations(row, in[t].data(), plan_.all()[j].value());
      } else {
        plan_of(plan_.transform(j)).eltwise().add(row, row, in[t].data(), plan_.size());
      }
    });
  }

  const rns::LinearTransformState& state_;
  const KeySwitchState& plan_;
  std::size_t level_, ciphertexts_;
  Executor& executor_;
  /// For each ciphertext its digits, its inner sums, b and a in turn, its total, and the evaluations of coefficients;
  /// then one polynomial of the level.
  rns::Workspace memory_;
};

/// Appends the keys of steps.
void append_keys(std::vector<const SwitchingKeyState*>& keys, const char* name,
                 const std::vector<LinearTransform::Step>& steps, const KeySwitchState& plan,
                 const SwitchingKeyState* (*state_of)(const SwitchingKey&)) {
  if (steps.empty()) checks::reject(std::string("number of ") + name + " steps", 0, "it must be at least 1");
  const std::size_t first = keys.size();
  for (const auto& step : steps) {
    if (step) rns::require_own(*state_of(*step), plan, checks::element(name, keys.size() - first) + ": ");
    keys.push_back(step ? state_of(*step) : nullptr);
  }
}

/// Checks the plaintexts, of which each may have a level of its own.
void check_plaintexts(RnsViews plaintexts, const rns::LinearTransformState& state) {
  const KeySwitchState& plan = *state.key_switch;
  if (plaintexts.size() != state.baby * state.giant()) {
    checks::reject(
        "number of plaintexts", plaintexts.size(),
        "it must be " + std::to_string(state.baby * state.giant()) + ", one for each giant and each baby step");
  }
  for (std::size_t i = 0; i < plaintexts.size(); ++i) {
    if (plaintexts[i].rows() == 0) continue;
    const std::string name = checks::element("plaintexts", i);
    rns::check_extended(name.c_str(), plaintexts[i], rns::level_of(name.c_str(), plaintexts[i], plan), plan, true);
  }
}

/// Requires plaintexts that have the moduli of a level.
void require_level_of_plaintexts(std::size_t level, const rns::LinearTransformState& state) {
  for (std::size_t i = 0; i < state.plaintexts.size(); ++i) {
    const std::size_t rows = state.plaintexts[i].rows();
    if (rows == 0 || rows >= state.key_switch->targets(level)) continue;
    checks::reject("number of rows of " + checks::element("plaintexts", i), rows,
                   "it must be at least " + std::to_string(state.key_switch->targets(level)) +
                       ", for each modulus of the ciphertext and each special modulus");
  }
}

/// Checks a ciphertext of a level.
void check_ciphertext(const char* b_name, const RnsView& b, const char* a_name, const RnsView& a, std::size_t level,
                      const rns::LinearTransformState& state) {
  const KeySwitchState& plan = *state.key_switch;
  rns::require_rows(b_name, b, level, plan.size());
  rns::require_rows(a_name, a, level, plan.size());
  rns::check_rows(b_name, b, plan.base());
  rns::check_rows(a_name, a, plan.base());
}

/// Checks the operands and results of a transform, named with their numbers unless there is only one ciphertext.
/// Returns the level.
std::size_t check_call(std::span<const RnsSpan> out_b, std::span<const RnsSpan> out_a, RnsViews b, RnsViews a,
                       const rns::LinearTransformState& state, bool is_alone) {
  const auto name_of = [&](const char* name, std::size_t k) { return is_alone ? name : checks::element(name, k); };
  rns::require_as_many("out_b", out_b.size(), b.size());
  rns::require_as_many("out_a", out_a.size(), b.size());
  rns::require_as_many("a", a.size(), b.size());
  const std::size_t level = b[0].rows();
  rns::require_level(("number of rows of " + name_of("b", 0)).c_str(), level, *state.key_switch);
  for (std::size_t k = 0; k < b.size(); ++k) {
    const std::string b_name = name_of("b", k), a_name = name_of("a", k);
    check_ciphertext(b_name.c_str(), b[k], a_name.c_str(), a[k], level, state);
    for (const auto& [base, outs] : {std::pair{"out_b", out_b}, std::pair{"out_a", out_a}}) {
      const std::string name = name_of(base, k);
      rns::require_rows(name.c_str(), outs[k], level, b[k].size());
      rns::require_same_rows_or_separate(b_name.c_str(), outs[k], b[k], name.c_str());
      rns::require_same_rows_or_separate(a_name.c_str(), outs[k], a[k], name.c_str());
      for (const auto& [other, views] : {std::pair{"b", b}, std::pair{"a", a}}) {
        rns::require_apart_from_others(name.c_str(), outs[k], k, other, views);
      }
      rns::require_apart_from_others(name.c_str(), outs[k], k, base, outs);
    }
    rns::require_separate(name_of("out_a", k).c_str(), out_b[k], out_a[k], name_of("out_b", k).c_str());
    rns::require_apart_from_others(name_of("out_b", k).c_str(), out_b[k], k, "out_a", out_a);
  }
  require_level_of_plaintexts(level, state);
  return level;
}

/// Transforms ciphertexts that have been checked.
void transform(std::span<const RnsSpan> out_b, std::span<const RnsSpan> out_a, RnsViews b, RnsViews a,
               std::size_t level, const rns::LinearTransformState& state, Executor* executor) {
  for (std::size_t first = 0; first < b.size(); first += most_ciphertexts) {
    const std::size_t count = std::min(most_ciphertexts, b.size() - first);
    Call(state, level, count, rns::executor_or_serial(executor))
        .run(out_b.subspan(first, count), out_a.subspan(first, count), b.part(first, count), a.part(first, count));
  }
}

}  // namespace

LinearTransform::LinearTransform(const KeySwitch& key_switch, std::vector<Step> baby, std::vector<Step> giant,
                                 RnsViews plaintexts)
    : state_([&] {
        auto state = std::make_shared<rns::LinearTransformState>();
        state->key_switch = key_switch.state_.pointer();
        state->baby = baby.size();
        const auto state_of = [](const SwitchingKey& key) { return &*key.state_; };
        append_keys(state->keys, "baby", baby, *state->key_switch, state_of);
        append_keys(state->keys, "giant", giant, *state->key_switch, state_of);
        check_plaintexts(plaintexts, *state);
        for (std::size_t i = 0; i < plaintexts.size(); ++i) state->plaintexts.push_back(plaintexts[i]);
        state->steps = std::move(baby);
        state->steps.insert(state->steps.end(), giant.begin(), giant.end());
        return std::shared_ptr<const rns::LinearTransformState>(std::move(state));
      }()) {}

void LinearTransform::operator()(RnsSpan out_b, RnsSpan out_a, RnsView b, RnsView a, Executor* executor) const {
  const std::span<const RnsSpan> b_out(&out_b, 1), a_out(&out_a, 1);
  const RnsViews b_in({&b, 1}), a_in({&a, 1});
  transform(b_out, a_out, b_in, a_in, check_call(b_out, a_out, b_in, a_in, *state_, true), *state_, executor);
}

void LinearTransform::operator()(std::span<const RnsSpan> out_b, std::span<const RnsSpan> out_a, RnsViews b, RnsViews a,
                                 Executor* executor) const {
  transform(out_b, out_a, b, a, check_call(out_b, out_a, b, a, *state_, false), *state_, executor);
}

void LinearTransform::sums(std::span<const RnsSpan> sum_b, std::span<const RnsSpan> sum_a, RnsView b, RnsView a,
                           RnsViews digits, Executor* executor) const {
  const KeySwitchState& plan = *state_->key_switch;
  const std::size_t level = b.rows();
  rns::require_level("number of rows of b", level, plan);
  check_ciphertext("b", b, "a", a, level, *state_);
  rns::check_digits(digits, level, plan);
  for (const auto& [name, sums] : {std::pair{"sum_b", sum_b}, std::pair{"sum_a", sum_a}}) {
    if (sums.size() != state_->giant()) {
      checks::reject(std::string("number of polynomials ") + name, sums.size(),
                     "it must be " + std::to_string(state_->giant()) + ", the number of giant steps");
    }
    for (std::size_t g = 0; g < sums.size(); ++g) {
      const std::string sum = checks::element(name, g);
      rns::check_extended(sum.c_str(), sums[g], level, plan, false);
      rns::require_separate("b", sums[g], b, sum.c_str());
      rns::require_separate("a", sums[g], a, sum.c_str());
      rns::require_apart_from_digits(sum.c_str(), sums[g], digits);
      rns::require_apart_from_others(sum.c_str(), sums[g], g, name, sums);
    }
  }
  for (std::size_t g = 0; g < sum_b.size(); ++g) {
    rns::require_apart_from_others(checks::element("sum_a", g).c_str(), sum_a[g], sum_b.size(), "sum_b", sum_b);
  }
  require_level_of_plaintexts(level, *state_);
  const rns::RotatedCiphertext in{.c0 = b, .c1 = a, .digits = digits};
  rns::sum_rotations(plan, sum_b, sum_a, state_->terms(level), {&in, 1}, rns::executor_or_serial(executor));
}

BabyGiantSteps baby_giant_steps(std::span<const std::size_t> rotations) {
  if (rotations.empty()) checks::reject("number of rotations", 0, "it must be at least 1");
  const auto steps_of = [&](std::size_t remainder_mask) {
    std::set<std::size_t> baby, giant;
    for (const std::size_t r : rotations) {
      baby.insert(r & remainder_mask);
      giant.insert(r & ~remainder_mask);
    }
    return BabyGiantSteps{{baby.begin(), baby.end()}, {giant.begin(), giant.end()}};
  };
  const auto time_of = [](const BabyGiantSteps& steps) {
    const auto with_key = [](const std::vector<std::size_t>& list) { return list.size() - (list[0] == 0 ? 1 : 0); };
    return with_key(steps.baby) + 3 * with_key(steps.giant);
  };
  const auto longest = static_cast<unsigned>(std::bit_width(std::ranges::max(rotations)));
  BabyGiantSteps best = steps_of(0);
  for (unsigned bits = 1; bits <= longest; ++bits) {
    const std::size_t mask = ~std::size_t{0} >> (64 - bits);
    if (BabyGiantSteps steps = steps_of(mask); time_of(steps) < time_of(best)) best = std::move(steps);
  }
  return best;
}

std::size_t LinearTransform::baby_steps() const noexcept { return state_->baby; }
std::size_t LinearTransform::giant_steps() const noexcept { return state_->giant(); }

}  // namespace ringlet
