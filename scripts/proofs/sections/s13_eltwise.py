"""Section 13: element-wise products."""

from collections.abc import Iterable
from fractions import Fraction
from operator import mul
from random import Random
from typing import NamedTuple

from proofs.checking import Reader, check, proof
from proofs.columns import Columns, column_product
from proofs.samples import lengths, limb_moduli
from proofs.sections.s13_rows import LIMB_COUNTS, check_lengths, encoded_row

MASK = Columns.MASK

# The table of section 13.14: the multiple of s in bits, the top column, its shift, and the correction of the quotient.
TABLE = {2: ((47, 3, 7, 0), (0, 2, 4, 1)), 3: ((78, 4, 8, 0), (30, 3, 4, -1), (0, 2, 0, 1))}
OFFSET = {2: 0, 3: 32}


class Step(NamedTuple):
    """Quotient, multiple of s, top column, its shift and correction of one step of a product."""

    quotient: int
    multiple: int
    column: int
    shift: int
    correction: int


def moduli_of(read: Reader, limb_count: int) -> Iterable[int]:
    traits = read.of("13.14", "traits", limb_count=limb_count)
    return lengths(traits.min_modulus_bits, traits.modulus_bits)


def product_steps(read: Reader, rows: int, q: int) -> tuple[int, list[Step]]:
    """The offset of a product of two vectors, and its steps."""
    bits = q.bit_length()
    barrett = 2 ** (bits + 126) // q
    k = read("shifted_bits", limb_count=rows) - bits
    chosen = read("steps", limb_count=rows)
    shifts = [read(f"shift[{i}]", k=k) for i in range(4)]
    check(shifts == [k, 52 - k, 12 + k, 40 - k] and 0 <= k <= 42, "the shifts of words to digits", rows, bits)
    s = q << k
    steps = []
    for i, step in enumerate(chosen):
        quotient = read("quotient[i]", barrett=barrett, i=i, steps=chosen)
        weight = 52 * (rows + 1 - i) - step.digit_shift
        exact = 2 ** (52 + weight) // (s << step.multiple_shift)
        check(quotient in (exact, exact - 1) and quotient < 2**52, "a quotient of a product is one limb", s, i)
        correction = read("correction", step=i + 1, limb_count=rows)
        signed = correction - 2**64 if correction >= 2**63 else correction
        steps.append(Step(quotient, s << step.multiple_shift, rows + 1 - i, step.digit_shift, signed))
    # The first multiple begins with the second column.
    check(steps[0].multiple % 2**52 == 0, "the first multiple", s)
    return read("offset", s=s, offset_shift=read("offset_shift", limb_count=rows)), steps


def check_steps(rows: int, s: int, offset: int, steps: list[Step]) -> None:
    """They are those of the table."""
    expected = [(s << bits, *others) for bits, *others in TABLE[rows]]
    check([step[1:] for step in steps] == expected, "the steps of a product", rows, s)
    check(offset == s << OFFSET[rows], "the offset of a product", rows, s)


def step_bounds(rows: int, size: int) -> None:
    """For every operand, from the errors of the quotients at both ends of s."""
    for s in (2 ** (size - 1), 2 ** (size - 1) + 1, 2**size - 1):
        bound = Fraction(0)
        weights = [52 * column - shift for _, column, shift, _ in TABLE[rows]]
        for number, (bits, _, _, correction) in enumerate(TABLE[rows]):
            weight, multiple = weights[number], s << bits
            above = s << OFFSET[rows] if number == 0 else 0
            digit = Fraction(2**52) if number == 0 else bound / 2**weight
            check(digit <= 2**52, "the digit of a step is one limb", rows, s)
            # Rounding the digit, whose lower columns are below 2^60, the factor and the quotient.
            lost = Fraction(2**weight + 2 ** (weight - 40), multiple) + digit / 2**52 + 1
            if correction < 0:
                check(Fraction(s << OFFSET[rows], multiple) - lost > -correction, "the quotient is positive", rows, s)
            if number + 1 == len(weights):
                check(lost - 1 < 1, "the last remainder lies below s", rows, s)
                continue
            bound = (lost - correction) * multiple + above
            check(bound < 2 ** (52 * (rows + (1 if number == 0 else 0))), "the remainder fits its columns", rows, s)
            # A remainder is so large that carries which have not moved up cannot make the next digits look negative.
            hidden = 2 ** weights[number + 1] * (1 + Fraction(1, 2**40))
            check(above - correction * multiple > hidden, "no digit looks negative", rows, s)


