// The list of backends for a test program whose tests run on all of them: in place of the library's own, the emulated
// instruction sets.
#include <vector>

#include "backends/registry.hpp"
#include "lab/backends/lab_backend.hpp"

namespace ringlet::backends {

std::span<const Backend> all() {
  static const std::vector<Backend> list = [] {
    std::vector<Backend> backends{{"scalar", [](const cpu::Features&) { return true; }, &scalar_kernels}};
    for (const auto emulated : {lab::emulated_avx2_papers, lab::emulated_avx512_papers, lab::emulated_avx512_shoup,
                                lab::emulated_avx512_rows}) {
      for (const lab::LabBackend& b : emulated) backends.push_back(b.backend);
    }
    // What they lack, the library's weakest backend has.
    for (std::size_t i = 1; i < backends.size(); ++i) backends[i].weaker = backends.data();
    return backends;
  }();
  return list;
}

}  // namespace ringlet::backends
