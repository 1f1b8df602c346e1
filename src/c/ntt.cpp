#include <string>
#include <utility>

#include "c/support.hpp"
#include "checks/checks.hpp"
#include "number_theory/ntt_root.hpp"
#include "ringlet/ntt.hpp"

namespace {

using namespace ringlet::c_api;

template <class Word>
struct Plan {
  explicit Plan(ringlet::Ntt<Word> ntt) : plan(std::move(ntt)), description(plan.describe()) {}

  ringlet::Ntt<Word> plan;
  std::string description;
};

}  // namespace

struct ringlet_ntt : Plan<std::uint64_t> {
  using Plan::Plan;
};

struct ringlet_ntt128 : Plan<ringlet::uint128_t> {
  using Plan::Plan;
};

namespace {

// Each body serves both words.

/// The plan of a handle, for arrays of n words.
template <class Handle>
const auto& plan_for(const Handle* ntt, std::size_t n) {
  const auto& plan = deref("ntt", ntt).plan;
  require_n(n, plan.size());
  return plan;
}

/// Root 0, which is no root of unity, stands for the default. Any other is checked here, by the name that it has in C.
constexpr auto make = [](auto** ntt, std::size_t n, const auto* q, ringlet_ring ring, auto root) {
  return create("ntt", ntt, [=] {
    using Word = decltype(root);
    const auto& modulus = value(q);
    ringlet::NttOptions<Word> options{.ring = static_cast<ringlet::Ring>(ring)};
    if (root != 0) {
      ringlet::api::require_enumerator("ring", options.ring, ringlet::Ring::cyclic);
      (ring == RINGLET_CYCLIC ? options.omega : options.psi) =
          ringlet::api::ntt_root<Word>("root", root, n, modulus, options.ring);
    }
    return ringlet::Ntt<Word>(n, modulus, options);
  });
};

constexpr auto ring_of = [](const auto* ntt) {
  return ntt == nullptr ? RINGLET_NEGACYCLIC : static_cast<ringlet_ring>(ntt->plan.ring());
};

constexpr auto forward = [](const auto* ntt, auto* out, const auto* in, std::size_t n, ringlet::NttRange range) {
  return guarded([=] { plan_for(ntt, n).forward(array("out", out, n), array("in", in, n), range); });
};

constexpr auto inverse = [](const auto* ntt, auto* out, const auto* in, std::size_t n, ringlet::NttRange range) {
  return guarded([=] { plan_for(ntt, n).inverse(array("out", out, n), array("in", in, n), range); });
};

constexpr auto multiply = [](const auto* ntt, auto* out, const auto* x, const auto* y, std::size_t n) {
  return guarded([=] { plan_for(ntt, n).multiply(array("out", out, n), array("x", x, n), array("y", y, n)); });
};

}  // namespace

ringlet_status ringlet_ntt_create(ringlet_ntt** ntt, size_t n, const ringlet_modulus* q, ringlet_ring ring,
                                  uint64_t root) {
  return make(ntt, n, q, ring, root);
}
ringlet_status ringlet_ntt128_create(ringlet_ntt128** ntt, size_t n, const ringlet_modulus128* q, ringlet_ring ring,
                                     ringlet_uint128 root) {
  return make(ntt, n, q, ring, from_c(root));
}

void ringlet_ntt_destroy(ringlet_ntt* ntt) { delete ntt; }
void ringlet_ntt128_destroy(ringlet_ntt128* ntt) { delete ntt; }

size_t ringlet_ntt_size(const ringlet_ntt* ntt) { return ntt == nullptr ? 0 : ntt->plan.size(); }
size_t ringlet_ntt128_size(const ringlet_ntt128* ntt) { return ntt == nullptr ? 0 : ntt->plan.size(); }

uint64_t ringlet_ntt_modulus(const ringlet_ntt* ntt) { return ntt == nullptr ? 0 : ntt->plan.modulus().value(); }
ringlet_uint128 ringlet_ntt128_modulus(const ringlet_ntt128* ntt) {
  return to_c(ntt == nullptr ? 0 : ntt->plan.modulus().value());
}

ringlet_ring ringlet_ntt_ring(const ringlet_ntt* ntt) { return ring_of(ntt); }
ringlet_ring ringlet_ntt128_ring(const ringlet_ntt128* ntt) { return ring_of(ntt); }

uint64_t ringlet_ntt_root(const ringlet_ntt* ntt) { return ntt == nullptr ? 0 : ntt->plan.root(); }
ringlet_uint128 ringlet_ntt128_root(const ringlet_ntt128* ntt) { return to_c(ntt == nullptr ? 0 : ntt->plan.root()); }

const char* ringlet_ntt_describe(const ringlet_ntt* ntt) { return ntt == nullptr ? "" : ntt->description.c_str(); }
const char* ringlet_ntt128_describe(const ringlet_ntt128* ntt) {
  return ntt == nullptr ? "" : ntt->description.c_str();
}

ringlet_status ringlet_ntt_forward(const ringlet_ntt* ntt, uint64_t* out, const uint64_t* in, size_t n,
                                   unsigned input_factor, unsigned output_factor) {
  return forward(ntt, out, in, n, {input_factor, output_factor});
}
ringlet_status ringlet_ntt128_forward(const ringlet_ntt128* ntt, ringlet_uint128* out, const ringlet_uint128* in,
                                      size_t n, unsigned input_factor, unsigned output_factor) {
  return forward(ntt, out, in, n, {input_factor, output_factor});
}

ringlet_status ringlet_ntt_inverse(const ringlet_ntt* ntt, uint64_t* out, const uint64_t* in, size_t n,
                                   unsigned input_factor, unsigned output_factor) {
  return inverse(ntt, out, in, n, {input_factor, output_factor});
}
ringlet_status ringlet_ntt128_inverse(const ringlet_ntt128* ntt, ringlet_uint128* out, const ringlet_uint128* in,
                                      size_t n, unsigned input_factor, unsigned output_factor) {
  return inverse(ntt, out, in, n, {input_factor, output_factor});
}

ringlet_status ringlet_ntt_multiply(const ringlet_ntt* ntt, uint64_t* out, const uint64_t* x, const uint64_t* y,
                                    size_t n) {
  return multiply(ntt, out, x, y, n);
}
ringlet_status ringlet_ntt128_multiply(const ringlet_ntt128* ntt, ringlet_uint128* out, const ringlet_uint128* x,
                                       const ringlet_uint128* y, size_t n) {
  return multiply(ntt, out, x, y, n);
}
