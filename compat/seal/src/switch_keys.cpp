#include <seal/galoiskeys.h>
#include <seal/relinkeys.h>
#include <seal/util/galois.h>
#include <seal/util/numth.h>
#include <seal/util/pointer.h>
#include <seal/util/uintcore.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "operations.hpp"
#include "prepared_keys.hpp"
#include "ringlet/rns_eltwise.hpp"

namespace ringlet::seal {

namespace {

using ::seal::GaloisKeys;
using ::seal::RelinKeys;

/// Key and the plan that it belongs to.
struct ChosenKey {
  const KeySwitch& plan;
  SwitchingKey key;
};

/// Returns the key with this index if a valid one exists: prepared, or borrowed from SEAL's object.
std::optional<ChosenKey> find(const Plans& plans, const Keys& keys, std::size_t index) {
  const ::seal::SEALContext& context = plans.context();
  if (!context.using_keyswitching() || keys.seals.parms_id() != context.key_parms_id()) return std::nullopt;
  if (keys.prepared != nullptr) {
    const auto found = keys.prepared->keys.find(index);
    if (found != keys.prepared->keys.end()) return ChosenKey{keys.prepared->plan, found->second};
  }
  const std::optional<KeyViews> views = views_of(plans, keys.seals, index);
  if (!views) return std::nullopt;
  const KeySwitch& plan = plans.key_switch();
  return ChosenKey{plan, plan.borrow(views->b, views->a)};
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

/// Writes the image of `in` to `out`, both in the form of the scheme's ciphertexts.
void map(RnsSpan out, RnsView in, const Automorphism& automorphism, const RnsBase& base, const Plans& plans) {
  if (plans.in_evaluations()) {
    automorphism.on_evaluations(out, in, plans.executor());
  } else {
    automorphism.on_coefficients(out, in, base, plans.executor());
  }
}

bool batches(const Plans& plans, const Ciphertext& in) {
  return plans.context().get_context_data(in.parms_id())->qualifiers().using_batching;
}

const char* message_about_form(::seal::scheme_type scheme) {
  switch (scheme) {
    case ::seal::scheme_type::bfv:
      return "BFV encrypted cannot be in NTT form";
    case ::seal::scheme_type::bgv:
      return "BGV encrypted must be in NTT form";
    default:
      return "CKKS encrypted must be in NTT form";
  }
}

/// Rotation of a ciphertext, one of several. The key is null for 0 steps.
struct HoistedRotation {
  std::uint32_t exponent;
  const SwitchingKey* key;
};

/// Returns a rotation with its key.
/// Errors  SEAL's exceptions for too many steps or a missing key
HoistedRotation rotation_by(const Plans& plans, int steps, const PreparedKeysState& keys) {
  if (steps == 0) return {1, nullptr};
  const std::uint32_t exponent = exponent_of_rotation(plans, steps);
  const SwitchingKey* const key = keys.find(exponent);
  if (key == nullptr) throw std::invalid_argument("Galois key not present");
  return {exponent, key};
}

}  // namespace

bool relinearize(const Plans& plans, Ciphertext& destination, const Ciphertext& in, const Keys& keys,
                 const MemoryPoolHandle& pool) {
  if (!is_served(plans, in) || in.size() != 3 || !pool) return false;
  const std::optional<ChosenKey> key = find(plans, keys, RelinKeys::get_index(2));
  if (!key) return false;
  if (&destination != &in) {
    prepare(destination, plans, in, 2);
    for (std::size_t k = 0; k < 2; ++k) copy_rows(rows(destination, k), rows(in, k));
  }
  key->plan.add(rows(destination, 0), rows(destination, 1), rows(in, 2), key->key, plans.executor());
  destination.resize(2);
  return true;
}

bool apply_galois(const Plans& plans, Ciphertext& destination, const Ciphertext& in, std::uint32_t exponent,
                  const Keys& keys, const MemoryPoolHandle& pool) {
  if (!is_served(plans, in) || in.size() != 2 || !pool || !is_exponent(plans, exponent)) return false;
  const std::optional<ChosenKey> key = find(plans, keys, GaloisKeys::get_index(exponent));
  if (!key) return false;
  const Automorphism& automorphism = plans.automorphism(exponent);
  const RnsBase& base = plans.base();
  Executor* const executor = plans.executor();
  const Polynomials images(2, in.coeff_modulus_size(), automorphism.size(), pool);
  for (std::size_t k = 0; k < 2; ++k) map(images.spans()[k], rows(in, k), automorphism, base, plans);
  prepare(destination, plans, in, 2);
  const RnsSpan b = rows(destination, 0);
  key->plan(b, rows(destination, 1), images.spans()[1], key->key, executor);
  add(b, b, images.spans()[0], base, executor);
  return true;
}

std::vector<int> parts_of_rotation(const Plans& plans, int steps, const Keys& keys) {
  const ::seal::SEALContext::ContextData& data = *plans.context().key_context_data();
  const auto slots = static_cast<int>(data.parms().poly_modulus_degree() / 2);
  if (steps == 0 || steps <= -slots || steps >= slots) return {steps};
  if (has_key(keys, data.galois_tool()->get_elt_from_step(steps))) return {steps};
  // Powers of two whose sum is `steps`, for which keys usually exist.
  std::vector<int> powers = ::seal::util::naf(steps);
  std::erase_if(powers, [slots](int power) { return std::abs(power) == slots; });
  return powers;
}

bool rotate(const Plans& plans, Ciphertext& destination, const Ciphertext& in, int steps, const Keys& keys,
            const MemoryPoolHandle& pool) {
  if (!is_served(plans, in) || in.size() != 2 || steps == 0 || !batches(plans, in) || !pool) return false;
  const auto slots = static_cast<int>(in.poly_modulus_degree() / 2);
  if (steps <= -slots || steps >= slots) return false;
  const ::seal::util::GaloisTool& tool = *plans.context().key_context_data()->galois_tool();
  const auto has_valid_key = [&](int part) {
    return find(plans, keys, GaloisKeys::get_index(tool.get_elt_from_step(part))).has_value();
  };
  const std::vector<int> parts = parts_of_rotation(plans, steps, keys);
  if (!std::ranges::all_of(parts, has_valid_key)) return false;
  const Ciphertext* from = &in;
  for (const int part : parts) {
    if (!apply_galois(plans, destination, *from, tool.get_elt_from_step(part), keys, pool)) return false;
    from = &destination;
  }
  return true;
}

void require_rotatable(const Plans& plans, const Ciphertext& in, const ::seal::parms_id_type& of_keys,
                       const MemoryPoolHandle& pool) {
  const ::seal::SEALContext& context = plans.context();
  const char* const not_valid = "encrypted is not valid for encryption parameters";
  if (!context.get_context_data(in.parms_id())) throw std::invalid_argument(not_valid);
  if (!batches(plans, in)) throw std::logic_error("encryption parameters do not support batching");
  if (of_keys != context.key_parms_id()) {
    throw std::invalid_argument("galois_keys is not valid for encryption parameters");
  }
  if (!is_metadata_valid_for(in, context) || !is_buffer_valid(in)) throw std::invalid_argument(not_valid);
  if (in.size() != 2) throw std::invalid_argument("encrypted size must be 2");
  if (in.is_ntt_form() != plans.in_evaluations()) throw std::invalid_argument(message_about_form(plans.scheme()));
  if (!pool) throw std::invalid_argument("pool is uninitialized");
}

std::uint32_t exponent_of_rotation(const Plans& plans, int steps) {
  if (steps == 0) return 1;
  const ::seal::SEALContext::ContextData& data = *plans.context().key_context_data();
  const auto slots = static_cast<int>(data.parms().poly_modulus_degree() / 2);
  if (steps <= -slots || steps >= slots) throw std::invalid_argument("step count too large");
  return data.galois_tool()->get_elt_from_step(steps);
}

std::vector<Ciphertext> rotate_many(const Plans& plans, const Ciphertext& in, const std::vector<int>& steps,
                                    const PreparedKeysState& keys, const MemoryPoolHandle& pool) {
  require_rotatable(plans, in, keys.parms_id, pool);
  std::vector<HoistedRotation> rotations;
  for (const int step : steps) rotations.push_back(rotation_by(plans, step, keys));

  const RnsBase& base = plans.base();
  Executor* const executor = plans.executor();
  const Polynomials image(1, in.coeff_modulus_size(), in.poly_modulus_degree(), pool);
  const std::size_t level = in.coeff_modulus_size();
  const Polynomials digits(keys.plan.digits(level), level + keys.plan.special().size(), in.poly_modulus_degree(), pool);
  keys.plan.decompose(digits.spans(), rows(in, 1), executor);
  std::vector<Ciphertext> results;
  for (const HoistedRotation& rotation : rotations) {
    Ciphertext& result = results.emplace_back(pool);
    if (rotation.key == nullptr) {
      result = in;
      continue;
    }
    prepare(result, plans, in, 2);
    const RnsSpan b = rows(result, 0);
    keys.plan(b, rows(result, 1), digits.spans(), *rotation.key, executor);
    map(image.spans()[0], rows(in, 0), plans.automorphism(rotation.exponent), base, plans);
    add(b, b, image.spans()[0], base, executor);
  }
  return results;
}

bool conjugate(const Plans& plans, Ciphertext& destination, const Ciphertext& in, const Keys& keys,
               const MemoryPoolHandle& pool) {
  if (!is_served(plans, in) || !batches(plans, in)) return false;
  const std::uint32_t exponent = plans.context().key_context_data()->galois_tool()->get_elt_from_step(0);
  return apply_galois(plans, destination, in, exponent, keys, pool);
}

}  // namespace ringlet::seal
