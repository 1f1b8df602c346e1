#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "arith/modulus.hpp"
#include "backends/registry.hpp"
#include "kernels/kernel_table.hpp"

namespace ringlet::words {

/// Kernel of inner products modulo one q, and the constants of q. Values lie in [0, q).
class ModulusDot {
 public:
  /// Most terms that callers give to one call, so that pointers to their rows fit on the stack.
  static constexpr std::size_t terms_at_once = 64;

  ModulusDot(const arith::WordModulus& m, const backends::Backend& backend)
      : choice_(backends::choose_dot(backend, m.q)) {
    choice_.kernel->modulus.encode(constants_, m);
  }

  /// Calls the kernel. Fills in call.modulus.
  void inner_product(kernels::InnerProductCall call) const {
    call.modulus = constants_;
    choice_.kernel->inner_product(call);
  }

  [[nodiscard]] std::string describe() const {
    return std::string(choice_.backend->name).append(" / ").append(choice_.kernel->arithmetic);
  }

 private:
  backends::DotChoice choice_;
  std::uint64_t constants_[arith::max_dot_modulus_words];
};

}  // namespace ringlet::words
