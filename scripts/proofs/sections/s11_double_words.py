"""Section 11: double words."""

from proofs.checking import Reader, check, proof


@proof("11.1")
def capacity(read: Reader) -> None:
    """With W = 128 and C = 16, moduli have 124 bits: lazy values fit, and Barrett's product stays below 2q."""
    check(16 * (2**124 - 1) < 2**128, "lazy double words fit")
    check(read.in_q(read.of("2.1", "product_bound", Capacity=16, shortfall=0)) == 2, "Barrett's product")


@proof("11.2")
def limbs(read: Reader) -> None:
    """High products by columns, shifts by counts that may pass a limb: on limbs of four bits."""
    size = 4
    base = 2**size
    for a in range(base**2):
        a1, a0 = divmod(a, base)
        for b in range(base**2):
            b1, b0 = divmod(b, base)
            column = (a0 * b0 >> size) + (a1 * b0) % base + (a0 * b1) % base
            check(column < 3 * base, "a column gives two carries", a, b)
            high = a1 * b1 + (a1 * b0 >> size) + (a0 * b1 >> size) + (column >> size)
            check(high == a * b >> 2 * size, "a high product by columns", a, b)
            cross = a1 * b0 + (a0 * b0 >> size)
            other = a0 * b1 + cross % base
            check(max(cross, other) < base**2, "sums of two limbs", a, b)
            check(a1 * b1 + (cross >> size) + (other >> size) == a * b >> 2 * size, "a high product in order", a, b)
        for count in range(2 * size):
            # A count beyond a limb, also one that has wrapped, leaves nothing.
            up_to = (a0 >> 1) >> (size - 1 - count) if count < size else 0
            beyond = a0 << (count - size) if count >= size else 0
            shifted = ((a1 << count) + up_to + beyond) % base * base + (a0 << count) % base
            check(shifted == (a << count) % base**2, "a shift to the left", a, count)
