"""Bases, conversions of integers, element-wise operations and transforms of rows."""

import copy
import pickle
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ringlet
from oracles import product, transform
from ringlet import RnsBase, RnsNtt
from rns_cases import COPRIME, by_rows, centre, coprime_base, lifted, moduli, ntt_base, product_of, random_rows

BASE = coprime_base()
Q = product_of(COPRIME)


def test_a_base_is_a_sequence() -> None:
    assert len(BASE) == len(COPRIME)
    assert [q.value for q in BASE] == COPRIME
    assert BASE.moduli == tuple(ringlet.Modulus(q) for q in COPRIME)
    assert (BASE[1].value, BASE[-1].value) == (COPRIME[1], COPRIME[-1])
    assert BASE.product == Q
    assert RnsBase([2]).product == 2
    assert BASE.first(2) == RnsBase(COPRIME[:2])
    assert BASE.first(2).followed_by(RnsBase(COPRIME[2:])) == BASE
    for twin in (copy.copy(BASE), pickle.loads(pickle.dumps(BASE)), RnsBase(BASE.moduli), RnsBase(BASE)):
        assert (twin, hash(twin), twin.product) == (BASE, hash(BASE), Q)
    assert RnsBase(np.array([97, 193], dtype=np.int32)) == RnsBase(q for q in (97, 193))
    with pytest.raises(IndexError):
        BASE[len(COPRIME)]


NUMBERS = st.one_of(
    st.sampled_from([0, 1, -1, Q - 1, Q // 2, -(Q // 2), Q, 2 * Q, 2**63, -(2**63), 2**64]), st.integers(-(Q**2), Q**2)
)


@given(st.lists(NUMBERS), st.integers(1, len(COPRIME)))
def test_integers_there_and_back(values: list[int], level: int) -> None:
    base = BASE.first(level)
    x = base.from_ints(values)
    assert x.dtype == np.uint64
    assert x.tolist() == [[v % q for v in values] for q in COPRIME[:level]]
    assert base.to_ints(x).tolist() == [v % base.product for v in values]
    # A level works without a base of its own.
    assert BASE.to_ints(x, lift="centred").tolist() == [centre(v, base.product) for v in values]


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.int64, np.uint64, np.dtype(">i4"), bool, object])
def test_arrays_of_integers(dtype: Any) -> None:
    values = np.arange(24).reshape(2, 3, 4).astype(dtype)
    if np.dtype(dtype).kind == "i":
        values -= 5
        values[0, 0, 0] = np.iinfo(values.dtype).min
    if np.dtype(dtype).kind == "u":
        values[0, 0, 0] = np.iinfo(values.dtype).max
    x = BASE.from_ints(values)
    assert x.shape == (2, 3, len(COPRIME), 4)
    for i, q in enumerate(COPRIME):
        assert x[:, :, i].tolist() == [[[int(v) % q for v in row] for row in rows] for rows in values.tolist()]
    assert BASE.to_ints(x, lift="centred").tolist() == values.astype(object).tolist()
    assert BASE.from_ints(values[..., ::2]).tolist() == x[..., ::2].tolist()


def test_integers_of_other_classes() -> None:
    class Odd(int):
        def to_bytes(self, *_: Any, **__: Any) -> bytes:
            return b""

        def __mod__(self, other: int) -> "Odd":
            return self

    class Index:
        def __index__(self) -> int:
            return -3

    assert BASE.from_ints([np.uint64(7), True, Index(), Odd(5)]).tolist() == [
        [7 % q, 1, -3 % q, 5 % q] for q in COPRIME
    ]
    assert BASE.from_ints([Odd(2**1000)]).tolist() == [[2**1000 % q] for q in COPRIME]


def test_empty_arrays_of_integers() -> None:
    assert BASE.from_ints(np.zeros((2, 0), dtype=np.int64)).shape == (2, len(COPRIME), 0)
    assert BASE.from_ints([]).shape == (len(COPRIME), 0)
    assert BASE.to_ints(np.zeros((0, 3, 4), dtype=np.uint64)).shape == (0, 4)


