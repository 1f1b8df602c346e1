"""Section 4: Shoup's product."""

from fractions import Fraction
from random import Random
from types import SimpleNamespace

from proofs.checking import Reader, check, proof
from proofs.sections.s01_modulus import moduli
from proofs.sections.s03_barrett_word import check_bound


@proof("4.1")
def shoup_product(read: Reader) -> None:
    """x w - Q q lies in [0, q (1 + x / 2^word))."""
    exact = read("shortfall")
    check(exact == 0, "an exact high product falls short by nothing", exact)
    check_bound(read, "product_bound", 1)
    check_bound(read, "bound", 1, shortfall=exact)
    check(read.in_q(read("fixed_bound", shortfall=exact)) == 2, "the bound of any word's product")
    for word in (6, 7, 8):
        for q in range(2, 2 ** (word - 2)):
            for w in range(q):
                factor = (w << word) // q
                for x in range(2**word):
                    remainder = x * w - ((x * factor) >> word) * q
                    below = remainder * 2**word < q * (2**word + x)
                    check(remainder >= 0 and below, "Shoup's remainder", word, q, w, x)


@proof("4.2")
def short_product(read: Reader) -> None:
    """A high product without that of the low halves, its cross products rounded down."""
    shortfall = read("shortfall")
    check_bound(read, "bound", 1 + shortfall, shortfall=shortfall)
    check(read.in_q(read("fixed_bound", shortfall=shortfall)) == 2 + shortfall, "the bound of any word's product")
    reached = 0
    for half_word in (3, 4):
        word, low = 2 * half_word, 2**half_word - 1
        for q in range(2, 2 ** (word - 3)):
            for w in range(q):
                factor = (w << word) // q
                w1, w0 = divmod(factor, 2**half_word)
                for x in range(2**word):
                    x1, x0 = x >> half_word, x & low
                    quotient = x1 * w1 + (x1 * w0 >> half_word) + (x0 * w1 >> half_word)
                    remainder = x * w - quotient * q
                    below = remainder << word < q * ((1 + shortfall << word) + x)
                    check(remainder >= 0 and below, "a short product", word, q, w, x)
                    reached = max(reached, (x * factor >> word) - quotient)
    check(reached == shortfall, "by how much a high product falls short", reached)


def two_limb_products(limb: int, top: int, packed_bound: int) -> None:
    """Without the lowest partial product, a quotient of two limbs is too small by less than three."""
    word = limb + top
    for q in range(2, 2 ** (word - 3)):
        for w in range(q):
            high, low = divmod((w << (2 * limb)) // q, 2**limb)
            packed = low >> (2 * limb - word) << (2 * limb - word)
            for x in range(2**word):
                x1, x0 = divmod(x, 2**limb)
                quotient = x1 * high + (x0 * high >> limb) + (x1 * low >> limb)
                remainder = x * w - quotient * q
                below = remainder << (2 * limb) < q * ((3 << (2 * limb)) + x)
                check(remainder >= 0 and below and quotient < 2**word, "two limbs", limb, top, q, w, x)
                quotient = x1 * high + (x0 * high >> limb) + (x1 * packed >> limb)
                check(0 <= x * w - quotient * q < packed_bound * q, "two limbs from one word", limb, top, q, w, x)
                check(x1 * high < 2**word, "the leading partial product fits a word", limb, top, q, w, x)


@proof("4.3")
def two_limb_product(read: Reader) -> None:
    """The remainder is below (3 + 2^-40) q."""
    bound = read("bound")
    for operand in (0, 256, 4096):
        check(bound(operand) == read.rounded_up(3 + Fraction(1, 2**40)), "the bound by two limbs", operand)
    for q in (q for bits in range(2, 62) for q in moduli(bits)):
        for w in (0, 1, q // 2, q - 1):
            quotient = (w << 64) // q
            remainder = (w << 64) - quotient * q
            following = read("next", remainder=remainder, m=SimpleNamespace(q=q))
            high = read("group[count + index]", quotient=quotient)
            low = read("group[2 * count + index]", quotient=quotient, next=following)
            check(high < 2**52 and (high << 52) + low == (w << 104) // q, "the limbs of a quotient", q, w)
    two_limb_products(6, 2, packed_bound=4)


@proof("4.4")
def packed_two_limb_product(read: Reader) -> None:
    """Taking a quotient of one word for both limbs costs another q."""
    fixed = read("fixed_bound")
    check(read.in_q(fixed) == 3 + 1, "the bound by two limbs from one word")
    two_limb_products(4, 3, packed_bound=read.whole(fixed))


@proof("4.5")
def truncated_product(read: Reader) -> None:
    """Of two limbs, without the product of the low ones: the remainder is below (3 + x / 2^word) q."""
    check_bound(read, "bound", 3)
    check(read.in_q(read("fixed_bound")) == 4, "the bound of any word's product")
    limb = 4
    word = 2 * limb
    for q in range(2, 2 ** (word - 4)):
        for w in range(q):
            s1, s0 = divmod((w << word) // q, 2**limb)
            for x in range(2**word):
                x1, x0 = divmod(x, 2**limb)
                quotient = x1 * s1 + (x1 * s0 >> limb) + (x0 * s1 >> limb)
                exact = (x * ((w << word) // q)) >> word
                check(exact - 2 <= quotient <= exact, "the truncated quotient", limb, q, w, x)
                remainder = x * w - quotient * q
                below = remainder << word < q * ((3 << word) + x)
                check(remainder >= 0 and below, "the truncated product", limb, q, w, x)


@proof("4.6")
def double_shoup_quotient(read: Reader) -> None:
    """A Shoup quotient from Barrett's constant is short by less than nine."""
    random = Random(128)
    for bits in range(2, 125):
        for q in moduli(bits):
            barrett = 2 ** (bits + 126) // q
            for w in (0, 1, q // 2, q - 1, random.randrange(q)):
                known = {"w": w, "bits": bits, "product_quotient": barrett, "mul_high": lambda x, y: x * y >> 128}
                estimate = read("quotient", **known)
                exact = (w << 128) // q
                check(w << (128 - bits) < 2**128 and exact - 9 < estimate <= exact, "the estimated quotient", q, w)
                check(estimate % 4 == 0, "a quotient of w times four", q, w)
    word = 12
    for q in range(2, 2 ** (word - 4)):
        bits = q.bit_length()
        barrett = 2 ** (bits + word - 2) // q
        for w in range(q):
            estimate = (((w << (word - bits)) * barrett) >> word) << 2
            exact = (w << word) // q
            check(exact - 9 < estimate <= exact, "the estimated Shoup quotient", word, q, w)
            check((w << word) - estimate * q < 2**word, "its remainder", word, q, w)


@proof("4.7")
def wide_shoup_product(read: Reader) -> None:
    """With a quotient of 52 bits the product of x < q lies below 2q."""
    check(read("fixed_limit") == 2, "what is subtracted")
    for word in (5, 6):
        for q in range(2 ** (word - 2), 2**word):
            for w in range(q):
                factor = (w << word) // q
                for x in range(q):
                    remainder = x * w - ((x * factor) >> word) * q
                    check(0 <= remainder < 2 * q, "a wide product by w", word, q, w, x)
