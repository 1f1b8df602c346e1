// Calls residue number systems: rows, conversions, divisions, automorphisms, digits and key switching.

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "ringlet/ringlet.hpp"
#include "rns_cases.hpp"

namespace {

using fuzz::Input;
using fuzz::Integers;
using fuzz::named;
using fuzz::Rows;
using fuzz::Words;
using ringlet::Form;
using ringlet::Lift;
using ringlet::RnsBase;
using ringlet_test::rns::big;
using ringlet_test::rns::lifted;
using ringlet_test::rns::product;
using ringlet_test::rns::rows_of;

/// A base, and integers as rows.
struct Case {
  explicit Case(Input& input, std::uint64_t step = 0, std::size_t points = 0)
      : backend(fuzz::choose_backend(input)),
        moduli(fuzz::coprime_moduli(input, 1 + input.up_to(input.coin() ? 3 : 11), step)),
        base(moduli),
        n(points == 0 ? 1 + input.up_to(40) : points) {}

  [[nodiscard]] Integers integers(Input& input) const { return fuzz::integers_below(input, n, moduli); }
  [[nodiscard]] Rows rows(Input& input, const Integers& x) const { return {input, rows_of(x, moduli)}; }

  [[nodiscard]] std::string text() const {
    return named("backend", backend) + named("moduli", fuzz::integers_of(moduli)) + named("n", n);
  }

