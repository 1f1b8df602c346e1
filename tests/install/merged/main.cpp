#include <cstdint>
#include <hexl/hexl.hpp>
#include <iostream>

namespace client {
std::uint64_t modulus();
std::uint64_t transform_of_one();
}  // namespace client

int main() {
  std::uint64_t x = client::transform_of_one();
  intel::hexl::EltwiseAddMod(&x, &x, client::modulus() - 1, 1, client::modulus());
  if (x != 0) return 1;
  std::cout << "merged: transforms modulo " << client::modulus() << '\n';
}
