#pragma once

#include <openfhe.h>
#include <utils/prng/blake2engine.h>

#include <cstdint>

namespace ringlet_test {

/// Returns the generator of random numbers that OpenFHE's encryption draws from.
inline default_prng::Blake2Engine& generator() {
  return dynamic_cast<default_prng::Blake2Engine&>(lbcrypto::PseudoRandomNumberGenerator::GetPRNG());
}

/// Returns the number that the generator draws next, without drawing it.
inline std::uint32_t next_draw() {
  auto copy = generator();
  return copy();
}

}  // namespace ringlet_test
