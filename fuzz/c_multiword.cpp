// Calls multiword moduli in C with arguments of all kinds, right and wrong. They must return the status of an error
// exactly if there is one and then leave memory unchanged; otherwise results are compared with GMP's.

#include <bit>
#include <memory>

#include "c/handles.hpp"
#include "c_call.hpp"
#include "transforms.hpp"

namespace {

using fuzz::Call;
using fuzz::Input;
using fuzz::Integers;
using fuzz::named;
using ringlet_test::c_api::Destroy;
using ringlet_test::c_api::MultiwordModulus;
using ringlet_test::c_api::MultiwordNtt;
using Words = std::vector<std::uint64_t>;

/// Length of words: numbers of such words are below every modulus with its highest bit set.
constexpr unsigned bits_of_words = 61;

unsigned word_count(Input& input) { return input.pick({3U, 4U, 5U, 6U, 8U}); }

mpz_class range_of(unsigned words) { return reference::power_of_two(64 * words); }

mpz_class integer(const std::uint64_t* number, unsigned words) {
  return reference::integer_of(std::span(number, words));
}

Integers integers(const std::uint64_t* numbers, std::size_t n, unsigned words) {
  Integers all;
  for (std::size_t i = 0; i < n; ++i) all.push_back(integer(numbers + i * words, words));
  return all;
}

mpz_class modulus(Input& input, unsigned words) { return fuzz::modulus(input, 125, 64 * words - 1); }
mpz_class long_modulus(Input& input, unsigned words) { return fuzz::modulus(input, 64 * words - 1, 64 * words - 1); }

/// Number below `bound`, mostly below q, in memory of its own; rarely null.
struct Number {
  Number(Call& call, const char* name, unsigned words, const mpz_class& q, const mpz_class& bound)
      : x(call.input().up_to(7) == 7 ? call.input().below(bound) : call.input().below(q)),
        storage(words),
        is_null(call.chosen(name, call.input().up_to(31)) == 31) {
    reference::put_words(storage, x);
    call.is_wrong(RINGLET_NULL_POINTER, is_null);
  }
  [[nodiscard]] const std::uint64_t* get() const { return is_null ? nullptr : storage.data(); }

  mpz_class x;
  Words storage;
  bool is_null;
};

/// A modulus and its handle, rarely null.
struct Ring {
  Ring(Call& call, unsigned count, const mpz_class& modulus) : words(call.chosen("words", count)), q(modulus) {
    Words value(words);
    reference::put_words(value, q);
    ringlet_multiword_modulus* made = nullptr;
    fuzz::require(ringlet_multiword_modulus_create(&made, value.data(), words) == RINGLET_OK,
                  [this] { return "multiword_modulus_create: " + named("q", q); });
    owner.reset(made);
    is_null = call.chosen("null modulus", call.input().up_to(31) == 31);
    call.is_wrong(RINGLET_NULL_POINTER, is_null);
  }
  [[nodiscard]] const ringlet_multiword_modulus* get() const { return is_null ? nullptr : owner.get(); }
  /// Returns the factor that the form adds to a product: 1 or R^-1.
  [[nodiscard]] mpz_class unit(ringlet_form form) const {
    return form == RINGLET_PLAIN ? mpz_class(1) : reference::inverse(range_of(words) % q, q);
  }

  unsigned words;
  mpz_class q;
  MultiwordModulus owner;
  bool is_null;
};

/// Requires the right status and, on success, the expected results, which are reduced here.
template <class Expected>
void require_numbers(const Call& call, const char* function, ringlet_status status, const std::uint64_t* out,
                     std::size_t n, const Ring& ring, const Expected& expected) {
  call.require(function, status);
  if (status != RINGLET_OK) return;
  for (std::size_t i = 0; i < n; ++i) {
    fuzz::require(integer(out + i * ring.words, ring.words) == reference::residue(expected(i), ring.q),
                  [&] { return function + (": " + call.text()) + named("q", ring.q) + named("i", i); });
  }
}

/// Arrays of operands below q, some of which may be the same.
struct Arrays {
  explicit Arrays(Input& input)
      : call(input, bits_of_words), ring(of_long_modulus(input)), n(fuzz::count(call)), size(std::min(n, most)) {
    out = call.pointer<std::uint64_t>("out", size * ring.words);
    form = call.mostly("form", input.coin() ? RINGLET_MONTGOMERY : RINGLET_PLAIN, {ringlet_form(2), ringlet_form(77)});
    unit = ring.unit(form);
  }

