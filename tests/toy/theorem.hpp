#pragma once

#include <cstdint>
#include <string>

namespace ringlet_test {

/// Digest of results in their order, as `digest` in proofs/Toy.v computes it.
class Digest {
 public:
  void add(std::uint32_t result) { value_ = value_ * 16777619U + result + 1; }
  [[nodiscard]] std::uint32_t value() const { return value_; }

 private:
  std::uint32_t value_ = 0;
};

/// Returns the digest that a theorem of proofs/Toy.v states, which Coq computed with the model's definitions.
std::uint32_t stated_by(const std::string& theorem);

}  // namespace ringlet_test
