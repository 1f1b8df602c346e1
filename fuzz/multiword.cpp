// Calls multiword moduli: numbers as text, element-wise operations in both forms, transforms of all kinds.

#include <stdexcept>

#include "ringlet/multiword_eltwise.hpp"
#include "ringlet/multiword_ntt.hpp"
#include "transforms.hpp"

namespace {

using fuzz::Array;
using fuzz::Input;
using fuzz::integer;
using fuzz::Integers;
using fuzz::named;
using fuzz::number;
using ringlet::Form;
using ringlet::Order;
using ringlet::Ring;
using ringlet::UInt;

template <unsigned width>
void written(Input& input) {
  using Number = UInt<width>;
  const mpz_class x = input.below(fuzz::range_of<Number>());
  const auto text = [&] { return "UInt: " + named("x", x); };
  fuzz::require(number<Number>(x).decimal() == x.get_str(10), text);
  fuzz::require(number<Number>(x).hexadecimal() == "0x" + x.get_str(16), text);
  fuzz::require(Number::parse(number<Number>(x).decimal()) == number<Number>(x), text);
  fuzz::require(number<Number>(x).bit_width() == (x == 0 ? 0 : mpz_sizeinbase(x.get_mpz_t(), 2)), text);
}

/// Parses arbitrary bytes, most of which are not a number.
template <unsigned width>
void parsed(Input& input) {
  using Number = UInt<width>;
  const std::string prefix = input.coin() ? "0x" : "";
  const std::string all = prefix + input.text();
  const bool is_hexadecimal = all.starts_with("0x");
  const std::string digits = all.substr(is_hexadecimal ? 2 : 0);
  const char* const allowed = is_hexadecimal ? "0123456789abcdefABCDEF" : "0123456789";
  const auto text = [&] { return "parse: " + named("text", all); };
  const bool is_number = !digits.empty() && digits.find_first_not_of(allowed) == std::string::npos;
  const mpz_class x = is_number ? mpz_class(digits, is_hexadecimal ? 16 : 10) : mpz_class(0);
  if (!is_number || x >= fuzz::range_of<Number>()) {
    return fuzz::require_refused<std::invalid_argument>([&] { static_cast<void>(Number::parse(all)); }, text);
  }
  fuzz::require(Number::parse(all) == number<Number>(x), text);
}

/// Operands of element-wise operations, and the factor that the form adds to a product.
template <unsigned width>
struct Operands {
  using Number = UInt<width>;

  explicit Operands(Input& input)
      : backend(fuzz::choose_backend(input)),
        q(fuzz::modulus<Number>(input)),
        ring(number<Number>(q)),
        form(input.coin() ? Form::montgomery : Form::plain),
        unit(form == Form::plain ? mpz_class(1) : reference::inverse(fuzz::range_of<Number>() % q, q)),
        n(fuzz::length(input)),
        a(fuzz::operands(input, n, q, q)),
        b(fuzz::operands(input, n, q, q)),
        c(fuzz::operands(input, n, q, q)) {}

  [[nodiscard]] std::string text() const {
    return named("backend", backend) + named("q", q) + named("n", n) + named("montgomery", form == Form::montgomery) +
           named("a", a) + named("b", b) + named("c", c);
  }

  /// Compares the result of `apply`, whose output may be one of its inputs.
  template <class Apply, class Expected>
  void require_map(Input& input, const char* operation, const Apply& apply, const Expected& expected) const {
    Array<Number> x(input, a), y(input, b), z(input, c), fresh(input, c);
    Array<Number>* const outs[] = {&fresh, &x, &y, &z};
    Array<Number>& out = *outs[input.up_to(3)];
    apply(out.span(), x.span(), y.span(), z.span());
    Integers all;
    for (std::size_t i = 0; i < n; ++i) all.push_back(reference::residue(expected(i), q));
    fuzz::require_results(out.integers(), all, 1, q, [&] { return operation + (": " + text()); });
  }

