#include "backends/registry.hpp"

namespace ringlet::backends {

// A file of its own, so that a program can bring a list of its own: the laboratory's tests do.
std::span<const Backend> all() {
  static constexpr Backend list[] = {
      {"scalar", [](const cpu::Features&) { return true; }, &scalar_kernels},
      {"avx2", [](const cpu::Features& f) { return f.avx2; }, &avx2_kernels},
      {"avx512dq", [](const cpu::Features& f) { return f.avx512dq; }, &avx512dq_kernels},
      {"avx512ifma", [](const cpu::Features& f) { return f.avx512ifma; }, &avx512ifma_kernels},
  };
  return list;
}

}  // namespace ringlet::backends
