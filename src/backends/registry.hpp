#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "arith/word_traits.hpp"
#include "backends/eltwise_index.hpp"
#include "cpu/cpu_features.hpp"
#include "kernels/kernel_table.hpp"
#include "ringlet/export.hpp"

/// Backends that are left out, by name, because the compiler lacks their flags (cmake/RingletBackends.cmake). Only the
/// files with tables of kernels know them.
#ifndef RINGLET_LEFT_OUT
#define RINGLET_LEFT_OUT ""
#endif

/// The backends, weakest first, the active backend, and the only search for a kernel in their tables. A new backend
/// takes a file, a declaration here and a line in list.cpp.
namespace ringlet::backends {

/// The families of one kind in a backend, best first.
template <class Family>
class Families {
 public:
  constexpr void add(const Family& family) { families_[count_++] = &family; }
  [[nodiscard]] constexpr const Family* const* begin() const { return families_; }
  [[nodiscard]] constexpr const Family* const* end() const { return families_ + count_; }
  [[nodiscard]] constexpr bool empty() const { return count_ == 0; }

 private:
  const Family* families_[3]{};
  std::size_t count_ = 0;
};

/// Whether the library has a family's part (RINGLET_PARTS in cmake/RingletParts.cmake). Tables omit the families of
/// other parts.
template <class Family>
inline constexpr bool is_in_parts = false;
#define RINGLET_IN_PARTS(Word) \
  template <>                  \
  inline constexpr bool is_in_parts<kernels::WordKernels<Word>> = true;
RINGLET_FOR_EACH_WORD(RINGLET_IN_PARTS)
#undef RINGLET_IN_PARTS
#ifndef RINGLET_WITHOUT_WORD64
template <>
inline constexpr bool is_in_parts<kernels::RnsFamily> = true;
#endif
#ifndef RINGLET_WITHOUT_MULTIWORD
template <>
inline constexpr bool is_in_parts<kernels::MultiwordFamily> = true;
#endif

/// All kernels that one backend adds to the weaker backends: its families by kind, best first. The first whose range
/// contains the modulus is used; the next weaker backend supports what a backend lacks. tables.cpp has the tables of
/// libringlet; a client of this room may link tables with fewer families, whose kernels the linker then omits.
class BackendKernels {
 public:
  template <class... Family>
  explicit constexpr BackendKernels(const Family&... families) {
    (add(families), ...);
  }
  /// Adds a family after the other families of its kind.
  template <class Family>
  constexpr void add([[maybe_unused]] const Family& family) {
    if constexpr (is_in_parts<Family>) std::get<Families<Family>>(families_).add(family);
  }
  template <class Family>
  [[nodiscard]] constexpr const Families<Family>& of() const {
    return std::get<Families<Family>>(families_);
  }
  [[nodiscard]] constexpr bool empty() const {
    return std::apply([](const auto&... families) { return (families.empty() && ...); }, families_);
  }

 private:
  template <class Word>
  using FamiliesOf = Families<kernels::WordKernels<Word>>;

