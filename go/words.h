// Functions for words of 32, 64 or 128 bits, the number `length`: words_add calls ringlet_add32, ringlet_add or
// ringlet_add128. Arrays of words are addresses of bytes, single words ringlet_uint128, and all handles have one type.

#include <ringlet/ringlet.h>

#if !defined(RINGLET_WORD32_H) || !defined(RINGLET_MULTIWORD_H) || !defined(RINGLET_RNS_H)
#error "the installed Ringlet lacks a part: Go needs all parts except large (RINGLET_PARTS)"
#endif

typedef struct words_handle words_handle;

static inline uint32_t short_word(ringlet_uint128 x) { return (uint32_t)x.low; }
static inline uint64_t single_word(ringlet_uint128 x) { return x.low; }
static inline ringlet_uint128 double_word(ringlet_uint128 x) { return x; }

// Makes a call for words of one type: the arguments use the names `word` and `scalar`.
#define WITH_WORD(type, convert, call)                      \
  {                                                         \
    typedef type word;                                      \
    word (*const scalar)(ringlet_uint128 number) = convert; \
    (void)scalar;                                           \
    call;                                                   \
  }

#define PARAMETERS(...) unsigned length, __VA_ARGS__

// Defines a function of all words.
#define WORDS(result, begin, end, parameters, ...)                                                  \
  static inline result words_##begin##end(PARAMETERS parameters) {                                  \
    if (length == 32) WITH_WORD(uint32_t, short_word, return ringlet_##begin##32##end(__VA_ARGS__)) \
    if (length == 64) WITH_WORD(uint64_t, single_word, return ringlet_##begin##end(__VA_ARGS__))    \
    WITH_WORD(ringlet_uint128, double_word, return ringlet_##begin##128##end(__VA_ARGS__))          \
  }

// Defines a function of words of 32 and 64 bits.
#define FORMS(result, begin, end, parameters, ...)                                                  \
  static inline result words_##begin##end(PARAMETERS parameters) {                                  \
    if (length == 32) WITH_WORD(uint32_t, short_word, return ringlet_##begin##32##end(__VA_ARGS__)) \
    WITH_WORD(uint64_t, single_word, return ringlet_##begin##end(__VA_ARGS__))                      \
  }

// Defines a function of all words that gives a word.
#define VALUE(begin, end, parameters, ...)                                                                            \
  static inline void words_##begin##end(PARAMETERS parameters) {                                                      \
    if (length == 32) WITH_WORD(uint32_t, short_word, *(word*)result = ringlet_##begin##32##end(__VA_ARGS__); return) \
    if (length == 64) WITH_WORD(uint64_t, single_word, *(word*)result = ringlet_##begin##end(__VA_ARGS__); return)    \
    WITH_WORD(ringlet_uint128, double_word, *(word*)result = ringlet_##begin##128##end(__VA_ARGS__); return)          \
  }

#include "functions.h"