# Operations: name, number of arguments, and result for integers.
OPERATIONS: list[tuple[str, int, Callable[..., int]]] = [
    ("add", 2, lambda a, b: a + b),
    ("sub", 2, lambda a, b: a - b),
    ("neg", 1, lambda a: -a),
    ("mul", 2, lambda a, b: a * b),
    ("mul_add", 3, lambda a, b, c: a * b + c),
    ("mul_sub", 3, lambda a, b, c: a * b - c),
]


def expected(function: Callable[..., int], arrays: list[Any], level: int) -> list[list[int]]:
    rows = zip(*map(by_rows, arrays), strict=True)
    return [[function(*v) % COPRIME[i % level] for v in zip(*row, strict=True)] for i, row in enumerate(rows)]


@pytest.mark.parametrize(("name", "count", "function"), OPERATIONS, ids=[name for name, *_ in OPERATIONS])
@pytest.mark.parametrize("shape", [(7, 1), (3, 17), (2, 7, 33), (2, 0, 5, 8), (1, 0)])
def test_elementwise(
    name: str, count: int, function: Callable[..., int], shape: tuple[int, ...], backend: str, rng: random.Random
) -> None:
    arrays = [random_rows(rng, BASE, shape) for _ in range(count)]
    operation = getattr(BASE, name)
    results = expected(function, arrays, shape[-2])
    for threads in (1, 3):
        out = np.full(shape, 2**64 - 1, dtype=np.uint64)
        assert operation(*arrays, out=out, threads=threads, check=True) is out
        assert by_rows(out) == results
    for position in range(count):
        operands = [a.copy() for a in arrays]
        assert operation(*operands, out=operands[position]) is operands[position]
        assert by_rows(operands[position]) == results


def test_batches_are_broadcast(rng: random.Random) -> None:
    a, b, c = (random_rows(rng, BASE, shape) for shape in ((3, 1, 4, 8), (2, 4, 8), (4, 8)))
    out = BASE.mul_add(a, b, c, threads=2)
    assert out.shape == (3, 2, 4, 8)
    for i in range(3):
        for j in range(2):
            assert (out[i, j] == BASE.mul_add(a[i, 0], b[j], c)).all()


@pytest.mark.parametrize("scalar", [0, 1, -1, 12345, 2**61 - 1, 10**40, -(10**40)])
def test_mul_scalar(scalar: int, backend: str, rng: random.Random) -> None:
    a = random_rows(rng, BASE, (2, 5, 20))
    assert by_rows(BASE.mul_scalar(a, scalar)) == expected(lambda x: x * scalar, [a], 5)
    each = [scalar + i for i in range(5)]
    results = [[x * each[i % 5] % COPRIME[i % 5] for x in row] for i, row in enumerate(by_rows(a))]
    assert by_rows(BASE.mul_scalar(a, each, threads=2)) == results
    assert by_rows(BASE.mul_scalar(a, np.array(each, dtype=object))) == results


@pytest.mark.parametrize("terms", [1, 2, 5, 70])
def test_inner_product(terms: int, backend: str, rng: random.Random) -> None:
    a, b = (random_rows(rng, BASE, (terms, 2, 7, 9)) for _ in range(2))
    results = [
        [
            sum(int(a[t].reshape(14, 9)[i, k]) * int(b[t].reshape(14, 9)[i, k]) for t in range(terms)) % COPRIME[i % 7]
            for k in range(9)
        ]
        for i in range(14)
    ]
    assert by_rows(BASE.inner_product(a, b)) == results
    out = a[0].copy()
    assert BASE.inner_product([out, *a[1:]], iter(b), out=out, threads=2) is out
    assert by_rows(out) == results
    # Terms are broadcast one by one.
    one = BASE.inner_product([a[0], b[0, 0]], [b[0], b[0, 1]])
    assert (one == BASE.add(BASE.mul(a[0], b[0]), BASE.mul(b[0, 0], b[0, 1])[np.newaxis].repeat(2, axis=0))).all()


