"""Section 10: integers in doubles."""

import struct
from collections.abc import Iterator
from fractions import Fraction
from math import gcd
from random import Random
from typing import NamedTuple

from proofs.checking import Reader, check, proof
from proofs.expressions import Range
from proofs.sections.s01_modulus import CAPACITIES
from proofs.sections.s05_forward import INPUTS, LANES_LOG, Arithmetic, follow_forward, with_defaults
from proofs.sections.s06_inverse import entry_of, follow_inverse

ROUNDER = 1.5 * 2**52


def fma(x: float, y: float, z: float) -> float:
    """x y + z, rounded once: Python divides integers correctly rounded."""
    (x_above, x_below), (y_above, y_below), (z_above, z_below) = (number.as_integer_ratio() for number in (x, y, z))
    return (x_above * y_above * z_below + z_above * x_below * y_below) / (x_below * y_below * z_below)


def rounded_product(x: float, y: float) -> float:
    return fma(x, y, ROUNDER) - ROUNDER


def bits_of(x: float) -> int:
    bits: int = struct.unpack("<Q", struct.pack("<d", x))[0]
    return bits


def double_of(bits: int) -> float:
    x: float = struct.unpack("<d", struct.pack("<Q", bits))[0]
    return x


def double_product(x: float, y: float, quotient: float, q: int) -> int:
    """(h - c q) + l, every step as a double, compared with the integer that it stands for."""
    high = x * y
    low = fma(x, y, -high)
    exact = int(x) * int(y) - int(quotient) * q
    result = fma(-quotient, q, high) + low
    check(int(high) + int(low) == int(x) * int(y) and int(result) == exact, "exactness in doubles", q, x, y)
    return exact


class Sample(NamedTuple):
    """A modulus, a multiplicand, and operands at the corners and of those that round worst."""

    capacity: int
    q: int
    w: int
    operands: set[int]


def moduli() -> Iterator[tuple[int, int]]:
    for bits, capacity in ((50, 4), (49, 8), (48, 16)):
        for q in (2, 3, 97, 2**31 - 1, 2 ** (bits - 1) + 1, 2**bits - 27, 2**bits - 1):
            yield capacity, q


