#include "rns/key_switch_state.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>

#include "arith/word_arithmetic.hpp"
#include "rns/checks.hpp"
#include "rns/constants.hpp"

namespace ringlet::api {
namespace {

using arith::WordModulus;

constexpr std::size_t targets_together = 4;

/// Makes a conversion to all moduli for each modulus i: from the moduli of its digit up to number i.
std::vector<plan::BaseConversion> conversions_up(const RnsBase& base, std::size_t digit_size, Lift lift, Moduli all) {
  std::vector<plan::BaseConversion> conversions;
  for (std::size_t i = 0; i < base.size(); ++i) {
    const std::size_t begin = i / digit_size * digit_size;
    conversions.push_back(conversion_of(base.moduli().subspan(begin, i + 1 - begin), all, lift));
  }
  return conversions;
}

/// Returns the factors of keys: P^-1 modulo the q_j, then (t P/p)^-1 modulo the p, where t is the plaintext modulus.
std::vector<std::uint64_t> factors_of_keys(const RnsBase& base, const RnsBase& special,
                                           std::uint64_t plaintext_modulus) {
  std::vector<std::uint64_t> factors = divided_by_product(1, base.moduli(), special.moduli());
  const std::vector<WordModulus> moduli = kernel_moduli(special.moduli());
  for (std::size_t k = 0; k < moduli.size(); ++k) {
    const WordModulus& m = moduli[k];
    const std::uint64_t others = plan::product_without(moduli, k, m);
    factors.push_back(arith::inverse_mod(arith::mul_mod(others, arith::reduce(plaintext_modulus, m), m), m.q));
  }
  return factors;
}

}  // namespace

KeySwitchState::KeySwitchState(const RnsBase& base, const RnsBase& special, const KeySwitchOptions& options, RnsNtt ntt)
    : base_(base),
      special_(special),
      domain_(options.domain),
      digit_size_(std::min(options.digit_size, base.size())),
      digits_are_residues_(digit_size_ == 1 && options.digits != Lift::centred),
      transforms_special_first_(digits_are_residues_ && special.size() == 1),
      group_(digits_are_residues_ ? 1 : targets_together),
      ntt_(std::move(ntt)),
      up_(conversions_up(base, digit_size_, options.digits, all().moduli())),
      digit_rows_(std::ranges::max_element(up_, {}, &plan::BaseConversion::terms)->terms()),
      down_(conversion_of_division(special.moduli(), base.moduli(), options.plaintext_modulus, options.division, {})),
      key_factors_(factors_of_keys(base, special, options.plaintext_modulus)),
      workspaces_(special_digit_row(digits(base.size())), spare_row() + (in_coefficients() ? 1 : 0), size()) {
  for (const WordModulus& m : kernel_moduli(all().moduli())) dots_.emplace_back(m, backends::active());
}

std::shared_ptr<SwitchingKeyState> KeySwitchState::prepare(std::span<const RnsView> b, std::span<const RnsView> a,
                                                           std::uint64_t exponent) const {
  const std::size_t n = size(), moduli = all().size(), digit_count = digits(base_.size());
  const std::size_t block = std::min(n, kernels::inner_product_block), step = 2 * digit_count * block;
  const std::size_t words_of_modulus = 2 * digit_count * n;
  auto key = std::make_shared<SwitchingKeyState>(
      SwitchingKeyState{nullptr, std::nullopt, words_of_modulus, plan::HugeBlock(moduli * words_of_modulus)});
  // The image of a product is the product of the images. So the key is mapped back here, and the automorphism is
  // applied to its sums of products.
  std::optional<plan::Automorphism> back;
  if (exponent != 1) {
    const auto log_n = static_cast<unsigned>(std::countr_zero(n));
    key->automorphism.emplace(log_n, exponent, backends::active());
    back.emplace(log_n, arith::inverse_of_odd(exponent) & (2 * n - 1), backends::active());
  }
  plan::AlignedWords<std::uint64_t> scaled(n), image(n);
  for (std::size_t j = 0; j < moduli; ++j) {
    for (std::size_t k = 0; k < 2 * digit_count; ++k) {
      const std::uint64_t* const polynomial = (k % 2 == 0 ? b : a)[k / 2][j].data();
      ntt(j).eltwise().axpy(scaled.data(), polynomial, key_factors_[j], nullptr, n);
      if (back) {
        back->evaluations(image.data(), scaled.data());
        scaled.swap(image);
      }
      std::uint64_t* to = key->words.get() + j * words_of_modulus + k * block;
      for (std::size_t i = 0; i < n; i += block, to += step) std::copy_n(scaled.data() + i, block, to);
    }
  }
  return key;
}

/// Calls work(k, first, count, worker) for each polynomial k and each group of the targets [begin, end), with one task
/// for each. The polynomials take turns on the same targets, since these need the same twiddles and parts of the key.
template <class Work>
void KeySwitchState::for_each_group(std::size_t begin, std::size_t end, std::size_t polynomials, Executor& executor,
                                    const Work& work) const {
  const auto rounded_up = [](std::size_t x, std::size_t y) { return (x + y - 1) / y; };
  // Groups are smaller if some workers would otherwise have none or one fewer than others.
  const std::size_t workers = executor.workers();
  const std::size_t turns = rounded_up(polynomials * (end - begin), group_ * workers);
  const std::size_t groups = std::min(rounded_up(turns * workers, polynomials), end - begin);
  const std::size_t size_of_group = rounded_up(end - begin, groups);
  const auto group = [&](std::size_t i, std::size_t worker) {
    const std::size_t first = begin + i / polynomials * size_of_group;
    work(i % polynomials, first, std::min(size_of_group, end - first), worker);
  };
  executor.run(polynomials * rounded_up(end - begin, size_of_group), std::ref(group));
}

/// Writes the coefficients of all digits, ready to be converted. If transforms_special_first_ is set, also writes the
/// evaluations of polynomial k and digit d modulo the special modulus to special_row(k, d).
template <class SpecialRow>
void KeySwitchState::write_coefficients(std::span<const RnsView> in, const Loans& workspaces, Executor& executor,
                                        const SpecialRow& special_row) const {
  const std::size_t level = in[0].rows(), polynomials = in.size();
  const auto inverse = [&](std::size_t task, std::size_t /*worker*/) {
    const std::size_t i = task / polynomials, k = task % polynomials;
    const plan::Rows& shared = workspaces.shared(k);
    std::uint64_t* const coefficients = shared[lifted_row(i / digit_size_) + i % digit_size_];
    if (in_coefficients()) {
      std::ranges::copy(in[k][i], coefficients);
    } else {
      ntt(i).inverse(coefficients, in[k][i].data(), 1, 1);
    }
    if (!transforms_special_first_) return;
    transform_digit(i, level, 1, level, shared, [&](std::size_t /*t*/) { return special_row(k, i); });
  };
  executor.run(level * polynomials, std::ref(inverse));
  if (digits_are_residues_) return;
  const auto prepare_digit = [&](std::size_t task, std::size_t /*worker*/) {
    const std::size_t d = task / polynomials;
    const plan::Rows& shared = workspaces.shared(task % polynomials);
    up(d, level).prepare_in_place(shared[lifted_row(d)], shared.stride(), size());
  };
  executor.run(digits(level) * polynomials, std::ref(prepare_digit));
}

/// Writes the evaluations of digit d modulo target t to row_of(t), for the `count` targets from `first` on: moduli of Q
/// only, or special moduli only. The digit's own moduli are omitted.
template <class RowOf>
void KeySwitchState::transform_digit(std::size_t d, std::size_t first, std::size_t count, std::size_t level,
                                     const plan::Rows& shared, const RowOf& row_of) const {
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
    up(d, level).finish(std::span(rows).first(outputs), 0, j, coefficients, shared.stride(), size());
    for (std::size_t k = 0; k < outputs; ++k) ntt(j + k).forward(rows[k], rows[k], 1, 1);
  }
}

