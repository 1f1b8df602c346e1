#include "ringlet/linear_transform.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "c/key_switch_support.hpp"

struct ringlet_linear_transform {
  ringlet::KeySwitch plan;
  ringlet::LinearTransform transform;
};

namespace {

using namespace ringlet::c;
using ringlet::KeySwitch;
using ringlet::LinearTransform;
using ringlet::RnsView;
namespace checks = ringlet::checks;

/// Returns the keys of steps, and no key for a null handle.
std::vector<LinearTransform::Step> steps_of(const char* name, const ringlet_switching_key* const* keys,
                                            std::size_t count) {
  require_address(name, keys);
  std::vector<LinearTransform::Step> steps;
  for (std::size_t k = 0; k < count; ++k) {
    steps.push_back(keys[k] == nullptr ? std::nullopt
                                       : LinearTransform::Step(deref(checks::element(name, k).c_str(), keys[k]).key));
  }
  return steps;
}

/// Returns views of plaintexts, each at its level; absent plaintexts have no rows.
std::vector<RnsView> plaintexts_of(const ringlet_rows* plaintexts, const std::size_t* levels, std::size_t count,
                                   const KeySwitch& plan) {
  require_address("plaintexts", plaintexts);
  require_address("levels", levels);
  std::vector<RnsView> views(count);
  for (std::size_t k = 0; k < count; ++k) {
    if (plaintexts[k].words == nullptr && plaintexts[k].pointers == nullptr) continue;
    const Shape level = level_of(plan.base(), levels[k], plan.size(), checks::element("levels", k).c_str());
    views[k] = rows_of(checks::element("plaintexts", k).c_str(), plaintexts[k], extended(plan, level));
  }
  return views;
}

/// Checks the numbers of steps, whose product is the number of plaintexts.
void require_steps(std::size_t baby_steps, std::size_t giant_steps) {
  require_count("baby_steps", baby_steps);
  require_count("giant_steps", giant_steps);
  if (giant_steps > std::numeric_limits<std::size_t>::max() / baby_steps) {
    checks::reject("giant_steps", giant_steps, "no array has so many plaintexts");
  }
}

}  // namespace

ringlet_status ringlet_baby_giant_steps(size_t* baby, size_t* baby_steps, size_t* giant, size_t* giant_steps,
                                        const size_t* rotations, size_t count) {
  return guarded([=] {
    require_count("count", count);
    require_address("rotations", rotations);
    require_address("baby", baby);
    require_address("giant", giant);
    std::size_t &to_baby_steps = deref("baby_steps", baby_steps), &to_giant_steps = deref("giant_steps", giant_steps);
    const ringlet::BabyGiantSteps steps = ringlet::baby_giant_steps({rotations, count});
    std::ranges::copy(steps.baby, baby);
    std::ranges::copy(steps.giant, giant);
    to_baby_steps = steps.baby.size();
    to_giant_steps = steps.giant.size();
  });
}

ringlet_status ringlet_linear_transform_create(ringlet_linear_transform** transform,
                                               const ringlet_key_switch* key_switch,
                                               const ringlet_switching_key* const* baby, size_t baby_steps,
                                               const ringlet_switching_key* const* giant, size_t giant_steps,
                                               const ringlet_rows* plaintexts, const size_t* levels) {
  return create("transform", transform, [=] {
    const KeySwitch& plan = plan_of(key_switch);
    require_steps(baby_steps, giant_steps);
    const auto baby_keys = steps_of("baby", baby, baby_steps);
    const auto giant_keys = steps_of("giant", giant, giant_steps);
    const auto views = plaintexts_of(plaintexts, levels, giant_steps * baby_steps, plan);
    return ringlet_linear_transform{plan, LinearTransform(plan, baby_keys, giant_keys, views)};
  });
}

void ringlet_linear_transform_destroy(ringlet_linear_transform* transform) { delete transform; }

size_t ringlet_linear_transform_baby_steps(const ringlet_linear_transform* transform) {
  return transform == nullptr ? 0 : transform->transform.baby_steps();
}

size_t ringlet_linear_transform_giant_steps(const ringlet_linear_transform* transform) {
  return transform == nullptr ? 0 : transform->transform.giant_steps();
}

ringlet_status ringlet_linear_transform_apply(const ringlet_linear_transform* transform, ringlet_rows out_b,
                                              ringlet_rows out_a, ringlet_rows b, ringlet_rows a, size_t rows,
                                              const ringlet_executor* executor) {
  return guarded([&] {
    const auto& [plan, linear] = deref("transform", transform);
    const Shape level = level_of(plan.base(), rows, plan.size());
    const auto to_b = rows_of("out_b", out_b, level), to_a = rows_of("out_a", out_a, level);
    const RnsView in_b = rows_of("b", b, level), in_a = rows_of("a", a, level);
    linear(to_b, to_a, in_b, in_a, Threads(executor));
  });
}

ringlet_status ringlet_linear_transform_apply_many(const ringlet_linear_transform* transform, const ringlet_rows* out_b,
                                                   const ringlet_rows* out_a, const ringlet_rows* b,
                                                   const ringlet_rows* a, size_t ciphertexts, size_t rows,
                                                   const ringlet_executor* executor) {
  return guarded([=] {
    const auto& [plan, linear] = deref("transform", transform);
    require_count("ciphertexts", ciphertexts);
    const Shape level = level_of(plan.base(), rows, plan.size());
    const auto to_b = rows_of_all("out_b", out_b, ciphertexts, level);
    const auto to_a = rows_of_all("out_a", out_a, ciphertexts, level);
    const auto in_b = rows_of_all("b", b, ciphertexts, level), in_a = rows_of_all("a", a, ciphertexts, level);
    linear(to_b, to_a, in_b, in_a, Threads(executor));
  });
}

ringlet_status ringlet_linear_transform_sums(const ringlet_linear_transform* transform, const ringlet_rows* sum_b,
                                             const ringlet_rows* sum_a, ringlet_rows b, ringlet_rows a,
                                             const ringlet_rows* digits, size_t rows,
                                             const ringlet_executor* executor) {
  return guarded([&] {
    const auto& [plan, linear] = deref("transform", transform);
    const Shape level = level_of(plan.base(), rows, plan.size()), of_sums = extended(plan, level);
    const auto to_b = rows_of_all("sum_b", sum_b, linear.giant_steps(), of_sums);
    const auto to_a = rows_of_all("sum_a", sum_a, linear.giant_steps(), of_sums);
    const RnsView in_b = rows_of("b", b, level), in_a = rows_of("a", a, level);
    linear.sums(to_b, to_a, in_b, in_a, digits_of(digits, plan, level), Threads(executor));
  });
}
