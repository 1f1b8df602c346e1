#ifndef RINGLET_EACH_WORD

#include "ringlet/ntt.hpp"

#include "c/ntt_support.hpp"
#include "checks/extension.hpp"

using namespace ringlet::c;

#define RINGLET_EACH_WORD "c/ntt.cpp"
#include "c/each_word.hpp"

#else  // the functions of one word

struct CNtt : Described<ringlet::Ntt<Native<CWord>>> {
  using Described::Described;
};

ringlet_status C(ringlet_ntt, _create)(CNtt** ntt, size_t n, const CModulus* q, ringlet_ring ring, CWord root,
                                       ringlet_order order) {
  return create("ntt", ntt,
                [=] { return ringlet::Ntt(n, value(q), ntt_options(n, value(q), ring, from_c(root), order)); });
}

ringlet_status C(ringlet_ntt, _create_on_coset)(CNtt** ntt, size_t n, const CModulus* q, CWord root, CWord coset,
                                                ringlet_order order) {
  return create("ntt", ntt, [=] {
    return ringlet::Ntt(n, value(q), ntt_options_on_coset(n, value(q), from_c(root), from_c(coset), order));
  });
}

void C(ringlet_ntt, _destroy)(CNtt* ntt) { delete ntt; }

size_t C(ringlet_ntt, _size)(const CNtt* ntt) { return ntt == nullptr ? 0 : ntt->object.size(); }

CWord C(ringlet_ntt, _modulus)(const CNtt* ntt) { return modulus_of(ntt); }

ringlet_ring C(ringlet_ntt, _ring)(const CNtt* ntt) { return ring_of(ntt); }

ringlet_order C(ringlet_ntt, _order)(const CNtt* ntt) { return order_of(ntt); }

CWord C(ringlet_ntt, _root)(const CNtt* ntt) { return root_of(ntt); }

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
    ringlet::checks::require_extended_size("count", count, n, plan.max_log_blowup);
    plan.extend(array("out", out, count, "count"), array("in", in, n), from_c(coset), unless_zero(root));
  });
}

ringlet_status C(ringlet_ntt, _extension_root)(CWord* root, const CNtt* ntt, unsigned log_blowup) {
  return guarded([=] { deref("root", root) = to_c(deref("ntt", ntt).object.extension_root(log_blowup)); });
}

#endif