/// Writes the sums of products over all digits modulo target t to b and a.
void KeySwitchState::multiply(std::uint64_t* b, std::uint64_t* a, const DigitRows& x, std::size_t t, std::size_t level,
                              const SwitchingKeyState& key) const {
  const std::size_t block = std::min(size(), kernels::inner_product_block), terms = digits(level);
  const std::size_t j = modulus_of(t, level);
  const bool is_borrowed = !key.borrowed.empty();
  const std::uint64_t* const words = key.words.get() + j * key.words_of_modulus;
  const std::array<std::uint64_t*, 2> out{b, a};
  // Borrowed rows often lie a power of two apart, so that equal positions compete for the same few lines of a cache.
  const std::size_t most_terms = is_borrowed ? 2 : terms;
  for (std::size_t first = 0; first < terms; first += most_terms) {
    const std::size_t count = std::min(most_terms, terms - first);
    std::array<const std::uint64_t*, 2 * RnsBase::max_size> y;
    for (std::size_t d = 0; d < count; ++d) {
      const std::size_t at = first + d;
      y[d] = is_borrowed ? key.borrowed[at][j].data() : words + 2 * at * block;
      y[count + d] = is_borrowed ? key.borrowed[digits(base_.size()) + at][j].data() : words + (2 * at + 1) * block;
    }
    dots_[j].inner_product({.x = x.data() + first,
                            .y = y.data(),
                            .z = first == 0 ? nullptr : out.data(),
                            .step = is_borrowed ? block : 2 * digits(base_.size()) * block,
                            .terms = count,
                            .out = out.data(),
                            .outputs = 2,
                            .count = size(),
                            .modulus = nullptr});
  }
  if (!is_borrowed) return;
  for (std::uint64_t* const sum : out) ntt(j).eltwise().axpy(sum, sum, key_factors_[j], nullptr, size());
}