  /// Adds an operand, which may not overlap the results.
  const std::uint64_t* operand(const char* name, bool may_be_null = false) {
    const auto* const in = call.pointer<std::uint64_t>(name, size * ring.words, may_be_null);
    if (n <= most) call.check_overlap(out, in, n * ring.words);
    return in;
  }
  [[nodiscard]] mpz_class at(const std::uint64_t* in, std::size_t i) const {
    return integer(call.before(in) + i * ring.words, ring.words);
  }
  void takes_form() { call.is_wrong(RINGLET_INVALID_ARGUMENT, form > RINGLET_MONTGOMERY); }
  template <class Expected>
  void require(const char* function, ringlet_status status, const Expected& expected) const {
    require_numbers(call, function, status, out, size, ring, expected);
  }

  static constexpr std::size_t most = 100;
  Call call;
  Ring ring;
  std::size_t n, size;
  std::uint64_t* out;
  ringlet_form form;
  mpz_class unit;

 private:
  Ring of_long_modulus(Input& input) {
    const unsigned words = word_count(input);
    return {call, words, long_modulus(input, words)};
  }
};

void sums(Input& input) {
  Arrays v(input);
  const auto* const a = v.operand("a");
  const auto* const q = v.ring.get();
  const std::uint64_t kind = v.call.chosen("kind", input.up_to(6));
  const mpz_class R = range_of(v.ring.words);
  if (kind == 0) {
    return v.require("neg", ringlet_multiword_neg(v.out, a, v.n, q), [&](auto i) { return mpz_class(-v.at(a, i)); });
  }
  if (kind == 1) {
    return v.require("to_montgomery", ringlet_multiword_to_montgomery(v.out, a, v.n, q),
                     [&](auto i) { return mpz_class(v.at(a, i) * R); });
  }
  if (kind == 2) {
    const mpz_class inverse = v.ring.unit(RINGLET_MONTGOMERY);
    return v.require("from_montgomery", ringlet_multiword_from_montgomery(v.out, a, v.n, q),
                     [&](auto i) { return mpz_class(v.at(a, i) * inverse); });
  }
  if (kind >= 5) {
    const Number s(v.call, "s", v.ring.words, v.ring.q, range_of(v.ring.words));
    v.call.is_wrong(RINGLET_OUT_OF_RANGE, s.x >= v.ring.q);
    if (kind == 5) {
      return v.require("add_scalar", ringlet_multiword_add_scalar(v.out, a, s.get(), v.n, q),
                       [&](auto i) { return mpz_class(v.at(a, i) + s.x); });
    }
    return v.require("sub_scalar", ringlet_multiword_sub_scalar(v.out, a, s.get(), v.n, q),
                     [&](auto i) { return mpz_class(v.at(a, i) - s.x); });
  }
  const auto* const b = v.operand("b");
  if (kind == 3) {
    return v.require("add", ringlet_multiword_add(v.out, a, b, v.n, q),
                     [&](auto i) { return mpz_class(v.at(a, i) + v.at(b, i)); });
  }
  v.require("sub", ringlet_multiword_sub(v.out, a, b, v.n, q),
            [&](auto i) { return mpz_class(v.at(a, i) - v.at(b, i)); });
}

void products(Input& input) {
  Arrays v(input);
  v.takes_form();
  const auto* const a = v.operand("a");
  const auto* const q = v.ring.get();
  const std::uint64_t kind = v.call.chosen("kind", input.up_to(4));
  if (kind == 4) {
    const Number s(v.call, "s", v.ring.words, v.ring.q, range_of(v.ring.words));
    v.call.is_wrong(RINGLET_OUT_OF_RANGE, s.x >= v.ring.q);
    const auto* const c = v.operand("c", true);
    return v.require("axpy", ringlet_multiword_axpy(v.out, a, s.get(), c, v.n, q, v.form), [&](auto i) {
      return mpz_class(v.at(a, i) * s.x * v.unit + (c == nullptr ? mpz_class(0) : v.at(c, i)));
    });
  }
  if (kind == 0) {
    const Number s(v.call, "s", v.ring.words, v.ring.q, range_of(v.ring.words));
    v.call.is_wrong(RINGLET_OUT_OF_RANGE, s.x >= v.ring.q);
    return v.require("mul_scalar", ringlet_multiword_mul_scalar(v.out, a, s.get(), v.n, q, v.form),
                     [&](auto i) { return mpz_class(v.at(a, i) * s.x * v.unit); });
  }
  const auto* const b = v.operand("b");
  if (kind == 1) {
    return v.require("mul", ringlet_multiword_mul(v.out, a, b, v.n, q, v.form),
                     [&](auto i) { return mpz_class(v.at(a, i) * v.at(b, i) * v.unit); });
  }
  const auto* const c = v.operand("c");
  if (kind == 3) {
    return v.require("mul_sub", ringlet_multiword_mul_sub(v.out, a, b, c, v.n, q, v.form),
                     [&](auto i) { return mpz_class(v.at(a, i) * v.at(b, i) * v.unit - v.at(c, i)); });
  }
  v.require("mul_add", ringlet_multiword_mul_add(v.out, a, b, c, v.n, q, v.form),
            [&](auto i) { return mpz_class(v.at(a, i) * v.at(b, i) * v.unit + v.at(c, i)); });
}

void powers(Input& input) {
  Arrays v(input);
  v.takes_form();
  const Number first(v.call, "first", v.ring.words, v.ring.q, range_of(v.ring.words));
  const Number ratio(v.call, "ratio", v.ring.words, v.ring.q, range_of(v.ring.words));
  for (const Number* each : {&first, &ratio}) v.call.is_wrong(RINGLET_OUT_OF_RANGE, each->x >= v.ring.q);
  v.require("powers", ringlet_multiword_powers(v.out, first.get(), ratio.get(), v.n, v.ring.get(), v.form),
            [&](auto i) {
              return mpz_class(first.x *
                               reference::power(ratio.x * v.unit % v.ring.q, static_cast<unsigned long>(i), v.ring.q));
            });
}

/// Calls invert and the inner product, whose result may lie anywhere.
void of_all(Input& input) {
  Arrays v(input);
  v.takes_form();
  if (input.coin()) {
    const auto* const a = v.operand("a");
    // An invalid address is not read.
    const bool is_readable = a != nullptr && std::bit_cast<std::uintptr_t>(a) % alignof(std::uint64_t) == 0;
    bool has_inverses = true;
    for (std::size_t i = 0; is_readable && i < v.size; ++i) {
      has_inverses = has_inverses && (v.at(a, i) == 0 || gcd(v.at(a, i), v.ring.q) == 1);
    }
    v.call.is_wrong(RINGLET_INVALID_ARGUMENT, !has_inverses);
    const mpz_class square = reference::power(reference::inverse(v.unit, v.ring.q), 2, v.ring.q);
    return v.require("invert", ringlet_multiword_invert(v.out, a, v.n, v.ring.get(), v.form), [&](auto i) {
      return v.at(a, i) == 0 ? mpz_class(0) : mpz_class(reference::inverse(v.at(a, i), v.ring.q) * square);
    });
  }
  const auto* const a = v.call.pointer<std::uint64_t>("a", v.size * v.ring.words);
  const auto* const b = v.call.pointer<std::uint64_t>("b", v.size * v.ring.words);
  const ringlet_status status = ringlet_multiword_inner_product(v.out, a, b, v.n, v.ring.get(), v.form);
  require_numbers(v.call, "inner_product", status, v.out, 1, v.ring, [&](auto) {
    mpz_class sum = 0;
    for (std::size_t i = 0; i < v.size; ++i) sum += v.at(a, i) * v.at(b, i) * v.unit;
    return sum;
  });
}

/// Calls arithmetic on single numbers, which may exceed q.
void arithmetic(Input& input) {
  Call call(input);
  const unsigned words = word_count(input);
  const Ring ring(call, words, modulus(input, words));
  auto* const result = call.pointer<std::uint64_t>("result", words);
  const std::uint64_t kind = call.chosen("kind", input.up_to(4));
  const Number a(call, "a", words, ring.q, range_of(words));
  call.is_wrong(RINGLET_OUT_OF_RANGE, a.x >= ring.q);
  const auto* const q = ring.get();
  if (kind == 0) {
    const bool has_inverse = gcd(a.x, ring.q) == 1;
    call.is_wrong(RINGLET_INVALID_ARGUMENT, !has_inverse);
    return require_numbers(call, "inverse_mod", ringlet_multiword_inverse_mod(result, a.get(), q), result, 1, ring,
                           [&](auto) { return mpz_class(reference::inverse(a.x, ring.q)); });
  }
  const Number b(call, "b", words, ring.q, range_of(words));
  if (kind == 1) {
    return require_numbers(call, "pow_mod", ringlet_multiword_pow_mod(result, a.get(), b.get(), q), result, 1, ring,
                           [&](auto) { return mpz_class(reference::power(a.x, b.x, ring.q)); });
  }
  call.is_wrong(RINGLET_OUT_OF_RANGE, b.x >= ring.q);
  const auto function = kind == 2   ? ringlet_multiword_add_mod
                        : kind == 3 ? ringlet_multiword_sub_mod
                                    : ringlet_multiword_mul_mod;
  require_numbers(call, "add, sub or mul_mod", function(result, a.get(), b.get(), q), result, 1, ring, [&](auto) {
    return kind == 2 ? mpz_class(a.x + b.x) : kind == 3 ? mpz_class(a.x - b.x) : mpz_class(a.x * b.x);
  });
}

/// Passes any number as a modulus, as a prime, and as text.
void numbers(Input& input) {
  Call call(input);
  const unsigned right = word_count(input), words = call.mostly("words", right, {0U, 2U, 7U, 9U, ~0U});
  const mpz_class q = input.coin() ? input.below(range_of(right)) : modulus(input, right);
  Words value(right);
  reference::put_words(value, q);
  call.is_wrong(RINGLET_INVALID_ARGUMENT, words != right);
  Call of_prime = call, of_text = call, of_print = call;

  const bool is_valid = words == right && q % 2 == 1 && q >= reference::power_of_two(124) && q < range_of(right) / 2;
  call.is_wrong(RINGLET_INVALID_ARGUMENT, !is_valid);
  ringlet_multiword_modulus* made = nullptr;
  call.require("multiword_modulus_create", ringlet_multiword_modulus_create(&made, value.data(), words));
  const MultiwordModulus owner(made);
  fuzz::require((made != nullptr) == is_valid, [&] { return "multiword modulus " + named("q", q); });
  fuzz::require(!is_valid || ringlet_multiword_modulus_bits(made) == mpz_sizeinbase(q.get_mpz_t(), 2),
                [&] { return "bits " + named("q", q); });

  of_prime.is_wrong(RINGLET_INVALID_ARGUMENT, q >= range_of(right) / 2);
  bool is_prime = false;
  const ringlet_status status = ringlet_multiword_is_prime(&is_prime, value.data(), words);
  of_prime.require("multiword_is_prime", status);
  fuzz::require(status != RINGLET_OK || is_prime == reference::is_prime(q), [&] { return "prime " + named("q", q); });

  const bool is_hexadecimal = of_print.chosen("hexadecimal", input.coin());
  const std::string expected = is_hexadecimal ? "0x" + q.get_str(16) : q.get_str(10);
  char text[160] = "";
  const std::size_t size = of_print.mostly("size", sizeof text, {std::size_t{0}, expected.size(), expected.size() + 1});
  of_print.is_wrong(RINGLET_INVALID_ARGUMENT, size <= expected.size());
  const ringlet_status printed = ringlet_multiword_print(text, size, value.data(), words, is_hexadecimal);
  of_print.require("multiword_print", printed);
  fuzz::require(printed != RINGLET_OK || text == expected,
                [&] { return "print: " + named("text", std::string(text)); });

  auto* const result = of_text.pointer<std::uint64_t>("result", right);
  const ringlet_status parsed = ringlet_multiword_parse(result, words, expected.c_str());
  of_text.require("multiword_parse", parsed);
  fuzz::require(parsed != RINGLET_OK || integer(result, right) == q,
                [&] { return "parse: " + named("text", expected); });
}

/// Runs the last task first.
void run_in_reverse(void* /*context*/, std::size_t count, ringlet_task task, void* task_context) {
  for (std::size_t i = count; i-- > 0;) task(task_context, i, i % 3);
}

const ringlet_executor* executor(Input& input) {
  using Executor = std::unique_ptr<ringlet_executor, Destroy<ringlet_executor_destroy>>;
  static const Executor reversed = [] {
    ringlet_executor* made = nullptr;
    fuzz::require(ringlet_executor_create(&made, 3, run_in_reverse, nullptr) == RINGLET_OK,
                  [] { return "executor_create"; });
    return Executor(made);
  }();
  return input.coin() ? reversed.get() : nullptr;
}

/// Plan from any arguments; null if one of them is wrong.
struct Plan {
  explicit Plan(Input& input) : call(input), words(word_count(input)) {
    n = call.mostly("n", std::size_t{2} << input.up_to(6),
                    {std::size_t{0}, std::size_t{1}, std::size_t{3}, (std::size_t{1} << 26) + 1, std::size_t{1} << 27});
    const auto ring = call.mostly("ring", ringlet_ring(input.up_to(1)), {ringlet_ring(2), ringlet_ring(99)});
    order = call.mostly("order", ringlet_order(input.up_to(1)), {ringlet_order(2), ringlet_order(99)});
    is_cyclic = ring == RINGLET_CYCLIC;
    const bool is_size = std::has_single_bit(n) && n >= 2 && n <= 128;
    const std::size_t root_order = is_cyclic ? n : 2 * n;
    q = is_size && input.up_to(7) != 7 ? fuzz::prime(input, 64 * words - 1, 64 * words - 1, root_order)
                                       : long_modulus(input, words);
    const Ring modulus(call, words, q);
    const bool is_field = is_size && q % static_cast<unsigned long>(root_order) == 1 && reference::is_prime(q);
    root = is_field && input.coin() ? fuzz::root_of_unity(input, root_order, q) : input.below(range_of(words));
    const bool has_root = input.coin(), has_coset = input.up_to(3) == 3;
    const bool is_root =
        is_field && root < q && reference::power(root, static_cast<unsigned long>(root_order / 2), q) == q - 1;
    coset = input.up_to(7) == 7 ? input.below(range_of(words)) : mpz_class(1 + input.below(q - 1));
    call.is_wrong(RINGLET_INVALID_ARGUMENT, ring > RINGLET_CYCLIC || order > RINGLET_NATURAL || !is_field);
    call.is_wrong(RINGLET_INVALID_ARGUMENT, has_root && !is_root);
    call.is_wrong(RINGLET_INVALID_ARGUMENT, has_coset && (!is_cyclic || coset == 0 || coset >= q));
    Words root_words(words), coset_words(words);
    reference::put_words(root_words, root);
    reference::put_words(coset_words, coset);
    ringlet_multiword_ntt* made = nullptr;
    call.require("multiword_ntt_create",
                 ringlet_multiword_ntt_create(&made, n, modulus.get(), ring, has_root ? root_words.data() : nullptr,
                                              has_coset ? coset_words.data() : nullptr, order));
    owner.reset(made);
    if (!has_coset) coset = 1;
    if (made != nullptr) root = integer(ringlet_multiword_ntt_root(made), words);
  }

