// Inputs and digests of vectors that programs beside the tests have written with other libraries.
#pragma once

#include <cstdint>
#include <span>

namespace ringlet_test {

/// Generates splitmix64 (S. Vigna, public domain).
class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t state = 1) : state_(state) {}

  std::uint64_t word() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

/// Returns FNV-1a of words. `before` is the digest of the words before them.
inline std::uint64_t digest(std::span<const std::uint64_t> words, std::uint64_t before = 0xcbf29ce484222325) {
  for (const std::uint64_t word : words) before = (before ^ word) * 0x100000001b3;
  return before;
}

}  // namespace ringlet_test
