#pragma once

#include <cstdint>
#include <string>

#include "multiword/contenders.hpp"
#include "multiword/peer_problem.h"

namespace bench::multiword {

/// C functions of a library in another language.
struct PeerLibrary {
  /// Prepares a computation. Returns its number for the functions below, or 0 if the library does not have the field.
  std::uintptr_t (*prepare)(const ringlet_peer_problem*);
  void (*run)(std::uintptr_t);
  void (*store)(std::uintptr_t, std::uint64_t*);
  void (*destroy)(std::uintptr_t);
  /// Whether it also serves element-wise operations.
  bool has_vectors = true;
};

[[nodiscard]] Contender peer_contender(std::string name, ringlet::Order order, bool on_all_cores,
                                       const PeerLibrary& library);

}  // namespace bench::multiword
