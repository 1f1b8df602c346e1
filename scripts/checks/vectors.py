"""The vectors that tests of Rust and Go read are those of Python's integers.

tests/vectors has a file for each subject. A line is a case: its kind, then NAME=VALUES for each of its lists, with
numbers in hexadecimal digits. Rows of residues follow each other. --update writes the files.
"""

import random
from collections.abc import Callable, Iterable
from itertools import product as pairs
from math import gcd, prod
from typing import Any

from checks import ROOT, CheckError, UsageError, complaints_of

USAGE = "[--update]"
FOLDER = ROOT / "tests/vectors"
Polynomial = list[int]

generator = random.Random(1)


def numbers(bound: int, count: int) -> list[int]:
    """Returns 0, the largest number below the bound, and random numbers below it."""
    drawn = (generator.getrandbits(bound.bit_length() + 64) % bound for _ in range(count))
    return [*[bound - 1, 0][:count], *list(drawn)[2:]]


def case(kind: str, **lists: int | Iterable[int]) -> str:
    def field(values: Any) -> str:
        return ",".join(f"{value:x}" for value in ([values] if isinstance(values, int) else values))

    return " ".join([kind, *(f"{name}={field(values)}" for name, values in lists.items())]) + "\n"


def product(x: Polynomial, y: Polynomial, wrap: int = -1) -> Polynomial:
    """Multiplies modulo X^n - wrap."""
    result = [0] * len(x)
    for (i, a), (j, b) in pairs(enumerate(x), enumerate(y)):
        result[(i + j) % len(x)] += a * b * (1 if i + j < len(x) else wrap)
    return result


def values(x: Polynomial, points: Iterable[int], q: int) -> list[int]:
    return [sum(a * pow(point, i, q) for i, a in enumerate(x)) % q for point in points]


def bit_reversed(x: list[int]) -> list[int]:
    """Permutes so that the first half has the elements of even index, and so on."""
    return x if len(x) == 1 else bit_reversed(x[::2]) + bit_reversed(x[1::2])


