#include <cstdint>
#include <hexl/hexl.hpp>

namespace client {
std::uint64_t modulus();

/// Returns the first output of the transform of (1, 0, 0, 0), which is 1.
std::uint64_t transform_of_one() {
  std::uint64_t x[4] = {1, 0, 0, 0};
  intel::hexl::NTT(4, modulus()).ComputeForward(x, x, 1, 1);
  return x[0];
}
}  // namespace client
