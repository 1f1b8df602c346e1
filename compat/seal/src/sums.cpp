#include <seal/util/common.h>

#include <array>
#include <span>

#include "operations.hpp"
#include "ringlet/eltwise.hpp"

namespace ringlet::seal {

namespace {

/// Returns whether b can be added to a valid a: they have the same level, form, size, scale (as SEAL compares scales)
/// and correction factor. SEAL adds ciphertexts with different correction factors.
bool is_summand(const Plans& plans, const Ciphertext& a, const Ciphertext& b) {
  if (a.parms_id() != b.parms_id() || a.is_ntt_form() != b.is_ntt_form() || a.size() != b.size() ||
      !::seal::util::are_close(a.scale(), b.scale()) || a.correction_factor() != b.correction_factor()) {
    return false;
  }
  const bool is_alike = a.scale() == b.scale() && a.poly_modulus_degree() == b.poly_modulus_degree() &&
                        a.coeff_modulus_size() == b.coeff_modulus_size();
  return is_alike ? is_buffer_valid(b) : is_valid(plans, b);
}

/// Returns whether some residue of the second or a later polynomial is nonzero in each partial sum of the terms, which
/// is mostly the first residue that is tried. Then no partial sum is transparent. With is_difference, the second of two
/// terms is subtracted.
bool are_visible(Terms terms, bool is_difference, const RnsBase& base) {
  for (std::size_t k = 1; k < terms[0]->size(); ++k) {
    for (std::size_t i = 0; i < terms[0]->coeff_modulus_size(); ++i) {
      const std::uint64_t q = base[i].value();
      const auto is_visible = [&](std::size_t j) {
        std::uint64_t sum = rows(*terms[0], k)[i][j];
        for (const Ciphertext* term : terms.subspan(1)) {
          const std::uint64_t x = rows(*term, k)[i][j];
          sum += is_difference ? q - x : x;
          if (sum == 0 || sum == q) return false;
          if (sum > q) sum -= q;
        }
        return true;
      };
      for (std::size_t j = 0; j < terms[0]->poly_modulus_degree(); ++j) {
        if (is_visible(j)) return true;
      }
    }
  }
  return false;
}

/// Calls work(k, i) for each row i of each polynomial k.
template <class Work>
void for_each_row(const Ciphertext& ciphertext, const Plans& plans, const Work& work) {
  const std::size_t moduli = ciphertext.coeff_modulus_size();
  run(plans, ciphertext.size() * moduli, [&](std::size_t row) { work(row / moduli, row % moduli); });
}

/// Computes the sum of two or more terms, or the difference of two.
bool combine_directly(const Plans& plans, Ciphertext& destination, Terms terms, bool is_difference) {
  const Ciphertext& first = *terms[0];
  if (!is_valid(plans, first)) return false;
  for (const Ciphertext* term : terms.subspan(1)) {
    if (!is_summand(plans, first, *term)) return false;
  }
  const RnsBase& base = plans.base();
  if (!are_visible(terms, is_difference, base)) return false;
  // If scales differ slightly, SEAL's result has that of an operand that is destination.
  if (&destination != &first) {
    const Ciphertext& like = &destination == terms[1] ? *terms[1] : first;
    prepare(destination, plans, like, like.size());
  }
  for_each_row(destination, plans, [&](std::size_t k, std::size_t i) {
    const auto out = rows(destination, k)[i];
    const auto left = rows(first, k)[i], right = rows(*terms[1], k)[i];
    if (is_difference) return sub(out, left, right, base[i]);
    add(out, left, right, base[i]);
    for (const Ciphertext* term : terms.subspan(2)) add(out, out, rows(*term, k)[i], base[i]);
  });
  return true;
}

}  // namespace

bool add_directly(const Plans& plans, Ciphertext& destination, Terms terms) {
  return combine_directly(plans, destination, terms, false);
}

bool sub_directly(const Plans& plans, Ciphertext& destination, const Ciphertext& a, const Ciphertext& b) {
  return combine_directly(plans, destination, std::array{&a, &b}, true);
}

bool negate_directly(const Plans& plans, Ciphertext& destination, const Ciphertext& in) {
  if (!is_valid(plans, in) || in.is_transparent()) return false;
  const RnsBase& base = plans.base();
  prepare(destination, plans, in, in.size());
  for_each_row(destination, plans,
               [&](std::size_t k, std::size_t i) { neg(rows(destination, k)[i], rows(in, k)[i], base[i]); });
  return true;
}

}  // namespace ringlet::seal
