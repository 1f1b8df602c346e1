"""Section 5: the forward transform."""

from collections.abc import Iterator

from proofs.checking import Reader, check, proof
from proofs.expressions import Range, Value
from proofs.sections.s01_modulus import CAPACITIES

Arithmetic = dict[str, Value]

# kernels::PassInput, and what ForwardRanges asks of arithmetics without values that stay in cells.
INPUTS: Arithmetic = {"canonical_words": 0, "lazy_words": 1, "cells": 2, "roomy_cells": 3, "twisted_cells": 4}
INPUTS |= {"BufferArithmetic": False}
LANES_LOG = (0, 2, 3)


def product_bounds(read: Reader, capacity: int) -> Iterator[Value]:
    """What the products may be that Shoup is compiled with for this capacity."""
    yield read.of("4.1", "bound", Capacity=capacity, shortfall=0)
    if capacity >= 8:
        yield read.of("4.2", "bound", Capacity=capacity, shortfall=2)
        yield read.of("4.3", "bound")
        yield read.of("4.5", "bound", Capacity=capacity)


def with_defaults(read: Reader, members: Arithmetic) -> Arithmetic:
    """What NttDefaults adds for forward transforms."""
    return members | {name: read.of("5.3", name, **members) for name in ("between_passes", "product_range")}


def shoup(read: Reader, capacity: int, bound: Value) -> Arithmetic:
    """The members of Shoup that schedules ask for."""
    known = {"Capacity": capacity, "bound": bound}
    names = ("ct_accepts", "ct_result", "prepared", "reduced_bound", "max_lift", "ct_offset")
    members = {name: read.of("5.1", name, **known) for name in names}
    return with_defaults(read, members | {"capacity": read.one_q * capacity, "product_bound": bound})


def ifma52(read: Reader, capacity: int) -> Arithmetic:
    bound = read.of("4.1", "product_bound", Capacity=capacity)
    names = ("ct_accepts", "ct_result", "prepared", "max_lift")
    members = {name: read.of("5.2", name, Capacity=capacity, reduced_bound=bound) for name in names}
    members |= {"capacity": read.one_q * capacity, "reduced_bound": bound, "product_bound": bound}
    return with_defaults(read, members)


def follow_forward(read: Reader, arithmetic: Arithmetic, *values: object) -> list[Range]:
    """Follows the ranges through every pass; what the transforms end with."""
    entry, after_stage = (read.of("5.3", name, **INPUTS, **arithmetic) for name in ("entry", "after_stage"))
    prepares = read.of("5.3", "prepares", **arithmetic)
    capacity = arithmetic["capacity"]

    def stages(before: Range, count: int, final: bool) -> Range:
        for remaining in range(count, 0, -1):
            prepared = before
            if prepares(before, remaining):
                lift = read.of("5.3", "lift", **arithmetic)(remaining, final)
                prepared = arithmetic["prepared"](before, lift)
            check(arithmetic["ct_accepts"](prepared), "a butterfly accepts its operand", prepared, *values)
            before = after_stage(before, remaining, final)
            check(before == arithmetic["ct_result"](prepared), "what a stage does", before, *values)
            check(before.low >= 0 and before.high <= capacity, "the range of a stage", before, *values)
        return before

    ends = []
    for count in range(1, 5):
        for begins in ("canonical_words", "lazy_words", "cells", "twisted_cells"):
            before = entry(INPUTS[begins], count)
            check(before.low >= 0 and before.high <= capacity, "the range of a pass", before, *values)
            after = stages(before, count, final=False)
            for following in range(1, 5):
                steady = entry(INPUTS["cells"], following)
                within = steady.low <= after.low and after.high <= steady.high
                check(within, "a pass leaves what the next one takes", after, steady, *values)
            ends += [stages(before, count + lanes_log, final=True) for lanes_log in LANES_LOG]
    return ends


