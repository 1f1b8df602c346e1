"""Section 4: Shoup's product."""

from proofs.checking import check


def shoup_product(word: int) -> None:
    """Section 4: x w - Q q lies in [0, q (1 + x / 2^word))."""
    for q in range(2, 2 ** (word - 2)):
        for w in range(q):
            factor = (w << word) // q
            for x in range(2**word):
                remainder = x * w - ((x * factor) >> word) * q
                check(remainder >= 0 and remainder * 2**word < q * (2**word + x), "Shoup's remainder", word, q, w, x)


def short_product(half_word: int) -> None:
    """Section 4: a high product without that of the low halves, its cross products rounded down."""
    word, low = 2 * half_word, 2**half_word - 1
    for q in range(2, 2 ** (word - 3)):
        for w in range(q):
            w1, w0 = divmod((w << word) // q, 2**half_word)
            for x in range(2**word):
                x1, x0 = x >> half_word, x & low
                quotient = x1 * w1 + (x1 * w0 >> half_word) + (x0 * w1 >> half_word)
                remainder = x * w - quotient * q
                check(remainder >= 0 and remainder << word < q * ((3 << word) + x), "a short product", word, q, w, x)


def two_limb_product(limb: int, top: int) -> None:
    """Section 4: without the lowest partial product, a quotient of two limbs is too small by less than three."""
    word = limb + top
    for q in range(2, 2 ** (word - 3)):
        for w in range(q):
            high, low = divmod((w << (2 * limb)) // q, 2**limb)
            for x in range(2**word):
                x1, x0 = divmod(x, 2**limb)
                quotient = x1 * high + (x0 * high >> limb) + (x1 * low >> limb)
                remainder = x * w - quotient * q
                below = remainder << (2 * limb) < q * ((3 << (2 * limb)) + x)
                check(remainder >= 0 and below and quotient < 2**word, "two limbs", limb, top, q, w, x)
                packed = low >> (2 * limb - word) << (2 * limb - word)
                quotient = x1 * high + (x0 * high >> limb) + (x1 * packed >> limb)
                check(0 <= x * w - quotient * q < 4 * q, "two limbs from one word", limb, top, q, w, x)
                check(x1 * high < 2**word, "the leading partial product fits a word", limb, top, q, w, x)


def truncated_product(limb: int) -> None:
    """Section 4: of two limbs, without the product of the low ones: the remainder is below (3 + x / 2^word) q."""
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


def double_shoup_quotient(word: int) -> None:
    """Section 4: a Shoup quotient from Barrett's constant is short by less than nine."""
    for q in range(2, 2 ** (word - 4)):
        bits = q.bit_length()
        barrett = 2 ** (bits + word - 2) // q
        for w in range(q):
            estimate = (((w << (word - bits)) * barrett) >> word) << 2
            exact = (w << word) // q
            check(exact - 9 < estimate <= exact, "the estimated Shoup quotient", word, q, w)
            check((w << word) - estimate * q < 2**word, "its remainder", word, q, w)


def recompute() -> None:
    for word in (6, 7, 8):
        shoup_product(word)
    short_product(3)
    short_product(4)
    two_limb_product(6, 2)
    two_limb_product(4, 3)
    truncated_product(4)
    double_shoup_quotient(12)
