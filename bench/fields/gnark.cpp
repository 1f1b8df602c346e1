// Runs of gnark-crypto v0.20.0 by the C functions of gnark/main.go.
#include "fields/peer_library.hpp"

extern "C" {
std::uintptr_t ringlet_gnark_fields_prepare(const ringlet_field_problem* problem);
void ringlet_gnark_fields_run(std::uintptr_t prepared);
void ringlet_gnark_fields_store(std::uintptr_t prepared, std::uint64_t* out);
void ringlet_gnark_fields_delete(std::uintptr_t prepared);
}

namespace bench::fields {

Contender gnark() {
  return peer_contender("gnark", {ringlet_gnark_fields_prepare, ringlet_gnark_fields_run, ringlet_gnark_fields_store,
                                  ringlet_gnark_fields_delete});
}

}  // namespace bench::fields
