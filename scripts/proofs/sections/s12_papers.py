"""Section 12: the papers' double-word product."""

from proofs.checking import Reader, check, proof


def barrett_limbs(limb: int) -> None:
    """Limb by limb, with one conditional subtraction for four bits of headroom."""
    word: int = 2 * limb
    base: int = 2**limb

    def karatsuba_middle(a: int, b: int) -> int:
        a_carry, a_sum = divmod(a // base + a % base, base)
        b_carry, b_sum = divmod(b // base + b % base, base)
        product = a_sum * b_sum + base * (a_carry * b_sum + b_carry * a_sum)
        middle: int = product - (a // base) * (b // base) - (a % base) * (b % base)
        return middle % base**2

    def check_middle(a: int, b: int, *values: int) -> None:
        middle = (a // base) * (b % base) + (a % base) * (b // base)
        check(middle < 2**word, "a middle column fits two limbs", limb, *values)
        check(middle == karatsuba_middle(a, b), "Karatsuba's middle column", limb, *values)

    for q in range(2, 2 ** (word - 4)):
        bits = q.bit_length()
        quotient_factor = 2 ** (word + bits - 2) // q
        for x in range(q):
            for y in range(x, q):
                top = x * y >> (bits - 2)
                check(top < 2 ** (bits + 2), "the top of a product", limb, q, x, y)
                check_middle(x, y, q, x, y)
                check_middle(top, quotient_factor, q, x, y)
                remainder = x * y - ((top * quotient_factor) >> word) * q
                check(0 <= remainder < 2 * q, "Barrett's product of limbs", limb, q, x, y)


@proof("12.1")
def product_and_remainder(read: Reader) -> None:
    """The top of a product of four limbs begins with limb 0 or 1 and ends with the third one."""
    traits = {skipped: read("traits", skipped=skipped) for skipped in (0, 1)}
    least = {skipped: of.min_modulus_bits for skipped, of in traits.items()}
    most = {skipped: of.modulus_bits for skipped, of in traits.items()}
    check(least[0] == 2 and most[0] + 1 == least[1] and most[1] == 124, "the lengths of moduli", least, most)
    for skipped in (0, 1):
        for bits in range(least[skipped], most[skipped] + 1):
            shift = read("shift_", bits=bits, skipped=skipped)
            check(shift + 64 * skipped == bits - 2 and 0 <= shift < 64, "the shift of the top", bits)
            # The top has bits + 2 bits; with no limb left out it must end in the third one.
            check(skipped == 1 or 2 * bits <= 192, "the top leaves limb 3 alone", bits)
    check(least[1] == 64 + 2, "where the shift passes a limb", least)
    barrett_limbs(4)
    barrett_limbs(5)
