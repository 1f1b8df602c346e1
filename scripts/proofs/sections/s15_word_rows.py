"""Section 15: double words in rows of 64-bit limbs."""

from collections.abc import Iterable
from fractions import Fraction
from operator import mul

from proofs.checking import check
from proofs.sections.s06_inverse import inverse_growth


def word_row_product(limb: int, moduli: Iterable[int], multiplicands: Iterable[int]) -> None:
    """Section 15: a quotient of one limb and a bit leaves less than 2q on either side, also modulo two limbs."""
    word = 2**limb
    for q in moduli:
        for w in range(q):
            rows, quotients = [], []
            for power in (w, w * word % q):
                raised = (power * word // q + 1) % word
                rows.append(power - q if raised == 0 else power)
                quotients.append(raised)
            for x in multiplicands:
                digits = (x % word, x // word)
                carry, quotient = divmod(sum(d * f // word for d, f in zip(digits, quotients, strict=True)), word)
                check(carry <= 1, "the quotient of a row product is one limb and a bit", limb, q, w, x)
                product = sum(map(mul, digits, rows)) - (carry * word + quotient) * q
                check((product - x * w) % q == 0, "congruence of a row product of words", limb, q, w, x)
                check(abs(product) < 2 * q, "a row product of words", limb, q, w, x)


def word_row_growth() -> None:
    """Section 15: a summand below 8q, lifted by 4q, serves two stages, and whatever they leave can be reduced again."""
    for entry in (4, 16):
        low, high = 0, entry
        for stage in range(24):
            if low < 2 or high + 2 > 16:
                low, high = 4, (high if high <= 8 else 8) + 4
            low, high = low - 2, high + 2
            check(low >= 0 and high <= 16, "growth of row products of words", entry, stage)
    inverse_growth(16, lambda operand, limit: Fraction(4), reduces=[lambda bound: max(Fraction(8), bound - 8)])


def recompute() -> None:
    word_row_product(3, range(2, 2**4), range(2**6))
    word_row_product(4, range(2, 2**5), range(2**8))
    word_row_growth()
