#ifndef RINGLET_EACH_WORD

#include "ringlet/ntt.hpp"

#include <string>
#include <utility>

#include "c/support.hpp"
#include "checks/checks.hpp"
#include "number_theory/ntt_root.hpp"

namespace {

using namespace ringlet::c_api;

template <class Word>
struct Plan {
  explicit Plan(ringlet::Ntt<Word> ntt) : plan(std::move(ntt)), description(plan.describe()) {}

  ringlet::Ntt<Word> plan;
  std::string description;
};

/// The plan of a handle, for arrays of n words.
template <class Handle>
const auto& plan_for(const Handle* ntt, std::size_t n) {
  const auto& plan = deref("ntt", ntt).plan;
  require_n(n, plan.size());
  return plan;
}

/// Root 0, which is no root of unity, stands for the default. Any other is checked here, by the name that it has in C.
template <class Word>
ringlet::NttOptions<Word> options_of(std::size_t n, const ringlet::Modulus<Word>& q, ringlet_ring ring, Word root) {
  ringlet::NttOptions<Word> options{.ring = static_cast<ringlet::Ring>(ring)};
  if (root == 0) return options;
  ringlet::api::require_enumerator("ring", options.ring, ringlet::Ring::cyclic);
  (ring == RINGLET_CYCLIC ? options.omega : options.psi) =
      ringlet::api::ntt_root<Word>("root", root, n, q, options.ring);
  return options;
}

}  // namespace

#define RINGLET_EACH_WORD "c/ntt.cpp"
#include "c/each_word.hpp"

#else  // the functions of one word

struct CNtt : Plan<Native<CWord> > {
  using Plan::Plan;
};

ringlet_status C(ringlet_ntt, _create)(CNtt** ntt, size_t n, const CModulus* q, ringlet_ring ring, CWord root) {
  return create("ntt", ntt, [=] {
    const auto& modulus = value(q);
    return ringlet::Ntt<Native<CWord> >(n, modulus, options_of(n, modulus, ring, from_c(root)));
  });
}

void C(ringlet_ntt, _destroy)(CNtt* ntt) { delete ntt; }

size_t C(ringlet_ntt, _size)(const CNtt* ntt) { return ntt == nullptr ? 0 : ntt->plan.size(); }

CWord C(ringlet_ntt, _modulus)(const CNtt* ntt) { return to_c(ntt == nullptr ? 0 : ntt->plan.modulus().value()); }

ringlet_ring C(ringlet_ntt, _ring)(const CNtt* ntt) {
  return ntt == nullptr ? RINGLET_NEGACYCLIC : static_cast<ringlet_ring>(ntt->plan.ring());
}

CWord C(ringlet_ntt, _root)(const CNtt* ntt) { return to_c(ntt == nullptr ? 0 : ntt->plan.root()); }

const char* C(ringlet_ntt, _describe)(const CNtt* ntt) { return ntt == nullptr ? "" : ntt->description.c_str(); }

ringlet_status C(ringlet_ntt, _forward)(const CNtt* ntt, CWord* out, const CWord* in, size_t n, unsigned input_factor,
                                        unsigned output_factor) {
  return guarded(
      [=] { plan_for(ntt, n).forward(array("out", out, n), array("in", in, n), {input_factor, output_factor}); });
}

ringlet_status C(ringlet_ntt, _inverse)(const CNtt* ntt, CWord* out, const CWord* in, size_t n, unsigned input_factor,
                                        unsigned output_factor) {
  return guarded(
      [=] { plan_for(ntt, n).inverse(array("out", out, n), array("in", in, n), {input_factor, output_factor}); });
}

ringlet_status C(ringlet_ntt, _multiply)(const CNtt* ntt, CWord* out, const CWord* x, const CWord* y, size_t n) {
  return guarded([=] { plan_for(ntt, n).multiply(array("out", out, n), array("x", x, n), array("y", y, n)); });
}

#endif