  [[nodiscard]] fuzz::Points points() const {
    auto points =
        fuzz::points_of(n, static_cast<ringlet::Ring>(is_cyclic), root, q, static_cast<ringlet::Order>(order));
    points.first = points.first * coset % q;
    return points;
  }

  Call call;
  unsigned words;
  std::size_t n;
  bool is_cyclic;
  ringlet_order order;
  mpz_class q, root, coset;
  MultiwordNtt owner;
};

void transforms(Input& input) {
  const Plan plan(input);
  Call call(input, bits_of_words);
  ringlet_multiword_ntt* const ntt = plan.owner.get();
  call.is_wrong(RINGLET_NULL_POINTER, ntt == nullptr);
  const unsigned words = plan.words;
  const std::size_t n = ntt == nullptr ? 8 : plan.n;
  const std::size_t given = call.mostly<std::size_t>("n", n, {0, 1, 2 * n, ~std::size_t{0}});
  call.is_wrong(RINGLET_INVALID_ARGUMENT, given != n);
  auto* const out = call.pointer<std::uint64_t>("out", n * words);
  const auto* const in = call.pointer<std::uint64_t>("in", n * words);
  call.check_overlap(out, in, n * words);
  const std::uint64_t kind = call.chosen("kind", input.up_to(2));
  if (kind < 2) {
    const auto function = kind == 0 ? ringlet_multiword_ntt_forward : ringlet_multiword_ntt_inverse;
    const ringlet_status status = function(ntt, out, in, given, executor(input));
    call.require("multiword_ntt_forward or _inverse", status);
    if (status != RINGLET_OK) return;
    const Integers x = integers(call.before(in), n, words);
    const fuzz::Points points = plan.points();
    return fuzz::require_results(integers(out, n, words), kind == 0 ? points.values_of(x) : points.coefficients_of(x),
                                 1, plan.q,
                                 [&] { return call.text() + named("q", plan.q) + named("root", plan.root); });
  }
  const auto* const y = call.pointer<std::uint64_t>("y", n * words);
  call.check_overlap(out, y, n * words);
  const auto form = call.mostly("form", ringlet_form(input.up_to(1)), {ringlet_form(2), ringlet_form(99)});
  call.is_wrong(RINGLET_INVALID_ARGUMENT, form > RINGLET_MONTGOMERY);
  const ringlet_status status = ringlet_multiword_ntt_multiply(ntt, out, in, y, given, form, executor(input));
  call.require("multiword_ntt_multiply", status);
  if (status != RINGLET_OK) return;
  const mpz_class unit = form == RINGLET_PLAIN ? mpz_class(1) : reference::inverse(range_of(words) % plan.q, plan.q);
  const mpz_class at = plan.points().point(input.up_to(n - 1));
  const auto value = [&](const std::uint64_t* polynomial) {
    return reference::value_at(integers(polynomial, n, words), at, plan.q);
  };
  const mpz_class expected = value(call.before(in)) * value(call.before(y)) * unit % plan.q;
  fuzz::require(value(out) == expected, [&] { return "multiword_ntt_multiply: " + call.text() + named("q", plan.q); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  Input input(bytes, size);
  using Run = void (*)(Input&);
  input.pick<Run>({sums, products, powers, of_all, arithmetic, numbers, transforms, transforms})(input);
  return 0;
}
