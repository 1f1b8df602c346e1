#include <seal/util/common.h>
#include <seal/util/uintarithsmallmod.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "operations.hpp"
#include "ringlet/eltwise.hpp"

namespace ringlet::seal {

namespace {

using ::seal::scheme_type;
using Words = std::span<const std::uint64_t>;
using ContextData = Level::ContextData;

/// SEAL 4.0 refuses products of evaluations and coefficients.
constexpr bool may_mix_forms = SEAL_VERSION_MAJOR > 4 || SEAL_VERSION_MINOR > 0;

Words coefficients(const Plaintext& plain) { return {plain.data(), plain.coeff_count()}; }

bool is_valid(const Plans& plans, const Plaintext& plain) {
  return is_metadata_valid_for(plain, plans.context()) && is_buffer_valid(plain);
}

/// Returns whether all words are below a limit of at most 62 bits.
bool are_below(Words words, std::uint64_t limit) {
  std::uint64_t violations = 0;  // in the highest bit
  for (const std::uint64_t x : words) violations |= x | ~(x - limit);
  return violations >> 63 == 0;
}

/// Returns whether Ringlet lifts a plaintext of BFV or BGV to a level: its coefficients are below the plaintext
/// modulus, which is below the level's moduli.
bool is_liftable(const Plaintext& plain, const ContextData& level) {
  return level.parms().scheme() != scheme_type::ckks && level.qualifiers().using_fast_plain_lift &&
         !plain.is_ntt_form() && plain.coeff_count() > 0 &&
         plain.coeff_count() <= level.parms().poly_modulus_degree() &&
         are_below(coefficients(plain), level.parms().plain_modulus().value());
}

/// Writes the residues modulo modulus i of coefficients m below t, as if coefficients from (t + 1) / 2 on were m - t,
/// and fills up with zeros. out may begin where the coefficients do.
void lift(std::span<std::uint64_t> out, Words in, const ContextData& level, std::size_t i) {
  const std::uint64_t threshold = level.plain_upper_half_threshold(), increment = level.plain_upper_half_increment()[i];
  for (std::size_t j = 0; j < in.size(); ++j) {
    const std::uint64_t is_positive = (in[j] - threshold) >> 63;
    out[j] = in[j] + (increment & (is_positive - 1));
  }
  std::fill(out.begin() + static_cast<std::ptrdiff_t>(in.size()), out.end(), 0);
}

/// Writes the evaluations of a liftable plaintext modulo all moduli. The first row of out may be the plaintext.
void lift_to_evaluations(RnsSpan out, Words in, const Level& level, Executor* executor) {
  // The first row is last, so that no row overwrites the plaintext that another row needs.
  for (std::size_t i = out.rows(); i-- > 0;) lift(out[i], in, level.data(), i);
  level.ntt().forward(out, out, executor);
}

/// Returns whether a polynomial after the first has a nonzero residue at a place where `factor` has a nonzero residue,
/// so that their product is not transparent.
bool has_visible_product(const Ciphertext& in, const std::uint64_t* factor) {
  const std::size_t words = in.poly_modulus_degree() * in.coeff_modulus_size();
  for (std::size_t k = 1; k < in.size(); ++k) {
    const std::uint64_t* const values = in.data(k);
    for (std::size_t j = 0; j < words; ++j) {
      if (values[j] != 0 && factor[j] != 0) return true;
    }
  }
  return false;
}

/// Multiplies evaluations by the evaluations of a plaintext, unless the product could be transparent.
bool multiply_evaluations(const Plans& plans, Ciphertext& destination, const Ciphertext& in, RnsView factor,
                          double scale) {
  if (!has_visible_product(in, factor[0].data())) return false;
  const RnsBase& base = plans.base();
  if (&destination != &in) prepare(destination, plans, in, in.size());
  destination.scale() = scale;
  run(plans, factor.rows(), [&](std::size_t i) {
    for (std::size_t k = 0; k < in.size(); ++k) mul(rows(destination, k)[i], rows(in, k)[i], factor[i], base[i]);
  });
  return true;
}

/// Number of nonzero coefficients, or 2 if there are more, and the last of them.
std::pair<int, std::size_t> nonzero_coefficients(Words in) {
  std::pair<int, std::size_t> result{0, 0};
  for (std::size_t j = in.size(); j-- > 0 && result.first < 2;) {
    if (in[j] == 0) continue;
    if (++result.first == 1) result.second = j;
  }
  return result;
}

/// Multiplies a row by factor X^exponent. `scratch` has room for a row.
void multiply_by_monomial(std::span<std::uint64_t> out, Words in, std::uint64_t factor, std::size_t exponent,
                          const Modulus<std::uint64_t>& q, std::span<std::uint64_t> scratch) {
  mul(scratch, in, factor, q);
  std::copy_n(scratch.begin(), in.size() - exponent, out.begin() + static_cast<std::ptrdiff_t>(exponent));
  if (exponent > 0) neg(out.first(exponent), scratch.last(exponent), q);
}

/// Scales a liftable plaintext of BFV to a level: adds round(m Q / t), m a coefficient, to each row, or subtracts it.
void add_scaled(const Plans& plans, RnsSpan out, RnsView in, Words plain, const ContextData& level, bool is_difference,
                const MemoryPoolHandle& pool) {
  const ::seal::Modulus& t = level.parms().plain_modulus();
  const std::uint64_t threshold = level.plain_upper_half_threshold();
  ::seal::util::MultiplyUIntModOperand remainder{};
  remainder.set(level.coeff_modulus_mod_plain_modulus(), t);
  const std::size_t n = plain.size();
  const Polynomials memory(1, out.rows() + 1, n, pool);
  const RnsSpan& words = memory.spans()[0];
  // round(m Q / t) = floor(Q / t) m + floor((r m + threshold) / t), where r = Q mod t.
  const auto rounding = words[out.rows()];
  for (std::size_t j = 0; j < n; ++j) {
    unsigned long long quotient = 0;  // at most 1 too small
    ::seal::util::multiply_uint64_hw64(plain[j], remainder.quotient, &quotient);
    const std::uint64_t rest = plain[j] * remainder.operand - quotient * t.value() + threshold;
    rounding[j] =
        quotient + static_cast<std::uint64_t>(rest >= t.value()) + static_cast<std::uint64_t>(rest >= 2 * t.value());
  }
  const RnsBase& base = plans.base();
  run(plans, out.rows(), [&](std::size_t i) {
    const auto scaled = words[i];
    mul_add(scaled, plain, level.coeff_div_plain_modulus()[i].operand, rounding, base[i]);
    if (is_difference) return sub(out[i].first(n), in[i].first(n), scaled, base[i]);
    add(out[i].first(n), in[i].first(n), scaled, base[i]);
  });
}

/// Copies all polynomials but the first, and the first from a word of each row on, to a prepared destination.
void copy_rest(Ciphertext& destination, const Ciphertext& in, std::size_t begin) {
  if (&destination == &in) return;
  const std::size_t n = in.poly_modulus_degree(), words = n * in.coeff_modulus_size();
  for (std::size_t i = 0; begin < n && i < in.coeff_modulus_size(); ++i) {
    std::copy(in.data() + i * n + begin, in.data() + (i + 1) * n, destination.data() + i * n + begin);
  }
  std::copy_n(in.data() + words, (in.size() - 1) * words, destination.data() + words);
}

}  // namespace

bool multiply_plain_directly(const Plans& plans, Ciphertext& destination, const Ciphertext& in, const Plaintext& plain,
                             const MemoryPoolHandle& pool) {
  if (!is_valid(plans, in) || !in.is_ntt_form() || !is_valid(plans, plain) || !pool) return false;
  const Level level = plans.level(in.parms_id());
  const double scale = in.scale() * plain.scale();
  if (plans.scheme() == scheme_type::ckks ? !is_scale_within_bounds(scale, level.data()) : scale != 1) return false;
  const std::size_t moduli = in.coeff_modulus_size(), n = in.poly_modulus_degree();
  if (plain.is_ntt_form()) {
    return plain.parms_id() == in.parms_id() &&
           multiply_evaluations(plans, destination, in, RnsView(plain.data(), moduli, n), scale);
  }
  if (!may_mix_forms || !is_liftable(plain, level.data())) return false;
  const Polynomials factor(1, moduli, n, pool);
  lift_to_evaluations(factor.spans()[0], coefficients(plain), level, plans.executor());
  return multiply_evaluations(plans, destination, in, factor.spans()[0], scale);
}

bool multiply_plain(const Plans& plans, Ciphertext& result, const Ciphertext& in, const Plaintext& plain,
                    const MemoryPoolHandle& pool) {
  if (!is_valid(plans, in) || in.is_ntt_form() || !is_valid(plans, plain) || !pool) return false;
  const Level level = plans.level(in.parms_id());
  if (!is_liftable(plain, level.data())) return false;
  const auto [nonzero, exponent] = nonzero_coefficients(coefficients(plain));
  if (nonzero == 0) return false;
  const RnsBase& base = plans.base();
  const RnsNtt& ntt = level.ntt();
  prepare(result, plans, in, in.size());
  const Polynomials factors(1, in.coeff_modulus_size(), in.poly_modulus_degree(), pool);
  run(plans, in.coeff_modulus_size(), [&](std::size_t i) {
    const auto factor = factors.spans()[0][i];
    if (nonzero == 1) {
      // SEAL does not lift the coefficient of a monomial.
      for (std::size_t k = 0; k < in.size(); ++k) {
        multiply_by_monomial(rows(result, k)[i], rows(in, k)[i], plain[exponent], exponent, base[i], factor);
      }
      return;
    }
    lift(factor, coefficients(plain), level.data(), i);
    ntt[i].forward(factor, factor);
    for (std::size_t k = 0; k < in.size(); ++k) {
      const auto out = rows(result, k)[i];
      ntt[i].forward(out, rows(in, k)[i]);
      mul(out, out, factor, base[i]);
      ntt[i].inverse(out, out);
    }
  });
  return true;
}

bool add_plain_directly(const Plans& plans, Ciphertext& destination, const Ciphertext& in, const Plaintext& plain,
                        bool is_difference, const MemoryPoolHandle& pool) {
  // Later polynomials stay, so that the result is as transparent as `in`.
  if (!is_served(plans, in) || !is_valid(plans, plain) || !pool || in.is_transparent()) return false;
  const std::size_t moduli = in.coeff_modulus_size(), n = in.poly_modulus_degree();
  const auto add_rows = [&](RnsView term) {
    const RnsBase& base = plans.base();
    if (&destination != &in) prepare(destination, plans, in, in.size());
    run(plans, moduli, [&](std::size_t i) {
      const auto out = rows(destination, 0)[i];
      if (is_difference) return sub(out, rows(in, 0)[i], term[i], base[i]);
      add(out, rows(in, 0)[i], term[i], base[i]);
    });
    copy_rest(destination, in, n);
    return true;
  };
  if (plans.scheme() == scheme_type::ckks) {
    return plain.is_ntt_form() && plain.parms_id() == in.parms_id() &&
           ::seal::util::are_close(in.scale(), plain.scale()) && add_rows(RnsView(plain.data(), moduli, n));
  }
  const Level level = plans.level(in.parms_id());
  if (!is_liftable(plain, level.data())) return false;
  if (plans.scheme() == scheme_type::bfv) {
    if (&destination != &in) prepare(destination, plans, in, in.size());
    add_scaled(plans, rows(destination, 0), rows(in, 0), coefficients(plain), level.data(), is_difference, pool);
    copy_rest(destination, in, plain.coeff_count());
    return true;
  }
  const Polynomials term(1, moduli, n, pool);
  const auto first = term.spans()[0][0].first(plain.coeff_count());
  const Modulus<std::uint64_t> t(level.data().parms().plain_modulus().value());
  mul(first, coefficients(plain), in.correction_factor(), t);
  lift_to_evaluations(term.spans()[0], first, level, plans.executor());
  return add_rows(term.spans()[0]);
}

bool transform_directly(const Plans& plans, Ciphertext& destination, const Ciphertext& in, Domain to) {
  const bool is_forward = to == Domain::evaluations;
  if (!is_valid(plans, in) || in.is_ntt_form() == is_forward || in.is_transparent()) return false;
  const Level level = plans.level(in.parms_id());
  if (&destination != &in) prepare(destination, plans, in, in.size());
  const auto out = polynomials<RnsSpan>(destination, in.size());
  const auto from = polynomials<RnsView>(in, in.size());
  if (is_forward) {
    level.ntt().forward(out, from, {}, plans.executor());
  } else {
    level.ntt().inverse(out, from, {}, plans.executor());
  }
  destination.is_ntt_form() = is_forward;
  return true;
}

bool transform_directly(const Plans& plans, Plaintext& destination, const Plaintext& plain,
                        const ::seal::parms_id_type& parms_id, const MemoryPoolHandle& pool) {
  const auto data = plans.context().get_context_data(parms_id);
  if (!plans.serves_context() || !is_valid(plans, plain) || !data || !pool || !is_liftable(plain, *data)) return false;
  const Level level = plans.level(parms_id);
  const std::size_t moduli = data->parms().coeff_modulus().size(), n = level.size(), count = plain.coeff_count();
  if (&destination != &plain) {
    destination.parms_id() = ::seal::parms_id_zero;
    destination.scale() = plain.scale();
  }
  destination.resize(moduli * n);
  lift_to_evaluations(RnsSpan(destination.data(), moduli, n), Words(plain.data(), count), level, plans.executor());
  destination.parms_id() = parms_id;
  return true;
}

}  // namespace ringlet::seal
