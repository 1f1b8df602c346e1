#include "checks/number_text.hpp"

#include <algorithm>
#include <vector>

namespace ringlet::checks {

std::string decimal(std::span<const std::uint64_t> words) {
  std::vector<std::uint64_t> rest(words.begin(), words.end());
  std::string digits;
  do {
    uint128_t remainder = 0;
    for (std::size_t i = rest.size(); i-- > 0;) {
      remainder = remainder << 64 | rest[i];
      rest[i] = static_cast<std::uint64_t>(remainder / 10);
      remainder %= 10;
    }
    digits.push_back(static_cast<char>('0' + static_cast<int>(remainder)));
  } while (std::ranges::any_of(rest, [](std::uint64_t word) { return word != 0; }));
  std::ranges::reverse(digits);
  return digits;
}

}  // namespace ringlet::checks
