// Uses threads of other libraries through the components of the package.
#include <cstdint>
#include <vector>

#include "ringlet/executors/openmp.hpp"
#include "ringlet/executors/tbb.hpp"
#include "ringlet/ringlet.hpp"

int main() {
  constexpr std::size_t n = 1024, rows = 8;
  const ringlet::RnsBase base(ringlet::ntt_primes(rows, 50, n));
  const ringlet::RnsNtt ntt(n, base);
  ringlet::OpenMpExecutor openmp;
  ringlet::TbbExecutor tbb;
  const std::vector<std::uint64_t> in(rows * n, 3);
  std::vector<std::uint64_t> out(rows * n);
  ntt.forward({out.data(), rows, n}, {in.data(), rows, n}, &openmp);
  ntt.inverse({out.data(), rows, n}, {out.data(), rows, n}, &tbb);
  return out == in ? 0 : 1;
}
