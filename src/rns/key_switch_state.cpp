#include "rns/key_switch_state.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>

#include "arith/word_arithmetic.hpp"
#include "rns/checks.hpp"
#include "rns/constants.hpp"

namespace ringlet::rns {
namespace {

using arith::WordModulus;

constexpr std::size_t targets_together = 4;

/// Returns the number of digits at each level, from level 0 on.
std::vector<std::size_t> digit_counts(const RnsBase& base, std::size_t digit_size, unsigned digit_bits) {
  std::vector<std::size_t> counts{0};
  for (std::size_t i = 0; i < base.size(); ++i) {
    const auto bits = static_cast<unsigned>(std::bit_width(base[i].value()));
    counts.push_back(digit_bits == 0 ? i / digit_size + 1 : counts[i] + (bits + digit_bits - 1) / digit_bits);
  }
  return counts;
}

/// Returns the first modulus of each digit.
std::vector<std::size_t> first_moduli(std::span<const std::size_t> counts) {
  std::vector<std::size_t> moduli;
  for (std::size_t i = 0; i + 1 < counts.size(); ++i) moduli.resize(counts[i + 1], i);
  return moduli;
}

/// Makes the division by P. There is none if P is 1.
std::optional<Division> division_by(Moduli special, const RnsBase& base, const KeySwitchOptions& options) {
  if (special.empty()) return std::nullopt;
  return Division(base.moduli(), special, {.plaintext_modulus = options.plaintext_modulus, .lift = options.division});
}

/// Makes a conversion to all moduli for each modulus i: from the moduli of its digit up to number i.
std::vector<BaseConversionPlan> conversions_up(const RnsBase& base, std::size_t digit_size, Lift lift, Moduli all) {
  std::vector<BaseConversionPlan> conversions;
  for (std::size_t i = 0; i < base.size(); ++i) {
    const std::size_t begin = i / digit_size * digit_size;
    conversions.push_back(conversion_of(base.moduli().subspan(begin, i + 1 - begin), all, lift));
  }
  return conversions;
}

/// Returns the product of `factors` modulo each of `moduli`.
std::vector<std::uint64_t> products(Moduli factors, Moduli moduli) {
  const std::vector<WordModulus> of = kernel_moduli(factors);
  std::vector<std::uint64_t> result;
  for (const WordModulus& m : kernel_moduli(moduli)) result.push_back(product_without(of, of.size(), m));
  return result;
}

/// Splits `n` residues into `digits` digits of `bits` bits. Replaces them by their highest digits, and writes the lower
/// ones to the rows before them, `stride` words apart.
void split(std::uint64_t* residues, std::size_t stride, std::size_t digits, std::size_t n, unsigned bits) {
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  for (std::size_t d = 0; d < digits; ++d) {
    const std::size_t shift = d * bits;
    std::transform(residues, residues + n, residues - (digits - 1 - d) * stride,
                   [=](std::uint64_t x) { return x >> shift & mask; });
  }
}

}  // namespace

KeySwitchOptions simplified(KeySwitchOptions options, const RnsBase& base) {
  options.digit_size = std::min(options.digit_size, base.size());
  options.digit_bits = std::min(options.digit_bits, 63U);
  // A residue modulo q that does not exceed q / 2 is its own centred lift.
  const std::uint64_t largest = (std::uint64_t{1} << options.digit_bits) - 1;
  const auto is_in_lower_half = [&](const auto& q) { return largest <= q.value() / 2; };
  if (options.digit_bits != 0 && options.digits == Lift::centred &&
      std::ranges::all_of(base.moduli(), is_in_lower_half)) {
    options.digits = Lift::floor;
  }
  return options;
}

KeySwitchState::KeySwitchState(const RnsBase& base, const KeySwitchOptions& options, RnsNtt ntt)
    : ntt_(std::move(ntt)),
      base_(base),
      domain_(options.domain),
      digit_size_(options.digit_size),
      digit_bits_(options.digit_bits),
      digit_counts_(digit_counts(base, digit_size_, digit_bits_)),
      first_moduli_(first_moduli(digit_counts_)),
      digits_are_residues_(digit_size_ == 1 && options.digits != Lift::centred),
      transforms_special_first_(digits_are_residues_ && special().size() == 1),
      group_(digits_are_residues_ ? 1 : targets_together),
      up_(conversions_up(base, digit_size_, options.digits, all().moduli())),
      digit_rows_(std::ranges::max_element(up_, {}, &BaseConversionPlan::terms)->terms()),
      division_(division_by(special(), base, options)),
      special_product_(products(special(), base.moduli())) {
  for (const WordModulus& m : kernel_moduli(all().moduli())) dots_.emplace_back(m, backends::active());
}

std::shared_ptr<SwitchingKeyState> KeySwitchState::prepare(std::span<const RnsView> b, std::span<const RnsView> a,
                                                           std::uint64_t exponent) const {
  const std::size_t n = size(), moduli = all().size(), digit_count = digits(base_.size());
  const std::size_t block = std::min(n, kernels::inner_product_block), step = 2 * digit_count * block;
  const std::size_t words_of_modulus = 2 * digit_count * n;
  auto key = std::make_shared<SwitchingKeyState>(
      SwitchingKeyState{nullptr, std::nullopt, words_of_modulus, memory::HugeBlock(moduli * words_of_modulus)});
  // The image of a product is the product of the images. So the key is mapped back here, and the automorphism is
  // applied to its sums of products.
  std::optional<AutomorphismPlan> back;
  if (exponent != 1) {
    const auto log_n = static_cast<unsigned>(std::countr_zero(n));
    key->automorphism.emplace(log_n, exponent, backends::active());
    back.emplace(log_n, arith::inverse_of_odd(exponent) & (2 * n - 1), backends::active());
  }
  memory::AlignedWords<std::uint64_t> image(back ? n : 0);
  for (std::size_t j = 0; j < moduli; ++j) {
    for (std::size_t k = 0; k < 2 * digit_count; ++k) {
      const std::uint64_t* polynomial = (k % 2 == 0 ? b : a)[k / 2][j].data();
      if (back) {
        back->evaluations(image.data(), polynomial);
        polynomial = image.data();
      }
      std::uint64_t* to = key->words.get() + j * words_of_modulus + k * block;
      for (std::size_t i = 0; i < n; i += block, to += step) std::copy_n(polynomial + i, block, to);
    }
  }
  return key;
}

/// Calls work(k, first, count, place) for each polynomial k and each group of the targets [begin, end), with one task
/// for each. The polynomials take turns on the same targets, since these need the same twiddles and parts of the key.
template <class Work>
void KeySwitchState::for_each_group(std::size_t begin, std::size_t end, std::size_t polynomials, Executor& executor,
                                    const Work& work) const {
  if (begin == end) return;
  const auto rounded_up = [](std::size_t x, std::size_t y) { return (x + y - 1) / y; };
  // Groups are smaller if some workers would otherwise have no group or one fewer than other workers.
  const std::size_t workers = executor.workers();
  const std::size_t turns = rounded_up(polynomials * (end - begin), group_ * workers);
  const std::size_t groups = std::min(rounded_up(turns * workers, polynomials), end - begin);
  const std::size_t size_of_group = rounded_up(end - begin, groups);
  run_in_places(executor, polynomials * rounded_up(end - begin, size_of_group), [&](std::size_t i, std::size_t place) {
    const std::size_t first = begin + i / polynomials * size_of_group;
    work(i % polynomials, first, std::min(size_of_group, end - first), place);
  });
}

/// Writes the coefficients of all digits, ready to be converted. If transforms_special_first_ is set, also writes the
/// evaluations of polynomial k and digit d modulo the special modulus to special_row(k, d).
template <class SpecialRow>
void KeySwitchState::write_coefficients(std::span<const RnsView> in, const Workspace& workspace, Executor& executor,
                                        const SpecialRow& special_row) const {
  const std::size_t level = in[0].rows(), polynomials = in.size();
  const auto inverse = [&](std::size_t task, std::size_t /*worker*/) {
    const std::size_t i = task / polynomials, k = task % polynomials;
    const Rows shared = workspace.shared(k);
    // Digits in base 2^w have a row each, of which the last holds the residues first.
    std::uint64_t* const coefficients = shared[lifted_row(digits(i + 1) - 1) + i % digit_size_];
    if (in_coefficients()) {
      std::ranges::copy(in[k][i], coefficients);
    } else {
      ntt(i).inverse(coefficients, in[k][i].data(), 1, 1);
    }
    if (digit_bits_ != 0) split(coefficients, shared.stride, digits(i + 1) - digits(i), size(), digit_bits_);
    for (std::size_t d = digits(i); d < digits(i + 1) && transforms_special_first_; ++d) {
      transform_digit(d, level, 1, level, shared, [&](std::size_t /*t*/) { return special_row(k, d); });
    }
  };
  executor.run(level * polynomials, std::ref(inverse));
  if (digits_are_residues_) return;
  const auto prepare_digit = [&](std::size_t task, std::size_t /*worker*/) {
    const std::size_t d = task / polynomials;
    const Rows shared = workspace.shared(task % polynomials);
    up(d, level).prepare_in_place(shared[lifted_row(d)], shared.stride, size());
  };
  executor.run(digits(level) * polynomials, std::ref(prepare_digit));
}

/// Writes the evaluations of digit d modulo target t to row_of(t), for the `count` targets from `first` on: moduli of Q
/// only, or special moduli only. The digit's own moduli are omitted.
template <class RowOf>
void KeySwitchState::transform_digit(std::size_t d, std::size_t first, std::size_t count, std::size_t level,
                                     const Rows& shared, const RowOf& row_of) const {
  std::uint64_t* const coefficients = shared[lifted_row(d)];
  for (std::size_t t = first; t < first + count;) {
    if (is_own(d, t, level)) {
      ++t;
      continue;
    }
    const std::size_t j = modulus_of(t, level);
    // Residues of a single modulus are a lazy input modulo others that are not much smaller.
    if (const unsigned factor = up(d, level).lazy_factor(j); factor != 0) {
      ntt(j).forward(row_of(t), coefficients, factor, 1);
      ++t;
      continue;
    }
    // Converts to all following targets up to the digit's next own modulus.
    std::array<std::uint64_t*, targets_together> rows;
    std::size_t outputs = 0;
    for (; t < first + count && !is_own(d, t, level); ++t) rows[outputs++] = row_of(t);
    up(d, level).finish(std::span(rows).first(outputs), 0, j, coefficients, shared.stride, size());
    for (std::size_t k = 0; k < outputs; ++k) ntt(j + k).forward(rows[k], rows[k], 1, 1);
  }
}

/// Writes the sums of products over all digits modulo target t to b and a, or adds them. Calls digit_row(d) once for
/// the row of each digit modulo t.
template <class DigitRow>
void KeySwitchState::multiply(std::uint64_t* b, std::uint64_t* a, const DigitRow& digit_row, std::size_t t,
                              std::size_t level, const SwitchingKeyState& key, bool is_added) const {
  const std::size_t block = std::min(size(), kernels::inner_product_block), terms = digits(level);
  const std::size_t j = modulus_of(t, level);
  const bool is_borrowed = !key.borrowed.empty();
  const std::uint64_t* const words = key.words.get() + j * key.words_of_modulus;
  const std::array<std::uint64_t*, 2> out{b, a};
  // Borrowed rows often lie a power of two apart, so that equal positions compete for the same few lines of a cache.
  constexpr std::size_t terms_at_once = ModulusDot::terms_at_once;
  const std::size_t most_terms = is_borrowed ? 2 : terms_at_once;
  for (std::size_t first = 0; first < terms; first += most_terms) {
    const std::size_t count = std::min(most_terms, terms - first);
    std::array<const std::uint64_t*, terms_at_once> x;
    std::array<const std::uint64_t*, 2 * terms_at_once> y;
    for (std::size_t d = 0; d < count; ++d) {
      const std::size_t at = first + d;
      x[d] = digit_row(at);
      y[d] = is_borrowed ? key.borrowed[at][j].data() : words + 2 * at * block;
      y[count + d] = is_borrowed ? key.borrowed[digits(base_.size()) + at][j].data() : words + (2 * at + 1) * block;
    }
    dots_[j].inner_product({.x = x.data(),
                            .y = y.data(),
                            .z = first == 0 && !is_added ? nullptr : out.data(),
                            .step = is_borrowed ? block : 2 * digits(base_.size()) * block,
                            .terms = count,
                            .out = out.data(),
                            .outputs = 2,
                            .count = size(),
                            .modulus = nullptr});
  }
}

/// Writes or adds row t of a result, for a modulus t of Q: the image of `sum` / P plus `converted`, which is the
/// special residues' contribution, as coefficients, and undefined if P is 1. Overwrites `converted` and `spare`.
void KeySwitchState::finish(const Results& out, std::uint64_t* result, std::size_t t, const std::uint64_t* sum,
                            std::uint64_t* converted, std::uint64_t* spare) const {
  const words::Eltwise<std::uint64_t>& eltwise = ntt(t).eltwise();
  const bool is_result = out.automorphism == nullptr && !out.are_added;
  std::uint64_t* const quotient = is_result ? result : converted;
  if (in_coefficients()) {
    ntt(t).inverse(spare, sum, 1, 1);
    sum = spare;
  }
  if (division_) {
    if (!in_coefficients()) ntt(t).forward(converted, converted, 1, 1);
    division_->combine(quotient, sum, converted, size(), t);
  } else if (sum != quotient) {
    std::copy_n(sum, size(), quotient);
  }
  if (is_result) return;
  if (out.automorphism == nullptr) {
    eltwise.add(result, result, converted, size());
  } else if (in_coefficients()) {
    std::uint64_t* const image = out.are_added ? spare : result;
    out.automorphism->coefficients(image, converted, base_[t].value());
    if (out.are_added) eltwise.add(result, result, image, size());
  } else if (out.are_added) {
    out.automorphism->add_evaluations(result, converted, base_[t].value());
  } else {
    out.automorphism->evaluations(result, converted);
  }
}

/// Divides sums of products by P. sums(k, first, count, place, use) must call use(t, b, a) with the sums of polynomial
/// k for each target t in [first, first + count). It may overwrite the rows b and a afterwards.
template <class Sums>
void KeySwitchState::divide(const Results& out, std::size_t level, const Workspace& workspace, Executor& executor,
                            const Sums& sums) const {
  const std::size_t polynomials = workspace.polynomials();
  const auto to_coefficients = [&](std::size_t k, std::size_t first, std::size_t count, std::size_t place) {
    const Rows shared = workspace.shared(k);
    sums(k, first, count, place, [&](std::size_t t, const std::uint64_t* b, const std::uint64_t* a) {
      const auto& transform = ntt(modulus_of(t, level));
      transform.inverse(shared[special_row(0) + t - level], b, 1, 1);
      transform.inverse(shared[special_row(1) + t - level], a, 1, 1);
    });
  };
  for_each_group(level, targets(level), polynomials, executor, to_coefficients);
  // Pieces span all polynomials, as if these lay one after the other.
  const std::size_t n = size();
  const auto prepare = [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
    for (std::size_t at = begin, next = 0; at < end; at = next) {
      next = std::min(end, (at / n + 1) * n);
      const Rows shared = workspace.shared(at / n);
      for (const std::size_t of : {0U, 1U}) {
        division_->conversion().prepare_in_place(shared[special_row(of)] + at % n, shared.stride, next - at);
      }
    }
  };
  if (division_) run_in_pieces(executor, polynomials * n, std::min(row_grain, n), prepare);
  const auto finish_group = [&](std::size_t k, std::size_t first, std::size_t count, std::size_t place) {
    const Rows own = workspace.own(place);
    const Rows shared = workspace.shared(k);
    std::array<std::uint64_t*, 2 * targets_together> converted;
    for (std::size_t i = 0; i < 2 * count; ++i) converted[i] = own[digits(base_.size()) * group_ + 2 + i];
    for (std::size_t of = 0; division_ && of < 2; ++of) {
      division_->conversion().finish(std::span(converted).subspan(of * count, count), 0, first, shared[special_row(of)],
                                     shared.stride, size());
    }
    sums(k, first, count, place, [&](std::size_t t, const std::uint64_t* b, const std::uint64_t* a) {
      std::uint64_t* const spare = in_coefficients() ? own[spare_row()] : nullptr;
      finish(out, out.b[k][t].data(), t, b, converted[t - first], spare);
      finish(out, out.a[k][t].data(), t, a, converted[count + t - first], spare);
    });
  };
  for_each_group(0, level, polynomials, executor, finish_group);
}

void KeySwitchState::switch_key(const Results& out, std::span<const RnsView> in, const SwitchingKeyState& key,
                                Executor& executor) const {
  const std::size_t level = in[0].rows();
  const Workspace workspace = borrow_workspace(in.size(), level, executor);
  const auto special_row_of = [&](std::size_t k, std::size_t d) { return workspace.shared(k)[special_digit_row(d)]; };
  write_coefficients(in, workspace, executor, special_row_of);
  const auto sums = [&](std::size_t k, std::size_t first, std::size_t count, std::size_t place, const auto& use) {
    const Rows own = workspace.own(place);
    const bool are_there = transforms_special_first_ && first == level;
    for (std::size_t d = 0; d < digits(level) && !are_there; ++d) {
      transform_digit(d, first, count, level, workspace.shared(k),
                      [&](std::size_t t) { return own[d * group_ + t - first]; });
    }
    std::uint64_t* const b = own[digits(base_.size()) * group_];
    std::uint64_t* const a = own[digits(base_.size()) * group_ + 1];
    for (std::size_t t = first; t < first + count; ++t) {
      const auto digit_row = [&](std::size_t d) -> const std::uint64_t* {
        std::uint64_t* const made = are_there ? special_row_of(k, d) : own[d * group_ + t - first];
        return is_own(d, t, level) ? own_digit(in[k], t, made) : made;
      };
      multiply(b, a, digit_row, t, level, key);
      use(t, b, a);
    }
  };
  divide(out, level, workspace, executor, sums);
}

void KeySwitchState::decompose(std::span<const RnsSpan> out, const RnsView& in, Executor& executor) const {
  const std::size_t level = in.rows();
  const Workspace workspace = borrow_workspace(1, level, executor);
  write_coefficients({&in, 1}, workspace, executor,
                     [&](std::size_t /*k*/, std::size_t d) { return out[d][level].data(); });
  const auto transform = [&](std::size_t k, std::size_t first, std::size_t count, std::size_t /*worker*/) {
    for (std::size_t d = 0; d < digits(level); ++d) {
      const auto row_of = [&](std::size_t t) { return out[d][t].data(); };
      transform_digit(d, first, count, level, workspace.shared(k), row_of);
      for (std::size_t t = first; t < first + count; ++t) {
        if (!is_own(d, t, level)) continue;
        const std::uint64_t* const made = own_digit(in, t, row_of(t));
        if (made != row_of(t)) std::copy_n(made, size(), row_of(t));
      }
    }
  };
  for_each_group(0, level, 1, executor, transform);
  if (!transforms_special_first_) for_each_group(level, targets(level), 1, executor, transform);
}

void KeySwitchState::switch_key(const Results& out, std::size_t level, std::span<const RnsView> digit_views,
                                const SwitchingKeyState& key, Executor& executor) const {
  const Workspace workspace = borrow_workspace(1, level, executor);
  const auto sums = [&](std::size_t /*k*/, std::size_t first, std::size_t count, std::size_t place, const auto& use) {
    const Rows own = workspace.own(place);
    for (std::size_t t = first; t < first + count; ++t) {
      multiply(own[0], own[1], rows_of(digit_views, t), t, level, key);
      use(t, own[0], own[1]);
    }
  };
  divide(out, level, workspace, executor, sums);
}

void KeySwitchState::inner_product(const Results& sum, std::size_t level, std::span<const RnsView> digit_views,
                                   const SwitchingKeyState& key, Executor& executor) const {
  const auto direct = [&](std::size_t t, std::size_t /*worker*/) {
    multiply(sum.b[0][t].data(), sum.a[0][t].data(), rows_of(digit_views, t), t, level, key, sum.are_added);
  };
  if (sum.automorphism == nullptr) return executor.run(targets(level), std::ref(direct));
  const Workspace workspace = borrow_workspace(1, level, executor);
  run_in_places(executor, targets(level), [&](std::size_t t, std::size_t place) {
    const Rows own = workspace.own(place);
    multiply(own[0], own[1], rows_of(digit_views, t), t, level, key);
    for (const auto& [row, product] : {std::pair(sum.b[0][t].data(), own[0]), std::pair(sum.a[0][t].data(), own[1])}) {
      if (sum.are_added) {
        sum.automorphism->add_evaluations(row, product, all()[modulus_of(t, level)].value());
      } else {
        sum.automorphism->evaluations(row, product);
      }
    }
  });
}

void KeySwitchState::mod_down(const Results& out, std::size_t level, const RnsView& sum_b, const RnsView& sum_a,
                              Executor& executor) const {
  const Workspace workspace = borrow_workspace(1, level, executor);
  const auto sums = [&](std::size_t /*k*/, std::size_t first, std::size_t count, std::size_t /*place*/,
                        const auto& use) {
    for (std::size_t t = first; t < first + count; ++t) use(t, sum_b[t].data(), sum_a[t].data());
  };
  divide(out, level, workspace, executor, sums);
}

void KeySwitchState::add_special_multiple(const RnsSpan& sum, const RnsView& c, Executor& executor) const {
  const auto add_row = [&](std::size_t i, std::size_t /*worker*/) {
    ntt(i).eltwise().axpy(sum[i].data(), c[i].data(), special_product_[i], sum[i].data(), size());
  };
  executor.run(c.rows(), std::ref(add_row));
}

}  // namespace ringlet::rns
