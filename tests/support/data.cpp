#include "support/data.hpp"

#include <algorithm>

#include "ringlet/types.hpp"

namespace ringlet_test {
namespace {

std::vector<std::uint64_t> corners(std::uint64_t q, std::uint64_t top) {
  std::vector<std::uint64_t> values{
      0, 1, 2, top, top - 1, ~std::uint64_t{0}, 0x5555555555555555, 0xaaaaaaaaaaaaaaaa, 0x00000000ffffffff};
  for (const std::uint64_t factor : {1U, 2U, 4U})
    values.insert(values.end(), {factor * q - 1, factor * q, factor * q + 1});
  const std::uint64_t last_multiple = top / q * q;
  values.insert(values.end(), {last_multiple - 1, last_multiple});
  for (const unsigned bit : {31U, 32U, 48U, 50U, 51U, 52U, 61U, 62U, 63U}) {
    const std::uint64_t power = std::uint64_t{1} << bit;
    values.insert(values.end(), {power - 1, power, power + 1});
  }
  std::erase_if(values, [top](std::uint64_t value) { return value > top; });
  return values;
}

Words spike(std::size_t n, std::size_t position, Word height) {
  Words words(n, 0);
  words[position] = height;
  return words;
}

}  // namespace

Word top_of_range(Word q, unsigned factor) {
  if (factor == ringlet::Range::any || q > max_word / factor) return max_word;
  return static_cast<Word>(factor * q - 1);
}

Words uniform(Random& random, std::size_t n, Word top) {
  Words words(n);
  std::generate(words.begin(), words.end(), [&] { return static_cast<Word>(random.up_to(top)); });
  return words;
}

Words corner_biased(Random& random, std::size_t n, Word q, Word top) {
  const std::vector<std::uint64_t> special = corners(q, top);
  Words words(n);
  std::generate(words.begin(), words.end(), [&] {
    return static_cast<Word>(random.coin() ? special[random.up_to(special.size() - 1)] : random.up_to(top));
  });
  return words;
}

std::vector<NamedWords> adversarial(std::size_t n, Word q, Word top) {
  Words alternating(n, 0);
  for (std::size_t i = 0; i < n; i += 2) alternating[i] = top;
  return {{"all zero", Words(n, 0)},           {"all q - 1", Words(n, static_cast<Word>(q - 1))},
          {"all at the top", Words(n, top)},   {"alternating", alternating},
          {"first spike", spike(n, 0, top)},   {"middle spike", spike(n, n / 2, top)},
          {"last spike", spike(n, n - 1, top)}};
}

}  // namespace ringlet_test