def test_montgomery_form(backend: str, rng: random.Random) -> None:
    odd = [q for q in COPRIME if q % 2]
    base = RnsBase(odd)
    a, b, c = (random_rows(rng, base, (2, len(odd), 19)) for _ in range(3))
    form = base.to_montgomery(a, check=True)
    assert by_rows(form) == [[x * 2**64 % odd[i % len(odd)] for x in row] for i, row in enumerate(by_rows(a))]
    assert (base.from_montgomery(form, threads=2) == a).all()
    # Products with one plain factor are plain.
    assert (base.mul(form, b, form="montgomery") == base.mul(a, b)).all()
    assert (base.mul_add(form, b, c, form="montgomery", threads=2) == base.mul_add(a, b, c)).all()
    out = form.copy()
    assert base.inner_product([out, base.to_montgomery(b)], [b, c], form="montgomery", out=out) is out
    assert (out == base.inner_product([a, b], [b, c])).all()
    rows = random_rows(rng, BASE, (7, 4))
    calls: list[Callable[[], object]] = [
        lambda: BASE.mul(rows, rows, form="montgomery"),
        lambda: BASE.mul_add(rows, rows, rows, form="montgomery"),
        lambda: BASE.inner_product([rows], [rows], form="montgomery"),
        lambda: BASE.to_montgomery(rows),
        lambda: BASE.from_montgomery(rows),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=rf"^moduli\[2\] is {2**60}, but it must be odd for Montgomery form"):
            call()


def tensor_rows(a: Any, b: Any, level: int) -> list[list[list[int]]]:
    """Returns the three products of two pairs of lists of rows, row by row in Python integers."""
    first, last = (expected(lambda x, y: x * y, [a[k], b[k]], level) for k in range(2))
    middle = expected(lambda a0, a1, b0, b1: a0 * b1 + a1 * b0, [a[0], a[1], b[0], b[1]], level)
    return [first, middle, last]


@pytest.mark.parametrize("shape", [(2, 1, 1), (2, 7, 33), (3, 2, 4, 17), (2, 2, 2, 5, 8)])
def test_tensor(shape: tuple[int, ...], backend: str, rng: random.Random) -> None:
    a, b = (random_rows(rng, BASE, shape) for _ in range(2))
    pairs = [array.reshape(-1, *shape[-3:]) for array in (a, b)]
    results = [tensor_rows(x, y, shape[-2]) for x, y in zip(*pairs, strict=True)]
    assert BASE.tensor(a, b).shape == (*shape[:-3], 3, *shape[-2:])
    for threads in (1, 2, 5):
        out = np.full((*shape[:-3], 3, *shape[-2:]), 2**64 - 1, dtype=np.uint64)
        assert BASE.tensor(a, b, out=out, threads=threads, check=True) is out
        assert [[by_rows(part) for part in parts] for parts in out.reshape(-1, 3, *shape[-2:])] == results
    # Both operands may be the same, and axes before the pair are broadcast.
    square = BASE.tensor(a, a)
    assert by_rows(square[..., 0, :, :]) == by_rows(BASE.mul(a[..., 0, :, :].copy(), a[..., 0, :, :].copy()))
    assert (BASE.tensor(a, b.reshape(-1, *shape[-3:])[0])[..., :2, :, :].shape) == shape
    batch, one = np.stack([pairs[0][0], pairs[1][0]]), pairs[1][-1]
    for x, y in ((batch, one), (one, batch), (batch[np.newaxis], one[np.newaxis])):
        swapped = BASE.tensor(x, y, threads=2).reshape(2, 3, *shape[-2:])
        for found, operand in zip(swapped, batch, strict=True):
            assert [by_rows(part) for part in found] == tensor_rows(operand, one, shape[-2])


