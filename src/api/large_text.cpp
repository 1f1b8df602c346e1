#include "api/large_text.hpp"

namespace ringlet::api {

std::string text_of_transform(Ring ring, std::size_t height, std::size_t width, std::size_t number_bytes,
                              const std::string& modulus, const std::string& root) {
  const bool is_cyclic = ring == Ring::cyclic;
  return std::string(is_cyclic ? "cyclic" : "negacyclic")
      .append(" transform of ")
      .append(std::to_string(height))
      .append(" x ")
      .append(std::to_string(width))
      .append(" numbers of ")
      .append(std::to_string(8 * number_bytes))
      .append(" bits modulo ")
      .append(modulus)
      .append(is_cyclic ? " with omega = " : " with psi = ")
      .append(root);
}

}  // namespace ringlet::api
