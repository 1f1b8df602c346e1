"""Linear transforms, against key switches, automorphisms and products, and keys of preimages against those of images."""

import gc
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import ringlet
from ringlet import Automorphism, KeySwitch, LinearTransform, RnsBase, RnsNtt
from rns_cases import primes, random_rows

N = 8
PRIMES = primes(N, 7)
Rows = NDArray[np.uint64]


@dataclass
class Setting:
    """A plan, and a key of the preimage of a rotation."""

    plan: KeySwitch
    rotation: Automorphism
    b: Rows
    a: Rows

    @property
    def special(self) -> int:
        return len(self.plan.special or ())

    def extended(self, level: int) -> RnsBase:
        """Returns the moduli of a level and of P."""
        base = self.plan.base.first(level)
        return base.followed_by(self.plan.special) if self.plan.special else base

    def key(self) -> ringlet.SwitchingKey:
        return self.plan.prepare(self.b, self.a, self.rotation, "preimage", check=True)

    def rotated(self, b: Rows, a: Rows) -> list[Rows]:
        """Returns P times the rotation of (b, a), after the key switch, modulo Q P."""
        sums = self.plan.inner_product(self.plan.decompose(a), self.key())
        self.plan.add_special_multiple(self.rotation.on_evaluations(b), sums[0])
        return list(sums)

    def raised(self, c: Rows) -> Rows:
        return self.plan.add_special_multiple(c, np.zeros((len(c) + self.special, N), dtype=np.uint64))

    def inner_sum(self, plaintexts: list[Rows | None], b: Rows, a: Rows) -> list[Rows]:
        """Returns p_0 c + p_1 phi(c). Plaintexts may have more moduli than c."""
        level, base = len(b), self.extended(len(b))
        sums = [np.zeros((len(base), N), dtype=np.uint64) for _ in range(2)]
        for plaintext, term in zip(plaintexts, ([self.raised(b), self.raised(a)], self.rotated(b, a)), strict=True):
            if plaintext is not None:
                p = np.concatenate([plaintext[:level], plaintext[len(plaintext) - self.special :]])
                sums = [base.add(s, base.mul(p, polynomial)) for s, polynomial in zip(sums, term, strict=True)]
        return sums

    def expected(self, plaintexts: list[Rows | None], b: Rows, a: Rows) -> tuple[Rows, Rows]:
        """Returns the transform of two giant steps, the identity and the rotation."""
        first, second = (self.inner_sum(plaintexts[2 * g : 2 * g + 2], b, a) for g in range(2))
        base = self.extended(len(b))
        switched = self.plan.inner_product(self.plan.decompose(self.plan.mod_down(*second)[1]), self.key())
        image = self.rotation.on_evaluations(second[0])
        return self.plan.mod_down(base.add(base.add(first[0], switched[0]), image), base.add(first[1], switched[1]))


def make(rng: random.Random, size: int, special: int, **options: Any) -> Setting:
    ntt = RnsNtt(N, RnsBase(PRIMES[: size + special]))
    plan = KeySwitch(ntt, special, allow_short_special=True, **options)
    b, a = (random_rows(rng, ntt.base, (plan.digit_count, size + special, N)) for _ in range(2))
    return Setting(plan, Automorphism(N, 5), b, a)


SETTINGS: list[tuple[int, int, dict[str, Any]]] = [
    (3, 1, {}),
    (3, 2, {"digit_size": 2, "digits": "centred", "plaintext_modulus": 257}),
    (3, 0, {"digit_bits": 15}),
]


def close(found: Any, expected: Any) -> None:
    for array, numbers in zip(found, expected, strict=True):
        assert (array == numbers).all()


def plaintexts_of(rng: random.Random, setting: Setting) -> list[Rows | None]:
    """Returns plaintexts, of which the second is absent, and the third has fewer moduli."""
    return [
        None if level is None else random_rows(rng, setting.extended(level), (level + setting.special, N))
        for level in (3, None, 2, 3)
    ]


@pytest.mark.parametrize(("size", "special", "options"), SETTINGS)
def test_definition(size: int, special: int, options: dict[str, Any], backend: str, rng: random.Random) -> None:
    setting = make(rng, size, special, **options)
    plan, plaintexts = setting.plan, plaintexts_of(rng, setting)
    borrowed = plan.borrow(setting.b, setting.a, setting.rotation)
    assert borrowed.nbytes == 0
    for key in (setting.key(), borrowed):
        transform = LinearTransform(plan, [None, key], (None, key), plaintexts, check=True)
        assert (transform.baby_steps, transform.giant_steps) == (2, 2)
        for level in (1, 2):
            b, a = (random_rows(rng, plan.base, (5, level, N)) for _ in range(2))
            batch = [np.stack(arrays) for arrays in zip(*map(setting.expected, [plaintexts] * 5, b, a), strict=True)]
            for threads in (1, 3):
                close(transform(b, a, threads=threads, check=True), batch)
                close(transform(b[0], a[0], threads=threads), [array[0] for array in batch])
                out = [b.copy(), a.copy()]
                found = transform(out[0], out[1], out=out, threads=threads)
                assert (found[0] is out[0], found[1] is out[1]) == (True, True)
                close(out, batch)
                sums = transform.sums(b[0], a[0], plan.decompose(a[0]), threads=threads, check=True)
                inner = [setting.inner_sum(plaintexts[2 * g : 2 * g + 2], b[0], a[0]) for g in range(2)]
                close(sums, [np.stack(arrays) for arrays in zip(*inner, strict=True)])


