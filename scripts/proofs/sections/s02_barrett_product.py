"""Section 2: Barrett's product."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from types import SimpleNamespace

from proofs.checking import Reader, check, proof
from proofs.sections.s01_modulus import moduli


def barrett_product(word: int, candidates: Iterable[int], limit: int) -> int:
    """Below how many q all remainders are."""
    reached = 0
    for q in candidates:
        bits = q.bit_length()
        factor = 2 ** (word + bits - 2) // q
        check(factor < 2**word, "the product quotient fits a word", word, q)
        for x in range(q):
            for y in range(x, q):
                top = ((x << 2) * (y << (word - bits))) >> word
                remainder = x * y - ((top * factor) >> word) * q
                check(0 <= remainder < limit * q, "Barrett's product remainder", word, q, x, y)
                if remainder >= reached * q:
                    reached = remainder // q + 1
    return reached


def log2(power: int) -> int:
    return power.bit_length() - 1


def short_barrett_product(half: int, limit: int) -> None:
    """With high products that leave out that of the low halves and round the two others down."""

    def high(x: int, y: int) -> int:
        (x1, x0), (y1, y0) = divmod(x, 1 << half), divmod(y, 1 << half)
        return x1 * y1 + (x1 * y0 >> half) + (x0 * y1 >> half)

    word = 2 * half
    for q in range(2, 2 ** (word - 4)):
        bits = q.bit_length()
        for x in range(q):
            for y in range(q):
                top = high(x << 2, y << (word - bits))
                remainder = x * y - high(top, 2 ** (word + bits - 2) // q) * q
                check(0 <= remainder < limit * q, "Barrett's remainder by short products", word, q, x, y)


@proof("2.1")
def barrett_products(read: Reader) -> None:
    """The remainder is below 3q, and below 2q with three bits of headroom; short high products leave more."""
    check(read("product_room") == 1, "operands are canonical")
    for bits in range(2, 63):
        normalisation = read("normalisation_", bits=bits, Word=8, sizeof=int)
        known = {"normalisation_": normalisation, "shift_left": lambda x, count: count, "x": None, "y": None}
        shifts = read("top", multiply=lambda x, y: (x, y), **known)
        check(shifts == (2, 64 - bits), "the shifts of operands", bits, shifts)
    with_headroom, without = (read.whole(read("product_bound", Capacity=c, shortfall=0)) for c in (8, 4))
    for word in (6, 7, 8):
        reached = barrett_product(word, range(2, 2 ** (word - 3)), with_headroom)
        check(reached == with_headroom, "what is needed with three bits of headroom", word, reached)
        barrett_product(word, range(2 ** (word - 3), 2 ** (word - 2)), without)
    # The smallest word on which a remainder passes 2q.
    reached = barrett_product(10, range(2**7, 2**8), without)
    check(reached == without, "what is needed without headroom", reached)

    shortfall = read.of("4.2", "shortfall", shortfall=2)
    short = read.whole(read("product_bound", Capacity=16, shortfall=shortfall))
    check(short == 2 + 2 * shortfall, "the bound by short products", short)
    lost = Fraction(1, 2) + Fraction(1, 4) + 1 + Fraction(shortfall, 2) + shortfall
    check(lost < 5 <= short, "what short products lose", lost)
    for half in (4, 5):
        short_barrett_product(half, short)


@proof("2.2")
def barrett_lazy_products(read: Reader) -> None:
    """Operands below f q, f = 1, 2 or 4, where there is room for 4 f^2: the remainder is below 2q."""
    factors = (1, 2, 4)
    limit = read("product_limit")
    check(limit == 2, "one conditional subtraction", limit)

    def coarse(q: int) -> int:
        found: int = read("return", q=q, bits=q.bit_length(), m=None)
        return found

    for direct in factors:
        for bits in range(2, 51 - 2 * log2(direct)):
            for q in moduli(bits):
                known = {"coarse": lambda _, q=q: coarse(q), "m": None, "bits": bits}
                s = bits - 2 + coarse(q)
                quotient = read("product_quotient_", product_quotient=2 ** (bits + 62) // q, **known)
                check(quotient == 2 ** (52 + s) // q < 2**52, "the quotient of 52 bits", q)
                known |= {"normalisation_": read("normalisation_", **known)}
                known |= {"log_direct": read("log_direct", log2_of=log2, direct=direct)}
                known |= {"shift_left": lambda x, count: count, "sub": lambda x, y: x - y, "x": None, "y": None}
                left, right = read("shifted_x", **known), read("shifted_y", **known)
                check(left + right == 52 - s and left >= 0 and right >= 0, "the shifts of operands", q, direct)
                fit = max(left, right) + (direct * q - 1).bit_length() <= 52
                check(fit, "shifted operands fit", q, direct)
    for capacity in (4, 8, 16, 64):
        for factor in factors:
            widest = max(direct for direct in factors if direct <= factor and 4 * direct**2 <= capacity)
            check(read("direct", Capacity=capacity, Factor=factor) == widest, "what needs no reduction", capacity)
    # 46 bits are the most for operands below 4q: with 47, the leading bits of a product need not fit.
    for bits, fits in ((46, True), (47, False)):
        q = 3 * 2 ** (bits - 2) - 1
        check(((4 * q - 1) ** 2 >> bits - 2 + coarse(q) < 2**52) == fits, "the widest moduli", bits)

    for word, smallest in ((8, 2), (11, 2**9 - 9)):
        for direct in factors:
            for q in range(max(2, smallest // direct**2), 2 ** (word - 2) // direct**2):
                s = q.bit_length() - 2 + coarse(q)
                factor = 2 ** (word + s) // q
                for x in range(direct * q):
                    for y in range(x, direct * q, 1 if word == 8 else 3):
                        top = x * y >> s
                        remainder = x * y - ((top * factor) >> word) * q
                        fits = top < 2**word and 0 <= remainder < limit * q
                        check(fits, "Barrett's lazy product", word, q, x, y)


def two_limb_barrett(limb: int, top: int, candidates: Iterable[int], room: Callable[[int], int]) -> None:
    """The remainder with a quotient of two limbs, with two bits more than needed and those cut off."""
    word = limb + top
    for q in candidates:
        bits = q.bit_length()
        shift = word - 2 - bits
        factor = 2 ** (3 * limb + 2 - shift) // q
        high, low = divmod(factor, 2**limb)
        check(high < 2**limb, "the product quotient fits two limbs", limb, top, q)
        widest = min(4, room(2 ** (shift + 2))) * q
        for x in (*range(q), *range(q, widest, 7), widest - 1):
            for y in range(q - 1, -1, -5):
                c1, c0 = divmod((x * y << shift) >> limb, 2**limb)
                quotient = c1 * high + (c0 * high >> limb) + (c1 * low >> limb)
                remainder = x * y - (quotient >> 2) * q
                check(quotient < 2**word, "the quotient fits a word", limb, top, q, x, y)
                # 4 r / q is below 6 + 2^(limb + 2) / m + s y / 2^(3 limb); here times m and 2^(3 limb).
                m = q << shift
                lost = (6 * m + 2 ** (limb + 2) << 3 * limb) + (x * y << shift) * m
                below = 4 * remainder << shift + 3 * limb < lost
                check(remainder >= 0 and below, "two-limb product", limb, top, q, x, y)


@proof("2.3")
def two_limb_barrett_products(read: Reader) -> None:
    """Below 2q; at full size, the two-limb quotient from the 64-bit one is exact or one too small."""
    bound = read.whole(read("product_bound"))
    lost = 6 + Fraction(2**54, 2**61) + 2 * Fraction(2**124, 2**156)
    check(lost <= 4 * bound < lost + 4, "the two-limb product is below 2q", bound)
    for capacity in (4, 8, 16, 64):
        room = read("product_room", Capacity=capacity)
        check(room >= 1 and 4 * room <= capacity < 4 * (room + 1), "the room for lazy operands", capacity)
    for bits in range(2, 63):
        check(read("normalisation_", bits=bits) == 62 - bits, "the shift of an operand", bits)
        for q in moduli(bits):
            short = 2 ** (bits + 62) // q
            rest = (2 ** (bits + 62) - short * q) * short >> (bits + 28)
            missing = 2 ** (bits + 96) // q - ((short << 34) + rest)
            check(0 <= missing <= 1 and rest < 2**34, "the two-limb product quotient", q)
            known = {"product_quotient": short, "m": SimpleNamespace(product_quotient=short)}
            low = read("product_low_", add=lambda x, y: x + y, next_34_bits=lambda m, rest=rest: rest, **known)
            high = read("product_high_", **known)
            check(high < 2**52 and low < 2**52, "its limbs", q)
            check((high << 52) + low == (short << 34) + rest, "the limbs of the two-limb product quotient", q)

    def room_of(capacity: int) -> int:
        room: int = read("product_room", Capacity=max(capacity, 4))
        return room

    two_limb_barrett(4, 6, range(2, 2**8, 9), room_of)
    two_limb_barrett(5, 6, (2**7, 2**8 + 1, 397, 2**9 - 1), room_of)


def wide_barrett(word: int, spare: int, limit: int) -> int:
    """With moduli of `word` bits or one less and a 2^(word+b) / q from a quotient with `spare` bits more."""
    reached = 0
    for q in range(2 ** (word - 2), 2**word):
        bits = q.bit_length()
        factor = (2 ** (word + spare + bits) // q - 1) >> spare
        check(2**word <= factor < 2 ** (word + 1), "the leading bit of the product quotient", word, q)
        for x in range(q):
            for y in range(x, q):
                top = ((x << (word - bits)) * y) >> word
                remainder = x * y - (top + (top * (factor - 2**word) >> word)) * q
                check(0 <= remainder < limit * q, "a wide product", word, q, x, y)
                reached = max(reached, remainder // q + 1)
    return reached


@proof("2.4")
def wide_products(read: Reader) -> None:
    """Modulo q of as many bits as the multiply-adds multiply, or one less, the remainder is below 4q."""
    traits = read("traits")
    check((traits.min_modulus_bits, traits.modulus_bits) == (51, 52), "for which moduli")
    limit = read("product_limit")
    check(limit == 4, "what is subtracted")
    for bits in (51, 52):
        check(read("normalisation_", bits=bits) == 52 - bits, "the shift of an operand", bits)
        for q in moduli(bits):
            factor = read("product_quotient_", product_quotient=2 ** (bits + 62) // q)
            missing = Fraction(2 ** (52 + bits), q) - factor
            check(2**52 <= factor < 2**53 and 0 <= missing < 1 + Fraction(1, 2**9), "the product quotient", q)
    for ends in (Fraction(1, 2), Fraction(1)):
        lost = 1 / ends + (1 + Fraction(1, 2**9)) * ends**2 + 1
        check(lost < limit, "what the quotient lacks", lost)
    reached = max(wide_barrett(word, spare, limit) for word, spare in ((5, 3), (6, 10), (7, 10)))
    check(reached <= limit, "what is needed", reached)
