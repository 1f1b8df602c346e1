"""Section 13: products of values that stay in cells."""

from fractions import Fraction
from random import Random

from proofs.checking import Reader, check, proof
from proofs.columns import Columns, column_digit, column_product, take_off
from proofs.samples import limb_moduli
from proofs.sections.s13_rows import moduli_of

Step = tuple[int, int, int]


def check_digit(read: Reader, step: str, column: int, weight: int, bits: int) -> None:
    """The shifts by which a digit of this weight is taken from a column and the one below it."""
    shift, below = read(f"{step}shift", bits=bits, m=None), read(f"{step}below", bits=bits, m=None)
    check(shift == 52 * column - weight and below == 52 - shift, "the shift of a digit", step, bits)
    check(0 <= shift <= 46, "a digit takes most of the column below", step, bits)


def steps_of_two_limbs(read: Reader, q: int) -> tuple[int, list[Step]]:
    """Offset of a product of two values, and weight, multiple and quotient of its steps."""
    bits = q.bit_length()
    barrett = 2 ** (bits + 126) // q
    power = 2 ** (bits + 49)
    known = {"bits": bits, "q": q, "m": None, "barrett": barrett, "power": power, "limb_mask": Columns.MASK}
    excess = read("excess", **known)
    check(0 < excess <= q and (power + excess) % q == 0, "the first multiple of a pair", q)
    factor = read("first.quotient", **known, excess=excess)
    missing = Fraction(2 ** (bits + 101), power + excess) - factor
    check(0 <= missing < 1 + Fraction(1, 2**46), "the first quotient of a pair", q)
    # -(2^w + e): -e in all limbs, and 2^w off the top one.
    minus_excess = read.all("first.minus_multiple", **known, excess=excess)[0] % 2**156
    below, top = minus_excess % 2**104, minus_excess >> 104
    top = read("first.minus_multiple[2]", **known, first=Limbs(minus_multiple=[0, 0, top]))
    check((below + (top << 104) + power + excess) % 2**156 == 0, "minus the first multiple", q)
    check(read("second.minus_multiple", q=q) == -q, "minus the second multiple", q)
    second = read("second.quotient", **known)
    check(second == 2 ** (bits + 51) // q < 2**52, "the second quotient of a pair", q)
    check_digit(read, "first.", 3, bits + 49, bits)
    check_digit(read, "second.", 2, bits - 1, bits)
    return read("offset", q=q), [(bits + 49, power + excess, factor), (bits - 1, q, second)]


class Limbs:
    """Something with members."""

    def __init__(self, **members: object) -> None:
        self.__dict__.update(members)


def pair_operands(random: Random, q: int, top: int) -> list[int]:
    operands = [top - 1, top - 2, top // 2, q, q - 1, 1, 0] + [random.randrange(top) for _ in range(20)]
    return operands + [(2**104 - below) % q for below in (1, 2, 2**52)]


def factor_limit(read: Reader, **known: int) -> Fraction:
    """How large factors may be, by what the sources assert of them."""
    asserted = (b for b in range(read.one_q, 4 * read.one_q) if read("static_assert", buffer_factors=b, **known))
    return read.in_q(max(asserted))


@proof("13.8")
def products_of_two_limbs(read: Reader) -> None:
    bound = read("bound")
    check(bound == 13 * read.one_q // 5, "the bound of a product of a pair", bound)
    check(read("static_assert", bound=bound, buffer_factors=bound), "a product may be a factor")
    limit = factor_limit(read, bound=bound)
    check(limit == read.in_q(14 * read.one_q // 5), "the limit of factors", limit)
    limit = Fraction(14, 5)
    # For all operands, from the errors of the quotients at both ends of q.
    shortest, *_, longest = moduli_of(read, 2)
    for bits in range(shortest, longest + 1):
        for q in (2 ** (bits - 1) + 1, 2**bits - 1):
            offset, steps = steps_of_two_limbs(read, q)
            remainder, added = limit * limit * q * q, offset + 4 * q
            for step, (weight, multiple, _) in enumerate(steps, 1):
                digit = Fraction(remainder) / 2**weight
                check(digit < 2**52, "the digit of a pair is one limb", q, step)
                # Column 1 has four terms in the first step, column 0 three in the second one.
                beyond = Fraction(3 * 2**104 if step == 1 else 2 * 2**52, 2**weight)
                few = beyond <= Fraction(3 if step == 1 else Fraction(1, 2), 2**6)
                check(few, "the columns below a digit", q, step)
                check(beyond <= Fraction(6 if step == 1 else 1, 2**7), "the columns below a digit", q, step)
                lost = (1 + beyond) * Fraction(2**weight, multiple) + 1
                lost += digit / 2**52 * (1 + Fraction(1, 2**46))
                remainder = lost * multiple + added
                added = 0
                if step == 1:
                    check(lost * multiple < 3 * 2**weight, "the first remainder of a pair", q)
                    check(offset > 2 ** steps[1][0] * (1 + Fraction(1, 2**6)), "an offset serves the next step", q)
                    check(remainder < 2 ** (52 * 3), "the remainder of a pair fits its columns", q)
            check(remainder < Fraction(13, 5) * q, "the bound of a product of a pair", q)
            check(offset == 2 * q, "the offset of a pair", q)
    random = Random(208)
    for bits in moduli_of(read, 2):
        for q in (q for q in limb_moduli(random, bits) if q & (q - 1)):
            pairs_of_two_limbs(random, q, *steps_of_two_limbs(read, q))


def pairs_of_two_limbs(random: Random, q: int, offset: int, steps: list[Step]) -> None:
    """Column by column."""
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


@proof("13.9")
def products_of_three_limbs(read: Reader) -> None:
    bound = read.in_q(read("bound"))
    check(bound == 3 * 2**23, "the bound of a product of a pair", bound)
    limit = factor_limit(read)
    check(limit == read.in_q(4 * read.one_q // 3), "the limit of factors", limit)
    shortest, *_, longest = moduli_of(read, 3)
    for bits in range(shortest, longest + 1):
        for q in (2 ** (bits - 1) + 1, 2**bits - 1):
            product = Fraction(16, 9) * q * q + bound * q
            check(product < 2 ** (bits + 73 + 52), "what is folded is one limb", q)
            # Columns 0 to 2 have carries of less than 2^3, and 2^4 with what is folded.
            left = 2 ** (bits + 73) + 2**159 + 2**52 * q
            check(1024 * left < 1025 * 2 ** (bits + 73) and left < 2**208, "a folded product", q)
            lost = 1 + Fraction(left, 2 ** (bits + 22 + 52)) + Fraction(2 ** (bits + 22) + 2**108, 2**23 * q)
            check(left < 2 ** (bits + 22 + 52), "its digit is one limb", q)
            check(lost < 3 and bound * q < 2**156, "the bound of a product of a pair of three limbs", q)
    random = Random(208)
    for bits in moduli_of(read, 3):
        check_digit(read, "fold_", 4, bits + 73, bits)
        check_digit(read, "last.", 3, bits + 22, bits)
        for q in (q for q in limb_moduli(random, bits) if q & (q - 1)):
            folded_pairs(read, random, q)


def folded_pairs(read: Reader, random: Random, q: int) -> None:
    """Column by column."""
    bits = q.bit_length()
    known = {"bits": bits, "q": q, "m": None, "product_quotient": 2 ** (bits + 126) // q}
    residue = read("residue", **known) % 2**128
    check(residue == 2 ** (bits + 73) % q, "the residue that is folded", q)
    check(read("folded", residue=residue) == residue, "what is folded", q)
    quotient = read("last.quotient", **known)
    check(quotient == 2 ** (bits + 51) // q < 2**52, "the quotient of a pair", q)
    multiple = -read("last.minus_multiple", **known)
    check(multiple == q * 2**23, "the multiple that is taken off", q)
    mask = read("fold_mask", **known)
    check(mask == 2 ** (bits + 73 - 156) - 1, "what stays of the column that is folded", q)
    operands = pair_operands(random, q, 4 * q // 3)
    for x in operands:
        for y in operands:
            z = random.choice((0, 3 * 2**23 * q - 1))
            columns = column_product(3, x, y, z)
            above = column_digit(columns, 4, bits + 73)
            check(above < 2**52, "what is folded is one limb", q, x, y)
            columns.column[3] &= mask
            for j in range(3):
                columns.add_product(j, above, residue >> (52 * j))
            value = sum(limb << (52 * i) for i, limb in enumerate(columns.column[:4]))
            check((value - x * y - z) % q == 0, "congruence of a folded product", q, x, y)
            check(1024 * value < 1025 * 2 ** (bits + 73), "a folded product", q, x, y)
            digit = column_digit(columns, 3, bits + 22)
            multiples = (digit * quotient) >> 52
            value -= multiples * multiple
            columns.column = columns.column[:3]
            take_off(columns, 0, 3, multiples, multiple, value, q, x, y)
            check(value < 3 * 2**23 * q, "the product of a pair of three limbs", q, x, y)
            check(max(columns.column[:2]) <= 8 * 2**52, "its limbs", q, x, y)
