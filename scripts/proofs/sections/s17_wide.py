"""Section 17: moduli of several words."""

from proofs.checking import Reader, check, proof


@proof("17.1")
def constants(read: Reader) -> None:
    """An odd number is its own inverse modulo 8, and each of Newton's steps doubles the bits."""
    bits = read("bits_of_own_inverse")
    check(all(q * q % 2**bits == 1 for q in range(1, 2**bits, 2)), "an odd number is its own inverse", bits)
    for q in range(1, 2**12, 2):
        inverse, right = q, bits
        while right < 12:
            inverse, right = inverse * (2 - q * inverse) % 2**12, 2 * right
            check(q * inverse % 2 ** min(right, 12) == 1, "a step", q, right)
    for words in (2, 3):
        for q in range(2 ** (4 * words - 2) + 1, 2 ** (4 * words - 1), 2):
            check(2 * (q - 1) < 2 ** (4 * words), "twice a number", q)