/// Writes or adds row t of a result, for a modulus t of Q: the image of `sum` plus `converted`. `sum` is already
/// divided by P; `converted` is the special residues' contribution, as coefficients. Overwrites `converted` and
/// `spare`.
void KeySwitchState::finish(const Results& out, std::uint64_t* result, std::size_t t, const std::uint64_t* sum,
                            std::uint64_t* converted, std::uint64_t* spare) const {
  const plan::Eltwise<std::uint64_t>& eltwise = ntt(t).eltwise();
  if (in_coefficients()) {
    ntt(t).inverse(spare, sum, 1, 1);
    sum = spare;
  } else {
    ntt(t).forward(converted, converted, 1, 1);
  }
  if (out.automorphism == nullptr && !out.are_added) return eltwise.add(result, sum, converted, size());
  eltwise.add(converted, sum, converted, size());
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

/// Divides sums of products by P. sums(k, first, count, worker, use) must call use(t, b, a) with the sums of polynomial
/// k for each target t in [first, first + count). It may overwrite the rows b and a afterwards.
template <class Sums>
void KeySwitchState::divide(const Results& out, std::size_t level, const Loans& workspaces, Executor& executor,
                            const Sums& sums) const {
  const std::size_t polynomials = workspaces.polynomials();
  const auto to_coefficients = [&](std::size_t k, std::size_t first, std::size_t count, std::size_t worker) {
    const plan::Rows& shared = workspaces.shared(k);
    sums(k, first, count, worker, [&](std::size_t t, const std::uint64_t* b, const std::uint64_t* a) {
      const auto& transform = ntt(modulus_of(t, level));
      transform.inverse(shared[special_row(0) + t - level], b, 1, 1);
      transform.inverse(shared[special_row(1) + t - level], a, 1, 1);
    });
  };
  for_each_group(level, targets(level), polynomials, executor, to_coefficients);
  // Pieces span all polynomials, as if these lay one after the other.
  const std::size_t n = size();
  run_in_pieces(executor, polynomials * n, std::min(row_grain, n),
                [&](std::size_t begin, std::size_t end, std::size_t) {
                  for (std::size_t at = begin, next = 0; at < end; at = next) {
                    next = std::min(end, (at / n + 1) * n);
                    const plan::Rows& shared = workspaces.shared(at / n);
                    for (const std::size_t of : {0U, 1U}) {
                      down_.complete(shared[special_row(of)] + at % n, shared.stride(), next - at);
                    }
                  }
                });
  const auto finish_group = [&](std::size_t k, std::size_t first, std::size_t count, std::size_t worker) {
    const plan::Rows& own = workspaces.of_worker(worker);
    const plan::Rows& shared = workspaces.shared(k);
    std::array<std::uint64_t*, 2 * targets_together> converted;
    for (std::size_t i = 0; i < 2 * count; ++i) converted[i] = own[digits(base_.size()) * group_ + 2 + i];
    for (const std::size_t of : {0U, 1U}) {
      down_.finish(std::span(converted).subspan(of * count, count), 0, first, shared[special_row(of)], shared.stride(),
                   size());
    }
    sums(k, first, count, worker, [&](std::size_t t, const std::uint64_t* b, const std::uint64_t* a) {
      std::uint64_t* const spare = in_coefficients() ? own[spare_row()] : nullptr;
      finish(out, out.b[k][t].data(), t, b, converted[t - first], spare);
      finish(out, out.a[k][t].data(), t, a, converted[count + t - first], spare);
    });
  };
  for_each_group(0, level, polynomials, executor, finish_group);
}

void KeySwitchState::switch_key(const Results& out, std::span<const RnsView> in, const SwitchingKeyState& key,
                                Executor& executor) const {
  const Loans workspaces(workspaces_, in.size(), executor);
  const std::size_t level = in[0].rows();
  const auto special_row_of = [&](std::size_t k, std::size_t d) { return workspaces.shared(k)[special_digit_row(d)]; };
  write_coefficients(in, workspaces, executor, special_row_of);
  const auto sums = [&](std::size_t k, std::size_t first, std::size_t count, std::size_t worker, const auto& use) {
    const plan::Rows& own = workspaces.of_worker(worker);
    const bool are_there = transforms_special_first_ && first == level;
    for (std::size_t d = 0; d < digits(level) && !are_there; ++d) {
      transform_digit(d, first, count, level, workspaces.shared(k),
                      [&](std::size_t t) { return own[d * group_ + t - first]; });
    }
    std::uint64_t* const b = own[digits(base_.size()) * group_];
    std::uint64_t* const a = own[digits(base_.size()) * group_ + 1];
    for (std::size_t t = first; t < first + count; ++t) {
      DigitRows x;
      for (std::size_t d = 0; d < digits(level); ++d) {
        std::uint64_t* const made = are_there ? special_row_of(k, d) : own[d * group_ + t - first];
        x[d] = is_own(d, t, level) ? own_digit(in[k], t, made) : made;
      }
      multiply(b, a, x, t, level, key);
      use(t, b, a);
    }
  };
  divide(out, level, workspaces, executor, sums);
}

void KeySwitchState::decompose(KeySwitchRows& result, const RnsView& in, Executor& executor) const {
  const Loans workspaces(workspaces_, 1, executor);
  const std::size_t level = in.rows();
  write_coefficients({&in, 1}, workspaces, executor,
                     [&](std::size_t /*k*/, std::size_t d) { return result.rows[d * targets(level) + level]; });
  const auto transform = [&](std::size_t k, std::size_t first, std::size_t count, std::size_t /*worker*/) {
    for (std::size_t d = 0; d < digits(level); ++d) {
      const auto row_of = [&](std::size_t t) { return result.rows[d * targets(level) + t]; };
      transform_digit(d, first, count, level, workspaces.shared(k), row_of);
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

void KeySwitchState::switch_key(const Results& out, const KeySwitchRows& digit_rows, const SwitchingKeyState& key,
                                Executor& executor) const {
  const Loans workspaces(workspaces_, 1, executor);
  const std::size_t level = digit_rows.level;
  const auto sums = [&](std::size_t /*k*/, std::size_t first, std::size_t count, std::size_t worker, const auto& use) {
    const plan::Rows& own = workspaces.of_worker(worker);
    for (std::size_t t = first; t < first + count; ++t) {
      multiply(own[0], own[1], rows_of(digit_rows, t), t, level, key);
      use(t, own[0], own[1]);
    }
  };
  divide(out, level, workspaces, executor, sums);
}

void KeySwitchState::accumulate(KeySwitchRows& sum, const KeySwitchRows& digit_rows, const SwitchingKeyState& key,
                                Executor& executor) const {
  const Loans workspaces(workspaces_, 1, executor);
  const std::size_t level = sum.level;
  const auto add_target = [&](std::size_t t, std::size_t worker) {
    const plan::Rows& own = workspaces.of_worker(worker);
    multiply(own[0], own[1], rows_of(digit_rows, t), t, level, key);
    for (const std::size_t polynomial : {0U, 1U}) {
      std::uint64_t* const total = sum.rows[polynomial * targets(level) + t];
      const std::size_t j = modulus_of(t, level);
      if (key.automorphism) {
        key.automorphism->add_evaluations(total, own[polynomial], all()[j].value());
      } else {
        ntt(j).eltwise().add(total, total, own[polynomial], size());
      }
    }
  };
  executor.run(targets(level), std::ref(add_target));
}

void KeySwitchState::mod_down(const Results& out, const KeySwitchRows& sum, Executor& executor) const {
  const Loans workspaces(workspaces_, 1, executor);
  const auto sums = [&](std::size_t /*k*/, std::size_t first, std::size_t count, std::size_t /*worker*/,
                        const auto& use) {
    for (std::size_t t = first; t < first + count; ++t) use(t, sum.rows[t], sum.rows[targets(sum.level) + t]);
  };
  divide(out, sum.level, workspaces, executor, sums);
}

}  // namespace ringlet::api
