#pragma once

#include <span>
#include <string_view>

#include "cpu/cpu_features.hpp"
#include "kernels/kernel_table.hpp"

/// The backends, weakest first, and which of them is active. Adding one takes a file, a declaration here and a line in
/// registry.cpp.
namespace ringlet::backends {

extern const kernels::BackendKernels scalar_kernels;
extern const kernels::BackendKernels avx2_kernels;
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
      if (bits >= k.min_modulus_bits && bits <= k.modulus_bits && log_n >= k.min_log_n) return {b, &k};
    }
  }
}

template <class Word>
struct BasicEltwiseChoice {
  const Backend* backend;
  const kernels::BasicEltwiseKernels<Word>* kernels;
};
using EltwiseChoice = BasicEltwiseChoice<std::uint64_t>;

/// The kernels among which is the best one of an element-wise operation for a modulus of `bits` bits.
template <class Word, class Operation>
BasicEltwiseChoice<Word> choose_eltwise(const Backend& backend, unsigned bits,
                                        Operation kernels::BasicEltwiseKernels<Word>::* operation) {
  for (const Backend* b = &backend;; --b) {
    for (const kernels::BasicEltwiseKernels<Word>& k : b->kernels->template eltwise_of<Word>()) {
      if (bits >= k.min_modulus_bits && bits <= k.modulus_bits && k.*operation != nullptr) return {b, &k};
    }
  }
}

#ifdef RINGLET_CHECKED
/// How often kernels of this backend's own file were entered.
std::uint64_t kernel_calls(std::string_view backend);
#endif

}  // namespace ringlet::backends
