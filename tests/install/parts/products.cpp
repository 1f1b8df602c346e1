#include <ringlet/ringlet.h>
#include <array>
#include <cstdint>
#include <ringlet/ringlet.hpp>

// (1 + 2 X) (3 + 4 X) modulo 5, in C++ and in C.
int main() {
  const std::array<std::uint64_t, 2> a{1, 2}, b{3, 4};
  std::array<std::uint64_t, 3> out{}, in_c{};
  ringlet::convolve(out, a, b, 5);
  const ringlet_status status = ringlet_convolve(in_c.data(), 3, a.data(), 2, b.data(), 2, {5, 0}, nullptr);
  return status == RINGLET_OK && out == std::array<std::uint64_t, 3>{3, 0, 3} && in_c == out ? 0 : 1;
}
