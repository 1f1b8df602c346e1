#include "api/c_support.hpp"
#include "ringlet/ntt.hpp"

using ringlet::c_api::array;
using ringlet::c_api::create;
using ringlet::c_api::deref;
using ringlet::c_api::guarded;
using ringlet::c_api::input;
using ringlet::c_api::value;

struct ringlet_ntt {
  explicit ringlet_ntt(ringlet::Ntt<std::uint64_t> ntt) : plan(std::move(ntt)), description(plan.describe()) {}

  ringlet::Ntt<std::uint64_t> plan;
  std::string description;
};

namespace {

/// 0, which is no root of unity, stands for the default.
template <class Word>
ringlet::NttOptions<Word> options(ringlet_ring ring, Word root) {
  ringlet::NttOptions<Word> options{.ring = static_cast<ringlet::Ring>(ring)};
  if (root != 0) (ring == RINGLET_CYCLIC ? options.omega : options.psi) = root;
  return options;
}

}  // namespace

ringlet_status ringlet_ntt_create(ringlet_ntt** ntt, size_t n, const ringlet_modulus* q, ringlet_ring ring,
                                  uint64_t root) {
  return create("ntt", ntt, [=] { return ringlet::Ntt{n, value(q), options(ring, root)}; });
}

void ringlet_ntt_destroy(ringlet_ntt* ntt) { delete ntt; }

size_t ringlet_ntt_size(const ringlet_ntt* ntt) { return ntt == nullptr ? 0 : ntt->plan.size(); }

uint64_t ringlet_ntt_modulus(const ringlet_ntt* ntt) { return ntt == nullptr ? 0 : ntt->plan.modulus().value(); }

ringlet_ring ringlet_ntt_ring(const ringlet_ntt* ntt) {
  return ntt == nullptr ? RINGLET_NEGACYCLIC : static_cast<ringlet_ring>(ntt->plan.ring());
}

uint64_t ringlet_ntt_root(const ringlet_ntt* ntt) { return ntt == nullptr ? 0 : ntt->plan.root(); }

const char* ringlet_ntt_describe(const ringlet_ntt* ntt) { return ntt == nullptr ? "" : ntt->description.c_str(); }

ringlet_status ringlet_ntt_forward(const ringlet_ntt* ntt, uint64_t* out, const uint64_t* in, size_t n,
                                   unsigned input_factor, unsigned output_factor) {
  return guarded([=] {
    deref("ntt", ntt).plan.forward(array("out", out, n), input("in", in, n, out), {input_factor, output_factor});
  });
}

ringlet_status ringlet_ntt_inverse(const ringlet_ntt* ntt, uint64_t* out, const uint64_t* in, size_t n,
                                   unsigned input_factor, unsigned output_factor) {
  return guarded([=] {
    deref("ntt", ntt).plan.inverse(array("out", out, n), input("in", in, n, out), {input_factor, output_factor});
  });
}

ringlet_status ringlet_ntt_multiply(const ringlet_ntt* ntt, uint64_t* out, const uint64_t* x, const uint64_t* y,
                                    size_t n) {
  return guarded(
      [=] { deref("ntt", ntt).plan.multiply(array("out", out, n), input("x", x, n, out), input("y", y, n, out)); });
}
