"""Section 18: transforms modulo several words."""

from fractions import Fraction
from random import Random
from types import SimpleNamespace

from proofs.checking import Reader, check, proof
from proofs.expressions import Range

LIMB_COUNTS = range(3, 11)


def capacity_of(read: Reader, limb_count: int) -> int:
    read = read if read.number == "18.3" else Reader(read.source, "18.3")
    return read.whole(read("capacity", limb_count=limb_count))


def moduli(random: Random, read: Reader, limb_count: int) -> list[int]:
    """Odd moduli at both ends of what L limbs serve, and in between."""
    largest = 2 ** (52 * limb_count) // capacity_of(read, limb_count)
    shortest = 52 * (limb_count - 1) - 8
    middle = [random.randrange(2 ** (bits - 1), 2**bits) for bits in range(shortest, 52 * limb_count - 7, 3)]
    ends = [2 ** (shortest - 1), 2**shortest - 1, largest - 1, largest // 2]
    return [q | 1 for q in (*ends, *middle) if (q | 1) <= largest]


def in_range(read: Reader, value: int, q: int, bounds: Range) -> bool:
    return bounds.low * q <= value * read.one_q < bounds.high * q


@proof("18.1")
def row_products(read: Reader) -> None:
    random = Random(181)
    mask = read("limb_mask")
    check(mask == 2**52 - 1, "a limb", mask)
    for count in LIMB_COUNTS:
        known = {"limb_count": count}
        capacity, shift = capacity_of(read, count), read("row_shift", **known)
        check(read("capacity_bits", limbs=count) == 52 * count, "what values are below", count)
        moved = read("mul_twiddle", **known)(Range(0, capacity * read.one_q), None)
        check(moved == (-shift * read.one_q, (count + 1 - shift) * read.one_q), "products by rows", count)
        check(0 <= 2 * shift - (count + 1) <= 1, "products lie about zero", count)
        limbs = 8 * (4 * count + 1) + 4 + 13 * (2 * count + 5)
        check(limbs < 2**10, "limbs after 13 stages", count)
        for q in moduli(random, read, count):
            for _ in range(4):
                w = random.choice((1, q - 1, random.randrange(q)))
                rows = [(w << 52 * (i + 1)) % q for i in range(count)]
                factor = random.choice((1, capacity, random.randrange(1, capacity + 1)))
                x = random.choice((factor * q - 1, random.randrange(factor * q)))
                digits = [x >> 52 * i & mask for i in range(count)]
                total = sum(digit * row for digit, row in zip(digits, rows, strict=True))
                multiple = -total * pow(q, -1, 2**52) % 2**52
                product, rest = divmod(total + multiple * q, 2**52)
                check(rest == 0 and (product - x * w) % q == 0, "a product by rows", count, q)
                bounds = read("mul_lanes", **known)(Range(0, factor * read.one_q))
                above = -(-factor * read.one_q // capacity)
                check(bounds == (0, count * read.one_q + above), "no more than L q and what x adds", count, factor)
                check(in_range(read, product, q, bounds), "the range of a product by rows", count, q, x)
                check(in_range(read, product - shift * q, q, moved), "the moved range", count, q, x)
                low = sum(digit * row % 2**52 for digit, row in zip(digits, [r & mask for r in rows], strict=True))
                low_all = low + multiple * (q & mask) % 2**52
                check(low_all % 2**52 == 0 and low_all >> 52 == -(-low >> 52), "the carry", count, q)


@proof("18.2")
def montgomery_products(read: Reader) -> None:
    random = Random(182)
    for count in LIMB_COUNTS:
        capacity = capacity_of(read, count)
        for q in moduli(random, read, count):
            k = -pow(q, -1, 2**52) % 2**52
            friendly, rest = divmod(k * q + 1, 2**52)
            check(rest == 0 and friendly <= q, "the friendly multiple", q)
            for _ in range(3):
                a, b = (random.randrange(1, capacity + 1) for _ in range(2))
                x, y = (random.choice((f * q - 1, random.randrange(f * q))) for f in (a, b))
                total = x * y
                for i in range(count):
                    digit = total % 2**52
                    total = (total >> 52) + digit * friendly if i + 2 < count else (total + digit * k % 2**52 * q) >> 52
                check((total * 2 ** (52 * count) - x * y) % q == 0, "Montgomery's product", count, q)
                bounds = read("mul", limb_count=count)(*(Range(0, f * read.one_q) for f in (a, b)))
                check(in_range(read, total, q, bounds), "its range", count, q, a, b)
                above = -(-a * b * read.one_q // capacity)
                check(bounds == (0, above + read.one_q + 1), "no more than x y / R, q and a rest", count, a, b)


def uncarried(random: Random, x: int, count: int) -> list[int]:
    """x in limbs whose carries have been moved down at random."""
    limbs = [x >> 52 * i & (2**52 - 1) for i in range(count)]
    for i in range(count - 1):
        carry = random.choice((0, 2**9, -(2**9), random.randrange(-(2**9), 2**9)))
        limbs[i] += carry << 52
        limbs[i + 1] -= carry
    limbs[-1] += random.randrange(2**12) << 52
    return limbs


@proof("18.3")
def reductions(read: Reader) -> None:
    random = Random(183)
    for count in LIMB_COUNTS:
        capacity, known = capacity_of(read, count), {"limb_count": count}
        check(capacity == (35 if count == 5 else 256), "the capacity", count)
        check(read("min_modulus_bits", **known) == 52 * (count - 1) - 8, "the shortest moduli", count)
        whole = Range(read.one_q, (capacity - 1) * read.one_q)
        reduced, finished = read("reduced", **known)(whole), read("canonical", **known)(whole)
        check((reduced, finished) == ((0, read.one_q + 1), (0, read.one_q)), "what reductions leave", count)
        for q in moduli(random, read, count):
            bits = q.bit_length()
            known |= {"constants": SimpleNamespace(bits=bits), "leading": q >> bits - 64}
            known["numerator"] = read("numerator", **known)
            check(known["numerator"] == 2 ** (64 + 32), "2^(bits + 32) in units of the last leading bit", q)
            quotient = read("out[Layout::quotient]", **known)
            check(0 <= 2 ** (bits + 32) // q - quotient <= 1 and quotient < 2**34, "the factor of a quotient", q)
            for name in ("weight", "below_top", "up", "down"):
                known[name] = read(name, **known)
            places = ("top_shift", "below_shift", "digit_shift")
            top, below, digit_shift = (read(f"out[Layout::{place}]", **known) for place in places)
            check(0 <= top < 64 and 0 <= below < 64 and 0 <= digit_shift < 64, "shifts", q)
            multiples = {1, 2, capacity - 2, *(random.randrange(1, capacity - 1) for _ in range(6))}
            for x in (q * i + offset for i in multiples for offset in (0, 1, q // 2, q - 1)):
                limbs = uncarried(random, x, count)
                value = ((limbs[-1] << top) + (limbs[-2] >> below)) % 2**64
                digit = (value >> digit_shift) - 1
                check(0 <= digit < 2**52, "a digit", q, x)
                rest = x - (digit * quotient >> 52) * q
                check(in_range(read, rest, q, reduced), "a reduction", count, q, x)
                check(-q <= rest - q < q, "a finish", count, q, x)


class Stages:
    """Ranges in units of q through the stages, with the constants of the schedule."""

    def __init__(self, read: Reader, count: int) -> None:
        self.count, self.capacity = count, capacity_of(read, count)
        self.depth = read.of("18.1", "row_shift", limb_count=count)
        self.entry = read("entry")
        known = {"depth": self.depth, "entry": self.entry, "max": max}
        self.offset, self.last_offset = read("offset", **known), read("last_offset", **known)

    def product(self, x: Range) -> Range:
        check(x.low >= 0 and x.high <= self.capacity, "a multiplicand", self.count, x)
        return Range(-self.depth, self.count + 1 - self.depth)

    def butterfly(self, x: Range, y: Range) -> tuple[Range, Range]:
        t = self.product(y)
        return Range(x.low + t.low, x.high + t.high), Range(x.low - t.high, x.high - t.low)

    def reduced(self, x: Range, lift: int) -> Range:
        check(x.low >= 1 and x.high <= self.capacity - 1, "what is reduced", self.count, x)
        return Range(lift, lift + 1 + Fraction(1, 256))

    @staticmethod
    def hull(ranges: list[Range]) -> Range:
        return Range(min(x.low for x in ranges), max(x.high for x in ranges))

    def first(self, below: int) -> Range:
        """In each result the three sums and differences are of single values or of such products."""

        def spread(plus: int, minus: int, lift: int) -> Range:
            return Range(lift - minus * below, lift + plus * below)

        whole = Range(0, 8 * below)
        x = [Range(whole.low + 1, whole.high + 1), spread(4, 4, self.offset)]
        x = (
            [self.reduced(each, self.offset) for each in x]
            if below > 2
            else [Range(self.offset, self.offset + 8), x[1]]
        )
        x += self.butterfly(spread(2, 2, self.offset), spread(2, 2, 2 * below))
        pairs = self.butterfly(spread(1, 1, self.offset), spread(1, 1, below))
        others = self.butterfly(spread(1, 1, 0), spread(1, 1, below))
        lifted = [Range(y.low + below + self.depth, y.high + below + self.depth) for y in others]
        for pair, other in zip(pairs, lifted, strict=True):
            x += self.butterfly(pair, other)
        return self.hull(x)

    def later(self, x: Range, stages: int, lift: int) -> Range:
        values = [self.reduced(x, lift)] + [x] * (2**stages - 1)
        for stage in range(stages):
            reach = 2 ** (stages - stage - 1)
            for i in (i for i in range(2**stages) if not i & reach):
                values[i], values[i + reach] = self.butterfly(values[i], values[i + reach])
        return self.hull(values)


@proof("18.4")
def stages(read: Reader) -> None:
    for count in LIMB_COUNTS:
        follow = Stages(read, count)
        check(follow.offset <= 5 * follow.depth + 7, "a multiple that is stored", count)
        capacity, entry, depth = follow.capacity, follow.entry, follow.depth
        starts = [follow.first(1), follow.first(entry), Range(2 * depth, 2 * depth + entry)]
        between = follow.hull(starts)
        between = follow.hull([between, follow.later(between, 3, follow.offset)])
        after = follow.later(between, 3, follow.offset)
        check(after.low >= between.low and after.high <= between.high, "ranges no longer grow", count, between)
        chained = count + Fraction(count + 1, capacity)
        slack = Fraction(2, 256)
        for number in (1, 2, 3):
            results = follow.later(between, number, follow.last_offset)
            follow.reduced(results, 0)
            check(results.high * chained / capacity + 1 + slack <= entry, "times a computed factor", count, number)
        for start in starts[:2]:
            follow.reduced(start, 0)
        check(starts[0].high / capacity + 1 + slack <= entry, "times a stored factor", count)
        moved = follow.product(Range(0, capacity))
        follow.reduced(Range(moved.low + depth + 1, moved.high + depth + 1), 0)
        check_cells(read, follow)


def check_cells(read: Reader, follow: Stages) -> None:
    """Values that stay in cells from one operation to the next."""
    highest, depth = follow.reduced(Range(1, 1), 0).high, follow.depth
    check(highest <= follow.entry, "what a transform begins with", follow.count)
    lift = read("difference_lift")
    follow.reduced(Range(lift - highest, lift + highest), 0)
    check(lift - 1 - highest < 1, "the least lift of a difference", follow.count)
    follow.reduced(Range(1, 2 * highest + 1), 0)
    product = highest**2 / follow.capacity + 1 + Fraction(2, 256)
    moved = follow.product(Range(0, product))
    sums = follow.hull([Range(0, product + highest), Range(moved.low, moved.high + highest)])
    follow.reduced(Range(sums.low + depth + 1, sums.high + depth + 1), 0)