  std::string backend;
  Words moduli;
  RnsBase base;
  std::size_t n;
};

void arithmetic(Input& input) {
  const Case c(input);
  const Integers x = c.integers(input), y = c.integers(input), z = c.integers(input);
  const Rows a = c.rows(input, x), b = c.rows(input, y), d = c.rows(input, z), fresh(input, c.moduli.size(), c.n);
  const Rows& out = input.coin() ? a : fresh;
  const std::uint64_t operation = input.up_to(9);
  const Words scalars = fuzz::residues(y[0], c.moduli);
  const std::array<ringlet::RnsView, 2> first{a.view(), b.view()}, second{d.view(), b.view()};
  const ringlet::RnsSpan to = out.span();
  const mpz_class r = reference::power_of_two(64), Q = product(c.moduli);
  const bool has_montgomery_form = Q % 2 != 0;
  const Form form = has_montgomery_form && input.coin() ? Form::montgomery : Form::plain;
  const mpz_class per_r =
      has_montgomery_form ? mpz_class(reference::inverse(reference::residue(r, Q), Q)) : mpz_class(0);
  const mpz_class factor = form == Form::plain ? mpz_class(1) : per_r;
  const auto run = [&](const auto& apply, const auto& expected) {
    apply();
    for (std::size_t k = 0; k < c.n; ++k) {
      fuzz::require_column(out, k, {mpz_class(expected(x[k], y[k], z[k]))}, c.moduli, [&] {
        return "rows: " + c.text() + named("operation", operation) + named("form", static_cast<std::uint64_t>(form)) +
               named("x", x) + named("y", y) + named("z", z);
      });
    }
  };
  switch (operation) {
    case 0:
      return run([&] { ringlet::add(to, a.view(), b.view(), c.base); },
                 [](const auto& p, const auto& q, const auto&) { return mpz_class(p + q); });
    case 1:
      return run([&] { ringlet::sub(to, a.view(), b.view(), c.base); },
                 [](const auto& p, const auto& q, const auto&) { return mpz_class(p - q); });
    case 2:
      return run([&] { ringlet::neg(to, a.view(), c.base); },
                 [](const auto& p, const auto&, const auto&) { return mpz_class(-p); });
    case 3:
      return run([&] { ringlet::mul(to, a.view(), b.view(), c.base, form); },
                 [&](const auto& p, const auto& q, const auto&) { return mpz_class(p * q * factor); });
    case 4:
      return run([&] { ringlet::mul_sub(to, a.view(), b.view(), d.view(), c.base); },
                 [](const auto& p, const auto& q, const auto& s) { return mpz_class(p * q - s); });
    case 5:
      return run([&] { ringlet::mul_add(to, a.view(), b.view(), d.view(), c.base, form); },
                 [&](const auto& p, const auto& q, const auto& s) { return mpz_class(p * q * factor + s); });
    case 6:
      return run([&] { ringlet::inner_product(to, first, second, c.base, form); },
                 [&](const auto& p, const auto& q, const auto& s) { return mpz_class((p * s + q * q) * factor); });
    case 7:
      if (!has_montgomery_form) return;
      return run([&] { ringlet::to_montgomery(to, a.view(), c.base); },
                 [&](const auto& p, const auto&, const auto&) { return mpz_class(p * r); });
    case 8:
      if (!has_montgomery_form) return;
      return run([&] { ringlet::from_montgomery(to, a.view(), c.base); },
                 [&](const auto& p, const auto&, const auto&) { return mpz_class(p * per_r); });
    default:
      return run([&] { ringlet::mul(to, a.view(), scalars, c.base); },
                 [&](const auto& p, const auto&, const auto&) { return mpz_class(p * y[0]); });
  }
}

void tensor(Input& input) {
  const Case c(input);
  const Integers a0 = c.integers(input), a1 = c.integers(input), b0 = c.integers(input), b1 = c.integers(input);
  const Rows in[] = {c.rows(input, a0), c.rows(input, a1), c.rows(input, b0), c.rows(input, b1)};
  const Rows fresh[] = {{input, c.moduli.size(), c.n}, {input, c.moduli.size(), c.n}, {input, c.moduli.size(), c.n}};
  const bool is_in_place = input.coin();
  const Rows& first = is_in_place ? in[0] : fresh[0];
  const std::array<ringlet::RnsSpan, 3> out{first.span(), fresh[1].span(), fresh[2].span()};
  ringlet::tensor(out, std::array{in[0].view(), in[1].view()}, std::array{in[2].view(), in[3].view()}, c.base);
  const auto text = [&] { return "tensor: " + c.text(); };
  for (std::size_t k = 0; k < c.n; ++k) {
    fuzz::require_column(first, k, {a0[k] * b0[k]}, c.moduli, text);
    fuzz::require_column(fresh[1], k, {a0[k] * b1[k] + a1[k] * b0[k]}, c.moduli, text);
    fuzz::require_column(fresh[2], k, {a1[k] * b1[k]}, c.moduli, text);
  }
}

/// Converts big integers to residues and back.
void integers(Input& input) {
  const Case c(input);
  const bool is_centred = input.coin();
  const std::size_t words = c.base.product().size() + 1 + input.up_to(1);
  const mpz_class range = reference::power_of_two(static_cast<unsigned>(64 * words));
  const Integers x = c.integers(input);
  const Rows in = c.rows(input, x), back(input, c.moduli.size(), c.n);
  fuzz::Array<std::uint64_t> out(input, Words(c.n * words));
  ringlet::to_integers(out.span(), words, in.view(), c.base, is_centred ? Lift::centred : Lift::floor);
  const auto text = [&] { return "integers: " + c.text() + named("words", words) + named("x", x); };
  for (std::size_t k = 0; k < c.n; ++k) {
    const mpz_class expected = lifted(in.column(k), c.moduli, is_centred ? Lift::centred : Lift::floor);
    fuzz::require(reference::integer_of(out.span().subspan(k * words, words)) == reference::residue(expected, range),
                  text);
  }
  ringlet::from_integers(back.span(), out.span(), words, c.base, is_centred);
  for (std::size_t k = 0; k < c.n; ++k) fuzz::require_column(back, k, {x[k]}, c.moduli, text);
}

void conversion(Input& input) {
  const Case c(input);
  const Words to = fuzz::coprime_moduli(input, 1 + input.up_to(7), 0);
  const Lift lift = input.pick({Lift::approximate, Lift::floor, Lift::centred});
  const Integers x = c.integers(input);
  const Rows in = c.rows(input, x), out(input, to.size(), c.n);
  const ringlet::BaseConversion convert(c.base, RnsBase(to), lift);
  convert(out.span(), in.view());
  for (std::size_t k = 0; k < c.n; ++k) {
    fuzz::require_column(out, k, fuzz::lifts(x[k], c.moduli, lift), to, [&] {
      return "conversion by " + convert.describe() + ": " + c.text() + named("to", fuzz::integers_of(to)) +
             named("lift", static_cast<std::uint64_t>(lift)) + named("x", x);
    });
  }
}

void redundant_conversion(Input& input) {
  const Case c(input);
  const std::uint64_t m = fuzz::coprime_moduli(input, 1, 0, c.moduli)[0];
  const Words to = fuzz::coprime_moduli(input, 1 + input.up_to(7), 0);
  const mpz_class limit = product(c.moduli) * (mpz_class(big(m) / 2) - static_cast<unsigned long>(c.moduli.size()));
  if (limit < 1) return;
  Integers x = fuzz::operands(input, c.n, limit, 2 * limit + 1);
  for (mpz_class& value : x) value -= limit;
  const Rows in(input, rows_of(x, fuzz::joined(c.moduli, {m}))), out(input, to.size(), c.n);
  ringlet::BaseConversion(c.base, ringlet::Modulus(m), RnsBase(to))(out.span(), in.view());
  for (std::size_t k = 0; k < c.n; ++k) {
    fuzz::require_column(out, k, {x[k]}, to, [&] {
      return "conversion: " + c.text() + named("redundant", m) + named("to", fuzz::integers_of(to)) + named("x", x);
    });
  }
}

/// Returns (c x - d) / P for each d that is allowed.
Integers quotients(const mpz_class& scaled, const Words& dropped, std::uint64_t t, Lift lift) {
  if (dropped.empty()) return {scaled};
  const mpz_class P = product(dropped);
  Integers all;
  const mpz_class r = reference::residue(scaled * (P == 1 ? mpz_class(0) : reference::inverse(big(t) % P, P)), P);
  for (const mpz_class& d : fuzz::lifts(r, dropped, lift)) all.push_back((scaled - d * big(t)) / P);
  return all;
}

/// Returns a plaintext modulus without a factor in common with the other moduli.
std::uint64_t plaintext_modulus(Input& input, const Words& dropped) {
  const std::uint64_t t = input.coin() ? 1 : 1 + input.up_to(0xffffff);
  return gcd(big(t), product(dropped)) == 1 ? t : 1;
}

void division(Input& input) {
  const bool on_evaluations = input.coin();
  const std::size_t n = std::size_t{2} << input.up_to(4);
  Case c(input, on_evaluations ? 2 * n : 0, n);
  if (c.moduli.size() == 1) return;
  const std::size_t dropped = 1 + input.up_to(c.moduli.size() - 2);
  const auto middle = c.moduli.end() - static_cast<std::ptrdiff_t>(dropped);
  const Words kept(c.moduli.begin(), middle), gone(middle, c.moduli.end());
  const ringlet::ModDownOptions options{.numerator = input.coin() ? 1 : 1 + input.up_to(0xffffff),
                                        .plaintext_modulus = plaintext_modulus(input, gone),
                                        .lift = input.pick({Lift::centred, Lift::floor, Lift::approximate})};
  const Integers x = c.integers(input);
  const Rows in = c.rows(input, x), fresh(input, kept.size(), n);
  const bool is_in_place = input.coin();
  const Rows& out = is_in_place ? in : fresh;
  const ringlet::RnsSpan to = out.span().first(kept.size());
  if (on_evaluations) {
    const ringlet::RnsNtt ntt(n, c.base), ntt_of_kept(n, RnsBase(kept));
    ntt.forward(in.span(), in.view());
    ringlet::ModDown(ntt, dropped, options).on_evaluations(to, in.view());
    ntt_of_kept.inverse(to, to);
  } else {
    ringlet::ModDown(c.base, dropped, options).on_coefficients(to, in.view());
  }
  for (std::size_t k = 0; k < n; ++k) {
    Words column = out.column(k);
    column.resize(kept.size());
    bool is_right = false;
    for (const mpz_class& y : quotients(x[k] * big(options.numerator), gone, options.plaintext_modulus, options.lift)) {
      is_right = is_right || column == fuzz::residues(y, kept);
    }
    fuzz::require(is_right, [&] {
      return "mod down: " + c.text() + named("dropped", dropped) + named("evaluations", on_evaluations) +
             named("numerator", options.numerator) + named("t", options.plaintext_modulus) +
             named("lift", static_cast<std::uint64_t>(options.lift)) + named("column", k) + named("x", x);
    });
  }
}

void scaling(Input& input) {
  const Case c(input);
  const Words auxiliary = fuzz::coprime_moduli(input, 1 + input.up_to(7), 0, c.moduli);
  const std::uint64_t t = 1 + input.up_to(0xffffff);
  const mpz_class Q = product(c.moduli), B = product(auxiliary);
  const ringlet::ScaleAndRound scale(c.base, RnsBase(auxiliary), t);
  const auto text = [&] {
    return "scale and round: " + c.text() + named("auxiliary", fuzz::integers_of(auxiliary)) + named("t", t);
  };
  const Integers x = c.integers(input);
  const Rows in = c.rows(input, x), out(input, auxiliary.size(), c.n);
  scale.extend(out.span(), in.view());
  for (std::size_t k = 0; k < c.n; ++k) {
    fuzz::require_column(out, k, fuzz::lifts(x[k], c.moduli, Lift::centred), auxiliary, text);
  }
  const mpz_class limit = (B * 499 / 1000 - 1) * Q / big(t);
  if (limit < 1) return;
  Integers y = fuzz::operands(input, c.n, limit, 2 * limit + 1);
  for (mpz_class& value : y) value -= limit;
  const Rows first = c.rows(input, y), second(input, rows_of(y, auxiliary)), fresh(input, c.moduli.size(), c.n);
  const Rows& result = input.coin() ? first : fresh;
  scale(result.span(), first.view(), second.view());
  for (std::size_t k = 0; k < c.n; ++k) {
    mpz_class rounded;
    mpz_fdiv_q(rounded.get_mpz_t(), mpz_class(2 * big(t) * y[k] + Q).get_mpz_t(), mpz_class(2 * Q).get_mpz_t());
    Integers allowed{rounded};
    if (ringlet_test::rns::may_be_either(reference::residue(big(t) * y[k], Q), c.moduli, Lift::centred)) {
      allowed.push_back(rounded - 1);
    }
    fuzz::require_column(result, k, allowed, c.moduli, text);
  }
}

void digits(Input& input) {
  const Case c(input);
  const mpz_class q = fuzz::modulus(input, 2, 62);
  const ringlet::Modulus ring(fuzz::number<std::uint64_t>(q));
  const std::uint64_t smallest = std::ranges::min(c.moduli);
  const auto widest = static_cast<unsigned>(std::min(60, static_cast<int>(std::bit_width(smallest - 1))));
  if (widest < 2) return;
  const auto w = static_cast<unsigned>(2 + input.up_to(widest - 2));
  const Integers x = fuzz::operands(input, c.n, q, q);
  Integers rest = x, sum(c.n);
  for (mpz_class& value : rest) value -= 2 * value >= q ? q : mpz_class(0);
  const fuzz::Integers signed_x = rest;
  const mpz_class B = reference::power_of_two(w);
  fuzz::Array<std::uint64_t> in(input, x);
  for (unsigned digit = 0; digit < ringlet::balanced_digit_count(ring, w); ++digit) {
    const Rows out(input, c.moduli.size(), c.n);
    ringlet::balanced_digit(out.span(), in.span(), ring, w, digit, c.base);
    for (std::size_t k = 0; k < c.n; ++k) {
      mpz_class d = reference::residue(rest[k], B);
      if (2 * d >= B) d -= B;
      rest[k] = (rest[k] - d) / B;
      fuzz::require_column(out, k, {d}, c.moduli, [&] {
        return "balanced digit: " + c.text() + named("q", q) + named("w", w) + named("digit", digit) + named("x", x);
      });
    }
  }
  for (const mpz_class& value : rest) fuzz::require(value == 0, [&] { return "digits: " + named("q", q); });
}

Integers image(const Integers& a, std::uint64_t g) {
  Integers result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::size_t at = i * g % (2 * a.size());
    result[at % a.size()] = at < a.size() ? a[i] : mpz_class(-a[i]);
  }
  return result;
}

