"""Products on limbs in doubles by columns, as src/arith/fma_limbs/double_rows.hpp makes them."""

from proofs.checking import check
from proofs.sections.s10_doubles import ROUNDER, fma


def balanced(x: int, limb: int, rows: int) -> list[int]:
    """Limbs of either sign, at most 2^(limb-1) below the top."""
    sign, x, limbs = (1 if x >= 0 else -1), abs(x), []
    for _ in range(rows - 1):
        digit = x % 2**limb
        digit -= 2**limb if digit >= 2 ** (limb - 1) else 0
        limbs.append(sign * digit)
        x = (x - digit) >> limb
    return [*limbs, sign * x]


def exactly(result: float, expected: int, *where: int) -> float:
    check(result == expected and abs(expected) <= 2**53, "exactness of a column in doubles", *where)
    return result


class Columns:
    """Every step as a double, compared with the integer that it stands for. `where`: what a failure names."""

    def __init__(self, count: int, limb: int, start: float, *where: int) -> None:
        self.limb, self.start, self.where = limb, start, where
        self.sums, self.rests = [start] * count, [0.0] * count
        self.is_first = True

    def add(self, x: int, row: list[int]) -> None:
        for j, digit in enumerate(row):
            total = self.sums[j]
            self.sums[j] = self.in_column(fma(x, digit, total))
            before = total - ROUNDER if self.is_first and j > 0 else total
            self.add_to_rest(j, self.remainder(x, digit, before, self.sums[j]))
        self.is_first = False

    def add_limb_higher(self, x: list[int]) -> None:
        """x 2^limb"""
        self.sums[-1] = self.in_column(fma(x[-1], 2.0**self.limb, self.sums[-1]))
        for j, digit in enumerate(x[:-1]):
            self.add_to_rest(j + 1, float(digit))

    def without(self, quotient: int, q: list[int]) -> list[int]:
        product, below = [], 0.0
        for j, digit in enumerate(q):
            top = j + 1 == len(q)
            after = self.start if top else self.in_column(fma(-quotient, digit, self.sums[j]))
            self.add_to_rest(j, self.remainder(-quotient, digit, self.sums[j], after))
            rest = self.rests[j]
            limb_sum = int(rest) + (int(below) >> self.limb if j > 0 else 0)
            product.append(int(exactly(rest if j == 0 else fma(below, 2.0**-self.limb, rest), limb_sum, *self.where)))
            below = after
        return product

    def in_column(self, total: float) -> float:
        check(2 ** (52 + self.limb) <= total < 2 ** (53 + self.limb), "the running sum of a column", *self.where)
        return total

    def remainder(self, x: int, digit: int, before: float, after: float) -> float:
        return exactly(fma(x, digit, before - after), x * digit + int(before) - int(after), *self.where)

    def add_to_rest(self, j: int, rest: float) -> None:
        self.rests[j] = exactly(self.rests[j] + rest, int(self.rests[j]) + int(rest), *self.where)
