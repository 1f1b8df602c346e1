#include "rns/key_switch_state.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>

#include "rns/checks.hpp"
#include "rns/constants.hpp"

namespace ringlet::rns {
namespace {

/// Most targets of a task.
constexpr std::size_t targets_together = 4;

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
  options.allow_short_special = false;
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
      digit_size_(options.digit_size),
      digit_bits_(options.digit_bits),
      digits_are_residues_(digit_size_ == 1 && options.digits != Lift::centred) {
  const std::vector<arith::WordModulus> p = kernel_moduli(special());
  for (std::size_t i = 0; i < base.size(); ++i) {
    const auto bits = static_cast<unsigned>(std::bit_width(base[i].value()));
    const std::size_t begin = i / digit_size_ * digit_size_;
    digit_counts_.push_back(digit_bits_ == 0 ? i / digit_size_ + 1
                                             : digit_counts_[i] + (bits + digit_bits_ - 1) / digit_bits_);
    first_moduli_.resize(digit_counts_[i + 1], i);
    up_.push_back(conversion_of(base.moduli().subspan(begin, i + 1 - begin), all().moduli(), options.digits));
    special_product_.push_back(product_without(p, p.size(), base[i].constants()));
  }
  for (const auto& m : all().moduli()) dots_.emplace_back(m.constants(), backends::active());
  const ModDownOptions division{.plaintext_modulus = options.plaintext_modulus, .lift = options.division};
  if (!special().empty()) division_.emplace(base.moduli(), special(), division);
  const std::size_t most_digits = digits(base.size());
  shape_ = {.digits = most_digits,
            .digit_rows = std::ranges::max_element(up_, {}, &BaseConversionPlan::terms)->terms(),
            .special_rows = division_ ? division_->conversion().terms() : 0,
            .special_digits = digits_are_residues_ && special().size() == 1 ? most_digits : 0,
            .group = digits_are_residues_ ? 1 : targets_together,
            .spare_rows = options.domain == Domain::coefficients ? std::size_t{1} : 0};
}

std::shared_ptr<SwitchingKeyState> KeySwitchState::prepare(RnsViews b, RnsViews a, std::uint64_t back) const {
  const std::size_t n = size(), digits = shape_.digits, moduli = all().size();
  auto key = std::make_shared<SwitchingKeyState>(
      SwitchingKeyState{nullptr, nullptr, digits, n, memory::HugeBlock(2 * digits * n * moduli)});
  std::optional<AutomorphismPlan> map;
  if (back != 1) map.emplace(static_cast<unsigned>(std::countr_zero(n)), back, backends::active());
  memory::AlignedWords<std::uint64_t> image(map ? n : 0);
  for (std::size_t j = 0; j < moduli; ++j) {
    for (std::size_t k = 0; k < 2 * digits; ++k) {
      const std::uint64_t* polynomial = (k % 2 == 0 ? b : a)[k / 2][j].data();
      if (map) {
        map->evaluations(image.data(), polynomial);
        polynomial = image.data();
      }
      std::uint64_t* to = key->place(k / 2, k % 2, j);
      for (std::size_t i = 0; i < n; i += key->block(), to += key->step())
        std::copy_n(polynomial + i, key->block(), to);
    }
  }
  return key;
}

/// Call of an operation: its operand, its working memory, and the steps of a key switch.
class KeySwitchState::Call {
 public:
  /// Rows of the sums b and a modulo one target.
  using Sums = std::array<const std::uint64_t*, 2>;

  /// Makes a call. It writes the digits to `digits`, unless this is empty.
  Call(const KeySwitchState& plan, const Operand& in, Executor& executor, std::span<const RnsSpan> digits = {})
      : plan_(plan), in_(in), executor_(executor), digits_(digits) {}

  void borrow_memory() {
    memory_.emplace(memory_of(plan_.ntt_), plan_.shape_, polynomials_,
                    places(executor_, polynomials_ * plan_.targets(level_)), plan_.size());
  }

