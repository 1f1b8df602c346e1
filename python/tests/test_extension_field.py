"""Operations on elements of extension fields against products of polynomials in Python integers."""

import itertools
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import ringlet
from cases import residues
from oracles import pack, unpack

Element = list[int]
BABYBEAR, KOALABEAR, GOLDILOCKS = 2**31 - 2**27 + 1, 2**31 - 2**24 + 1, 2**64 - 2**32 + 1
# q, degree, w, words of a residue, and type of arrays.
FIELDS: list[tuple[int, int, int, int, Any]] = [
    (BABYBEAR, 4, 11, 1, np.uint32),
    (KOALABEAR, 8, 3, 1, np.uint32),
    (2**31 - 1, 3, 5, 1, np.uint32),
    (2**31 - 1, 2, -1, 1, np.uint32),
    (2**32 - 5, 2, 2, 1, np.uint32),
    (BABYBEAR, 5, 2, 1, np.uint64),
    (2**61 - 1, 2, 3, 1, np.uint64),
    (GOLDILOCKS, 2, 7, 2, np.uint64),
]
LAYOUTS = ("interleaved", "coordinates")
LENGTHS = (1, 2, 7, 8, 9, 17, 70)


def product(x: Element, y: Element, q: int, w: int) -> Element:
    """Multiplies by the schoolbook method and reduces by X^d = w."""
    d = len(x)
    out = [0] * d
    for i, j in itertools.product(range(d), repeat=2):
        out[(i + j) % d] += x[i] * y[j] * (w if i + j >= d else 1)
    return [v % q for v in out]


def elements(rng: random.Random, n: int, q: int, d: int) -> list[Element]:
    return [residues(rng, d, q) for _ in range(n)]


def with_layout(values: list[Element], layout: str, words: int, dtype: Any) -> NDArray[Any]:
    rows: list[Any] = values if layout == "interleaved" else [list(row) for row in zip(*values, strict=True)]
    return pack(rows, words).astype(dtype)


def from_layout(array: NDArray[Any], layout: str, words: int) -> list[Element]:
    rows: list[Element] = unpack(array, words)
    return rows if layout == "interleaved" else [list(row) for row in zip(*rows, strict=True)]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("q", "d", "w", "words", "dtype"), FIELDS)
def test_operations(
    q: int, d: int, w: int, words: int, dtype: Any, layout: Any, backend: str, rng: random.Random
) -> None:
    field = ringlet.ExtensionField(ringlet.Modulus(q, words=words), d, w)
    assert (field.degree, field.w, field.modulus.value) == (d, w % q, q)
    options: dict[str, Any] = {"layout": layout, "check": True}
    for n in LENGTHS:
        x, y = elements(rng, n, q, d), elements(rng, n, q, d)
        base, (s, ratio) = residues(rng, n, q), elements(rng, 2, q, d)
        a, b = (with_layout(values, layout, words, dtype) for values in (x, y))
        u, v = (pack(values, words).astype(dtype) for values in (s, ratio))
        products = [product(i, j, q, w) for i, j in zip(x, y, strict=True)]
        result = field.mul(a, b, **options)
        assert (result.dtype, result.shape) == (dtype, a.shape)
        assert from_layout(result, layout, words) == products
        scaled = field.mul_by_base(a, pack(base, words).astype(dtype), **options)
        assert from_layout(scaled, layout, words) == [[c * k % q for c in e] for e, k in zip(x, base, strict=True)]
        assert from_layout(field.mul_by_element(a, u, **options), layout, words) == [product(e, s, q, w) for e in x]
        inverses = from_layout(field.invert(a, **options), layout, words)
        one = [1] + [0] * (d - 1)
        assert [product(e, i, q, w) for e, i in zip(x, inverses, strict=True)] == [one if any(e) else e for e in x]
        total = field.inner_product(a, b, **options)
        assert total.shape == (u.shape if words == 1 else (d, words))
        assert unpack(total, words) == [sum(column) % q for column in zip(*products, strict=True)]
        powers, power = [], s
        for _ in range(n):
            powers.append(power)
            power = product(power, ratio, q, w)
        assert from_layout(field.powers(u, v, n, **options), layout, words) == powers
        assert field.mul(a, b, out=a, layout=layout) is a
        assert (a == result).all()


@pytest.mark.parametrize(("q", "d", "w", "words", "dtype"), FIELDS)
def test_conversions_and_batches(q: int, d: int, w: int, words: int, dtype: Any, rng: random.Random) -> None:
    field = ringlet.ExtensionField(ringlet.Modulus(q, words=words), d, w)
    values = elements(rng, 6, q, d)
    a = with_layout(values, "interleaved", words, dtype)
    rows = field.to_coordinates(a)
    assert (rows == with_layout(values, "coordinates", words, dtype)).all()
    assert (field.to_interleaved(rows) == a).all()
    batch = a.reshape(2, 3, *a.shape[1:])
    assert (field.mul(batch, batch).reshape(a.shape) == field.mul(a, a)).all()
    of_batch = field.to_coordinates(batch)
    assert of_batch.shape == (d, 2, 3, *a.shape[2:])
    product_of_rows = field.mul(of_batch, of_batch, layout="coordinates")
    assert (field.to_interleaved(product_of_rows) == field.mul(batch, batch)).all()
    empty = a[:0]
    assert field.mul(empty, empty).shape == empty.shape
    assert not field.inner_product(empty, empty).any()
    assert field.to_coordinates(empty).shape == (d, 0, *a.shape[2:])


