#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <utility>

#include "batch.hpp"
#include "modulus.hpp"

namespace ringlet_python {

/// Residues of a piece of work that one thread takes: whole cache lines, and enough of them to be worth taking.
constexpr std::size_t grain = 1024;

/// What operations on one array or several have in common: operation(modulus, out, in). `name` is what Python calls it.
template <Moduli taken, class... Names, class Operation>
nb::object on_arrays(const char* name, nb::handle q, const CallOptions& options, unsigned factor,
                     const Operation& operation, std::pair<nb::handle, Names>... arrays) {
  const ModulusArgument modulus(q);
  return modulus->visit_only<taken>(name, [&]<class Word>(const ringlet::Modulus<Word>& m) {
    const std::array inputs{to_residues(arrays.first, arrays.second, m)...};
    return apply<Word>(inputs, options, grain, factor, m.value(),
                       [&](std::span<Word> out, const auto& in) { operation(m, out, in); });
  });
}

}  // namespace ringlet_python