  /// Calls work(task) for each polynomial and each group of the targets [begin, end). The polynomials take turns on the
  /// same targets, since these need the same twiddles and parts of the key.
  template <class Work>
  void for_each_task(std::size_t begin, std::size_t end, const Work& work) const {
    if (begin == end) return;
    const auto rounded_up = [](std::size_t x, std::size_t y) { return (x + y - 1) / y; };
    // Groups are smaller if some workers would otherwise have no group or one fewer than other workers.
    const std::size_t workers = executor_.workers();
    const std::size_t turns = rounded_up(polynomials_ * (end - begin), plan_.shape_.group * workers);
    const std::size_t groups = std::min(rounded_up(turns * workers, polynomials_), end - begin);
    const std::size_t group = rounded_up(end - begin, groups);
    run_in_places(executor_, polynomials_ * rounded_up(end - begin, group), [&](std::size_t i, std::size_t place) {
      const std::size_t first = begin + i / polynomials_ * group;
      work({.polynomial = i % polynomials_, .first = first, .end = std::min(end, first + group), .place = place});
    });
  }

  /// Writes the coefficients of all digits of polynomials, ready to be converted. Digits that have special rows are
  /// also transformed modulo the special modulus.
  void decompose() const {
    if (in_.polynomials.empty()) return;
    const auto write_residues = [&](std::size_t task, std::size_t /*worker*/) {
      const std::size_t i = task / polynomials_, k = task % polynomials_;
      const std::size_t first = plan_.digits(i), end = plan_.digits(i + 1);
      // Digits in base 2^w have a row each, of which the last holds the residues first.
      const Rows rows = memory_->digit_coefficients(k, end - 1).from(i % plan_.digit_size_);
      if (in_coefficients()) {
        std::ranges::copy(in_.polynomials[k][i], rows[0]);
      } else {
        ntt(i).inverse(rows[0], in_.polynomials[k][i].data(), 1, 1);
      }
      if (plan_.digit_bits_ != 0) split(rows[0], rows.stride, end - first, plan_.size(), plan_.digit_bits_);
      for (std::size_t d = first; d < end && plan_.shape_.special_digits != 0; ++d) {
        mod_up({.polynomial = k, .first = level_, .end = level_ + 1, .place = 0}, d);
      }
    };
    executor_.run(level_ * polynomials_, std::ref(write_residues));
    if (plan_.digits_are_residues_) return;
    const auto prepare = [&](std::size_t task, std::size_t /*worker*/) {
      const std::size_t d = task / polynomials_;
      const Rows rows = memory_->digit_coefficients(task % polynomials_, d);
      up(d).prepare_in_place(rows[0], rows.stride, plan_.size());
    };
    executor_.run(plan_.digits(level_) * polynomials_, std::ref(prepare));
  }

  /// Computes all digits of a polynomial modulo a task's targets. Digits that have special rows are there already.
  void mod_up(const KeySwitchTask& task) const {
    if (in_.polynomials.empty() || (task.first >= level_ && plan_.shape_.special_digits != 0)) return;
    for (std::size_t d = 0; d < plan_.digits(level_); ++d) mod_up(task, d);
  }

  /// Writes the evaluations of digit d modulo a task's targets, which are all moduli of Q or all special. Modulo the
  /// digit's own moduli they are the polynomial's, and are written only if they have to be transformed or returned.
  void mod_up(const KeySwitchTask& task, std::size_t d) const {
    const Rows coefficients = memory_->digit_coefficients(task.polynomial, d);
    for (std::size_t t = task.first, end = t; t < task.end; t = end) {
      end = t + 1;
      if (is_own(d, t)) {
        const std::span<const std::uint64_t> own = in_.polynomials[task.polynomial][t];
        if (in_coefficients()) {
          ntt(t).forward(digit_row(task, d, t), own.data(), 1, 1);
        } else if (!digits_.empty()) {
          std::ranges::copy(own, digit_row(task, d, t));
        }
        continue;
      }
      const std::size_t j = plan_.modulus_of(t, level_);
      // Residues of a single modulus are a lazy input modulo others that are not much smaller.
      if (const unsigned factor = up(d).lazy_factor(j); factor != 0) {
        ntt(t).forward(digit_row(task, d, t), coefficients[0], factor, 1);
        continue;
      }
      // Converts to all following targets up to the digit's next own modulus.
      while (end < task.end && !is_own(d, end)) ++end;
      std::array<std::uint64_t*, targets_together> rows;
      for (std::size_t k = 0; k < end - t; ++k) rows[k] = digit_row(task, d, t + k);
      up(d).finish(std::span(rows).first(end - t), 0, j, coefficients[0], coefficients.stride, plan_.size());
      for (std::size_t k = 0; k < end - t; ++k) ntt(t + k).forward(rows[k], rows[k], 1, 1);
    }
  }

