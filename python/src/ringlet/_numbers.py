"""Residues from and to Python integers, and the order of a spectrum."""

import operator
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ringlet import _core

_WORD_BYTES = 8
# Numbers that NumPy makes in one call, between which signal handlers run.
_STRETCH = 2**16
# The words that a number of more than one may have.
_SEVERAL = (2, 3, 4, 5, 6, 8)


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


def from_ints(
    values: ArrayLike, q: _core.Modulus | SupportsIndex | None = None, *, words: int | None = None
) -> NDArray[np.uint64]:
    """Integers as numbers of several words; or, with a modulus, as its residues.

    :param values: integers, in nested sequences or an array of any shape: in [0, 2^(64 words)); with ``q`` any,
        negative ones included, which are reduced.
    :param q: a :class:`Modulus` or an integer.
    :param words: without ``q``: 1, 2, 3, 4, 5, 6 or 8. Default: 2.
    :returns: uint64 of shape (..., words): the lowest word first; or of shape (...) for one word.
    :raises TypeError: when a value is no integer; nested sequences of different lengths are none.
    :raises ValueError: when a value is outside the range, with its index, and when there are both q and words.

    >>> from_ints([1, 2**64 + 5])
    array([[1, 0],
           [5, 1]], dtype=uint64)
    >>> from_ints([-1, 0, 100], 97)
    array([96,  0,  3], dtype=uint64)
    >>> from_ints([-1], 2**127 - 1)
    array([[18446744073709551614,  9223372036854775807,                    0]],
          dtype=uint64)
    """
    _refuse_mask(values, "values")
    modulus = None if q is None else _modulus(q)
    size = _to_words(words) if modulus is None else modulus.words
    if modulus is not None and words is not None:
        raise ValueError(f"words is {words}, but it must be None where there is q, whose words it takes")
    bound = 2 ** (64 * size) if modulus is None else modulus.value
    numbers = np.array(values, dtype=object)
    data = bytearray()
    for position, value in enumerate(numbers.flat):
        try:
            number = operator.index(value)
            data += (number if modulus is None else number % bound).to_bytes(size * _WORD_BYTES, "little")
        except (TypeError, OverflowError):
            index = list(map(int, np.unravel_index(position, numbers.shape))) or ""
            number = _to_index(value, f"values{index}")
            raise ValueError(f"values{index} is {_in_words(number)}, but it must lie in [0, 2^{64 * size})") from None
    shape = numbers.shape if size == 1 else (*numbers.shape, size)
    return np.frombuffer(data, dtype="<u8").astype(np.uint64).reshape(shape)


def _to_words(words: Any) -> int:
    number = 2 if words is None else _to_index(words, "words")
    if number not in (1, *_SEVERAL):
        raise ValueError(f"words is {_in_words(number)}, but it must be one of 1 2 3 4 5 6 8")
    return number


def to_ints(array: NDArray[np.uint64]) -> NDArray[Any]:
    """Numbers of several words as integers.

    :param array: uint64 of shape (..., W), W = 2, 3, 4, 5, 6 or 8: the words of a number, the lowest first.
    :returns: an array of Python integers (dtype object) of shape (...); its ``tolist()`` makes lists of them.
    :raises TypeError: when it is no array of uint64.
    :raises ValueError: when its last axis is none of these.

    >>> import numpy as np
    >>> to_ints(np.array([[1, 0], [5, 1]], dtype=np.uint64))
    array([1, 18446744073709551621], dtype=object)
    """
    _refuse_mask(array, "array")
    if not isinstance(array, np.ndarray) or array.dtype != np.uint64:
        kind = f"an array of {array.dtype}" if isinstance(array, np.ndarray) else type(array).__name__
        raise TypeError(f"array must be a NumPy array of uint64, not {kind}")
    if array.ndim == 0 or array.shape[-1] not in _SEVERAL:
        raise ValueError(f"shape of array is {array.shape}, but its last axis must be 2, 3, 4, 5, 6 or 8: the words")
    words = array.reshape(-1, array.shape[-1])
    numbers = np.empty(len(words), dtype=object)
    size = array.shape[-1] * _WORD_BYTES
    for start in range(0, len(words), _STRETCH):
        data = words[start : start + _STRETCH].astype("<u8").tobytes()
        numbers[start : start + _STRETCH] = [
            int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)
        ]
    return numbers.reshape(array.shape[:-1])


def centred(a: NDArray[np.integer[Any]], q: _core.Modulus | SupportsIndex) -> NDArray[Any]:
    """The representatives modulo q that are nearest to zero: above -q/2, and at most q/2.

    All functions take them back: arrays of int64 as they are, Python integers by ``from_ints(..., q)``.

    :param a: residues, as for :func:`reduce`: any values; for wide moduli, q >= 2^124, as for :func:`add`: in [0, q).
    :param q: a :class:`Modulus` or an integer.
    :returns: int64 of the same shape; for residues of several words Python integers (dtype object), of the shape
        without their axis.
    :raises ValueError: also where a residue of a wide modulus is not below q.

    >>> import numpy as np
    >>> centred(np.array([0, 1, 48, 49, 96], dtype=np.uint64), 97)
    array([  0,   1,  48, -48,  -1])
    """
    modulus = _modulus(q)
    residues = _core.add(a, 0, modulus, check=True) if modulus.words > 2 else _core.reduce(a, modulus)
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
