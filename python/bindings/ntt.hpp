#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <ringlet/ntt.hpp>
#include <ringlet/wide_ntt.hpp>
#include <string>
#include <utility>
#include <variant>

#include "arrays.hpp"
#include "modulus.hpp"

namespace ringlet_python {

/// The Python class Ntt: a plan for residues of any number of words.
class Ntt {
 public:
  using Plan = OfEachWord<ringlet::Ntt>;

  /// The arguments of the Python constructor.
  Ntt(nb::handle n, nb::handle q, nb::handle ring, nb::handle psi, nb::handle omega, nb::handle coset,
      nb::handle order);

  /// Calls function with a ringlet::Ntt<Word>.
  template <class Function>
  decltype(auto) visit(Function&& function) const {
    return std::visit(std::forward<Function>(function), plan_);
  }

  [[nodiscard]] std::size_t n() const;
  [[nodiscard]] Modulus modulus() const;
  [[nodiscard]] const char* ring() const;
  [[nodiscard]] nb::object root() const;
  /// None for the negacyclic ring.
  [[nodiscard]] nb::object coset() const;
  [[nodiscard]] ringlet::Order order() const;
  [[nodiscard]] std::string describe() const;

 private:
  // What a plan does not tell: in as many words as any coset has.
  std::optional<ringlet::UInt<512>> coset_;
  Plan plan_;
};

/// Adds the class to the module.
void bind_ntt(nb::module_& module);

}  // namespace ringlet_python
