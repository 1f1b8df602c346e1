#include "checks/checks.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "arith/modulus.hpp"
#include "arith/word_traits.hpp"

namespace ringlet::checks {

void reject(const std::string& what, uint128_t value, const std::string& rule) {
  throw std::invalid_argument(what + " is " + arith::text_of(value) + ", but " + rule);
}

std::string element(const char* name, std::size_t k) { return std::string(name) + "[" + std::to_string(k) + "]"; }

void reject_factor(const char* name, unsigned factor, std::initializer_list<unsigned> allowed) {
  const auto text = [](unsigned value) { return value == Range::any ? "any" : std::to_string(value); };
  std::string message = std::string(name) + " is " + text(factor) + ", but it must be";
  if (allowed.size() > 1) message.append(" one of");
  for (const unsigned value : allowed) message.append(" ").append(text(value));
  throw std::invalid_argument(message);
}

void require_room_of_long_modulus(const Range& range, std::uint64_t q) {
  const auto require = [q](const char* name, unsigned factor) {
    if (factor == Range::any || arith::fits<std::uint64_t>(factor, q)) return;
    reject(name, factor, "values below " + std::to_string(factor) + " q must fit a word, q = " + std::to_string(q));
  };
  require("input_factor", range.input_factor);
  require("output_factor", range.output_factor);
}

void require_points(std::size_t n, std::size_t least, std::size_t greatest, const char* name) {
  if (std::has_single_bit(n) && n >= least && n <= greatest) return;
  reject(name, n,
         "it must be a power of two from " + std::to_string(least) + " to 2^" +
             std::to_string(std::countr_zero(greatest)));
}

void reject_size(const char* name, std::size_t size, std::size_t expected) {
  reject(std::string("size of ") + name, size, "it must be " + std::to_string(expected));
}

void reject_empty(const char* name) { reject(std::string("size of ") + name, 0, "it must be at least 1"); }

void reject_enumerator(const char* name, std::uint64_t value) {
  reject(name, value, "it must be an enumerator of its type");
}

void reject_scalar(const char* name, uint128_t value, uint128_t q) {
  throw std::out_of_range(std::string(name) + " is " + arith::text_of(value) +
                          ", but it must lie in [0, q), q = " + arith::text_of(q));
}

void reject_overlap(const char* name) {
  throw std::invalid_argument(std::string("out overlaps ") + name +
                              " in part, but it must be the same array or a separate one");
}

namespace {

/// Returns the index of the first element that is at least factor q, or the size if there is no such element.
template <class Word>
std::size_t first_above(std::span<const Word> values, const Modulus<Word>& q, unsigned factor) {
  const uint128_t bound = uint128_t{factor} * q.value();
  const auto found = std::find_if(values.begin(), values.end(), [bound](Word x) { return x >= bound; });
  return static_cast<std::size_t>(found - values.begin());
}

}  // namespace

template <class Word>
void require_canonical(const char* name, std::span<const Word> values, const Modulus<Word>& q) {
  const std::size_t index = first_above(values, q, 1);
  if (index == values.size()) return;
  reject(element(name, index), values[index], "it must lie in [0, q), q = " + arith::text_of(q.value()));
}

#define RINGLET_INSTANTIATE(Word) \
  template void require_canonical(const char*, std::span<const Word>, const Modulus<Word>&);
RINGLET_FOR_EACH_WORD(RINGLET_INSTANTIATE)
#undef RINGLET_INSTANTIATE

#ifdef RINGLET_CHECKED

namespace {

template <class Word>
std::string describe_violation(const char* name, std::span<const Word> values, const Modulus<Word>& q, unsigned factor,
                               std::size_t index) {
  return element(name, index) + " is " + arith::text_of(values[index]) + ", but it must lie in [0, " +
         std::to_string(factor) + " q), q = " + arith::text_of(q.value());
}

}  // namespace

template <class Word>
void check_input(const char* name, std::span<const Word> in, const Modulus<Word>& q, unsigned factor) {
  if (factor == Range::any) return;
  const std::size_t index = first_above(in, q, factor);
  if (index != in.size()) throw std::invalid_argument(describe_violation(name, in, q, factor, index));
}

template <class Word>
void check_output(std::span<Word> out, const Modulus<Word>& q, unsigned factor) {
  const std::span<const Word> values = out;
  const std::size_t index = first_above(values, q, factor);
  if (index != out.size()) throw std::logic_error(describe_violation("out", values, q, factor, index));
}

#define RINGLET_INSTANTIATE(Word)                                                                \
  template void check_input(const char*, std::span<const Word>, const Modulus<Word>&, unsigned); \
  template void check_output(std::span<Word>, const Modulus<Word>&, unsigned);
RINGLET_FOR_EACH_WORD(RINGLET_INSTANTIATE)

#endif

}  // namespace ringlet::checks