  std::string backend;
  mpz_class q;
  ringlet::Modulus<Number> ring;
  Form form;
  mpz_class unit;
  std::size_t n;
  Integers a, b, c;
};

template <unsigned width>
void sums(Input& input) {
  const Operands<width> v(input);
  const auto& ring = v.ring;
  const mpz_class R = fuzz::range_of<UInt<width>>();
  const auto scalar = number<UInt<width>>(v.c[0]);
  switch (input.up_to(6)) {
    case 0:
      return v.require_map(
          input, "add", [&](auto out, auto a, auto b, auto) { ringlet::add(out, a, b, ring); },
          [&](std::size_t i) { return mpz_class(v.a[i] + v.b[i]); });
    case 1:
      return v.require_map(
          input, "sub", [&](auto out, auto a, auto b, auto) { ringlet::sub(out, a, b, ring); },
          [&](std::size_t i) { return mpz_class(v.a[i] - v.b[i]); });
    case 2:
      return v.require_map(
          input, "neg", [&](auto out, auto a, auto, auto) { ringlet::neg(out, a, ring); },
          [&](std::size_t i) { return mpz_class(-v.a[i]); });
    case 3:
      return v.require_map(
          input, "to_montgomery", [&](auto out, auto a, auto, auto) { ringlet::to_montgomery(out, a, ring); },
          [&](std::size_t i) { return mpz_class(v.a[i] * R); });
    case 4:
      return v.require_map(
          input, "add_scalar", [&](auto out, auto a, auto, auto) { ringlet::add(out, a, scalar, ring); },
          [&](std::size_t i) { return mpz_class(v.a[i] + v.c[0]); });
    case 5:
      return v.require_map(
          input, "sub_scalar", [&](auto out, auto a, auto, auto) { ringlet::sub(out, a, scalar, ring); },
          [&](std::size_t i) { return mpz_class(v.a[i] - v.c[0]); });
    default:
      return v.require_map(
          input, "from_montgomery", [&](auto out, auto a, auto, auto) { ringlet::from_montgomery(out, a, ring); },
          [&](std::size_t i) { return mpz_class(v.a[i] * reference::inverse(R % v.q, v.q)); });
  }
}

template <unsigned width>
void products(Input& input) {
  const Operands<width> v(input);
  const auto& ring = v.ring;
  const auto scalar = number<UInt<width>>(v.c[0]);
  switch (input.up_to(4)) {
    case 0:
      return v.require_map(
          input, "mul", [&](auto out, auto a, auto b, auto) { ringlet::mul(out, a, b, ring, v.form); },
          [&](std::size_t i) { return mpz_class(v.a[i] * v.b[i] * v.unit); });
    case 1:
      return v.require_map(
          input, "mul_scalar", [&](auto out, auto a, auto, auto) { ringlet::mul(out, a, scalar, ring, v.form); },
          [&](std::size_t i) { return mpz_class(v.a[i] * v.c[0] * v.unit); });
    case 2:
      return v.require_map(
          input, "mul_sub", [&](auto out, auto a, auto b, auto c) { ringlet::mul_sub(out, a, b, c, ring, v.form); },
          [&](std::size_t i) { return mpz_class(v.a[i] * v.b[i] * v.unit - v.c[i]); });
    case 3:
      return v.require_map(
          input, "mul_add by a number",
          [&](auto out, auto a, auto b, auto) { ringlet::mul_add(out, a, scalar, b, ring, v.form); },
          [&](std::size_t i) { return mpz_class(v.a[i] * v.c[0] * v.unit + v.b[i]); });
    default:
      return v.require_map(
          input, "mul_add", [&](auto out, auto a, auto b, auto c) { ringlet::mul_add(out, a, b, c, ring, v.form); },
          [&](std::size_t i) { return mpz_class(v.a[i] * v.b[i] * v.unit + v.c[i]); });
  }
}

template <unsigned width>
void of_all(Input& input) {
  const Operands<width> v(input);
  Array<UInt<width>> a(input, v.a), b(input, v.b), out(input, v.c);
  const auto text = [&] { return "inner_product, powers or invert: " + v.text(); };
  mpz_class sum = 0, power = v.b[0];
  Integers powers, inverses;
  // 1/x has the form of x: for x R it is x^-1 R = (x R)^-1 R^2.
  const mpz_class square = reference::power(reference::inverse(v.unit, v.q), 2, v.q);
  bool has_inverses = true;
  for (std::size_t i = 0; i < v.n; ++i) {
    sum += v.a[i] * v.b[i];
    powers.push_back(power);
    power = power * v.a[0] * v.unit % v.q;
    has_inverses = has_inverses && (v.a[i] == 0 || gcd(v.a[i], v.q) == 1);
    inverses.push_back(v.a[i] == 0 ? v.a[i] : mpz_class(reference::inverse(v.a[i], v.q) * square % v.q));
  }
  fuzz::require(integer(ringlet::inner_product(a.span(), b.span(), v.ring, v.form)) == sum * v.unit % v.q, text);
  ringlet::powers(out.span(), b.span()[0], a.span()[0], v.ring, v.form);
  fuzz::require_results(out.integers(), powers, 1, v.q, text);
  Array<UInt<width>>& result = input.coin() ? a : out;
  const auto invert = [&] { ringlet::invert(result.span(), a.span(), v.ring, v.form); };
  if (!has_inverses) return fuzz::require_refused<std::invalid_argument>(invert, text);
  invert();
  fuzz::require_results(result.integers(), inverses, 1, v.q, text);
}

template <unsigned width>
struct Transform {
  using Number = UInt<width>;

