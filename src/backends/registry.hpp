#pragma once

#include <span>
#include <string_view>

#include "cpu/cpu_features.hpp"
#include "kernels/kernel_table.hpp"

/// The backends, weakest first, and which of them is active. Adding one takes a file, a declaration here and a line in
/// list.cpp.
namespace ringlet::backends {

extern const kernels::BackendKernels scalar_kernels;
extern const kernels::BackendKernels avx2_kernels;
extern const kernels::BasicNttKernel<uint128_t> avx2_double_kernels[2];  ///< the transforms of double words in it
extern const kernels::BackendKernels avx512dq_kernels;
extern const kernels::BackendKernels avx512ifma_kernels;

struct Backend {
  std::string_view name;
  bool (*supported)(const cpu::Features&);
  const kernels::BackendKernels* kernels;
};

std::span<const Backend> all();
bool is_supported(const Backend& backend);

/// The active backend, as ringlet/backend.hpp defines it; throws what that says.
const Backend& active();
void force(std::string_view name);
void unforce() noexcept;
void freeze() noexcept;

/// std::invalid_argument: no such kernel.
[[noreturn]] void reject_arithmetic(const Backend& backend, std::string_view arithmetic, unsigned bits);

/// A kernel and the backend that provides it.
template <class Word>
struct BasicNttChoice {
  const Backend* backend;
  const kernels::BasicNttKernel<Word>* kernel;
};

/// The best transform kernel for a modulus of `bits` bits and n = 2^log_n that `backend` or a weaker one has.
template <class Word>
BasicNttChoice<Word> choose_ntt(const Backend& backend, unsigned bits, unsigned log_n) {
  for (const Backend* b = &backend;; --b) {
    for (const kernels::BasicNttKernel<Word>& k : b->kernels->template ntt_of<Word>()) {
      if (k.serves(bits, log_n)) return {b, &k};
    }
  }
}

template <class Kernels>
struct BasicEltwiseChoice {
  const Backend* backend;
  const Kernels* kernels;
};

/// The kernels among which is the best one of an element-wise operation for a modulus of `bits` bits.
template <class Kernels, class Operation>
BasicEltwiseChoice<Kernels> choose_eltwise(const Backend& backend, unsigned bits, Operation Kernels::* operation) {
  for (const Backend* b = &backend;; --b) {
    for (const Kernels& k : b->kernels->template eltwise_of<Kernels>()) {
      if (bits >= k.min_modulus_bits && bits <= k.modulus_bits && k.*operation != nullptr) return {b, &k};
    }
  }
}

/// The kernel of the named arithmetic that `backend` itself has, also one that is never chosen otherwise; null where it
/// has none for this modulus and size.
template <class Word>
const kernels::BasicNttKernel<Word>* find_ntt_if_any(const Backend& backend, std::string_view arithmetic, unsigned bits,
                                                     unsigned log_n) {
  for (const auto list : {backend.kernels->template ntt_of<Word>(), backend.kernels->template named_ntt_of<Word>()}) {
    for (const kernels::BasicNttKernel<Word>& k : list) {
      if (arithmetic == k.arithmetic && k.serves(bits, log_n)) return &k;
    }
  }
  return nullptr;
}

/// That kernel.
/// Errors    std::invalid_argument when there is none.
template <class Word>
BasicNttChoice<Word> find_ntt(const Backend& backend, std::string_view arithmetic, unsigned bits, unsigned log_n) {
  const auto* kernel = find_ntt_if_any<Word>(backend, arithmetic, bits, log_n);
  if (kernel == nullptr) reject_arithmetic(backend, arithmetic, bits);
  return {&backend, kernel};
}

/// The kernels with the named arithmetic's element-wise operation, null where `backend` has none.
template <class Kernels, class Operation>
BasicEltwiseChoice<Kernels> find_eltwise(const Backend& backend, std::string_view arithmetic, unsigned bits,
                                         Operation Kernels::* operation) {
  for (const auto list :
       {backend.kernels->template eltwise_of<Kernels>(), backend.kernels->template named_eltwise_of<Kernels>()}) {
    for (const Kernels& k : list) {
      if (arithmetic == k.arithmetic && bits >= k.min_modulus_bits && bits <= k.modulus_bits && k.*operation != nullptr)
        return {&backend, &k};
    }
  }
  return {&backend, nullptr};
}

#ifdef RINGLET_CHECKED
/// How often kernels of this backend's own file were entered.
std::uint64_t kernel_calls(std::string_view backend);
#endif

}  // namespace ringlet::backends