def strange(a: NDArray[Any]) -> Iterator[NDArray[Any]]:
    """Yields arrays with the same elements that must be copied."""
    spaced = np.zeros((*a.shape, 2), a.dtype)
    spaced[..., 0] = a
    yield spaced[..., 0]
    yield a[::-1].copy()[::-1]
    yield np.asfortranarray(a)
    misaligned = np.zeros(a.nbytes + 1, np.uint8)[1:].view(a.dtype).reshape(a.shape)
    misaligned[...] = a
    yield misaligned


def test_arrays_of_any_layout(backend: str, rng: random.Random) -> None:
    for dtype in (np.uint32, np.uint64):
        field = ringlet.ExtensionField(BABYBEAR, 4, 11)
        a = with_layout(elements(rng, 9, BABYBEAR, 4), "interleaved", 1, dtype)
        expected = field.mul(a, a)
        for x, out in zip(strange(a), strange(a), strict=True):
            assert (field.mul(x, x) == expected).all()
            assert field.mul(a, x, out=out) is out
            assert (out == expected).all()
        assert field.mul_by_element(a, [1 - BABYBEAR, 0, 0, BABYBEAR]).dtype == dtype
        assert (field.mul_by_element(a, [1 - BABYBEAR, 0, 0, BABYBEAR]) == a).all()


def test_transforms_of_elements(rng: random.Random) -> None:
    """Interleaved elements are a matrix whose columns are the coordinates."""
    field = ringlet.ExtensionField(BABYBEAR, 4, 11)
    a = with_layout(elements(rng, 16, BABYBEAR, 4), "interleaved", 1, np.uint32)
    matrices, ntt = ringlet.MatrixNtt(16, BABYBEAR), ringlet.Ntt(16, BABYBEAR)
    assert (field.to_coordinates(matrices.forward(a)) == ntt.forward(field.to_coordinates(a))).all()


def test_descriptions(backend: str) -> None:
    names = [b.name for b in ringlet.backends()]
    field = ringlet.ExtensionField(BABYBEAR, 4, 11)
    for dtype in ("uint32", "uint64"):
        assert names.index(field.describe(dtype).split(" / ")[0]) <= names.index(backend)


FIELD = ringlet.ExtensionField(BABYBEAR, 4, 11)
A = np.ones((6, 4), np.uint32)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: ringlet.ExtensionField(BABYBEAR, 1, 11), ValueError, r"^degree is 1, but it must lie in \[2, 8\]$"),
        (lambda: ringlet.ExtensionField(BABYBEAR, 9, 11), ValueError, "^degree is 9, but"),
        (lambda: ringlet.ExtensionField(BABYBEAR, 4, 4), ValueError, "4"),
        (lambda: ringlet.ExtensionField(BABYBEAR, 7, 11), ValueError, "7"),
        (lambda: ringlet.ExtensionField(91, 2, 5), ValueError, "91"),
        (lambda: ringlet.ExtensionField(2**255 - 19, 2, 5), ValueError, "but ExtensionField takes moduli below"),
        (lambda: FIELD.mul(A, A[:3]), ValueError, r"^shape of b is \(3, 4\), but it must be \(6, 4\)$"),
        (lambda: FIELD.mul(A.T, A), ValueError, r"^shape of a is \(4, 6\), but it must be \(..., 4\)$"),
        (
            lambda: FIELD.mul(A, A, layout="coordinates"),
            ValueError,
            r"^shape of a is \(6, 4\), but it must be \(4, ...\)$",
        ),
        (lambda: FIELD.mul(A, A, layout="rows"), ValueError, '^layout is "rows", but it must be "interleaved" or'),  # type: ignore[arg-type]
        (lambda: FIELD.mul(A, A.astype(np.uint64)), TypeError, "^b must be an array of uint32, not uint64$"),
        (lambda: FIELD.mul(A, A, out=A.astype(np.uint64)), TypeError, "^out must be an array of uint32, not uint64$"),
        (lambda: FIELD.mul(A, 5), TypeError, "^b must be an array of integers, not int$"),  # type: ignore[arg-type]
        (lambda: FIELD.mul_by_base(A, A), ValueError, r"^shape of b is \(6, 4\), but it must be \(6,\)$"),
        (lambda: FIELD.mul_by_element(A, A), ValueError, r"^shape of s is \(6, 4\), but it must be \(4,\)$"),
        (lambda: FIELD.mul_by_element(A, A[0] + BABYBEAR), ValueError, r"^s\[0\] is 2013265922, but it must"),
        (lambda: FIELD.powers(A[0], A[0], 0), ValueError, r"^n is 0, but"),
        (lambda: FIELD.powers(A[0], A, 3), ValueError, r"^shape of ratio is"),
        (lambda: FIELD.inner_product(A, A, out=A[:, 0].copy()), ValueError, r"^shape of out is \(6,\), but"),
        (lambda: FIELD.mul(A, A + BABYBEAR, check=True), ValueError, r"^b\[0, 0\] is 2013265922, but it must lie in"),
        (lambda: FIELD.to_coordinates(A, out=A.reshape(4, 6)), ValueError, "^out overlaps a, but"),
        (
            lambda: (lambda m: FIELD.mul(m[:24].reshape(6, 4), A, out=m[1:25].reshape(6, 4)))(np.ones(30, np.uint32)),
            ValueError,
            "^out overlaps a in part",
        ),
        (
            lambda: (lambda m: FIELD.mul_by_base(A, m[:6], out=m[:24].reshape(6, 4)))(np.ones(30, np.uint32)),
            ValueError,
            "^out overlaps b, but it must be a separate array$",
        ),
    ],
)
def test_bad_input(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
