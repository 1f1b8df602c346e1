"""Section 17: moduli of several words."""

from fractions import Fraction

from proofs.checking import Reader, check, proof


@proof("17.1")
def constants(read: Reader) -> None:
    """An odd number is its own inverse modulo 8, and each of Newton's steps doubles the bits."""
    bits = read("bits_of_own_inverse")
    check(all(q * q % 2**bits == 1 for q in range(1, 2**bits, 2)), "an odd number is its own inverse", bits)
    check(any(q * q % 2 ** (bits + 1) != 1 for q in range(1, 2**bits, 2)), "but not with a bit more", bits)
    for q in range(1, 2**12, 2):
        inverse, right = q, bits
        while right < 12:
            inverse, right = inverse * (2 - q * inverse) % 2**12, 2 * right
            check(q * inverse % 2 ** min(right, 12) == 1, "a step", q, right)
    for words in (2, 3):
        for q in range(2 ** (4 * words - 2) + 1, 2 ** (4 * words - 1), 2):
            check(2 * (q - 1) < 2 ** (4 * words), "twice a number", q)


def montgomery_product(word: int, words: int, q: int, x: int, y: int) -> int:
    """As the code has it, with every sum that must fit a word or two looked at."""
    base = 1 << word
    inverse = pow(-q, -1, base)
    digits = [[number >> word * i & base - 1 for i in range(words)] for number in (x, y, q)]
    t = [0] * words
    for i in range(words):
        low = digits[0][0] * digits[1][i] + t[0]
        of_x, low = divmod(low, base)
        multiple = low * inverse % base
        of_q, cleared = divmod(multiple * digits[2][0] + low, base)
        check(cleared == 0, "the lowest word is cleared", q, x, y)
        for j in range(1, words):
            low = digits[0][j] * digits[1][i] + t[j] + of_x
            check(low < base**2, "a product and two words fit two words", q, x, y)
            of_x, low = divmod(low, base)
            of_q, t[j - 1] = divmod(multiple * digits[2][j] + low + of_q, base)
        t[-1] = of_x + of_q
        check(t[-1] < base, "the highest word does not wrap", q, x, y)
        check(sum(digit << word * j for j, digit in enumerate(t)) < 2 * q, "a step of the product", q, x, y)
    return sum(digit << word * j for j, digit in enumerate(t))


