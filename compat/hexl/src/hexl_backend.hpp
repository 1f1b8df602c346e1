#pragma once

#include <atomic>

#pragma GCC visibility push(hidden)
/// Intel HEXL's environment variables, applied to Ringlet's choice of a backend.
namespace intel::hexl {

/// Whether apply_environment has done its work.
extern std::atomic<bool> environment_is_applied;

/// Does what apply_environment says.
void choose_backend();

/// Where HEXL_DISABLE_AVX512DQ or HEXL_DISABLE_AVX512IFMA is set (to anything) and the active backend needs what it
/// forbids, makes the strongest backend active that does not. The environment is read on the first call only; every
/// public function calls this before anything else. (HEXL_DISABLE_AVX512VBMI2 forbids what Ringlet does not use.)
inline void apply_environment() {
  if (!environment_is_applied.load(std::memory_order_acquire)) choose_backend();
}

}  // namespace intel::hexl
#pragma GCC visibility pop
