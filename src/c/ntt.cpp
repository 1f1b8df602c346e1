#ifndef RINGLET_EACH_WORD

#include "ringlet/ntt.hpp"

#include <optional>

#include "c/support.hpp"
#include "checks/checks.hpp"
#include "number_theory/ntt_root.hpp"

namespace {

using namespace ringlet::c;

/// Returns the root, checked under its name in C. 0, which is no root of unity, stands for the default: no root.
template <class Word>
ringlet::NttOptions<Word> options_of(std::size_t n, const ringlet::Modulus<Word>& q, ringlet_ring ring, Word root,
                                     ringlet_order order) {
  ringlet::NttOptions<Word> options{.ring = static_cast<ringlet::Ring>(ring),
                                    .order = static_cast<ringlet::Order>(order)};
  if (root == 0) return options;
  ringlet::checks::require_enumerator("ring", options.ring, ringlet::Ring::cyclic);
  (ring == RINGLET_CYCLIC ? options.omega : options.psi) =
      ringlet::number_theory::ntt_root<Word>("root", root, n, q, options.ring);
  return options;
}

/// Returns an argument for which 0 stands for the default.
template <class CWord>
std::optional<Native<CWord>> unless_zero(CWord x) {
  return from_c(x) == 0 ? std::nullopt : std::optional(from_c(x));
}

}  // namespace

#define RINGLET_EACH_WORD "c/ntt.cpp"
#include "c/each_word.hpp"

#else  // the functions of one word

struct CNtt : Described<ringlet::Ntt<Native<CWord>>> {
  using Described::Described;
};

ringlet_status C(ringlet_ntt, _create)(CNtt** ntt, size_t n, const CModulus* q, ringlet_ring ring, CWord root,
                                       ringlet_order order) {
  return create("ntt", ntt, [=] {
    const auto& modulus = value(q);
    return ringlet::Ntt<Native<CWord>>(n, modulus, options_of(n, modulus, ring, from_c(root), order));
  });
}

ringlet_status C(ringlet_ntt, _create_on_coset)(CNtt** ntt, size_t n, const CModulus* q, CWord root, CWord coset,
                                                ringlet_order order) {
  return create("ntt", ntt, [=] {
    const auto& modulus = value(q);
    auto options = options_of(n, modulus, RINGLET_CYCLIC, from_c(root), order);
    options.coset = from_c(coset);
    return ringlet::Ntt<Native<CWord>>(n, modulus, options);
  });
}

void C(ringlet_ntt, _destroy)(CNtt* ntt) { delete ntt; }

size_t C(ringlet_ntt, _size)(const CNtt* ntt) { return ntt == nullptr ? 0 : ntt->object.size(); }

CWord C(ringlet_ntt, _modulus)(const CNtt* ntt) {
  return to_c(ntt == nullptr ? Native<CWord>{0} : ntt->object.modulus().value());
}

ringlet_ring C(ringlet_ntt, _ring)(const CNtt* ntt) {
  return ntt == nullptr ? RINGLET_NEGACYCLIC : static_cast<ringlet_ring>(ntt->object.ring());
}

ringlet_order C(ringlet_ntt, _order)(const CNtt* ntt) {
  return ntt == nullptr ? RINGLET_BIT_REVERSED : static_cast<ringlet_order>(ntt->object.order());
}

CWord C(ringlet_ntt, _root)(const CNtt* ntt) { return to_c(ntt == nullptr ? Native<CWord>{0} : ntt->object.root()); }

const char* C(ringlet_ntt, _describe)(const CNtt* ntt) { return description_of(ntt); }

ringlet_status C(ringlet_ntt, _forward)(const CNtt* ntt, CWord* out, const CWord* in, size_t n, unsigned input_factor,
                                        unsigned output_factor) {
  return guarded([=] {
    object_for("ntt", ntt, n).forward(array("out", out, n), array("in", in, n), {input_factor, output_factor});
  });
}

ringlet_status C(ringlet_ntt, _inverse)(const CNtt* ntt, CWord* out, const CWord* in, size_t n, unsigned input_factor,
                                        unsigned output_factor) {
  return guarded([=] {
    object_for("ntt", ntt, n).inverse(array("out", out, n), array("in", in, n), {input_factor, output_factor});
  });
}

ringlet_status C(ringlet_ntt, _multiply)(const CNtt* ntt, CWord* out, const CWord* x, const CWord* y, size_t n) {
  return guarded([=] { object_for("ntt", ntt, n).multiply(array("out", out, n), array("x", x, n), array("y", y, n)); });
}

ringlet_status C(ringlet_ntt, _evaluate)(const CNtt* ntt, CWord* out, size_t n, const CWord* in, size_t count,
                                         CWord coset, unsigned input_factor, unsigned output_factor) {
  return guarded([=] {
    object_for("ntt", ntt, n)
        .evaluate(array("out", out, n), array("in", in, count, "count"), unless_zero(coset),
                  {input_factor, output_factor});
  });
}

ringlet_status C(ringlet_ntt, _interpolate)(const CNtt* ntt, CWord* out, const CWord* in, size_t n, CWord coset,
                                            unsigned input_factor) {
  return guarded([=] {
    object_for("ntt", ntt, n)
        .interpolate(array("out", out, n), array("in", in, n), unless_zero(coset), {input_factor, 1});
  });
}

ringlet_status C(ringlet_ntt, _extend)(const CNtt* ntt, CWord* out, size_t count, const CWord* in, size_t n,
                                       CWord coset, CWord root) {
  return guarded([=] {
    const auto& plan = object_for("ntt", ntt, n);
    require_extended_count(count, n, plan.max_log_blowup);
    plan.extend(array("out", out, count, "count"), array("in", in, n), from_c(coset), unless_zero(root));
  });
}

ringlet_status C(ringlet_ntt, _extension_root)(CWord* root, const CNtt* ntt, unsigned log_blowup) {
  return guarded([=] { deref("root", root) = to_c(deref("ntt", ntt).object.extension_root(log_blowup)); });
}

#endif
