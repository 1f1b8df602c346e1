"""Section 3: Barrett's reduction of one word."""

from proofs.checking import check


def barrett_word(word: int) -> None:
    """Section 3: the remainder of one word x is below q (1 + x / 2^word), so below 2q."""
    for q in range(2, 2 ** (word - 2)):
        factor = 2**word // q
        for x in range(2**word):
            remainder = x - ((x * factor) >> word) * q
            check(remainder >= 0 and remainder * 2**word < q * (2**word + x), "Barrett's word remainder", word, q, x)


def two_limb_word(limb: int, top: int) -> None:
    """Section 3: the remainder of a word with a quotient of two limbs is below 4q."""
    word = limb + top
    for q in range(2, 2 ** (word - 2)):
        high, low = divmod((2**word // q) << (2 * limb - word), 2**limb)
        for x in range(2**word):
            x1, x0 = divmod(x, 2**limb)
            remainder = x - (x1 * high + (x0 * high >> limb) + (x1 * low >> limb)) * q
            check(0 <= remainder < 4 * q, "two-limb word", limb, top, q, x)


def recompute() -> None:
    for word in (6, 7, 8):
        barrett_word(word)
    two_limb_word(6, 2)
    two_limb_word(4, 3)