  /// Computes sum_d D_d b_d and sum_d D_d a_d modulo target t. Writes them to out[0] and out[1], or adds them.
  void multiply(const KeySwitchTask& task, std::size_t t, std::array<std::uint64_t*, 2> out, bool is_added) const {
    const SwitchingKeyState& key = *in_.key;
    const std::size_t terms = plan_.digits(level_), j = plan_.modulus_of(t, level_);
    constexpr std::size_t terms_at_once = words::ModulusDot::terms_at_once;
    const std::size_t most_terms = key.digits_at_once();
    for (std::size_t first = 0; first < terms; first += most_terms) {
      const std::size_t count = std::min(most_terms, terms - first);
      std::array<const std::uint64_t*, terms_at_once> x;
      std::array<const std::uint64_t*, 2 * terms_at_once> y;
      for (std::size_t d = 0; d < count; ++d) {
        x[d] = digit(task, first + d, t);
        y[d] = key.polynomial(first + d, 0, j);
        y[count + d] = key.polynomial(first + d, 1, j);
      }
      plan_.dots_[j].inner_product({.x = x.data(),
                                    .y = y.data(),
                                    .z = first == 0 && !is_added ? nullptr : out.data(),
                                    .step = key.step(),
                                    .terms = count,
                                    .out = out.data(),
                                    .outputs = 2,
                                    .count = plan_.size(),
                                    .modulus = nullptr});
    }
  }

  /// Returns the sums of products modulo target t: the caller's, or rows of the task.
  [[nodiscard]] Sums inner_product(const KeySwitchTask& task, std::size_t t) const {
    if (!in_.sums.empty()) return {in_.sums[0][t].data(), in_.sums[results_ - 1][t].data()};
    multiply(task, t, {memory_->sum(task, 0), memory_->sum(task, 1)}, false);
    return {memory_->sum(task, 0), memory_->sum(task, 1)};
  }

  /// Keeps the coefficients of the sums modulo a special modulus.
  void keep_coefficients(const KeySwitchTask& task, std::size_t t, const Sums& sums) const {
    for (std::size_t of = 0; of < results_; ++of) {
      ntt(t).inverse(memory_->special_coefficients(task.polynomial, of)[t - level_], sums[of], 1, 1);
    }
  }

  /// Prepares the coefficients modulo P for their conversion. Pieces span all polynomials, as if these lay one after
  /// the other.
  void prepare_corrections() const {
    if (!plan_.division_) return;
    const std::size_t n = plan_.size();
    const auto prepare = [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
      for (std::size_t at = begin, next = 0; at < end; at = next) {
        next = std::min(end, (at / n + 1) * n);
        for (std::size_t of = 0; of < results_; ++of) {
          const Rows rows = memory_->special_coefficients(at / n, of);
          plan_.division_->conversion().prepare_in_place(rows[0] + at % n, rows.stride, next - at);
        }
      }
    };
    run_in_pieces(executor_, polynomials_ * n, std::min(row_grain, n), prepare);
  }

