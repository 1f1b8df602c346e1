#include "ringlet/large_ntt.hpp"

#include <bit>
#include <string>
#include <type_traits>

#include "arith/word_traits.hpp"
#include "checks/checks.hpp"
#include "large/columns.hpp"
#include "large/large_plan.hpp"
#include "multiword/checks.hpp"
#include "multiword/root.hpp"
#include "multiword/widths.hpp"
#include "number_theory/ntt_root.hpp"

namespace ringlet {
namespace {

constexpr unsigned max_log_size = 30, max_log_side = 20;

/// Returns the default height. If rows stay in place, few long rows are faster for words: neighbouring columns then
/// have longer pieces of each row, and columns so short need not be copied (`LargeColumns`). Larger numbers become slow
/// on long rows sooner.
template <class Word>
std::size_t best_height(std::size_t n, LargeOrder order) {
  constexpr std::size_t longest_row = std::size_t{1} << max_log_side, least_height = 64;
  const std::size_t height = std::size_t{1} << std::countr_zero(n) / 2;
  if (order != LargeOrder::bit_reversed || !large::may_keep_rows<Word>) return height;
  return std::min(height, std::max(least_height, n / longest_row));
}

/// Returns the number of rows of the matrix, after checking n and `height`.
template <class Word>
std::size_t height_of(std::size_t n, const std::optional<std::size_t>& height, LargeOrder order) {
  constexpr std::size_t max_side = std::size_t{1} << max_log_side;
  checks::require_points(n, 4, std::size_t{1} << max_log_size);
  if (!height) return best_height<Word>(n, order);
  const std::size_t least = std::max<std::size_t>(2, n / max_side), most = std::min(n / 2, max_side);
  if (!std::has_single_bit(*height) || *height < least || *height > most) {
    checks::reject("height", *height,
                   "it must be a power of two from " + std::to_string(least) + " to " + std::to_string(most) +
                       ", so that both it and n / height are from 2 to 2^" + std::to_string(max_log_side));
  }
  return *height;
}

template <class Word>
[[noreturn]] void reject_root(const char* name, const Word& root, const std::string& rule) {
  if constexpr (MultiwordNumber<Word>) {
    multiword::reject_multiword(name, root, rule);
  } else {
    checks::reject(name, root, rule);
  }
}

template <class Word>
Word root_of(std::size_t n, const Modulus<Word>& q, const LargeNttOptions<Word>& options) {
  const bool is_cyclic = options.ring == Ring::cyclic;
  if (is_cyclic && options.psi) reject_root("psi", *options.psi, "the cyclic ring takes an n-th root, omega");
  if (!is_cyclic && options.omega) reject_root("omega", *options.omega, "the negacyclic ring takes a 2n-th root, psi");
  const char* const name = is_cyclic ? "omega" : "psi";
  const std::optional<Word>& root = is_cyclic ? options.omega : options.psi;
  if constexpr (MultiwordNumber<Word>) {
    return multiword::multiword_root(name, root, is_cyclic ? n : 2 * n, q);
  } else {
    return number_theory::large_ntt_root<Word>(name, root, n, q, options.ring);
  }
}

/// Requires a modulus of large transforms, which 64-bit words have up to the limit of residue number systems.
template <class Word>
void require_short_modulus([[maybe_unused]] const Modulus<Word>& q) {
  if constexpr (std::is_same_v<Word, std::uint64_t>) {
    constexpr unsigned max_bits = arith::WordTraits<Word>::max_rns_bits;
    if (q.bits() > max_bits) {
      checks::reject("q", q.value(), "large transforms of 64-bit words take q < 2^" + std::to_string(max_bits));
    }
  }
}

template <class Word>
std::shared_ptr<const large::LargePlan<Word>> make_plan(std::size_t n, const Modulus<Word>& q,
                                                        const LargeNttOptions<Word>& options) {
  checks::require_enumerator("ring", options.ring, Ring::cyclic);
  checks::require_enumerator("order", options.order, LargeOrder::bit_reversed);
  require_short_modulus(q);
  const std::size_t height = height_of<Word>(n, options.height, options.order);
  const Word root = root_of(n, q, options);
  return std::make_shared<const large::LargePlan<Word>>(q, options.ring, root, options.order, height, n / height);
}

template <class Word>
void check_input(std::span<const Word> in, const Modulus<Word>& q) {
  if constexpr (MultiwordNumber<Word>) {
    multiword::check_multiword_input("in", in, q);
  } else {
    checks::check_input("in", in, q, 1);
  }
}

template <class Word>
void check_output(std::span<Word> out, const Modulus<Word>& q) {
  if constexpr (MultiwordNumber<Word>) {
    multiword::check_multiword_output(out, q);
  } else {
    checks::check_output(out, q, 1);
  }
}

template <class Word>
void run(const large::LargePlan<Word>& plan, typename large::LargePlan<Word>::Direction direction, std::span<Word> out,
         std::span<const Word> in, Executor* executor) {
  checks::require_size("out", out.size(), plan.size());
  checks::require_size("in", in.size(), plan.size());
  checks::require_no_partial_overlap("in", out, in);
  check_input(in, plan.modulus());
  SerialExecutor serial;
  plan.run(direction, out.data(), in.data(), executor == nullptr ? serial : *executor);
  check_output(out, plan.modulus());
}

}  // namespace

template <class Word>
LargeNtt<Word>::LargeNtt(std::size_t n, const Modulus<Word>& q, const LargeNttOptions<Word>& options)
    : plan_(make_plan(n, q, options)) {}

template <class Word>
void LargeNtt<Word>::forward(std::span<Word> out, std::span<const Word> in, Executor* executor) const {
  run(*plan_, large::LargePlan<Word>::Direction::forward, out, in, executor);
}

template <class Word>
void LargeNtt<Word>::inverse(std::span<Word> out, std::span<const Word> in, Executor* executor) const {
  run(*plan_, large::LargePlan<Word>::Direction::inverse, out, in, executor);
}

template <class Word>
void LargeNtt<Word>::forward(LargeTransport<Word>& transport) const {
  plan_->run(large::LargePlan<Word>::Direction::forward, transport);
}

template <class Word>
void LargeNtt<Word>::inverse(LargeTransport<Word>& transport) const {
  plan_->run(large::LargePlan<Word>::Direction::inverse, transport);
}

template <class Word>
std::size_t LargeNtt<Word>::size() const noexcept {
  return plan_->size();
}

template <class Word>
std::size_t LargeNtt<Word>::height() const noexcept {
  return plan_->height();
}

template <class Word>
std::size_t LargeNtt<Word>::width() const noexcept {
  return plan_->width();
}

template <class Word>
const Modulus<Word>& LargeNtt<Word>::modulus() const noexcept {
  return plan_->modulus();
}

template <class Word>
Ring LargeNtt<Word>::ring() const noexcept {
  return plan_->ring();
}

template <class Word>
LargeOrder LargeNtt<Word>::order() const noexcept {
  return plan_->order();
}

template <class Word>
const Word& LargeNtt<Word>::root() const noexcept {
  return plan_->root();
}

template <class Word>
std::size_t LargeNtt<Word>::table_bytes() const noexcept {
  return plan_->table_bytes();
}

template <class Word>
std::string LargeNtt<Word>::describe() const {
  return plan_->describe();
}

RINGLET_INSTANTIATE_TEMPLATE(std::uint64_t, class LargeNtt)
RINGLET_INSTANTIATE_TEMPLATE(uint128_t, class LargeNtt)
RINGLET_FOR_EACH_WIDTH(RINGLET_INSTANTIATE_WIDTH, class LargeNtt)

}  // namespace ringlet
