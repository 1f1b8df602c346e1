// The kernels that calls without a plan look up are those that a search finds: for every operation, length of the
// modulus and backend, those that this CPU lacks among them, since nothing of them runs.

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "backends/dispatch.hpp"
#include "backends/kernel_limits.hpp"
#include "backends/registry.hpp"
#include "support/backends.hpp"

namespace {

using ringlet::backends::Backend;
using ringlet::backends::choose_eltwise;
using ringlet::backends::Dispatch;
using ringlet_test::max_modulus_bits;

template <class Kernels>
void expect_what_a_search_finds(const Backend& backend, const Dispatch& dispatch) {
  for (unsigned bits = 2; bits <= max_modulus_bits<typename Kernels::WordType>; ++bits) {
    SCOPED_TRACE(std::to_string(bits) + " bits");
    const Kernels& found = dispatch.eltwise<Kernels>(bits);
    Kernels::for_each_operation([&](auto operation, const char* name) {
      EXPECT_EQ(found.*operation, choose_eltwise(backend, bits, operation).kernels->*operation) << name;
    });
    EXPECT_EQ(found.codec, choose_eltwise(backend, bits, &Kernels::axpy).kernels->codec);
  }
}

TEST(EltwiseDispatch, FindsWhatASearchFinds) {
  for (const Backend& backend : ringlet::backends::all()) {
    SCOPED_TRACE(std::string(backend.name));
    const auto dispatch = std::make_unique<Dispatch>();
    dispatch->fill_once(backend);
    expect_what_a_search_finds<ringlet::kernels::EltwiseKernels>(backend, *dispatch);
    expect_what_a_search_finds<ringlet::kernels::DoubleEltwiseKernels>(backend, *dispatch);
    expect_what_a_search_finds<ringlet::kernels::SplitEltwiseKernels>(backend, *dispatch);
  }
}

// As in libhexl.
TEST(EltwiseDispatch, NeedsNoDoubleWords) {
  const ringlet::kernels::BackendKernels words_only{ringlet::backends::all().front().kernels->words};
  const Backend backend{"words", nullptr, &words_only};
  const auto dispatch = std::make_unique<Dispatch>();
  dispatch->fill_once(backend);
  expect_what_a_search_finds<ringlet::kernels::EltwiseKernels>(backend, *dispatch);
}

TEST(EltwiseDispatch, IsThatOfTheActiveBackend) {
  for (const Backend& backend : ringlet::backends::all()) {
    if (!ringlet::backends::is_supported(backend)) continue;
    const ringlet_test::ForcedBackend forced{std::string(backend.name)};
    SCOPED_TRACE(std::string(backend.name));
    EXPECT_EQ(ringlet::backends::active().dispatch, backend.dispatch);
    expect_what_a_search_finds<ringlet::kernels::EltwiseKernels>(backend, *backend.dispatch);
  }
}

}  // namespace
