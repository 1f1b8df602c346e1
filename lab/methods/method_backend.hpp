#pragma once

#include "backends/registry.hpp"
#include "kernels/kernel_table.hpp"
#include "lab/methods/method.hpp"

namespace ringlet::lab {

/// Backend, in the library's sense, with one method whose transforms use the library's schedule. `weaker` provides the
/// kernels that it lacks.
class MethodBackend {
 public:
  MethodBackend(const Method& method, const backends::Backend& weaker)
      : family_{.ntt = method.ntt, .eltwise = method.eltwise},
        backend_{method.backend, method.supported, &kernels_, &index_, &weaker} {
    kernels_.add(family_);
  }

  // Its members point to each other.
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
