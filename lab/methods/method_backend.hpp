#pragma once

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
        backend_{method.backend, method.supported, &kernels_, &index_, &weaker} {
    kernels_.add(family_);
  }

  // Its parts point to each other.
  MethodBackend(const MethodBackend&) = delete;
  MethodBackend& operator=(const MethodBackend&) = delete;

  [[nodiscard]] const backends::Backend& backend() const { return backend_; }

 private:
  kernels::WordKernels<uint128_t> family_;
  backends::BackendKernels kernels_;
  backends::EltwiseIndex index_;
  backends::Backend backend_;
};

}  // namespace ringlet::lab
