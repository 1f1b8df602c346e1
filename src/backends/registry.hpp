#pragma once

#include <atomic>
#include <span>
#include <string_view>

#include "cpu/cpu_features.hpp"
#include "kernels/kernel_table.hpp"

/// The backends, weakest first, and which of them is active. Adding one takes a file, a declaration here and a line in
/// list.cpp.
namespace ringlet::backends {

extern const kernels::BackendKernels scalar_kernels;
extern const kernels::BackendKernels avx2_kernels;
extern const kernels::BackendKernels avx512dq_kernels;
extern const kernels::BackendKernels avx512ifma_kernels;
extern const kernels::BackendKernels neon_kernels;

class Dispatch;

struct Backend {
  std::string_view name;
  bool (*supported)(const cpu::Features&);
  const kernels::BackendKernels* kernels;
  /// Filled in when the backend becomes active; null only for one that never does.
  Dispatch* dispatch = nullptr;
  /// The next weaker one, in which what this one lacks is looked for; null for the weakest.
  const Backend* weaker = nullptr;
};

std::span<const Backend> all();
bool is_supported(const Backend& backend);

// The program's choice (force) and everybody else's (environment or CPU), which is made on first use: null until then.
extern std::atomic<const Backend*> forced;
extern std::atomic<const Backend*> automatic;
const Backend& decide();

/// The active backend, as ringlet/backend.hpp defines it; throws what that says.
inline const Backend& active() {
  if (const Backend* backend = forced.load(std::memory_order_acquire)) return *backend;
  if (const Backend* backend = automatic.load(std::memory_order_acquire)) return *backend;
  return decide();
}
void force(std::string_view name);
void unforce() noexcept;
void freeze() noexcept;

/// The element-wise kernels of the active backend, as `dispatch.hpp` defines them: a call without a plan has no time
/// for more than one look. Before there is an active backend, kernels that decide and then call its own.
[[gnu::visibility("hidden")]] extern constinit std::atomic<const Dispatch*> dispatch_in_use;

/// std::logic_error: neither this backend nor a weaker one serves a modulus.
[[noreturn]] void reject_modulus(const Backend& backend, unsigned bits);

/// A kernel and the backend that provides it.
template <class Word>
struct BasicNttChoice {
  const Backend* backend;
  const kernels::BasicNttKernel<Word>* kernel;
};

/// The first transform kernel of these families that `serves` accepts, or null.
template <class Word, class Serves>
const kernels::BasicNttKernel<Word>* first_ntt(kernels::Families<Word> families, Serves serves) {
  for (const kernels::WordKernels<Word>* family : families) {
    for (const kernels::BasicNttKernel<Word>& k : family->ntt) {
      if (serves(k)) return &k;
    }
  }
  return nullptr;
}

/// The first element-wise kernels of these families that `serves` accepts, or null.
template <class Kernels, class Serves>
const Kernels* first_eltwise(kernels::Families<typename Kernels::WordType> families, Serves serves) {
  for (const auto* family : families) {
    for (const Kernels& k : family->template eltwise_of<Kernels>()) {
      if (serves(k)) return &k;
    }
  }
  return nullptr;
}

/// The best transform kernel for a modulus of `bits` bits and n = 2^log_n that `backend` or a weaker one has.
template <class Word>
BasicNttChoice<Word> choose_ntt(const Backend& backend, unsigned bits, unsigned log_n) {
  for (const Backend* b = &backend; b != nullptr; b = b->weaker) {
    const auto* kernel =
        first_ntt<Word>(b->kernels->template of<Word>(), [=](const auto& k) { return k.serves(bits, log_n); });
    if (kernel != nullptr) return {b, kernel};
  }
  reject_modulus(backend, bits);
}

template <class Kernels>
struct BasicEltwiseChoice {
  const Backend* backend;
  const Kernels* kernels;
};

/// The kernels among which is the best one of an element-wise operation for a modulus of `bits` bits.
template <class Kernels, class Operation>
BasicEltwiseChoice<Kernels> choose_eltwise(const Backend& backend, unsigned bits, Operation Kernels::* operation) {
  for (const Backend* b = &backend; b != nullptr; b = b->weaker) {
    const auto* kernels =
        first_eltwise<Kernels>(b->kernels->template of<typename Kernels::WordType>(),
                               [=](const Kernels& k) { return k.serves(bits) && k.*operation != nullptr; });
    if (kernels != nullptr) return {b, kernels};
  }
  reject_modulus(backend, bits);
}

struct DotChoice {
  const Backend* backend;
  const kernels::DotKernels* kernels;
};

/// The best kernels of dot products of operands and factors below 2^bits that `backend` or a weaker one has.
DotChoice choose_dot(const Backend& backend, unsigned bits);

struct AutomorphismChoice {
  const Backend* backend;
  const kernels::AutomorphismKernels* kernels;
};

/// The best kernels of automorphisms of evaluations for n = 2^log_n that `backend` or a weaker one has, and those of
/// coefficients.
AutomorphismChoice choose_automorphism(const Backend& backend, unsigned log_n);
AutomorphismChoice choose_automorphism_of_coefficients(const Backend& backend);

/// The kernel of balanced digits of `backend` or of a weaker one.
decltype(kernels::RnsFamily::balanced_digit) choose_balanced_digit(const Backend& backend);

/// The kernels among which is the best one of an operation on numbers of `words` words modulo q of `bits` bits.
struct WideChoice {
  const Backend* backend;
  const kernels::WideEltwiseKernels* kernels;
};

template <class Operation>
WideChoice choose_wide(const Backend& backend, unsigned words, unsigned bits,
                       Operation kernels::WideEltwiseKernels::* operation) {
  for (const Backend* b = &backend; b != nullptr; b = b->weaker) {
    if (b->kernels->wide == nullptr) continue;
    for (const kernels::WideEltwiseKernels& k : b->kernels->wide->eltwise) {
      if (k.serves(words, bits) && k.*operation != nullptr) return {b, &k};
    }
  }
  reject_modulus(backend, bits);
}

struct WideNttChoice {
  const Backend* backend;
  const kernels::WideNttKernel* kernel;
};

/// The best kernel of transforms of n = 2^log_n numbers modulo q that `backend` or a weaker one has.
WideNttChoice choose_wide_ntt(const Backend& backend, const WideModulusConstants& q, unsigned log_n);

}  // namespace ringlet::backends
