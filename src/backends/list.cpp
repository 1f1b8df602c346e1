#include "backends/registry.hpp"

namespace ringlet::backends {

// A separate file, so that a program can replace the list: the laboratory's tests do.
namespace {

#ifdef __x86_64__
constexpr std::size_t backend_count = 4;
#elif defined(__aarch64__)
constexpr std::size_t backend_count = 2;
#else
constexpr std::size_t backend_count = 1;
#endif

constinit EltwiseIndex indices[backend_count];

// Declared first, because each entry points to the previous one.
extern const Backend list[backend_count];
constinit const Backend list[backend_count] = {
    {.name = "scalar",
     .supported = [](const cpu::Features&) { return true; },
     .kernels = &scalar_kernels,
     .index = &indices[0]},
#ifdef __x86_64__
    {.name = "avx2",
     .supported = [](const cpu::Features& f) { return f.avx2; },
     .kernels = &avx2_kernels,
     .index = &indices[1],
     .weaker = &list[0]},
    {.name = "avx512dq",
     .supported = [](const cpu::Features& f) { return f.avx512dq; },
     .kernels = &avx512dq_kernels,
     .index = &indices[2],
     .weaker = &list[1]},
    {.name = "avx512ifma",
     .supported = [](const cpu::Features& f) { return f.avx512ifma; },
     .kernels = &avx512ifma_kernels,
     .index = &indices[3],
     .weaker = &list[2]},
#endif
#ifdef __aarch64__
    // Every CPU of the architecture supports it.
    {.name = "neon",
     .supported = [](const cpu::Features&) { return true; },
     .kernels = &neon_kernels,
     .index = &indices[1],
     .weaker = &list[0]},
#endif
};

}  // namespace

std::span<const Backend> all() { return list; }

}  // namespace ringlet::backends
