// Runs of arkworks 0.6.0 and halo2curves 0.10.0 by the C functions of rust/src/lib.rs, which is built twice: for one
// thread, and with rayon.
#include "multiword/peer_library.hpp"

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

namespace bench::multiword {
namespace {

using Prepare = std::uintptr_t (*)(const ringlet_peer_problem*);

/// Makes a contender on one thread, or with rayon on all cores.
Contender contender(const char* name, bool on_all_cores, Prepare serial, Prepare parallel) {
  const PeerLibrary library =
      on_all_cores
          ? PeerLibrary{parallel, ringlet_rust_parallel_run, ringlet_rust_parallel_store, ringlet_rust_parallel_delete}
          : PeerLibrary{serial, ringlet_rust_run, ringlet_rust_store, ringlet_rust_delete};
  return peer_contender(name, ringlet::Order::natural, on_all_cores, library);
}

}  // namespace

Contender arkworks(bool on_all_cores) {
  return contender("arkworks", on_all_cores, ringlet_arkworks_prepare, ringlet_arkworks_parallel_prepare);
}

Contender halo2curves(bool on_all_cores) {
  return contender("halo2curves", on_all_cores, ringlet_halo2curves_prepare, ringlet_halo2curves_parallel_prepare);
}

}  // namespace bench::multiword
