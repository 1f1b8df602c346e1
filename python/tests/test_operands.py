"""Operands of other types and shapes than the result: numbers of either sign, and NumPy's broadcasting."""

import itertools
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ringlet
from cases import factors_of, moduli, plan, residues
from operations import OPERATIONS, Operation
from oracles import pack, unpack
from ringlet import Modulus

Q = [Modulus(97), Modulus(2**62 - 57), Modulus(97, words=2), Modulus(2**64 + 13), Modulus(2**124 - 59)]
SIGNED = [np.int8, np.int16, np.int32, np.int64, np.dtype(">i8")]
UNSIGNED = [np.uint8, np.uint16, np.dtype(">u4"), np.dtype(">u8")]


def corners(dtype: Any) -> list[int]:
    limits = np.iinfo(dtype)
    least, greatest = int(limits.min), int(limits.max)
    return [v for v in (least, least + 1, -97, -96, -1, 0, 1, 96, 97, greatest - 1, greatest) if least <= v <= greatest]


@pytest.mark.parametrize("q", Q, ids=repr)
@pytest.mark.parametrize("dtype", SIGNED + UNSIGNED, ids=str)
def test_any_type_of_integers(dtype: Any, q: Modulus) -> None:
    values = corners(dtype)
    array = np.array(values).astype(dtype) if min(values) < 0 else np.array(values, dtype=np.uint64).astype(dtype)
    expected = pack([v % q.value for v in values], q.words)
    assert (ringlet.reduce(array, q) == expected).all()
    assert (ringlet.add(array, 0, q, check=True) == expected).all()
    assert (ringlet.add(array[::-1], 0, q) == expected[::-1]).all()
    assert (ringlet.FixedOperand(array, q).values == expected).all()


@given(moduli(), st.lists(st.integers(-(2**63), 2**63 - 1)), st.integers(-(2**200), 2**200))
def test_signed_numbers(q: Modulus, values: list[int], number: int) -> None:
    array = np.array(values, dtype=np.int64)
    assert unpack(ringlet.neg(array, q), q.words) == [-v % q.value for v in values]
    assert unpack(ringlet.add(array, number, q), q.words) == [(v + number) % q.value for v in values]
    assert unpack(ringlet.sub(number, array, q), q.words) == [(number - v) % q.value for v in values]
    factor = max(factors_of(q, (1, 4)))
    products = ringlet.mul(array, number, q, input_factor=factor)
    assert unpack(products, q.words) == [v * number % q.value for v in values]
    assert unpack(ringlet.mul_scalar(array, number, q), q.words) == [v * number % q.value for v in values]
    assert unpack(ringlet.mul_sub(array, number, number, q), q.words) == [(v - 1) * number % q.value for v in values]
    assert q.reduce(number) == number % q.value
    assert unpack(ringlet.from_ints([*values, number], q), q.words) == [v % q.value for v in [*values, number]]


@pytest.mark.parametrize(("n", "bits", "words"), [(16, 50, 1), (16, 100, 2), (8, 40, 2)])
def test_signed_polynomials(n: int, bits: int, words: int, rng: random.Random) -> None:
    ntt = plan(n, bits, words, "negacyclic")
    q = ntt.modulus
    small = np.array([[rng.choice([-1, 0, 1]) for _ in range(n)] for _ in range(3)])
    packed = ringlet.from_ints(small, q)
    assert (ntt.forward(small, threads=2, check=True) == ntt.forward(packed)).all()
    assert (ntt.inverse(small) == ntt.inverse(packed)).all()
    assert (ntt.multiply(small, small) == ntt.multiply(packed, packed)).all()
    key = ringlet.FixedOperand(small[0], q)
    assert (key.mul(small) == ringlet.mul(packed, packed[0], q)).all()
    assert (key.mul_add(small, -1) == ringlet.sub(key.mul(packed), 1, q)).all()
    assert ringlet.centred(ntt.inverse(ntt.forward(small)), q).tolist() == small.tolist()


