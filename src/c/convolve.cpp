#include "ringlet/convolve.hpp"

#include "c/executor.hpp"
#include "c/support.hpp"
#include "ringlet/convolve.h"

namespace {

using namespace ringlet::c;

template <class Element>
auto span_of(const char* name, Element* elements, std::size_t size) {
  if (size != 0) require_address(name, elements);
  return std::span(elements, size);
}

/// Returns the 128-bit results of a call.
template <class Result>
auto results(ringlet_uint128* out, std::size_t size) {
  if (size != 0) require_address("out", out);
  return std::span(static_cast<Result*>(static_cast<void*>(out)), size);
}

}  // namespace

#define RINGLET_PRODUCT(function)                                                                                   \
  ringlet_status ringlet_##function(uint64_t* out, size_t out_size, const uint64_t* a, size_t a_size,               \
                                    const uint64_t* b, size_t b_size, ringlet_uint128 m,                            \
                                    const ringlet_executor* executor) {                                             \
    return guarded([=] {                                                                                            \
      ringlet::function(span_of("out", out, out_size), span_of("a", a, a_size), span_of("b", b, b_size), from_c(m), \
                        Threads(executor));                                                                         \
    });                                                                                                             \
  }
#define RINGLET_INTEGER_PRODUCT(function, suffix, Element, Result)                                                  \
  ringlet_status ringlet_##function##suffix(ringlet_uint128* out, size_t out_size, const Element* a, size_t a_size, \
                                            const Element* b, size_t b_size, const ringlet_executor* executor) {    \
    return guarded([=] {                                                                                            \
      ringlet::function(results<Result>(out, out_size), span_of("a", a, a_size), span_of("b", b, b_size),           \
                        Threads(executor));                                                                         \
    });                                                                                                             \
  }

RINGLET_PRODUCT(convolve)
RINGLET_PRODUCT(cyclic_convolve)
RINGLET_PRODUCT(negacyclic_convolve)
RINGLET_PRODUCT(middle_product)
RINGLET_INTEGER_PRODUCT(convolve, _u64, uint64_t, ringlet::uint128_t)
RINGLET_INTEGER_PRODUCT(cyclic_convolve, _u64, uint64_t, ringlet::uint128_t)
RINGLET_INTEGER_PRODUCT(middle_product, _u64, uint64_t, ringlet::uint128_t)
RINGLET_INTEGER_PRODUCT(convolve, _i64, int64_t, ringlet::int128_t)
RINGLET_INTEGER_PRODUCT(cyclic_convolve, _i64, int64_t, ringlet::int128_t)
RINGLET_INTEGER_PRODUCT(negacyclic_convolve, _i64, int64_t, ringlet::int128_t)
RINGLET_INTEGER_PRODUCT(middle_product, _i64, int64_t, ringlet::int128_t)

ringlet_status ringlet_multiply_integers(uint64_t* out, size_t out_size, const uint64_t* a, size_t a_size,
                                         const uint64_t* b, size_t b_size, const ringlet_executor* executor) {
  return guarded([=] {
    ringlet::multiply_integers(span_of("out", out, out_size), span_of("a", a, a_size), span_of("b", b, b_size),
                               Threads(executor));
  });
}

void ringlet_set_product_cache_limit(size_t bytes) { ringlet::set_product_cache_limit(bytes); }

size_t ringlet_product_cache_bytes(void) { return ringlet::product_cache_bytes(); }

void ringlet_clear_product_cache(void) { ringlet::clear_product_cache(); }