def test_tensor_of_no_polynomials() -> None:
    for shape in ((0, 2, 3, 8), (4, 2, 3, 0)):
        x = np.zeros(shape, dtype=np.uint64)
        assert BASE.tensor(x, x, threads=2).shape == (shape[0], 3, *shape[-2:])


@pytest.mark.parametrize("n", [2, 8, 64])
@pytest.mark.parametrize("own_roots", [False, True])
def test_transforms(n: int, own_roots: bool, backend: str, rng: random.Random) -> None:
    base = ntt_base(n, 5)
    qs = moduli(base)
    roots = [ringlet.Ntt(n, q).root for q in qs]
    if own_roots:
        roots = [pow(root, 2 * rng.randrange(n) + 1, q) for root, q in zip(roots, qs, strict=True)]
    ntt = RnsNtt(n, base, psi=roots) if own_roots else RnsNtt(n, base)
    assert ntt.roots == tuple(roots)
    a, b = random_rows(rng, base, (2, 3, n)), random_rows(rng, base, (3, n))
    spectra = [transform(row, qs[i % 3], roots[i % 3], "negacyclic") for i, row in enumerate(by_rows(a))]
    for threads in (1, 2, 8):
        assert by_rows(ntt.forward(a, threads=threads, check=True)) == spectra
        assert (ntt.inverse(ntt.forward(a), threads=threads) == a).all()
        products = [product(row, b[i % 3].tolist(), qs[i % 3], "negacyclic") for i, row in enumerate(by_rows(a))]
        assert by_rows(ntt.multiply(a, b, threads=threads)) == products
    greatest = np.uint64(2**64 - 1) - (np.uint64(2**64 - 1) - a) % np.array(qs, np.uint64)[:3, np.newaxis]
    assert by_rows(ntt.forward(greatest, input_factor=None, check=True)) == spectra
    lazy = ntt.forward(a, input_factor=4, output_factor=4)
    assert [[x % qs[i % 3] for x in row] for i, row in enumerate(by_rows(lazy))] == spectra
    out = a.copy()
    assert ntt.forward(out, out=out) is out
    assert ntt.inverse(out, input_factor=2, output_factor=2, out=out) is out
    assert [[x % qs[i % 3] for x in row] for i, row in enumerate(by_rows(out))] == by_rows(a)


def test_plans_share_a_context(rng: random.Random) -> None:
    context = ringlet.RnsContext()
    base, special = ntt_base(16, 4), RnsBase(ringlet.ntt_primes(1, 59, 16))
    with ThreadPoolExecutor(4) as pool:
        plans = list(pool.map(lambda level: RnsNtt(16, base.first(level), context=context), [1, 2, 3, 4] * 10))
    assert context.transforms == 4
    RnsNtt(16, base.followed_by(special), context=context)
    assert context.transforms == 5
    RnsNtt(8, base, context=context)
    assert context.transforms == 9
    x = random_rows(rng, base, (4, 16))
    for plan in plans:
        twin = pickle.loads(pickle.dumps(plan))
        level = len(plan.base)
        assert twin == plan == RnsNtt(16, base.first(level))
        assert (twin.forward(x[:level]) == plan.forward(x[:level])).all()
    assert context.held_bytes == 0
    wide = ringlet.ModDown(plans[3], 2).on_evaluations(x)
    held = context.held_bytes
    ringlet.ModDown(plans[2], 1).on_evaluations(x[:3])  # takes the same block
    assert (context.held_bytes, context.lent_bytes, context.peak_bytes) == (held, 0, held)
    assert (wide == ringlet.ModDown(RnsNtt(16, base), 2).on_evaluations(x)).all()
    context.release()
    assert (context.held_bytes, context.peak_bytes) == (0, held)
    assert (wide == ringlet.ModDown(plans[3], 2).on_evaluations(x)).all()


