"""Section 19: moduli of several words in doubles."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from types import SimpleNamespace
from typing import NamedTuple

from proofs.checking import Reader, check, proof
from proofs.double_columns import Columns, balanced
from proofs.expressions import Range
from proofs.samples import limb_moduli
from proofs.sections.s10_doubles import ROUNDER, fma

LIMB_COUNTS = (5, 6, 8, 9, 12)
BITS = 43
HALF = 2 ** (BITS - 1)
START = ROUNDER * 2.0**BITS


def capacity_of(read: Reader, count: int) -> int:
    return read.whole(read.of("19.1", "capacity", limb_count=count))


def rounded(x: float) -> int:
    return int((x + ROUNDER) - ROUNDER)


def number(limbs: list[int]) -> int:
    return sum(limb << (BITS * i) for i, limb in enumerate(limbs))


def carried(limbs: list[int]) -> list[int]:
    limbs = list(limbs)
    for i in range(len(limbs) - 1):
        carry = int((float(limbs[i]) + START) - START)
        check(carry % 2**BITS == 0 and abs(limbs[i] - carry) <= HALF, "a carry", limbs[i])
        limbs[i], limbs[i + 1] = limbs[i] - carry, limbs[i + 1] + (carry >> BITS)
    return limbs


class Modulus(NamedTuple):
    """q, and its limbs and factors as tables have them."""

    q: int
    limbs: list[int]
    ratios: list[float]

    def ratio(self, x: list[int]) -> float:
        """x / q by the top limbs."""
        ratio = x[-1] * self.ratios[0]
        for limb, factor in zip(reversed(x[:-1]), self.ratios[1:], strict=False):
            ratio = fma(limb, factor, ratio)
        return ratio


def modulus(read: Reader, q: int, count: int) -> Modulus:
    bits = q.bit_length()
    inverse = read.of("19.3", "inverse", leading=q >> (bits - 64))
    check(inverse == 2**116 // (q >> (bits - 64)) <= 2**53, "the factor of a quotient is a double", q)
    exponent = read.of("19.3", "exponent", limb_bits=BITS, limb_count=count, q=SimpleNamespace(bits=bits))
    ratio_count = read.of("19.3", "ratio_count")
    ratios = [float(inverse) * 2.0 ** (exponent - BITS * i) for i in range(ratio_count)]
    return Modulus(q, balanced(q, BITS, count), ratios)


def moduli(random: Random, read: Reader, count: int) -> Iterator[Modulus]:
    """At both ends of what L limbs serve, and in between."""
    shortest = read.of("19.3", "min_modulus_bits", limb_count=count)
    longest = read.of("19.1", "capacity_bits", limb_count=count) - 6
    for bits in (shortest, (shortest + longest) // 2, longest):
        yield from (modulus(read, q | 1, count) for q in limb_moduli(random, bits))


def most_of_row_products(count: int) -> Fraction:
    """The magnitude of their limbs under the top, of multiplicands whose limbs add up to S."""
    total = 2**46 + 1 + (count - 1) * HALF
    check(total < 2**47, "what a multiplicand's limbs add up to", count)
    return (count + 1) * HALF + Fraction(total + total // 2 + 1 + count + 1, 2)


def most_of_products(count: int) -> Fraction:
    """The same of products of variables: a step adds columns of |y_j| <= 2^42 and |Q| < 2^45.4 to those before."""
    quotient = Fraction(5, 8) * 2**43 + 9 * 2**42 + 1
    check(quotient**5 < 2**227, "the quotient of a step", count)
    return (count - 1) * (Fraction(HALF, 2) + quotient / 2 + 2 * HALF + 1)


@proof("19.1")
def numbers(read: Reader) -> None:
    """Limbs along a transform: the first stages add up eight, later ones begin with a reduced value."""
    random = Random(191)
    for count in LIMB_COUNTS:
        check(read("double_limb_bits", count=count) == BITS, "the bits of a limb", count)
        check(capacity_of(read, count) == 64, "the capacity", read("capacity", limb_count=count))
        check(read("capacity_bits", limb_count=count) == BITS * (count - 1) + 46, "what values are below", count)
        row, product = most_of_row_products(count), most_of_products(count)
        check(row < 5 * 2**45 and product < 2**49, "limbs of products", count)
        first = 8 * max(product, 2**BITS)
        later = HALF + 3 * row
        check(later < first and first + 2 * row < 2**53, "a multiplicand is carried exactly", count)
        check(first + 66 * HALF < 2**52 - HALF, "limbs that are finished", count)
        for _ in range(200):
            limbs = [
                random.choice((-1, 1)) * random.choice((HALF, HALF - 1, random.randrange(2**53 - 2**10)))
                for _ in range(count - 1)
            ]
            check(number(carried([*limbs, 0])) == number(limbs), "carries", count, *limbs)


def leading(read: Reader, magnitude: int, q: int) -> int:
    shift = q.bit_length() - 63
    stored: int = read("leading_53_bits", quotient=((magnitude >> shift) << 64) // (q >> shift))
    check(
        float(stored) == stored
        and abs(Fraction(stored, 2**64) - Fraction(magnitude, q)) < Fraction(1, 2**54) + Fraction(1, 2**60),
        "the quotient of a row",
        q,
        magnitude,
    )
    return stored


def times_rows(read: Reader, limbs: list[int], w: int, m: Modulus) -> list[int]:
    columns, quotient = Columns(len(limbs), BITS, START, m.q, w), 0.0
    power = w
    for limb in limbs:
        centred = power - m.q if power > m.q // 2 else power
        ratio = leading(read, abs(centred), m.q) * 2.0**-64 * (1 if centred >= 0 else -1)
        quotient = fma(limb, ratio, quotient)
        columns.add(limb, balanced(centred, BITS, len(limbs)))
        power = (power << BITS) % m.q
    return columns.without(rounded(quotient), m.limbs)


def operand(random: Random, largest: int, count: int, most: int = 2**9 - 1) -> list[int]:
    """A number up to `largest` in magnitude, in limbs that carry up to `most`."""
    x = random.choice((-1, 1)) * random.choice((0, 1, largest, largest - 1, random.randrange(largest)))
    limbs = balanced(x, BITS, count)
    for i in range(count - 1):
        carry = random.choice((0, most, -most, random.randrange(-most, most)))
        limbs[i], limbs[i + 1] = limbs[i] - (carry << BITS), limbs[i + 1] + carry
    return limbs


def check_result(read: Reader, limbs: list[int], exact: int, bounds: Range, most: Fraction, *where: int) -> None:
    value, q = number(limbs), where[0]
    check((value - exact) % q == 0, "the value modulo q", *where)
    check(bounds.low * q <= read.one_q * value <= bounds.high * q, "the range of the value", *where)
    check(all(abs(limb) <= most for limb in limbs[:-1]), "limbs", *where)


@proof("19.2")
def row_products(read: Reader) -> None:
    random = Random(192)
    for count in LIMB_COUNTS:
        capacity = capacity_of(read, count)
        largest = Range(-capacity * read.one_q, capacity * read.one_q)
        bounds = read("rounded", limb_count=count)
        check(bounds == (-read.one_q * 5 // 8, read.one_q * 5 // 8), "a rounded quotient leaves 5/8 q", count)
        for name in ("mul_twiddle", "mul_lanes"):
            arguments = (largest, None) if name == "mul_twiddle" else (largest,)
            check(read(name, limb_count=count)(*arguments) == bounds, "the range of products by rows", count)
        total = 2**46 + 1 + (count - 1) * HALF
        error = Fraction(1, 2) + Fraction(count, 2**8) + total * (Fraction(1, 2**54) + Fraction(1, 2**60))
        check(error * read.one_q <= bounds.high, "the error of a quotient", count)
        for m in moduli(random, read, count):
            for w in (1, m.q - 1, m.q // 2, random.randrange(m.q)):
                for _ in range(2):
                    limbs = carried(operand(random, capacity * m.q, count))
                    product = times_rows(read, limbs, w, m)
                    check_result(read, product, number(limbs) * w, bounds, most_of_row_products(count), m.q, w)


@proof("19.3")
def reductions(read: Reader) -> None:
    random = Random(193)
    check(read("ratio_count") == 3, "the limbs by which quotients are found")
    for count in LIMB_COUNTS:
        known, capacity = {"limb_count": count}, capacity_of(read, count)
        check(read("min_modulus_bits", **known) == BITS * (count - 1) + 3, "the shortest moduli", count)
        largest = Range(-capacity * read.one_q, capacity * read.one_q)
        bounds, finished = read("reduced", **known)(largest), read("canonical", **known)(largest)
        check(bounds == read("rounded", **known) and finished == (0, read.one_q), "what reductions leave", count)
        for m in moduli(random, read, count):
            read("inverse", leading=m.q >> (m.q.bit_length() - 64))
            read("exponent", limb_bits=BITS, limb_count=count, q=SimpleNamespace(bits=m.q.bit_length()))
            multiples = (0, 1, capacity - 1, *(random.randrange(capacity) for _ in range(6)))
            near = [m.q * i + offset for i in multiples for offset in (0, 1, m.q // 2, m.q // 2 + 1, m.q - 1)]
            for x in (sign * x for x in near for sign in (-1, 1)):
                limbs = balanced(x, BITS, count)
                # What eight products of variables carry.
                shifted = operand(random, 1, count, int(8 * most_of_products(count)) >> BITS)
                limbs = [limb + other for limb, other in zip(limbs, shifted, strict=True)]
                check_reduction(read, limbs, m, bounds)


def check_reduction(read: Reader, limbs: list[int], m: Modulus, bounds: Range) -> None:
    multiple = rounded(m.ratio(limbs))
    check(abs(multiple) <= 65, "the multiple of q", m.q)
    rest = [int(fma(-multiple, digit, limb)) for limb, digit in zip(limbs, m.limbs, strict=True)]
    check(number(rest) == number(limbs) - multiple * m.q, "exactness of a reduction", m.q)
    check_result(read, carried(rest), number(limbs), bounds, Fraction(HALF), m.q)
    value = number(rest)
    for i in range(len(rest) - 1):
        carry = int(((rest[i] - (2.0**BITS - 1) / 2) + START) - START)
        check(carry >> BITS == rest[i] >> BITS, "a carry that is rounded down", m.q, rest[i])
        rest[i], rest[i + 1] = rest[i] - carry, rest[i + 1] + (carry >> BITS)
    check((rest[-1] < 0) == (value < 0), "the sign of the top limb", m.q)
    if rest[-1] < 0:
        plain = [(m.q >> BITS * i) % 2**BITS for i in range(len(rest) - 1)] + [m.q >> BITS * (len(rest) - 1)]
        rest = [limb + digit for limb, digit in zip(rest, plain, strict=True)]
    check(all(0 <= limb < 2**52 for limb in rest), "what words are made of", m.q)
    check(number(rest) == value % m.q, "the finish", m.q, value)


@proof("19.4")
def products(read: Reader) -> None:
    random = Random(194)
    for count in LIMB_COUNTS:
        factor = read.whole(read("max_factor", limb_count=count))
        check(factor == 9, "the first operand", factor)
        unit = read.one_q
        bounds = read("mul", limb_count=count)(Range(-factor * unit, factor * unit), Range(-unit, unit))
        check(bounds == read.of("19.2", "rounded", limb_count=count), "the range of products", count)
        check(bounds.high <= read("entry", limb_count=count) * unit < bounds.high + unit, "what rows begin with", count)
        check_error(read, count, bounds)
        for m in moduli(random, read, count):
            for _ in range(4):
                x, y = (carried(operand(random, times * m.q, count)) for times in (factor, 1))
                ratio, result = m.ratio(x), [0] * count
                for digit in reversed(y):
                    columns = Columns(count, BITS, START, m.q)
                    columns.add(digit, x)
                    columns.add_limb_higher(result)
                    moved = fma(m.ratio(result), 2.0**BITS, ratio * digit)
                    result = columns.without(rounded(moved), m.limbs)
                check_result(read, result, number(x) * number(y), bounds, most_of_products(count), m.q)


def check_error(read: Reader, count: int, bounds: Range) -> None:
    """Of the quotient of a step: 5/8 q is below 2^5 in what its top limb alone says."""
    inverse = Fraction(16, 15) / 2**52
    of_result = (3 * Fraction(1, 2**49) + inverse * Fraction(5, 8)) * 2**43
    of_factor = (9 * inverse + 3 * Fraction(1, 2**50)) * 2**42
    check(read.in_q(bounds.high) >= Fraction(1, 2) + of_result + of_factor + 2 * Fraction(1, 2**8), "the error", count)
