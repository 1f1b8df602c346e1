"""Section 1: constants of a modulus."""

from collections.abc import Iterator
from types import SimpleNamespace

from proofs.checking import Reader, check, proof

# By their words: what C q <= 2^W allows.
CAPACITIES = (4, 8, 16)


def moduli(bits: int) -> Iterator[int]:
    """Some of so many bits, both ends among them."""
    candidates = {2 ** (bits - 1), 2 ** (bits - 1) + 1, 3 << (bits - 2), 2**bits - 59, 2**bits - 1}
    return (q for q in sorted(candidates) if 2 ** (bits - 1) <= q < 2**bits)


@proof("1.1")
def quotients(read: Reader) -> None:
    """All fit their words; the 52-bit quotients are the 64-bit ones without their low 12 bits."""
    for word in (64, 128):
        for bits in range(2, word - 3):
            for q in moduli(bits):
                known = {"bits": bits, "q": q, "word_bits": word, "power_of_two_quotient": lambda e, q: 2**e // q}
                product = read("product_quotient", **known)
                check(product == 2 ** (word + bits - 2) // q <= 2 ** (word - 1), "the product quotient", word, q)
                check(read("word_quotient", **known) == 2**word // q <= 2 ** (word - 1), "the word quotient", word, q)
    for bits in range(2, 51):
        for q in moduli(bits):
            known = {"product_quotient": 2 ** (bits + 62) // q, "word_quotient": 2**64 // q}
            product = read("product_quotient_", coarse=lambda m: 0, m=None, **known)
            check(product == 2 ** (bits + 50) // q, "the product quotient of 52 bits", q)
            check(read("word_quotient_", **known) == 2**52 // q, "the word quotient of 52 bits", q)
            pair = SimpleNamespace(quotient=known["word_quotient"])
            stored = read("group[count + index]", make_shoup_pair=lambda w, m, pair=pair: pair, w=1, m=None)
            check(stored == 2**52 // q, "a stored quotient of 52 bits", q)
            for w in (0, 1, q // 2, q - 1):
                value, quotient = read("make_shoup_pair")(w, SimpleNamespace(q=q))
                check(value == w and quotient == (w << 64) // q < 2**64, "the Shoup quotient", q, w)
                check(quotient >> 12 == (w << 52) // q, "the Shoup quotient of 52 bits", q, w)


@proof("1.2")
def capacities(read: Reader) -> None:
    """Values up to the capacity fit a word, for the longest moduli and no longer ones."""
    for capacity in (*CAPACITIES, 32, 64):
        check(read("capacity", Capacity=capacity) == read.one_q * capacity, "a capacity", capacity)
        for word in (8, 16):
            doubles, limbs, words = read.all("traits", Capacity=capacity, Word=word, sizeof=int)
            for traits, bits in ((doubles, 52), (limbs, 52), (words, 8 * word)):
                check(capacity << traits.modulus_bits == 2**bits, "a capacity uses its word", word, capacity)