void automorphism(Input& input) {
  const std::size_t n = std::size_t{2} << input.up_to(6);
  const Case c(input, 2 * n, n);
  const std::uint64_t g = 2 * input.up_to(n - 1) + 1;
  const ringlet::Automorphism map(n, g);
  const Integers x = c.integers(input);
  const Rows in = c.rows(input, x), out(input, c.moduli.size(), n);
  const std::uint64_t kind = input.up_to(2);
  mpz_class factor = 1;
  if (kind == 0) {
    map.on_coefficients(out.span(), in.view(), c.base);
  } else {
    const ringlet::RnsNtt ntt(n, c.base);
    ntt.forward(in.span(), in.view());
    map.on_evaluations(out.span(), in.view());
    if (kind == 2) map.add_on_evaluations(out.span(), in.view(), c.base);
    if (kind == 2) factor = 2;
    ntt.inverse(out.span(), out.view());
  }
  const Integers expected = image(x, g);
  for (std::size_t k = 0; k < n; ++k) {
    fuzz::require_column(out, k, {expected[k] * factor}, c.moduli, [&] {
      return "automorphism: " + c.text() + named("g", g) + named("kind", kind) + named("x", x);
    });
  }
}

/// Computes sum += a b in Z[X]/(X^n + 1).
void add_product(Integers& sum, const Integers& a, const Integers& b) {
  const std::size_t n = a.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      sum[(i + j) % n] += i + j < n ? mpz_class(a[i] * b[j]) : mpz_class(-a[i] * b[j]);
    }
  }
}

