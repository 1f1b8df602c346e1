#include <seal/util/rns.h>
#include <seal/util/uintarithsmallmod.h>

#include <algorithm>
#include <array>

#include "operations.hpp"

namespace ringlet::seal {

namespace {

using ::seal::scheme_type;

bool has_next(const Plans& plans, const Ciphertext& in) { return in.parms_id() != plans.context().last_parms_id(); }

/// Returns whether the first `count` rows of the second or a later polynomial have a nonzero residue, which is mostly
/// the first residue.
bool is_visible(const Ciphertext& in, std::size_t count) {
  const auto is_not_0 = [](std::uint64_t x) { return x != 0; };
  for (std::size_t k = 1; k < in.size(); ++k) {
    if (std::any_of(in.data(k), in.data(k) + count * in.poly_modulus_degree(), is_not_0)) return true;
  }
  return false;
}

}  // namespace

bool drop_to_directly(const Plans& plans, Ciphertext& destination, const Ciphertext& in,
                      const Level::ContextData& target, const MemoryPoolHandle& pool) {
  if (!is_served(plans, in) || !pool) return false;
  // A scale that is valid at the target is valid at the levels between.
  const std::size_t kept = target.parms().coeff_modulus().size();
  if (kept >= in.coeff_modulus_size() || !is_scale_within_bounds(in.scale(), target) || !is_visible(in, kept)) {
    return false;
  }
  const std::size_t words = kept * in.poly_modulus_degree(), size = in.size();
  if (&destination != &in) {
    destination.resize(plans.context(), target.parms_id(), size);
    destination.is_ntt_form() = true;
    destination.scale() = in.scale();
    destination.correction_factor() = in.correction_factor();
    for (std::size_t k = 0; k < size; ++k) std::copy_n(in.data(k), words, destination.data(k));
    return true;
  }
  // The first polynomial stays in place. Later polynomials move down, in the order in which no source is overwritten.
  for (std::size_t k = 1; k < size; ++k) std::copy_n(destination.data(k), words, destination.data() + k * words);
  destination.resize(plans.context(), target.parms_id(), size);
  return true;
}

bool divide_to_next(const Plans& plans, Ciphertext& result, const Ciphertext& in, const MemoryPoolHandle& pool) {
  if (!is_served(plans, in) || !has_next(plans, in) || !pool) return false;
  const Level level = plans.level(in.parms_id());
  const Level::ContextData& next = *level.data().next_context_data();
  const double scale = in.scale() / static_cast<double>(level.data().parms().coeff_modulus().back().value());
  const bool is_rescaled = plans.scheme() == scheme_type::ckks;
  if (is_rescaled && !(is_scale_within_bounds(in.scale(), level.data()) && is_scale_within_bounds(scale, next))) {
    return false;
  }
  result.resize(plans.context(), next.parms_id(), in.size());
  for (std::size_t k = 0; k < in.size(); ++k) {
    if (plans.in_evaluations()) {
      level.mod_down().on_evaluations(rows(result, k), rows(in, k), plans.executor());
    } else {
      level.mod_down().on_coefficients(rows(result, k), rows(in, k), plans.executor());
    }
  }
  result.is_ntt_form() = in.is_ntt_form();
  if (is_rescaled) {
    result.scale() = scale;
  } else if (plans.scheme() == scheme_type::bgv) {
    result.correction_factor() = ::seal::util::multiply_uint_mod(
        in.correction_factor(), level.data().rns_tool()->inv_q_last_mod_t(), next.parms().plain_modulus());
  }
  return true;
}

bool divide_to(const Plans& plans, Ciphertext& result, const Ciphertext& in, const ::seal::parms_id_type& parms_id,
               const MemoryPoolHandle& pool) {
  const auto target = plans.context().get_context_data(parms_id);
  if (!is_served(plans, in) || !target || !pool) return false;
  const std::size_t from = plans.context().get_context_data(in.parms_id())->chain_index(), to = target->chain_index();
  if (from <= to) return false;
  std::array<Ciphertext, 2> between = {Ciphertext(pool), Ciphertext(pool)};
  for (std::size_t i = 0; i < from - to; ++i) {
    const Ciphertext& last = i == 0 ? in : between[(i - 1) % 2];
    Ciphertext& next = i + 1 == from - to ? result : between[i % 2];
    next.scale() = last.scale();
    next.correction_factor() = last.correction_factor();
    if (!divide_to_next(plans, next, last, pool)) return false;
  }
  return true;
}

}  // namespace ringlet::seal