def test_a_product_of_great_integers(rng: random.Random) -> None:
    base = ntt_base(16, 4)
    x, y = ([rng.randrange(-(2**60), 2**60) for _ in range(16)] for _ in range(2))
    result = RnsNtt(16, base).multiply(base.from_ints(x), base.from_ints(y))
    exact = [centre(v, base.product) for v in product(x, y, base.product, "negacyclic")]
    assert base.to_ints(result, lift="centred").tolist() == exact
    assert [v % base.product for v in exact] == lifted(result, base)[0]


X = np.ones((2, 8), dtype=np.uint64)
PAIR = np.ones((2, 2, 8), dtype=np.uint64)
SMALL = RnsBase([97, 193])
NTT = RnsNtt(8, SMALL)
SPACE = np.zeros(64, dtype=np.uint64)
FROZEN = X.copy()
FROZEN.flags.writeable = False
ON_ROWS: dict[str, Callable[..., Any]] = {
    "neg": SMALL.neg,
    "add": lambda a, **options: SMALL.add(a, X, **options),
    "add_second": lambda a, **options: SMALL.add(X, a, **options),
    "mul_sub": lambda a, **options: SMALL.mul_sub(X, X, a, **options),
    "mul_scalar": lambda a, **options: SMALL.mul_scalar(a, 3, **options),
    "inner_product": lambda a, **options: SMALL.inner_product([X, a], [X, X], **options),
    "forward": NTT.forward,
    "inverse": NTT.inverse,
    "multiply": lambda a, **options: NTT.multiply(a, X, **options),
    "to_ints": SMALL.to_ints,
}
NAME = r"(a|b|c|x|a\[1\])"


@pytest.mark.parametrize("name", ON_ROWS)
def test_wrong_rows(name: str) -> None:
    call = ON_ROWS[name]
    for array, error, message in (
        ([1, 2.5], TypeError, rf"^{NAME}\[1\] must be an integer, not float$"),
        (X.astype(float), TypeError, f"^{NAME} must be an array of integers, not float64$"),
        (
            -X.astype(np.int64),
            ValueError,
            rf"^{NAME}\[0, 0\] is -1, but it must lie in \[0, 2\^64\); ringlet[.]from_ints\(integers, q\)",
        ),
        (
            [[0, 2**64], [0, 1]],
            ValueError,
            rf"^{NAME}\[0, 1\] is 18446744073709551616, but .*; ringlet[.]from_ints\(integers, q\)",
        ),
        (np.ma.masked_array(X), TypeError, f"^{NAME} must be an array without a mask"),
        (X[0], ValueError, rf"^shape of {NAME} is \(8,\), but it must be \(..., L, [n8]\), L from 1 to 2$"),
        (np.ones((3, 8), np.uint64), ValueError, rf"^shape of {NAME} is \(3, 8\), but"),
        (np.ones((0, 8), np.uint64), ValueError, rf"^shape of {NAME} is \(0, 8\), but"),
        (X.T, ValueError, rf"^shape of {NAME} is \(8, 2\), but"),
    ):
        with pytest.raises(error, match=message):
            call(array)
    bad = X.copy()
    bad[1, 3] = 193
    with pytest.raises(ValueError, match=rf"^{NAME}\[1, 3\] is 193, but it must lie in \[0, q\), q = 193$"):
        call(bad, check=True)


@pytest.mark.parametrize("name", [name for name in ON_ROWS if name != "to_ints"])
def test_wrong_outputs(name: str) -> None:
    call = ON_ROWS[name]
    shared = SPACE[:16].reshape(2, 8)
    before = SPACE.copy()
    for out, error, message in (
        ([1], TypeError, "^out must be a NumPy array of uint64"),
        (np.zeros((1, 8), np.uint64), ValueError, r"^shape of out is \(1, 8\), but it must be that of the result"),
        (FROZEN, ValueError, "^out must be writeable"),
        (SPACE[8:24].reshape(2, 8), ValueError, f"^out overlaps {NAME} in part"),
    ):
        with pytest.raises(error, match=message):
            call(shared, out=out)
    with pytest.raises(ValueError, match=r"^threads is 0, but"):
        call(shared, threads=0)
    assert (before == SPACE).all()
    assert (FROZEN == X).all()


