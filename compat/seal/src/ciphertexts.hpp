#pragma once

#include <seal/ciphertext.h>
#include <seal/util/pointer.h>
#include <seal/util/uintcore.h>
#include <seal/valcheck.h>

#include <cmath>
#include <functional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "plans.hpp"
#include "ringlet/rns_span.hpp"

/// Access to SEAL's ciphertexts as Ringlet's rows, and ways to write results into them.
namespace ringlet::seal {

using ::seal::Ciphertext;
using ::seal::MemoryPoolHandle;

[[nodiscard]] inline RnsSpan rows(Ciphertext& ciphertext, std::size_t k) {
  return {ciphertext.data(k), ciphertext.coeff_modulus_size(), ciphertext.poly_modulus_degree()};
}
[[nodiscard]] inline RnsView rows(const Ciphertext& ciphertext, std::size_t k) {
  return {ciphertext.data(k), ciphertext.coeff_modulus_size(), ciphertext.poly_modulus_degree()};
}

/// Returns the first `count` polynomials, as RnsSpan or RnsView.
template <class Span, class AnyCiphertext>
[[nodiscard]] std::vector<Span> polynomials(AnyCiphertext& ciphertext, std::size_t count) {
  std::vector<Span> result;
  result.reserve(count);
  for (std::size_t k = 0; k < count; ++k) result.push_back(rows(ciphertext, k));
  return result;
}

/// Polynomials of `rows` rows each, in a pool's memory.
class Polynomials {
 public:
  Polynomials(std::size_t count, std::size_t rows, std::size_t n, const MemoryPoolHandle& pool)
      : words_(::seal::util::allocate_uint(count * rows * n, pool)) {
    for (std::size_t k = 0; k < count; ++k) spans_.emplace_back(words_.get() + k * rows * n, rows, n);
  }

  [[nodiscard]] std::span<const RnsSpan> spans() const noexcept { return spans_; }

 private:
  ::seal::util::Pointer<std::uint64_t> words_;
  std::vector<RnsSpan> spans_;
};

/// Calls work(i) for each i below `count`, on the executor's threads.
template <class Work>
void run(const Plans& plans, std::size_t count, const Work& work) {
  const auto task = [&](std::size_t i, std::size_t /*worker*/) { work(i); };
  SerialExecutor serial;
  (plans.executor() != nullptr ? *plans.executor() : serial).run(count, std::ref(task));
}

/// Returns whether a ciphertext is valid and has two polynomials or more, coefficients or evaluations.
[[nodiscard]] inline bool is_valid(const Plans& plans, const Ciphertext& ciphertext) {
  return is_metadata_valid_for(ciphertext, plans.context()) && is_buffer_valid(ciphertext) && ciphertext.size() >= 2 &&
         plans.serves_context();
}

/// Returns whether Ringlet supports a ciphertext: it is valid, and in the form in which its scheme multiplies.
[[nodiscard]] inline bool is_served(const Plans& plans, const Ciphertext& ciphertext) {
  return is_valid(plans, ciphertext) && ciphertext.is_ntt_form() == plans.in_evaluations();
}

/// Returns whether all versions of SEAL accept a scale of CKKS at a level. Only SEAL 4.4 rejects most other scales when
/// they arise, so operations that make one are left to SEAL.
[[nodiscard]] inline bool is_scale_within_bounds(double scale, const Level::ContextData& level) {
  return std::isnormal(scale) && scale > 0 &&
         static_cast<int>(std::log2(scale)) < level.total_coeff_modulus_bit_count();
}

/// Gives `result`, another ciphertext or `like` itself, the metadata of `like` and `size` polynomials. Sets no values.
/// Errors  as SEAL's `resize`, for too many polynomials
inline void prepare(Ciphertext& result, const Plans& plans, const Ciphertext& like, std::size_t size) {
  result.resize(plans.context(), like.parms_id(), size);
  result.is_ntt_form() = like.is_ntt_form();
  result.scale() = like.scale();
  result.correction_factor() = like.correction_factor();
}

/// Calls fill(result) and moves the result to destination. `result` begins as an empty ciphertext with destination's
/// scale and correction factor, which SEAL leaves unset if not needed. If fill throws, destination stays unchanged.
template <class Fill>
void make(Ciphertext& destination, const Fill& fill) {
  Ciphertext result(destination.pool());
  result.scale() = destination.scale();
  result.correction_factor() = destination.correction_factor();
  fill(result);
  destination = std::move(result);
}

/// Throws for a transparent ciphertext if SEAL was built to.
inline void refuse_transparent([[maybe_unused]] const Ciphertext& result) {
#ifdef SEAL_THROW_ON_TRANSPARENT_CIPHERTEXT
  if (result.is_transparent()) throw std::logic_error("result ciphertext is transparent");
#endif
}

/// Does the same with ours(result), or, if that returns false, with seals(result).
template <class Ours, class Seals>
void make(Ciphertext& destination, const Ours& ours, const Seals& seals) {
  make(destination, [&](Ciphertext& result) {
    if (!ours(result)) return seals(result);
    refuse_transparent(result);
  });
}

/// Does the same, but first tries ours(destination), even if destination is the operand `in`. A transparent `in` is
/// excluded, since SEAL may reject its result, and `in` must then stay unchanged.
template <class Ours, class Seals>
void make_directly(Ciphertext& destination, const Ciphertext& in, const Ours& ours, const Seals& seals) {
  if (in.is_transparent() || !ours(destination)) return make(destination, ours, seals);
  refuse_transparent(destination);
}

}  // namespace ringlet::seal