/// Compares key switching of coefficients or evaluations with its definition.
class KeySwitch {
 public:
  explicit KeySwitch(Input& input)
      : n_(std::size_t{2} << input.up_to(3)),
        case_(input, 2 * n_, n_),
        special_(fuzz::coprime_moduli(input, input.up_to(3), 2 * n_, case_.moduli)),
        all_(fuzz::joined(case_.moduli, special_)),
        options_(options(input, special_)),
        plan_(ringlet::RnsNtt(n_, RnsBase(all_)), special_.size(), options_) {}

  void run(Input& input) {
    std::vector<Rows> rows;
    for (std::size_t d = 0; d < 2 * plan_.digits(); ++d) {
      keys_.push_back(fuzz::integers_below(input, n_, all_));
      rows.emplace_back(input, rows_of(keys_.back(), all_));
      ringlet::RnsNtt(n_, RnsBase(all_)).forward(rows.back().span(), rows.back().view());
    }
    std::vector<ringlet::RnsView> views;
    for (const Rows& key : rows) views.push_back(key.view());
    const auto b = std::span(views).first(plan_.digits()), a = std::span(views).subspan(plan_.digits());
    const ringlet::SwitchingKey key = input.coin() ? plan_.prepare(b, a) : plan_.borrow(b, a);
    const std::size_t level = 1 + input.up_to(case_.moduli.size() - 1);
    moduli_.assign(case_.moduli.begin(), case_.moduli.begin() + static_cast<std::ptrdiff_t>(level));
    x_ = fuzz::integers_below(input, n_, moduli_);
    const Rows in(input, rows_of(x_, moduli_)), out_b(input, level, n_), out_a(input, level, n_);
    const ringlet::RnsNtt ntt(n_, RnsBase(moduli_));
    const bool are_values = options_.domain == ringlet::Domain::evaluations;
    if (are_values) ntt.forward(in.span(), in.view());
    apply(input, out_b, out_a, in, key);
    if (are_values) ntt.inverse(out_b.span(), out_b.view());
    if (are_values) ntt.inverse(out_a.span(), out_a.view());
    require_result(out_b, 0);
    require_result(out_a, plan_.digits());
  }

