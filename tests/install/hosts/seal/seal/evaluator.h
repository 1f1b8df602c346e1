// Stand-in for SEAL's header, with what the header of ringlet::seal names.
#pragma once

#include <string>

#define SEAL_VERSION_MAJOR 4
#define SEAL_VERSION_MINOR 4

namespace seal {

struct SEALContext {};
struct Ciphertext {
  std::string text;
};
struct Plaintext {};
struct RelinKeys {};
struct GaloisKeys {};
struct MemoryPoolHandle {};
struct MemoryManager {
  static MemoryPoolHandle GetPool() { return {}; }
};
using parms_id_type = int;

class Evaluator {
 public:
  explicit Evaluator(const SEALContext&) {}
  void mod_reduce_to(), mod_reduce_to_inplace(), mod_reduce_to_next(), mod_reduce_to_next_inplace(), mod_switch_to(),
      mod_switch_to_inplace(), mod_switch_to_next(), mod_switch_to_next_inplace();
};

}  // namespace seal
