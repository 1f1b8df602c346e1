"""Element-wise functions against Python's integers."""

import operator
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ringlet
from cases import moduli, residues, values
from oracles import pack, unpack
from ringlet import Modulus

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
    "never": lambda _a, _b: False,
    "always": lambda _a, _b: True,
}


@given(st.data(), moduli(), st.integers(0, 40))
def test_any_modulus_and_length(data: st.DataObject, modulus: Modulus, n: int) -> None:
    q, words = modulus.value, modulus.words
    a, b = data.draw(values(q, n)), data.draw(values(q, n))
    s = data.draw(st.integers(0, q - 1))
    x, y = pack(a, words), pack(b, words)
    for result, expected in (
        (ringlet.add(x, y, modulus), [u + v for u, v in zip(a, b, strict=True)]),
        (ringlet.add(x, s, modulus), [u + s for u in a]),
        (ringlet.sub(x, y, modulus), [u - v for u, v in zip(a, b, strict=True)]),
        (ringlet.sub(x, s, modulus), [u - s for u in a]),
        (ringlet.neg(x, modulus), [-u for u in a]),
        (ringlet.mul(x, y, modulus), [u * v for u, v in zip(a, b, strict=True)]),
        (ringlet.mul_sub(x, y, y, modulus), [u * v - v for u, v in zip(a, b, strict=True)]),
        (ringlet.mul_sub(x, x, y, modulus), [u * u - v for u, v in zip(a, b, strict=True)]),
        (ringlet.mul_scalar(x, s, modulus), [u * s for u in a]),
        (ringlet.axpy(x, s, y, modulus), [u * s + v for u, v in zip(a, b, strict=True)]),
        (ringlet.axpy(x, s, None, modulus), [u * s for u in a]),
    ):
        assert unpack(result, words) == [v % q for v in expected]
        assert result.dtype == np.uint64
        assert result.shape == x.shape


@given(st.data(), moduli())
def test_factors(data: st.DataObject, modulus: Modulus) -> None:
    q, words, n = modulus.value, modulus.words, 11
    s = data.draw(st.integers(0, q - 1))
    for factor in (1, 2, 4, 8):
        bound = min(factor * q, 2 ** (64 * words))
        a, b = data.draw(values(bound, n)), data.draw(values(bound, n))
        x, y = pack(a, words), pack(b, words)
        options = {"input_factor": factor, "check": True}
        result = ringlet.axpy(x, s, y, modulus, **options)  # type: ignore[arg-type]
        assert unpack(result, words) == [(u * s + v) % q for u, v in zip(a, b, strict=True)]
        assert unpack(ringlet.mul_scalar(x, s, modulus, input_factor=factor), words) == [u * s % q for u in a]
        if factor <= 4:
            product = ringlet.mul(x, y, modulus, input_factor=factor)
            assert unpack(product, words) == [u * v % q for u, v in zip(a, b, strict=True)]
            difference = ringlet.mul_sub(x, y, x, modulus, input_factor=factor)
            assert unpack(difference, words) == [(u * v - u) % q for u, v in zip(a, b, strict=True)]
        if factor in (2, 4):
            assert unpack(ringlet.reduce(x, modulus, input_factor=factor), words) == [u % q for u in a]


@given(st.data(), moduli())
def test_reduce_any_number(data: st.DataObject, modulus: Modulus) -> None:
    q, words = modulus.value, modulus.words
    a = data.draw(values(2 ** (64 * words), 17))
    x = pack(a, words)
    assert unpack(ringlet.reduce(x, modulus, check=True), words) == [v % q for v in a]
    lazy = unpack(ringlet.reduce(x, modulus, output_factor=2), words)
    assert all(v < 2 * q for v in lazy)
    assert [v % q for v in lazy] == [v % q for v in a]


@given(st.data(), st.integers(2, 2**62 - 1), st.sampled_from(list(COMPARISONS)))
def test_comparisons(data: st.DataObject, q: int, comparison: Any) -> None:
    holds = COMPARISONS[comparison]
    a = data.draw(values(2**64, 17))
    bound = data.draw(st.sampled_from([*a, 0, 2**64 - 1]))
    diff = data.draw(st.integers(0, q - 1))
    x = pack(a, 1)
    added = ringlet.cmp_add(x, comparison, bound, 2**64 - 1 - diff)
    assert added.tolist() == [(v + (2**64 - 1 - diff) * holds(v, bound)) % 2**64 for v in a]
    assert ringlet.cmp_sub(x, q, comparison, bound, diff).tolist() == [(v - diff * holds(v, bound)) % q for v in a]


@pytest.mark.parametrize("q", [97, 2**30 - 35, 2**49 + 9, 2**55 - 55, 2**62 - 57, 2**62 + 1, 2**104 - 17, 2**124 - 59])
def test_every_backend(q: int, backend: str, rng: random.Random) -> None:
    words = Modulus(q).words
    a, b = residues(rng, 1000, q), residues(rng, 1000, q)
    x, y, s = pack(a, words), pack(b, words), rng.randrange(q)
    assert unpack(ringlet.mul(x, y, q), words) == [u * v % q for u, v in zip(a, b, strict=True)]
    assert unpack(ringlet.axpy(x, s, y, q), words) == [(u * s + v) % q for u, v in zip(a, b, strict=True)]
    assert unpack(ringlet.add(x, y, q), words) == [(u + v) % q for u, v in zip(a, b, strict=True)]


@pytest.mark.parametrize("shape", [(), (1,), (3, 5), (2, 1, 7), (0,), (4, 0)])
@pytest.mark.parametrize("words", [1, 2])
def test_shapes(shape: tuple[int, ...], words: int) -> None:
    q = Modulus(97, words=words)
    x = np.full(shape if words == 1 else (*shape, 2), 5 if words == 1 else 0, dtype=np.uint64)
    result = ringlet.add(x, 96, q)
    assert result.shape == x.shape
    expected = np.full(shape, 4 if words == 1 else 96).tolist()
    assert unpack(result, words) == expected


@given(moduli(), st.integers(0, 2**140))
def test_modulus(modulus: Modulus, x: int) -> None:
    q = modulus.value
    assert int(modulus) == q
    assert modulus.bits == q.bit_length()
    x %= 2 ** (64 * modulus.words)
    assert modulus.reduce(x) == x % q
    twin = eval(repr(modulus), vars(ringlet))
    assert twin == modulus
    assert hash(twin) == hash(modulus)
    assert modulus != Modulus(q - 1 if q > 2 else 3, words=modulus.words)
    assert q >= 2**62 or Modulus(q, words=1) != Modulus(q, words=2)
    assert modulus != q
