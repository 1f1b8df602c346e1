#include <cstdint>
#include <hexl/hexl.hpp>
#include <iostream>
#include <stdexcept>
#include <vector>

int main() {
  // (1 + X^7)^2 = 1 - X^6 + 2 X^7 in Z_97[X]/(X^8 + 1).
  intel::hexl::NTT ntt(8, 97);
  std::vector<std::uint64_t> x{1, 0, 0, 0, 0, 0, 0, 1};
  ntt.ComputeForward(x.data(), x.data(), 1, 1);
  intel::hexl::EltwiseMultMod(x.data(), x.data(), x.data(), 8, 97, 1);
  ntt.ComputeInverse(x.data(), x.data(), 1, 1);
  if (x != std::vector<std::uint64_t>{1, 0, 0, 0, 0, 0, 96, 2}) return 1;
  const intel::hexl::AlignedVector64<std::uint64_t>& powers = ntt.GetRootOfUnityPowers();
  // The library's exception must be caught by its type across the library's boundary.
  try {
    intel::hexl::NTT(8, 98);
    return 1;
  } catch (const std::invalid_argument&) {
  }
  std::cout << "HEXL: " << powers.size() << " powers of " << ntt.GetMinimalRootOfUnity() << '\n';
}