CASES: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: RnsBase([]), ValueError, "^number of moduli is 0, but it must be 1 to 65536$"),
    (lambda: RnsBase([3] * 65537), ValueError, "^number of moduli is 65537, but"),
    (lambda: RnsBase([5, 1]), ValueError, r"^moduli\[1\] is 1, but it must lie in \[2, 2\^62\)$"),
    (lambda: RnsBase([2**62]), ValueError, r"^moduli\[0\] is 4611686018427387904, but"),
    (lambda: RnsBase([ringlet.Modulus(2**100)]), ValueError, r"^moduli\[0\] is 1267650600228229401496703205376, but"),
    (lambda: RnsBase([-5]), ValueError, r"^moduli\[0\] is -5, but"),
    (lambda: RnsBase([10**100_000]), ValueError, r"^moduli\[0\] is a number of 332193 bits, but"),
    (
        lambda: RnsBase([5, 7, 5]),
        ValueError,
        r"^moduli\[2\] is 5, but it must have no factor in common with moduli\[0\]",
    ),
    (lambda: RnsBase([6, 9]), ValueError, r"^moduli\[1\] is 9, but it must have no factor in common with moduli\[0\]"),
    (lambda: RnsBase(["5"]), TypeError, r"^moduli\[0\] must be a Modulus or an integer, not str$"),  # type: ignore[list-item]
    (lambda: SMALL.first(0), ValueError, r"^count is 0, but it must lie in \[1, 2\]$"),
    (lambda: SMALL.first(3), ValueError, "^count is 3, but"),
    (lambda: SMALL.followed_by(SMALL), ValueError, r"^other cannot follow this base: .* moduli\[2\] is 97, but"),
    (lambda: SMALL.from_ints([[1, 2], [3]]), TypeError, r"^integers\[0\] must be an integer, not list$"),
    (
        lambda: SMALL.from_ints(np.array([[1, 2], [3, 0.5]], dtype=object)),
        TypeError,
        r"^integers\[1, 1\] must be an integer, not float$",
    ),
    (lambda: SMALL.from_ints(np.ones(3)), TypeError, r"^integers\[0\] must be an integer, not float$"),
    (lambda: SMALL.from_ints(np.ma.masked_array([1])), TypeError, "^integers must be an array without a mask"),
    (lambda: SMALL.from_ints(5), TypeError, "^integers must be an array or nested sequences of integers, not int$"),
    (lambda: SMALL.to_ints(X, lift="approximate"), ValueError, '^lift is "approximate", but'),  # type: ignore[arg-type]
    (lambda: SMALL.to_ints(X, lift="half"), ValueError, '^lift is "half", but'),  # type: ignore[arg-type]
    (lambda: SMALL.add(X, X[:1]), ValueError, r"^shape of b is \(1, 8\), but its last two axes must be those of a, "),
    (
        lambda: SMALL.add(np.ones((2, 2, 8), np.uint64), np.ones((3, 2, 8), np.uint64)),
        ValueError,
        "^shape of b is .* broadcast",
    ),
    (lambda: SMALL.mul_scalar(X, [1, 2, 3]), ValueError, "^number of integers s is 3, but it must be that of rows, 2$"),
    (lambda: SMALL.mul_scalar(X, [1, 0.5]), TypeError, r"^s\[1\] must be an integer, not float$"),  # type: ignore[list-item]
    (lambda: SMALL.inner_product([], []), ValueError, "^number of arrays in a is 0, but it must be at least 1$"),
    (lambda: SMALL.inner_product([X], [X, X]), ValueError, "^number of arrays in b is 2, but it must be that in a, 1$"),
    (
        lambda: SMALL.tensor(X, PAIR),
        ValueError,
        r"^shape of a is \(2, 8\), but it must be \(..., 2, L, n\), L from 1 to 2$",
    ),
    (
        lambda: SMALL.tensor(PAIR, np.ones((3, 2, 8), np.uint64)),
        ValueError,
        r"^shape of b is \(3, 2, 8\), but it must be",
    ),
    (lambda: SMALL.tensor(np.ones((2, 3, 8), np.uint64), PAIR), ValueError, r"^shape of a is \(2, 3, 8\), but"),
    (
        lambda: SMALL.tensor(PAIR, PAIR[:, :1].copy()),
        ValueError,
        r"^shape of b is \(2, 1, 8\), but its last two axes must be those of a, \(2, 2, 8\)$",
    ),
    (
        lambda: SMALL.tensor(np.stack([PAIR] * 2), np.stack([PAIR] * 3)),
        ValueError,
        "^shape of b is .* it must broadcast with that of a",
    ),
    (
        lambda: SMALL.tensor(PAIR, PAIR, out=PAIR),
        ValueError,
        r"^shape of out is \(2, 2, 8\), but it must be that of the result, \(3, 2, 8\)$",
    ),
    (
        lambda: SMALL.tensor(SPACE[:32].reshape(2, 2, 8), PAIR, out=SPACE[:48].reshape(3, 2, 8)),
        ValueError,
        "^out overlaps a, but it must be a separate array$",
    ),
    (
        lambda: SMALL.tensor(PAIR, PAIR * np.uint64(193), check=True),
        ValueError,
        r"^b\[0, 0, 0\] is 193, but it must lie in \[0, q\), q = 97$",
    ),
    (lambda: SMALL.tensor(PAIR, {1}), TypeError, "^b must be an array of integers, not set$"),  # type: ignore[arg-type]
    (lambda: SMALL.tensor(PAIR, PAIR, threads=0), ValueError, "^threads is 0, but"),
    (lambda: RnsNtt(3, SMALL), ValueError, r"^n is 3, but it must be a power of two from 2 to 2\^24$"),
    (lambda: RnsNtt(64, SMALL), ValueError, "^q is 97, but it must be 1 modulo 2n, n = 64$"),
    (lambda: RnsNtt(8, RnsBase([97, 289])), ValueError, "^q is 289, but a transform needs a prime$"),
    (lambda: RnsNtt(8, SMALL, psi=[8]), ValueError, "^length of psi is 1, but it must be "),
    (lambda: RnsNtt(8, SMALL, psi=8), TypeError, "^psi must be an iterable of integers, or None"),  # type: ignore[arg-type]
    (lambda: RnsNtt(8, RnsBase([97]), psi=[96]), ValueError, "^psi is 96, but it must be a primitive root of unity"),
    (lambda: RnsNtt(8, RnsBase([97]), psi=[97]), ValueError, r"^psi\[0\] is 97, but"),
    (lambda: RnsNtt(8, [97]), TypeError, "^base must be an RnsBase, not list$"),  # type: ignore[arg-type]
    (lambda: NTT.forward(X, input_factor=3), ValueError, "^input_factor is 3, but it must be None or one of 1 2 4$"),
    (lambda: NTT.inverse(X, output_factor=4), ValueError, "^output_factor is 4, but it must be one of 1 2$"),
    (
        lambda: NTT.forward(np.ones((2, 4), np.uint64)),
        ValueError,
        r"^shape of a is \(2, 4\), but it must be \(..., L, 8\)",
    ),
]


@pytest.mark.parametrize(("call", "error", "message"), CASES, ids=[message for *_, message in CASES])
def test_wrong_arguments(call: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
