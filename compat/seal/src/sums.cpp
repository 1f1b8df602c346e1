#include <seal/util/common.h>

#include <algorithm>

#include "operations.hpp"
#include "ringlet/rns_eltwise.hpp"

namespace ringlet::seal {

namespace {

/// A sum does not care whether its operands are coefficients.
bool is_valid(const Plans& plans, const Ciphertext& in) {
  return is_metadata_valid_for(in, plans.context()) && is_buffer_valid(in) && in.size() >= 2 && plans.serves_context();
}

/// Of one level, form, size and scale, as SEAL compares scales; and with one correction factor, which SEAL would have
/// to find else.
bool are_summable(const Ciphertext& a, const Ciphertext& b) {
  return a.parms_id() == b.parms_id() && a.is_ntt_form() == b.is_ntt_form() && a.size() == b.size() &&
         ::seal::util::are_close(a.scale(), b.scale()) && a.correction_factor() == b.correction_factor();
}

/// Whether the second polynomial of a sum or difference, or one after it, has a residue that is not 0: as a rule, the
/// first that is looked at.
bool is_visible(const Ciphertext& a, const Ciphertext& b, bool is_difference, const RnsBase& base) {
  for (std::size_t k = 1; k < a.size(); ++k) {
    for (std::size_t i = 0; i < base.size(); ++i) {
      const auto left = rows(a, k)[i], right = rows(b, k)[i];
      const std::uint64_t q = base[i].value();
      const auto is_not_0 = [&](std::uint64_t x, std::uint64_t y) {
        return is_difference ? x != y : x + y != 0 && x + y != q;
      };
      for (std::size_t j = 0; j < left.size(); ++j) {
        if (is_not_0(left[j], right[j])) return true;
      }
    }
  }
  return false;
}

}  // namespace

bool add_directly(const Plans& plans, Ciphertext& destination, const Ciphertext& a, const Ciphertext& b,
                  bool is_difference) {
  if (!is_valid(plans, a) || !is_valid(plans, b) || !are_summable(a, b)) return false;
  const RnsBase& base = plans.level(a.parms_id()).base();
  if (!is_visible(a, b, is_difference, base)) return false;
  // As in SEAL, scales that are almost the same become that of the operand that is destination.
  const Ciphertext& like = &destination == &b ? b : a;
  prepare(destination, plans, like, like.size());
  for (std::size_t k = 0; k < like.size(); ++k) {
    const auto sum = is_difference ? &sub : &add;
    sum(rows(destination, k), rows(a, k), rows(b, k), base, plans.executor());
  }
  return true;
}

bool negate_directly(const Plans& plans, Ciphertext& destination, const Ciphertext& in) {
  if (!is_valid(plans, in) || in.is_transparent()) return false;
  const RnsBase& base = plans.level(in.parms_id()).base();
  prepare(destination, plans, in, in.size());
  for (std::size_t k = 0; k < in.size(); ++k) neg(rows(destination, k), rows(in, k), base, plans.executor());
  return true;
}

}  // namespace ringlet::seal
