#include <seal/galoiskeys.h>
#include <seal/relinkeys.h>
#include <seal/util/galois.h>
#include <seal/util/numth.h>
#include <seal/util/pointer.h>
#include <seal/util/uintcore.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <span>

#include "operations.hpp"
#include "prepared_keys.hpp"
#include "ringlet/rns_eltwise.hpp"

namespace ringlet::seal {

namespace {

using ::seal::GaloisKeys;
using ::seal::RelinKeys;

/// A key, and the plan that it belongs to.
struct ChosenKey {
  const KeySwitch& plan;
  SwitchingKey key;
};

/// The key of an index, prepared or read where it lies, if there is a valid one.
std::optional<ChosenKey> find(const Plans& plans, const Keys& keys, std::size_t index) {
  const ::seal::SEALContext& context = plans.context();
  if (!context.using_keyswitching() || keys.seals.parms_id() != context.key_parms_id()) return std::nullopt;
  if (keys.prepared != nullptr) {
    const auto found = keys.prepared->keys.find(index);
    if (found != keys.prepared->keys.end()) return ChosenKey{keys.prepared->plan, found->second};
  }
  const std::optional<KeyViews> views = views_of(plans, keys.seals, index);
  if (!views) return std::nullopt;
  return ChosenKey{plans.key_switch(), plans.key_switch().borrow(views->b, views->a)};
}

/// The first two polynomials of result = the key switch of the second one, which, as the result, is in the form of the
/// scheme's ciphertexts.
void switch_second(const Plans& plans, Ciphertext& result, const ChosenKey& key) {
  const std::array<RnsSpan, 2> out = {rows(result, 0), rows(result, 1)};
  const std::array<RnsView, 2> in = {out[0], out[1]};
  const RnsNtt& ntt = plans.level(result.parms_id()).rns().ntt;
  Executor* const executor = plans.executor();
  if (!plans.in_evaluations()) ntt.forward(out[1], in[1], {}, executor);
  key.plan(out[0], out[1], in[1], key.key, executor);
  if (!plans.in_evaluations()) ntt.inverse(out, in, {}, executor);
}

void copy_rows(RnsSpan out, RnsView in) {
  for (std::size_t i = 0; i < in.rows(); ++i) std::ranges::copy(in[i], out[i].begin());
}

bool is_exponent(const Plans& plans, std::uint64_t exponent) {
  return exponent % 2 == 1 && exponent < 2 * plans.context().key_context_data()->parms().poly_modulus_degree();
}

bool has_key(const Keys& keys, std::uint32_t exponent) {
  const std::size_t index = GaloisKeys::get_index(exponent);
  return index < keys.seals.data().size() && !keys.seals.data()[index].empty();
}

bool batches(const Plans& plans, const Ciphertext& in) {
  return plans.context().get_context_data(in.parms_id())->qualifiers().using_batching;
}

}  // namespace

bool relinearize(const Plans& plans, Ciphertext& result, const Ciphertext& in, const Keys& keys,
                 const MemoryPoolHandle& pool) {
  if (!is_served(plans, in) || in.size() != 3 || !pool) return false;
  const std::optional<ChosenKey> key = find(plans, keys, RelinKeys::get_index(2));
  if (!key) return false;
  const RnsBase& base = plans.level(in.parms_id()).rns().base;
  prepare(result, plans, in, 2);
  copy_rows(rows(result, 1), rows(in, 2));
  switch_second(plans, result, *key);
  for (std::size_t k = 0; k < 2; ++k) add(rows(result, k), rows(result, k), rows(in, k), base, plans.executor());
  return true;
}

bool apply_galois(const Plans& plans, Ciphertext& result, const Ciphertext& in, std::uint32_t exponent,
                  const Keys& keys, const MemoryPoolHandle& pool) {
  if (!is_served(plans, in) || in.size() != 2 || !pool || !is_exponent(plans, exponent)) return false;
  const std::optional<ChosenKey> key = find(plans, keys, GaloisKeys::get_index(exponent));
  if (!key) return false;
  const Automorphism& automorphism = plans.automorphism(exponent);
  const RnsBase& base = plans.level(in.parms_id()).rns().base;
  Executor* const executor = plans.executor();
  prepare(result, plans, in, 2);
  if (plans.in_evaluations()) {
    automorphism.on_evaluations(rows(result, 1), rows(in, 1), executor);
    switch_second(plans, result, *key);
    automorphism.add_on_evaluations(rows(result, 0), rows(in, 0), base, executor);
    return true;
  }
  const auto memory = ::seal::util::allocate_uint(base.size() * automorphism.size(), pool);
  const RnsSpan image(memory.get(), base.size(), automorphism.size());
  automorphism.on_coefficients(rows(result, 1), rows(in, 1), base, executor);
  automorphism.on_coefficients(image, rows(in, 0), base, executor);
  switch_second(plans, result, *key);
  add(rows(result, 0), rows(result, 0), image, base, executor);
  return true;
}

bool rotate(const Plans& plans, Ciphertext& result, const Ciphertext& in, int steps, const Keys& keys,
            const MemoryPoolHandle& pool) {
  if (!is_served(plans, in) || steps == 0 || !batches(plans, in) || !pool) return false;
  const auto slots = static_cast<int>(in.poly_modulus_degree() / 2);
  if (steps <= -slots || steps >= slots) return false;
  const ::seal::util::GaloisTool& tool = *plans.context().key_context_data()->galois_tool();
  const std::uint32_t exponent = tool.get_elt_from_step(steps);
  if (has_key(keys, exponent)) return apply_galois(plans, result, in, exponent, keys, pool);

  // Powers of two of which it is the sum, and for which there are keys as a rule.
  std::vector<int> powers = ::seal::util::naf(steps);
  std::erase_if(powers, [slots](int power) { return std::abs(power) == slots; });
  std::array<Ciphertext, 2> between = {Ciphertext(pool), Ciphertext(pool)};
  for (std::size_t i = 0; i < powers.size(); ++i) {
    const Ciphertext& from = i == 0 ? in : between[(i - 1) % 2];
    Ciphertext& to = i + 1 == powers.size() ? result : between[i % 2];
    if (!apply_galois(plans, to, from, tool.get_elt_from_step(powers[i]), keys, pool)) return false;
  }
  return true;
}

bool conjugate(const Plans& plans, Ciphertext& result, const Ciphertext& in, const Keys& keys,
               const MemoryPoolHandle& pool) {
  if (!is_served(plans, in) || !batches(plans, in)) return false;
  const std::uint32_t exponent = plans.context().key_context_data()->galois_tool()->get_elt_from_step(0);
  return apply_galois(plans, result, in, exponent, keys, pool);
}

}  // namespace ringlet::seal
