"""Section 2: Barrett's product."""

from collections.abc import Iterable
from fractions import Fraction

from proofs.checking import check


def barrett_product(word: int, smallest: int = 2) -> None:
    """Section 2: the remainder of a product is below 3q, and below 2q with three bits of headroom."""
    for q in range(smallest, 2 ** (word - 2)):
        bits = q.bit_length()
        quotient_factor = 2 ** (word + bits - 2) // q
        check(quotient_factor < 2**word, "the product quotient fits a word", word, q)
        limit = 2 if bits <= word - 3 else 3
        for x in range(q):
            for y in range(x, q):
                top = ((x << 2) * (y << (word - bits))) >> word
                remainder = x * y - ((top * quotient_factor) >> word) * q
                check(0 <= remainder < limit * q, "Barrett's product remainder", word, q, x, y)


def barrett_lazy_product(word: int, smallest: int) -> None:
    """With operands below 2q the remainder is below 3q with four bits of headroom, and below 2q with five."""
    for q in range(smallest, 2 ** (word - 4)):
        bits = q.bit_length()
        limit = 2 if bits <= word - 5 else 3
        for x in range(2 * q):
            for y in range(x, 2 * q):
                check(x << 3 < 2**word and y << (word - bits - 1) < 2**word, "shifted operands fit", word, q, x, y)
                top = ((x << 3) * (y << (word - bits - 1))) >> word
                remainder = x * y - ((top * (2 ** (word + bits - 2) // q)) >> word) * q
                check(top < 2**word and 0 <= remainder < limit * q, "Barrett's lazy product", word, q, x, y)


def two_limb_barrett(limb: int, top: int, moduli: Iterable[int]) -> None:
    """Section 2: the remainder with a quotient of two limbs, with two bits more than needed and those cut off."""
    word = limb + top
    for q in moduli:
        bits = q.bit_length()
        shift = word - 2 - bits
        factor = 2 ** (3 * limb + 2 - shift) // q
        high, low = divmod(factor, 2**limb)
        check(high < 2**limb, "the product quotient fits two limbs", limb, top, q)
        for x in range(q):
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


def two_limb_constants() -> None:
    """At full size: the two-limb quotient from the 64-bit one is exact or one too small; what the claim adds up."""
    for bits in range(2, 63):
        for q in {2 ** (bits - 1), 2 ** (bits - 1) + 1, 3 << (bits - 2), 2**bits - 59, 2**bits - 1}:
            if not 2 ** (bits - 1) <= q < 2**bits:
                continue
            short = 2 ** (bits + 62) // q
            rest = (2 ** (bits + 62) - short * q) * short >> (bits + 28)
            missing = 2 ** (bits + 96) // q - ((short << 34) + rest)
            check(0 <= missing <= 1 and rest < 2**34, "the two-limb product quotient", q)
    lost = 6 + Fraction(2**54, 2**61) + 2 * Fraction(2**124, 2**156)
    check(lost < 8, "the two-limb product is below 2q")


def recompute() -> None:
    for word in (6, 7, 8):
        barrett_product(word)
    # The smallest word on which a remainder passes 2q, so that the limit of 3q is seen to be needed.
    barrett_product(10, smallest=2**7)
    barrett_lazy_product(8, smallest=2)
    barrett_lazy_product(11, smallest=2**7 - 9)
    two_limb_barrett(4, 6, range(2, 2**8, 9))
    two_limb_barrett(5, 6, (2**7, 2**8 + 1, 397, 2**9 - 1))
    two_limb_constants()
