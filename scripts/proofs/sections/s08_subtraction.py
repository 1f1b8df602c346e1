"""Section 8: conditional subtraction."""

from proofs.checking import Reader, check, proof

WORD = 2**8


def is_negative(word: int) -> bool:
    return word >= WORD // 2


@proof("8.1")
def conditional_subtraction(read: Reader) -> None:
    """By a sign for x < 2m <= 2^W, by a minimum for m <= 2^(W-1); differences modulo q by either."""
    for m in range(1, WORD // 2 + 1):
        for x in range(2 * m):
            wanted = x - m if x >= m else x
            difference = (x - m) % WORD
            check((x if is_negative(difference) else difference) == wanted, "a subtraction by a sign", m, x)
            check(min(x, difference) == wanted < m, "a subtraction by a minimum", m, x)
    for q in range(2, WORD // 4):
        for a in range(q):
            for b in range(q):
                difference = (a - b) % WORD
                lifted = (difference + q) % WORD
                by_sign = lifted if is_negative(difference) else difference
                check(by_sign == min(difference, lifted) == (a - b) % q, "a difference modulo q", q, a, b)
