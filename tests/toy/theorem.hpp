#pragma once

#include <cstdint>
#include <string>

namespace ringlet_test {

/// Of results in their order, as proofs/Toy.v makes it (`digest` there).
class Digest {
 public:
  void add(std::uint32_t result) { value_ = value_ * 16777619U + result + 1; }
  [[nodiscard]] std::uint32_t value() const { return value_; }

 private:
  std::uint32_t value_ = 0;
};

/// The digest that a theorem of proofs/Toy.v states: what Coq computed with the definitions of the model.
std::uint32_t stated_by(const std::string& theorem);

}  // namespace ringlet_test
