// Runs of gnark-crypto v0.20.0 by the C functions of gnark/main.go.
#include "multiword/peer_library.hpp"

extern "C" {
std::uintptr_t ringlet_gnark_prepare(const ringlet_peer_problem* problem);
void ringlet_gnark_run(std::uintptr_t prepared);
void ringlet_gnark_store(std::uintptr_t prepared, std::uint64_t* out);
void ringlet_gnark_delete(std::uintptr_t prepared);
}

namespace bench::multiword {

Contender gnark(ringlet::Order order, bool on_all_cores) {
  const bool is_natural = order == ringlet::Order::natural;
  return peer_contender(
      is_natural ? "gnark natural" : "gnark", order, on_all_cores,
      {ringlet_gnark_prepare, ringlet_gnark_run, ringlet_gnark_store, ringlet_gnark_delete, !is_natural});
}

}  // namespace bench::multiword
