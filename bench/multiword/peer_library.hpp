#pragma once

#include <cstdint>
#include <string>

#include "multiword/contenders.hpp"
#include "multiword/peer_problem.h"

namespace bench::multiword {

/// A library in another language, by its C functions.
struct PeerLibrary {
  /// A number for the functions below; 0 where it does not have the field.
  std::uintptr_t (*prepare)(const ringlet_peer_problem*);
  void (*run)(std::uintptr_t);
  void (*store)(std::uintptr_t, std::uint64_t*);
  void (*destroy)(std::uintptr_t);
  /// Whether it is asked for element-wise operations as well.
  bool has_vectors = true;
};

[[nodiscard]] Contender peer_contender(std::string name, ringlet::Order order, bool on_all_cores,
                                       const PeerLibrary& library);

}  // namespace bench::multiword
