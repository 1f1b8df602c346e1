#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "arith/word_traits.hpp"
#include "backends/eltwise_index.hpp"
#include "cpu/cpu_features.hpp"
#include "kernels/kernel_table.hpp"
#include "ringlet/export.hpp"

/// The backends, weakest first, which of them is active, and the one search for a kernel in their tables. Adding one
/// takes a file, a declaration here and a line in list.cpp.
namespace ringlet::backends {

/// The families of one kind that a backend has, best first.
template <class Family>
class Families {
 public:
  constexpr void add(const Family& family) { families_[count_++] = &family; }
  [[nodiscard]] constexpr const Family* const* begin() const { return families_; }
  [[nodiscard]] constexpr const Family* const* end() const { return families_ + count_; }
  [[nodiscard]] constexpr bool empty() const { return count_ == 0; }

 private:
  const Family* families_[2]{};
  std::size_t count_ = 0;
};

/// All kernels that one backend adds to the weaker ones: its families by their kind.
class BackendKernels {
 public:
  /// Adds a family behind those of its kind.
  template <class Family>
  constexpr void add(const Family& family) {
    std::get<Families<Family>>(families_).add(family);
  }
  template <class Family>
  [[nodiscard]] constexpr const Families<Family>& of() const {
    return std::get<Families<Family>>(families_);
  }

 private:
  template <class Word>
  using FamiliesOf = Families<kernels::WordKernels<Word>>;

  arith::Words::Tuple<FamiliesOf, Families<kernels::RnsFamily>, Families<kernels::MultiwordFamily>> families_;
};

extern const BackendKernels scalar_kernels;
extern const BackendKernels avx2_kernels;
extern const BackendKernels avx512dq_kernels;
extern const BackendKernels avx512ifma_kernels;
extern const BackendKernels neon_kernels;

struct Backend {
  std::string_view name;
  bool (*supported)(const cpu::Features&);
  const BackendKernels* kernels;
  /// Filled in when the backend becomes active; null only for one that never does.
  EltwiseIndex* index = nullptr;
  /// The next weaker one, in which what this one lacks is looked for; null for the weakest.
  const Backend* weaker = nullptr;
};

std::span<const Backend> all();
bool is_supported(const Backend& backend);

/// Fills the backend's index, unless that is done.
void fill_index(const Backend& backend);

/// The active backend, as ringlet/backend.hpp defines it; throws what that says.
RINGLET_FOR_LARGE const Backend& active();
void force(std::string_view name);
void unforce() noexcept;
void freeze() noexcept;

/// The index of the active backend: a call without a plan has no time for more than one look. Before there is an active
/// backend, `undecided`.
[[gnu::visibility("hidden")]] extern constinit std::atomic<const EltwiseIndex*> index_in_use;

/// Holds kernels that choose a backend, unless one is active, and forward the call to its own for the modulus.
extern const EltwiseIndex undecided;

/// A kernel, or several of one table entry, and the backend that provides it.
template <class Kernel>
struct Choice {
  const Backend* backend;
  Kernel* kernel;
};
template <class Word>
using NttChoice = Choice<const kernels::BasicNttKernel<Word>>;
using DotChoice = Choice<const kernels::DotKernels>;
using AutomorphismChoice = Choice<const kernels::AutomorphismKernels>;
using MultiwordNttChoice = Choice<const kernels::MultiwordNttKernel>;

/// std::logic_error: neither this backend nor a weaker one has a kernel.
[[noreturn]] RINGLET_FOR_LARGE void reject_choice(const Backend& backend);

/// What `find` finds first, in the families of one kind of `backend`, then of the next weaker one.
template <class Family, class Find>
auto choose(const Backend& backend, Find find) {
  for (const Backend* b = &backend; b != nullptr; b = b->weaker) {
    for (const Family* family : b->kernels->of<Family>()) {
      if (auto* kernel = find(*family)) return Choice<std::remove_pointer_t<decltype(kernel)>>{b, kernel};
    }
  }
  reject_choice(backend);
}

/// The first kernel that `serves` accepts, or null.
template <class Kernel, class Serves>
const Kernel* first_of(std::span<const Kernel> kernels, Serves serves) {
  for (const Kernel& k : kernels) {
    if (serves(k)) return &k;
  }
  return nullptr;
}

/// The best transform kernel for a modulus q and n = 2^log_n that `backend` or a weaker one has.
template <class Word>
NttChoice<Word> choose_ntt(const Backend& backend, arith::TwiddleWord<Word> q, unsigned log_n) {
  return choose<kernels::WordKernels<Word>>(backend, [=](const auto& family) {
    return first_of(family.ntt, [=](const auto& k) { return k.serves(q, log_n); });
  });
}

/// The kernels among which is the best one of an element-wise operation for a modulus q.
template <class Kernels, class Operation>
Choice<const Kernels> choose_eltwise(const Backend& backend, arith::TwiddleWord<typename Kernels::WordType> q,
                                     Operation Kernels::* operation) {
  return choose<kernels::WordKernels<typename Kernels::WordType>>(backend, [=](const auto& family) {
    return first_of(family.template eltwise_of<Kernels>(),
                    [=](const Kernels& k) { return k.serves(q) && k.*operation != nullptr; });
  });
}

/// The best kernels of dot products that `backend` or a weaker one has. largest: of all their moduli.
inline DotChoice choose_dot(const Backend& backend, std::uint64_t largest) {
  return choose<kernels::RnsFamily>(backend, [=](const auto& family) {
    return first_of(family.dot, [=](const auto& k) { return k.serves(largest); });
  });
}

/// The best kernels of automorphisms of evaluations for n = 2^log_n that `backend` or a weaker one has, and those of
/// coefficients.
inline AutomorphismChoice choose_automorphism(const Backend& backend, unsigned log_n) {
  return choose<kernels::RnsFamily>(backend, [=](const auto& family) {
    const kernels::AutomorphismKernels& k = family.automorphism;
    return k.evaluations != nullptr && k.lanes_log <= log_n ? &k : nullptr;
  });
}
inline auto choose_automorphism_of_coefficients(const Backend& backend) {
  return choose<kernels::RnsFamily>(backend, [](const auto& family) { return family.automorphism.coefficients; });
}

/// The kernel of balanced digits of `backend` or of a weaker one.
inline auto choose_balanced_digit(const Backend& backend) {
  return choose<kernels::RnsFamily>(backend, [](const auto& family) { return family.balanced_digit; });
}

/// The kernels among which is the best one of an operation on numbers of several words modulo q.
template <class Operation>
Choice<const kernels::MultiwordEltwiseKernels> choose_multiword(
    const Backend& backend, const MultiwordModulusConstants& q,
    Operation kernels::MultiwordEltwiseKernels::* operation) {
  return choose<kernels::MultiwordFamily>(backend, [&](const auto& family) {
    return first_of(family.eltwise, [&](const auto& k) { return k.serves(q) && k.*operation != nullptr; });
  });
}

/// The best kernel of transforms of n = 2^log_n numbers modulo q that `backend` or a weaker one has.
inline MultiwordNttChoice choose_multiword_ntt(const Backend& backend, const MultiwordModulusConstants& q,
                                               unsigned log_n) {
  return choose<kernels::MultiwordFamily>(backend, [&](const auto& family) {
    return first_of(family.ntt, [&](const auto& k) { return k.serves(q, log_n); });
  });
}

}  // namespace ringlet::backends
