"""Section 6: the inverse transform."""

from proofs.checking import Reader, check, proof
from proofs.expressions import Value
from proofs.sections.s01_modulus import CAPACITIES
from proofs.sections.s05_forward import INPUTS, product_bounds, shoup

# Passes of up to so many stages across vectors, and stages inside them.
MOST_STAGES = 4
LANE_STAGES = 3


def follow_inverse(
    capacity: int, offset: int, entry: int, product_bound: Value, reduced_bound: Value, *values: object
) -> None:
    """Sums that pass half the capacity are reduced at once, at the end of a pass those that pass `entry`; then every
    operand stays below half the capacity. All in units of q / 256, also `offset`, which differences get."""
    limit = capacity // 2
    check(entry <= limit and 2 * offset == capacity, "what enters a pass", entry, offset, *values)
    for stages in range(1, MOST_STAGES + 1):
        for most in (limit, entry):
            bounds = [most] * (1 << stages)
            for step in range(stages):
                for i in range(1 << stages):
                    if i >> step & 1:
                        continue
                    j = i + (1 << step)
                    check(bounds[i] == bounds[j], "partners have the same bound", stages, step, i, *values)
                    total = bounds[i] + bounds[j]
                    check(total <= capacity and bounds[i] + offset <= capacity, "inverse growth", step, i, *values)
                    bounds[j] = product_bound(bounds[i] + offset)
                    left = entry if step + 1 == stages else limit
                    bounds[i] = reduced_bound(total) if total > left else total
                    check(bounds[i] <= left and bounds[j] <= left, "inverse operands", step, i, *values)
    # Inside a vector a shuffle follows each stage.
    bound = entry
    for step in range(LANE_STAGES):
        total = 2 * bound
        check(total <= capacity, "inverse growth inside a vector", step, *values)
        bound = max(reduced_bound(total) if total > limit else total, product_bound(bound + offset))
        check(bound <= limit, "inverse operands inside a vector", step, *values)


def entry_of(read: Reader, capacity: int, product_bound: Value, reduced_bound: Value) -> int:
    """What a pass may leave to the next one: two products where reductions reach below that, else half the capacity."""
    known = {"capacity": capacity, "product_bound": product_bound, "reduced_bound": reduced_bound}
    entry: int = read.of("6.1", "between_inverse_passes", **known)()
    products = 2 * product_bound(capacity)
    expected = products if reduced_bound(capacity) <= products <= capacity // 2 else capacity // 2
    check(entry == expected, "what a pass leaves to the next one", entry, expected)
    twisted: int = read.of("6.1", "inverse_cells", **INPUTS, input=4, **known)()
    check(twisted == product_bound(capacity) <= entry, "twisted values", twisted, entry)
    return entry


@proof("6.1")
def operands_below_half_the_capacity(read: Reader) -> None:
    q = read.one_q
    check(read("inverse_input", from_words=True)() == 2 * q, "what may be put in")
    for capacity in CAPACITIES:
        offset = read("gs_offset", Capacity=capacity)
        check(2 * offset == capacity, "the offset of a difference", capacity)
        check(read("gs_offset_q_", Capacity=capacity, gs_offset=offset, q=1, m=None) == offset, "what is added")
        check(read("limit", capacity=capacity * q) == offset * q, "the limit of operands", capacity)
        check(2 * q <= offset * q, "input is an operand", capacity)
        read("between_inverse_passes")
        read("inverse_cells")
        barrett = read.of("4.1", "product_bound", Capacity=capacity)
        entry = entry_of(read, capacity * q, barrett, barrett)
        follow_inverse(capacity * q, offset * q, entry, barrett, barrett, "Ifma52", capacity)
        for bound in product_bounds(read, capacity):
            reduced_bound = shoup(read, capacity, bound)["reduced_bound"]
            entry = entry_of(read, capacity * q, bound, reduced_bound)
            follow_inverse(capacity * q, offset * q, entry, bound, reduced_bound, "Shoup", capacity)
