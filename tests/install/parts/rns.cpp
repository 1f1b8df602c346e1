#include <ringlet/ringlet.h>
#include <cstdint>
#include <ringlet/ringlet.hpp>
#include <vector>

// The inverse transform of two rows undoes the forward transform.
int main() {
  const std::vector<std::uint64_t> moduli{97, 113}, x(16, 5);
  const ringlet::RnsNtt ntt{8, ringlet::RnsBase(moduli)};
  std::vector<std::uint64_t> y(16);
  ntt.forward({y.data(), 2, 8}, {x.data(), 2, 8});
  if (y == x) return 1;
  ntt.inverse({y.data(), 2, 8}, {y.data(), 2, 8});
  ringlet_rns_base* in_c = nullptr;
  if (ringlet_rns_base_create(&in_c, moduli.data(), 2) != RINGLET_OK) return 1;
  ringlet_rns_base_destroy(in_c);
  return y == x ? 0 : 1;
}
