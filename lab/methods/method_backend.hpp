#pragma once

#include "backends/dispatch.hpp"
#include "backends/registry.hpp"
#include "kernels/kernel_table.hpp"
#include "lab/methods/method.hpp"

namespace ringlet::lab {

/// A backend in the library's sense, of one method with transforms in the library's schedule. What it lacks is looked
/// for in `weaker`.
class MethodBackend {
 public:
  MethodBackend(const Method& method, const backends::Backend& weaker)
      : family_{.ntt = method.ntt, .eltwise = method.eltwise, .split = method.split},
        backend_{method.backend, method.supported, &kernels_, &dispatch_, &weaker} {}

  // Its parts point to each other.
  MethodBackend(const MethodBackend&) = delete;
  MethodBackend& operator=(const MethodBackend&) = delete;

  [[nodiscard]] const backends::Backend& backend() const { return backend_; }

 private:
  kernels::WordKernels<uint128_t> family_;
  const kernels::WordKernels<uint128_t>* families_[1]{&family_};
  kernels::BackendKernels kernels_{{}, families_};
  backends::Dispatch dispatch_;
  backends::Backend backend_;
};

}  // namespace ringlet::lab
