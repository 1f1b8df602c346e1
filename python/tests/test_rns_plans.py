"""Conversions of bases, divisions, automorphisms and balanced digits, each against its definition."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ringlet
from oracles import transform
from ringlet import Automorphism, BaseConversion, ModDown, RnsBase, RnsNtt, ScaleAndRound
from rns_cases import (
    by_rows,
    centre,
    coprime_base,
    image,
    lifted,
    moduli,
    nearest,
    ntt_base,
    product_of,
    random_rows,
    rows_of_integers,
)

BASE = coprime_base()
TARGET = RnsBase([2**61 - 31, 101, 2**50 - 35, 2**40 - 87])


def away_from_edges(x: int, product: int, size: int) -> bool:
    """Returns whether a conversion promises the exact lift: x is not near where representatives change."""
    near = (2 * size + 1) * product // 2**42 + 1
    return size == 1 or (x < product - near and abs(2 * x - product) > 2 * near)


@pytest.mark.parametrize("size", [1, 2, 3, 7])
@pytest.mark.parametrize("lift", ["floor", "centred"])
def test_exact_conversions(size: int, lift: Any, backend: str, rng: random.Random) -> None:
    source = BASE.first(size)
    q = source.product
    integers = [[rng.choice([0, 1, q // 3, rng.randrange(q)]) for _ in range(33)] for _ in range(6)]
    integers = [[x if away_from_edges(x, q, size) else 1 for x in row] for row in integers]
    x = rows_of_integers(integers, moduli(source)).reshape(2, 3, size, 33)
    numbers = integers if lift == "floor" else [[centre(v, q) for v in row] for row in integers]
    expected = rows_of_integers(numbers, moduli(TARGET)).reshape(2, 3, 4, 33)
    convert = BaseConversion(source, TARGET, lift)
    for threads in (1, 4, 7):
        out = np.empty_like(expected)
        assert convert(x, out=out, threads=threads, check=True) is out
        assert (out == expected).all()


@pytest.mark.parametrize("size", [1, 2, 7])
def test_approximate_conversions(size: int, backend: str, rng: random.Random) -> None:
    source = BASE.first(size)
    qs, q = moduli(source), source.product
    x = random_rows(rng, source, (2, size, 40))
    sums = [
        [
            sum(row * pow(q // p, -1, p) % p * (q // p) for row, p in zip(column, qs, strict=True))
            for column in zip(*polynomial, strict=True)
        ]
        for polynomial in x.tolist()
    ]
    assert (BaseConversion(source, TARGET, "approximate")(x) == rows_of_integers(sums, moduli(TARGET))).all()


@pytest.mark.parametrize("redundant", [2**61 - 1, 101, 2**32])
def test_conversions_with_a_redundant_modulus(redundant: int, backend: str, rng: random.Random) -> None:
    source = RnsBase([97, 3, 5**21, 2**50 - 27])
    q, qs = source.product, moduli(source)
    most = redundant // 2 - 4
    factors = [rng.choice([-most, most, 0, 1, rng.randrange(-most, most)]) for _ in range(20)]
    integers = [[rng.choice([0, f]) * q if abs(f) == most else f * q + rng.randrange(q // 2) for f in factors]]
    integers[0][:2] = -most * q, most * q
    x = rows_of_integers(integers, [*qs, redundant])[0]
    convert = BaseConversion(source, TARGET, "centred", redundant=redundant)
    assert (convert.source, convert.target, convert.lift, convert.redundant) == (source, TARGET, "centred", redundant)
    within = [abs(v) <= most * q for v in integers[0]]
    result = convert(x, threads=3, check=True)
    assert (result[:, within] == rows_of_integers(integers, moduli(TARGET))[0][:, within]).all()
    assert sum(within) >= 2


@pytest.mark.parametrize("montgomery", [None, 2**32])
@pytest.mark.parametrize("t", [2, 65537, 2**40])
def test_multiplication_in_bfv(montgomery: int | None, t: int, backend: str, rng: random.Random) -> None:
    base = RnsBase(ringlet.ntt_primes(3, 50, 8))
    auxiliary = RnsBase(ringlet.ntt_primes(5, 59, 8))
    q, size = base.product, len(base)
    scale = ScaleAndRound(base, auxiliary, t, montgomery_modulus=montgomery)
    assert (scale.base, scale.auxiliary) == (base, auxiliary)
    integers = [[rng.choice([0, 1, q // 3, rng.randrange(q)]) for _ in range(33)] for _ in range(6)]
    centred = [[centre(v, q) for v in row] for row in integers]
    x = rows_of_integers(integers, moduli(base)).reshape(2, 3, size, 33)
    expected = rows_of_integers(centred, moduli(auxiliary)).reshape(2, 3, 5, 33)
    # Products of extended polynomials are known modulo both bases.
    products = [[a * b for a, b in zip(row, row[::-1], strict=True)] for row in centred]
    left = rows_of_integers(products, moduli(base)).reshape(x.shape)
    right = rows_of_integers(products, moduli(auxiliary)).reshape(expected.shape)
    for threads in (1, 4, 8):
        assert (scale.extend(x, threads=threads, check=True) == expected).all()
        for out in (None, left.copy()):
            operand = left if out is None else out
            found = lifted(scale(operand, right, out=out, threads=threads, check=True), base)
            for row, numbers in zip(found, products, strict=True):
                for value, product in zip(row, numbers, strict=True):
                    if montgomery is None:
                        assert value == nearest(t * product, q) % q
                    else:
                        assert centre(t * product // q - value, q) in range(size)


@pytest.mark.parametrize("dropped", [1, 2, 3])
@pytest.mark.parametrize(
    ("numerator", "t", "lift"), [(1, 1, "centred"), (1, 65537, "centred"), (3, 1, "floor"), (2**64 - 1, 257, "floor")]
)
def test_divisions(dropped: int, numerator: int, t: int, lift: Any, backend: str, rng: random.Random) -> None:
    n = 16
    base = ntt_base(n, 5)
    ntt = RnsNtt(n, base)
    qs, q = moduli(base), base.product
    kept, p = qs[: 5 - dropped], product_of(qs[5 - dropped :])
    integers = [[rng.choice([0, 1, p, rng.randrange(q)]) for _ in range(n)] for _ in range(3)]
    x = rows_of_integers(integers, qs)
    # Residues modulo the kept q_j depend only on x modulo q_0 ... q_(L-1), so the result for numerator x is as good.
    expected = rows_of_integers([[nearest(numerator * v, p, t, lift) for v in row] for row in integers], kept)
    divide = ModDown(ntt, dropped, numerator=numerator, plaintext_modulus=t, lift=lift)
    of_coefficients = ModDown(base, dropped, numerator=numerator, plaintext_modulus=t, lift=lift)
    assert (divide.kept, divide.base) == (5 - dropped, base)
    for threads in (1, 2, 5):
        assert (divide.on_coefficients(x, threads=threads, check=True) == expected).all()
        assert (of_coefficients.on_coefficients(x, threads=threads) == expected).all()
        evaluations = divide.on_evaluations(ntt.forward(x), threads=threads)
        assert (ntt.inverse(evaluations) == expected).all()


@pytest.mark.parametrize("n", [2, 8, 64])
def test_automorphisms(n: int, backend: str, rng: random.Random) -> None:
    base = ntt_base(n, 4)
    qs = moduli(base)
    ntt = RnsNtt(n, base)
    roots = [ringlet.Ntt(n, q).root for q in qs]
    x = random_rows(rng, base, (2, 3, n))
    for g in {1, 3 % (2 * n), 5 % (2 * n), n - 1, n + 1, 2 * n - 1}:
        if g % 2 == 0:
            continue
        automorphism = Automorphism(n, g)
        images = [[v % qs[i % 3] for v in image(row, g)] for i, row in enumerate(by_rows(x))]
        for threads in (1, 2, 4):
            assert by_rows(automorphism.on_coefficients(x, base, threads=threads, check=True)) == images
            evaluations = automorphism.on_evaluations(ntt.forward(x), threads=threads)
            spectra = [transform(row, qs[i % 3], roots[i % 3], "negacyclic") for i, row in enumerate(images)]
            assert by_rows(evaluations) == spectra
            sums = random_rows(rng, base, x.shape)
            total = [
                [(a + b) % qs[i % 3] for a, b in zip(*rows, strict=True)]
                for i, rows in enumerate(zip(by_rows(sums), spectra, strict=True))
            ]
            assert automorphism.add_on_evaluations(ntt.forward(x), base, sums, threads=threads, check=True) is sums
            assert by_rows(sums) == total
    assert Automorphism(n, 1).on_evaluations(np.full(n, 2**64 - 1, np.uint64)).tolist() == [2**64 - 1] * n


@pytest.mark.parametrize(("q", "w"), [(2, 2), (97, 4), (2**30 - 35, 10), (2**61 - 1, 60), (2**62 - 57, 17)])
def test_balanced_digits(q: int, w: int, backend: str, rng: random.Random) -> None:
    base = RnsBase([2**61 - 1, 2 ** (w - 1)])  # the smallest modulus for w, too
    values = [0, 1, q - 1, q // 2, (q + 1) // 2 % q, *(rng.randrange(q) for _ in range(25))]
    x = np.array(values, dtype=np.uint64).reshape(3, 10)
    count = ringlet.balanced_digit_count(q, w)
    sums = [0] * 30
    for k in range(count):
        digit = ringlet.balanced_digit(x, q, w, k, base, threads=1 + k % 4, check=True)
        assert digit.shape == (3, 2, 10)
        integers = [centre(v, base.product) for row in lifted(digit, base) for v in row]
        assert all(-(2 ** (w - 1)) <= d < 2 ** (w - 1) for d in integers)
        sums = [s + d * 2 ** (k * w) for s, d in zip(sums, integers, strict=True)]
    assert sums == [centre(v, q) for v in values]
    # One digit fewer would not reach every residue.
    assert count == 1 or (2 ** (w - 1) - 1) * sum(2 ** (k * w) for k in range(count - 1)) < (q - 1) // 2


X = np.ones((2, 8), dtype=np.uint64)
SMALL = RnsBase([97, 193])
NTT = RnsNtt(8, SMALL)
CONVERT = BaseConversion(SMALL, RnsBase([257, 353, 449]), "floor")
DIVIDE = ModDown(NTT, 1)
ROTATE = Automorphism(8, 3)
SCALE = ScaleAndRound(SMALL, RnsBase([257, 353]), 16)
ON_ROWS: dict[str, tuple[Callable[..., Any], tuple[int, ...]]] = {
    "convert": (CONVERT, (3, 8)),
    "on_coefficients": (DIVIDE.on_coefficients, (1, 8)),
    "on_evaluations": (DIVIDE.on_evaluations, (1, 8)),
    "rotate_coefficients": (lambda x, **options: ROTATE.on_coefficients(x, SMALL, **options), (2, 8)),
    "rotate_evaluations": (ROTATE.on_evaluations, (2, 8)),
    "extend": (SCALE.extend, (2, 8)),
    "digit": (lambda x, **options: ringlet.balanced_digit(x, 97, 4, 1, SMALL, **options), (2, 2, 8)),
    "add": (lambda x, out: ROTATE.add_on_evaluations(x, SMALL, out), (2, 8)),
}


@pytest.mark.parametrize("name", ON_ROWS)
def test_results_are_apart(name: str) -> None:
    call, shape = ON_ROWS[name]
    space = np.ones(128, dtype=np.uint64)
    x = space[:16].reshape(2, 8)
    size = int(np.prod(shape))
    for start in (0, 8):
        with pytest.raises(ValueError, match=r"^out overlaps x, but it must be a separate array$"):
            call(x, out=space[start : start + size].reshape(shape))
    with pytest.raises(ValueError, match=r"^shape of out is"):
        call(x, out=space[64:80].reshape(16, 1))
    assert (space == 1).all()
    out = space[64 : 64 + size].reshape(shape)
    assert call(x, out=out) is out
    assert (np.delete(space, np.s_[64 : 64 + size]) == 1).all()


@pytest.mark.parametrize("name", [name for name in ON_ROWS if name != "rotate_evaluations"])
def test_values_are_checked(name: str) -> None:
    x = X.copy()
    x[1, 3] = 200
    call = ON_ROWS[name][0] if name != "add" else lambda x, check: ROTATE.add_on_evaluations(x, SMALL, X, check=check)
    with pytest.raises(ValueError, match=r"^x\[1, 3\] is 200, but it must lie in \[0, q\), q = (193|97)$"):
        call(x, check=True)


CASES: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (
        lambda: BaseConversion(SMALL, SMALL, "exact"),  # type: ignore[arg-type]
        ValueError,
        '^lift is "exact", but it must be "approximate", "floor" or "centred"$',
    ),
    (lambda: BaseConversion(SMALL, [97], "floor"), TypeError, "^target must be an RnsBase, not list$"),  # type: ignore[arg-type]
    (lambda: CONVERT(X[:1]), ValueError, r"^shape of x is \(1, 8\), but it must be \(..., 2, n\)$"),
    (lambda: CONVERT(np.ones(8, np.uint64)), ValueError, r"^shape of x is \(8,\), but it must be \(..., 2, n\)$"),
    (
        lambda: ModDown(SMALL, 0),
        ValueError,
        r"^dropped is 0, but it must lie in \[1, 2\), below the number of moduli$",
    ),
    (lambda: ModDown(SMALL, 2), ValueError, "^dropped is 2, but"),
    (lambda: ModDown(SMALL, 2**100), ValueError, "^dropped is 1267650600228229401496703205376, but"),
    (lambda: ModDown(SMALL, 1, numerator=0), ValueError, r"^numerator is 0, but it must lie in \[1, 2\^64\)$"),
    (lambda: ModDown(SMALL, 1, plaintext_modulus=2**64), ValueError, "^plaintext_modulus is 18446744073709551616, but"),
    (
        lambda: ModDown(SMALL, 1, plaintext_modulus=386),
        ValueError,
        "^plaintext_modulus is 386, but it must have no factor",
    ),
    (lambda: ModDown([97, 193], 1), TypeError, "^base must be an RnsBase or an RnsNtt, not list$"),  # type: ignore[arg-type]
    (
        lambda: ModDown(SMALL, 1).on_evaluations(X),
        ValueError,
        "^base is an RnsBase, but a division of evaluations needs an RnsNtt$",
    ),
    (
        lambda: DIVIDE.on_evaluations(np.ones((2, 4), np.uint64)),
        ValueError,
        r"^shape of x is \(2, 4\), but it must be \(..., 2, 8\)",
    ),
    (
        lambda: BaseConversion(SMALL, SMALL, "floor", redundant=5),
        ValueError,
        '^lift is "floor", but it must be "centred" with a redundant modulus$',
    ),
    (
        lambda: BaseConversion(SMALL, SMALL, "centred", redundant=194),
        ValueError,
        "^redundant is 194, but it must have no factor",
    ),
    (
        lambda: BaseConversion(SMALL, SMALL, "centred", redundant=2**62),
        ValueError,
        r"^redundant is 4611686018427387904, but it must lie in \[2, 2\^62\)$",
    ),
    (
        lambda: BaseConversion(SMALL, SMALL, "centred", redundant=5)(X),
        ValueError,
        r"^shape of x is \(2, 8\), but it must be \(..., 3, n\)$",
    ),
    (
        lambda: ScaleAndRound(SMALL, RnsBase([193]), 2),
        ValueError,
        r"^auxiliary\[0\] is 193, but it must have no factor in common with base\[1\]",
    ),
    (lambda: ScaleAndRound(SMALL, RnsBase([257]), 0), ValueError, r"^t is 0, but it must lie in \[1, 2\^64\)$"),
    (
        lambda: ScaleAndRound(SMALL, RnsBase([257]), 2, montgomery_modulus=4),
        ValueError,
        "^number of moduli of auxiliary is 1, but it must be at least 2",
    ),
    (
        lambda: ScaleAndRound(SMALL, RnsBase([257, 353]), 2, montgomery_modulus=97),
        ValueError,
        "^montgomery_modulus is 97, but it must have no factor",
    ),
    (
        lambda: ScaleAndRound(SMALL, RnsBase([257, 353]), 2, montgomery_modulus=1),
        ValueError,
        r"^montgomery_modulus is 1, but it must lie in \[2, 2\^62\)$",
    ),
    (lambda: SCALE(X, X[:1]), ValueError, r"^shape of auxiliary is \(1, 8\), but it must be \(..., 2, n\)$"),
    (
        lambda: SCALE(X, np.ones((2, 4), np.uint64)),
        ValueError,
        r"^shape of auxiliary is \(2, 4\), but it must be \(2, 8\), that of x with a row for each auxiliary modulus$",
    ),
    (lambda: SCALE(X, X.copy(), out=X[:, :4]), ValueError, r"^shape of out is \(2, 4\), but it must be that of"),
    (lambda: SCALE(X.copy(), X, out=X), ValueError, "^out overlaps auxiliary, but it must be a separate array$"),
    (lambda: SCALE(X, X * np.uint64(257), check=True), ValueError, r"^auxiliary\[0, 0\] is 257, but"),
    (lambda: Automorphism(8, 2), ValueError, r"^g is 2, but it must be odd and lie in \[1, 2n\), 2n = 16$"),
    (lambda: Automorphism(8, 17), ValueError, "^g is 17, but"),
    (lambda: Automorphism(8, -1), ValueError, "^g is -1, but"),
    (lambda: Automorphism(6, 1), ValueError, "^n is 6, but it must be a power of two from 2 to 2.24$"),
    (lambda: ROTATE.on_evaluations(X[:, :4].copy()), ValueError, r"^shape of x is \(2, 4\), but it must be \(..., 8\)"),
    (
        lambda: ROTATE.on_coefficients(X, RnsBase([97])),
        ValueError,
        r"^shape of x is \(2, 8\), but it must be \(..., 1, 8\)$",
    ),
    (
        lambda: ROTATE.add_on_evaluations(X, SMALL, X * np.uint64(200), check=True),
        ValueError,
        r"^out\[0, 0\] is 200, but",
    ),
    (lambda: ringlet.balanced_digit(X, 97, 1, 0, SMALL), ValueError, r"^w is 1, but it must lie in \[2, 60\]$"),
    (lambda: ringlet.balanced_digit(X, 97, 4, 2, SMALL), ValueError, r"^k is 2, but it must lie in \[0, 1\]$"),
    (
        lambda: ringlet.balanced_digit(X, 97, 9, 0, SMALL),
        ValueError,
        r"^w is 9, but 2\^\(w-1\) must not exceed the modulus 97 of base$",
    ),
    (
        lambda: ringlet.balanced_digit(X, 2**100, 4, 0, SMALL),
        ValueError,
        "^q is 1267650600228229401496703205376, but balanced digits",
    ),
    (lambda: ringlet.balanced_digit(np.array(5, np.uint64), 97, 4, 0, SMALL), ValueError, r"^shape of x is \(\), but"),
]


@pytest.mark.parametrize(("call", "error", "message"), CASES, ids=[message for *_, message in CASES])
def test_wrong_arguments(call: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
