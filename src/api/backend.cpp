#include "ringlet/backend.hpp"

#include <stdexcept>

#include "backends/registry.hpp"

namespace ringlet::backend {

std::size_t count() noexcept { return backends::all().size(); }

Info at(std::size_t i) {
  if (i >= count()) {
    throw std::out_of_range("i is " + std::to_string(i) + ", but it must be below " + std::to_string(count()));
  }
  const backends::Backend& backend = backends::all()[i];
  return {std::string(backend.name), backends::is_supported(backend)};
}

std::string active() { return std::string(backends::active().name); }

void force(std::string_view name) { backends::force(name); }

void unforce() noexcept { backends::unforce(); }

void freeze() noexcept { backends::freeze(); }

}  // namespace ringlet::backend
