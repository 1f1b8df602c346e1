#include "number_theory.hpp"

#include <ringlet/number_theory.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "docstrings.hpp"
#include "modulus.hpp"
#include "unlocked.hpp"

namespace ringlet_python {
namespace {

constexpr const char* is_prime_doc = R"(Whether n is prime.

:param n: an integer in [0, 2^124). Below about 2^81.4 the answer is proved; above, a composite number that passes is not
    known, but not excluded: against an adversary who chooses n, prove primality by other means.
:raises ValueError: when n is outside the range.

Source: J. Sorenson, J. Webster, "Strong pseudoprimes to twelve prime bases", Math. Comp. 86 (2017); R. Baillie,
S. Wagstaff, "Lucas pseudoprimes", Math. Comp. 35 (1980).

>>> is_prime(97), is_prime(2**61 - 1), is_prime(2**61 + 1)
(True, True, False)
)";

constexpr const char* ntt_primes_doc = R"(Primes that are moduli of transforms of size n.

:param count: how many, 0 to 2^20.
:param bits: their number of significant bits, 2 to 124; to 62, their residues have one word.
:param n: a power of two, 1 <= n <= 2^24.
:param order: ``"largest_first"`` or ``"smallest_first"``: from which end of [2^(bits-1), 2^bits) they come.
:returns: a list of distinct primes q = 1 (mod 2n), which serve both rings.
:raises ValueError: when an argument is outside its range, or when there are fewer such primes.

>>> ntt_primes(2, 30, 4096)
[1073692673, 1073668097]
)";

constexpr const char* primitive_root_doc =
    R"(A primitive root of unity: of multiplicative order exactly ``order`` modulo q.

:param order: a power of two that divides q - 1.
:param q: a prime; a :class:`Modulus` or an integer.
:param smallest: whether it is the numerically smallest one, which plans use by default, for order <= 2^25 (the time
    grows linearly in it); else another one, always the same for the same arguments.
:raises ValueError: with the value and the rule.

>>> primitive_root(8, 17)
2
>>> [pow(2, k, 17) for k in range(1, 9)]
[2, 4, 8, 16, 15, 13, 9, 1]
)";

constexpr const char* is_primitive_root_doc = R"(Whether ``root`` has multiplicative order exactly ``order`` modulo q.

:param root: an integer in [0, q).
:param order: a power of two. One that does not divide q - 1 has no such root.
:param q: a prime; a :class:`Modulus` or an integer.
:raises ValueError: with the value and the rule.

>>> is_primitive_root(2, 8, 17), is_primitive_root(4, 8, 17)
(True, False)
)";

bool is_prime(nb::handle n) { return ringlet::is_prime_double(to_bits(n, "n", ringlet::Modulus<uint128_t>::max_bits)); }

ringlet::PrimeOrder to_order(nb::handle order) {
  if (!nb::isinstance<nb::str>(order)) reject_type("order", "\"largest_first\" or \"smallest_first\"", order);
  const std::string_view name = nb::borrow<nb::str>(order).c_str();
  if (name == "largest_first") return ringlet::PrimeOrder::largest_first;
  if (name == "smallest_first") return ringlet::PrimeOrder::smallest_first;
  reject("order", '"' + std::string(name) + '"', "it must be \"largest_first\" or \"smallest_first\"");
}

/// What the library's ntt_primes finds, in its order, but in steps, between which signal handlers run: some primes take
/// minutes.
std::vector<uint128_t> find_primes(std::uint64_t count, unsigned bits, std::uint64_t n, ringlet::PrimeOrder order) {
  const uint128_t low = uint128_t{1} << (bits - 1);
  const uint128_t step = uint128_t{2} * n;
  // q = step k + 1 in [low, 2 low)
  const uint128_t first = (low - 2) / step + 1;
  const uint128_t last = (2 * low - 2) / step;
  std::vector<uint128_t> primes;
  Unlocked unlocked;
  for (uint128_t i = 0; first + i <= last && primes.size() < count; ++i) {
    unlocked.look_for_signals();
    const uint128_t q = step * (order == ringlet::PrimeOrder::smallest_first ? first + i : last - i) + 1;
    if (ringlet::is_prime_double(q)) primes.push_back(q);
  }
  return primes;
}

