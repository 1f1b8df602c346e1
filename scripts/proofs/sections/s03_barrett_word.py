"""Section 3: Barrett's reduction of one word."""

from fractions import Fraction

from proofs.checking import Reader, check, proof
from proofs.expressions import Value
from proofs.sections.s01_modulus import CAPACITIES, moduli


def check_bound(read: Reader, name: str, base: int, **known: Value) -> None:
    """A function of bounds is base + x / 2^W, rounded up, for x below its argument."""
    for capacity in (*CAPACITIES, 64):
        bound = read(name, Capacity=capacity, **known)
        for operand in {1, 255, 256, 257, capacity * 256 - 1, *range(0, capacity * 256 + 1, 61), capacity * 256}:
            expected = read.rounded_up(base + read.in_q(operand) / capacity)
            check(bound(operand) == expected, f"{name} of a product", capacity, operand, known)


@proof("3.1")
def barrett_word(read: Reader) -> None:
    """The remainder of one word x is below q (1 + x / 2^word), so below 2q."""
    check_bound(read, "reduced_bound", 1)
    bound = read.in_q(read("word_bound"))
    check(bound == 1 + 1, "the bound of a reduced word", bound)
    for word in (6, 7, 8):
        for q in range(2, 2 ** (word - 2)):
            factor = 2**word // q
            for x in range(2**word):
                remainder = x - ((x * factor) >> word) * q
                below = remainder * 2**word < q * (2**word + x)
                check(remainder >= 0 and below, "Barrett's word remainder", word, q, x)


@proof("3.2")
def two_limb_word(read: Reader) -> None:
    """The remainder of a word with a quotient of two limbs is below 4q: two roundings, a part left out, one of v."""
    bound = read.whole(read("word_bound"))
    check(bound == 3 + 1, "the bound of a word reduced by two limbs", bound)
    for bits in range(2, 63):
        for q in moduli(bits):
            high = read("word_high_", word_quotient=2**64 // q)
            low = read("word_low_", word_quotient=2**64 // q)
            check(high < 2**52 and low < 2**52, "its limbs", q)
            check((high << 52) + low == 2**64 // q << 40, "the two-limb word quotient", q)
            check((2**12 - 1) * high < 2**64, "the leading product fits a word", q)
    for limb, top in ((6, 2), (4, 3)):
        word = limb + top
        for q in range(2, 2 ** (word - 2)):
            high, low = divmod((2**word // q) << (2 * limb - word), 2**limb)
            for x in range(2**word):
                x1, x0 = divmod(x, 2**limb)
                remainder = x - (x1 * high + (x0 * high >> limb) + (x1 * low >> limb)) * q
                check(0 <= remainder < bound * q, "two-limb word", limb, top, q, x)


@proof("3.3")
def leading_bits(read: Reader) -> None:
    """A quotient from the leading bits of a word leaves less than 2q, where q has room enough."""
    shortest = read("min_bits")
    check(shortest == 64 - 52 + 3, "the shortest modulus", shortest)
    for bits in range(shortest, 63):
        shift = read("leading_", bits=bits)
        check(shift == bits - 2 and 64 - shift <= 51, "the leading bits fit a multiply-add", bits)
        for q in moduli(bits):
            factor = read("quotient_of_q_", product_quotient=2 ** (bits + 62) // q)
            check(factor == 2 ** (50 + bits) // q <= 2**51, "the quotient of q", q)
            check(read("minus_q_", q=q) % 2**52 == -q % 2**52, "minus q", q)
            lost = Fraction(2 ** (bits - 2), q) + Fraction(2 ** (64 - shift), 2**52) + 1
            check(lost <= 2, "what the quotient lacks", q, lost)
    longest = read("longest_modulo_2_52")
    check(2 * 2**longest == 2**52, "where a remainder fits 52 bits", longest)
    for word, limb in ((8, 6), (9, 6), (9, 7)):
        for q in range(2 ** (word - limb + 2), 2 ** (word - 2)):
            bits = q.bit_length()
            factor = 2 ** (limb + bits - 2) // q
            for x in range(2**word):
                leading = x >> (bits - 2)
                remainder = x - (leading * factor >> limb) * q
                check(leading < 2**limb and 0 <= remainder < 2 * q, "a word by its leading bits", word, limb, q, x)
