"""Section 13: element-wise products."""

from fractions import Fraction
from operator import mul
from random import Random

from proofs.checking import check
from proofs.columns import Columns, limb_moduli

Step = tuple[int, int, int, int, int]


def product_steps(rows: int, s: int, barrett: int) -> tuple[int, list[Step]]:
    """Quotient, multiple of s, top column, its shift and correction of each step of an element-wise product."""
    if rows == 2:
        check(barrett >> 77 == 2**152 // s < 2**52, "the second quotient", s)
        check((barrett - 1) >> 75 in (2**154 // s, 2**154 // s - 1), "the first quotient", s)
        check((barrett - 1) >> 75 < 2**52, "the first quotient is one limb", s)
        return s, [((barrett - 1) >> 75, s << 47, 3, 7, 0), (barrett >> 77, s, 2, 4, 1)]
    check(barrett >> 76 == 2**174 // s < 2**52 and barrett >> 94 == 2**156 // s, "quotients of a product", s)
    quotient = barrett >> 76
    steps = [(quotient, s << 78, 4, 8, 0), (quotient, s << 30, 3, 4, -1), (barrett >> 94, s, 2, 0, 1)]
    return s << 32, steps


def limb_products(random: Random) -> None:
    """Section 13: element-wise products of two vectors, column by column."""
    mask = Columns.MASK
    for bits in (61, 62, 63, 64, 65, 80, 97, 98, 99, 100, 104, 105, 116, 123, 124):
        rows, factor, size = (2, 1, 103) if bits <= 98 else (3, 4, 124)
        for q in limb_moduli(random, bits):
            k = size - bits
            s = q << k
            offset, steps = product_steps(rows, s, 2 ** (bits + 126) // q)
            top = factor * q
            operands = [top - 1, top - 2, q, q - 1, q // 2, 1, 0] + [random.randrange(top) for _ in range(25)]
            operands += [(2**104 - 1) % q, (2**52 - 1) % q, (q // (2**52 - 1)) % q]
            for x in operands:
                for y in operands:
                    columns = Columns(rows + 2, offset)
                    for i in range(rows):
                        for j in range(rows):
                            columns.add_product(i + j, x >> (52 * i), (y << k) >> (52 * j))
                    value = x * (y << k) + offset
                    for quotient, multiple, column, shift, correction in steps:
                        digit = (columns.column[column] << shift) + (columns.column[column - 1] >> (52 - shift))
                        multiples = (((digit & mask) * quotient) >> 52) + correction
                        check(0 <= multiples < 2**52, "the quotient of a step is one limb", q, x, y)
                        value -= multiples * multiple
                        first = 1 if column == rows + 1 else 0
                        modulus = 2 ** (52 * (first + rows))
                        check(multiple % 2 ** (52 * first) == 0, "a multiple begins with a column", q)
                        for j in range(rows):
                            limb = (-multiple % modulus) >> (52 * (first + j))
                            if j + 1 < rows:
                                columns.add_product(first + j, multiples, limb)
                            else:
                                columns.column[first + j] += (multiples * (limb & mask)) & mask
                        total = sum(limb << (52 * i) for i, limb in enumerate(columns.column[: first + rows]))
                        check((total - value) % modulus == 0, "the columns of a step", q, x, y)
                        if column > 2:
                            check(0 <= value < modulus, "the remainder of a step", q, x, y)
                    check(-s <= value < s and value % 2**k == 0, "the finish of a product", q, x, y)


def product_step_bounds() -> None:
    """Section 13: the same for every operand, from the errors of the quotients at both ends of s."""
    for rows, size in ((2, 103), (3, 124)):
        for s in (2 ** (size - 1), 2 ** (size - 1) + 1, 2**size - 1):
            if rows == 2:
                steps = [(201, 149, s << 47, 0), (None, 100, s, 1)]
                above = s  # the offset
            else:
                steps = [(252, 200, s << 78, 0), (None, 152, s << 30, 1), (None, 104, s, -1)]
                above = s << 32
            bound = None
            for known, weight, multiple, kept in steps:
                digit = Fraction(2**52 if known else bound / 2**weight)
                check(digit <= 2**52, "the digit of a step is one limb", rows, s)
                # Rounding the digit, whose lower columns are below 2^60, the factor and the quotient.
                lost = Fraction(2**weight + 2 ** (weight - 40), multiple) + digit / 2**52 + 1
                if multiple == s:
                    check(lost - 1 < 1, "the last remainder lies below s", rows, s)
                bound = (lost + kept) * multiple + (above if known else 0)
                if multiple != s:
                    check(bound < 2 ** (52 * (rows + (1 if known else 0))), "the remainder fits its columns", rows, s)


def limb_row_products(random: Random) -> None:
    """Section 13: element-wise products by rows for digits of 43 or 49 bits."""
    mask = 2**52 - 1
    for bits in (61, 62, 64, 80, 97, 98, 99, 100, 104, 105, 116, 123, 124):
        rows, factor, fraction = (2, 1, 3) if bits <= 98 else (3, 8, 9)
        size = 52 - fraction
        for q in limb_moduli(random, bits):
            barrett = 2 ** (bits + 126) // q
            weight, summand_factor = (52, (2**128 // q) >> 21) if rows == 2 else (75, barrett >> (bits - 10))
            check(summand_factor == 2 ** (weight + 52 + fraction) // q < 2**52, "the factor of a summand", q)
            operands = [factor * q - 1, q - 1, q // 2, 1, 0] + [random.randrange(factor * q) for _ in range(12)]
            for w in [q - 1, q // 2, 1, 0] + [random.randrange(q) for _ in range(6)]:
                powers = [(w << (size * i)) % q for i in range(rows)]
                factors = [(power << 52) // q for power in powers]
                for x in operands:
                    digits = [(x >> (size * i)) & (2**size - 1) for i in range(rows)]
                    check(x >> (size * rows) == 0, "the digits of an operand", q, x)
                    for z in operands:
                        sum_ = (1 << fraction) + (((z >> weight) * summand_factor) >> 52)
                        sum_ += sum(
                            ((digit << fraction) * row) >> 52 for digit, row in zip(digits, factors, strict=True)
                        )
                        multiples = sum_ >> fraction
                        check(z >> weight <= mask and multiples <= mask, "the quotient of rows is one limb", q, x, z)
                        product = sum(map(mul, digits, powers)) - multiples * q
                        check((product - x * w) % q == 0, "congruence of a product by rows", q, w, x)
                        check(-q <= product + z < q, "a product by rows", q, w, x, z)
                        check(abs(product) << fraction < 2 ** (52 * rows - 1), "its sign", q, w, x, z)


def recompute() -> None:
    limb_products(Random(104))
    product_step_bounds()
    limb_row_products(Random(105))
