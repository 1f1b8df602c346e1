"""Residues from and to Python integers, and the order of a spectrum."""

import operator
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ringlet import _core

_WORD_BYTES = 8
# Numbers that NumPy makes in one call, between which signal handlers run.
_STRETCH = 2**16


def _to_index(value: Any, name: str) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer, not {type(value).__name__}") from None


def _in_words(number: int) -> str:
    """What is printed shall not be megabytes."""
    return str(number) if number.bit_length() <= 256 else f"a number of {number.bit_length()} bits"


def _refuse_mask(array: object, name: str) -> None:
    if isinstance(array, np.ma.MaskedArray):
        raise TypeError(f"{name} must be an array without a mask, not {type(array).__name__}")


def _modulus(q: _core.Modulus | SupportsIndex) -> _core.Modulus:
    return q if isinstance(q, _core.Modulus) else _core.Modulus(q)


def from_ints(values: ArrayLike, q: _core.Modulus | SupportsIndex | None = None) -> NDArray[np.uint64]:
    """Integers as double words; or, with a modulus, as its residues.

    :param values: integers, in nested sequences or an array of any shape: in [0, 2^128); with ``q`` any, negative ones
        included, which are reduced.
    :param q: a :class:`Modulus` or an integer.
    :returns: uint64 of shape (..., 2): low word, high word; or of shape (...) for ``q`` of one word.
    :raises TypeError: when a value is no integer; nested sequences of different lengths are none.
    :raises ValueError: when a value is outside the range, with its index.

    >>> from_ints([1, 2**64 + 5])
    array([[1, 0],
           [5, 1]], dtype=uint64)
    >>> from_ints([-1, 0, 100], 97)
    array([96,  0,  3], dtype=uint64)
    """
    _refuse_mask(values, "values")
    modulus = None if q is None else _modulus(q)
    words = 2 if modulus is None else modulus.words
    bound = 2**128 if modulus is None else modulus.value
    numbers = np.array(values, dtype=object)
    data = bytearray()
    for position, value in enumerate(numbers.flat):
        try:
            number = operator.index(value)
            data += (number if modulus is None else number % bound).to_bytes(words * _WORD_BYTES, "little")
        except (TypeError, OverflowError):
            index = list(map(int, np.unravel_index(position, numbers.shape))) or ""
            number = _to_index(value, f"values{index}")
            raise ValueError(f"values{index} is {_in_words(number)}, but it must lie in [0, 2^128)") from None
    shape = numbers.shape if words == 1 else (*numbers.shape, 2)
    return np.frombuffer(data, dtype="<u8").astype(np.uint64).reshape(shape)


def to_ints(array: NDArray[np.uint64]) -> NDArray[Any]:
    """Double words as integers.

    :param array: uint64 of shape (..., 2): low word, high word.
    :returns: an array of Python integers (dtype object) of shape (...); its ``tolist()`` makes lists of them.
    :raises TypeError: when it is no array of uint64.
    :raises ValueError: when its last axis is not 2.

    >>> import numpy as np
    >>> to_ints(np.array([[1, 0], [5, 1]], dtype=np.uint64))
    array([1, 18446744073709551621], dtype=object)
    """
    _refuse_mask(array, "array")
    if not isinstance(array, np.ndarray) or array.dtype != np.uint64:
        kind = f"an array of {array.dtype}" if isinstance(array, np.ndarray) else type(array).__name__
        raise TypeError(f"array must be a NumPy array of uint64, not {kind}")
    if array.ndim == 0 or array.shape[-1] != 2:
        raise ValueError(f"shape of array is {array.shape}, but its last axis must be 2: low and high words")
    pairs = array.reshape(-1, 2)
    numbers = np.empty(len(pairs), dtype=object)
    for start in range(0, len(pairs), _STRETCH):
        stretch = slice(start, start + _STRETCH)
        low, high = pairs[stretch].astype(object).T
        numbers[stretch] = low + high * 2**64
    return numbers.reshape(array.shape[:-1])


def centred(a: NDArray[np.integer[Any]], q: _core.Modulus | SupportsIndex) -> NDArray[Any]:
    """The representatives modulo q that are nearest to zero: above -q/2, and at most q/2.

    All functions take them back: arrays of int64 as they are, Python integers by ``from_ints(..., q)``.

    :param a: residues, as for :func:`reduce`: any values.
    :param q: a :class:`Modulus` or an integer.
    :returns: int64 of the same shape; for double words Python integers (dtype object), of the shape without their axis.

    >>> import numpy as np
    >>> centred(np.array([0, 1, 48, 49, 96], dtype=np.uint64), 97)
    array([  0,   1,  48, -48,  -1])
    """
    modulus = _modulus(q)
    residues = _core.reduce(a, modulus)
    numbers = residues.astype(np.int64) if modulus.words == 1 else to_ints(residues)
    return np.where(numbers > modulus.value // 2, numbers - modulus.value, numbers)


def bit_reversal(n: int) -> NDArray[np.intp]:
    """The order of a spectrum: position k holds the reversal of the log2(n) bits of k.

    ``ntt.forward(a)[..., bit_reversal(n)]`` is the spectrum in natural order, for residues of one word. The permutation
    is its own inverse.

    :param n: a power of two, n >= 1.
    :raises ValueError: when it is not.

    >>> bit_reversal(8)
    array([0, 4, 2, 6, 1, 5, 3, 7])
    """
    size = _to_index(n, "n")
    if size < 1 or size & (size - 1):
        raise ValueError(f"n is {_in_words(size)}, but it must be a power of two")
    order = np.zeros(1, dtype=np.intp)
    while len(order) < size:
        order = np.concatenate([2 * order, 2 * order + 1])
    return order
