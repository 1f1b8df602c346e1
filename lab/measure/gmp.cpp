#include "lab/measure/gmp.hpp"

#include <cstring>

namespace ringlet::lab {

mpz_class integer_of(Word128 x) { return integers_of({&x, 1}).front(); }

bench::Integers integers_of(std::span<const Word128> in) {
  std::vector<std::uint64_t> words(2 * in.size());
  std::memcpy(words.data(), in.data(), in.size_bytes());
  return bench::integers_of(words, 2);
}

Words128 words128_of(const bench::Integers& in) {
  const std::vector<std::uint64_t> words = bench::words_of(in, 2);
  Words128 out(in.size());
  std::memcpy(out.data(), words.data(), out.size() * sizeof(Word128));
  return out;
}

Words128 transform_of(std::span<const Word128> in, bench::GmpTransform& gmp) {
  const bench::Integers polynomial = integers_of(in);
  gmp.values = polynomial;
  gmp.forward();
  gmp.require_transform_of(polynomial);
  return words128_of(gmp.values);
}

}  // namespace ringlet::lab
