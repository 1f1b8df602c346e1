// arkworks 0.6.0 and halo2curves 0.10.0 by the C functions of rust/src/lib.rs, built twice: for one thread, and with
// rayon.
#include "wide/peer_library.hpp"

extern "C" {
std::uintptr_t ringlet_arkworks_prepare(const ringlet_peer_problem* problem);
std::uintptr_t ringlet_halo2curves_prepare(const ringlet_peer_problem* problem);
void ringlet_rust_run(std::uintptr_t prepared);
void ringlet_rust_store(std::uintptr_t prepared, std::uint64_t* out);
void ringlet_rust_delete(std::uintptr_t prepared);
std::uintptr_t ringlet_arkworks_parallel_prepare(const ringlet_peer_problem* problem);
std::uintptr_t ringlet_halo2curves_parallel_prepare(const ringlet_peer_problem* problem);
void ringlet_rust_parallel_run(std::uintptr_t prepared);
void ringlet_rust_parallel_store(std::uintptr_t prepared, std::uint64_t* out);
void ringlet_rust_parallel_delete(std::uintptr_t prepared);
}

namespace bench::wide {
namespace {

Contender serial(const char* name, std::uintptr_t (*prepare)(const ringlet_peer_problem*)) {
  return peer_contender(name, ringlet::Order::natural, 1,
                        {prepare, ringlet_rust_run, ringlet_rust_store, ringlet_rust_delete});
}

/// Rayon takes all cores.
Contender parallel(const char* name, std::uintptr_t (*prepare)(const ringlet_peer_problem*)) {
  return peer_contender(
      name, ringlet::Order::natural, 0,
      {prepare, ringlet_rust_parallel_run, ringlet_rust_parallel_store, ringlet_rust_parallel_delete});
}

}  // namespace

Contender arkworks() { return serial("arkworks", ringlet_arkworks_prepare); }
Contender halo2curves() { return serial("halo2curves", ringlet_halo2curves_prepare); }
Contender arkworks_on_all_cores() { return parallel("arkworks", ringlet_arkworks_parallel_prepare); }
Contender halo2curves_on_all_cores() { return parallel("halo2curves", ringlet_halo2curves_parallel_prepare); }

}  // namespace bench::wide
