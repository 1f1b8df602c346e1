#pragma once

#include <cstdint>

namespace default_prng {

/// Counts draws.
class Blake2Engine {
 public:
  std::uint32_t operator()() { return ++draws_; }

 private:
  std::uint32_t draws_ = 0;
};

}  // namespace default_prng

namespace lbcrypto {

struct PseudoRandomNumberGenerator {
  static default_prng::Blake2Engine& GetPRNG() {
    static default_prng::Blake2Engine engine;
    return engine;
  }
};

}  // namespace lbcrypto
