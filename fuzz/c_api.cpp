// Calls the C interface with arguments of all kinds, right and wrong. It must not crash, must return the status of an
// error exactly if there is one, and must then leave memory unchanged.

#include <algorithm>
#include <map>
#include <memory>

#include "c/rns_calls.hpp"
#include "c_call.hpp"
#include "numbers.hpp"
#include "ringlet/ringlet.h"
#include "words/eltwise_operations.hpp"

namespace {

using fuzz::arena_words;
using fuzz::Call;
using fuzz::count;
using fuzz::Input;
using fuzz::named;
using fuzz::number;
using ringlet::uint128_t;
using namespace ringlet_test::c_api;

template <class Word>
using CWord = typename Types<Word>::Word;

/// The function of a word, whose name has the word's length after `name`.
#define BY_WORD(name, rest) by_word<Word>(name##32##rest, name##rest, name##128##rest)

/// A modulus and its handle, rarely null.
template <class Word>
struct Ring {
  explicit Ring(Call& call, const mpz_class& modulus) : q(modulus) {
    owner = make(number<Word>(q));
    is_null = call.chosen("null modulus", call.input().up_to(31) == 31);
  }
  [[nodiscard]] auto get() const { return is_null ? nullptr : owner.get(); }

  static constexpr auto make = by_word<Word>(make_modulus32, make_modulus, make_modulus128);

