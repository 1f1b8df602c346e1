"""Section 13: ranges of whole passes, forward and inverse."""

from fractions import Fraction

from proofs.checking import Reader, check, proof
from proofs.expressions import Range, Value
from proofs.sections.s06_inverse import follow_inverse
from proofs.sections.s13_rows import LIMB_COUNTS, reduced_bound

# Stages inside a vector of eight lanes.
LANES_LOG = 3


def growth_of(read: Reader, limb_count: int) -> int:
    growth: int = read.of("13.1", "row_excess", limb_count=limb_count)
    return growth


def forward_members(read: Reader, limb_count: int, offset: int) -> dict[str, Value]:
    """What butterflies do, compared with what section 13 says of them."""
    q, growth = read.one_q, growth_of(read, limb_count)
    known = {"limb_count": limb_count, "growth": growth, "offset": offset}
    known["capacity"] = read.of("13.5", "capacity", limb_count=limb_count)
    members = {name: read(name, **known) for name in ("ct_result", "ct_accepts", "prepared", "max_lift")}
    check(members["max_lift"] == 0, "values are not lifted by stages")
    for low in range(0, 3 * growth * q, q):
        for high in (low + q, known["capacity"] - growth * q, known["capacity"] - growth * q + 1):
            x = Range(low, high)
            check(members["ct_result"](x) == (low - growth * q, high + growth * q), "a butterfly", x)
            accepted = low >= growth * q and high + growth * q <= known["capacity"]
            check(members["ct_accepts"](x) == accepted, "what a butterfly accepts", x)
            check(members["prepared"](x, 0) == (low + offset * q, high + offset * q), "the offset of input", x)
    return known | members


@proof("13.2")
def twisted_values(read: Reader) -> None:
    """Products that enter a pass are within what other passes take and leave."""
    q = read.one_q
    strided = read.of("13.3", "max_row_stages")
    for limbs, section in zip(LIMB_COUNTS, ("13.3", "13.4"), strict=True):
        growth = growth_of(read, limbs)
        stages = strided + LANES_LOG if limbs == 2 else read.of("13.4", "max_stages")
        offset = read.of(section, "offset", growth=growth, max_stages=stages)
        known = {"limb_count": limbs, "growth": growth, "capacity": read.of("13.5", "capacity", limb_count=limbs)}
        product_bound = read.of("13.5", "product_bound", **known)
        twisted = read.of("5.3", "product_range", product_bound=product_bound, **known)()
        check(twisted == (0, 2 * growth * q), "the range of twisted values", limbs, twisted)
        arithmetic = forward_members(Reader(read.source, "13.3"), limbs, offset)
        check(not arithmetic["ct_accepts"](twisted), "summands of the first stage get the offset", limbs)
        x = arithmetic["prepared"](twisted, 0)
        for stage in range(strided):
            check(arithmetic["ct_accepts"](x), "a stage of twisted values", limbs, stage)
            x = arithmetic["ct_result"](x)
            between = {"growth": growth, "max_stages": stages, "max_row_stages": strided, "offset": offset}
            for count in range(1, strided + LANES_LOG + 1):
                taken = read.of(section, "between_passes", **between)(count)
                within = taken.low <= x.low and x.high <= taken.high
                check(within, "what a pass of twisted values leaves", limbs, stage, count)
        entry = read.of("13.5", "between_inverse_passes", limb_count=limbs)
        check(twisted.high <= entry, "twisted values of the inverse", limbs)


