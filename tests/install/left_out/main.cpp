#include <algorithm>
#include <cstdint>
#include <iostream>
#include <ringlet/ringlet.hpp>
#include <stdexcept>
#include <string>
#include <vector>

// A library without the kernels of avx512ifma lists the backend, does not choose it, and says why.
int main() {
  const std::vector<ringlet::backend::Info> list = ringlet::backend::list();
  const auto left_out = std::ranges::find(list, "avx512ifma", &ringlet::backend::Info::name);
  if (left_out == list.end() || left_out->supported || !list.front().supported) return 1;
  if (ringlet::backend::active() == "avx512ifma") return 1;
  std::string message;
  try {
    ringlet::backend::force("avx512ifma");
  } catch (const std::invalid_argument& error) {
    message = error.what();
  }
  std::cout << message << '\n';
  if (message.find("built without that backend") == std::string::npos) return 1;

  // (1 + X^7)^2 = 1 + 2 X^7 + X^14 = 1 - X^6 + 2 X^7 in Z_97[X]/(X^8 + 1), on each backend that is there.
  for (const auto& [name, supported] : list) {
    if (!supported) continue;
    ringlet::backend::force(name);
    const ringlet::Ntt ntt{8, ringlet::Modulus{97}};
    std::vector<std::uint64_t> x{1, 0, 0, 0, 0, 0, 0, 1};
    ntt.multiply(x, x, x);
    if (x != std::vector<std::uint64_t>{1, 0, 0, 0, 0, 0, 96, 2}) return 1;
  }
}