def smallest_root(order: int, q: int) -> int:
    """Returns the smallest primitive root of unity modulo a prime; the order is a power of two."""
    powers = (pow(x, (q - 1) // order, q) for x in range(2, q))
    root = next(power for power in powers if pow(power, order // 2, q) == q - 1)
    return min(pow(root, odd, q) for odd in range(1, order, 2))


def points_of(root: int, n: int, q: int, cyclic: int = 0) -> list[int]:
    """Returns the points of a transform: powers of omega, or the odd powers of psi."""
    return [pow(root, k if cyclic else 2 * k + 1, q) for k in range(n)]


def rows(x: Polynomial, moduli: list[int]) -> list[int]:
    return [value % q for q in moduli for value in x]


def centred(x: int, q: int) -> int:
    """Returns the representative in [-q/2, q/2)."""
    x %= q
    return x - q if 2 * x >= q else x


def divided(x: int, p: int) -> int:
    """Returns x / p, rounded to the nearest integer."""
    return (x - centred(x, p)) // p


# Primes that are 1 modulo 2^12, of several lengths.
PRIMES = [1152921504606830593, 1125899906826241, 1152921504606748673, 36028797018652673, 1099511480321]
N = 16


def row_arithmetic() -> str:
    moduli = [*PRIMES[:4], 2**62 - 57]
    a, b, c = (numbers(prod(moduli), N) for _ in range(3))
    s = numbers(2**40, len(moduli))

    def of(function: Callable[..., int]) -> list[int]:
        return rows([function(*values) for values in zip(a, b, c, strict=True)], moduli)

    return case(
        "rows",
        moduli=moduli,
        s=s,
        a=rows(a, moduli),
        b=rows(b, moduli),
        c=rows(c, moduli),
        add=of(lambda a, b, c: a + b),
        sub=of(lambda a, b, c: a - b),
        neg=of(lambda a, b, c: -a),
        mul=of(lambda a, b, c: a * b),
        mul_add=of(lambda a, b, c: a * b + c),
        mul_sub=of(lambda a, b, c: a * b - c),
        mul_scalar=[x * t % q for q, t in zip(moduli, s, strict=True) for x in a],
        to_montgomery=of(lambda a, b, c: a << 64),
        inner_product=of(lambda a, b, c: a * b + b * c),
        # Multiplies the pairs (a, b) and (b, c).
        tensor=of(lambda a, b, c: a * b) + of(lambda a, b, c: a * c + b * b) + of(lambda a, b, c: b * c),
    )


def integers() -> str:
    moduli = [2**62 - 57, 2**20, 12289]
    q, words = prod(moduli), 2
    x = [centred(value, q) for value in numbers(q, N)]

    def stored(x: list[int]) -> list[int]:
        return [value >> 64 * i & 2**64 - 1 for value in x for i in range(words)]

    floor = stored([value % q for value in x])
    return case("integers", moduli=moduli, product=stored([q]), rows=rows(x, moduli), floor=floor, centred=stored(x))


def balanced_digits() -> str:
    q, w, moduli = PRIMES[4], 12, PRIMES[:2]
    x = numbers(q, N)
    rest, digits = [centred(value, q) for value in x], []
    while any(rest):
        digits.append([centred(value, 2**w) for value in rest])
        rest = [(value - digit) >> w for value, digit in zip(rest, digits[-1], strict=True)]
    flat = [value for digit in digits for value in rows(digit, moduli)]
    return case("balanced_digits", q=q, w=w, count=len(digits), moduli=moduli, x=x, digits=flat)


def row_transforms() -> str:
    x, y = numbers(prod(PRIMES), N), numbers(prod(PRIMES), N)
    forward = []
    for q in PRIMES:
        forward += bit_reversed(values(x, points_of(smallest_root(2 * N, q), N, q), q))
    rows_of_product = rows(product(x, y), PRIMES)
    return case(
        "transforms", moduli=PRIMES, x=rows(x, PRIMES), y=rows(y, PRIMES), forward=forward, product=rows_of_product
    )


def conversions() -> str:
    """Uses integers away from the ends of the range, where a conversion may choose the neighbouring representative."""
    source, target, redundant, t = PRIMES[:3], PRIMES[3:], 65537, 257
    q = prod(source)
    x = [value * 9 // 10 for value in numbers(q, N)]
    # t x / Q has a representative modulo the target moduli.
    small = [centred(value, q) >> 90 << 85 for value in x]
    return case(
        "conversions",
        source=source,
        target=target,
        redundant=redundant,
        t=t,
        x=rows(x, source),
        last=rows(x, [redundant]),
        floor=rows(x, target),
        centred=rows([centred(value, q) for value in x], target),
        small=rows(small, source),
        small_target=rows(small, target),
        scaled=rows([divided(value * t, q) for value in small], source),
    )


def montgomery_scaling() -> str:
    source, target, t = PRIMES[:2], PRIMES[2:], 257
    q = prod(source)
    x = [centred(value, q) >> 2 for value in numbers(q, N)]
    floors = rows([value * t // q for value in x], source)
    return case(
        "montgomery_scaling",
        source=source,
        target=target,
        t=t,
        x=rows(x, source),
        extended=rows(x, target),
        floors=floors,
    )


def divisions() -> str:
    numerator, dropped = 3, 1
    x = numbers(prod(PRIMES), N)
    quotients = [divided(value * numerator, prod(PRIMES[-dropped:])) for value in x]
    kept = PRIMES[:-dropped]
    return case("division", moduli=PRIMES, numerator=numerator, x=rows(x, PRIMES), quotients=rows(quotients, kept))


def automorphism(g: int) -> str:
    x = numbers(prod(PRIMES), N)
    image = [0] * N
    for i, value in enumerate(x):
        image[i * g % N] = value * (-1) ** (i * g // N)
    return case("automorphism", moduli=PRIMES, g=g, x=rows(x, PRIMES), image=rows(image, PRIMES))


def key_switches(special: int) -> Iterable[str]:
    """Yields a case for each level. All polynomials are coefficients."""
    digit_size, moduli, p = 2, PRIMES[:-special], PRIMES[-special:]
    digits = -(-len(moduli) // digit_size)
    key = [[numbers(prod(PRIMES), N) for _ in range(digits)] for _ in "ba"]
    flat = [[value for polynomial in half for value in rows(polynomial, PRIMES)] for half in key]
    for level in range(1, len(moduli) + 1):
        base = moduli[:level]
        # A digit of several moduli may have the neighbouring representative of an integer at the end of the range.
        x = [value * 9 // 10 for value in numbers(prod(base), N)]
        parts = [base[d : d + digit_size] for d in range(0, level, digit_size)]
        split = [[value % prod(part) for value in x] for part in parts]
        products = [
            [product(digit, polynomial) for digit, polynomial in zip(split, half, strict=False)] for half in key
        ]
        sums = [[sum(terms) for terms in zip(*half, strict=True)] for half in products]
        quotients = [[divided(value, prod(p)) for value in half] for half in sums]
        yield case(
            "key_switch",
            moduli=base,
            special=p,
            all=PRIMES,
            digit_size=digit_size,
            key_b=flat[0],
            key_a=flat[1],
            x=rows(x, base),
            digits=[value for digit in split for value in rows(digit, base + p)],
            sum_b=rows(sums[0], base + p),
            sum_a=rows(sums[1], base + p),
            b=rows(quotients[0], base),
            a=rows(quotients[1], base),
        )


def rns() -> Iterable[str]:
    yield from (row_arithmetic(), integers(), balanced_digits(), row_transforms())
    yield from (conversions(), montgomery_scaling(), divisions())
    yield from map(automorphism, (1, 3, 5, 2 * N - 1))
    yield from key_switches(special=1)
    yield from key_switches(special=2)


def is_prime(n: int) -> bool:
    """Makes the strong test to thirteen bases."""
    twos = (n - 1 & 1 - n).bit_length() - 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41):
        power = pow(base, n - 1 >> twos, n)
        if n % base == 0 or (power != 1 and all(pow(power, 2**i, n) != n - 1 for i in range(twos))):
            return n == base
    return True


def prime(bits: int, n: int) -> int:
    """Returns the largest prime of this length that is 1 modulo 2n."""
    return next(q for q in range(2**bits - 2 * n + 1, 2, -2 * n) if is_prime(q))


def inverses(a: list[int], q: int) -> list[int]:
    """Returns 0 where there is no inverse."""
    return [pow(value, -1, q) if gcd(value, q) == 1 else 0 for value in a]


def sums(q: int, count: int) -> dict[str, Any]:
    """Returns numbers modulo q, and results of operations that words and multiword numbers have in common."""
    a, b, c = (numbers(q, count) for _ in range(3))
    s = b[-1]

    def of(function: Callable[..., int]) -> list[int]:
        return [function(*values) % q for values in zip(a, b, c, strict=True)]

    lists = {"q": q, "s": s, "a": a, "b": b, "c": c, "inverses": inverses(a, q)}
    lists |= {"pow": [pow(*values, q) for values in zip(a, b, strict=True)]}
    lists |= {"add": of(lambda a, b, c: a + b), "sub": of(lambda a, b, c: a - b), "neg": of(lambda a, b, c: -a)}
    lists |= {"mul": of(lambda a, b, c: a * b), "mul_add": of(lambda a, b, c: a * b + c)}
    lists |= {"mul_scalar": of(lambda a, b, c: a * s), "mul_sub": of(lambda a, b, c: a * b - c)}
    lists |= {"add_scalar": of(lambda a, b, c: a + s), "sub_scalar": of(lambda a, b, c: a - s)}
    return lists | {"axpy": of(lambda a, b, c: a * s + c)}


def lazy_factor(bits: int, q: int) -> int:
    """Returns 2, the factor of a lazy range, or 1 if words of 64 bits have no room for it."""
    return 1 if bits == 64 and 2 * q > 2**64 else 2


def words(bits: int, q: int) -> str:
    count, factor = 9, lazy_factor(bits, q)
    lists = sums(q, count) | {"factor": factor}
    a, lazy, words = lists["a"], numbers(min(factor * q, 2**bits), count), numbers(2**bits, count)
    lists |= {"to_montgomery": [x * 2 ** min(bits, 64) % q for x in a]}
    lists |= {"lazy": lazy, "words": words, "reduce": [x % q for x in lazy], "reduce_words": [x % q for x in words]}
    return case(f"words{bits}", **lists, lazy_mul=[x * y % q for x, y in zip(lazy, a, strict=True)])


def transform(q: int, n: int, points: list[int], wrap: int) -> dict[str, Any]:
    x, y = numbers(q, n), numbers(q, n)
    forward = values(x, points, q)
    return {"q": q, "x": x, "y": y, "forward": forward, "product": [value % q for value in product(x, y, wrap)]}


def transform_of_words(bits: int, q: int, n: int, cyclic: int) -> str:
    root = smallest_root(n if cyclic else 2 * n, q)
    points = bit_reversed(points_of(root, n, q, cyclic))
    lists = transform(q, n, points, 1 if cyclic else -1)
    lazy = {"lazy": lists["x"], "lazy_forward": lists["forward"]}
    factor = lazy_factor(bits, q)
    lists |= {name: [x + q if x + q < min(factor * q, 2**bits) else x for x in y] for name, y in lazy.items()}
    lists |= {"factor": factor}
    lists |= {"words": [2**bits - 1 - (2**bits - 1 - x) % q for x in lists["x"]]}
    return case(f"transform{bits}", **lists, root=root, cyclic=cyclic)


# Moduli of words at the ends of each kernel's range, prime or not, and bits of primes for transforms.
WORDS = {
    64: [
        2,
        3,
        16,
        2**17 - 1,
        2**29 + 3,
        2**31 - 1,
        2**49 - 1,
        2**50 - 27,
        2**50 + 1,
        2**52 - 1,
        2**61 - 1,
        2**62 - 1,
        2**62,
        2**62 + 1,
        2**63 - 25,
        2**63,
        2**64 - 2**32 + 1,
        2**64 - 59,
        2**64 - 1,
    ],
    128: [2**18 - 1, 2**60 - 3, 2**61 + 3, 2**64 - 3, 2**89 - 1, 2**98 - 1, 2**110 - 1, 2**123 - 3, 2**124 - 1],
    32: [2, 3, 16, 2**16 + 1, 2**30 - 35, 2**30 + 3, 2**31 - 2**27 + 1, 2**31 - 1, 2**31 + 11, 2**32 - 5, 2**32 - 1],
}
WIDTHS = {64: (17, 30, 49, 50, 51, 58, 60, 61, 62, 63, 64), 128: (18, 60, 61, 64, 98, 100, 124), 32: (17, 30, 31, 32)}


def words_of_all_lengths() -> Iterable[str]:
    for bits, moduli in WORDS.items():
        yield from (words(bits, q) for q in moduli)
        for i, width in enumerate(WIDTHS[bits]):
            n = (2, 16, 32)[i % 3]
            yield from (transform_of_words(bits, prime(width, n), n, cyclic) for cyclic in (0, 1))


# Bits of moduli at the ends of each kernel's range, by the number of words.
MULTIWORD = {
    3: (125, 148, 149, 191),
    4: (125, 200, 201, 254, 255),
    5: (125, 256, 304, 305, 319),
    6: (125, 356, 357, 377, 383),
    8: (125, 408, 409, 460, 461, 511),
}


def multiword_numbers(words: int, q: int) -> str:
    lists, r = sums(q, 6), 2 ** (64 * words)
    a, b = lists["a"], lists["b"]
    lists |= {"to_montgomery": [x * r % q for x in a], "powers": [a[2] * pow(b[2], i, q) % q for i in range(6)]}
    return case(f"multiword{words}", **lists, inner_product=sum(x * y for x, y in zip(a, b, strict=True)) % q)


def multiword() -> Iterable[str]:
    n = 8
    for words, widths in MULTIWORD.items():
        yield multiword_numbers(words, 2 ** (64 * words - 1) - 1)
        for i, width in enumerate(widths):
            q = prime(width, n)
            yield multiword_numbers(words, q)
            psi, cyclic = smallest_root(2 * n, q), i % 2
            root, coset, wrap = (psi * psi % q, 7, 7**n) if cyclic else (psi, 1, -1)
            points = [coset * x for x in points_of(root, n, q, cyclic)]
            yield case(f"multiword_transform{words}", **transform(q, n, points, wrap), root=root, cyclic=cyclic)


SUBJECTS = {"rns": rns, "words": words_of_all_lengths, "multiword": multiword}


def check(*arguments: str) -> str:
    if arguments not in ((), ("--update",)):
        raise UsageError
    count = 0
    failures = []
    for subject, cases in SUBJECTS.items():
        generator.seed(1)
        wanted, path = "".join(cases()), FOLDER / f"{subject}.txt"
        count += wanted.count("\n")
        failures += complaints_of(path, wanted, bool(arguments), "vectors")
    if failures:
        raise CheckError(*failures)
    return f"{count} cases"
