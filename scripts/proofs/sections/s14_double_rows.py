"""Section 14: double words in doubles."""

from fractions import Fraction
from itertools import pairwise
from operator import mul
from random import Random
from types import SimpleNamespace

from proofs.checking import Reader, check, proof
from proofs.double_columns import Columns, balanced
from proofs.expressions import Range
from proofs.samples import lengths, limb_moduli
from proofs.sections.s06_inverse import follow_inverse
from proofs.sections.s10_doubles import ROUNDER, bits_of, fma, rounded_product
from proofs.sections.s13_rows import LIMB_COUNTS, check_lengths

# The greatest sum of the magnitudes of a multiplicand's limbs, by their number; stages inside a vector of four lanes.
MOST = {2: 9 * 2**48 + 1, 3: 5 * 2**49 + 1}
LANES_LOG = 2
# Multiplicands in units of q.
BELOW = {2: 7, 3: 128}
# The magnitude of the limbs that are converted: what section 14.4 says, and what a reduction adds.
MOST_AT_END = 1080 * 2**40 + 128 * 2**41


def leading(w: int, q: int) -> int:
    """The leading 53 bits of w / q, rounded, as an integer of 64."""
    return ((w << 64) // q + 2**9) // 2**10 * 2**10


def row_product(values: list[int], w: int, q: int, limb: int, start: float) -> int:
    """One product, every step as a double, compared with the integer that it stands for."""
    rows = len(values)
    powers = [(w << (limb * i)) % q for i in range(rows)]
    powers = [power - q if power > q // 2 else power for power in powers]
    ratios = [leading(abs(power), q) / 2**64 * (1 if power >= 0 else -1) for power in powers]
    quotient = ROUNDER
    for value, ratio in zip(values, ratios, strict=True):
        quotient = fma(value, ratio, quotient)
    quotient -= ROUNDER
    columns = Columns(rows, limb, start, q, w)
    for factor, power in zip(values, powers, strict=True):
        columns.add(factor, balanced(power, limb, rows))
    product = columns.without(int(quotient), balanced(q, limb, rows))
    value = sum(digit << (limb * i) for i, digit in enumerate(product))
    exact: int = sum(map(mul, values, powers)) - int(quotient) * q
    check(value == exact, "a row product in doubles", limb, q, w, values)
    return exact


def limb_bits(read: Reader, rows: int) -> int:
    bits: int = read.of("14.1", "double_limb_bits", count=rows)
    return bits


def moduli_of(read: Reader, rows: int) -> list[int]:
    traits = read.of("14.2", "traits", limb_count=rows)
    shortest, longest = traits.min_modulus_bits, traits.modulus_bits
    return [shortest, *(bits for bits in lengths(shortest, longest) if bits in (66, 116)), longest - 1, longest]


def check_table(read: Reader, w: int, q: int, limb: int) -> None:
    """What a table has of w / q, and what the next row begins with."""
    magnitude = min(w, q - w)
    stored = read("leading_53_bits", quotient=(magnitude << 128) // q)
    check(stored == leading(magnitude, q) and float(stored) == stored, "the quotient of a row", q, w)
    known = {"bits": limb, "w": w, "make_shoup_pair": lambda w, m: SimpleNamespace(quotient=(w << 128) // q)}
    check(read("w", m=SimpleNamespace(q=q), **known) == (w << limb) % q, "the next row", q, w)


@proof("14.1")
def row_products(read: Reader) -> None:
    """Of the largest limbs that may occur."""
    random = Random(53)
    check(read("rounder") == ROUNDER, "the rounding constant")
    for quotient in (0, 0x1FF, 0x200, 0x201, 0x600, 2**63 - 0x400):
        stored = read("leading_53_bits", quotient=quotient << 64)
        check(stored == (quotient + 2**9) // 2**10 * 2**10, "the leading bits of a quotient", quotient)
    for rows in LIMB_COUNTS:
        limb = read("double_limb_bits", count=rows)
        longest = read.of("14.2", "traits", limb_count=rows).modulus_bits
        check(rows * limb == longest + 2, "words below 4q fill the limbs", rows, limb)
        radix = read("radix", limb_bits=limb)
        check(radix == 2**limb, "the radix", rows)
        start = read("column_start", rounder=read("rounder"), radix=radix)
        check(start == Fraction(ROUNDER) * radix, "what columns start from", rows)
        growth = read("growth", limb_count=rows)
        check(growth == read.rounded_up(Fraction(rows, 2) + Fraction(5, 64) + Fraction(1, 2**54)), "the bound", rows)
        for q in (q | 1 for bits in moduli_of(read, rows) for q in limb_moduli(random, bits)):
            for w in {0, 1, q - 1, q // 2, q // 2 + 1, 2 ** (limb - 1), *(random.randrange(q) for _ in range(20))}:
                check_table(read, w, q, limb)
                for _ in range(12):
                    most = MOST[rows]
                    cuts = sorted(random.choice((0, most, random.randrange(most))) for _ in range(rows - 1))
                    sizes = [b - a for a, b in pairwise([0, *cuts, most])]
                    values = [random.choice((-1, 1)) * size for size in sizes]
                    product = row_product(values, w, q, limb, float(start))
                    check(abs(product) * read.one_q < growth * q, "the bound of a row product", limb, q, w, values)


@proof("14.2")
def reductions(read: Reader) -> None:
    """By the top limb."""
    random = Random(14)
    check_lengths(*(read("traits", limb_count=limb_count) for limb_count in LIMB_COUNTS))
    reduced = read("reduced")
    for b in (0, 1, reduced - 1, reduced, reduced + 1, 2**15):
        check(read("reduced_bound", reduced=reduced)(b) == min(b, reduced), "the bound of a reduction", b)
    # Limbs below the top: up to 5 2^49 + 1 next to 2^98 >> 42, and 2^51 next to 2^60.
    below = {2: Fraction(2**51, 2**60), 3: Fraction(MOST[3] * 2**42 + 2**51, 2**98)}
    for rows in LIMB_COUNTS:
        check(Fraction(1, 2) + below[rows] + Fraction(1, 2**40) < read.in_q(reduced), "a reduced value", rows)
    check(read.in_q(reduced) == Fraction(9, 16), "a reduced value is below 9/16 q")
    for rows in LIMB_COUNTS:
        limb = limb_bits(read, rows)
        capacity = read.whole(read.of("14.3", "capacity", limb_count=rows))
        for bits in moduli_of(read, rows):
            exponent = read("exponent", limb_bits=limb, limb_count=rows, bits=bits, m=None)
            for q in (q | 1 for q in limb_moduli(random, bits)):
                top_quotient = (2 ** (bits + 126) // q >> 64) * 2.0 ** (exponent - 1023)
                error = abs(Fraction(top_quotient) * q / 2 ** (limb * (rows - 1)) - 1)
                check(error * 2**52 <= 1, "the factor of the top limb", rows, q)
                for _ in range(200):
                    lower = [random.choice((-1, 0, 1)) * random.choice((2**51, random.randrange(2**51)))]
                    lower += [random.choice((-1, 0, 1)) * random.choice((MOST[3], random.randrange(MOST[3])))]
                    rest = sum(value << (limb * i) for i, value in enumerate(lower[: rows - 1]))
                    top = (random.randrange(-capacity * q, capacity * q) - rest) >> (limb * (rows - 1))
                    x = rest + (top << (limb * (rows - 1)))
                    multiple = int(rounded_product(float(top), top_quotient))
                    in_range = read.one_q * abs(x - multiple * q) < reduced * q
                    check(in_range, "a reduction by the top limb in doubles", q, x)


@proof("14.3")
def two_limbs(read: Reader) -> None:
    """Limbs along passes, in units of 2^49."""
    capacity = read.in_q(read("capacity", limb_count=2))
    # A multiplicand is carried: 2^49 in limb 0, what it is below and one in the other.
    limb = limb_bits(read, 2)
    multiplicand = BELOW[2] * 2 ** (98 - limb) + 1 + 2 ** (limb - 1)
    check(multiplicand <= MOST[2] and BELOW[2] <= capacity, "a multiplicand of two limbs", multiplicand)
    # Of the inverse (section 14.6).
    growth, reduced = read.of("14.1", "growth", limb_count=2), read.of("14.2", "reduced")
    entry = read.of("14.6", "between_inverse_passes", limb_count=2)()
    widest = widest_difference(entry, read("capacity", limb_count=2), growth, reduced)
    check(widest <= BELOW[2] * read.one_q, "a multiplicand of two limbs", widest)
    for stages in range(1, 8):
        fits = 1 + 3 * stages <= 2 ** (53 - 49)
        known = {"max_row_stages": stages - LANES_LOG, "lanes_log": LANES_LOG}
        check(read("static_assert", limb_count=2, **known) == fits, "limb 0 of two", stages)
        check(read("static_assert", limb_count=3, **known), "three limbs have room for any pass", stages)
    most = read.of("14.5", "max_row_stages") + LANES_LOG
    check(1 + 3 * most <= 2 ** (53 - 49), "limb 0 in a pass of the most stages", most)
    check(3 + 3 * (most - LANES_LOG) <= 2 ** (53 - 49), "limb 0 of twisted values")


@proof("14.4")
def three_limbs(read: Reader) -> None:
    """Limbs along passes, in units of 2^40."""
    capacity = read.in_q(read("capacity", limb_count=3))
    # Three stages of sums from what passes leave to each other, without a reduction.
    check(
        capacity == 2 * 2**3 * read.in_q(read.of("14.6", "between_inverse_passes", limb_count=3)()),
        "the capacity",
        capacity,
    )
    between, strided = Fraction(32 + 2 + 9), read.of("14.5", "max_row_stages")
    twisted = Fraction(3, 4) * between + 18
    for begin, stages in ((between, strided + LANES_LOG), (twisted, strided)):
        limbs = begin
        for _ in range(stages):
            limbs = Fraction(7, 4) * limbs + 18
        check(limbs <= 1080 and limbs <= 5 * 2**9, "limbs of the forward transform", begin)
    for stages, limbs in ((strided, between), (strided, twisted), (strided + LANES_LOG, Fraction(10))):
        for _ in range(stages):
            limbs = 2 * limbs + 18
        check(limbs <= 900, "limbs of the inverse transform", stages)
    # The sum of all values of a block is reduced, twisted or not, so that no value left has more than four products.
    entry = read.of("14.6", "between_inverse_passes", limb_count=3)()
    check(2**strided * read.of("14.1", "growth", limb_count=3) > entry, "the sum of all twisted values")


@proof("14.5")
def forward(read: Reader) -> None:
    """Only leaders are reduced, and the summands of the very first stage."""
    q, signed = read.one_q, 1  # Range::low of all numbers but words
    strided = read("max_row_stages")
    check(read("max_lift") == 0, "values are not lifted")
    reduced = read.of("14.2", "reduced")
    for rows in LIMB_COUNTS:
        growth = read.of("14.1", "growth", limb_count=rows)
        capacity = read.of("14.3", "capacity", limb_count=rows)
        known = {"limb_count": rows, "growth": growth, "capacity": capacity, "reduced": reduced}
        result, accepts, prepared = (read(name, **known) for name in ("ct_result", "ct_accepts", "prepared"))
        for high in (q, reduced, 4 * q, capacity - growth, capacity - growth + 1, capacity):
            for low in (0, signed):
                x = Range(low, high)
                check(result(x) == (signed, high + growth), "a butterfly", rows, x)
                check(prepared(x, 0) == (signed, min(high, reduced)), "a reduced summand", rows, x)
                check(accepts(x) == (low == signed and high + growth <= capacity), "what a butterfly accepts", rows, x)
        leader = read("leader", **known)
        check(leader == (signed, reduced), "a leader", rows)
        x = leader
        for stage in range(strided + LANES_LOG):
            check(accepts(x), "a stage of a leader", rows, stage)
            x = result(x)
        between = read("between_passes", **known, max_row_stages=strided)(None)
        check(between == (signed, (1 + strided) * growth), "what a pass leaves", rows, between)
        # Of a reduced leader or of twisted values.
        twisted = read("product_range", **known)()
        check(leader.high <= twisted.high and twisted == (signed, growth), "twisted values", rows, twisted)
        # Other inputs of a pass grow until they are multiplied; words are multiplied as they are.
        multiplicands = between.high + LANES_LOG * growth
        check(max(multiplicands, 4 * q) <= min(BELOW[rows] * q, capacity), "multiplicands in doubles", rows)


def widest_difference(entry: int, capacity: int, growth: int, reduced: int) -> int:
    """The most that two operands of a butterfly differ by, as values of either sign, words but for the first stage of
    theirs, each with the one that has the same history: sums of sums and products of the same stages."""
    one_q, found = 256, []
    # Words: below 2q, then sums below 4q, which are not negative, or products.
    ranges = [[(0, 2 * one_q)], [(-entry, entry)]]
    for start in ranges:
        now = start
        for _ in range(LANES_LOG + 1):
            found += [high - low for low, high in now]
            sums = [(2 * low, 2 * high) for low, high in now]
            sums = [(-reduced, reduced) if high > capacity // 2 else (low, high) for low, high in sums]
            now = [*sums, (-growth, growth)]
    return max(found)


@proof("14.6")
def inverse(read: Reader) -> None:
    for rows in LIMB_COUNTS:
        capacity = read.of("14.3", "capacity", limb_count=rows)
        offset = read("gs_offset", limb_count=rows, capacity=capacity) * read.one_q
        entry = read("between_inverse_passes", limb_count=rows)()
        growth, reduced = read.of("14.1", "growth", limb_count=rows), read.of("14.2", "reduced")
        # So many stages have room for sums, and the first one for those of words.
        check(entry * 2 ** (3 if rows == 3 else 1) <= capacity // 2, "what passes leave", rows, entry)
        check(2 * 2 * read.one_q <= capacity // 2, "input may enter", rows)
        check(2 * reduced <= entry, "sums of two reduced values may enter", rows)
        most = read("max_multiplicand", limb_count=rows, capacity=capacity)()
        check(most == BELOW[rows] * read.one_q, "multiplicands", rows, most)
        check(widest_difference(entry, capacity, growth, reduced) <= most, "differences in the inverse", rows)
        check(growth <= entry, "twisted values may enter", rows)
        follow_inverse(
            capacity,
            offset,
            entry,
            lambda x, growth=growth: growth,
            lambda x, reduced=reduced: reduced,
            "FmaLimbs",
            rows,
        )


@proof("14.7")
def conversion(read: Reader) -> None:
    """Words from limbs below 2^51 in magnitude: their bits next to the rounding constant, less that constant's."""
    random = Random(147)
    for rows in LIMB_COUNTS:
        limb = limb_bits(read, rows)
        excess = read("excess", bits_of=lambda x: bits_of(float(x)), rounder=Fraction(ROUNDER), limb_bits=limb)
        mask = read("limb_mask", limb_bits=limb)
        check(mask == 2**limb - 1 and excess << limb == bits_of(ROUNDER), "the bits of the rounding constant", rows)
        for _ in range(500):
            limbs = [random.choice((0, -MOST_AT_END, MOST_AT_END, random.randrange(MOST_AT_END))) for _ in range(rows)]
            digits = [bits_of(limbs[0] + ROUNDER)]
            for value in limbs[1:]:
                digits.append((bits_of(value + (ROUNDER - float(excess))) + (digits[-1] >> limb)) % 2**64)
            # The top digit still has the bits of the constant.
            top = digits[-1] - bits_of(ROUNDER)
            found = sum((digit & mask) << (limb * i) for i, digit in enumerate(digits[:-1]))
            expected = sum(value << (limb * i) for i, value in enumerate(limbs))
            check(found + (top << (limb * (rows - 1))) == expected, "words from limbs in doubles", rows, limbs)