  arith::Words::Tuple<FamiliesOf, Families<kernels::RnsFamily>, Families<kernels::MultiwordFamily>> families_;
};

/// Returns whether the backend's kernels are compiled. No backend's name contains the name of another backend.
consteval bool is_compiled(std::string_view backend) {
  return std::string_view(RINGLET_LEFT_OUT).find(backend) == std::string_view::npos;
}

/// Returns the table of these families, or an empty table. The families are parameters of the template, so that an
/// empty table does not refer to them.
template <bool compiled, const auto&... family>
consteval BackendKernels table_if() {
  if constexpr (compiled) {
    return BackendKernels(family...);
  } else {
    return BackendKernels();
  }
}

extern const BackendKernels scalar_kernels;
extern const BackendKernels avx2_kernels;
extern const BackendKernels avx512dq_kernels;
extern const BackendKernels avx512ifma_kernels;
extern const BackendKernels neon_kernels;

struct Backend {
  std::string_view name;
  bool (*supported)(const cpu::Features&);
  const BackendKernels* kernels;
  /// Filled when the backend becomes active; null only for a backend that never does.
  EltwiseIndex* index = nullptr;
  /// The next weaker backend, which has the kernels that this backend lacks; null for the weakest.
  const Backend* weaker = nullptr;
};

std::span<const Backend> all();
/// Returns whether this CPU can run the backend and the library has its kernels.
bool is_supported(const Backend& backend);

/// Fills the backend's index if it is not yet filled.
void fill_index(const Backend& backend);

/// Returns the active backend, as ringlet/backend.hpp defines it, and throws as described there.
RINGLET_FOR_LARGE const Backend& active();
void force(std::string_view name);
void unforce() noexcept;
/// Returns whether the active backend lowers the clock of this CPU's cores.
bool lowers_clock();
void freeze() noexcept;

/// Index of the active backend, because a call without a plan has no time for more than one look-up. It is `undecided`
/// until there is an active backend.
[[gnu::visibility("hidden")]] extern constinit std::atomic<const EltwiseIndex*> index_in_use;

/// Stubs that choose a backend, unless one is active, and forward the call to its kernel for the modulus.
extern const EltwiseIndex undecided;

/// A kernel, or several of one table entry, with the backend that provides it.
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

/// Throws std::logic_error: neither this backend nor a weaker one has a kernel.
[[noreturn]] RINGLET_FOR_LARGE void reject_choice(const Backend& backend);

/// Returns the first kernel that `find` finds in families of one kind of `backend`, then of weaker backends in turn, or
/// null.
template <class Family, class Find>
auto choose_if_any(const Backend& backend, Find find) {
  using Found = Choice<std::remove_pointer_t<decltype(find(std::declval<const Family&>()))>>;
  for (const Backend* b = &backend; b != nullptr; b = b->weaker) {
    for (const Family* family : b->kernels->of<Family>()) {
      if (auto* kernel = find(*family)) return Found{b, kernel};
    }
  }
  return Found{};
}

/// Returns the first kernel, and throws if no kernel serves.
template <class Family, class Find>
auto choose(const Backend& backend, Find find) {
  const auto choice = choose_if_any<Family>(backend, find);
  if (choice.kernel == nullptr) reject_choice(backend);
  return choice;
}

/// Returns the first kernel that `serves` accepts, or null.
template <class Kernel, class Serves>
const Kernel* first_of(std::span<const Kernel> kernels, Serves serves) {
  for (const Kernel& k : kernels) {
    if (serves(k)) return &k;
  }
  return nullptr;
}

/// Returns the best transform kernel of `backend` or a weaker backend for a modulus q and n = 2^log_n.
template <class Word>
NttChoice<Word> choose_ntt(const Backend& backend, arith::TwiddleWord<Word> q, unsigned log_n) {
  return choose<kernels::WordKernels<Word>>(backend, [=](const auto& family) {
    return first_of(family.ntt, [=](const auto& k) { return k.serves(q, log_n); });
  });
}

/// Returns the table entry with the best kernel of an element-wise operation for a modulus q, or null.
template <class Kernels, class Operation>
Choice<const Kernels> choose_eltwise_if_any(const Backend& backend, arith::TwiddleWord<typename Kernels::WordType> q,
                                            Operation Kernels::* operation) {
  return choose_if_any<kernels::WordKernels<typename Kernels::WordType>>(backend, [=](const auto& family) {
    return first_of(family.eltwise, [=](const Kernels& k) { return k.serves(q) && k.*operation != nullptr; });
  });
}

/// Returns the table entry, and throws if no entry serves.
template <class Kernels, class Operation>
Choice<const Kernels> choose_eltwise(const Backend& backend, arith::TwiddleWord<typename Kernels::WordType> q,
                                     Operation Kernels::* operation) {
  const auto choice = choose_eltwise_if_any(backend, q, operation);
  if (choice.kernel == nullptr) reject_choice(backend);
  return choice;
}

/// Returns the best kernels of dot products of `backend` or a weaker backend. largest: the largest of all their moduli.
inline DotChoice choose_dot(const Backend& backend, std::uint64_t largest) {
  return choose<kernels::RnsFamily>(backend, [=](const auto& family) {
    return first_of(family.dot, [=](const auto& k) { return k.serves(largest); });
  });
}

/// Return the best kernels of automorphisms of `backend` or a weaker backend: on evaluations for n = 2^log_n, and on
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

/// Returns the kernel of balanced digits of `backend` or a weaker backend.
inline auto choose_balanced_digit(const Backend& backend) {
  return choose<kernels::RnsFamily>(backend, [](const auto& family) { return family.balanced_digit; });
}

/// Returns the kernels of reconstructions of `backend` or a weaker backend.
inline auto choose_reconstruction(const Backend& backend) {
  return choose<kernels::RnsFamily>(backend, [](const auto& family) { return family.reconstruction; });
}

/// Returns the table entry with the best kernel of an operation on multiword numbers modulo q.
template <class Operation>
Choice<const kernels::MultiwordEltwiseKernels> choose_multiword(
    const Backend& backend, const MultiwordModulusConstants& q,
    Operation kernels::MultiwordEltwiseKernels::* operation) {
  return choose<kernels::MultiwordFamily>(backend, [&](const auto& family) {
    return first_of(family.eltwise, [&](const auto& k) { return k.serves(q) && k.*operation != nullptr; });
  });
}

/// Returns the best kernel of `backend` or a weaker backend for transforms of n = 2^log_n numbers modulo a multiword q.
inline MultiwordNttChoice choose_multiword_ntt(const Backend& backend, const MultiwordModulusConstants& q,
                                               unsigned log_n) {
  return choose<kernels::MultiwordFamily>(backend, [&](const auto& family) {
    return first_of(family.ntt, [&](const auto& k) { return k.serves(q, log_n); });
  });
}

}  // namespace ringlet::backends
