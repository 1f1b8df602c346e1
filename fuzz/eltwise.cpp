// Calls element-wise operations on words and 128-bit words, in C++ and C: all of the tests' table, with its oracle.

#include "numbers.hpp"
#include "words/eltwise_operations.hpp"

namespace {

using fuzz::Array;
using fuzz::Input;
using fuzz::integer;
using fuzz::Integers;
using fuzz::named;
using fuzz::number;
using ringlet::uint128_t;

template <class Word>
using Operation = ringlet_test::BasicOperation<Word>;

/// Operands of a call, some of which may be the same array.
template <class Word>
struct Operands {
  Operands(Input& input, const Operation<Word>& operation)
      : q(fuzz::modulus<Word>(input)), modulus(number<Word>(q)), alias(input.up_to(7)) {
    const mpz_class bound = fuzz::bound_of<Word>(operation.input_factor, q);
    const std::size_t n = fuzz::length(input);
    a = fuzz::operands(input, n, q, bound);
    b = (alias & 4) != 0 ? a : fuzz::operands(input, n, q, bound);
    c = fuzz::operands(input, n, q, bound);
    scalar = input.below(operation.scalar == Operation<Word>::Scalar::residue ? q : fuzz::range_of<Word>());
    limit = input.coin() ? a[0] : input.below(fuzz::range_of<Word>());
  }

  [[nodiscard]] Integers expected(const Operation<Word>& operation) const {
    Integers all;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const auto word = [](const mpz_class& x) { return number<Word>(x); };
      all.push_back(
          integer(operation.expected({word(a[i]), word(b[i]), word(c[i]), word(scalar), word(limit), word(q)})));
    }
    return all;
  }

  [[nodiscard]] std::string text() const {
    return named("q", q) + named("n", a.size()) + named("aliasing", alias) + named("scalar", scalar) +
           named("bound", limit) + named("a", a) + named("b", b) + named("c", c);
  }

  /// Returns the output array: a new one, or that of a, b or c.
  template <class T>
  [[nodiscard]] T& out(T& fresh, T& of_a, T& of_b, T& of_c) const {
    T* const choices[] = {&fresh, &of_a, &of_b, &of_c};
    return *choices[alias & 3];
  }

  mpz_class q;
  ringlet::Modulus<Word> modulus;
  std::uint64_t alias;
  Integers a, b, c;
  mpz_class scalar, limit;
};

/// Applies the operation in C++ or C.
template <class Word>
Integers on_arrays(Input& input, const Operation<Word>& operation, const Operands<Word>& x) {
  Array<Word> fresh(input, x.c), a(input, x.a), own_b(input, x.b), c(input, x.c);
  Array<Word>& b = (x.alias & 4) != 0 ? a : own_b;
  Array<Word>& out = x.out(fresh, a, b, c);
  const Word scalar = number<Word>(x.scalar), limit = number<Word>(x.limit);
  const std::size_t n = x.a.size();
  if (input.coin()) {
    using namespace ringlet_test::c_api;
    const auto call = [&](const auto* q) {
      return operation.in_c({to_c(out.span().data()), to_c(a.span().data()), to_c(b.span().data()),
                             to_c(c.span().data()), to_c(scalar), to_c(limit), q, operation.input_factor,
                             operation.output_factor, n});
    };
    const auto make = by_word<Word>(make_modulus32, make_modulus, make_modulus128);
    const ringlet_status status = call(make(number<Word>(x.q)).get());
    fuzz::require(status == RINGLET_OK, [&] { return operation.name + " in C: " + ringlet_last_error_message(); });
  } else {
    operation.on_arrays({out.span(), a.span(), b.span(), c.span(), scalar, limit, x.modulus, operation.input_factor,
                         operation.output_factor, n});
  }
  return out.integers();
}

template <class Word>
void run(Input& input) {
  const std::string backend = fuzz::choose_backend(input);
  const Operation<Word>& operation = input.pick(ringlet_test::operations<Word>());
  const Operands<Word> x(input, operation);
  const auto has_room = [&](unsigned factor) { return factor < 2 || fuzz::has_room<Word>(factor, x.q); };
  if (!has_room(operation.input_factor) || !has_room(operation.output_factor)) return;
  fuzz::require_results(on_arrays(input, operation, x), x.expected(operation), operation.output_factor, x.q,
                        [&] { return operation.name + ": " + named("backend", backend) + x.text(); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  Input input(bytes, size);
  input.pick<void (*)(Input&)>({run<std::uint32_t>, run<std::uint64_t>, run<uint128_t>})(input);
  return 0;
}