 private:
  static ringlet::KeySwitchOptions options(Input& input, const Words& special) {
    ringlet::KeySwitchOptions options{
        .digit_size = 1 + input.up_to(3),
        .plaintext_modulus = plaintext_modulus(input, special),
        .digits = input.pick({Lift::floor, Lift::centred, Lift::approximate}),
        .division = input.pick({Lift::centred, Lift::floor, Lift::approximate}),
        .domain = input.pick({ringlet::Domain::evaluations, ringlet::Domain::coefficients}),
        .allow_short_special = true};
    if (options.digit_size == 1 && input.coin()) options.digit_bits = static_cast<unsigned>(7 + input.up_to(60));
    return options;
  }

  void apply(Input& input, const Rows& out_b, const Rows& out_a, const Rows& in, const ringlet::SwitchingKey& key) {
    if (input.coin()) return plan_(out_b.span(), out_a.span(), in.view(), key);
    if (options_.domain == ringlet::Domain::evaluations && input.coin()) return transform(input, out_b, out_a, in, key);
    const std::size_t extended = moduli_.size() + plan_.special().size();
    std::vector<Rows> digits;
    std::vector<ringlet::RnsSpan> spans;
    for (std::size_t d = 0; d < plan_.digits(moduli_.size()); ++d) {
      spans.push_back(digits.emplace_back(input, extended, n_).span());
    }
    plan_.decompose(spans, in.view());
    if (input.coin()) return plan_(out_b.span(), out_a.span(), spans, key);
    const Rows sum_b(input, extended, n_), sum_a(input, extended, n_);
    plan_.inner_product(sum_b.span(), sum_a.span(), spans, key);
    plan_.mod_down(out_b.span(), out_a.span(), sum_b.view(), sum_a.view());
  }