  /// Converts the coefficients modulo P to the corrections modulo a task's targets.
  void write_corrections(const KeySwitchTask& task) const {
    if (!plan_.division_) return;
    for (std::size_t of = 0; of < results_; ++of) {
      std::array<std::uint64_t*, targets_together> rows;
      for (std::size_t t = task.first; t < task.end; ++t) rows[t - task.first] = memory_->correction(task, of, t);
      const Rows special = memory_->special_coefficients(task.polynomial, of);
      plan_.division_->conversion().finish(std::span(rows).first(task.end - task.first), 0, task.first, special[0],
                                           special.stride, plan_.size());
    }
  }

  /// Computes sum / P + correction modulo target t, for b and a. Writes or adds it, or its image under the key's
  /// automorphism, to row t of the results. Overwrites the corrections.
  void mod_down(const Results& out, const KeySwitchTask& task, std::size_t t, const Sums& sums) const {
    for (std::size_t of = 0; of < results_; ++of) {
      std::uint64_t* const result = out.row(task.polynomial, of, t);
      std::uint64_t* const correction = memory_->correction(task, of, t);
      std::uint64_t* const quotient = has_automorphism() || out.are_added ? correction : result;
      divide(quotient, sums[of], correction, task, t);
      if (has_automorphism()) {
        write_image(out.are_added, result, quotient, task, t, in_coefficients());
      } else if (out.are_added) {
        ntt(t).eltwise().add(result, result, quotient, plan_.size());
      }
    }
  }

  [[nodiscard]] bool has_automorphism() const { return in_.key != nullptr && in_.key->automorphism; }
  /// Writes or adds the image of evaluations, or of coefficients, under the key's automorphism.
  void write_image(bool is_added, std::uint64_t* out, const std::uint64_t* x, const KeySwitchTask& task, std::size_t t,
                   bool are_coefficients) const {
    const AutomorphismPlan& automorphism = *in_.key->automorphism;
    const std::uint64_t q = plan_.all()[plan_.modulus_of(t, level_)].value();
    if (!are_coefficients) {
      return is_added ? automorphism.add_evaluations(out, x, q) : automorphism.evaluations(out, x);
    }
    std::uint64_t* const image = is_added ? memory_->spare(task) : out;
    automorphism.coefficients(image, x, q);
    if (is_added) ntt(t).eltwise().add(out, out, image, plan_.size());
  }

 private:
  [[nodiscard]] bool in_coefficients() const { return plan_.shape_.spare_rows != 0; }
  /// Returns whether digit d modulo target t is the polynomial's residues.
  [[nodiscard]] bool is_own(std::size_t d, std::size_t t) const {
    return plan_.digit_bits_ == 0 && t < level_ && t / plan_.digit_size_ == d;
  }
  /// Returns the conversion of digit d from those of its moduli that belong to the level.
  [[nodiscard]] const BaseConversionPlan& up(std::size_t d) const {
    return plan_.up_[std::min(level_, plan_.first_moduli_[d] + plan_.digit_size_) - 1];
  }
  [[nodiscard]] const words::NttPlan<std::uint64_t>& ntt(std::size_t t) const {
    return plan_of(plan_.ntt_[plan_.modulus_of(t, level_)]);
  }
  /// Returns the row for the evaluations of digit d modulo target t.
  [[nodiscard]] std::uint64_t* digit_row(const KeySwitchTask& task, std::size_t d, std::size_t t) const {
    if (!digits_.empty()) return digits_[d][t].data();
    const bool is_shared = t >= level_ && plan_.shape_.special_digits != 0;
    return is_shared ? memory_->special_digit(task.polynomial, d) : memory_->digit(task, d, t);
  }
  /// Returns the evaluations of digit d modulo target t: the caller's, the polynomial's, or those of `mod_up`.
  [[nodiscard]] const std::uint64_t* digit(const KeySwitchTask& task, std::size_t d, std::size_t t) const {
    if (!in_.digits.empty()) return in_.digits[d][t].data();
    const bool is_row = !in_coefficients() && is_own(d, t);
    return is_row ? in_.polynomials[task.polynomial][t].data() : digit_row(task, d, t);
  }