  mpz_class q;
  decltype(make(0)) owner;
  bool is_null;
};

bool contains(const std::vector<unsigned>& allowed, unsigned factor) {
  return std::ranges::find(allowed, factor) != allowed.end();
}

template <class Word>
void eltwise(Input& input) {
  Call call(input);
  const auto& operation = input.pick(ringlet_test::operations<Word>());
  // These operations read the fixed operand's factors first.
  if (operation.fixes_a || operation.fixes_b) return;
  const Ring<Word> ring(call, fuzz::modulus<Word>(input));
  const std::size_t n = count(call), size = std::min<std::size_t>(n, 100);
  auto* const out = call.pointer<CWord<Word>>("out", size);
  const auto* const a = call.pointer<CWord<Word>>("a", size);
  const CWord<Word>* const b = operation.reads_b ? call.pointer<CWord<Word>>("b", size, operation.may_lack_b) : nullptr;
  const CWord<Word>* const c = operation.reads_c ? call.pointer<CWord<Word>>("c", size) : nullptr;
  for (const auto* in : {a, b, c}) call.check_overlap<CWord<Word>>(out, in, n);
  const mpz_class scalar = input.up_to(7) == 7 ? input.below(fuzz::range_of<Word>()) : input.below(ring.q);
  const bool has_modulus = operation.name.find("cmp_add") == std::string::npos;
  using Scalar = typename ringlet_test::BasicOperation<Word>::Scalar;
  call.is_wrong(RINGLET_NULL_POINTER, has_modulus && ring.is_null);
  call.is_wrong(RINGLET_OUT_OF_RANGE, operation.scalar == Scalar::residue && scalar >= ring.q);
  const unsigned from = call.mostly("from", operation.input_factor, {0U, 3U, 8U, 16U, ~0U});
  const unsigned to = call.mostly("to", operation.output_factor, {0U, 3U, 4U, ~0U});
  call.is_wrong(RINGLET_INVALID_ARGUMENT,
                operation.input_factors.size() > 1 && !contains(operation.input_factors, from));
  call.is_wrong(RINGLET_INVALID_ARGUMENT,
                operation.output_factors.size() > 1 && !contains(operation.output_factors, to));
  const auto has_room = [&](unsigned factor) { return factor < 2 || fuzz::has_room<Word>(factor, ring.q); };
  call.is_wrong(RINGLET_INVALID_ARGUMENT, operation.input_factors.size() > 1 && !has_room(from));
  call.is_wrong(RINGLET_INVALID_ARGUMENT, operation.output_factors.size() > 1 && !has_room(to));
  call.require(operation.name, operation.in_c({out, a, b, c, to_c(number<Word>(scalar)), to_c(number<Word>(ring.q / 2)),
                                               ring.get(), from, to, n}));
}

/// Calls arithmetic with operands that may exceed q.
template <class Word>
void arithmetic(Input& input) {
  Call call(input);
  const Ring<Word> ring(call, fuzz::modulus<Word>(input));
  const auto operand = [&] {
    const mpz_class x = input.up_to(7) == 7 ? input.below(fuzz::range_of<Word>()) : input.below(ring.q);
    return std::pair(x, to_c(number<Word>(x)));
  };
  const auto [x, a] = operand();
  const auto [y, b] = operand();
  auto* const result = call.pointer<CWord<Word>>("result", 1);
  call.is_wrong(RINGLET_NULL_POINTER, ring.is_null);
  const std::uint64_t kind = call.chosen("kind", input.up_to(5));
  const auto* const q = ring.get();
  call.is_wrong(RINGLET_OUT_OF_RANGE, kind > 0 && x >= ring.q);
  call.is_wrong(RINGLET_OUT_OF_RANGE, kind > 2 && y >= ring.q);
  call.is_wrong(RINGLET_INVALID_ARGUMENT, kind == 2 && gcd(x, ring.q) != 1);
  switch (kind) {
    case 0:
      return call.require("reduce_mod", BY_WORD(ringlet_reduce_mod, )(result, a, q));
    case 1:
      return call.require("pow_mod", BY_WORD(ringlet_pow_mod, )(result, a, b, q));
    case 2:
      return call.require("inverse_mod", BY_WORD(ringlet_inverse_mod, )(result, a, q));
    case 3:
      return call.require("add_mod", BY_WORD(ringlet_add_mod, )(result, a, b, q));
    case 4:
      return call.require("sub_mod", BY_WORD(ringlet_sub_mod, )(result, a, b, q));
    default:
      return call.require("mul_mod", BY_WORD(ringlet_mul_mod, )(result, a, b, q));
  }
}

/// Makes moduli from any number, and asks for primes with any numbers.
template <class Word>
void moduli(Input& input) {
  Call call(input);
  const mpz_class q = input.coin() ? input.below(fuzz::range_of<Word>()) : mpz_class(fuzz::modulus<Word>(input));
  const bool is_valid = q >= 2 && q < reference::power_of_two(fuzz::max_bits<Word>);
  typename Types<Word>::Modulus* handle = nullptr;
  const auto create = BY_WORD(ringlet_modulus, _create);
  call.is_wrong(RINGLET_INVALID_ARGUMENT, !is_valid);
  call.require("modulus_create", create(&handle, to_c(number<Word>(q))));
  fuzz::require((handle != nullptr) == is_valid, [&] { return "modulus handle " + named("q", q); });
  BY_WORD(ringlet_modulus, _destroy)(handle);

  Call other(input);
  const std::size_t n = other.chosen("n", input.up_to(3) == 3 ? input.word() : std::size_t{1} << input.up_to(26));
  const auto bits = other.chosen("bits", static_cast<unsigned>(input.up_to(fuzz::max_bits<Word> + 2)));
  const std::size_t found = other.chosen("count", input.up_to(4));
  const auto order = other.chosen("order", static_cast<ringlet_prime_order>(input.up_to(2)));
  // If nothing is written, any pointer is valid.
  auto* const primes = found == 0 ? nullptr : other.pointer<CWord<Word>>("primes", found);
  other.is_wrong(RINGLET_INVALID_ARGUMENT, !std::has_single_bit(n) || n > std::size_t{1} << 24 || bits < 2 ||
                                               bits > fuzz::max_bits<Word> || order > RINGLET_SMALLEST_FIRST);
  // Short moduli have few primes.
  if (bits < 40) other.may_be_wrong();
  other.require("ntt_primes", BY_WORD(ringlet_ntt_primes, )(primes, found, bits, n, order));
}

template <class Word>
void transforms(Input& input) {
  Call call(input);
  constexpr std::size_t most = ringlet::Ntt<Word>::max_size;
  const std::size_t n = call.chosen("n", input.up_to(7) == 7 ? input.pick<std::size_t>({0, 1, 3, 2 * most, most + 1})
                                                             : std::size_t{2} << input.up_to(5));
  const auto choice = call.mostly<std::uint64_t>("ring", input.up_to(1), {2, 7, ~0U});
  const std::size_t order = choice == RINGLET_NEGACYCLIC ? 2 * n : n;
  const bool is_size = std::has_single_bit(n) && n >= 2 && n <= most;
  const Ring<Word> ring(
      call, is_size && input.up_to(7) != 7 ? fuzz::prime<Word>(input, order) : mpz_class(fuzz::modulus<Word>(input)));
  const bool is_field = is_size && ring.q % static_cast<unsigned long>(order) == 1 && reference::is_prime(ring.q);
  mpz_class root = 0;
  if (is_field && input.coin()) root = fuzz::root_of_unity(input, order, ring.q);
  if (input.up_to(15) == 15) root = input.below(fuzz::range_of<Word>());
  const bool is_root =
      root == 0 || (is_field && root < ring.q &&
                    reference::power(root, static_cast<unsigned long>(order / 2), ring.q) == ring.q - 1);
  call.is_wrong(RINGLET_NULL_POINTER, ring.is_null);
  const auto values = call.mostly<std::uint64_t>("order", input.up_to(1), {2, 7, ~0U});
  call.is_wrong(RINGLET_INVALID_ARGUMENT, choice > 1 || values > 1 || !is_field || !is_root);
  using Handle = typename Types<Word>::Ntt;
  Handle* handle = nullptr;
  const auto create = BY_WORD(ringlet_ntt, _create);
  call.require("ntt_create", create(&handle, n, ring.get(), static_cast<ringlet_ring>(choice), to_c(number<Word>(root)),
                                    static_cast<ringlet_order>(values)));
  const std::unique_ptr<Handle, void (*)(Handle*)> owner(handle, BY_WORD(ringlet_ntt, _destroy));
  // Operations with a handle that may be null.
  Call use(input);
  use.is_wrong(RINGLET_NULL_POINTER, handle == nullptr);
  const std::size_t size = handle == nullptr ? 8 : n;
  const std::size_t given = use.mostly<std::size_t>("n", size, {0, 1, 2 * size, ~std::size_t{0}});
  use.is_wrong(RINGLET_INVALID_ARGUMENT, given != size);
  auto* const out = use.pointer<CWord<Word>>("out", size);
  const auto* const in = use.pointer<CWord<Word>>("in", size);
  use.check_overlap<CWord<Word>>(out, in, given);
  const unsigned from = use.chosen("from", input.pick<unsigned>({0, 1, 2, 3, 4, RINGLET_ANY_WORD}));
  const unsigned to = use.chosen("to", static_cast<unsigned>(input.up_to(5)));
  const bool has_room = fuzz::has_room<Word>(from, ring.q) && fuzz::has_room<Word>(to, ring.q);
  const auto kind = input.up_to(2);
  use.is_wrong(RINGLET_INVALID_ARGUMENT, kind < 2 && !has_room);
  switch (kind) {
    case 0:
      use.is_wrong(RINGLET_INVALID_ARGUMENT, !contains({1, 2, 4, RINGLET_ANY_WORD}, from) || !contains({1, 4}, to));
      return use.require("ntt_forward", BY_WORD(ringlet_ntt, _forward)(handle, out, in, given, from, to));
    case 1:
      use.is_wrong(RINGLET_INVALID_ARGUMENT, !contains({1, 2}, from) || !contains({1, 2}, to));
      return use.require("ntt_inverse", BY_WORD(ringlet_ntt, _inverse)(handle, out, in, given, from, to));
    default:
      const auto* const y = use.pointer<CWord<Word>>("y", size);
      use.check_overlap<CWord<Word>>(out, y, given);
      return use.require("ntt_multiply", BY_WORD(ringlet_ntt, _multiply)(handle, out, in, y, given));
  }
}

/// Calls operations on rows of valid plans.
void rows(Input& input) {
  Call call(input);
  static std::map<std::string, std::unique_ptr<RowPlans>> all_plans;
  auto& plans = all_plans[call.text()];
  if (!plans) plans = std::make_unique<RowPlans>(50U);
  constexpr std::size_t n = RowPlans::n;
  const std::vector<RowOperation> operations = plans->operations();
  const RowOperation& operation = operations[input.up_to(operations.size() - 1)];
  RowArguments x{.rows = operation.out_rows, .n = n};
  if (operation.takes_rows) x.rows = call.mostly<std::size_t>("rows", x.rows, {0, ~std::size_t{0}});
  if (operation.takes_n) x.n = call.mostly<std::size_t>("n", n, {0, ~std::size_t{0}});
  call.is_wrong(RINGLET_INVALID_ARGUMENT, x.rows == 0 || x.rows > n || x.n != n);
  constexpr std::size_t stride = n + 2;
  const auto array = [&](const std::string& name) { return call.pointer<std::uint64_t>(name.c_str(), 5 * stride); };
  const std::size_t of_out = call.mostly<std::size_t>("stride of out", stride, {0, n - 1, ~std::size_t{0}});
  const std::size_t of_in = call.mostly<std::size_t>("stride of in", stride, {0, n - 1, ~std::size_t{0}});
  for (std::size_t i = 0; i < operation.outputs.size(); ++i) x.out[i] = rows_at(array(operation.outputs[i]), of_out);
  for (std::size_t i = 0; i < operation.inputs.size(); ++i) x.in[i] = rows_at(array(operation.inputs[i]), of_in);
  call.is_wrong(RINGLET_INVALID_ARGUMENT, of_out != stride);
  call.is_wrong(RINGLET_INVALID_ARGUMENT, of_in != stride && !operation.inputs.empty());
  // Only some operations allow equal arrays here.
  call.may_be_wrong();
  call.require(operation.name, operation.in_c(x));
}

/// Makes plans of rows from any arguments.
void plans(Input& input) {
  Call call(input);
  std::vector<std::uint64_t> words;
  const std::size_t size = 1 + input.up_to(4);
  mpz_class all = 1;
  bool is_base = true;
  const bool are_primes = input.coin();
  for (std::size_t i = 0; i < size; ++i) {
    const mpz_class q = are_primes ? fuzz::prime<std::uint64_t>(input, 64) : input.below(reference::power_of_two(63));
    is_base = is_base && q >= 2 && q < reference::power_of_two(62) && gcd(q, all) == 1;
    words.push_back(number<std::uint64_t>(q));
    all *= q;
  }
  const std::size_t given =
      call.mostly<std::size_t>("count", size, {0, ringlet::RnsBase::max_size + 1, ~std::size_t{0}});
  call.is_wrong(RINGLET_INVALID_ARGUMENT, given != size || !is_base);
  ringlet_rns_base* handle = nullptr;
  call.require("rns_base_create", ringlet_rns_base_create(&handle, words.data(), given));
  const RnsBase base(handle);
  Call none(input);
  none.is_wrong(RINGLET_NULL_POINTER, handle == nullptr);
  // The C++ interface's tests check the rules for valid arguments; either status is allowed here.
  none.may_be_wrong();
  const auto lift = static_cast<ringlet_lift>(input.up_to(3));
  const std::uint64_t first = input.up_to(1 << 17), second = input.coin() ? 1 : input.word();
  const auto attempt = [&]<class Owner>(Owner*, const char* function, auto create, auto... arguments) {
    typename Owner::pointer made = nullptr;
    const ringlet_status status = create(&made, arguments...);
    const Owner owner(made);
    none.require(function, status);
    fuzz::require((made != nullptr) == (status == RINGLET_OK), [&] { return function + none.text(); });
    return owner.get() != nullptr;
  };
  attempt(static_cast<BaseConversion*>(nullptr), "base_conversion_create", ringlet_base_conversion_create, handle,
          handle, lift);
  attempt(static_cast<BaseConversion*>(nullptr), "base_conversion_create_redundant",
          ringlet_base_conversion_create_redundant, handle, second, handle);
  attempt(static_cast<ModDown*>(nullptr), "mod_down_create_of_coefficients", ringlet_mod_down_create_of_coefficients,
          handle, input.up_to(6), first, second, lift);
  attempt(static_cast<ScaleAndRound*>(nullptr), "scale_and_round_create", ringlet_scale_and_round_create, handle,
          handle, first, second);
  ringlet_rns_ntt* ntt = nullptr;
  none.require("rns_ntt_create",
               ringlet_rns_ntt_create(&ntt, 32, handle, input.coin() ? words.data() : nullptr, nullptr));
  const std::unique_ptr<ringlet_rns_ntt, void (*)(ringlet_rns_ntt*)> ntt_owner(ntt, ringlet_rns_ntt_destroy);
  if (ntt != nullptr) {
    attempt(static_cast<KeySwitch*>(nullptr), "key_switch_create", ringlet_key_switch_create, ntt,
            std::size_t{input.up_to(6)}, std::size_t{input.up_to(3)}, static_cast<unsigned>(input.up_to(3)), second,
            lift, lift, static_cast<ringlet_domain>(input.up_to(2)), input.coin());
  }
  Call free(input);
  const std::size_t n = free.chosen("n", std::size_t{input.up_to(40)});
  free.is_wrong(RINGLET_INVALID_ARGUMENT, !std::has_single_bit(n) || n < 2 || first % 2 == 0 || first >= 2 * n);
  ringlet_automorphism* map = nullptr;
  free.require("automorphism_create", ringlet_automorphism_create(&map, n, first));
  ringlet_automorphism_destroy(map);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  Input input(bytes, size);
  using Run = void (*)(Input&);
  input.pick<Run>({eltwise<std::uint32_t>, eltwise<std::uint64_t>, eltwise<uint128_t>, arithmetic<std::uint32_t>,
                   arithmetic<std::uint64_t>, arithmetic<uint128_t>, moduli<std::uint32_t>, moduli<std::uint64_t>,
                   moduli<uint128_t>, transforms<std::uint32_t>, transforms<std::uint64_t>, transforms<uint128_t>, rows,
                   rows, plans})(input);
  return 0;
}
