"""Transforms of columns against their definition, on matrices of any layout."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import ringlet
from cases import residues
from oracles import RingName, pack, reverse_bits, transform, unpack

# Bits of q, words, and type of arrays.
WORDS = [(31, 1, np.uint32), (32, 1, np.uint32), (31, 1, np.uint64), (60, 1, np.uint64), (100, 2, np.uint64)]
OPTIONS: list[tuple[RingName, Any]] = [("negacyclic", "bit_reversed"), ("cyclic", "natural")]
SENTINEL = 2**32 - 7


def random_matrix(rng: random.Random, rows: int, width: int, q: int) -> list[list[int]]:
    return [residues(rng, width, q) for _ in range(rows)]


def by_definition(matrix: list[list[int]], ntt: ringlet.MatrixNtt) -> list[list[int]]:
    """Transforms each column by sums of powers, in the order of the plan."""
    q, n, coset = ntt.modulus.value, ntt.rows, ntt.coset or 1
    columns = [
        transform([v * pow(coset, j, q) % q for j, v in enumerate(column)], q, ntt.root, ntt.ring)
        for column in zip(*matrix, strict=True)
    ]
    rows = [list(row) for row in zip(*columns, strict=True)]
    return rows if ntt.order == "bit_reversed" else [rows[reverse_bits(k, n)] for k in range(n)]


def layouts(a: NDArray[Any]) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
    """Yields arrays for the same matrix, each with the memory in which it lies."""
    rows, width, *rest = a.shape
    wide = np.full((rows, width + 5, *rest), SENTINEL, a.dtype)
    yield wide, wide[:, 2 : 2 + width]
    tall = np.full((2 * rows + 1, width + 1, *rest), SENTINEL, a.dtype)
    yield tall, tall[1::2, 1:]
    upside_down = np.full((rows, width + 1, *rest), SENTINEL, a.dtype)
    yield upside_down, upside_down[::-1, :width]
    spaced = np.full((rows, 2 * width, *rest), SENTINEL, a.dtype)
    yield spaced, spaced[:, ::2]
    transposed = np.full((width, rows, *rest), SENTINEL, a.dtype)
    yield transposed, transposed.swapaxes(0, 1)
    memory = np.zeros(a.nbytes + 1, np.uint8)
    yield memory, memory[1:].view(a.dtype).reshape(a.shape)


@pytest.mark.parametrize(("ring", "order"), OPTIONS)
@pytest.mark.parametrize(("bits", "words", "dtype"), WORDS)
def test_columns_follow_the_definition(
    bits: int, words: int, dtype: Any, ring: RingName, order: Any, backend: str, rng: random.Random
) -> None:
    for rows, width in ((2, 1), (4, 3), (8, 16), (16, 7), (64, 9)):
        q = ringlet.Modulus(ringlet.ntt_primes(1, bits, rows)[0], words=words)
        coset = rng.randrange(1, q.value) if ring == "cyclic" else None
        ntt = ringlet.MatrixNtt(rows, q, ring=ring, order=order, coset=coset)
        values = random_matrix(rng, rows, width, q.value)
        a = pack(values, words).astype(dtype)
        spectrum = ntt.forward(a, check=True)
        assert spectrum.dtype == dtype
        assert unpack(spectrum, words) == by_definition(values, ntt)
        assert (ntt.inverse(spectrum, threads=2) == a).all()
        assert ntt.inverse(spectrum, out=spectrum) is spectrum
        assert (spectrum == a).all()


@pytest.mark.parametrize(("bits", "words", "dtype"), WORDS)
def test_layouts(bits: int, words: int, dtype: Any, backend: str, rng: random.Random) -> None:
    rows, width = 16, 9
    q = ringlet.Modulus(ringlet.ntt_primes(1, bits, rows)[0], words=words)
    ntt = ringlet.MatrixNtt(rows, q)
    a = pack(random_matrix(rng, rows, width, q.value), words).astype(dtype)
    expected = ntt.forward(a)
    for memory, view in layouts(a):
        untouched = memory.copy()
        view[...] = a
        assert (ntt.forward(view, check=True) == expected).all()
        assert ntt.forward(a, out=view) is view
        assert (view == expected).all()
        assert ntt.inverse(view, out=view, threads=3) is view
        assert (view == a).all()
        view[...] = SENTINEL if memory.dtype == dtype else 0
        assert (memory == untouched).all()


def test_tall_matrices_are_columns_of_transforms(backend: str, rng: random.Random) -> None:
    for rows, width, bits, dtype in ((2**12, 5, 31, np.uint32), (2**11, 4, 50, np.uint64)):
        for order in ("bit_reversed", "natural"):
            q = ringlet.ntt_primes(1, bits, rows)[0]
            options: dict[str, Any] = {"ring": "cyclic", "order": order, "coset": 3}
            matrices, ntt = ringlet.MatrixNtt(rows, q, **options), ringlet.Ntt(rows, q, **options)
            a = np.random.default_rng(rng.randrange(2**32)).integers(q, size=(rows, width), dtype=dtype)
            spectrum = matrices.forward(a, threads=2)
            for c in range(width):
                assert (spectrum[:, c] == ntt.forward(a[:, c])).all()
            assert (matrices.inverse(spectrum) == a).all()


@pytest.mark.parametrize(("bits", "words", "dtype"), WORDS)
def test_extensions_follow_the_definition(bits: int, words: int, dtype: Any, backend: str, rng: random.Random) -> None:
    for rows, width, b in ((2, 1, 0), (4, 3, 1), (16, 7, 2), (64, 20, 1)):
        q = ringlet.Modulus(ringlet.ntt_primes(1, bits, rows << b)[0], words=words)
        for ring, order in OPTIONS:
            ntt = ringlet.MatrixNtt(rows, q, ring=ring, order=order)
            coset, root = rng.randrange(1, q.value), ntt.extension_root(b)
            coefficients = random_matrix(rng, rows, width, q.value)
            values = ntt.forward(pack(coefficients, words).astype(dtype))
            found = ntt.extend(values, coset, log_blowup=b, check=True)
            assert found.dtype == dtype
            points = [coset * pow(root, reverse_bits(k, rows << b), q.value) for k in range(rows << b)]
            expected = [
                [sum(row[c] * pow(x, j, q.value) for j, row in enumerate(coefficients)) % q.value for c in range(width)]
                for x in points
            ]
            assert unpack(found, words) == expected
            memory = np.full((rows << b, width + 2, *found.shape[2:]), SENTINEL, dtype)
            out = memory[:, 1:-1]
            out[:rows] = values
            assert ntt.extend(out[:rows], coset, log_blowup=b, root=root, out=out, threads=2) is out
            assert (out == found).all()
            assert (memory[:, [0, -1]] == SENTINEL).all()


def test_descriptions(backend: str) -> None:
    names = [b.name for b in ringlet.backends()]
    ntt = ringlet.MatrixNtt(1024, 2**31 - 2**27 + 1)
    for dtype in ("uint32", "uint64"):
        chosen = ntt.describe(dtype).split(" / ")[0]
        assert names.index(chosen) <= names.index(backend)
        assert backend == "scalar" or chosen != "scalar"


Q = 97
NTT = ringlet.MatrixNtt(8, Q)
WIDE = np.zeros((8, 12), np.uint32)


def test_columns_of_one_array(rng: random.Random) -> None:
    """The output may be other columns of the input's array; what overlaps otherwise is copied or refused."""
    a = np.array(random_matrix(rng, 8, 12, Q), np.uint32)
    expected = NTT.forward(a[:, :4].copy())
    for out in (a[:, 4:8], a[:, 8:], a[:, 3:7], a[:, 1:5], a[:, :4]):
        memory = a.copy()
        start = (out.__array_interface__["data"][0] - a.__array_interface__["data"][0]) // 4
        view = memory[:, start : start + 4]
        NTT.forward(memory[:, :4], out=view)
        assert (view == expected).all()
        view[...] = a[:, start : start + 4]
        assert (memory == a).all()
    for step in (5, 7, 23):  # rows of another distance, between the rows of the input
        memory = np.resize(a, 400).astype(np.uint32)
        rows = np.lib.stride_tricks.as_strided(memory[step:], (8, 4), (4 * 25, 4), writeable=True)
        source = memory[:96].reshape(8, 12)[:, :4]
        wanted = NTT.forward(source.copy())
        NTT.forward(source, out=rows)
        assert (rows == wanted).all()
    memory = np.zeros(40, np.uint32)
    with pytest.raises(ValueError, match=r"^out overlaps a in part, but"):
        NTT.forward(memory[:32].reshape(8, 4), out=memory[1:33].reshape(8, 4))


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: ringlet.MatrixNtt(6, Q), ValueError, "^rows is 6, but it must be a power of two"),
        (lambda: ringlet.MatrixNtt(8, 12287), ValueError, "^q is 12287, but"),
        (lambda: ringlet.MatrixNtt(8, 2**255 - 19), ValueError, "but MatrixNtt takes moduli below 2\\^124$"),
        (lambda: ringlet.MatrixNtt(8, Q, coset=2), ValueError, "^coset is 2, but only the cyclic ring takes one$"),
        (lambda: NTT.forward(WIDE[:4]), ValueError, r"^shape of a is \(4, 12\), but it must be \(8, width\)$"),
        (lambda: NTT.forward(WIDE[0]), ValueError, r"^shape of a is \(12,\), but it must be \(8, width\)$"),
        (lambda: NTT.forward(WIDE[:, :, None]), ValueError, r"^shape of a is \(8, 12, 1\), but"),
        (
            lambda: ringlet.MatrixNtt(8, ringlet.Modulus(Q, words=2)).forward(np.zeros((8, 3, 2), np.uint64)[:4]),
            ValueError,
            r"^shape of a is \(4, 3, 2\), but it must be \(8, width, 2\)$",
        ),
        (
            lambda: ringlet.MatrixNtt(8, ringlet.Modulus(Q, words=2)).forward(np.zeros((8, 3), np.uint64)),
            ValueError,
            r"^shape of a is \(8, 3\), but its last axis must be 2",
        ),
        (lambda: NTT.forward(5), TypeError, "^a must be an array of integers, not int$"),  # type: ignore[arg-type]
        (lambda: NTT.forward(WIDE.astype(float)), TypeError, "^a must be an array of integers, not float64$"),
        (lambda: NTT.forward(np.ma.masked_array(WIDE)), TypeError, "^a must be an array without a mask"),
        (lambda: NTT.forward(WIDE, out=WIDE[:, :5]), ValueError, r"^shape of out is \(8, 5\), but it must be that of"),
        (lambda: NTT.forward(WIDE, out=WIDE[:4]), ValueError, r"^shape of out is \(4, 12\), but"),
        (
            lambda: NTT.forward(WIDE, out=WIDE.astype(np.uint64)),
            TypeError,
            "^out must be an array of uint32, not uint64$",
        ),
        (lambda: NTT.forward(WIDE + 97, check=True), ValueError, r"^a\[0, 0\] is 97, but it must lie in \[0, q\)"),
        (lambda: NTT.forward(WIDE[:, 3:5] + 97, check=True), ValueError, r"^a\[0, 0\] is 97, but"),
        (lambda: NTT.extend(WIDE, 0), ValueError, "^coset is 0, but it must lie in"),
        (lambda: NTT.extend(WIDE, None), TypeError, "^coset must be an integer, not None"),  # type: ignore[arg-type]
        (lambda: NTT.extend(WIDE, 5, log_blowup=17), ValueError, r"^log_blowup is 17, but it must lie in \[0, 16\]$"),
        (lambda: NTT.extend(WIDE, 5, log_blowup=3), ValueError, "97"),
        (lambda: NTT.extend(WIDE, 5, root=1), ValueError, "^root is 1, but"),
        (lambda: NTT.extend(WIDE[:4], 5), ValueError, r"^shape of a is \(4, 12\), but it must be \(8, width\)$"),
        (lambda: NTT.extend(WIDE, 5, out=WIDE), ValueError, r"^shape of out is \(8, 12\), but"),
        (lambda: NTT.extension_root(17), ValueError, r"^log_blowup is 17, but"),
        (lambda: NTT.inverse(WIDE, threads=0), ValueError, "^threads is 0, but"),
    ],
)
def test_bad_input(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


def test_values_are_named_by_row_and_column() -> None:
    bad = WIDE.copy()
    bad[5, 7] = Q
    with pytest.raises(ValueError, match=r"^a\[5, 4\] is 97, but"):
        NTT.forward(bad[:, 3:9], check=True)


def test_empty_matrices() -> None:
    empty = np.zeros((8, 0), np.uint32)
    assert NTT.forward(empty).shape == (8, 0)
    assert NTT.forward(WIDE[:, 3:3], out=empty) is empty