  /// Computes sum / P + correction modulo target t, in the plan's domain. Overwrites the correction.
  void divide(std::uint64_t* out, const std::uint64_t* sum, std::uint64_t* correction, const KeySwitchTask& task,
              std::size_t t) const {
    if (in_coefficients()) {
      ntt(t).inverse(memory_->spare(task), sum, 1, 1);
      sum = memory_->spare(task);
    }
    if (!plan_.division_) {
      if (sum != out) std::copy_n(sum, plan_.size(), out);
      return;
    }
    if (!in_coefficients()) ntt(t).forward(correction, correction, 1, 1);
    plan_.division_->combine(out, sum, correction, plan_.size(), t);
  }

  const KeySwitchState& plan_;
  const Operand& in_;
  const std::size_t level_ = in_.level;
  const std::size_t polynomials_ = std::max<std::size_t>(1, in_.polynomials.size());
  /// Number of results of each polynomial: b and a, unless one sum is divided alone.
  const std::size_t results_ = in_.sums.size() == 1 ? 1 : 2;
  Executor& executor_;
  std::span<const RnsSpan> digits_;
  std::optional<KeySwitchMemory> memory_;
};

/// Computes out = round(sum_d D_d (b_d, a_d) / P): digit D_d of the operand, polynomials b_d and a_d of the key.
///
/// The sums modulo the special moduli come first, since the division is a correction by their coefficients. A task
/// computes the digits modulo one to four targets, and multiplies them while they are in its worker's cache.
void KeySwitchState::switch_key(const Results& out, const Operand& in, Executor& executor) const {
  Call call(*this, in, executor);
  call.borrow_memory();
  call.decompose();
  call.for_each_task(in.level, targets(in.level), [&](const KeySwitchTask& task) {
    call.mod_up(task);
    for (std::size_t t = task.first; t < task.end; ++t) call.keep_coefficients(task, t, call.inner_product(task, t));
  });
  call.prepare_corrections();
  call.for_each_task(0, in.level, [&](const KeySwitchTask& task) {
    call.write_corrections(task);
    call.mod_up(task);
    for (std::size_t t = task.first; t < task.end; ++t) call.mod_down(out, task, t, call.inner_product(task, t));
  });
}

void KeySwitchState::decompose(std::span<const RnsSpan> digits, const RnsView& in, Executor& executor) const {
  const Operand operand{.level = in.rows(), .polynomials = {&in, 1}};
  Call call(*this, operand, executor, digits);
  call.borrow_memory();
  call.decompose();
  const auto write_digits = [&](const KeySwitchTask& task) { call.mod_up(task); };
  call.for_each_task(0, in.rows(), write_digits);
  if (shape_.special_digits == 0) call.for_each_task(in.rows(), targets(in.rows()), write_digits);
}

void KeySwitchState::inner_product(const Results& sum, const Operand& in, Executor& executor) const {
  Call call(*this, in, executor);
  if (call.has_automorphism()) call.borrow_memory();
  run_in_places(executor, targets(in.level), [&](std::size_t t, std::size_t place) {
    const KeySwitchTask task{.polynomial = 0, .first = t, .end = t + 1, .place = place};
    const std::array rows{sum.row(0, 0, t), sum.row(0, 1, t)};
    if (!call.has_automorphism()) return call.multiply(task, t, rows, sum.are_added);
    const Call::Sums products = call.inner_product(task, t);
    for (const std::size_t of : {0U, 1U}) call.write_image(sum.are_added, rows[of], products[of], task, t, false);
  });
}

void KeySwitchState::add_special_multiple(const RnsSpan& sum, const RnsView& c, Executor& executor) const {
  const auto add_row = [&](std::size_t i, std::size_t /*worker*/) {
    plan_of(ntt_[i]).eltwise().axpy(sum[i].data(), c[i].data(), special_product_[i], sum[i].data(), size());
  };
  executor.run(c.rows(), std::ref(add_row));
}

}  // namespace ringlet::rns
