"""Section 5: the forward transform."""

from collections.abc import Callable
from fractions import Fraction

from proofs.checking import check

CAPACITIES = (4, 8, 16)
Reduction = Callable[[Fraction], Fraction]


def product_bound(operand: Fraction, capacity: int) -> Fraction:
    return 1 + operand / capacity


def reductions(capacity: int) -> tuple[Reduction, Reduction]:
    """The two ways to reduce, each with its bound: conditional subtraction of half the capacity, and Barrett."""
    half = Fraction(capacity, 2)
    return (lambda bound: max(half, bound - half), lambda bound: product_bound(bound, capacity))


def forward_growth_from_zero(capacity: int, growth: int) -> None:
    """Section 5, Shoup64: x + T and x - T + growth q, with x reduced where needed, stay within the capacity."""
    for entry in (Fraction(1), Fraction(4), Fraction(capacity)):
        bound = entry
        for stage in range(24):
            check(product_bound(bound, capacity) <= 2, "a lazy product is below 2q", capacity, stage)
            if bound + growth > capacity:
                bound = reductions(capacity)[0](bound)
            bound += growth
            check(bound <= capacity, "forward growth", capacity, growth, entry, stage)


def forward_growth_lifted(capacity: int) -> None:
    """Section 5, Ifma52: a lift by k = capacity/2 - 1 serves k butterflies x + T, x - T with T in [-q, q)."""
    greatest = capacity // 2 - 1
    for high in (Fraction(1), Fraction(4), Fraction(capacity)):
        low = Fraction(0)
        for stage in range(24):
            check(high / capacity <= 1, "T is below q", capacity, stage)
            if low < 1:
                width = high if high <= 1 else 1 + high / capacity
                low, high = Fraction(greatest), greatest + width
            low, high = low - 1, high + 1
            check(low >= 0 and high <= capacity, "forward range", capacity, stage)
        # The last stage of all: prepared with a lift of one.
        check(1 + 1 + high / capacity + 1 <= 4, "the output range", capacity, high)


def lifted_quotients(word: int) -> None:
    """With the quotient too large by one, T lies in [-q, q x / 2^word); Barrett's quotient can start at -k."""
    for q in range(2, 2 ** (word - 2)):
        for w in range(q):
            factor = (w << word) // q
            for x in range(2**word):
                t = x * w - (((x * factor) >> word) + 1) * q
                check(-q <= t and t * 2**word < q * x, "the product with one quotient too many", word, q, w, x)
        for x in range(2**word):
            for k in range(1, 2**word // q // 2):
                quotient = (((x * (2**word // q)) >> word) - k) % 2**word
                lifted = (x + quotient * (2**word - q)) % 2**word
                check(k * q <= lifted and lifted * 2**word < q * ((k + 1) * 2**word + x), "lift", word, q, x, k)


def recompute() -> None:
    lifted_quotients(6)
    for capacity in CAPACITIES:
        forward_growth_from_zero(capacity, growth=2)
        if capacity >= 8:  # quotients of two limbs
            forward_growth_from_zero(capacity, growth=4)
        forward_growth_lifted(capacity)
