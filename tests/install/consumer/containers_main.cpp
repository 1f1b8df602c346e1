// Uses every function that returns or keeps containers. CMakeLists.txt compiles it again in the debug mode of
// libstdc++, whose containers have other types and sizes.
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <ringlet/ringlet.hpp>
#include <stdexcept>
#include <vector>

namespace {

bool finds_primes() {
  const auto multiword = ringlet::ntt_primes<ringlet::UInt<192>>(2, 150, 8);
  const auto two_words = ringlet::ntt_primes<ringlet::uint128_t>(2, 100, 8);
  if (multiword.size() != 2 || !ringlet::is_prime(multiword[1]) || two_words.size() != 2) return false;
  if (!ringlet::is_prime(two_words[1])) return false;
  // A search that cannot find so many primes must fail before it allocates an array for them.
  try {
    return ringlet::ntt_primes(SIZE_MAX, 8, 8).empty();
  } catch (const std::invalid_argument&) {
  }
  return ringlet::ntt_primes(2, 8, 8) == std::vector<std::uint64_t>{241, 193};
}

bool lists_backends() {
  const auto backends = ringlet::backend::list();
  return backends.size() == ringlet::backend::list_size() && backends[0].name == "scalar" && backends[0].supported;
}

bool transforms_rows() {
  const std::vector<std::uint64_t> moduli{97, 193};
  const ringlet::RnsBase base(moduli), copy = base.first(1).followed_by(ringlet::RnsBase(std::vector{moduli[1]}));
  if (base != copy || base.size() != 2 || base[1].value() != 193 || base.product()[0] != 97 * 193) return false;
  const ringlet::RnsContext context;
  const ringlet::RnsNtt ntt(8, base, {.context = context});
  std::vector<std::uint64_t> x(2 * 8, 5), y(2 * 8);
  const ringlet::RnsSpan rows(y.data(), 2, 8);
  ntt.forward(rows, ringlet::RnsView(x.data(), 2, 8));
  ntt.inverse(rows, rows);
  return context.transforms() == 2 && ntt.size() == 8 && ntt[1].modulus().value() == 193 && x == y;
}

}  // namespace

int main() {
  if (!finds_primes() || !lists_backends() || !transforms_rows()) return 1;
  std::cout << "containers: of " << sizeof(std::vector<int>) << " bytes\n";
}
