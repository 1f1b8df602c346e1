#include "hexl_backend.hpp"

#include <cstdlib>
#include <string>
#include <string_view>

#include "ringlet/backend.hpp"

namespace intel::hexl {
namespace {

bool is_set(const char* variable) { return std::getenv(variable) != nullptr; }

/// Returns whether the environment forbids a backend. Its name begins with the instruction set that it needs.
bool forbidden(std::string_view backend, bool no_avx512dq, bool no_ifma) {
  if (no_avx512dq) return backend.starts_with("avx512");
  return no_ifma && backend.starts_with("avx512ifma");
}

bool choose() {
  const bool no_avx512dq = is_set("HEXL_DISABLE_AVX512DQ");
  const bool no_ifma = is_set("HEXL_DISABLE_AVX512IFMA");
  if (!forbidden(ringlet::backend::active(), no_avx512dq, no_ifma)) return true;
  std::string allowed;
  for (const ringlet::backend::Info& info : ringlet::backend::list()) {
    if (info.supported && !forbidden(info.name, no_avx512dq, no_ifma)) allowed = info.name;
  }
  ringlet::backend::force(allowed);
  return true;
}

}  // namespace

constinit std::atomic<bool> environment_is_applied = false;

void choose_backend() {
  static const bool chosen = choose();
  environment_is_applied.store(chosen, std::memory_order_release);
}

}  // namespace intel::hexl
