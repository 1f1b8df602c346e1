// Calls Intel HEXL's interface: element-wise operations with any modulus, transforms with their tables, number theory.

#include "hexl/hexl.hpp"

#include <stdexcept>

#include "reference/bits.hpp"
#include "transforms.hpp"

namespace {

using fuzz::Array;
using fuzz::Input;
using fuzz::integer;
using fuzz::Integers;
using fuzz::named;
using intel::hexl::CMPINT;

std::uint64_t word(const mpz_class& x) { return fuzz::number<std::uint64_t>(x); }

mpz_class range() { return fuzz::range_of<std::uint64_t>(); }

/// Operands of element-wise operations, with moduli of up to 64 bits.
struct Operands {
  explicit Operands(Input& input, unsigned most_bits, std::uint64_t input_factor)
      : backend(fuzz::choose_backend(input)),
        q(fuzz::modulus(input, 2, most_bits)),
        factor(input_factor),
        n(input.up_to(31) == 31 ? 0 : fuzz::length(input)) {
    const mpz_class bound = fuzz::bound_of<std::uint64_t>(static_cast<unsigned>(factor), q);
    if (n == 0) return;
    a = fuzz::operands(input, n, q, bound);
    b = fuzz::operands(input, n, q, bound);
    scalar = input.word();
  }

  [[nodiscard]] std::string text() const {
    return named("backend", backend) + named("q", q) + named("factor", factor) + named("scalar", scalar) +
           named("n", n) + named("a", a) + named("b", b);
  }

  template <class Apply, class Expected>
  void require_map(Input& input, const char* operation, const Apply& apply, const Expected& expected) const {
    Array<std::uint64_t> x(input, a), y(input, b), fresh(input, b);
    Array<std::uint64_t>* const outs[] = {&fresh, &x, &y};
    Array<std::uint64_t>& out = *outs[input.up_to(2)];
    apply(out.span().data(), x.span().data(), y.span().data());
    Integers all;
    for (std::size_t i = 0; i < n; ++i) all.push_back(expected(i));
    fuzz::require_results(out.integers(), all, 1, q, [&] { return operation + (": " + text()); });
  }

