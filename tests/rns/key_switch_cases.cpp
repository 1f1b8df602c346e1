#include <climits>

#include "reference/primes.hpp"
#include "rns/key_switch_reference.hpp"

namespace ringlet_test::rns {

const std::vector<KeySwitchCase>& key_switch_cases() {
  static const std::vector<KeySwitchCase> all = [] {
    std::vector<KeySwitchCase> result;
    const auto add = [&](const std::string& name, std::size_t n, const Words& moduli, std::size_t count,
                         std::size_t digit_size, std::uint64_t t = 1) {
      result.push_back({name + "_n" + std::to_string(n) + "_alpha" + std::to_string(digit_size), n,
                        part(moduli, 0, count), part(moduli, count, moduli.size()), digit_size, t});
    };
    for (const std::size_t n : {2U, 8U, 16U, 32U}) add("one_digit", n, primes(50, 2, 2 * n), 1, 1);
    for (const unsigned bits : {30U, 49U, 50U, 55U, 60U, 61U, 62U}) {
      for (const std::size_t digit_size : {1U, 2U, 3U}) {
        add("four_of_" + std::to_string(bits), 32, primes(bits, 4 + digit_size, 64), 4, digit_size);
      }
    }
    add("seven_of_50", 16, primes(50, 10, 32), 7, 3);
    add("seven_of_50_t", 16, primes(50, 10, 32), 7, 3, 65537);
    add("bgv", 16, primes(55, 6, 32), 5, 1, 257);
    add("all_in_one_digit", 16, primes(49, 12, 32), 6, 9);
    add("six_together", 16, primes(50, 18, 32), 12, 6);
    // Digits that do not fit the lazy input of a shorter modulus.
    add("mixed", 32, joined({primes(30, 2, 64), primes(49, 1, 64), primes(60, 2, 64), primes(61, 2, 64)}), 5, 1);
    add("mixed", 32, joined({primes(30, 2, 64), primes(49, 1, 64), primes(60, 2, 64), primes(61, 2, 64)}), 5, 2);
    // Special primes just above 2^61, as Lattigo's, and both edges of 62 bits in each place.
    const Words longest = primes_of_62_bits(64);
    add("special_of_62", 32, joined({primes(55, 4, 64), part(longest, 0, 2)}), 4, 2);
    add("all_of_62", 32, longest, 2, 1);
    add("mixed_with_62", 32,
        joined(
            {{longest[0]}, primes(30, 1, 64), {longest[2]}, primes(50, 1, 64), part(longest, 3, 4), primes(61, 1, 64)}),
        4, 1);
    // One long modulus among short ones, first or last, of Q and of P.
    const Words short_ones = primes(50, 7, 64), long_ones = primes(60, 2, 64);
    for (const std::size_t digit_size : {1U, 2U, 3U}) {
      add("long_first", 32, joined({{long_ones[0]}, short_ones, {long_ones[1]}}), 6, digit_size);
      add("only_long_special", 32, joined({part(short_ones, 0, 5), {long_ones[0]}}), 5, digit_size);
      add("long_last", 32, joined({part(short_ones, 0, 5), long_ones, part(short_ones, 5, 7)}), 6, digit_size);
    }
    // A digit of more than four times the other moduli, which is not a lazy input either.
    const std::uint64_t longer = reference::largest_prime_below(std::uint64_t{9} << 49, 64).value();
    add("longer", 32, joined({{longer}, primes(50, 3, 64)}), 3, 1);
    // The lifts of other libraries: Lattigo's digits, OpenFHE's conversions, SEAL's division for BGV.
    for (const std::size_t digit_size : {1U, 2U}) {
      add("lattigo", 16, primes(55, 6, 32), 4, digit_size);
      result.back().digits = Lift::centred;
      add("openfhe", 16, primes(60, 6, 32), 4, digit_size);
      result.back().digits = result.back().division = Lift::approximate;
    }
    add("seal_bgv", 16, primes(50, 5, 32), 4, 1, 257);
    result.back().division = Lift::floor;
    add("thirty", 8, primes(50, 31, 16), 30, 1);
    // More digits, and more moduli of a digit, than pointers to rows that one call of a kernel takes.
    add("hundred", 2, primes(50, 101, 4), 100, 1);
    add("hundred_together", 2, primes(50, 140, 4), 70, 70);
    add("other_roots", 32, joined({primes(50, 4, 64), primes(61, 2, 64)}), 4, 2);
    result.back().has_other_roots = true;
    // Without special moduli, and digits in base 2^w: one or many, of which the last is shorter or not, and of which
    // none, one or all may lie in the upper half of [0, q).
    for (const Lift lift : {Lift::floor, Lift::centred}) {
      const std::string name = lift == Lift::floor ? "floor_" : "centred_";
      const auto add_bits = [&](const Words& moduli, std::size_t count, unsigned bits) {
        add(name + std::to_string(moduli.size()) + "_moduli_w" + std::to_string(bits), 8, moduli, count, 1);
        result.back().digits = lift;
        result.back().digit_bits = bits;
      };
      for (const unsigned bits : {0U, 7U, 25U, 48U, 49U, 50U, 63U, 64U, UINT_MAX}) add_bits(primes(50, 3, 16), 3, bits);
      for (const unsigned bits : {0U, 13U, 30U, 59U}) {
        add_bits(joined({primes(60, 1, 16), primes(30, 1, 16), primes(50, 2, 16)}), 4, bits);
      }
      for (const std::size_t special : {1U, 2U}) add_bits(primes(55, 4 + special, 16), 4, 20);
      add(name + "two_together", 8, primes(50, 5, 16), 5, 2);
      result.back().digits = lift;
    }
    // More digits than one sum takes.
    add("bits", 8, primes(50, 2, 16), 2, 1);
    result.back().digit_bits = 1;
    const std::vector<KeySwitchCase> on_evaluations = result;
    for (KeySwitchCase one : on_evaluations) {
      one.name += "_coefficients";
      one.domain = Domain::coefficients;
      result.push_back(std::move(one));
    }
    return result;
  }();
  return all;
}

}  // namespace ringlet_test::rns
