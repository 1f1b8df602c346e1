#include "leaks.hpp"

#include <immintrin.h>

namespace ringlet_test {

void reduce_by_branch(std::span<std::uint64_t> values, std::uint64_t q) {
  for (std::uint64_t& value : values) {
    if (value >= q) {
      value -= q;
      __asm__ volatile("" ::: "memory");  // prevents a conditional move
    }
  }
}

void look_up(std::span<std::uint64_t> values, std::span<const std::uint64_t> table) {
  for (std::uint64_t& value : values) value = table[value % 256];
}

void reduce_by_division(std::span<std::uint64_t> values, std::uint64_t q) {
  for (std::uint64_t& value : values) value %= q;
}

#define AVX512 __attribute__((target("avx512f,avx512dq")))

AVX512 void store_if_not_below(std::span<std::uint64_t> values, std::uint64_t q) {
  const __m512i bound = _mm512_set1_epi64(static_cast<long long>(q));
  for (std::size_t i = 0; i + 8 <= values.size(); i += 8) {
    const __m512i value = _mm512_loadu_si512(&values[i]);
    _mm512_mask_storeu_epi64(&values[i], _mm512_cmpge_epu64_mask(value, bound), _mm512_sub_epi64(value, bound));
  }
}

AVX512 void gather(std::span<std::uint64_t> values, std::span<const std::uint64_t> table) {
  for (std::size_t i = 0; i + 8 <= values.size(); i += 8) {
    const __m512i index = _mm512_and_si512(_mm512_loadu_si512(&values[i]), _mm512_set1_epi64(255));
    _mm512_storeu_si512(&values[i], _mm512_i64gather_epi64(index, table.data(), 8));
  }
}

AVX512 std::size_t count_below(std::span<const std::uint64_t> values, std::uint64_t q) {
  const __m512i bound = _mm512_set1_epi64(static_cast<long long>(q));
  for (std::size_t i = 0; i + 8 <= values.size(); i += 8) {
    if (_mm512_cmpge_epu64_mask(_mm512_loadu_si512(&values[i]), bound) != 0) return i;
  }
  return values.size();
}

AVX512 std::uint64_t look_up_a_sum(std::span<const std::uint64_t> values, std::span<const std::uint64_t> table) {
  __m512i sum = _mm512_add_epi64(_mm512_loadu_si512(&values[0]), _mm512_loadu_si512(&values[8]));
  __asm__("" : "+v"(sum));  // prevents a sum of scalars
  return table[static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm512_castsi512_si128(sum))) % 256];
}

}  // namespace ringlet_test
