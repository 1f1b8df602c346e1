"""Section 16: dot products, and the multiple of Q in conversions of bases."""

from fractions import Fraction
from math import prod
from random import Random
from types import SimpleNamespace

from proofs.checking import Reader, check, proof
from proofs.sections.s01_modulus import moduli
from proofs.sections.s10_doubles import fma, rounded_product

MOST_MODULI = 64


@proof("16.1")
def two_words(read: Reader) -> None:
    """Sums fit two words, and no longer ones would; a sum reduced by Shoup's and Barrett's quotients is below 4q."""
    traits = read("traits")
    check(traits.modulus_bits == 62, "for which moduli", traits.modulus_bits)
    largest = 2**traits.modulus_bits - 1
    fits = [2**traits.modulus_bits + k * largest**2 < 2**128 for k in (traits.max_products, traits.max_products + 1)]
    check(fits == [True, False], "how many products a sum takes", traits.max_products)
    factor = read("remainder_factor")
    check(factor == 4 and factor << traits.modulus_bits == 2**64, "what is left is a word", factor)
    for word in (6, 7):
        for q in range(2, 2 ** (word - 2)):
            unit = 2**word % q
            for high in range(2**word):
                shoup = high * unit - (high * (unit * 2**word // q) >> word) * q
                low = high - (high * (2**word // q) >> word) * q
                check(0 <= shoup < 2 * q and 0 <= low < 2 * q, "either half", word, q, high)


@proof("16.2")
def multiply_adds(read: Reader) -> None:
    """The same with words of 52 bits: a sum's upper part fits one, and what is left does modulo 2^52."""
    traits = read("traits")
    check(4 << traits.modulus_bits == 2**52, "what is left fits 52 bits", traits.modulus_bits)
    largest = 2**traits.modulus_bits - 1
    fits = [2**52 + k * largest**2 < 2**104 for k in (traits.max_products, traits.max_products + 1)]
    check(fits == [True, False], "how many products a sum takes", traits.max_products)
    check((traits.max_products + 1) * 2**52 < 2**64, "no sum wraps")
    check(read("remainder_factor") == 4, "what is left")
    for bits in range(2, traits.modulus_bits + 1):
        for q in moduli(bits):
            check(read("out[1]", word_quotient=2**64 // q) == 2**52 // q, "the quotient of a word", q)
            unit = 2**52 % q
            check(read("out[3]", quotient=unit * 2**64 // q) == unit * 2**52 // q, "the quotient of the unit", q)
            check(read("minus_q_", modulus_=q) % 2**52 == -q % 2**52, "minus q", q)


@proof("16.3")
def upper_parts(read: Reader) -> None:
    """What upper parts leave out of a sum is less than a word, and so is known from the sum modulo 2^64."""
    traits, dropped, unit = read("traits"), read("dropped"), read("unit", dropped=read("dropped"))
    bits, most = traits.modulus_bits, traits.max_products
    check(
        (bits - dropped == 52, unit) == (True, 52 + 2 * dropped), "upper parts fit a multiply-add", bits, dropped, unit
    )
    # (x mod 2^d) c + (c mod 2^d) x, and the rounding of the product itself, in units.
    lacking = Fraction(2 * 2**dropped * 2**bits, 2**unit) + 1
    check(lacking <= 3, "what a product lacks", lacking)
    fits = [3 * k * 2**unit + 2**bits < 2**64 for k in (most, most + 1)]
    check(fits == [True, False], "how many products a sum takes", most)
    check((most + 1) * 2**52 < 2**64, "no sum wraps")
    # The same with words of 8 bits: operands below 2^7, units of 2^6, 52 bits being 4 and 3 being 1.
    for x in range(2**5):
        for c in range(2**5):
            for x2, c2 in ((31, 31), (17, 30), (0, 0)):
                total = x * c + x2 * c2
                high = ((x >> 1) * (c >> 1) >> 4) + ((x2 >> 1) * (c2 >> 1) >> 4)
                low = total % 2**9
                excess = (low - (high << 6)) % 2**9
                words = (high >> 3) + (low < excess)
                check((words << 9) + low == total, "a sum by its parts", x, c, x2, c2)


@proof("16.4")
def limbs(read: Reader) -> None:
    """Sums of products of limbs fit words, and no longer ones would."""
    for limb in (30, 31):
        traits = read("traits", limb_bits=limb)
        bits, most = traits.modulus_bits, traits.max_products
        low, high = 2**limb - 1, 2 ** (bits - limb) - 1
        check(bits == 2 * limb - (limb == 31) and low + high < 2**32, "operands", limb, bits)

        def fits(products: int, limb: int = limb, low: int = low, high: int = high) -> bool:
            lows = products * low**2 + 2**limb
            middle = 2 * products * low * high + (lows >> limb) + 2**limb
            return lows < 2**64 and middle < 2**64 and products * high**2 + (middle >> limb) < 2**64

        check(fits(most) and not fits(most + 1), "how many products a sum takes", limb, most)


@proof("16.5")
def multiple_of_the_product(read: Reader) -> None:
    """Terms are short by less than two and a little, so that with the bias their sum is not short at all."""
    bits_behind = read("fraction_bits")
    check(bits_behind == 42, "what the documentation says of the window", bits_behind)
    check(read("half") == 2 ** (bits_behind - 1), "half of Q")
    check(MOST_MODULI * 2**bits_behind < 2**64, "a sum of terms is a word")
    for bits in range(2, 62):
        for q in moduli(bits):
            shift = read("fraction_shift", bits=bits)
            modulus = SimpleNamespace(q=q, bits=bits)
            factor = read("fraction_of", power_of_two_quotient=lambda e, q: 2**e // q)(modulus)
            check(factor <= 2 ** (bits_behind + 1) < 2**52, "a factor fits a multiply-add", q)
            for y in {0, 1, q // 3, q // 2, q - 1}:
                leading = (y << shift) >> 12
                check(y << shift < 2**64 and leading < 2**52, "the leading bits fit one", q, y)
                short = Fraction(y << bits_behind, q) - (leading * factor >> 52)
                check(0 <= short < 2 + Fraction(1, MOST_MODULI), "what a term is short by", q, y)
    shortfall = read("shortfall")
    for terms in range(1, MOST_MODULI + 1):
        check(shortfall(terms) == 2 * terms + 1 >= terms * (2 + Fraction(1, MOST_MODULI)), "the bias", terms)


@proof("16.6")
def balanced_digits(read: Reader) -> None:
    """Bits of words are the digits of centred representatives, the last of which may have few bits left."""
    for bits in (2, 3, 30, 50, 61, 62):
        for q in moduli(bits):
            for w in range(2, 61):
                base, largest, count = 2**w, 2 ** (w - 1) - 1, 1
                while largest * (base**count - 1) // (base - 1) < (q - 1) // 2:
                    count += 1
                check((count - 1) * w <= 62, "where the last digit begins", q, w)
                for c in {0, 1, -1, (q - 1) // 2, -(q // 2), q // 3, -(q // 5)}:
                    rest = c
                    for k in range(count):
                        digit = (rest + base // 2) % base - base // 2
                        rest = (rest - digit) // base
                        shift, width = k * w, min(w, 64 - k * w)
                        half = read("half", width=width)
                        offset = (half << shift) + sum(2 ** (j * w + w - 1) for j in range(k))
                        found = ((c + offset) % 2**64 >> shift) % (2 * half) - half
                        check(found == digit, "a digit", q, w, c, k)
                    check(rest == 0, "as many digits are enough", q, w, c)


@proof("16.7")
def redundant_modulus(read: Reader) -> None:
    """One more modulus tells the multiple of Q, of small integers exactly, and of others within a margin."""
    for q, m in [((5,), 2), ((5, 7), 8), ((3, 5, 7), 16), ((9, 4, 5), 7), ((7, 11), 13)]:
        terms, product = len(q), prod(q)
        half = read("half_of")(m)
        for x in range(-product * (half + terms + 1), product * (half + terms + 1)):
            for target, scale in ((x, 1), (0, m)):
                y = [scale * x * pow(product // p, -1, p) % p for p in q]
                total = sum(a * (product // p) for a, p in zip(y, q, strict=True))
                r = (target * pow(product, -1, m) - sum(a * pow(p, -1, m) for a, p in zip(y, q, strict=True))) % m
                r = (r + half) % m - half
                found = total + r * product
                check(found % product == scale * x % product and found % m == target % m, "residues", q, m, x)
                check(-half * product <= found < (half + terms) * product, "the range", q, m, x)
                if scale == 1 and abs(x) <= (half - terms) * product:
                    check(found == x, "small integers", q, m, x)
                if scale == m:
                    check(-product <= 2 * (found // m) < product + Fraction(2 * terms * product, m), "a lift", q, m, x)


def sum_in_doubles(products: list[tuple[int, int]], start: int, offset: float) -> tuple[float, float]:
    """Both parts of a sum, as doubles, compared with the integers that they stand for."""
    high, low, exact = offset, float(start), start
    for x, c in products:
        rounded = fma(x, c, high)
        difference = rounded - high
        lost = fma(x, c, -difference)
        check(int(difference) == int(rounded) - int(high), "a difference is exact", x, c)
        check(int(lost) == x * c - int(difference), "what is lost is exact", x, c)
        high, low, exact = rounded, low + lost, exact + x * c
        check(int(high) - int(offset) + int(low) == exact and abs(low) <= 2**53, "the sum", x, c, high, low)
    return high, low


def centred_in_doubles(high: float, low: float, offset: float, q: int, inverse: float, quotient_offset: float) -> int:
    total = int(high) - int(offset) + int(low)
    carried = high + low
    below = low - (carried - high)
    above = carried - offset
    check(int(above) + int(below) == total, "the sum, carried", high, low)
    quotient = fma(above, inverse, quotient_offset) - quotient_offset
    check(quotient == int(quotient), "a quotient is an integer", q, above)
    rest = fma(-quotient, q, above) + below
    check(int(rest) == total - int(quotient) * q and abs(rest) <= 2**52, "what a quotient leaves", q, above, below)
    check(abs(rest * inverse) < 2**51, "the second quotient", q, rest)
    centred = int(fma(-rounded_product(rest, inverse), q, rest))
    check((centred - total) % q == 0 and 2 * abs(centred) <= q + 1, "the sum modulo q", q, total)
    return centred


@proof("16.8")
def doubles(read: Reader) -> None:
    """Sums of k products are exact in two doubles, and so is what reduces them; k + 1 products might not be."""
    random = Random(168)
    for b in (49, 50):
        traits, offset = read("traits", max_bits=b), read("grid_offset", max_bits=b)
        e, k, largest = b + 53, traits.max_products, 2**b - 1
        check(traits.modulus_bits == b and traits.in_doubles and offset == 2**e, "the offset", b)
        grid = 2 ** (e - 52)
        check(k * largest**2 + k * grid // 2 + 2**b < 2**e - 2**b, "sums keep the exponent", b, k)
        fits = [2**b + products * grid // 2 <= 2**53 for products in (k, k + 1)]
        check(fits == [True, False], "how many products a sum takes", b, k)
        for bits in range(2, b + 1):
            for q in moduli(bits):
                quotient_offset = read("out[2]", double_power_of_two=lambda exponent: 2**exponent, bits=bits)
                check(quotient_offset == 2 ** (104 - bits) >= 2 ** (e - bits + 1), "room for a quotient", b, q)
                scaled = read("inverse", twice=read("twice", bits=bits, q=q, m=None))
                check(2**52 <= scaled <= 2**53, "the inverse has 53 bits", q)
                powers = {"double_power_of_two": lambda exponent: Fraction(2) ** exponent, "bit_cast": lambda x: x}
                inverse = read("out[1]", inverse=scaled, bits=bits, **powers)
                check(abs(inverse * q - 1) <= Fraction(1, 2**53), "the inverse", q, scaled)
                left = Fraction(2**e, 2**53) + Fraction(quotient_offset, 2**53) * q + grid // 2
                check(left <= 2**52 and left * inverse <= 2**51, "what a quotient leaves", b, q)
                corners = [(largest, largest)] * k, [(largest, q - 1)] * k, [(0, 0)], [(1, largest - 1)] * k
                draws = ([(random.getrandbits(b), random.getrandbits(b)) for _ in range(k)] for _ in range(2))
                for products in (*corners, *draws):
                    for start in (0, largest, -((q + 1) // 2)):
                        high, low = sum_in_doubles(products, start, float(offset))
                        centred_in_doubles(high, low, float(offset), q, float(inverse), float(quotient_offset))
