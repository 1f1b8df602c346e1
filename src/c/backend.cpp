#include "backends/registry.hpp"
#include "c/support.hpp"

namespace backends = ringlet::backends;
using ringlet::c::deref;
using ringlet::c::guarded;

// Names in the registry are string literals: they end with a zero and last forever.

size_t ringlet_backend_count(void) { return backends::all().size(); }

const char* ringlet_backend_name(size_t index) {
  return index < backends::all().size() ? backends::all()[index].name.data() : nullptr;
}

bool ringlet_backend_is_supported(size_t index) {
  return index < backends::all().size() && backends::is_supported(backends::all()[index]);
}

ringlet_status ringlet_backend_active(const char** name) {
  return guarded([=] { deref("name", name) = backends::active().name.data(); });
}

ringlet_status ringlet_backend_force(const char* name) {
  return guarded([=] { backends::force(&deref("name", name)); });
}

ringlet_status ringlet_backend_lowers_clock(bool* lowers) {
  return guarded([=] { deref("lowers", lowers) = backends::lowers_clock(); });
}

void ringlet_backend_unforce(void) { backends::unforce(); }

void ringlet_backend_freeze(void) { backends::freeze(); }