def samples() -> Iterator[Sample]:
    random = Random(53)
    for capacity, q in moduli():
        top = capacity * q - 1
        centred = (random.randint(-(q // 2), q // 2) for _ in range(40))
        for w in sorted({0, 1, q // 2, -(q // 2), q // 2 - 1, q // 3, *centred}):
            operands = {0, 1, q - 1, q, q + 1, top, top - 1, top - q // 2}
            operands |= {random.randint(0, top) for _ in range(20)}
            # x w = q/2 modulo q, next to the top: the quotient lies between two integers.
            if gcd(w, q) == 1:
                half = (q // 2) * pow(w, -1, q) % q
                operands |= {top - (top - half) % q, top - (top - half - 1) % q}
            yield Sample(capacity, q, w, operands | {-x for x in operands})


@proof("10.1")
def conversion(read: Reader) -> None:
    """A word below 2^52 next to the exponent of 2^52; magnitudes below 2^51 next to the rounding constant."""
    two_52 = read("two_52")
    check(two_52 == 2**52, "the double whose exponent words get", two_52)
    random = Random(10)
    for x in (0, 1, 2**51, 2**52 - 1, *(random.randrange(2**52) for _ in range(200))):
        check(double_of(bits_of(float(two_52)) + x) - float(two_52) == x, "a word as a double", x)
        check(bits_of(float(two_52) + x) - bits_of(float(two_52)) == x, "a double as a word", x)
    for x in (0, 1, -1, 2**51 - 1, 1 - 2**51, *(random.randrange(1 - 2**51, 2**51) for _ in range(200))):
        check(bits_of(ROUNDER + x) - bits_of(ROUNDER) == x, "a signed double as a word", x)


@proof("10.2")
def rounding(read: Reader) -> None:
    rounder = read("rounder")
    check(rounder - 2**51 == 2**52 and rounder + 2**51 == 2**53, "room on both sides of the constant", rounder)
    check(rounder == ROUNDER, "the constant")
    random = Random(51)
    for _ in range(2000):
        x, y = float(random.randrange(-(2**49), 2**49)), random.uniform(-4, 4)
        rounded = rounded_product(x, y)
        check(rounded == int(rounded) and abs(Fraction(x) * Fraction(y) - int(rounded)) * 2 <= 1, "rounding", x, y)


@proof("10.3")
def products(read: Reader) -> None:
    """Within (1/2 + |x| / 2^55) q; the bound is that, rounded up, for |x| below its argument."""
    for capacity in CAPACITIES:
        bound = read("product_bound", Capacity=capacity)
        for operand in range(capacity * read.one_q + 1):
            expected = read.rounded_up(Fraction(1, 2) + read.in_q(operand) / (8 * capacity))
            check(bound(operand) == expected, "the bound of a product in doubles", capacity, operand)
        check(read.in_q(bound(capacity * read.one_q)) <= Fraction(5, 8), "at most 5/8", capacity)
    for whole in (0, 0x1FF, 0x200, 0x201, 0x5FF, 0x600, 2**63 - 0x400, 2**63 + 0x200):
        leading = read("leading_53_bits", shoup_quotient=whole)
        check(leading == (whole + 2**9) // 2**10 * 2**10, "the leading bits of a quotient", whole)
    for _, q, w, operands in samples():
        shoup_quotient = (w % q << 64) // q
        w = w % q - q * (shoup_quotient >> 63)
        leading = read("leading_53_bits", shoup_quotient=shoup_quotient)
        leading = (leading + 2**63) % 2**64 - 2**63  # as a signed word
        ratio = float(Fraction(leading, 2**64))
        check(Fraction(ratio) * 2**64 == leading and abs(ratio - Fraction(w, q)) * 2**55 <= 1, "w/q", q, w)
        for x in operands:
            quotient = rounded_product(float(x), ratio)
            product = double_product(float(x), float(w), quotient, q)
            check(abs(product) * 2**55 <= q * (2**54 + abs(x)), "a product in doubles", q, w, x)


@proof("10.4")
def reductions(read: Reader) -> None:
    bound = read("reduced_bound")(None)
    check(bound == read.rounded_up(Fraction(1, 2) + Fraction(16, 2**53)), "the bound of a reduction", bound)
    for _, q, _, operands in samples():
        inverse = 1.0 / q
        for x in operands:
            reduced = x - int(rounded_product(float(x), inverse)) * q
            check(abs(reduced) * read.one_q < bound * q, "a reduction in doubles", q, x)


def fma53(read: Reader, capacity: int) -> Arithmetic:
    known = {"capacity": capacity * read.one_q, "product_bound": read.of("10.3", "product_bound", Capacity=capacity)}
    known |= {"reduced_bound": read.of("10.4", "reduced_bound")}
    names = ("ct_result", "ct_accepts", "prepared", "max_lift")
    known |= {name: read.of("10.5", name, **known) for name in names}
    return with_defaults(read, known)


@proof("10.5")
def forward(read: Reader) -> None:
    """5/8 a stage, and reduction to 129/256; passes that reduce nothing, where values are small enough."""
    q = read.one_q
    check(read("max_lift") == 0, "values are never lifted")
    for capacity in CAPACITIES:
        arithmetic = fma53(read, capacity)
        growth, accepts, prepared = read("growth", **arithmetic), arithmetic["ct_accepts"], arithmetic["prepared"]
        check(read.in_q(growth) == Fraction(5, 8), "what a stage adds", growth)
        for high in range(0, capacity * q + 1, 16):
            result = read("ct_result", **arithmetic)(Range(0, high))
            check(result == (0, high + growth), "a butterfly", capacity, high)
            accepted = high + growth <= capacity * q
            check(read("ct_accepts", **arithmetic)(Range(0, high)) == accepted, "what it accepts", capacity, high)
            reduced = arithmetic["reduced_bound"](high)
            check(read("prepared", **arithmetic)(Range(0, high), 0) == (0, reduced), "a preparation", capacity, high)
        for entry in (1, 4, capacity):
            x = Range(0, entry * q)
            for stage in range(24):
                x = arithmetic["ct_result"](x if accepts(x) else prepared(x, 0))
                check(x.high <= capacity * q, "growth in doubles", capacity, entry, stage)
        follow_forward(read, arithmetic, "Fma53", capacity)
        roomy_passes(read, arithmetic)


def roomy_passes(read: Reader, arithmetic: Arithmetic) -> None:
    """Passes up to the room prepare nothing and leave half a q for the finish."""
    capacity, accepts = arithmetic["capacity"], arithmetic["ct_accepts"]
    slowly = read("grows_slowly", **arithmetic)
    check(slowly == (capacity >= 8 * read.one_q), "whether there are such passes", capacity)
    growth, after_pass = read("growth", **arithmetic), read("after_pass", **arithmetic)
    for stages in (count + lanes_log for count in range(1, 5) for lanes_log in LANES_LOG if slowly):
        room = read("room", **arithmetic)(stages)
        check(room + stages * growth + read.one_q // 2 == capacity, "the room of a pass", capacity, stages)
        check(read.of("5.3", "entry", **INPUTS, **arithmetic)(INPUTS["roomy_cells"], stages) == (0, room), "its entry")
        twisted = arithmetic["product_bound"](capacity)
        check(twisted <= room, "twisted values are within the room", capacity, twisted)
        x = Range(0, room)
        for stage in range(stages):
            check(accepts(x), "a stage without preparation", capacity, stages, stage)
            x = arithmetic["ct_result"](x)
        for before in (read.one_q, room, room + 1, capacity):
            entered = before if before <= room else arithmetic["reduced_bound"](capacity)
            left = after_pass(before, stages)
            check(left == entered + stages * growth <= capacity, "what a pass leaves", capacity, stages, before)


@proof("10.6")
def canonical_output(read: Reader) -> None:
    """The rounded quotient is exact up to half a q below the capacity."""
    for capacity in CAPACITIES:
        for bound in range(0, capacity * read.one_q + 1, 16):
            exact = read("if", Factor=1, capacity=capacity * read.one_q, **{"from": bound})
            expected = read.one_q < bound <= (2 * capacity - 1) * read.one_q // 2
            check(exact == expected, "where the finish needs one product", capacity, bound)
    for capacity, q, _, operands in samples():
        inverse = 1.0 / q
        if q % 2 == 1:
            for x in (x for x in operands if 2 * abs(x) <= (2 * capacity - 1) * q):
                floor = rounded_product(float(x - q // 2), inverse)
                check(floor == x // q, "a canonical remainder in doubles", q, x)


@proof("10.7")
def inverse(read: Reader) -> None:
    for capacity in CAPACITIES:
        arithmetic = fma53(read, capacity)
        offset = read("gs_offset", Capacity=capacity) * read.one_q
        bound, reduced_bound = arithmetic["product_bound"], arithmetic["reduced_bound"]
        entry = entry_of(read, arithmetic["capacity"], bound, reduced_bound)
        check(read.in_q(entry) == Fraction(5, 4), "a pass leaves two products", capacity)
        follow_inverse(arithmetic["capacity"], offset, entry, bound, reduced_bound, "Fma53", capacity)


@proof("10.8")
def element_wise_product(read: Reader) -> None:
    """Of canonical numbers, below q in magnitude."""
    random = Random(54)
    for _, q in moduli():
        inverse = 1.0 / q
        factors = {0, 1, q - 1, q // 2, *(random.randrange(q) for _ in range(20))}
        for x in factors:
            for y in factors:
                quotient = rounded_product(float(x) * float(y), inverse)
                check(abs(double_product(float(x), float(y), quotient, q)) < q, "an element-wise product", q, x, y)


@proof("10.9")
def normal_range(read: Reader) -> None:
    """The factors that are no integers, from their smallest to their largest, and the largest numbers of all."""
    magnitudes = [Fraction(1), Fraction(2**53), Fraction(2**101)]
    for whole in (2**9, 2**63 - 1):  # The least that is not rounded to zero, and the most.
        magnitudes.append(Fraction(read.of("10.3", "leading_53_bits", shoup_quotient=whole), 2**64))
    check(magnitudes[-2:] == [Fraction(1, 2**54), Fraction(1, 2)], "from the least to the most of w/q")
    for _, q in moduli():
        magnitudes.append(Fraction(1.0 / q))
    for rows, bits in ((3, 98), (3, 124), (2, 61), (2, 98)):
        limb = read.of("14.1", "double_limb_bits", count=rows)
        radix = read.of("14.1", "radix", limb_bits=limb)
        start = read.of("14.1", "column_start", rounder=read.of("14.1", "rounder"), radix=radix)
        exponent = read.of("14.2", "exponent", limb_bits=limb, limb_count=rows, bits=bits, m=None)
        scale = Fraction(2) ** (exponent - 1023)
        magnitudes += [Fraction(start), 1 / Fraction(radix), 2**62 * scale, 2**63 * scale]
        magnitudes.append(Fraction(2 ** (limb - 1)) * 2**53)
    for bits in range(2, 51):
        power = read.of("16.8", "out[2]", double_power_of_two=lambda exponent: 2**exponent, bits=bits)
        magnitudes += [Fraction(power), Fraction(1, 2**bits), Fraction(1, 2 ** (bits - 1))]
    for bits in (49, 50):
        magnitudes.append(Fraction(2 * read.of("16.8", "grid_offset", max_bits=bits)))
    check(min(magnitudes) >= Fraction(1, 2**54), "the least magnitude", min(magnitudes))
    check(max(magnitudes) <= 2**105, "the largest magnitude", max(magnitudes))
