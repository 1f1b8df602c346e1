#pragma once

#include <atomic>

#pragma GCC visibility push(hidden)
/// Applies Intel HEXL's environment variables to Ringlet's choice of a backend.
namespace intel::hexl {

/// Whether apply_environment has read the environment.
extern std::atomic<bool> environment_is_applied;

/// Does the work of apply_environment.
void choose_backend();

/// Activates the strongest backend that HEXL_DISABLE_AVX512DQ and HEXL_DISABLE_AVX512IFMA allow, if either is set (to
/// anything) and forbids the active backend. Reads the environment on the first call only. Every public function calls
/// this before anything else. (HEXL_DISABLE_AVX512VBMI2 forbids instructions that Ringlet does not use.)
inline void apply_environment() {
  if (!environment_is_applied.load(std::memory_order_acquire)) choose_backend();
}

}  // namespace intel::hexl
#pragma GCC visibility pop