@given(moduli(), st.data())
def test_centred(q: Modulus, data: st.DataObject) -> None:
    values = data.draw(st.lists(st.integers(0, 2 ** (64 * q.words) - 1)))
    values += [0, 1, q.value // 2, q.value // 2 + 1, q.value - 1]
    numbers = ringlet.centred(pack(values, q.words), q)
    assert numbers.dtype == (np.int64 if q.words == 1 else object)
    assert all(-q.value < 2 * number <= q.value for number in numbers.tolist())
    assert [number % q.value for number in numbers.tolist()] == [v % q.value for v in values]
    back = ringlet.add(numbers, 0, q) if q.words == 1 else ringlet.from_ints(numbers, q)
    assert unpack(back, q.words) == [v % q.value for v in values]


def test_centred_keeps_shapes() -> None:
    for q, words in ((97, 1), (2**100, 2)):
        for shape in ((), (0,), (3, 0), (2, 3)):
            array = np.zeros(shape if words == 1 else (*shape, 2), dtype=np.uint64)
            assert ringlet.centred(array, q).shape == shape


SHAPES = [(), (1,), (4,), (3, 1), (3, 4), (1, 4), (2, 3, 4), (2, 1, 1), (0, 4), (2, 3, 1)]


def fits(shapes: tuple[tuple[int, ...], ...]) -> bool:
    try:
        np.broadcast_shapes(*shapes)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("q", [Modulus(97), Modulus(2**100 + 7)], ids=repr)
@pytest.mark.parametrize("operation", OPERATIONS, ids=str)
def test_shapes_are_broadcast(operation: Operation, q: Modulus, rng: random.Random) -> None:
    s = rng.randrange(q.value)
    for shapes in itertools.product(SHAPES, repeat=len(operation.arrays)):
        numbers = [
            np.array(residues(rng, int(np.prod(shape)), q.value), dtype=object).reshape(shape) for shape in shapes
        ]
        arrays = [ringlet.from_ints(array, q) for array in numbers]
        if not fits(shapes):
            with pytest.raises(ValueError, match="but it must broadcast with that of"):
                operation.call(arrays, s, q)
            continue
        expected = np.asarray(operation.expected(*operation.ordered(numbers, s)) % q.value, dtype=object)
        result = operation.call(arrays, s, q, check=True)
        assert result.shape == (expected.shape if q.words == 1 else (*expected.shape, 2))
        assert unpack(result, q.words) == expected.tolist()
        assert (operation.call(arrays, s, q, out=np.empty_like(result), threads=2) == result).all()


@pytest.mark.parametrize("q", [Modulus(97), Modulus(2**100 + 7)], ids=repr)
@pytest.mark.parametrize("operation", OPERATIONS, ids=str)
def test_integers_in_the_place_of_arrays(operation: Operation, q: Modulus, rng: random.Random) -> None:
    for places in itertools.product([False, True], repeat=len(operation.arrays)):
        lists = [residues(rng, 5, q.value) for _ in places]
        lists = [[values[0]] * 5 if is_number else values for values, is_number in zip(lists, places, strict=True)]
        operands: list[Any] = [
            values[0] - q.value if is_number else pack(values, q.words)
            for values, is_number in zip(lists, places, strict=True)
        ]
        result = operation.call(operands, 5 - q.value, q)
        expected = operation.results(lists, 5, q.value)
        assert unpack(result, q.words) == (expected[0] if all(places) else expected)


def test_batches_are_broadcast(rng: random.Random) -> None:
    for bits, words in ((50, 1), (100, 2)):
        ntt = plan(16, bits, words, "negacyclic")
        q = ntt.modulus.value
        end = (16,) if words == 1 else (16, 2)
        batch = pack(residues(rng, 6 * 16, q), words).reshape(2, 3, *end)
        one = pack(residues(rng, 16, q), words)
        column = batch[:, :1].copy()
        full = np.broadcast_to(one, batch.shape).copy()
        assert (ntt.multiply(batch, one, threads=2) == ntt.multiply(batch, full)).all()
        assert (ntt.multiply(one, batch, check=True) == ntt.multiply(batch, full)).all()
        assert (ntt.multiply(batch, column)[:, 2] == ntt.multiply(batch[:, 2].copy(), column[:, 0].copy())).all()
        key = ringlet.FixedOperand(one, q)
        assert (key.mul_add(batch, one) == key.mul_add(batch, full)).all()
        assert (key.mul_add(one, batch) == ringlet.add(key.mul(one), batch, q)).all()


def test_broadcast_operands_may_lie_in_the_output() -> None:
    x = np.arange(12, dtype=np.uint64).reshape(3, 4)
    expected = ringlet.add(x, x[1].copy(), 97)
    assert (ringlet.add(x, x[1], 97, out=x) == expected).all()
    with pytest.raises(ValueError, match=r"^shape of out is \(4,\), but it must be that of the result, \(3, 4\)$"):
        ringlet.add(x, x[1], 97, out=np.zeros(4, dtype=np.uint64))


def test_values_are_checked_before_they_are_broadcast() -> None:
    bad = np.array([[0], [97]], dtype=np.uint64)
    with pytest.raises(ValueError, match=r"^b\[1, 0\] is 97, but it must lie in \[0, q\), q = 97$"):
        ringlet.add(np.zeros(5, dtype=np.uint64), bad, 97, check=True)


def test_comparisons_take_words_as_they_are() -> None:
    for a in ([1, 5], np.array([1, 5], dtype=np.int8), np.array([1, 5], dtype=object)):
        assert ringlet.cmp_add(a, ">", 2, 2**64 - 1).tolist() == [1, 4]
        assert ringlet.cmp_sub(a, 3, ">", 2, 1).tolist() == [1, 1]
    assert ringlet.cmp_add([2**64 - 1], ">", 2, 2).tolist() == [1]
    with pytest.raises(
        ValueError, match=r"^a\[1\] is -1, but it must lie in \[0, 2\^64\); ringlet[.]from_ints\(integers, q\) makes"
    ):
        ringlet.cmp_add(np.array([5, -1]), "<", 1, 1)


class Foreign:
    """An array of another package: it has NumPy's interface, and an __index__ as such arrays do."""

    def __init__(self, array: Any) -> None:
        self.array, self.ndim = array, array.ndim

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.asarray(self.array, dtype=dtype)

    def __index__(self) -> int:
        raise TypeError("only arrays of one element are integers")


@pytest.mark.parametrize("q", [*Q, Modulus(2**255 - 19)], ids=repr)
def test_lists_hold_numbers_and_arrays_of_uint64_words(q: Modulus) -> None:
    """Whatever the values, although they decide which type NumPy gives a list."""
    for values in ([1, 2], [2**63, 2], [2**64 - 1, 2**63], [-1, 2**63], [-(2**300), 2**300], [[2**63, 2], [1, 0]]):
        numbers: Any = np.array(values, dtype=object)
        expected = (numbers % q.value).tolist()
        for operand in (values, tuple(values), numbers):
            assert unpack(ringlet.add(operand, 0, q), q.words) == expected
            assert ringlet.to_ints(operand, q).tolist() == expected
    assert unpack(ringlet.add(range(2**63, 2**63 + 2), 0, q), q.words) == [(2**63 + i) % q.value for i in range(2)]
    array = pack([1, q.value - 1], q.words)
    for operand in (array, Foreign(array), array.data):
        assert (ringlet.add(operand, 0, q) == array).all()
    for operand in ([array, array], (array, array), [Foreign(array), Foreign(array)]):
        assert (ringlet.add(operand, 0, q) == np.stack([array, array])).all()
    assert ringlet.add([], 0, q).shape == ((0,) if q.words == 1 else (0, q.words))
    assert ringlet.add([[], []], 0, q).shape == ((2, 0) if q.words == 1 else (2, 0, q.words))


def test_arrays_in_order_are_not_copied() -> None:
    """Functions use such an array itself, not a copy."""
    for q, words in ((97, 1), (2**100, 2), (2**255 - 19, 4)):
        x = pack([1, 2, 3, 4], words)
        with pytest.raises(ValueError, match=r"^out overlaps a in part"):
            ringlet.add(x[1:], 1, q, out=x[:-1])
        # A copy overlaps nothing.
        assert (ringlet.add(x[::-1], 0, q, out=x) == pack([4, 3, 2, 1], words)).all()
