"""Key switching, against its definition in Python integers, and by decrypting to the product with a secret."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import ringlet
from oracles import product
from ringlet import Automorphism, KeySwitch, RnsBase, RnsNtt
from rns_cases import centre, coefficients, evaluations, image, lifted, nearest, primes, product_of, rows_of_integers

N = 8
PRIMES = primes(N, 7)


def negacyclic(x: list[int], y: list[int], modulus: int) -> list[int]:
    return product(x, y, modulus, "negacyclic")


@dataclass
class Setting:
    """A plan, a key of random integer polynomials b_d and a_d, and polynomials c to switch."""

    plan: KeySwitch
    b: list[list[int]]
    a: list[list[int]]
    digit_size: int = 1
    digits: Any = "floor"
    plaintext_modulus: int = 1
    digit_bits: int = 0

    @property
    def qs(self) -> list[int]:
        return [q.value for q in self.plan.base]

    @property
    def special(self) -> int:
        return product_of([q.value for q in self.plan.special or ()])

    def rows(self, polynomials: list[list[int]]) -> NDArray[np.uint64]:
        return evaluations(polynomials, self.extended(len(self.qs)))

    def key(self, automorphism: Automorphism | None = None) -> ringlet.SwitchingKey:
        return self.plan.prepare(self.rows(self.b), list(self.rows(self.a)), automorphism, check=True)

    def digits_of(self, c: list[int], level: int) -> list[list[int]]:
        size, bits = self.digit_size, self.digit_bits or 1000
        products = [product_of(self.qs[first : min(first + size, level)]) for first in range(0, level, size)]
        parts = [(q, shift) for q in products for shift in range(0, q.bit_length(), bits)]
        digits = [(q, [(x % q >> shift) % 2**bits for x in c]) for q, shift in parts]
        return [[centre(x, q) for x in digit] if self.digits == "centred" else digit for q, digit in digits]

    def extended(self, level: int) -> list[int]:
        """The moduli of digits and sums."""
        return self.qs[:level] + [q.value for q in self.plan.special or ()]

    def rows_of_digits(self, c: list[int], level: int) -> NDArray[np.uint64]:
        return evaluations(self.digits_of(c, level), self.extended(level))

    def sums(self, c: list[int], level: int, parts: list[list[int]]) -> list[int]:
        """Returns the sum of products of digits and integers modulo Q P."""
        modulus = product_of(self.qs) * self.special
        total = [0] * N
        for digit, part in zip(self.digits_of(c, level), parts, strict=False):
            total = [x + y for x, y in zip(total, negacyclic(digit, part, modulus), strict=True)]
        return total

    def divided(self, total: list[int], level: int) -> NDArray[np.uint64]:
        quotients = [nearest(x, self.special, self.plaintext_modulus) for x in total]
        return evaluations([quotients], self.qs[:level]).reshape(level, N)

    def expected(self, c: list[int], level: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        of_b, of_a = (self.divided(self.sums(c, level, parts), level) for parts in (self.b, self.a))
        return of_b, of_a


def make(rng: random.Random, size: int, special: int, **options: Any) -> Setting:
    ntt = RnsNtt(N, RnsBase(PRIMES[: size + special]))
    plan = KeySwitch(ntt, special, allow_short_special=True, **options)
    b, a = ([[rng.randrange(ntt.base.product) for _ in range(N)] for _ in range(plan.digit_count)] for _ in range(2))
    return Setting(plan, b, a, **options)


SETTINGS: list[tuple[int, int, dict[str, Any]]] = [
    (3, 1, {}),
    (3, 2, {"digit_size": 2}),
    (5, 2, {"digit_size": 2, "digits": "centred", "plaintext_modulus": 65537}),
    (4, 3, {"digit_size": 3, "plaintext_modulus": 257}),
    (1, 1, {"digits": "centred"}),
    (4, 0, {}),
    (1, 0, {"digits": "centred", "plaintext_modulus": 257}),
    (4, 0, {"digit_bits": 15}),
    (4, 0, {"digit_bits": PRIMES[0].bit_length() - 1, "digits": "centred"}),
    (3, 1, {"digit_bits": 64}),
]


def close(found: Any, expected: Any) -> None:
    for array, numbers in zip(found, expected, strict=True):
        assert (array == numbers).all()


@pytest.mark.parametrize(("size", "special", "options"), SETTINGS)
def test_definition(size: int, special: int, options: dict[str, Any], backend: str, rng: random.Random) -> None:
    setting = make(rng, size, special, **options)
    plan, key = setting.plan, setting.key()
    assert (plan.n, plan.digit_count) == (N, len(setting.digits_of([0], size)))
    assert plan.special == (RnsBase(PRIMES[size : size + special]) if special > 0 else None)
    assert key.nbytes > 0
    for level in range(1, size + 1):
        q = product_of(setting.qs[:level])
        cs = [[rng.randrange(q) for _ in range(N)] for _ in range(3)]
        x = evaluations(cs, setting.qs[:level])
        results = [setting.expected(c, level) for c in cs]
        batch = [np.stack(arrays) for arrays in zip(*results, strict=True)]
        for threads in (1, 2, 4):
            close(plan(x, key, threads=threads, check=True), batch)
            digits = plan.decompose(x[0], threads=threads, check=True)
            assert (digits == setting.rows_of_digits(cs[0], level)).all()
            close(plan.apply_digits(digits, key, threads=threads, check=True), results[0])
            out = [x.copy(), np.ones_like(x)]
            found = plan(out[0], key, out=out, threads=threads)
            assert (found[0] is out[0], found[1] is out[1]) == (True, True)
            close(out, batch)
            # The result is added to the previous values.
            plan.add(x, key, out, threads=threads, check=True)
            close(out, [plan.base.add(array, array) for array in batch])
            plan.add_digits(digits, key, [array[0] for array in out], check=True)
            close([array[0] for array in out], [plan.base.mul_scalar(array, 3) for array in results[0]])


@pytest.mark.parametrize(("size", "special", "options"), SETTINGS)
def test_coefficients(size: int, special: int, options: dict[str, Any], backend: str, rng: random.Random) -> None:
    """Keys are evaluations; polynomials and results are coefficients."""
    of_evaluations = make(rng, size, special, **options)
    base, t = of_evaluations.plan.base, of_evaluations.plaintext_modulus
    ntt = RnsNtt(N, RnsBase(PRIMES[: size + special]))
    plan = KeySwitch(ntt, special, domain="coefficients", allow_short_special=True, **options)
    setting = Setting(plan, of_evaluations.b, of_evaluations.a, **options)
    assert plan != of_evaluations.plan
    key = setting.key()
    for level in range(1, size + 1):
        qs = setting.qs[:level]
        cs = [[rng.randrange(product_of(qs)) for _ in range(N)] for _ in range(3)]
        x = rows_of_integers(cs, qs)
        quotients = [
            [[nearest(v, setting.special, t) for v in setting.sums(c, level, parts)] for c in cs]
            for parts in (setting.b, setting.a)
        ]
        batch = [rows_of_integers(polynomials, qs) for polynomials in quotients]
        close(plan(x, key, threads=2, check=True), batch)
        digits = plan.decompose(x[0])
        close(plan.apply_digits(digits, key), [array[0] for array in batch])
        out = [x.copy(), x.copy()]
        plan.add(x, key, out)
        close(out, [base.add(x, array) for array in batch])
        close(plan.mod_down(*plan.inner_product(digits, key)), [array[0] for array in batch])


@pytest.mark.parametrize("level", [1, 3, 4])
def test_sums_are_divided_once(level: int, backend: str, rng: random.Random) -> None:
    setting = make(rng, 4, 2, digit_size=2)
    other = Setting(setting.plan, setting.a, setting.b, digit_size=2)
    plan, keys = setting.plan, (setting.key(), other.key())
    q = product_of(setting.qs[:level])
    for attempt in range(2):
        total = np.zeros((2, level + 2, N), dtype=np.uint64)
        close(plan.mod_down(*total), [np.zeros((level, N))] * 2)
        sums = [[0] * N, [0] * N]
        for i in range(3):
            c = [rng.randrange(q) for _ in range(N)]
            digits = plan.decompose(evaluations([c], setting.qs[:level])[0])
            plan.accumulate(digits, keys[i % 2], total, threads=1 + attempt, check=True)
            parts = (setting.b, setting.a) if i % 2 == 0 else (setting.a, setting.b)
            for k in range(2):
                sums[k] = [x + y for x, y in zip(sums[k], setting.sums(c, level, parts[k]), strict=True)]
        close(total, evaluations(sums, setting.extended(level)))
        expected = [setting.divided(numbers, level) for numbers in sums]
        out = np.empty((2, level, N), dtype=np.uint64)
        found = plan.mod_down(*total, out=out, threads=1 + attempt, check=True)
        close(found, expected)
        close(found, out)
        # The result is that for sums with P times the old content added.
        base = plan.base.first(level)
        doubled = plan.add_mod_down(total[0], total[1], out, threads=1 + attempt, check=True)
        close(doubled, [base.add(array, array) for array in expected])
        for array, numbers in zip(total, expected, strict=True):
            assert plan.add_special_multiple(numbers, array, threads=1 + attempt, check=True) is array
        close(plan.mod_down(*total), doubled)


@pytest.mark.parametrize("g", [3, 2 * N - 1])
def test_keys_of_automorphisms(g: int, backend: str, rng: random.Random) -> None:
    """The result is the image of the switch of c by the inverse images of a key."""
    setting = make(rng, 3, 1, digit_size=2)
    plan, automorphism = setting.plan, Automorphism(N, g)
    back = pow(g, -1, 2 * N)
    key = setting.key(automorphism)
    setting.b, setting.a = ([image(p, back) for p in parts] for parts in (setting.b, setting.a))
    c = [rng.randrange(plan.base.product) for _ in range(N)]
    x = evaluations([c], setting.qs)
    quotients = [[nearest(v, setting.special) for v in setting.sums(c, 3, parts)] for parts in (setting.b, setting.a)]
    expected = [evaluations([image(p, g)], setting.qs)[0] for p in quotients]
    close([array[0] for array in plan(x, key)], expected)
    digits = plan.decompose(x[0])
    close(plan.apply_digits(digits, key, threads=2), expected)
    out = x[0].copy(), x[0].copy()
    plan.add(out[0], key, out)
    close(out, [plan.base.add(x[0], array) for array in expected])
    # Sums are the images before the division.
    sums = [image(setting.sums(c, 3, parts), g) for parts in (setting.b, setting.a)]
    found = plan.inner_product(digits, key)
    close(found, evaluations(sums, setting.extended(3)))
    close(plan.mod_down(*found), [setting.divided(numbers, 3) for numbers in sums])


@pytest.mark.parametrize(("size", "digit_size", "special"), [(3, 1, 1), (4, 2, 2), (5, 2, 2)])
def test_it_decrypts(size: int, digit_size: int, special: int, backend: str, rng: random.Random) -> None:
    """b + a s = P T s' + e gives out_b + out_a s = c s' plus a small error."""
    # The special moduli are as long as the digits.
    qs = [q for bits in (40, 41, 42, 43, 44) for q in ringlet.ntt_primes(1, bits, N)][:size]
    ps = ringlet.ntt_primes(special, 60, N)
    plan = KeySwitch(RnsNtt(N, RnsBase([*qs, *ps])), len(ps), digit_size=digit_size)
    big_p, big_q = product_of(ps), product_of(qs)
    modulus = big_p * big_q
    secret, target = ([rng.choice([-1, 0, 1]) for _ in range(N)] for _ in range(2))
    b, a = [], []
    for d in range(plan.digit_count):
        own = product_of(qs[d * digit_size : (d + 1) * digit_size])
        unit = big_q // own * pow(big_q // own, -1, own)
        a_d = [rng.randrange(modulus) for _ in range(N)]
        a_s = negacyclic(a_d, secret, modulus)
        a.append(a_d)
        b.append([big_p * unit * target[k] + rng.randrange(-8, 9) - a_s[k] for k in range(N)])
    key = plan.prepare(evaluations(b, qs + ps), evaluations(a, qs + ps))
    for level in range(1, size + 1):
        q = product_of(qs[:level])
        c = [rng.randrange(q) for _ in range(N)]
        outs = plan(evaluations([c], qs[:level]), key)
        out_b, out_a = (lifted(coefficients(array, qs[:level]), plan.base)[0] for array in outs)
        pairs = zip(out_b, negacyclic(out_a, secret, q), negacyclic(c, target, q), strict=True)
        errors = [centre(x + y - z, q) for x, y, z in pairs]
        largest_digit = max(product_of(qs[d : d + digit_size]) for d in range(0, level, digit_size))
        bound = plan.digit_count * N * 8 * largest_digit // big_p + N + 2
        assert max(map(abs, errors)) <= bound < q // 2


@pytest.mark.parametrize(("size", "special", "options"), SETTINGS)
def test_borrowed_keys(size: int, special: int, options: dict[str, Any], backend: str, rng: random.Random) -> None:
    setting = make(rng, size, special, **options)
    plan, (b, a) = setting.plan, (setting.rows(setting.b), setting.rows(setting.a))
    # The key keeps the arrays.
    borrowed, others = plan.borrow(b.copy(), list(a.copy()), check=True), plan.borrow(b, b)
    assert borrowed.nbytes == others.nbytes == 0
    c = [rng.randrange(plan.base.product) for _ in range(N)]
    x = evaluations([c], setting.qs)[0]
    expected = setting.expected(c, size)
    digits = plan.decompose(x)
    sums = plan.inner_product(digits, borrowed)
    for found in (plan(x, borrowed, threads=2), plan.apply_digits(digits, borrowed), plan.mod_down(*sums)):
        close(found, expected)
    close(plan(x, others), [expected[0]] * 2)
    # It reads their current values.
    b[...] = a
    close(plan(x, others), [expected[1]] * 2)


def test_many_polynomials(rng: random.Random) -> None:
    """Switches more polynomials than are switched together."""
    setting = make(rng, 3, 2, digit_size=2)
    c = [[rng.randrange(setting.plan.base.product) for _ in range(N)] for _ in range(18)]
    x = evaluations(c, setting.qs)
    batch = [np.stack(arrays) for arrays in zip(*[setting.expected(p, 3) for p in c], strict=True)]
    for threads in (1, 3):
        close(setting.plan(x, setting.key(), threads=threads), batch)
    parts = setting.plan(x.reshape(2, 1, 9, 3, N), setting.key())
    close(parts, [array.reshape(2, 1, 9, 3, N) for array in batch])


def test_threads_share_plans_and_digits(rng: random.Random) -> None:
    setting = make(rng, 3, 1)
    plan, key = setting.plan, setting.key()
    c = [rng.randrange(plan.base.product) for _ in range(N)]
    x = evaluations([c], setting.qs)[0]
    digits = plan.decompose(x)
    expected = setting.expected(c, 3)

    def work(i: int) -> None:
        close(plan.mod_down(*plan.inner_product(digits, key, threads=1 + i % 3)), expected)
        close(plan(x, key, threads=1 + i % 2), expected)
        close(plan.apply_digits(digits, key), expected)

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(200))) == [None] * 200


BASE, SPECIAL = RnsBase([97, 193]), RnsBase([257])
NTT = RnsNtt(N, BASE.followed_by(SPECIAL))
PLAN, OTHER = KeySwitch(NTT, 1), KeySwitch(RnsNtt(N, BASE.followed_by(SPECIAL)), 1)
PARTS = np.ones((2, 3, N), dtype=np.uint64)
KEY, OTHER_KEY = PLAN.prepare(PARTS, PARTS), OTHER.prepare(PARTS, PARTS)
X = np.ones((2, N), dtype=np.uint64)
DIGITS, SUM = PLAN.decompose(X), np.zeros((3, N), dtype=np.uint64)
SUMS = np.full((2, 3, N), 7, dtype=np.uint64)
OUT = np.full((2, 2, N), 7, dtype=np.uint64)
BAD = X.copy()
BAD[1, 2] = 193
FOREIGN = "belongs to another plan, but it must be made by this one or a copy of it$"
CASES: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: KeySwitch(BASE, 1), TypeError, "^ntt must be an RnsNtt, not RnsBase$"),  # type: ignore[arg-type]
    (lambda: KeySwitch(RnsNtt(N, SPECIAL), 1), ValueError, r"^special is 1, but it must lie in \[0, 0\]$"),
    (lambda: KeySwitch(NTT, SPECIAL), TypeError, "^special must be an integer"),  # type: ignore[arg-type]
    (lambda: KeySwitch(NTT, -1), ValueError, r"^special is -1, but it must lie in \[0, 2\]$"),
    (lambda: KeySwitch(NTT, 3), ValueError, r"^special is 3, but it must lie in \[0, 2\]$"),
    (lambda: KeySwitch(NTT, 1, digit_bits=65), ValueError, r"^digit_bits is 65, but it must lie in \[0, 64\]$"),
    (lambda: KeySwitch(NTT, 1, digit_size=2, digit_bits=9), ValueError, "^digit_bits is 9, but it must be 0 if"),
    (
        lambda: KeySwitch(NTT, 1, digit_size=0),
        ValueError,
        r"^digit_size is 0, but it must lie in \[1, 2\^64\)$",
    ),
    (
        lambda: KeySwitch(NTT, 1, plaintext_modulus=514),
        ValueError,
        "^plaintext_modulus is 514, but it must have no factor",
    ),
    (
        lambda: KeySwitch(NTT, 1, digit_size=2),
        ValueError,
        "^P, .* has 9 bits, .* digit 0 has 15 bits; allow_short_special",
    ),
    (lambda: KeySwitch(NTT, 1, digits="round"), ValueError, '^digits is "round", but it must be'),  # type: ignore[arg-type]
    (lambda: KeySwitch(NTT, 1, division=1), TypeError, "^division must be"),  # type: ignore[arg-type]
    (
        lambda: KeySwitch(NTT, 1, domain="both"),  # type: ignore[arg-type]
        ValueError,
        '^domain is "both", but it must be "coefficients" or "evaluations"$',
    ),
    (
        lambda: PLAN.prepare(PARTS[:1], PARTS),
        ValueError,
        "^number of polynomials b is 1, but it must be 2, the number of digits of a polynomial$",
    ),
    (lambda: PLAN.prepare(PARTS, [PARTS[0]] * 3), ValueError, "^number of polynomials a is 3, but"),
    (
        lambda: PLAN.prepare(PARTS, PARTS[:, :2].copy()),
        ValueError,
        r"^shape of a\[0\] is \(2, 8\), but it must be \(..., 3, 8\)$",
    ),
    (
        lambda: PLAN.prepare(PARTS[np.newaxis], PARTS),
        ValueError,
        r"^shape of b\[0\] is \(2, 3, 8\), but it must have two axes$",
    ),
    (
        lambda: PLAN.prepare([PARTS[0], PARTS[1].astype(float)], PARTS),
        TypeError,
        r"^b\[1\] must be an array of integers, not float64$",
    ),
    (
        lambda: PLAN.prepare(PARTS, PARTS * np.uint64(97), check=True),
        ValueError,
        r"^a\[0\]\[0, 0\] is 97, but it must lie in \[0, q\)",
    ),
    (
        lambda: PLAN.prepare(PARTS, PARTS, Automorphism(16, 3)),
        ValueError,
        "^n of automorphism is 16, but it must be 8$",
    ),
    (lambda: PLAN.borrow(PARTS, PARTS[:1]), ValueError, "^number of polynomials a is 1, but it must be 2"),
    (lambda: PLAN.borrow(PARTS * np.uint64(97), PARTS, check=True), ValueError, r"^b\[0\]\[0, 0\] is 97, but"),
    (lambda: PLAN(X, OTHER_KEY, out=OUT), ValueError, f"^key {FOREIGN}"),
    (lambda: PLAN.add(X, OTHER_KEY, OUT), ValueError, f"^key {FOREIGN}"),
    (lambda: PLAN.apply_digits(DIGITS, OTHER_KEY, out=OUT), ValueError, f"^key {FOREIGN}"),
    (lambda: PLAN.accumulate(DIGITS, OTHER_KEY, SUMS), ValueError, f"^key {FOREIGN}"),
    (
        lambda: PLAN.apply_digits(DIGITS[:1], KEY, out=OUT),
        ValueError,
        "^number of digits is 1, but it must be 2 at level 2$",
    ),
    (
        lambda: PLAN.inner_product(DIGITS[:, :1].copy(), KEY),
        ValueError,
        r"^shape of digits is \(2, 1, 8\), but it must be \(..., L, 8\), L from 2 to 3$",
    ),
    (lambda: PLAN.apply_digits(SUM, KEY), ValueError, r"^shape of digits is \(3, 8\), but it must have three axes$"),
    (lambda: PLAN.accumulate(DIGITS, KEY, OUT), ValueError, r"^shape of out\[0\] is \(2, 8\), but"),
    (
        lambda: PLAN.inner_product(DIGITS + np.uint64(257), KEY, out=SUMS, check=True),
        ValueError,
        r"^digits\[0, 0, 0\] is ",
    ),
    (
        lambda: PLAN.inner_product(DIGITS, KEY, out=DIGITS),
        ValueError,
        r"^out\[0\] overlaps digits, but it must be a separate array$",
    ),
    (
        lambda: PLAN.decompose(DIGITS[0, :2], out=DIGITS),
        ValueError,
        "^out overlaps x, but it must be a separate array$",
    ),
    (lambda: PLAN.add_special_multiple(SUMS[0, 1:], SUMS[0]), ValueError, "^out overlaps c in part, but"),
    (lambda: PLAN.mod_down(*SUMS, out=SUMS[::-1, :2]), ValueError, r"^out\[0\] overlaps a, but"),
    (lambda: PLAN.mod_down(*SUMS, out=SUMS[:, 1:]), ValueError, r"^out\[0\] overlaps b in part, but"),
    (
        lambda: PLAN.mod_down(SUM, X, out=OUT),
        ValueError,
        r"^shape of a is \(2, 8\), but it must be that of b, \(3, 8\)$",
    ),
    (lambda: PLAN.mod_down(SUM[:1], SUM), ValueError, r"^shape of b is \(1, 8\), but"),
    (lambda: PLAN.mod_down(SUM, SUM + np.uint64(97), check=True), ValueError, r"^a\[0, 0\] is 97, but"),
    (lambda: PLAN.add_mod_down(SUM, SUM, None), TypeError, "^out must be a pair of arrays"),  # type: ignore[arg-type]
    (lambda: PLAN.add_special_multiple(X, OUT[0]), ValueError, r"^shape of out is \(2, 8\), but"),
    (lambda: PLAN.add_special_multiple(BAD, SUMS[0], check=True), ValueError, r"^c\[1, 2\] is 193, but"),
    (
        lambda: PLAN.mod_down(SUM, SUM, out=OUT[:, :1].copy()),
        ValueError,
        r"^shape of out\[0\] is \(1, 8\), but it must be that of the result",
    ),
    (
        lambda: PLAN(np.ones((3, N), np.uint64), KEY),
        ValueError,
        r"^shape of x is \(3, 8\), but it must be \(..., L, 8\), L from 1 to 2$",
    ),
    (lambda: PLAN(np.ones((2, 4), np.uint64), KEY), ValueError, r"^shape of x is \(2, 4\), but"),
    (
        lambda: PLAN(BAD, KEY, out=OUT, check=True),
        ValueError,
        r"^x\[1, 2\] is 193, but it must lie in \[0, q\), q = 193$",
    ),
    (lambda: PLAN.add(X, KEY, [BAD, OUT[0]], check=True), ValueError, r"^out\[0\]\[1, 2\] is 193, but"),
    (lambda: PLAN.add_digits(DIGITS, KEY, [OUT[0], BAD], check=True), ValueError, r"^out\[1\]\[1, 2\] is 193, but"),
    (lambda: PLAN.decompose(BAD, check=True), ValueError, r"^x\[1, 2\] is 193, but"),
    (lambda: PLAN.decompose(OUT), ValueError, r"^shape of x is \(2, 2, 8\), but it must have two axes$"),
    (lambda: PLAN(X, KEY, out=[OUT[0]]), ValueError, "^number of arrays in out is 1, but it must be 2$"),
    (
        lambda: PLAN(X, KEY, out=[OUT[0], OUT[0]]),
        ValueError,
        r"^out\[0\] overlaps out\[1\], but it must be a separate array$",
    ),
    (lambda: PLAN(OUT.reshape(4, N)[1:3], KEY, out=[OUT[0], X]), ValueError, r"^out\[0\] overlaps x in part"),
    (lambda: PLAN(X, KEY, out=OUT[:, :1].copy()), ValueError, r"^shape of out\[0\] is \(1, 8\), but"),
    (lambda: PLAN(X, KEY, threads=0), ValueError, "^threads is 0, but"),
    (lambda: PLAN(X, "key"), TypeError, "^key must be a SwitchingKey, not str$"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("call", "error", "message"), CASES, ids=[message for *_, message in CASES])
def test_wrong_arguments(call: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
    assert (OUT == 7).all()
    assert (SUMS == 7).all()
    assert (SUM == 0).all()
    assert (X == 1).all()