def test_baby_giant_steps() -> None:
    assert ringlet.baby_giant_steps(iter([5, 1, 0, 4])) == ([0, 1, 4, 5], [0])
    for rotations, error, message in [
        ([], ValueError, "^number of rotations is 0"),
        ([1, -1], ValueError, r"^rotations\[1\] is -1"),
        (7, TypeError, "^rotations must be an iterable of int"),
        (["1"], TypeError, r"^rotations\[0\] must be"),
    ]:
        with pytest.raises(error, match=message):
            ringlet.baby_giant_steps(rotations)  # type: ignore[arg-type]


@pytest.mark.parametrize(("size", "special", "options"), SETTINGS)
def test_keys_of_preimages(size: int, special: int, options: dict[str, Any], rng: random.Random) -> None:
    setting = make(rng, size, special, **options)
    plan, rotation = setting.plan, setting.rotation
    images = rotation.on_evaluations(setting.b), rotation.on_evaluations(setting.a)
    x = random_rows(rng, plan.base, (size, N))
    expected = plan(x, plan.prepare(*images, rotation))
    close(plan(x, setting.key()), expected)
    close(plan(x, plan.borrow(setting.b, setting.a, rotation, check=True)), expected)


def test_arrays_are_kept(rng: random.Random) -> None:
    """The transform keeps keys, arrays of borrowed keys and plaintexts, and reads their current values."""
    setting = make(rng, 3, 2, digit_size=2)
    plaintexts = plaintexts_of(rng, setting)
    b, a = (random_rows(rng, setting.plan.base, (2, N)) for _ in range(2))
    expected = setting.expected(plaintexts, b, a)
    array = plaintexts[0]
    assert array is not None
    key = setting.plan.borrow(setting.b.copy(), setting.a.copy(), setting.rotation)
    copies = [array, *(None if p is None else p.copy() for p in plaintexts[1:])]
    transform = LinearTransform(setting.plan, [None, key], [None, key], copies)
    del key, copies
    gc.collect()
    # Gets the memory of arrays that have been freed.
    others = [np.full((5, N), i, dtype=np.uint64) for i in range(100)]
    close(transform(b, a), expected)
    assert len(others) == 100
    array[...] = 0
    plaintexts[0] = np.zeros_like(array)
    close(transform(b, a), setting.expected(plaintexts, b, a))


def test_threads_share_transforms(rng: random.Random) -> None:
    setting = make(rng, 3, 1)
    plaintexts = plaintexts_of(rng, setting)
    steps = [None, setting.key()]
    transform = LinearTransform(setting.plan, steps, steps, plaintexts)
    b, a = (random_rows(rng, setting.plan.base, (2, N)) for _ in range(2))
    expected = setting.expected(plaintexts, b, a)

    def work(i: int) -> None:
        close(transform(b, a, threads=1 + i % 3), expected)

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(100))) == [None] * 100