@proof("13.3")
def forward_two_limbs(read: Reader) -> None:
    """An offset for each pass."""
    q, growth = read.one_q, growth_of(read, 2)
    strided = read("max_row_stages")
    check(strided == read("max_tile_radix_log"), "the most stages of a pass across vectors", strided)
    most = strided + LANES_LOG
    offset = read("offset", growth=growth, max_stages=most)
    check(offset == growth * most, "the offset keeps the stages of a pass from zero", offset)
    arithmetic = forward_members(read, 2, offset)
    capacity = arithmetic["capacity"]
    leader = read("leader", growth=growth, max_stages=most)
    reduced = reduced_bound(read, 2)(capacity)
    check(leader.low == offset * q and reduced <= leader.high - leader.low, "a reduced leader", leader)
    check(leader == arithmetic["prepared"](Range(0, 4 * q), 0), "a leader is no more than input that is lifted", leader)
    x = leader
    for stage in range(most):
        check(arithmetic["ct_accepts"](x), "a stage of a leader", stage)
        x = arithmetic["ct_result"](x)
    check(x.low >= 0 and x.high <= 56 * q, "the highest value of a transform", x)
    # What passes leave, the first of which may have got kept coefficients and reduces no leader.
    kept = read("max_input", growth=growth)
    check(kept == 4 * growth, "the bound of kept coefficients", kept)
    between = read("between_passes", growth=growth, max_stages=most, max_row_stages=strided)(None)
    check(between.low == leader.low - strided * growth * q, "the lowest value that a pass leaves", between)
    check(between.high == (offset + kept + strided * growth) * q, "the highest value that a pass leaves", between)
    check(leader.high + strided * growth * q <= between.high, "a leader that a pass leaves", between)
    # All inputs of a pass but its leader are multiplied in one of its stages across vectors.
    check(between.low >= strided * growth * q, "the lowest value before a product", between)
    check(between.high + (strided - 1) * growth * q <= capacity, "the highest value before a product", between)
    check((kept + offset + most * growth) * q <= capacity, "the highest value of a transform of one pass", growth)
    check(kept * q + capacity // 2 <= capacity, "a difference of kept coefficients", growth)


@proof("13.4")
def forward_three_limbs(read: Reader) -> None:
    """One offset for all stages."""
    q, growth = read.one_q, growth_of(read, 3)
    stages, offset = read("max_stages"), read("offset", growth=growth)
    check(stages == 64, "no transform has more stages")
    kept = read("max_input", growth=growth)
    check(kept == 16 * growth, "the bound of kept coefficients", kept)
    check(offset == growth * stages + 1, "the lowest value", offset)
    arithmetic = forward_members(read, 3, offset)
    x = arithmetic["prepared"](Range(0, kept * q), 0)
    ranges = [x]
    for stage in range(stages):
        check(arithmetic["ct_accepts"](x), "a stage of three limbs", stage)
        x = arithmetic["ct_result"](x)
        ranges.append(x)
    check(x.low >= q and x.high <= (kept + 2 * offset) * q <= arithmetic["capacity"], "an offset for all stages", x)
    between = read("between_passes", growth=growth)
    for count in range(1, 7):
        widest = ranges[stages - count]
        check(between(count).low == widest.low, "the lowest value that enters a pass", count)
        # Both offsets in it have the one q that only the lowest value needs.
        check(between(count).high == widest.high + q, "the highest value that enters a pass", count)


@proof("13.5")
def inverse(read: Reader) -> None:
    """Sums grow up to the capacity."""
    q = read.one_q
    for limbs in LIMB_COUNTS:
        growth = growth_of(read, limbs)
        capacity = read("capacity", limb_count=limbs)
        known = {"limb_count": limbs, "growth": growth, "capacity": capacity}
        bits = read.of("13.11", "traits", limb_count=limbs).modulus_bits
        check(read.whole(capacity) << bits <= 2 ** (52 * limbs), "values fit the limbs", limbs)
        check(read("gs_offset", **known) * 2 * q == capacity, "the offset of a difference", limbs)
        product_bound = read("product_bound", **known)
        check(product_bound(None) == 2 * growth * q, "the bound of a product", limbs)
        entry = read("between_inverse_passes", limb_count=limbs)
        evaluations = read.of("13.7", "buffer_evaluations", **known | {"buffer_factors": 13 * q // 5})
        if limbs == 3:
            sums_of_three_limbs(read, growth, capacity, entry, evaluations)
            continue
        check(read.whole(capacity) << bits == 2 ** (52 * limbs), "two limbs use all their room")
        check(entry == 2 * (2 * growth) * q, "a pass leaves two products")
        check(max(2 * q, evaluations) <= entry, "input and evaluations may enter")
        follow_inverse(capacity, capacity // 2, entry, product_bound, reduced_bound(read, 2), "two limbs")


def sums_of_three_limbs(read: Reader, growth: int, capacity: int, entry: int, evaluations: int) -> None:
    """All sums of a transform of 2^20 values lie below `entry`; those of products of evaluations in a tile, too."""
    q = read.one_q
    for stages in range(1, 21):
        # Of input below 2q; of products; of four lifted ones, in a pass behind the tile.
        total = max(2 * 2**stages, 2 * growth * 2 ** (stages - 1), 16 * growth if stages >= 5 else 0)
        check(total * q <= (growth << stages) * q <= entry, "a sum of three limbs", stages)
    check(entry == (growth << 20) * q, "the greatest sum")
    check(entry * 2**3 <= capacity // 2 and entry < evaluations, "sums in a pass")
    check(evaluations * 2**5 <= capacity // 2 and evaluations * 2**6 < capacity, "sums in a tile of products")
    # Above that, a quotient without carries would be off by more than one.
    check(capacity <= 2**31 * q, "the excess of a raised quotient")


@proof("13.6")
def lifted_products(read: Reader) -> None:
    """Each is at least what it meets as second operand."""
    growth = growth_of(read, 3)
    for limbs in LIMB_COUNTS:
        lifts = read("traits", limb_count=limbs).lifts_products
        check(lifts == (limbs == 3), "only three limbs have room for lifted products and for all sums", limbs)
    lifted = read("lifted_product", growth=growth)
    most = read.of("13.3", "max_row_stages")
    for lift in range(most):
        # The product starts with (2^(lift + 1) - 1) L m q, and is off by L m q on either side.
        start = (2 ** (lift + 1) - 1) * growth
        expected = ((start - growth) * read.one_q, (start + growth) * read.one_q)
        check(lifted(lift) == expected, "a lifted product", lift, lifted(lift))
    for steps in range(1, most + 1):
        ranges = [Range(0, 0)] * 2**steps
        for step in range(steps):
            for position in range(2**steps):
                if position >> step & 1:
                    continue
                partner = position + 2**step
                (low, high), (other_low, other_high) = ranges[position], ranges[partner]
                if position % 2**step:
                    check(low >= other_high, "lifted products in order", steps, step, position)
                ranges[position] = Range(low + other_low, high + other_high)
                lift = 0
                while step + 1 + lift < steps and partner >> (step + 1 + lift) & 1 == 0:
                    lift += 1
                ranges[partner] = lifted(lift)
        kept = read.of("13.4", "max_input", growth=growth) * read.one_q
        check(max(high for _, high in ranges[1:]) <= kept, "what a pass leaves", steps)


@proof("13.7")
def kept_values(read: Reader) -> None:
    """Bounds of values that stay in cells, which every operation restores."""
    q = read.one_q
    for limbs in LIMB_COUNTS:
        known = {"limb_count": limbs, "growth": growth_of(read, limbs)}
        kept = read.of("13.3" if limbs == 2 else "13.4", "max_input", **known)
        coefficients = read("buffer_coefficients", max_input=kept)
        factors, evaluations = read("buffer_factors", **known), read("buffer_evaluations", **known)
        product = read.of("13.8" if limbs == 2 else "13.9", "bound")
        check(coefficients == kept * q and evaluations == product, "coefficients and products stay", limbs)
        inputs = {"canonical_words": 0, "lazy_words": 1, "roomy_cells": 2, "buffer_cells": 3, "twisted_cells": 4}
        inputs |= {"BufferArithmetic": True}
        entered = read.of("5.3", "entry", buffer_coefficients=coefficients, **inputs)(inputs["buffer_cells"], 3)
        check(entered == (0, coefficients), "what a pass of kept coefficients reads", limbs, entered)
        check(factors <= min(coefficients, evaluations), "a factor is an evaluation", limbs)
        widest = read("widest", buffer_coefficients=coefficients, buffer_evaluations=evaluations)
        capacity = read.of("13.5", "capacity", limb_count=limbs)
        check(widest == max(coefficients, evaluations), "the widest value", limbs)
        check(2 * widest <= capacity, "sums and differences fit", limbs)
        reduced = widest + capacity // 2
        if limbs == 2:
            check(factors == 13 * q // 5 == product, "products of two limbs may be factors")
            check(reduced_bound(read, 2)(reduced) <= factors, "reduced values, too")
            continue
        # Three limbs without carries: 258 / 256 and x / 2^32.
        offset = read.of("13.4", "offset", growth=known["growth"])
        highest = max(reduced + offset * q, (kept + 2 * offset) * q)
        check(258 + Fraction(highest, 2**32) <= Fraction(13, 10) * 256, "a reduced value of three limbs", highest)
        check(factors == 13 * q // 10, "factors of three limbs")


@proof("13.10")
def limbs_do_not_overflow(read: Reader) -> None:
    """64 limbs of products in a tile, eight of four products in another pass, in units of 2^52."""
    check(max(64 * 8, 8 * 4 * 9) * 2**52 < 2**62 and (64 + 36) * 8 * 2**52 < 2**62, "limbs of three")
    check(Fraction(9, 5) * 64 * 2**52 < 2**62, "limbs of two")
