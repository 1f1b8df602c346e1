#include "api/checks.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace ringlet::api {

void reject(const std::string& what, uint128_t value, const std::string& rule) {
  throw std::invalid_argument(what + " is " + arith::text_of(value) + ", but " + rule);
}

template <class Word>
void check_overlap([[maybe_unused]] const char* name, [[maybe_unused]] std::span<Word> out,
                   [[maybe_unused]] std::span<const Word> in) {
  if constexpr (checked) {
    const std::less<const Word*> before;
    const bool disjoint = !before(out.data(), in.data() + in.size()) || !before(in.data(), out.data() + out.size());
    if (out.data() == in.data() || disjoint) return;
    throw std::invalid_argument(std::string("out overlaps ") + name +
                                " in part, but it must be the same array or a separate one");
  }
}

namespace {

/// The index of the first element that is not below factor q, or the size.
template <class Word>
std::size_t first_above(std::span<const Word> values, const Modulus<Word>& q, unsigned factor) {
  const uint128_t bound = uint128_t{factor} * q.value();
  const auto found = std::find_if(values.begin(), values.end(), [bound](Word x) { return x >= bound; });
  return static_cast<std::size_t>(found - values.begin());
}

template <class Word>
[[maybe_unused]] std::string describe_violation(const char* name, std::span<const Word> values, const Modulus<Word>& q,
                                                unsigned factor, std::size_t index) {
  return std::string(name) + "[" + std::to_string(index) + "] is " + arith::text_of(values[index]) +
         ", but it must lie in [0, " + std::to_string(factor) + " q), q = " + arith::text_of(q.value());
}

}  // namespace

template <class Word>
void require_canonical(const char* name, std::span<const Word> values, const Modulus<Word>& q) {
  const std::size_t index = first_above(values, q, 1);
  if (index == values.size()) return;
  reject(std::string(name) + "[" + std::to_string(index) + "]", values[index],
         "it must lie in [0, q), q = " + arith::text_of(q.value()));
}

template <class Word>
void check_input([[maybe_unused]] const char* name, [[maybe_unused]] std::span<const Word> in,
                 [[maybe_unused]] const Modulus<Word>& q, [[maybe_unused]] unsigned factor) {
  if constexpr (checked) {
    const std::size_t index = first_above(in, q, factor);
    if (index != in.size()) throw std::invalid_argument(describe_violation(name, in, q, factor, index));
  }
}

template <class Word>
void check_output([[maybe_unused]] std::span<Word> out, [[maybe_unused]] const Modulus<Word>& q,
                  [[maybe_unused]] unsigned factor) {
  if constexpr (checked) {
    const std::span<const Word> values = out;
    const std::size_t index = first_above(values, q, factor);
    if (index != out.size()) throw std::logic_error(describe_violation("out", values, q, factor, index));
  }
}

namespace {

/// The double words of a split array.
[[maybe_unused]] std::vector<uint128_t> joined(SplitSpan<const std::uint64_t> split) {
  std::vector<uint128_t> words;
  for (std::size_t i = 0; i < split.low.size(); ++i) words.push_back((uint128_t{split.high[i]} << 64) | split.low[i]);
  return words;
}

[[maybe_unused]] void require_disjoint(const char* name, std::span<const std::uint64_t> out,
                                       std::span<const std::uint64_t> in) {
  const std::less<const std::uint64_t*> before;
  if (before(out.data(), in.data() + in.size()) && before(in.data(), out.data() + out.size())) {
    throw std::invalid_argument(std::string("a half of out overlaps the other half of ") + name);
  }
}

}  // namespace

void check_overlap(const char* name, SplitSpan<std::uint64_t> out, SplitSpan<const std::uint64_t> in) {
  check_overlap(name, out.low, in.low);
  check_overlap(name, out.high, in.high);
  if constexpr (checked) {
    require_disjoint("out", out.low, out.high);
    require_disjoint(name, out.low, in.high);
    require_disjoint(name, out.high, in.low);
  }
}

void check_input([[maybe_unused]] const char* name, [[maybe_unused]] SplitSpan<const std::uint64_t> in,
                 [[maybe_unused]] const Modulus<uint128_t>& q, [[maybe_unused]] unsigned factor) {
  if constexpr (checked) check_input<uint128_t>(name, joined(in), q, factor);
}

void check_output([[maybe_unused]] SplitSpan<std::uint64_t> out, [[maybe_unused]] const Modulus<uint128_t>& q,
                  [[maybe_unused]] unsigned factor) {
  if constexpr (checked) {
    std::vector<uint128_t> words = joined(out);
    check_output<uint128_t>(words, q, factor);
  }
}

template void require_canonical(const char*, std::span<const std::uint64_t>, const Modulus<std::uint64_t>&);
template void require_canonical(const char*, std::span<const uint128_t>, const Modulus<uint128_t>&);
template void check_overlap(const char*, std::span<std::uint64_t>, std::span<const std::uint64_t>);
template void check_overlap(const char*, std::span<uint128_t>, std::span<const uint128_t>);
template void check_input(const char*, std::span<const std::uint64_t>, const Modulus<std::uint64_t>&, unsigned);
template void check_input(const char*, std::span<const uint128_t>, const Modulus<uint128_t>&, unsigned);
template void check_output(std::span<std::uint64_t>, const Modulus<std::uint64_t>&, unsigned);
template void check_output(std::span<uint128_t>, const Modulus<uint128_t>&, unsigned);

}  // namespace ringlet::api
