"""Section 13: products by rows and by limbs, reductions and the finish."""

from collections.abc import Iterable
from fractions import Fraction
from operator import mul
from random import Random

from proofs.checking import check
from proofs.columns import corners, limb_moduli


def row_twiddle(w: int, q: int, limb: int, rows: int) -> tuple[list[int], list[int]]:
    """Section 13: rows of w with their quotients, for limbs of `limb` bits."""
    multiple = 4 if rows == 3 else 2
    powers = [(w << (limb * i)) % q for i in range(rows)]
    return powers, [(power << limb) // (multiple * q) + 1 for power in powers]


def row_product(limb: int, rows: int, moduli: Iterable[int], multiplicands: Iterable[int]) -> None:
    """Section 13: one single-limb quotient leaves less than L m q on either side."""
    multiple = 4 if rows == 3 else 2
    for q in moduli:
        for w in range(q):
            powers, quotients = row_twiddle(w, q, limb, rows)
            for x in multiplicands:
                digits = [(x >> (limb * i)) % 2**limb for i in range(rows)]
                quotient = sum((digit * factor) >> limb for digit, factor in zip(digits, quotients, strict=True))
                product = sum(map(mul, digits, powers)) - quotient * multiple * q
                check((product - x * w) % q == 0, "congruence of a row product", limb, rows, q, w, x)
                check(0 <= quotient < 2**limb, "the quotient of a row product is one limb", limb, rows, q, w, x)
                check(abs(product) < rows * multiple * q, "a row product", limb, rows, q, w, x)


def limb_product(limb: int, count: int, moduli: Iterable[int], multiplicands: Iterable[int]) -> None:
    """Section 13: a quotient of limbs, without the products that do not reach it, leaves less than 2 L q."""
    for q in moduli:
        for w in range(q):
            factor = (w << (limb * count)) // q
            for x in multiplicands:
                columns = [0] * (2 * count)
                for i in range(count):
                    for j in range(count):
                        high, low = divmod((x >> (limb * i)) % 2**limb * ((factor >> (limb * j)) % 2**limb), 2**limb)
                        columns[i + j] += low
                        columns[i + j + 1] += high
                # The column at L takes no carry from those below it.
                quotient = sum(column << (limb * i) for i, column in enumerate(columns[count:]))
                product = x * w - quotient * q
                check(0 <= product < 2 * count * q, "a product of limbs", limb, count, q, w, x)


def limb_reductions(random: Random) -> None:
    """Section 13: quotients from the top digit, for reductions and for the finish."""
    for rows, bits, capacity, finished in [(2, b, 64, 56) for b in (61, 62, 80, 97, 98)] + [
        (3, b, 2**31, 2**31) for b in (99, 104, 105, 106, 116, 123, 124)
    ]:
        for q in limb_moduli(random, bits):
            weight = bits - 20 if rows == 3 else 52
            factor = 2 ** (52 + weight) // q
            check(factor < 2**52, "the factor of a top digit is one limb", rows, q)
            if rows == 3:
                check(factor == (2 ** (bits + 126) // q) >> 94, "the factor from Barrett's quotient", q)
            some = [1, 2, 3, capacity, *(random.randrange(4, capacity) for _ in range(60))]
            near_multiples = [k * q + offset for k in (range(1, 64) if rows == 2 else some) for offset in (-1, 0, 1)]
            near_multiples = [x for x in near_multiples if x < capacity * q]
            for x in near_multiples + corners(random, capacity * q, 300):
                digit = x >> weight
                quotient = (digit * factor) >> 52
                check(digit < 2**52 and x - quotient * q >= 0, "a quotient by the top digit", rows, q, x)
                reduced = 513 if rows == 2 else 258 + Fraction(x, 2**24 * q)
                check(256 * (x - quotient * q) < reduced * q, "a reduction by the top digit", rows, q, x)
                if x < finished * q:
                    check(-q <= x - (quotient + 1) * q < q, "a finish by the top digit", rows, q, x)


def raised_quotients(random: Random) -> None:
    """Section 13: three limbs whose carries are missing; a quotient raised to be no less, one lowered to be no more."""
    for bits in (99, 105, 116, 124):
        for q in limb_moduli(random, bits):
            factor = 2 ** (bits + 32) // q
            for x in corners(random, 2**31 * q, 60) + [q * k + d for k in (0, 1, 55, 2**31 - 1) for d in (0, 1, q - 1)]:
                for carry0 in (-1536, -1, 0, 1, 1536):
                    for carry1 in (-1536, 0, 1536):
                        low = x % 2**52 + (carry0 << 52)
                        middle = (x >> 52) % 2**52 - carry0 + (carry1 << 52)
                        top = ((x >> 104) - carry1) % 2**52
                        check(abs(low) < 2**63 and abs(middle) < 2**63, "limbs fit", q, x)
                        digit = (top << (124 - bits)) + (middle >> (bits - 72))
                        quotient = ((digit + 2) % 2**52) * (factor + 1) >> 52
                        check(-q <= x - quotient * q < q, "a finish without carries", q, x, carry0, carry1)
                        if x < q:
                            continue
                        quotient = ((digit - 1) % 2**52) * factor >> 52
                        reduced = 258 + Fraction(x, 2**24 * q)
                        below = 256 * (x - quotient * q) < reduced * q
                        check(x - quotient * q >= 0 and below, "a reduction without carries", q, x, carry0, carry1)


def recompute() -> None:
    row_product(3, 2, range(2, 2**5), range(2**6))
    row_product(4, 2, range(2**5, 2**7, 13), range(2**8))
    row_product(2, 3, range(2, 2**4), range(2**6))
    row_product(3, 3, range(2**6, 2**7, 21), range(2**9))
    limb_product(3, 2, range(2, 2**5), range(2**6))
    limb_product(4, 2, range(2**5, 2**7, 13), range(2**8))
    limb_product(2, 3, range(2, 2**5), range(2**6))
    limb_product(3, 3, range(2**6, 2**7, 21), range(2**9))
    limb_reductions(Random(52))
    raised_quotients(Random(53))
