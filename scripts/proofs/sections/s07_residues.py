"""Section 7: numbers modulo 2^52 in lanes of 64 bits."""

from random import Random

from proofs.checking import Reader, check, proof

MASK = 2**52 - 1


def madd52_low(total: int, x: int, y: int) -> int:
    return (total + ((x & MASK) * (y & MASK) & MASK)) % 2**64


def madd52_high(total: int, x: int, y: int) -> int:
    return (total + ((x & MASK) * (y & MASK) >> 52)) % 2**64


@proof("7.1")
def residues(read: Reader) -> None:
    """Whatever stands above 52 bits, a butterfly leaves x + T and x - T in the bits that count."""
    significant = 2 ** read("traits").significant_bits - 1
    check(significant == MASK == read("limb_mask"), "the bits that count", significant)
    random = Random(7)
    for bits, capacity in ((50, 4), (49, 8), (48, 16)):
        for q in (2 ** (bits - 1) + 1, 2**bits - 1, 3, random.randrange(2, 2**bits)):
            minus_q = read("minus_q_", q=q, m=None)
            check(0 < minus_q <= MASK and (minus_q + q) % 2**52 == 0, "-q modulo 2^52", q)
            for _ in range(200):
                w, x, y = random.randrange(q), random.randrange(q, (capacity - 1) * q), random.randrange(capacity * q)
                quotient = (y * ((w << 52) // q) >> 52) + 1
                product = y * w - quotient * q
                lanes = [value + (random.randrange(2**12) << 52) for value in (x, y)]
                found = madd52_high(1, lanes[1], (w << 52) // q)
                found = madd52_low(madd52_low(0, lanes[1], w), found, minus_q)
                check((found - product) % 2**52 == 0, "a product modulo 2^52", q, w, y)
                for sign in (1, -1):
                    lane = (lanes[0] + sign * found) % 2**64
                    check(lane & significant == x + sign * product, "a butterfly modulo 2^52", q, w, x, y)
