// Runs of Plonky3 0.8.0 and tfhe-ntt 0.7.1 by the C functions of rust/src/lib.rs.
#include "fields/peer_library.hpp"

extern "C" {
std::uintptr_t ringlet_plonky3_prepare(const ringlet_field_problem* problem);
std::uintptr_t ringlet_plonky3_packed_prepare(const ringlet_field_problem* problem);
std::uintptr_t ringlet_tfhe_ntt_prepare(const ringlet_field_problem* problem);
void ringlet_fields_run(std::uintptr_t prepared);
void ringlet_fields_store(std::uintptr_t prepared, std::uint64_t* out);
void ringlet_fields_delete(std::uintptr_t prepared);
}

namespace bench::fields {

Contender plonky3() {
  return peer_contender("plonky3",
                        {ringlet_plonky3_prepare, ringlet_fields_run, ringlet_fields_store, ringlet_fields_delete});
}

Contender plonky3_packed() {
  return peer_contender(
      "packed", {ringlet_plonky3_packed_prepare, ringlet_fields_run, ringlet_fields_store, ringlet_fields_delete});
}

Contender tfhe_ntt() {
  return peer_contender("tfhe-ntt", {ringlet_tfhe_ntt_prepare, ringlet_fields_run, nullptr, ringlet_fields_delete});
}

}  // namespace bench::fields