  /// Switches the key by a linear transform: the sum of one rotation, times 1, of the ciphertext (0, in).
  void transform(Input& input, const Rows& out_b, const Rows& out_a, const Rows& in, const ringlet::SwitchingKey& key) {
    const Rows one(input, rows_of(Integers(n_, 1), all_)), zero(input, rows_of(Integers(n_), moduli_));
    const std::vector<ringlet::RnsView> plaintexts{one.view()};
    const ringlet::LinearTransform transform(plan_, {key}, {std::nullopt}, plaintexts);
    transform(out_b.span(), out_a.span(), zero.view(), in.view());
  }

  void require_result(const Rows& out, std::size_t first_key) const {
    Integers sum(n_);
    std::size_t key = first_key;
    for (std::size_t begin = 0; begin < moduli_.size(); begin += options_.digit_size) {
      const auto from = moduli_.begin() + static_cast<std::ptrdiff_t>(begin);
      const Words moduli(from,
                         from + static_cast<std::ptrdiff_t>(std::min(options_.digit_size, moduli_.size() - begin)));
      const mpz_class largest = product(moduli) - 1;
      const std::size_t w = options_.digit_bits == 0 ? SIZE_MAX : options_.digit_bits;
      for (std::size_t shift = 0; shift == 0 || mpz_class(largest >> shift) != 0; shift += w) {
        Integers digit;
        for (const mpz_class& x : x_) {
          mpz_class bits = reference::residue(x, product(moduli));
          if (options_.digit_bits != 0) mpz_fdiv_r_2exp(bits.get_mpz_t(), mpz_class(bits >> shift).get_mpz_t(), w);
          const Integers possible = fuzz::lifts(bits, moduli, options_.digits);
          // If either of two digits is allowed, any result is.
          if (possible.size() > 1) return;
          digit.push_back(possible[0]);
        }
        add_product(sum, digit, keys_[key++]);
        if (options_.digit_bits == 0) break;
      }
    }
    for (std::size_t k = 0; k < n_; ++k) {
      const Integers allowed = quotients(sum[k], special_, options_.plaintext_modulus, options_.division);
      fuzz::require_column(out, k, allowed, moduli_, [&] {
        return "key switch: " + case_.text() + named("special", fuzz::integers_of(special_)) +
               named("digit_size", options_.digit_size) + named("digit_bits", options_.digit_bits) +
               named("t", options_.plaintext_modulus) + named("digits", static_cast<std::uint64_t>(options_.digits)) +
               named("division", static_cast<std::uint64_t>(options_.division)) + named("level", moduli_.size()) +
               named("x", x_);
      });
    }
  }

  std::size_t n_;
  Case case_;
  Words special_, all_;
  ringlet::KeySwitchOptions options_;
  ringlet::KeySwitch plan_;
  /// Polynomials b of each digit, then a.
  std::vector<Integers> keys_;
  Words moduli_;
  Integers x_;
};

void key_switch(Input& input) { KeySwitch(input).run(input); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  Input input(bytes, size);
  using Run = void (*)(Input&);
  input.pick<Run>({arithmetic, tensor, integers, conversion, conversion, redundant_conversion, division, scaling,
                   digits, automorphism, key_switch, key_switch})(input);
  return 0;
}