BASE, SPECIAL = RnsBase([97, 193]), RnsBase([257])
NTT = RnsNtt(N, BASE.followed_by(SPECIAL))
PLAN, OTHER = KeySwitch(NTT, 1), KeySwitch(RnsNtt(N, BASE.followed_by(SPECIAL)), 1)
PARTS = np.ones((2, 3, N), dtype=np.uint64)
KEY, OTHER_KEY = PLAN.prepare(PARTS, PARTS, Automorphism(N, 5)), OTHER.prepare(PARTS, PARTS)
PLAINTEXTS = [PARTS[0], PARTS[1, 1:].copy()]
TRANSFORM = LinearTransform(PLAN, [None, KEY], [None], PLAINTEXTS)
X, LOW = np.ones((2, N), dtype=np.uint64), np.ones((1, N), dtype=np.uint64)
DIGITS = PLAN.decompose(LOW)
OUT = np.full((2, 1, N), 7, dtype=np.uint64)
SUMS = np.full((2, 1, 2, N), 7, dtype=np.uint64)
BAD = np.full((1, N), 97, dtype=np.uint64)
CASES: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: LinearTransform(NTT, [], [], []), TypeError, "^key_switch must be a KeySwitch, not RnsNtt$"),  # type: ignore[arg-type]
    (lambda: LinearTransform(PLAN, None, [None], [None]), TypeError, "^baby must be an iterable"),  # type: ignore[arg-type]
    (
        lambda: LinearTransform(PLAN, [None], [None, PLAN], [None]),  # type: ignore[list-item]
        TypeError,
        r"^giant\[1\] must be a SwitchingKey or None, not KeySwitch$",
    ),
    (
        lambda: LinearTransform(PLAN, [], [None], []),
        ValueError,
        "^number of baby steps is 0, but it must be at least 1$",
    ),
    (lambda: LinearTransform(PLAN, [None], [], []), ValueError, "^number of giant steps is 0, but"),
    (
        lambda: LinearTransform(PLAN, [None, KEY], [None], [None]),
        ValueError,
        "^number of plaintexts is 1, but it must be 2",
    ),
    (lambda: LinearTransform(PLAN, [OTHER_KEY], [None], [None]), ValueError, "belongs to another plan"),
    (lambda: LinearTransform(PLAN, [None], [OTHER_KEY], [None]), ValueError, "belongs to another plan"),
    (lambda: LinearTransform(PLAN, [None], [None], 5), TypeError, "^plaintexts must be an array of three axes or"),  # type: ignore[arg-type]
    (
        lambda: LinearTransform(PLAN, [None], [None], [PARTS]),
        ValueError,
        r"^shape of plaintexts\[0\] is \(2, 3, 8\), but it must have two axes$",
    ),
    (
        lambda: LinearTransform(PLAN, [None], [None], [LOW]),
        ValueError,
        r"^shape of plaintexts\[0\] is \(1, 8\), but it must be \(..., L, 8\), L from 2 to 3$",
    ),
    (
        lambda: LinearTransform(PLAN, [None], [None], [PARTS[0] * np.uint64(193)], check=True),
        ValueError,
        r"^plaintexts\[0\]\[0, 0\] is 193, but",
    ),
    (lambda: TRANSFORM(X, X, out=[X.copy(), X.copy()]), ValueError, r"plaintexts\[1\] is 2, but it must be at least 3"),
    (lambda: TRANSFORM(LOW, X), ValueError, r"^shape of a is \(2, 8\), but it must be that of b, \(1, 8\)$"),
    (lambda: TRANSFORM(LOW, BAD, out=OUT, check=True), ValueError, r"^a\[0, 0\] is 97, but"),
    (lambda: TRANSFORM(BAD, LOW, out=OUT, check=True), ValueError, r"^b\[0, 0\] is 97, but"),
    (lambda: TRANSFORM(LOW, LOW, out=[OUT[0], OUT[0]]), ValueError, r"^out\[0\] overlaps out\[1\], but"),
    (lambda: TRANSFORM(LOW, LOW, out=OUT[:1]), ValueError, "^number of arrays in out is 1, but it must be 2$"),
    (lambda: TRANSFORM(LOW, LOW, threads=0), ValueError, "^threads is 0, but"),
    (lambda: TRANSFORM.sums(LOW[np.newaxis], LOW[np.newaxis], DIGITS), ValueError, "^shape of b is .* two axes$"),
    (lambda: TRANSFORM.sums(LOW, LOW, DIGITS[0]), ValueError, "^shape of digits is .* three axes$"),
    (lambda: TRANSFORM.sums(LOW, LOW, PARTS), ValueError, "^number of digits is 2, but it must be 1 at level 1$"),
    (lambda: TRANSFORM.sums(LOW, LOW, DIGITS, out=OUT), ValueError, r"^shape of out\[0\] is \(1, 8\), but"),
    (
        lambda: TRANSFORM.sums(LOW, LOW, DIGITS, out=[DIGITS, SUMS[1]]),
        ValueError,
        r"^out\[0\] overlaps digits, but it must be a separate array$",
    ),
    (
        lambda: TRANSFORM.sums(LOW, LOW, DIGITS + np.uint64(257), out=SUMS, check=True),
        ValueError,
        r"^digits\[0, 0, 0\] is ",
    ),
    (
        lambda: PLAN.prepare(PARTS, PARTS, Automorphism(N, 3), "both"),  # type: ignore[arg-type]
        ValueError,
        '^rotation_key is "both", but it must be "image" or "preimage"$',
    ),
    (lambda: PLAN.borrow(PARTS, PARTS, Automorphism(16, 3)), ValueError, "^n of automorphism is 16, but it must be 8$"),
]


@pytest.mark.parametrize(("call", "error", "message"), CASES, ids=[message for *_, message in CASES])
def test_wrong_arguments(call: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
    assert (OUT == 7).all()
    assert (SUMS == 7).all()
    assert (PARTS == 1).all()
