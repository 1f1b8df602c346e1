#pragma once

#include <cstdint>
#include <cstring>

#ifdef __x86_64__
#include <emmintrin.h>
#endif

#include "isa/compiler.hpp"

namespace ringlet::isa {

/// Two words in a vector that every CPU has, for code that moves words without computing.
class WordPair {
 public:
  RINGLET_INLINE static WordPair load(const std::uint64_t* p) {
    WordPair pair;
    std::memcpy(&pair.words_, p, sizeof(pair.words_));
    return pair;
  }
  RINGLET_INLINE void store(std::uint64_t* p) const { std::memcpy(p, &words_, sizeof(words_)); }

  /// Stores past the caches if the CPU can. p is a multiple of 16 bytes, and `finish_streams` must follow before other
  /// threads read.
  RINGLET_INLINE void stream(std::uint64_t* p) const {
#ifdef __x86_64__
    __m128i words;
    std::memcpy(&words, &words_, sizeof(words));
    _mm_stream_si128(static_cast<__m128i*>(static_cast<void*>(p)), words);
#else
    store(p);
#endif
  }
  RINGLET_INLINE static void finish_streams() {
#ifdef __x86_64__
    _mm_sfence();
#endif
  }

  /// Prefetches the cache line of an address for writing.
  RINGLET_INLINE static void prefetch_for_writing(const void* address) { __builtin_prefetch(address, 1); }

  /// Return the first words, and the second words, of two pairs.
  RINGLET_INLINE static WordPair firsts(WordPair x, WordPair y) {
    return WordPair(__builtin_shufflevector(x.words_, y.words_, 0, 2));
  }
  RINGLET_INLINE static WordPair seconds(WordPair x, WordPair y) {
    return WordPair(__builtin_shufflevector(x.words_, y.words_, 1, 3));
  }

 private:
  using Words [[gnu::vector_size(16)]] = std::uint64_t;

  RINGLET_INLINE WordPair() : words_{} {}
  RINGLET_INLINE explicit WordPair(Words words) : words_(words) {}

  Words words_;
};

}  // namespace ringlet::isa
