#include "backends/dispatch.hpp"
#include "backends/registry.hpp"

namespace ringlet::backends {

// A file of its own, so that a program can bring a list of its own: the laboratory's tests do.
namespace {

constinit Dispatch dispatch[4];

// Declared first, because each entry points to the one before it.
extern const Backend list[4];
constinit const Backend list[4] = {
    {"scalar", [](const cpu::Features&) { return true; }, &scalar_kernels, &dispatch[0]},
    {"avx2", [](const cpu::Features& f) { return f.avx2; }, &avx2_kernels, &dispatch[1], &list[0]},
    {"avx512dq", [](const cpu::Features& f) { return f.avx512dq; }, &avx512dq_kernels, &dispatch[2], &list[1]},
    {"avx512ifma", [](const cpu::Features& f) { return f.avx512ifma; }, &avx512ifma_kernels, &dispatch[3], &list[2]},
};

}  // namespace

std::span<const Backend> all() { return list; }

}  // namespace ringlet::backends
