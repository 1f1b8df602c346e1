#pragma once

#include <cstddef>
#include <cstdint>
#include <ringlet/ntt.hpp>
#include <string>
#include <utility>
#include <variant>

#include "arrays.hpp"
#include "modulus.hpp"

namespace ringlet_python {

/// The Python class Ntt: a plan for residues of one word or two.
class Ntt {
 public:
  using Plan = std::variant<ringlet::Ntt<std::uint64_t>, ringlet::Ntt<uint128_t>>;

  /// The arguments of the Python constructor.
  Ntt(nb::handle n, nb::handle q, nb::handle ring, nb::handle psi, nb::handle omega);

  /// Calls function with a ringlet::Ntt<Word>.
  template <class Function>
  decltype(auto) visit(Function&& function) const {
    return std::visit(std::forward<Function>(function), plan_);
  }

  [[nodiscard]] std::size_t n() const;
  [[nodiscard]] Modulus modulus() const;
  [[nodiscard]] const char* ring() const;
  [[nodiscard]] nb::object root() const;
  [[nodiscard]] std::string describe() const;

 private:
  Plan plan_;
};

/// Adds the class to the module.
void bind_ntt(nb::module_& module);

}  // namespace ringlet_python
