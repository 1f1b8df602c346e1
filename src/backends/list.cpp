#include <iterator>

#include "backends/registry.hpp"

namespace ringlet::backends {

// A separate file, so that a program can replace the list: the laboratory's tests do.
namespace {

constexpr Backend weakest_first[] = {
    {.name = "scalar", .supported = [](const cpu::Features&) { return true; }, .kernels = &scalar_kernels},
#ifdef __x86_64__
    {.name = "avx2", .supported = [](const cpu::Features& f) { return f.avx2; }, .kernels = &avx2_kernels},
    {.name = "avx512dq", .supported = [](const cpu::Features& f) { return f.avx512dq; }, .kernels = &avx512dq_kernels},
    {.name = "avx512ifma",
     .supported = [](const cpu::Features& f) { return f.avx512ifma; },
     .kernels = &avx512ifma_kernels},
#endif
#ifdef __aarch64__
    // Every CPU of the architecture supports it.
    {.name = "neon", .supported = [](const cpu::Features&) { return true; }, .kernels = &neon_kernels},
#endif
};
constexpr std::size_t count = std::size(weakest_first);

constinit EltwiseIndex indices[count];

/// The backends, each with its index and a pointer to the weaker backend before it.
struct List {
  Backend backends[count];
};
extern const List list;
constinit const List list = [] {
  List linked{};
  for (std::size_t i = 0; i < count; ++i) {
    linked.backends[i] = weakest_first[i];
    linked.backends[i].index = &indices[i];
    if (i > 0) linked.backends[i].weaker = &list.backends[i - 1];
  }
  return linked;
}();

}  // namespace

std::span<const Backend> all() { return list.backends; }

}  // namespace ringlet::backends
