"""Section 13: products of values that stay in cells."""

from fractions import Fraction
from random import Random

from proofs.checking import check
from proofs.columns import Columns, column_digit, column_product, limb_moduli, take_off


def pair_product_steps(q: int, barrett: int) -> tuple[int, list[tuple[int, int, int]]]:
    """Section 13, two limbs: offset of a product of two values, and weight, multiple and quotient of its steps."""
    bits = q.bit_length()
    excess = ((barrett >> 77) + 1) * q - 2 ** (bits + 49)
    check(0 < excess <= q and barrett >> 77 == 2 ** (bits + 49) // q, "the first multiple of a pair", q)
    factor = 2**52 - 1 - (excess >> (bits - 3))
    missing = Fraction(2 ** (bits + 101), 2 ** (bits + 49) + excess) - factor
    check(0 <= missing < 1 + Fraction(1, 2**46), "the first quotient of a pair", q)
    check(barrett >> 75 == 2 ** (bits + 51) // q, "the second quotient of a pair", q)
    return 2 * q, [(bits + 49, 2 ** (bits + 49) + excess, factor), (bits - 1, q, barrett >> 75)]


def pair_operands(random: Random, q: int, top: int) -> list[int]:
    operands = [top - 1, top - 2, top // 2, q, q - 1, 1, 0] + [random.randrange(top) for _ in range(20)]
    return operands + [(2**104 - below) % q for below in (1, 2, 2**52)]


def limb_pair_products(random: Random) -> None:
    """Section 13: products of two values that stay in two limbs, column by column."""
    for bits in (61, 62, 63, 64, 65, 80, 97, 98):
        for q in (q for q in limb_moduli(random, bits) if q & (q - 1)):
            offset, steps = pair_product_steps(q, 2 ** (bits + 126) // q)
            top = 14 * q // 5
            operands = pair_operands(random, q, top)
            for x in operands:
                for y in operands:
                    z = random.choice((0, top - 1))
                    value = x * y + offset + z
                    columns = column_product(2, x, y, offset + z)
                    for step, (weight, multiple, factor) in enumerate(steps, 1):
                        digit = column_digit(columns, 4 - step, weight) & Columns.MASK
                        multiples = (digit * factor) >> 52
                        value -= multiples * multiple
                        take_off(columns, 0, 4 - step, multiples, multiple, value, q, x, y)
                    check((value - x * y - z) % q == 0 and 5 * value < 13 * q, "the product of a pair", q, x, y)
                    check(columns.column[0] <= 4 * 2**52, "the limbs of a pair", q, x, y)


def pair_product_bounds() -> None:
    """Section 13: the same for all operands, from the errors of the quotients at both ends of q."""
    for bits in range(61, 99):
        top, finish = Fraction(14, 5), Fraction(13, 5)
        for q in (2 ** (bits - 1) + 1, 2**bits - 1):
            offset, steps = pair_product_steps(q, 2 ** (bits + 126) // q)
            bound, added = top * top * q * q, offset + 4 * q
            for step, (weight, multiple, _) in enumerate(steps, 1):
                digit = Fraction(bound) / 2**weight
                check(digit < 2**52, "the digit of a pair is one limb", q, step)
                lost = (1 + Fraction(1, 2**6)) * Fraction(2**weight, multiple) + 1
                lost += digit / 2**52 * (1 + Fraction(1, 2**46))
                bound = lost * multiple + added
                added = 0
                if step == 1:
                    check(offset > 2 ** steps[1][0] * (1 + Fraction(1, 2**6)), "an offset serves the next step", q)
                    check(bound < 2 ** (52 * 3), "the remainder of a pair fits its columns", q)
            check(bound < finish * q, "the bound of a product of a pair", q)


def folded_pair_products(random: Random) -> None:
    """Section 13: products of two values that stay in three limbs, column by column."""
    for bits in (99, 100, 104, 105, 106, 107, 116, 120, 123, 124):
        for q in (q for q in limb_moduli(random, bits) if q & (q - 1)):
            barrett = 2 ** (bits + 126) // q
            residue = -(barrett >> 53) * q % 2**128
            check(residue == 2 ** (bits + 73) % q, "the residue that is folded", q)
            check(barrett >> 75 == 2 ** (bits + 51) // q < 2**52, "the quotient of a pair", q)
            operands = pair_operands(random, q, 4 * q // 3)
            for x in operands:
                for y in operands:
                    z = random.choice((0, 3 * 2**23 * q - 1))
                    columns = column_product(3, x, y, z)
                    above = column_digit(columns, 4, bits + 73)
                    check(above < 2**52, "what is folded is one limb", q, x, y)
                    columns.column[3] &= 2 ** (bits - 83) - 1
                    for j in range(3):
                        columns.add_product(j, above, residue >> (52 * j))
                    value = sum(limb << (52 * i) for i, limb in enumerate(columns.column[:4]))
                    check((value - x * y - z) % q == 0, "congruence of a folded product", q, x, y)
                    check(1024 * value < 1025 * 2 ** (bits + 73), "a folded product", q, x, y)
                    digit = column_digit(columns, 3, bits + 22)
                    multiples = (digit * (barrett >> 75)) >> 52
                    value -= multiples * q * 2**23
                    columns.column = columns.column[:3]
                    take_off(columns, 0, 3, multiples, q * 2**23, value, q, x, y)
                    check(value < 3 * 2**23 * q, "the product of a pair of three limbs", q, x, y)
                    check(max(columns.column[:2]) <= 8 * 2**52, "its limbs", q, x, y)


def folded_product_bounds() -> None:
    """Section 13: the same for all operands."""
    for bits in range(99, 125):
        for q in (2 ** (bits - 1) + 1, 2**bits - 1):
            product = Fraction(16, 9) * q * q + 3 * 2**23 * q
            check(product < 2 ** (bits + 73 + 52), "what is folded is one limb", q)
            # Columns 0 to 2 have carries of less than 2^3, and 2^4 with what is folded.
            left = 2 ** (bits + 73) + 2**159 + 2**52 * q
            check(1024 * left < 1025 * 2 ** (bits + 73) and left < 2**208, "a folded product", q)
            lost = 1 + Fraction(left, 2 ** (bits + 22 + 52)) + Fraction(2 ** (bits + 22) + 2**108, 2**23 * q)
            check(left < 2 ** (bits + 22 + 52), "its digit is one limb", q)
            check(lost < 3 and 3 * 2**23 * q < 2**156, "the bound of a product of a pair of three limbs", q)


def recompute() -> None:
    limb_pair_products(Random(208))
    folded_pair_products(Random(208))
    pair_product_bounds()
    folded_product_bounds()
