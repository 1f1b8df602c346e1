#include "large/text.hpp"

#include <bit>

namespace ringlet::large {

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

std::string text_of_direction(bool is_forward, const std::string& transform, LargeOrder order) {
  const char* const name = order == LargeOrder::natural      ? "natural"
                           : order == LargeOrder::transposed ? "transposed"
                                                             : "bit-reversed";
  return std::string(is_forward ? "forward " : "inverse ")
      .append(transform)
      .append(", evaluations in ")
      .append(name)
      .append(" order");
}

std::string text_of_shape(std::size_t height, std::size_t width, const std::string& columns, const std::string& rows) {
  return std::string("2^")
      .append(std::to_string(std::countr_zero(height)))
      .append(" x 2^")
      .append(std::to_string(std::countr_zero(width)))
      .append(": columns ")
      .append(columns)
      .append("; rows ")
      .append(rows);
}

}  // namespace ringlet::large
