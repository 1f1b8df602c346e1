#include "ringlet/backend.hpp"

#include "backends/registry.hpp"

namespace ringlet::backend {

std::vector<Info> list() {
  std::vector<Info> infos;
  for (const backends::Backend& backend : backends::all()) {
    infos.push_back({std::string(backend.name), backends::is_supported(backend)});
  }
  return infos;
}

std::string active() { return std::string(backends::active().name); }

void force(std::string_view name) { backends::force(name); }

void unforce() noexcept { backends::unforce(); }

void freeze() noexcept { backends::freeze(); }

}  // namespace ringlet::backend
