// Calls transforms and products of words.

#include "ringlet/ntt.hpp"

#include "transforms.hpp"

namespace {

using fuzz::Array;
using fuzz::Input;
using fuzz::Integers;
using fuzz::named;
using fuzz::number;
using ringlet::Ring;

template <class Word>
struct Case {
  explicit Case(Input& input)
      : backend(fuzz::choose_backend(input)),
        n(fuzz::points_of_transform(input, sizeof(Word) == 8 ? 14 : 13)),
        ring(input.coin() ? Ring::negacyclic : Ring::cyclic),
        q(fuzz::prime<Word>(input, order())),
        plan(n, ringlet::Modulus<Word>(number<Word>(q)), options(input)),
        points(fuzz::points_of(n, ring, fuzz::integer(plan.root()), q, plan.order())) {
    fuzz::require(reference::power(fuzz::integer(plan.root()), static_cast<unsigned long>(order() / 2), q) == q - 1,
                  [&] { return "root: " + text(); });
  }

  [[nodiscard]] std::uint64_t order() const { return ring == Ring::negacyclic ? 2 * n : n; }

  [[nodiscard]] std::string text() const {
    return named("plan", plan.describe()) + named("q", q) + named("n", n) + named("cyclic", ring == Ring::cyclic) +
           named("root", fuzz::integer(plan.root())) + named("natural", plan.order() == ringlet::Order::natural);
  }

  std::string backend;
  std::size_t n;
  Ring ring;
  mpz_class q;
  ringlet::Ntt<Word> plan;
  fuzz::Points points;

 private:
  [[nodiscard]] ringlet::NttOptions<Word> options(Input& input) const {
    ringlet::NttOptions<Word> chosen{.ring = ring};
    if (!input.coin()) {
      (ring == Ring::negacyclic ? chosen.psi : chosen.omega) = number<Word>(fuzz::root_of_unity(input, order(), q));
    }
    if (input.coin()) chosen.order = ringlet::Order::natural;
    return chosen;
  }
};

/// Returns the factor, or 1 if values below the factor times q do not fit a word.
template <class Word>
unsigned fitting(unsigned factor, const mpz_class& q) {
  return fuzz::has_room<Word>(factor, q) ? factor : 1;
}

template <class Word>
void forward(Input& input, const Case<Word>& c) {
  const ringlet::Range range{fitting<Word>(input.pick({1U, 2U, 4U, ringlet::Range::any}), c.q),
                             fitting<Word>(input.pick({1U, 4U}), c.q)};
  const Integers x = fuzz::operands(input, c.n, c.q, fuzz::bound_of<Word>(range.input_factor, c.q));
  Array<Word> in(input, x), fresh(input, x);
  Array<Word>& out = input.coin() ? in : fresh;
  c.plan.forward(out.span(), in.span(), range);
  const auto call = [&] {
    return "forward: " + c.text() + named("from", range.input_factor) + named("to", range.output_factor) +
           named("x", x);
  };
  fuzz::require_values(input, out.integers(), x, range.output_factor, c.points, call);
  if (range.output_factor != 1) return;
  c.plan.inverse(out.span(), out.span());
  Integers reduced;
  for (const mpz_class& value : x) reduced.push_back(value % c.q);
  fuzz::require_results(out.integers(), reduced, 1, c.q, [&] { return "there and back by " + call(); });
}

template <class Word>
void inverse(Input& input, const Case<Word>& c) {
  const ringlet::Range range{fitting<Word>(input.pick({1U, 2U}), c.q), fitting<Word>(input.pick({1U, 2U}), c.q)};
  const Integers x = fuzz::operands(input, c.n, c.q, c.q * range.input_factor);
  Array<Word> in(input, x), fresh(input, x);
  Array<Word>& out = input.coin() ? in : fresh;
  c.plan.inverse(out.span(), in.span(), range);
  const auto call = [&] {
    return "inverse: " + c.text() + named("from", range.input_factor) + named("to", range.output_factor) +
           named("x", x);
  };
  const Integers results = out.integers();
  for (const mpz_class& result : results) fuzz::require(result < c.q * range.output_factor, call);
  // The polynomial must have the values of the input; each value depends on all of its coefficients.
  Integers reduced;
  for (const mpz_class& value : x) reduced.push_back(value % c.q);
  fuzz::require_values(input, reduced, results, 1, c.points, call);
}

template <class Word>
void multiply(Input& input, const Case<Word>& c) {
  const Integers x = fuzz::operands(input, c.n, c.q, c.q), y = fuzz::operands(input, c.n, c.q, c.q);
  const std::uint64_t alias = input.up_to(3);
  Array<Word> first(input, x), second(input, y), fresh(input, x);
  Array<Word>* const outs[] = {&fresh, &first, &second, &fresh};
  const bool squares = alias == 3;
  c.plan.multiply(outs[alias]->span(), first.span(), squares ? first.span() : second.span());
  const Integers product = outs[alias]->integers();
  for (int i = 0; i < 3; ++i) {
    const mpz_class at = c.points.point(input.up_to(c.n - 1));
    const mpz_class expected = reference::value_at(x, at, c.q) * reference::value_at(squares ? x : y, at, c.q) % c.q;
    fuzz::require_results({reference::value_at(product, at, c.q)}, {expected}, 1, c.q, [&] {
      return "multiply: " + c.text() + named("aliasing", alias) + named("at", at) + named("x", x) + named("y", y);
    });
  }
  for (const mpz_class& result : product) fuzz::require(result < c.q, [&] { return "multiply: " + c.text(); });
}

template <class Word>
void run(Input& input) {
  const Case<Word> c(input);
  switch (input.up_to(2)) {
    case 0:
      return forward(input, c);
    case 1:
      return inverse(input, c);
    default:
      return multiply(input, c);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  Input input(bytes, size);
  input.pick<void (*)(Input&)>({run<std::uint32_t>, run<std::uint64_t>, run<ringlet::uint128_t>})(input);
  return 0;
}
