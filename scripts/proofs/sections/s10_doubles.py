"""Section 10: integers in doubles."""

from fractions import Fraction
from math import gcd
from random import Random

from proofs.checking import check
from proofs.sections.s05_forward import CAPACITIES
from proofs.sections.s06_inverse import inverse_growth


def fma(x: float, y: float, z: float) -> float:
    """x y + z, rounded once: Python divides integers correctly rounded."""
    (x_above, x_below), (y_above, y_below), (z_above, z_below) = (number.as_integer_ratio() for number in (x, y, z))
    return (x_above * y_above * z_below + z_above * x_below * y_below) / (x_below * y_below * z_below)


def rounded_product(x: float, y: float) -> float:
    return fma(x, y, 1.5 * 2**52) - 1.5 * 2**52


def double_product(x: float, y: float, quotient: float, q: int) -> int:
    """(h - c q) + l, every step as a double, compared with the integer that it stands for."""
    high = x * y
    low = fma(x, y, -high)
    exact = int(x) * int(y) - int(quotient) * q
    result = fma(-quotient, q, high) + low
    check(int(high) + int(low) == int(x) * int(y) and int(result) == exact, "exactness in doubles", q, x, y)
    return exact


def double_arithmetic() -> None:
    """Section 10: the products and reductions of Fma53 on operands at the corners and on those that round worst."""
    random = Random(53)
    for bits, capacity in ((50, 4), (49, 8), (48, 16)):
        for q in (2, 3, 97, 2**31 - 1, 2 ** (bits - 1) + 1, 2**bits - 27, 2**bits - 1):
            inverse = 1.0 / q
            top = capacity * q - 1
            centred = (random.randint(-(q // 2), q // 2) for _ in range(40))
            for w in {0, 1, q // 2, -(q // 2), q // 2 - 1, q // 3, *centred}:
                leading = ((w << 64) // q + 2**9) // 2**10 * 2**10
                ratio = float(Fraction(leading, 2**64))
                check(Fraction(ratio) * 2**64 == leading and abs(ratio - Fraction(w, q)) * 2**55 <= 1, "w/q", q, w)
                operands = {0, 1, q - 1, q, q + 1, top, top - 1, top - q // 2}
                operands |= {random.randint(0, top) for _ in range(20)}
                # x w = q/2 modulo q, next to the top: the quotient lies between two integers.
                if gcd(w, q) == 1:
                    half = (q // 2) * pow(w, -1, q) % q
                    operands |= {top - (top - half) % q, top - (top - half - 1) % q}
                for x in operands | {-x for x in operands}:
                    quotient = rounded_product(float(x), ratio)
                    product = double_product(float(x), float(w), quotient, q)
                    check(abs(product) * 2**55 <= q * (2**54 + abs(x)), "a product in doubles", q, w, x)
                    reduced = x - int(rounded_product(float(x), inverse)) * q
                    check(abs(reduced) * 256 < 129 * q, "a reduction in doubles", q, x)
                    if q % 2 == 1 and 2 * abs(x) <= (2 * capacity - 1) * q:
                        floor = rounded_product(float(x - q // 2), inverse)
                        check(floor == x // q, "a canonical remainder in doubles", q, x)
            factors = {0, 1, q - 1, q // 2, *(random.randrange(q) for _ in range(20))}
            for x in factors:
                for y in factors:
                    quotient = rounded_product(float(x) * float(y), inverse)
                    check(abs(double_product(float(x), float(y), quotient, q)) < q, "an element-wise product", q, x, y)


def double_growth(capacity: int) -> None:
    """Section 10: 5/8 a stage, and reduction to 129/256."""
    for entry in (Fraction(1), Fraction(4), Fraction(capacity)):
        bound = entry
        for stage in range(24):
            if bound + Fraction(5, 8) > capacity:
                bound = Fraction(129, 256)
            bound += Fraction(5, 8)
            check(bound <= capacity, "growth in doubles", capacity, entry, stage)
    inverse_growth(
        capacity,
        lambda operand, limit: Fraction(1, 2) + operand / (8 * limit),
        reduces=[lambda bound: Fraction(129, 256)],
    )


def recompute() -> None:
    double_arithmetic()
    for capacity in CAPACITIES:
        double_growth(capacity)
