"""Section 13: products by rows, reductions and the finish."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from operator import mul
from random import Random
from types import SimpleNamespace

from proofs.checking import Reader, check, proof
from proofs.expressions import Value
from proofs.samples import corners, lengths, limb_moduli

LIMB_COUNTS = (2, 3)


def moduli_of(read: Reader, limb_count: int) -> Iterable[int]:
    """The lengths of moduli that the transforms of so many limbs serve."""
    traits = read.of("13.11", "traits", limb_count=limb_count)
    return lengths(traits.min_modulus_bits, traits.modulus_bits)


def check_lengths(of_two: Value, of_three: Value) -> None:
    """Two limbs begin with 2^60, three limbs where two end, at 2^98, and end at 2^124."""
    bits = (of_two.min_modulus_bits, of_two.modulus_bits, of_three.min_modulus_bits, of_three.modulus_bits)
    check(bits == (61, 98, 99, 124), "the lengths of moduli", bits)


def row_product(
    limb: int, rows: int, multiple: int, excess: int, moduli: Iterable[int], multiplicands: Iterable[int]
) -> None:
    """One quotient of a single limb leaves less than L m q on either side."""
    for q in moduli:
        for w in range(q):
            powers = [(w << (limb * i)) % q for i in range(rows)]
            quotients = [(power << limb) // (multiple * q) + 1 for power in powers]
            for x in multiplicands:
                digits = [(x >> (limb * i)) % 2**limb for i in range(rows)]
                quotient = sum((digit * factor) >> limb for digit, factor in zip(digits, quotients, strict=True))
                product = sum(map(mul, digits, powers)) - quotient * multiple * q
                check((product - x * w) % q == 0, "congruence of a row product", limb, rows, q, w, x)
                check(0 <= quotient < 2**limb, "the quotient of a row product is one limb", limb, rows, q, w, x)
                check(abs(product) < excess * q, "a row product", limb, rows, q, w, x)


def encoded_row(read: Reader, w: int, q: int, **known: Value) -> tuple[int, int]:
    """The quotient that a table has for a row, and what the next row begins with."""
    bits = {"digit_bits": read("digit_bits", **known)}
    multiple = read("multiple", **known)
    shift = read("quotient_shift", multiple=multiple, countr_zero=lambda x: x.bit_length() - 1)
    check(multiple == 1 << shift - 76, "the multiple is a power of two", multiple)
    quotient = (w << 128) // q
    return quotient >> shift, read("w", w=w, quotient=quotient, m=SimpleNamespace(q=q), **bits)


@proof("13.1")
def row_products(read: Reader) -> None:
    random = Random(13)
    for rows in LIMB_COUNTS:
        multiple, excess = read("row_multiple", limb_count=rows), read("row_excess", limb_count=rows)
        check(multiple & (multiple - 1) == 0 and multiple // 2 < rows <= multiple, "the least power of two", multiple)
        check(excess == rows * multiple, "what a row product is off by", rows, excess)
        # The rows of a table, from the quotient of a double word.
        for q in (q for bits in moduli_of(read, rows) for q in limb_moduli(random, bits)):
            for w in (0, 1, q // 2, q - 1, random.randrange(q)):
                row, following = encoded_row(read, w, q, limb_count=rows, narrow=False)
                check(row == (w << 52) // (multiple * q), "the quotient of a row", rows, q, w)
                check(following == (w << 52) % q, "the next row", rows, q, w)
        small = {
            2: ((3, range(2, 2**5), range(2**6)), (4, range(2**5, 2**7, 13), range(2**8))),
            3: ((2, range(2, 2**4), range(2**6)), (3, range(2**6, 2**7, 21), range(2**9))),
        }
        for limb, moduli, multiplicands in small[rows]:
            row_product(limb, rows, multiple, excess, moduli, multiplicands)


def reduced_bound(read: Reader, limb_count: int) -> Callable[[int], int]:
    """What a reduction leaves of a value below a bound."""
    read = read if read.number == "13.11" else Reader(read.source, "13.11")
    rest = read("rest", limb_count=limb_count, top_limb_is_digit=limb_count == 2)
    bound: Callable[[int], int] = read("reduced_bound", limb_count=limb_count, rest=rest)
    return bound


@proof("13.11")
def reductions(read: Reader) -> None:
    """Quotients from the top digit, for reductions and for the finish."""
    random = Random(52)
    check_lengths(*(read("traits", limb_count=limb_count) for limb_count in LIMB_COUNTS))
    for rows in LIMB_COUNTS:
        chosen, traits = {"limb_count": rows, "top_limb_is_digit": rows == 2}, read("traits", limb_count=rows)
        own = (traits.min_modulus_bits, traits.modulus_bits)
        check(own == (read("min_modulus_bits", **chosen), read("modulus_bits", **chosen)), "lengths of traits", rows)
        bound_of = reduced_bound(read, rows)
        capacity = read.whole(read.of("13.5", "capacity", limb_count=rows))
        finished = read.whole(read("finished", **chosen)) if rows == 2 else capacity
        check(finished == (56 if rows == 2 else capacity), "what can be finished", rows, finished)
        for bits in moduli_of(read, rows):
            for q in limb_moduli(random, bits):
                weight = bits - 20 if rows == 3 else 52
                known = chosen | {"bits": bits, "m": None}
                known |= {"product_quotient": 2 ** (bits + 126) // q, "word_quotient": 2**128 // q}
                if rows == 3:
                    shift = read("shift_", **known)
                    check(read("one_", **known) == 2**shift and shift == 104 - weight, "the shift of the digit", bits)
                factor = read("factor_", **known)
                check(factor == 2 ** (52 + weight) // q < 2**52, "the factor of a top digit is one limb", rows, q)
                some = [1, 2, 3, capacity, *(random.randrange(4, capacity) for _ in range(60))]
                multiples = range(1, 64) if rows == 2 else some
                near_multiples = [k * q + offset for k in multiples for offset in (-1, 0, 1)]
                near_multiples = [x for x in near_multiples if x < capacity * q]
                for x in near_multiples + corners(random, capacity * q, 300):
                    quotient = ((x >> weight) * factor) >> 52
                    check(x >> weight < 2**52 and x >= quotient * q, "a quotient by the top digit", rows, q, x)
                    bound = bound_of(x * read.one_q // q + 1)
                    check((x - quotient * q) * read.one_q < bound * q, "a reduction by the top digit", rows, q, x)
                    if x < finished * q:
                        check(-q <= x - (quotient + 1) * q < q, "a finish by the top digit", rows, q, x)
    # What the errors add up to: 2^-8 and, for x < 64q, less than 1; 2^-19, in a unit, and x / 2^32.
    check(reduced_bound(read, 2)(64 * read.one_q) == 2 * read.one_q + 1, "the bound of two limbs")
    for x in (2**34, 2**38, 2**38 + 2**32 - 1, 2**39):
        reduced = read.one_q + Fraction(x, 2**32) + Fraction(read.one_q, 2**19)
        bound = reduced_bound(read, 3)(x)
        check(reduced < bound <= reduced + 2, "the bound of three limbs", x, bound)


@proof("13.12")
def quotients_without_carries(read: Reader) -> None:
    """Three limbs whose carries are missing; a quotient raised to be no less, one lowered to be no more."""
    random = Random(53)
    raised, lowered = read("raised"), read("lowered")
    check((raised, lowered) == (2, 2**64 - 1), "the corrections of the digit", raised, lowered)
    for bits in moduli_of(read, 3):
        shift = read("right_shift_", limb_count=3, bits=bits, m=None)
        check(shift == bits - 72, "the shift of the middle limb", bits)
        for q in limb_moduli(random, bits):
            factor = 2 ** (bits + 32) // q
            raised_factor = read("raised_factor_", product_quotient=2 ** (bits + 126) // q, m=None)
            for x in corners(random, 2**31 * q, 60) + [q * k + d for k in (0, 1, 55, 2**31 - 1) for d in (0, 1, q - 1)]:
                for carry0 in (-1536, -1, 0, 1, 1536):
                    for carry1 in (-1536, 0, 1536):
                        low = x % 2**52 + (carry0 << 52)
                        middle = (x >> 52) % 2**52 - carry0 + (carry1 << 52)
                        top = ((x >> 104) - carry1) % 2**52
                        check(abs(low) < 2**63 and abs(middle) < 2**63, "limbs fit", q, x)
                        digit = (top << (124 - bits)) + (middle >> shift)
                        quotient = ((digit + raised) % 2**52) * raised_factor >> 52
                        check(-q <= x - quotient * q < q, "a finish without carries", q, x, carry0, carry1)
                        if x < q:
                            continue
                        quotient = ((digit + lowered) % 2**52) * factor >> 52
                        reduced = 258 * 2**24 * q + x
                        below = 256 * 2**24 * (x - quotient * q) < reduced
                        check(x - quotient * q >= 0 and below, "a reduction without carries", q, x, carry0, carry1)


@proof("13.13")
def conversion(read: Reader) -> None:
    """Words from limbs whose carries have not moved up."""
    random = Random(13)
    for _ in range(500):
        x = random.choice((0, 1, 2**124 - 1, random.randrange(2**124)))
        carry0, carry1 = random.randrange(-(2**10), 2**10), random.randrange(-(2**10), 2**10)
        low = x % 2**52 + (carry0 << 52)
        middle = (x >> 52) % 2**52 - carry0 + (carry1 << 52)
        top = (x >> 104) - carry1
        check((low + (middle << 52)) % 2**64 == x % 2**64, "the low word", x)
        carried = middle + (low >> 52)
        check(((carried >> 12) + (top << 40)) % 2**64 == x >> 64, "the high word", x)
