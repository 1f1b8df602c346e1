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
extern const kernels::BackendKernels avx512dq_kernels;
extern const kernels::BackendKernels avx512ifma_kernels;

struct Backend {
  std::string_view name;
  bool (*supported)(const cpu::Features&);
  const kernels::BackendKernels* kernels;
  /// The next weaker one, in which what this one lacks is looked for; null for the weakest.
  const Backend* weaker = nullptr;
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
        first_ntt<Word>(b->kernels->families.template of<Word>(), [=](const auto& k) { return k.serves(bits, log_n); });
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
        first_eltwise<Kernels>(b->kernels->families.template of<typename Kernels::WordType>(),
                               [=](const Kernels& k) { return k.serves(bits) && k.*operation != nullptr; });
    if (kernels != nullptr) return {b, kernels};
  }
  reject_modulus(backend, bits);
}

/// The kernel of the named arithmetic that `backend` itself has, also one that is never chosen otherwise; null where it
/// has none for this modulus and size.
template <class Word>
const kernels::BasicNttKernel<Word>* find_ntt_if_any(const Backend& backend, std::string_view arithmetic, unsigned bits,
                                                     unsigned log_n) {
  const auto serves = [=](const auto& k) { return arithmetic == k.arithmetic && k.serves(bits, log_n); };
  const auto* chosen = first_ntt<Word>(backend.kernels->families.template of<Word>(), serves);
  return chosen != nullptr ? chosen : first_ntt<Word>(backend.kernels->named.template of<Word>(), serves);
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
  using Word = typename Kernels::WordType;
  const auto serves = [=](const Kernels& k) {
    return arithmetic == k.arithmetic && k.serves(bits) && k.*operation != nullptr;
  };
  const auto* chosen = first_eltwise<Kernels>(backend.kernels->families.template of<Word>(), serves);
  if (chosen == nullptr) chosen = first_eltwise<Kernels>(backend.kernels->named.template of<Word>(), serves);
  return {&backend, chosen};
}

#ifdef RINGLET_CHECKED
/// How often kernels of this backend's own file were entered.
std::uint64_t kernel_calls(std::string_view backend);
#endif

}  // namespace ringlet::backends
