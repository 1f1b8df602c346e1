"""Element-wise functions against Python integers."""

import operator
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ringlet
from cases import factors_of, moduli, residues, values
from operations import MULTIWORD_APART, MULTIWORD_OPERATIONS, OPERATIONS, Operation
from oracles import pack, unpack
from ringlet import Modulus, _core

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


def lists_of(data: st.DataObject, operation: Operation, bound: int, n: int) -> list[list[int]]:
    return [data.draw(values(bound, n)) for _ in operation.arrays]


@pytest.mark.parametrize("operation", OPERATIONS, ids=str)
@given(st.data(), moduli(), st.integers(0, 40))
def test_any_modulus_and_length(operation: Operation, data: st.DataObject, modulus: Modulus, n: int) -> None:
    inputs = lists_of(data, operation, modulus.value, n)
    s = data.draw(st.integers(0, modulus.value - 1))
    # An array may be passed several times.
    for lists in (inputs, [*inputs[:-1], inputs[0]], [inputs[0], inputs[-1], inputs[-1]][: len(inputs)]):
        arrays = [pack(values, modulus.words) for values in lists]
        result = operation.call(arrays, s, modulus)
        assert unpack(result, modulus.words) == operation.results(lists, s, modulus.value)
        assert result.dtype == np.uint64
        assert result.shape == arrays[0].shape


@pytest.mark.parametrize("operation", [o for o in OPERATIONS if o.factors], ids=str)
@given(st.data(), moduli())
def test_factors(operation: Operation, data: st.DataObject, modulus: Modulus) -> None:
    q, words = modulus.value, modulus.words
    s = data.draw(st.integers(0, q - 1))
    for factor in factors_of(modulus, operation.factors):
        lists = lists_of(data, operation, min(factor * q, 2 ** (64 * words)), 11)
        arrays = [pack(values, words) for values in lists]
        result = operation.call(arrays, s, modulus, input_factor=factor, check=True)
        assert unpack(result, words) == operation.results(lists, s, q)


@given(st.data(), moduli())
def test_reduce_factors(data: st.DataObject, modulus: Modulus) -> None:
    for factor in factors_of(modulus, (2, 4)):
        a = data.draw(values(factor * modulus.value, 11))
        result = ringlet.reduce(pack(a, modulus.words), modulus, input_factor=factor)
        assert unpack(result, modulus.words) == [u % modulus.value for u in a]


def test_every_function_has_a_row() -> None:
    functions = {name for name in _core.__all__ if not isinstance(getattr(ringlet, name), type)}
    number_theory = {"is_prime", "is_primitive_root", "ntt_primes", "primitive_root"}
    apart = {"reduce", "cmp_add", "cmp_sub"}
    digits = {"baby_giant_steps", "balanced_digit", "balanced_digit_count"}
    rows = {operation.function.__name__ for operation in [*OPERATIONS, *MULTIWORD_OPERATIONS]}
    assert functions <= number_theory | apart | digits | MULTIWORD_APART | rows


@given(st.data(), moduli())
def test_reduce_any_number(data: st.DataObject, modulus: Modulus) -> None:
    q, words = modulus.value, modulus.words
    a = data.draw(values(2 ** (64 * words), 17))
    x = pack(a, words)
    assert unpack(ringlet.reduce(x, modulus, check=True), words) == [v % q for v in a]
    most = max(factors_of(modulus, (1, 2)))
    lazy = unpack(ringlet.reduce(x, modulus, output_factor=most), words)
    assert all(v < most * q for v in lazy)
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


@pytest.mark.parametrize("operation", OPERATIONS, ids=str)
@pytest.mark.parametrize("q", [97, 2**30 - 35, 2**49 + 9, 2**55 - 55, 2**62 - 57, 2**62 + 1, 2**104 - 17, 2**124 - 59])
def test_every_backend(operation: Operation, q: int, backend: str, rng: random.Random) -> None:
    words = Modulus(q).words
    lists = [residues(rng, 1000, q) for _ in operation.arrays]
    s = rng.randrange(q)
    result = operation.call([pack(values, words) for values in lists], s, q)
    assert unpack(result, words) == operation.results(lists, s, q)


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
    other: object = q
    assert modulus != other