@proof("13.14")
def products(read: Reader) -> None:
    """Two vectors, column by column."""
    random = Random(104)
    check_lengths(*(read("traits", limb_count=limb_count) for limb_count in LIMB_COUNTS))
    for rows in LIMB_COUNTS:
        size = read("shifted_bits", limb_count=rows)
        lazy = read("traits", limb_count=rows).ignores_operand_factors
        factor = 4 if lazy else 1
        check(lazy == (rows == 3), "which operands are lazy", rows)
        check(factor == read("operand_factor", limb_count=rows), "operands that are taken as they are", rows)
        step_bounds(rows, size)
        for bits in moduli_of(read, rows):
            for q in limb_moduli(random, bits):
                offset, steps = product_steps(read, rows, q)
                check_steps(rows, q << (size - bits), offset, steps)
                top = factor * q
                first = 52 * steps[0].column - steps[0].shift
                check(top * top << (size - bits) < 2 ** (first + 52), "the first digit is one limb", q)
                operands = [top - 1, top - 2, q, q - 1, q // 2, 1, 0] + [random.randrange(top) for _ in range(25)]
                operands += [(2**104 - 1) % q, (2**52 - 1) % q, (q // (2**52 - 1)) % q]
                for x in operands:
                    for y in operands:
                        product(rows, q, size - bits, x, y, offset, steps)


def product(rows: int, q: int, k: int, x: int, y: int, offset: int, steps: list[Step]) -> None:
    columns = column_product(rows, x, y << k, offset)
    value = x * (y << k) + offset
    for quotient, multiple, column, shift, correction in steps:
        digit = (columns.column[column] << shift) + (columns.column[column - 1] >> (52 - shift))
        multiples = (((digit & MASK) * quotient) >> 52) + correction
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
                columns.column[first + j] += (multiples * (limb & MASK)) & MASK
        total = sum(limb << (52 * i) for i, limb in enumerate(columns.column[: first + rows]))
        check((total - value) % modulus == 0, "the columns of a step", q, x, y)
        if column > 2:
            check(0 <= value < modulus, "the remainder of a step", q, x, y)
    s = q << k
    check(-s <= value < s and value % 2**k == 0, "the finish of a product", q, x, y)


@proof("13.15")
def row_products(read: Reader) -> None:
    """A fixed multiplicand, by rows for digits of 43 or 49 bits."""
    random = Random(105)
    for rows in LIMB_COUNTS:
        fraction = read("fraction_bits", limb_count=rows)
        size = read("digit_bits", fraction_bits=fraction, narrow=True)
        check(size == 52 - fraction, "the bits of a digit", rows)
        lost = 2 * rows + 1 + (1 + Fraction(1, 2**14) if rows == 3 else Fraction(1, 2**6) + Fraction(1, 2**5))
        check(lost < 2**fraction, "what the quotient lacks", rows)
        factor = 8 if rows == 3 else 1
        weight = read("summand_weight", limb_count=rows)
        check((fraction, weight) == ((3, 52) if rows == 2 else (9, 75)), "the digits of an operand and a summand", rows)
        for bits in moduli_of(read, rows):
            check(factor * 2**bits <= 2 ** (size * rows), "the digits hold an operand", rows, bits)
            for q in limb_moduli(random, bits):
                barrett = 2 ** (bits + 126) // q
                power = {"power": 52 + weight + fraction}
                summand_factor = read("summand_quotient", barrett=barrett, bits=bits, m=None, **power)
                check(summand_factor == 2 ** (weight + 52 + fraction) // q < 2**52, "the factor of a summand", q)
                check(-read("minus_row_modulus", q=q, fraction_bits=fraction) == q << fraction, "what is taken off", q)
                operands = [factor * q - 1, q - 1, q // 2, 1, 0] + [random.randrange(factor * q) for _ in range(12)]
                for w in [q - 1, q // 2, 1, 0] + [random.randrange(q) for _ in range(6)]:
                    powers, factors = row_table(read, w, q, size, rows)
                    for x in operands:
                        digits = [(x >> (size * i)) & (2**size - 1) for i in range(rows)]
                        shifted = [digit << fraction for digit in digits]
                        counts = sum(digit * row >> 52 for digit, row in zip(shifted, factors, strict=True))
                        total = sum(map(mul, digits, powers))
                        for z in operands:
                            quotient = (1 << fraction) + (((z >> weight) * summand_factor) >> 52) + counts
                            multiples = quotient >> fraction
                            check(z >> weight <= MASK and multiples <= MASK, "the quotient is one limb", q, x, z)
                            product = total - multiples * q
                            check((product - x * w) % q == 0, "congruence of a product by rows", q, w, x)
                            check(-q <= product + z < q, "a product by rows", q, w, x, z)
                            check(abs(product) << fraction < 2 ** (52 * rows - 1), "its sign", q, w, x, z)


def row_table(read: Reader, w: int, q: int, size: int, rows: int) -> tuple[list[int], list[int]]:
    """Rows of w for digits of `size` bits, and their quotients."""
    powers = [(w << (size * i)) % q for i in range(rows)]
    factors = [(power << 52) // q for power in powers]
    for power, following, factor in zip(powers, powers[1:], factors, strict=False):
        encoded = encoded_row(read, power, q, limb_count=rows, narrow=True, fraction_bits=52 - size)
        check(encoded == (factor, following), "a narrow row and the next one", q, w)
    return powers, factors