  explicit Transform(Input& input)
      : backend(fuzz::choose_backend(input)),
        n(fuzz::points_of_transform(input, 11)),
        ring(input.coin() ? Ring::negacyclic : Ring::cyclic),
        order(input.coin() ? Order::natural : Order::bit_reversed),
        q(fuzz::prime<Number>(input, ring == Ring::negacyclic ? 2 * n : n)),
        coset(ring == Ring::cyclic && input.coin() ? mpz_class(input.below(q - 1) + 1) : mpz_class(1)),
        plan(n, ringlet::Modulus<Number>(number<Number>(q)), options(input)),
        points(fuzz::points_of(n, ring, integer(plan.root()), q, order)) {
    points.first = points.first * coset % q;
  }

  [[nodiscard]] std::string text() const {
    return named("plan", plan.describe()) + named("q", q) + named("n", n) + named("cyclic", ring == Ring::cyclic) +
           named("root", integer(plan.root())) + named("coset", coset) + named("natural", order == Order::natural);
  }

  std::string backend;
  std::size_t n;
  Ring ring;
  Order order;
  mpz_class q, coset;
  ringlet::Ntt<Number> plan;
  fuzz::Points points;

 private:
  [[nodiscard]] ringlet::NttOptions<Number> options(Input& input) const {
    ringlet::NttOptions<Number> chosen{.ring = ring, .order = order};
    if (coset != 1) chosen.coset = number<Number>(coset);
    if (input.coin()) return chosen;
    const std::uint64_t root_order = ring == Ring::negacyclic ? 2 * n : n;
    (ring == Ring::negacyclic ? chosen.psi : chosen.omega) = number<Number>(fuzz::root_of_unity(input, root_order, q));
    return chosen;
  }
};

template <unsigned width>
void transforms(Input& input) {
  const Transform<width> c(input);
  const Integers x = fuzz::operands(input, c.n, c.q, c.q);
  Array<UInt<width>> in(input, x), fresh(input, x);
  Array<UInt<width>>& out = input.coin() ? in : fresh;
  const auto text = [&] { return "transform: " + c.text() + named("x", x); };
  if (input.coin()) {
    c.plan.forward(out.span(), in.span());
    fuzz::require_values(input, out.integers(), x, 1, c.points, text);
  } else {
    c.plan.inverse(out.span(), in.span());
    fuzz::require_values(input, x, out.integers(), 1, c.points, text);
    for (const mpz_class& result : out.integers()) fuzz::require(result < c.q, text);
  }
}

template <unsigned width>
void multiply(Input& input) {
  const Transform<width> c(input);
  const Form form = input.coin() ? Form::montgomery : Form::plain;
  const Integers x = fuzz::operands(input, c.n, c.q, c.q), y = fuzz::operands(input, c.n, c.q, c.q);
  Array<UInt<width>> first(input, x), second(input, y), fresh(input, x);
  Array<UInt<width>>* const outs[] = {&fresh, &first, &second};
  Array<UInt<width>>& out = *outs[input.up_to(2)];
  c.plan.multiply(out.span(), first.span(), second.span(), form);
  const mpz_class unit =
      form == Form::plain ? mpz_class(1) : reference::inverse(fuzz::range_of<UInt<width>>() % c.q, c.q);
  const Integers product = out.integers();
  for (int i = 0; i < 3; ++i) {
    const mpz_class at = c.points.point(input.up_to(c.n - 1));
    const mpz_class expected = reference::value_at(x, at, c.q) * reference::value_at(y, at, c.q) * unit % c.q;
    fuzz::require_results({reference::value_at(product, at, c.q)}, {expected}, 1, c.q, [&] {
      return "multiply: " + c.text() + named("montgomery", form == Form::montgomery) + named("x", x) + named("y", y);
    });
  }
}

template <unsigned width>
void run(Input& input) {
  using Run = void (*)(Input&);
  input.pick<Run>({written<width>, parsed<width>, sums<width>, products<width>, of_all<width>, transforms<width>,
                   transforms<width>, multiply<width>})(input);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  Input input(bytes, size);
  using Run = void (*)(Input&);
  input.pick<Run>({run<192>, run<256>, run<320>, run<384>, run<512>})(input);
  return 0;
}
