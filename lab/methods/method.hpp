#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "backends/registry.hpp"
#include "kernels/kernel_table.hpp"
#include "lab/methods/pease_kernel.hpp"
#include "lab/methods/split_eltwise.hpp"
#include "ringlet/types.hpp"

namespace ringlet::lab {

/// Way to compute with 128-bit words on one instruction set: the kernels of one arithmetic, by its name. The library
/// chooses among its own by the modulus and the size. Comparisons name a method, and add methods that the library does
/// not have.
struct Method {
  /// Names a backend and an arithmetic, of the library or of the laboratory.
  std::string_view backend = {};
  std::string_view arithmetic = {};
  bool (*supported)(const cpu::Features&) = nullptr;
  /// Transforms, in the library's schedule or in Pease's.
  std::span<const kernels::BasicNttKernel<uint128_t>> ntt = {};
  std::span<const PeaseKernel> pease = {};
  std::span<const kernels::EltwiseKernels128> eltwise = {};
  /// The same in the papers' layout, for the papers' methods.
  std::span<const SplitEltwiseKernels> split = {};

  /// Returns a name such as "avx2 / shoup128".
  [[nodiscard]] std::string name() const;
  [[nodiscard]] bool is_supported() const;
  [[nodiscard]] bool has_transforms() const { return !ntt.empty() || !pease.empty(); }
  /// Returns whether it transforms 2^log_n points modulo a prime q.
  [[nodiscard]] bool transforms(uint128_t q, unsigned log_n) const;

  /// Returns the kernels with an element-wise operation for a modulus q, or null.
  template <class Kernels, class Operation>
  [[nodiscard]] const Kernels* find(uint128_t q, Operation Kernels::* operation) const {
    for (const Kernels& k : kernels_of<Kernels>()) {
      if (k.serves(q) && k.*operation != nullptr) return &k;
    }
    return nullptr;
  }

  /// Returns the element-wise kernels of either layout.
  template <class Kernels>
  [[nodiscard]] std::span<const Kernels> kernels_of() const {
    if constexpr (std::is_same_v<Kernels, kernels::EltwiseKernels128>) {
      return eltwise;
    } else {
      return split;
    }
  }
};

/// Transforms of 2^log_n points modulo one prime by a method; `out` may equal `in`, `x` or `y`.
class Transform {
 public:
  Transform() = default;
  Transform(const Transform&) = delete;
  Transform& operator=(const Transform&) = delete;
  virtual ~Transform() = default;

  /// Input: below input_factor q, in {1, 2, 4}, in {1, 2} for the inverse. Output: below q.
  virtual void forward(uint128_t* out, const uint128_t* in, unsigned input_factor) const = 0;
  virtual void inverse(uint128_t* out, const uint128_t* in, unsigned input_factor) const = 0;
  /// Computes out = x y in the ring, by the method's own product if it has one.
  virtual void multiply(uint128_t* out, const uint128_t* x, const uint128_t* y) const = 0;
};

/// Makes a transform. root: as for words::NttPlan.
/// Errors    std::invalid_argument when the method has no such transform
std::unique_ptr<Transform> make_transform(const Method& method, unsigned log_n, uint128_t q, Ring ring, uint128_t root);

/// Returns all methods of 128-bit words that the library has on one backend.
std::vector<Method> library_methods(const backends::Backend& backend);

/// Returns the methods of all backends, each followed by the papers' (papers.hpp). Some may not run on this CPU.
std::vector<Method> all_methods();

}  // namespace ringlet::lab
