#pragma once

#pragma GCC visibility push(hidden)
/// Intel HEXL's environment variables, applied to Ringlet's choice of a backend.
namespace intel::hexl {

/// Does what apply_environment says; true.
bool choose_backend();

/// Where HEXL_DISABLE_AVX512DQ or HEXL_DISABLE_AVX512IFMA is set (to anything) and the active backend needs what it
/// forbids, makes the strongest backend active that does not. The environment is read on the first call only; every
/// public function calls this before anything else. (HEXL_DISABLE_AVX512VBMI2 forbids what Ringlet does not use.)
inline void apply_environment() { [[maybe_unused]] static const bool applied = choose_backend(); }

}  // namespace intel::hexl
#pragma GCC visibility pop
