"""Tests convolutions of integers of any kind against sums of products of Python's integers."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ringlet

INTEGERS = [np.dtype(kind + size) for kind in "iu" for size in "1248"]
MODULI = [1, 2, 97, 10**9 + 7, 2**32, 2**50 - 27, 2**61 - 1, 2**63, 2**63 + 1, 2**64 - 1, 2**64]


def full(a: Any, b: Any) -> list[int]:
    """Returns the linear convolution of two sequences."""
    result = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            result[i + j] += int(x) * int(y)
    return result


def part(a: Any, b: Any, mode: str) -> list[int]:
    """Returns the part of the convolution that scipy.signal.convolve returns."""
    result, n, k = full(a, b), len(a), len(b)
    if mode == "same":
        return result[(k - 1) // 2 : (k - 1) // 2 + n]
    if mode == "valid":
        return result[min(n, k) - 1 : max(n, k)]
    return result


def draw(rng: random.Random, n: int, low: int, high: int) -> list[int]:
    return [rng.choice((low, high, rng.randint(low, high))) for _ in range(n)]


@pytest.mark.parametrize("mode", ["full", "same", "valid"])
@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_every_type_modulo_every_number(dtype: np.dtype[Any], mode: str, rng: random.Random) -> None:
    limits = np.iinfo(dtype)
    for q in MODULI:
        n, k = rng.choice([(1, 1), (5, 3), (3, 8), (40, 40), (200, 70)])
        a, b = (np.array(draw(rng, size, int(limits.min), int(limits.max)), dtype=dtype) for size in (n, k))
        result = ringlet.convolve(a, b, q, mode)
        assert result.dtype == np.uint64
        assert result.tolist() == [x % q for x in part(a, b, mode)]


@pytest.mark.parametrize("mode", ["full", "same", "valid"])
def test_integers_have_the_type_of_the_operands(mode: str, rng: random.Random) -> None:
    for dtype in INTEGERS:
        limits = np.iinfo(dtype)
        high = min(int(limits.max), 2**28)
        a, b = (np.array(draw(rng, n, -high if limits.min < 0 else 0, high), dtype=dtype) for n in (50, 33))
        result = ringlet.convolve(a, b, mode=mode)
        assert result.dtype == (np.uint64 if dtype.kind == "u" else np.int64)
        assert result.tolist() == part(a, b, mode)
    mixed = ringlet.convolve(np.array([1, 2], np.uint8), np.array([-1], np.int8))
    assert mixed.dtype == np.int64
    assert mixed.tolist() == [-1, -2]


@pytest.mark.parametrize("bits", [3, 40, 62, 63, 64, 70, 300])
@pytest.mark.parametrize("mode", ["full", "same", "valid"])
def test_python_integers_of_any_size(bits: int, mode: str, rng: random.Random) -> None:
    for low in (-(2**bits), 0):
        for n, k in ((1, 1), (30, 20), (20, 100)):
            a, b = draw(rng, n, low, 2**bits), draw(rng, k, low, 2**bits - 1)
            result = ringlet.convolve(np.array(a, object), b, mode=mode)
            assert result.dtype == object
            assert result.tolist() == part(a, b, mode)
            assert ringlet.convolve(np.array(a, object), b, 2**64, mode).tolist() == [
                x % 2**64 for x in part(a, b, mode)
            ]


@pytest.mark.parametrize("threads", [1, 3])
def test_leading_axes_are_broadcast(threads: int, rng: random.Random) -> None:
    a = np.array(draw(rng, 3 * 10, -9, 9)).reshape(3, 1, 10)
    b = np.array(draw(rng, 2 * 4, -9, 9)).reshape(2, 4)
    for modulus in (None, 97):
        result = ringlet.convolve(a, b, modulus, threads=threads)
        assert result.shape == (3, 2, 13)
        for i, j in np.ndindex(3, 2):
            expected = [x if modulus is None else x % modulus for x in full(a[i, 0], b[j])]
            assert result[i, j].tolist() == expected
    assert ringlet.convolve(np.zeros((0, 3), int), [1, 2]).shape == (0, 4)
    assert ringlet.convolve(a.astype(object) * 2**100, b)[2, 1].tolist() == [2**100 * x for x in full(a[2, 0], b[1])]


def test_agrees_on_every_backend(backend: str, rng: random.Random) -> None:
    a, b = draw(rng, 1000, -(2**31), 2**31), draw(rng, 900, 0, 2**20)
    result = ringlet.convolve(a, b)
    assert result.tolist() == full(a, b)


def test_results_at_the_ends_of_types() -> None:
    assert ringlet.convolve([-(2**62)], [2]).tolist() == [-(2**63)]
    unsigned = np.array([2**63 - 1, 1], np.uint64)
    assert ringlet.convolve(unsigned, np.array([2], np.uint64)).tolist() == [2**64 - 2, 2]


ERRORS: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (
        lambda: ringlet.convolve([], [1]),
        ValueError,
        r"^shape of a is \(0,\), but it must be \(\.\.\., n\), n at least 1$",
    ),
    (lambda: ringlet.convolve([1], 5), ValueError, r"^shape of b is \(\), but"),
    (lambda: ringlet.convolve([1.5], [1]), TypeError, r"^a\[0\] must be an integer, not float$"),
    (lambda: ringlet.convolve(np.ones(3), [1]), TypeError, r"^a must be an array of integers, not float64$"),
    (lambda: ringlet.convolve([1], [True]), TypeError, r"^b must be an array of integers, not bool$"),
    (
        lambda: ringlet.convolve(np.ma.array([1]), [1]),
        TypeError,
        r"^a must be an array without a mask, not MaskedArray$",
    ),
    (lambda: ringlet.convolve([2**100, 0.5], [1]), TypeError, r"^a\[1\] must be an integer, not float$"),
    (lambda: ringlet.convolve([1], [1], 0), ValueError, r"^modulus is 0, but it must be at least 1 and at most 2\^64$"),
    (lambda: ringlet.convolve([1], [1], -5), ValueError, r"^modulus is -5, but"),
    (lambda: ringlet.convolve([1], [1], 2**64 + 1), ValueError, r"^modulus is 18446744073709551617, but"),
    (lambda: ringlet.convolve([1], [1], mode="wide"), ValueError, r"^mode is 'wide', but it must be one of full, same"),
    (
        lambda: ringlet.convolve(np.ones((2, 3), int), np.ones((3, 3), int)),
        ValueError,
        r"^shapes of a and b are \(2, 3\) and \(3, 3\), but their leading axes must fit each other$",
    ),
    (
        lambda: ringlet.convolve([0, 2**62], [2]),
        ValueError,
        r"^result\[1\] is 9223372036854775808, but it must fit int64: pass a modulus, or arrays of Python integers",
    ),
    (lambda: ringlet.convolve([1], [1], threads=0), ValueError, r"^threads is 0, but it must lie in \[1, 1024\]$"),
]


@pytest.mark.parametrize(("call", "error", "message"), ERRORS)
def test_errors(call: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