  std::string backend;
  mpz_class q;
  std::uint64_t factor;
  std::size_t n;
  Integers a, b;
  std::uint64_t scalar = 0;
};

void sums(Input& input) {
  const Operands v(input, 64, 1);
  const std::uint64_t q = word(v.q), s = v.scalar;
  switch (input.up_to(3)) {
    case 0:
      return v.require_map(
          input, "EltwiseAddMod", [&](auto out, auto a, auto b) { intel::hexl::EltwiseAddMod(out, a, b, v.n, q); },
          [&](std::size_t i) { return mpz_class((v.a[i] + v.b[i]) % v.q); });
    case 1:
      return v.require_map(
          input, "EltwiseAddMod, scalar",
          [&](auto out, auto a, auto) { intel::hexl::EltwiseAddMod(out, a, s, v.n, q); },
          [&](std::size_t i) { return mpz_class((v.a[i] + integer(s)) % v.q); });
    case 2:
      return v.require_map(
          input, "EltwiseSubMod", [&](auto out, auto a, auto b) { intel::hexl::EltwiseSubMod(out, a, b, v.n, q); },
          [&](std::size_t i) { return reference::residue(v.a[i] - v.b[i], v.q); });
    default:
      return v.require_map(
          input, "EltwiseSubMod, scalar",
          [&](auto out, auto a, auto) { intel::hexl::EltwiseSubMod(out, a, s, v.n, q); },
          [&](std::size_t i) { return reference::residue(v.a[i] - integer(s), v.q); });
  }
}

void products(Input& input) {
  const bool adds = input.coin(), has_addend = input.coin();
  const std::uint64_t factor = adds ? input.pick<std::uint64_t>({1, 2, 4, 8}) : input.pick<std::uint64_t>({1, 2, 4});
  const unsigned bits = adds ? 62 : factor == 1 ? 64 : factor == 2 ? 63 : 62;
  const Operands v(input, bits, factor);
  const std::uint64_t q = word(v.q), s = v.scalar;
  if (!adds) {
    return v.require_map(
        input, "EltwiseMultMod",
        [&](auto out, auto a, auto b) { intel::hexl::EltwiseMultMod(out, a, b, v.n, q, factor); },
        [&](std::size_t i) { return mpz_class(v.a[i] * v.b[i] % v.q); });
  }
  v.require_map(
      input, "EltwiseFMAMod",
      [&](auto out, auto a, auto b) {
        intel::hexl::EltwiseFMAMod(out, a, s, has_addend ? b : nullptr, v.n, q, factor);
      },
      [&](std::size_t i) { return mpz_class((v.a[i] * integer(s) + (has_addend ? v.b[i] : mpz_class(0))) % v.q); });
}

bool holds(CMPINT comparison, const mpz_class& x, const mpz_class& bound) {
  switch (comparison) {
    case CMPINT::EQ:
      return x == bound;
    case CMPINT::LT:
      return x < bound;
    case CMPINT::LE:
      return x <= bound;
    case CMPINT::FALSE:
      return false;
    case CMPINT::NE:
      return x != bound;
    case CMPINT::NLT:
      return x >= bound;
    case CMPINT::NLE:
      return x > bound;
    default:
      return true;
  }
}

void reductions(Input& input) {
  const Operands v(input, 64, ringlet::Range::any);
  const std::uint64_t q = word(v.q), s = v.scalar;
  const auto comparison = static_cast<CMPINT>(input.up_to(7));
  const std::uint64_t bound = v.n != 0 && input.coin() ? word(v.a[0]) : input.word();
  switch (input.up_to(2)) {
    case 0:
      return v.require_map(
          input, "EltwiseReduceMod",
          [&](auto out, auto a, auto) { intel::hexl::EltwiseReduceMod(out, a, v.n, q, q, 1); },
          [&](std::size_t i) { return mpz_class(v.a[i] % v.q); });
    case 1:
      return v.require_map(
          input, "EltwiseCmpAdd",
          [&](auto out, auto a, auto) { intel::hexl::EltwiseCmpAdd(out, a, v.n, comparison, bound, s); },
          [&](std::size_t i) {
            return mpz_class((v.a[i] + (holds(comparison, v.a[i], integer(bound)) ? integer(s) : mpz_class(0))) %
                             range());
          });
    default:
      return v.require_map(
          input, "EltwiseCmpSubMod",
          [&](auto out, auto a, auto) { intel::hexl::EltwiseCmpSubMod(out, a, v.n, q, comparison, bound, s); },
          [&](std::size_t i) {
            const mpz_class less = holds(comparison, v.a[i], integer(bound)) ? integer(s) : mpz_class(0);
            return reference::residue(v.a[i] - less, v.q);
          });
  }
}

/// Checks the tables that callers may request.
void require_tables(const intel::hexl::NTT& ntt, const fuzz::Points& points, const std::function<std::string()>& text) {
  const auto bits = static_cast<unsigned>(std::countr_zero(points.n));
  for (std::size_t i = 0; i < points.n; ++i) {
    const mpz_class power = reference::power(points.first, static_cast<unsigned long>(i), points.q);
    const std::size_t place = reference::reverse_bits(i, bits);
    fuzz::require(integer(ntt.GetRootOfUnityPowers()[place]) == power, text);
    fuzz::require(integer(ntt.GetPrecon64RootOfUnityPowers()[place]) == power * range() / points.q, text);
  }
}

void transforms(Input& input) {
  const std::string backend = fuzz::choose_backend(input);
  const std::size_t n = input.up_to(31) == 31 ? 1 : fuzz::points_of_transform(input, 12);
  const mpz_class q = fuzz::prime(input, 2, 62, 2 * n);
  const mpz_class root = fuzz::root_of_unity(input, 2 * n, q);
  intel::hexl::NTT ntt = input.coin() ? intel::hexl::NTT(n, word(q)) : intel::hexl::NTT(n, word(q), word(root));
  const fuzz::Points points = fuzz::points_of(n, ringlet::Ring::negacyclic, integer(ntt.GetMinimalRootOfUnity()), q,
                                              ringlet::Order::bit_reversed);
  const bool is_forward = input.coin();
  const std::uint64_t from = is_forward ? input.pick<std::uint64_t>({1, 2, 4}) : 1 + input.up_to(1);
  const std::uint64_t to = is_forward ? input.pick<std::uint64_t>({1, 4}) : 1 + input.up_to(1);
  const Integers x = fuzz::operands(input, n, q, q * static_cast<unsigned long>(from));
  Array<std::uint64_t> in(input, x), fresh(input, x);
  Array<std::uint64_t>& out = input.coin() ? in : fresh;
  const auto text = [&] {
    return "NTT: " + named("backend", backend) + named("q", q) + named("n", n) + named("root", points.first) +
           named("forward", is_forward) + named("from", from) + named("to", to) + named("x", x);
  };
  if (is_forward) {
    ntt.ComputeForward(out.span().data(), in.span().data(), from, to);
    fuzz::require_values(input, out.integers(), x, static_cast<unsigned>(to), points, text);
  } else {
    ntt.ComputeInverse(out.span().data(), in.span().data(), from, to);
    Integers values;
    for (const mpz_class& value : x) values.push_back(value % q);
    fuzz::require_values(input, values, out.integers(), 1, points, text);
    for (const mpz_class& result : out.integers()) fuzz::require(result < q * static_cast<unsigned long>(to), text);
  }
  if (n <= 64) require_tables(ntt, points, text);
}

void number_theory(Input& input) {
  const mpz_class q = fuzz::modulus(input, 2, 63);
  const mpz_class a = fuzz::operands(input, 1, q, q)[0], b = fuzz::operands(input, 1, q, q)[0];
  const std::uint64_t x = word(a), y = word(b), m = word(q), any = input.word();
  const auto text = [&] {
    return "number theory: " + named("q", q) + named("a", a) + named("b", b) + named("any", any);
  };
  using namespace intel::hexl;
  fuzz::require(integer(MultiplyMod(x, y, m)) == a * b % q, text);
  fuzz::require(integer(AddUIntMod(x, y, m)) == (a + b) % q, text);
  fuzz::require(integer(SubUIntMod(x, y, m)) == reference::residue(a - b, q), text);
  fuzz::require(integer(PowMod(any, y, m)) == reference::power(integer(any), b, q), text);
  const MultiplyFactor factor(y, 64, m);
  fuzz::require(integer(MultiplyMod(any, y, factor.BarrettFactor(), m)) == integer(any) * b % q, text);
  fuzz::require(IsPrime(any) == reference::is_prime(integer(any)), text);
  if (gcd(a, q) == 1) {
    fuzz::require(integer(InverseMod(x, m)) == reference::inverse(a, q), text);
  } else {
    fuzz::require_refused<std::invalid_argument>([&] { static_cast<void>(InverseMod(x, m)); }, text);
  }
}

/// Passes arbitrary arguments. Calls must succeed or report an error.
void misuse(Input& input) {
  const std::uint64_t n = input.up_to(20), q = input.coin() ? input.up_to(100) : input.word();
  const std::uint64_t input_factor = input.up_to(9), output_factor = input.up_to(5);
  Array<std::uint64_t> a(input, fuzz::operands(input, 21, 2, range())), out(input, Integers(21));
  const auto text = [&] {
    return "misuse: " + named("n", n) + named("q", q) + named("from", input_factor) + named("to", output_factor);
  };
  const auto attempt = [&](const auto& call) {
    try {
      call();
    } catch (const std::invalid_argument& error) {
      fuzz::require(*error.what() != '\0', text);
    }
  };
  using namespace intel::hexl;
  attempt([&] { EltwiseMultMod(out.span().data(), a.span().data(), a.span().data(), n, q, input_factor); });
  attempt([&] { EltwiseReduceMod(out.span().data(), a.span().data(), n, q, input_factor, output_factor); });
  attempt([&] { EltwiseFMAMod(out.span().data(), a.span().data(), q, nullptr, n, q, input_factor); });
  attempt([&] {
    NTT ntt(n, q);
    fuzz::require(NTT::CheckArguments(n, q), text);
    ntt.ComputeForward(out.span().data(), a.span().data(), input_factor, output_factor);
  });
  fuzz::require_refused<std::logic_error>([&] { NTT().ComputeInverse(out.span().data(), a.span().data(), 1, 1); },
                                          text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  Input input(bytes, size);
  using Run = void (*)(Input&);
  input.pick<Run>({sums, products, reductions, transforms, transforms, number_theory, misuse})(input);
  return 0;
}