@proof("17.2")
def products(read: Reader) -> None:
    """Every step of a product stays below 2q, for any second operand."""
    for words in (3, 4, 5, 6, 8):
        traits = read("traits", count=words)
        check((traits.words, traits.modulus_bits) == (words, 64 * words - 1), "one spare bit", words)
        q = 2**traits.modulus_bits - 1
        for modulus in (q, 2**124 + 1, 2 ** (64 * words - 2) + 1):
            for x in (0, 1, modulus // 2, modulus - 1):
                for y in (0, 1, 2**64 - 1, modulus - 1, 2 ** (64 * words) - 1):
                    t = montgomery_product(64, words, modulus, x, y)
                    check((t * 2 ** (64 * words) - x * y) % modulus == 0, "a product", modulus, x, y)
    for word, words in ((3, 2), (2, 3)):
        for q in range(3, 2 ** (word * words - 1), 2):
            for x in range(q):
                for y in range(2 ** (word * words)):
                    montgomery_product(word, words, q, x, y)


@proof("17.3")
def sums(read: Reader) -> None:
    """A sum of less than 2^64 products fits, and three products reduce it."""
    for words in (3, 4, 5, 6, 8):
        check(read("traits", count=words).max_products < 2**64, "how many products a sum takes", words)
        q, radix = 2 ** (64 * words - 1) - 1, 2 ** (64 * words)
        total = (2**64 - 1) * (q - 1) ** 2
        check(total < 2 ** (64 * (2 * words + 1)), "a sum fits", words)
        low, middle, top = total % radix, total // radix % radix, total // radix**2
        inverse = pow(radix, -1, q)
        parts = low * inverse + middle * (radix % q) * inverse + top * (radix**2 % q) * inverse
        check((parts - total * inverse) % q == 0, "a sum by its parts", words)


WIDTHS = {3: 4, 4: 5, 5: 7, 6: 8, 8: 10}  # limbs for words


def reduction(limb: int, limbs: int, q: int, columns: list[int]) -> int:
    """Of columns of products, as the code has it, divided by 2^(limb limbs)."""
    mask = 2**limb - 1
    k = pow(-q, -1, 2**limb)
    of_digit = (k * q + 1) >> limb
    check(of_digit <= q and (k * q + 1) % 2**limb == 0, "the multiple by which a digit goes", q)
    columns = [*columns, 0]

    def add(first: int, x: int, y: int) -> None:
        for j in range(limbs):
            product = (x & mask) * (y >> limb * j & mask)
            columns[first + j] += product & mask
            columns[first + j + 1] += product >> limb

    for i in range(limbs):
        if i + 2 < limbs:
            columns[i + 1] += columns[i] >> limb
            add(i + 1, columns[i], of_digit)
        else:
            raised = -(-columns[i] >> limb)
            before = columns[i]
            add(i, columns[i] * k, q)
            check(columns[i] % 2**limb == 0 and columns[i] >> limb == raised, "what is carried", q, before)
            columns[i + 1] += raised
    return sum(column << limb * j for j, column in enumerate(columns[limbs:]))


def columns_of(limb: int, limbs: int, x: int, y: int) -> list[int]:
    mask = 2**limb - 1
    columns = [0] * (2 * limbs)
    for i in range(limbs):
        for j in range(limbs):
            product = (x >> limb * i & mask) * (y >> limb * j & mask)
            columns[i + j] += product & mask
            columns[i + j + 1] += product >> limb
    return columns


@proof("17.4")
def limb_products(read: Reader) -> None:
    """Products of shifted operands, divided by R, are below 2q, with 52-bit limbs and with short ones."""
    for words, limbs in WIDTHS.items():
        shift = read("shift", limbs=limbs, count=words)
        check(limbs == -(-64 * words // 52) and shift == 52 * limbs - 64 * words, "the shift", words)
        check(4 <= shift < 52, "room for the sign, and a shift within a limb", words)
        traits = read("traits", count=words)
        check((traits.words, traits.modulus_bits) == (words, 64 * words - 1), "one spare bit", words)
        for q in (2**traits.modulus_bits - 1, 2**124 + 1, 2 ** (64 * words - 2) + 1):
            for x in (0, 1, q // 2, q - 1):
                for y in (0, 1, q // 3, q - 1):
                    t = reduction(52, limbs, q, columns_of(52, limbs, x << shift, y))
                    check((t * 2 ** (64 * words) - x * y) % q == 0 and t < 2 * q, "a product", q, x, y)
    limb, limbs, shift = 3, 3, 2
    for q in range(3, 2 ** (limb * limbs - shift - 1), 2):
        for x in range(q):
            for y in range(q):
                t = reduction(limb, limbs, q, columns_of(limb, limbs, x << shift, y))
                check(4 * t < 4 * x * y / 2 ** (limb * limbs - shift) + 5 * q, "a product of short limbs", q, x, y)


@proof("17.5")
def limb_sums(read: Reader) -> None:
    """Sums of products fit their columns, and what is left of them is below 2q."""
    for words, limbs in WIDTHS.items():
        traits = read("traits", count=words)
        most = traits.max_products
        column = 2 * limbs * (most + 1) * 2**52 + 2**52 + 2**12
        check(column < 2**61, "a column", limbs, most)
        q = 2**traits.modulus_bits - 1
        columns = [most * column for column in columns_of(52, limbs, q - 1, q - 1)]
        t = reduction(52, limbs, q, columns)
        check(t < 2 * q and (t * 2 ** (52 * limbs) - most * (q - 1) ** 2) % q == 0, "a sum", words)
        bound = Fraction(most * q, 2 ** (52 * limbs)) + 1 + Fraction(1, 2**51)
        check(bound < 2, "any sum", words)
