#include "products/modulo.hpp"

namespace ringlet::products {
namespace {

uint128_t load(const std::uint64_t* words) { return uint128_t{words[1]} << 64 | words[0]; }

void store(std::uint64_t* words, uint128_t x) {
  words[0] = static_cast<std::uint64_t>(x);
  words[1] = static_cast<std::uint64_t>(x >> 64);
}

}  // namespace

void add_results(std::uint64_t* out, const std::uint64_t* in, std::size_t count, uint128_t m) {
  if (m == 0) {
    for (std::size_t i = 0; i < 2 * count; i += 2) store(out + i, load(out + i) + load(in + i));
    return;
  }
  // m = 2^64 is the word 0: a sum then needs no correction, and subtracting 0 makes none.
  const auto word = static_cast<std::uint64_t>(m);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t sum = out[i] + in[i];
    out[i] = sum < in[i] || sum >= m ? sum - word : sum;
  }
}

void subtract_results(std::uint64_t* out, const std::uint64_t* in, std::size_t count, uint128_t m) {
  if (m == 0) {
    for (std::size_t i = 0; i < 2 * count; i += 2) store(out + i, load(out + i) - load(in + i));
    return;
  }
  const auto word = static_cast<std::uint64_t>(m);
  for (std::size_t i = 0; i < count; ++i) out[i] = out[i] - in[i] + (out[i] < in[i] ? word : 0);
}

}  // namespace ringlet::products
