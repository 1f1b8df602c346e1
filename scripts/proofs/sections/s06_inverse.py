"""Section 6: the inverse transform."""

from collections.abc import Callable, Iterable
from fractions import Fraction

from proofs.checking import check
from proofs.sections.s05_forward import CAPACITIES, Reduction, product_bound, reductions

Product = Callable[[Fraction, int], Fraction]


def inverse_growth(capacity: int, product: Product, reduces: Iterable[Reduction] = ()) -> None:
    """Section 6: sums that pass half the capacity are reduced at once; then every operand stays below it."""
    half = Fraction(capacity, 2)
    for reduce in reduces or reductions(capacity):
        for radix_log in range(1, 5):
            bounds = [half] * (1 << radix_log)
            for step in range(radix_log):
                for i in range(1 << radix_log):
                    if i >> step & 1:
                        continue
                    j = i + (1 << step)
                    check(bounds[i] == bounds[j], "partners have the same bound", capacity, radix_log, step, i)
                    total = bounds[i] + bounds[j]
                    check(total <= capacity and bounds[i] + half <= capacity, "inverse growth", capacity, step, i)
                    bounds[j] = product(bounds[i] + half, capacity)
                    bounds[i] = reduce(total) if total > half else total
                    check(bounds[i] <= half and bounds[j] <= half, "inverse operands", capacity, step, i)


def recompute() -> None:
    for capacity in CAPACITIES:
        inverse_growth(capacity, product_bound)
        if capacity >= 8:
            inverse_growth(capacity, lambda operand, limit: 3 + Fraction(1, 256))
