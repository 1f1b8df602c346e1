#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "fields/contenders.hpp"
#include "fields/peer_problem.h"

namespace bench::fields {

/// C functions of a library in another language.
struct PeerLibrary {
  /// Prepares a computation. Returns its number for the functions below, or 0 if the library does not have it.
  std::uintptr_t (*prepare)(const ringlet_field_problem*);
  void (*run)(std::uintptr_t);
  /// Stores results in natural order. Null if the library defines its transforms in another way and compares them
  /// itself.
  void (*store)(std::uintptr_t, std::uint64_t*);
  void (*destroy)(std::uintptr_t);
};

[[nodiscard]] inline int number_of(const Field& field) {
  int number = 0;
  for (; number < 4 && all_fields()[static_cast<std::size_t>(number)].name != field.name;) ++number;
  return number;
}

[[nodiscard]] inline Contender peer_contender(std::string name, const PeerLibrary& library) {
  const auto prepare = [library](const Problem& problem) -> Run {
    const Row& row = problem.row;
    const ringlet_field_problem request = {.field = number_of(row.field),
                                           .operation = static_cast<int>(row.operation),
                                           .log_rows = static_cast<int>(row.log_rows),
                                           .log_blowup = static_cast<int>(row.log_blowup),
                                           .width = row.width,
                                           .q = row.field.q,
                                           .shift = row.field.generator,
                                           .x = problem.x.data(),
                                           .y = problem.y.data()};
    const std::uintptr_t number = library.prepare(&request);
    if (number == 0) return {};
    // The last copy of the owner destroys the computation.
    const std::shared_ptr<void> owner(nullptr, [library, number](void*) { library.destroy(number); });
    Run run{.run = [library, number, owner] { library.run(number); }};
    if (library.store != nullptr) {
      run.store = [library, number, owner, words = row.result_rows() * row.width](Words& results) {
        results.resize(words);
        library.store(number, results.data());
      };
    }
    return run;
  };
  return {.name = std::move(name), .prepare = prepare};
}

}  // namespace bench::fields
