#include "ringlet/backend.hpp"

#include <stdexcept>

#include "backends/registry.hpp"

namespace ringlet::backend {

std::size_t list_size() noexcept { return backends::all().size(); }

Info at(std::size_t i) {
  if (i >= list_size()) {
    throw std::out_of_range("i is " + std::to_string(i) + ", but it must be below " + std::to_string(list_size()));
  }
  const backends::Backend& backend = backends::all()[i];
  return {std::string(backend.name), backends::is_supported(backend)};
}

std::string active() { return std::string(backends::active().name); }

void force(std::string_view name) { backends::force(name); }

void unforce() noexcept { backends::unforce(); }

void freeze() noexcept { backends::freeze(); }

}  // namespace ringlet::backend
