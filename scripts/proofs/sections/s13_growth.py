"""Section 13: ranges of whole passes, forward and inverse."""

from fractions import Fraction

from proofs.checking import check


def limb_growth() -> None:
    """Section 13: ranges of whole passes, forward and inverse."""
    # Two limbs: an offset for each pass.
    growth, capacity, kept = 4, 64, 16
    offset = 6 * growth
    check(offset - 3 * growth - 2 * growth - growth >= 0, "the lowest value before a product", growth)
    check(2 * offset + 4 <= 56, "the highest value", growth)
    check(kept + offset + 3 * growth + 2 * growth <= capacity, "the highest value behind a pass on kept coefficients")
    check(kept + offset + 6 * growth <= capacity, "the highest value of a transform of one pass", growth)
    check(kept + capacity // 2 <= capacity, "a difference of kept coefficients", growth)
    # Three limbs: one for all.
    growth, capacity, kept = 12, 2**31, 16 * 12
    offset = 64 * growth + 1
    check(offset - 64 * growth >= 1 and kept + 2 * offset <= capacity, "an offset for all stages")
    check(258 + Fraction(kept + 2 * offset, 2**24) < Fraction(13, 10) * 256, "evaluations that may be factors")
    product, coefficients = 3 * 2**23, growth * 2**20
    check(258 + Fraction(product + capacity // 2 + offset, 2**24) <= Fraction(13, 10) * 256, "differences of products")
    check(product * 2**5 <= capacity // 2 and product * 2**6 < capacity, "sums in a tile of products")
    check(coefficients * 2**3 <= capacity // 2 and coefficients < product, "sums in a pass")
    # Lifted products: each is at least what it meets as second operand.
    for steps in range(1, 4):
        ranges = [(0, 0)] * 2**steps
        for step in range(steps):
            for position in range(2**steps):
                if position >> step & 1:
                    continue
                partner = position + 2**step
                (low, high), (other_low, other_high) = ranges[position], ranges[partner]
                if position % 2**step:
                    check(low >= other_high, "lifted products in order", steps, step, position)
                ranges[position] = (low + other_low, high + other_high)
                lift = 0
                while step + 1 + lift < steps and partner >> (step + 1 + lift) & 1 == 0:
                    lift += 1
                ranges[partner] = ((2 ** (lift + 1) - 2) * growth, 2 ** (lift + 1) * growth)
        check(max(high for _, high in ranges[1:]) <= kept, "what a pass leaves", steps)
    # 64 limbs of products in a tile, eight of four products in another pass, in units of 2^52.
    check(max(64 * 8, 8 * 4 * 9) * 2**52 < 2**62 and (64 + 36) * 8 * 2**52 < 2**62, "limbs")


def recompute() -> None:
    limb_growth()
