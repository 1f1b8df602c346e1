#include "modulus.hpp"

#include <algorithm>
#include <string>

#include "bindings.hpp"
#include "define.hpp"

namespace ringlet_python {
namespace {

constexpr const char* modulus_doc = R"(A modulus q with the constants that its arithmetic needs.

A modulus below 2^62 works on residues of one word, arrays of uint64, or of uint32 if it is below 2^32. With ``words=1``
every modulus below 2^64 does. A modulus from 2^62 to 2^124 works on 128-bit words. An odd modulus from 2^124 on, a
multiword modulus, works on residues of three to eight words. Residues of several words are arrays with that many uint64
in the last axis, the lowest first (:func:`from_ints` and :func:`to_ints` convert). Functions that take ``q`` also take
an integer, and make a modulus of it at each call.

:param q: the modulus, 2 <= q < 2^511, and odd from 2^124 on. It need not be prime.
:param words: the number of uint64 of a residue: 1, 2, 3, 4, 5, 6 or 8. Default: 1 below 2^62, 2 below 2^124, else the
    least W with q < 2^(64 W - 1). The Montgomery form modulo a multiword q, x 2^(64 W) mod q, depends on it.
:raises ValueError: when q or words is outside its range, or q is outside the range for ``words``, which for three words
    and more is 2^124 <= q < 2^(64 words - 1).
:raises TypeError: when an argument is no integer.

Immutable; any number of threads may use one at once. Moduli compare equal if value and words are equal, hash, pickle
and convert to ``int``.

Source: P. Barrett, "Implementing the Rivest Shamir and Adleman public key encryption algorithm...", CRYPTO '86; for
multiword moduli P. Montgomery, "Modular multiplication without trial division", Math. Comp. 44 (1985).

>>> q = Modulus(97)
>>> q.value, q.bits, q.words, q.reduce(1000)
(97, 7, 1, 30)
>>> Modulus(2**100).words, Modulus(2**255 - 19).words, Modulus(2**255 - 19, words=5).words
(2, 4, 5)
)";

/// Makes a modulus for residues of type Word. `has_words` tells whether the caller chose the number of words.
template <class Word>
Modulus::Value make_modulus_of(nb::handle q, bool has_words) {
  constexpr unsigned max_bits = ringlet::Modulus<Word>::max_bits;
  const std::optional<Word> number = to_number_of<Word>(q, "q");
  const auto is_taken = [&] {
    if constexpr (ringlet::MultiwordNumber<Word>) {
      const unsigned bits = number->bit_width();
      return number->words[0] % 2 == 1 && bits >= ringlet::Modulus<Word>::min_bits && bits <= max_bits;
    } else {
      return *number >= 2 && *number >> (max_bits - 1) <= 1;
    }
  };
  if (number && is_taken()) return ringlet::Modulus<Word>(*number);
  if (!has_words) reject("q", q, "it must satisfy 2 <= q < 2^511, and be odd from 2^124 on");
  reject("q", q,
         "with words=" + std::to_string(words_of<Word>) + " it must " +
             (ringlet::MultiwordNumber<Word> ? "be odd and satisfy 2^124" : "satisfy 2") + " <= q < 2^" +
             std::to_string(max_bits));
}

/// Length of the longest moduli that have one word without `words=1`. Longer moduli have fewer lazy ranges, and no
/// residue number systems and large transforms, in one word.
constexpr std::size_t max_default_word_bits = 62;

std::size_t bits_of(nb::handle q) { return nb::cast<std::size_t>(to_index(q, "q").attr("bit_length")()); }

Modulus::Value make_modulus(nb::handle q, nb::handle words) {
  const bool has_words = !words.is_none();
  const std::size_t bits = bits_of(q);
  const unsigned number = has_words ? to_factor(words, "words", {1, 2, 3, 4, 5, 6, 8}) : fewest_words(bits);
  return with_word(number, [&]<class Word>() { return make_modulus_of<Word>(q, has_words); });
}

nb::object reduce(const Modulus& modulus, nb::handle x) { return remainder_of(x, "x", modulus.value()); }

nb::tuple arguments_of(const Modulus& modulus) {
  const nb::object value = modulus.value(), none = nb::none();
  const bool is_default = modulus.words() == fewest_words(bits_of(value));
  return nb::make_tuple(value, is_default ? none : nb::int_(modulus.words()));
}

}  // namespace

Modulus::Modulus(nb::handle q, nb::handle words) : OfAnyWord(make_modulus(q, words)) {}

unsigned fewest_words(std::size_t bits) {
  if (bits <= max_default_word_bits) return 1;
  if (bits <= ringlet::Modulus<uint128_t>::max_bits) return 2;
  const std::size_t words = std::max<std::size_t>(bits / 64 + 1, 3);
  return words <= 6 ? static_cast<unsigned>(words) : 8;
}

void reject_modulus(const nb::object& q, const char* function, Moduli taken) {
  const char* const sets[] = {"all moduli", "moduli below 2^124", "multiword moduli, q >= 2^124",
                              "moduli of one word and multiword ones, q >= 2^124"};
  reject("q", q, std::string(function) + " takes " + sets[static_cast<std::size_t>(taken)]);
}

void require_form(const Modulus& q, ringlet::Form form, unsigned words) {
  if (form == ringlet::Form::plain || (q.words() >= words && q.words() != 2)) return;
  reject("form", "\"montgomery\"",
         words > 2 ? "only multiword moduli, q >= 2^124, have it" : "moduli of two words do not have it");
}

void require_factor(const Modulus& q, const char* name, unsigned factor) {
  if (q.words() > 2 && factor != 1)
    reject(name, factor == ringlet::Range::any ? "None" : std::to_string(factor),
           "for multiword moduli, q >= 2^124, it must be 1");
}

nb::object Modulus::value() const {
  return visit([](const auto& q) { return to_python(q.value()); });
}

ModulusArgument::ModulusArgument(nb::handle q) {
  if (nb::isinstance<Modulus>(q)) {
    given_ = nb::inst_ptr<Modulus>(q);
  } else if (is_integer(q)) {
    made_.emplace(q, nb::none());
  } else {
    reject_type("q", "a Modulus or an integer", q);
  }
}

void bind_modulus(nb::module_& module) {
  auto modulus = define_class<Modulus>(module, "Modulus", modulus_doc);
  define_init<2>(modulus, "__init__(self, q: Integer, *, words: int | None = None) -> None");
  define_property(modulus, "value -> int", &Modulus::value, "The modulus as an integer.");
  define_property(modulus, "bits", visiting<Modulus>([](const auto& q) { return q.bits(); }),
                  "The number of significant bits: 2^(bits-1) <= q < 2^bits.");
  define_property(modulus, "words", &Modulus::words, "The number of uint64 of a residue: 1, 2, 3, 4, 5, 6 or 8.");
  define(modulus, "reduce(self, x: Integer) -> int", &reduce, "x mod q, in [0, q), for any integer x.");
  define(modulus, "__int__(self) -> int", &Modulus::value);
  define_value(modulus, &arguments_of);
}

}  // namespace ringlet_python
