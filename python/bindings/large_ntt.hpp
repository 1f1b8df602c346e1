#pragma once

#include <cstddef>
#include <ringlet/large_ntt.hpp>
#include <string>
#include <utility>
#include <variant>

#include "integers.hpp"
#include "modulus.hpp"

namespace ringlet_python {

/// The Python class LargeNtt: a plan for residues of any number of words.
class LargeNtt {
 public:
  using Plan = OfEachWord<ringlet::LargeNtt>;

  /// The arguments of the Python constructor.
  LargeNtt(nb::handle n, nb::handle q, nb::handle ring, nb::handle psi, nb::handle omega, nb::handle order,
           nb::handle height);

  /// Calls function with a ringlet::LargeNtt<Word>.
  template <class Function>
  decltype(auto) visit(Function&& function) const {
    return std::visit(std::forward<Function>(function), plan_);
  }

  [[nodiscard]] std::size_t n() const;
  [[nodiscard]] std::size_t height() const;
  [[nodiscard]] Modulus modulus() const;
  [[nodiscard]] const char* ring() const;
  [[nodiscard]] const char* order() const;
  [[nodiscard]] nb::object root() const;
  [[nodiscard]] std::string describe() const;

 private:
  Plan plan_;
};

/// Adds the class to the module.
void bind_large_ntt(nb::module_& module);

}  // namespace ringlet_python
