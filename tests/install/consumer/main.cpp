#include <cstdint>
#include <iostream>
#include <ringlet/ringlet.hpp>
#include <stdexcept>
#include <vector>

int main() {
  // (1 + X^7)^2 = 1 + 2 X^7 + X^14 = 1 - X^6 + 2 X^7 in Z_97[X]/(X^8 + 1).
  const ringlet::Modulus q{97};
  const ringlet::Ntt ntt{8, q};
  std::vector<std::uint64_t> x{1, 0, 0, 0, 0, 0, 0, 1};
  ntt.multiply(x, x, x);
  ringlet::neg(x, x, q);
  if (x != std::vector<std::uint64_t>{96, 0, 0, 0, 0, 0, 1, 95}) return 1;
  ringlet::NttBuffer buffer{ntt, x};
  buffer.forward().inverse().store(x);
  if (x[7] != 95) return 1;
  // The library's exception must be caught by its type across the library's boundary.
  try {
    ringlet::backend::force("no-such-isa");
    return 1;
  } catch (const std::invalid_argument&) {
  }
  if (!ringlet::is_prime(q.value())) return 1;
  std::cout << "Ringlet " << RINGLET_VERSION << ", " << ntt.describe() << '\n';
}