nb::list ntt_primes(nb::handle count, nb::handle bits, nb::handle n, nb::handle order) {
  const unsigned number = to_small(count, "count", 0, 1U << 20);
  const unsigned width = to_small(bits, "bits", 2, ringlet::Modulus<uint128_t>::max_bits);
  const std::uint64_t size = to_power_of_two(n, "n", 0, 24);
  const std::vector<uint128_t> primes = find_primes(number, width, size, to_order(order));
  if (primes.size() < number) {
    const bool one = primes.size() == 1;
    reject("count", std::to_string(number),
           "only " + std::to_string(primes.size()) + (one ? " prime of " : " primes of ") + std::to_string(width) +
               (one ? " bits is" : " bits are") + " 1 modulo 2n, n = " + std::to_string(size));
  }
  nb::list list;
  for (const uint128_t prime : primes) list.append(to_python(prime));
  return list;
}

nb::object primitive_root(nb::handle order, nb::handle q, nb::handle smallest) {
  const std::optional<uint128_t> number = to_number(order, "order");
  const bool is_smallest = to_bool(smallest);
  const ModulusArgument modulus(q);
  const uint128_t below_q = modulus->value() - 1;
  const bool divides = number && number != 0 && (*number & (*number - 1)) == 0 && below_q % *number == 0;
  const unsigned log_limit = is_smallest ? 25 : 63;
  if (!divides || *number > uint128_t{1} << log_limit) {
    reject("order", order,
           "it must be a power of two, at most 2^" + std::to_string(log_limit) +
               ", that divides q - 1, q = " + to_string(modulus->value()));
  }
  return modulus->visit([&](const auto& m) {
    const auto size = static_cast<std::uint64_t>(*number);
    return to_python(is_smallest ? ringlet::smallest_primitive_root_of_unity(size, m)
                                 : ringlet::primitive_root_of_unity(size, m));
  });
}

bool is_primitive_root(nb::handle root, nb::handle order, nb::handle q) {
  const std::uint64_t number = to_power_of_two(order, "order", 0, 63);
  return ModulusArgument(q)->visit([&](const auto& modulus) {
    const auto residue = to_residue(root, "root", modulus.value());
    return ringlet::is_primitive_root_of_unity(residue, number, modulus);
  });
}

}  // namespace

void bind_number_theory(nb::module_& module) {
  module.def("is_prime", &is_prime, nb::arg("n").none(), nb::sig("def is_prime(n: typing.SupportsIndex) -> bool"),
             is_prime_doc);
  module.def("ntt_primes", &ntt_primes, nb::arg("count").none(), nb::arg("bits").none(), nb::arg("n").none(),
             nb::arg("order").none() = "largest_first",
             nb::sig("def ntt_primes(count: int, bits: int, n: int, *, "
                     "order: typing.Literal['largest_first', 'smallest_first'] = 'largest_first') -> list[int]"),
             ntt_primes_doc);
  module.def("primitive_root", &primitive_root, nb::arg("order").none(), nb::arg("q").none(),
             nb::arg("smallest").none() = true,
             nb::sig("def primitive_root(order: typing.SupportsIndex, q: " RINGLET_MODULUS
                     ", *, smallest: bool = True) -> int"),
             primitive_root_doc);
  module.def("is_primitive_root", &is_primitive_root, nb::arg("root").none(), nb::arg("order").none(),
             nb::arg("q").none(),
             nb::sig("def is_primitive_root(root: typing.SupportsIndex, order: typing.SupportsIndex, "
                     "q: " RINGLET_MODULUS ") -> bool"),
             is_primitive_root_doc);
}

}  // namespace ringlet_python
