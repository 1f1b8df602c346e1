"""Section 1: constants of a modulus."""

from proofs.checking import check


def truncated_quotients() -> None:
    """Section 1: the 52-bit quotients are the 64-bit ones without their low 12 bits."""
    for q in (2, 3, 4, 17, 2**31 - 1, 2**48 - 59, 2**49 + 9, 2**50 - 27):
        bits = q.bit_length()
        check((2**64 // q) >> 12 == 2**52 // q, "word quotient", q)
        check((2 ** (bits + 62) // q) >> 12 == 2 ** (bits + 50) // q, "product quotient", q)
        for w in (0, 1, q // 2, q - 1):
            check(((w << 64) // q) >> 12 == (w << 52) // q, "Shoup quotient", q, w)


def recompute() -> None:
    truncated_quotients()
