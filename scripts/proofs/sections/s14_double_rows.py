"""Section 14: double words in doubles."""

from fractions import Fraction
from functools import partial
from itertools import pairwise
from operator import mul
from random import Random

from proofs.checking import check
from proofs.columns import limb_moduli
from proofs.sections.s06_inverse import inverse_growth
from proofs.sections.s10_doubles import fma, rounded_product


def balanced(x: int, limb: int, rows: int) -> list[int]:
    """Section 14: limbs of either sign, at most 2^(limb-1) below the top."""
    sign, x, limbs = (1 if x >= 0 else -1), abs(x), []
    for _ in range(rows - 1):
        digit = x % 2**limb
        digit -= 2**limb if digit >= 2 ** (limb - 1) else 0
        limbs.append(sign * digit)
        x = (x - digit) >> limb
    return [*limbs, sign * x]


def exactly(result: float, expected: int, *where: int) -> float:
    check(result == expected and abs(expected) <= 2**53, "exactness of a row product in doubles", *where)
    return result


def double_row_product(values: list[int], w: int, q: int, limb: int, rows: int) -> None:
    """Section 14: one product, every step as a double, compared with the integer that it stands for."""
    rounder, radix = 1.5 * 2**52, 2.0**limb
    start = rounder * radix
    powers = [(w << (limb * i)) % q for i in range(rows)]
    powers = [power - q if power > q // 2 else power for power in powers]
    ratios = [((abs(power) << 64) // q + 2**9) // 2**10 * 2**10 / 2**64 * (1 if power >= 0 else -1) for power in powers]
    quotient = rounder
    for value, ratio in zip(values, ratios, strict=True):
        quotient = fma(value, ratio, quotient)
    quotient -= rounder
    digits = [balanced(power, limb, rows) for power in powers] + [balanced(-q, limb, rows)]
    factors = [*values, int(quotient)]
    product, below = [], 0.0
    for j in range(rows):
        total, rest = start, 0.0
        for i, (factor, digit) in enumerate(zip(factors, [row[j] for row in digits], strict=True)):
            after = start if (i, j) == (rows, rows - 1) else fma(factor, digit, total)
            check(2 ** (52 + limb) <= after < 2 ** (53 + limb), "the running sum of a column", limb, q, w, j)
            before = start - rounder if i == 0 and j > 0 else total
            remainder = factor * digit + int(before) - int(after)
            rest += exactly(fma(factor, digit, before - after), remainder, q, w)
            total = after
        limb_sum = int(rest) + (int(below) >> limb if j > 0 else 0)
        product.append(int(exactly(rest if j == 0 else fma(below, 1 / radix, rest), limb_sum, q, w)))
        below = total
    value = sum(digit << (limb * i) for i, digit in enumerate(product))
    exact = sum(map(mul, values, powers)) - int(quotient) * q
    check(value == exact, "a row product in doubles", limb, q, w, values)
    check(256 * abs(value) < (128 * rows + 21) * q, "the bound of a row product in doubles", limb, q, w, values)


def double_rows(random: Random) -> None:
    """Section 14: products of the largest limbs that may occur, and reductions by the top limb."""
    most = 5 * 2**49 + 1
    for rows, limb, bits in [(2, 50, b) for b in (61, 66, 97, 98)] + [(3, 42, b) for b in (99, 110, 123, 124)]:
        for q in limb_moduli(random, bits):
            q |= 1
            for w in {0, 1, q - 1, q // 2, q // 2 + 1, 2 ** (limb - 1), *(random.randrange(q) for _ in range(20))}:
                for _ in range(12):
                    cuts = sorted(random.choice((0, most, random.randrange(most))) for _ in range(rows - 1))
                    sizes = [b - a for a, b in pairwise([0, *cuts, most])]
                    double_row_product([random.choice((-1, 1)) * size for size in sizes], w, q, limb, rows)
            top_quotient = (2 ** (bits + 126) // q >> 64) * 2.0 ** (limb * (rows - 1) - 62 - bits)
            limits = [2**51] if rows == 2 else [2**51, most]
            capacity = 8 if rows == 2 else 128
            for _ in range(200):
                lower = [random.choice((-1, 0, 1)) * random.choice((most, random.randrange(most))) for most in limits]
                rest = sum(value << (limb * i) for i, value in enumerate(lower))
                top = (random.randrange(-capacity * q, capacity * q) - rest) >> (limb * (rows - 1))
                x = rest + (top << (limb * (rows - 1)))
                multiple = int(rounded_product(float(top), top_quotient))
                check(16 * abs(x - multiple * q) < 9 * q, "a reduction by the top limb in doubles", q, x)


def constant(bound: Fraction, operand: Fraction, limit: int) -> Fraction:
    return bound


def double_row_growth() -> None:
    """Section 14: limbs and values along passes of two and three limbs."""
    reduced = Fraction(9, 16)
    for rows, capacity in ((2, 8), (3, 128)):
        growth = Fraction(128 * rows + 21, 256)
        check(reduced + 5 * growth <= capacity and capacity >= 4, "multiplicands in doubles", rows)
        inverse_growth(capacity, partial(constant, growth), reduces=[lambda bound: reduced])
    check(1 + 3 * 5 <= 2 ** (53 - 49), "limb 0 of two")
    check(Fraction(8 * 2**48 + 1 + 2**49) <= 5 * 2**49 + 1, "a multiplicand of two limbs")
    limbs = Fraction(26 + 2 + 9)
    for _ in range(5):
        limbs = Fraction(7, 4) * limbs + 18
    check(limbs <= 980 and limbs <= 5 * 2**9, "limbs of the forward transform")
    for stages, limbs in ((3, Fraction(43)), (5, Fraction(10))):
        for _ in range(stages):
            limbs = 2 * limbs + 18
        check(limbs <= 900, "limbs of the inverse transform")


def recompute() -> None:
    double_rows(Random(53))
    double_row_growth()