@proof("5.1")
def butterflies_with_an_offset(read: Reader) -> None:
    """Shoup: x + T and x - T + c q, with x reduced where needed, stay within the capacity."""
    check(read("max_lift") == 0, "values are never lifted")
    for capacity in CAPACITIES:
        for bound in product_bounds(read, capacity):
            known = {"Capacity": capacity, "bound": bound}
            offset, most = read("ct_offset", **known), bound(read.one_q * capacity)
            check(offset % 2 == 0 and most <= read.one_q * offset, "no product reaches the offset", capacity, most)
            check(most > read.one_q * (offset - 2), "the least even offset", capacity, most)
            accepts, result = read("ct_accepts", **known), read("ct_result", **known)
            prepared, reduced_bound = read("prepared", **known), read("reduced_bound", **known)
            for high in range(0, read.one_q * capacity + 1, read.one_q // 2):
                half = read.one_q * capacity // 2
                reduced = high if high <= half else max(half, high - half)
                check(reduced_bound(high) == reduced, "a conditional subtraction", capacity, high)
                check(prepared(Range(0, high), 0) == (0, reduced), "a prepared operand", capacity, high)
                check(result(Range(0, high)) == (0, high + read.one_q * offset), "a butterfly", capacity, high)
                accepted = high + read.one_q * offset <= read.one_q * capacity
                check(accepts(Range(0, high)) == accepted, "what a butterfly accepts", capacity, high)
            multiples = {"q": 1, "m": None, "ct_offset": offset, "Capacity": capacity}
            check(read("ct_offset_q_", **multiples) == offset, "the offset that is added", capacity)
            check(read("half_capacity_q_", **multiples) * 2 == capacity, "what is subtracted", capacity)
            for entry in (1, 4, capacity):
                x = Range(0, read.one_q * entry)
                for stage in range(24):
                    x = result(x if accepts(x) else prepared(x, 0))
                    check(x.high <= read.one_q * capacity, "forward growth", capacity, offset, entry, stage)
            follow_forward(read, shoup(read, capacity, bound), capacity)


@proof("5.2")
def butterflies_with_a_lift(read: Reader) -> None:
    """Ifma52: a lift by k = C/2 - 1 serves k butterflies x + T, x - T with T in [-q, q)."""
    lifted_quotients(read, 6)
    q = read.one_q
    for capacity in CAPACITIES:
        arithmetic = ifma52(read, capacity)
        greatest = read("max_lift", Capacity=capacity)
        check(2 * greatest + 2 == capacity, "the greatest lift", capacity)
        bound = read.of("4.1", "product_bound", Capacity=capacity)
        accepts, result = read("ct_accepts", Capacity=capacity), read("ct_result", Capacity=capacity)
        prepared = read("prepared", Capacity=capacity, reduced_bound=bound)
        for low in range(0, capacity * q, q // 2):
            for high in range(low, capacity * q + 1, q // 2):
                accepted = low >= q and high + q <= capacity * q
                check(accepts(Range(low, high)) == accepted, "what a butterfly accepts", capacity, low, high)
                check(result(Range(low, high)) == (low - q, high + q), "a butterfly", capacity, low, high)
                for lift in range(1, greatest + 1):
                    width = high if high <= q else bound(high)
                    check(prepared(Range(low, high), lift) == (lift * q, lift * q + width), "a lift", lift, low, high)
        for entry in (1, 4, capacity):
            x = Range(0, entry * q)
            for stage in range(24):
                check(x.high <= capacity * q, "T is below q", capacity, stage)
                x = result(x if x.low >= q else prepared(x, greatest))
                check(x.low >= 0 and x.high <= capacity * q, "forward range", capacity, stage)
            # The last stage of all: prepared with a lift of one.
            check(result(prepared(x, 1)).high <= 4 * q, "the output range", capacity, x)
        for end in follow_forward(read, arithmetic, capacity):
            check(end.high <= 4 * q, "the range of the output", capacity, end)


def lifted_quotients(read: Reader, word: int) -> None:
    """With the quotient too large by one, T lies in [-q, q x / 2^word); Barrett's quotient can start at -k."""
    too_many = read("quotient", madd52_high=lambda start, x, y: start, y=None, w=None, quotient=None)
    for k in range(1, 8):
        check(read("start", lift=k) == 2**52 - k, "the start of a lifted quotient", k)
    for q in range(2, 2 ** (word - 2)):
        for w in range(q):
            factor = (w << word) // q
            for x in range(2**word):
                t = x * w - (((x * factor) >> word) + too_many) * q
                check(-q <= t and t * 2**word < q * x, "the product with one quotient too many", word, q, w, x)
        for x in range(2**word):
            for k in range(1, 2**word // q // 2):
                quotient = (((x * (2**word // q)) >> word) - k) % 2**word
                lifted = (x + quotient * (2**word - q)) % 2**word
                check(k * q <= lifted and lifted * 2**word < q * ((k + 1) * 2**word + x), "lift", word, q, x, k)


@proof("5.3")
def passes(read: Reader) -> None:
    """What enters a pass, and which lift its stages get."""
    q = read.one_q
    for capacity in CAPACITIES:
        of_shoup = [shoup(read, capacity, bound) for bound in product_bounds(read, capacity)]
        for arithmetic in (ifma52(read, capacity), *of_shoup):
            entry = read("entry", **INPUTS, **arithmetic)
            check(entry(INPUTS["canonical_words"], 3) == (0, q), "canonical input", capacity)
            check(entry(INPUTS["lazy_words"], 3) == (0, 4 * q), "lazy input", capacity)
            between = read("between_passes", **arithmetic)(3)
            prepared = arithmetic["prepared"](Range(0, capacity * q), arithmetic["max_lift"])
            left = arithmetic["ct_result"](prepared) if arithmetic["max_lift"] > 0 else (0, capacity * q)
            check(entry(INPUTS["cells"], 3) == between == left, "what a pass leaves to the next one", capacity)
            twisted = read("product_range", **arithmetic)()
            check(twisted == (0, arithmetic["product_bound"](capacity * q)), "the range of products", capacity)
            check(entry(INPUTS["twisted_cells"], 3) == twisted, "twisted values", capacity)
            prepares, lift = read("prepares", **arithmetic), read("lift", **arithmetic)
            for remaining in range(1, 8):
                most = arithmetic["max_lift"]
                check(lift(remaining, False) == min(most, remaining - 1 or most), "the lift of a stage", remaining)
                check(lift(remaining, True) == min(most, remaining - 1 or 1), "the lift of a last stage", remaining)
                lasts = most > 0 and remaining == 1
                for x in (Range(0, q), Range(2 * q, 3 * q), Range(q, capacity * q)):
                    needed = lasts or not arithmetic["ct_accepts"](x)
                    check(prepares(x, remaining) == needed, "which stages prepare", remaining, x)
                    operand = arithmetic["prepared"](x, lift(remaining, True)) if needed else x
                    left = read("after_stage", **arithmetic)(x, remaining, True)
                    check(left == arithmetic["ct_result"](operand), "what a stage leaves", remaining, x)
