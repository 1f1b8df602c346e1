"""Conversions between residues and Python integers, and the order of a spectrum."""

import operator
from collections.abc import Sequence
from typing import Any, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

import ringlet
from ringlet import _core

_WORD_BYTES = 8
# Numbers that NumPy makes in one call; signal handlers run between two calls.
_STRETCH = 2**16
# Numbers of words that a number may have.
_WORDS = (1, 2, 3, 4, 5, 6, 8)
# Types of residues that all functions take.
_Residues: TypeAlias = NDArray[np.integer[Any] | np.object_] | Sequence[Any]
_Operand: TypeAlias = _Residues | SupportsIndex


def _to_index(value: Any, name: str) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer, not {type(value).__name__}") from None


def _in_words(number: int) -> str:
    """Returns a number as text; keeps messages from having megabytes."""
    return str(number) if number.bit_length() <= 256 else f"a number of {number.bit_length()} bits"


def _refuse_mask(array: object, name: str) -> None:
    if isinstance(array, np.ma.MaskedArray):
        raise TypeError(f"{name} must be an array without a mask, not {type(array).__name__}")


def _modulus(q: _core.Modulus | SupportsIndex) -> _core.Modulus:
    return q if isinstance(q, _core.Modulus) else _core.Modulus(q)


def from_ints(
    values: ArrayLike, q: _core.Modulus | SupportsIndex | None = None, *, words: int | None = None
) -> NDArray[np.uint64]:
    """Converts integers to residues modulo q, or to numbers of ``words`` words.

    :param values: integers, in nested sequences or an array of any shape. With ``q``, any integers, which are reduced;
        with ``words``, integers in [0, 2^(64 words)).
    :param q: a :class:`Modulus` or an integer.
    :param words: instead of ``q``: 1, 2, 3, 4, 5, 6 or 8.
    :returns: uint64 of shape (..., words), the lowest word first; of shape (...) for one word. :func:`to_ints` with the
        same q or words converts them back.
    :raises TypeError: when a value is no integer; also for nested sequences of different lengths, and when neither q
        nor words is given.
    :raises ValueError: when a value is outside the range, with its index; also when both q and words are given.

    >>> from_ints([1, 2**64 + 5], words=2)
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
    size = _to_words(modulus, words)
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


def _to_words(q: _core.Modulus | SupportsIndex | None, words: Any) -> int:
    """Returns the number of words: of the modulus, or as asked for."""
    modulus = None if q is None else _modulus(q)
    number = None if words is None else _to_index(words, "words")
    if modulus is not None and number is not None:
        raise ValueError(f"words is {_in_words(number)}, but it must be None if q is given")
    if modulus is not None:
        return modulus.words
    if number is None:
        raise TypeError("q must be a Modulus or an integer if words is None, not NoneType")
    if number not in _WORDS:
        raise ValueError(f"words is {_in_words(number)}, but it must be one of 1 2 3 4 5 6 8")
    return number


def to_ints(a: _Operand, q: _core.Modulus | SupportsIndex | None = None, *, words: int | None = None) -> NDArray[Any]:
    """Converts residues modulo q, or numbers of ``words`` words, to Python integers.

    The modulus or ``words`` determines how an array is read, never its shape: for one word, each uint64 is a number.

    :param a: residues modulo q, as for all functions: arrays of uint64 hold their words, other integers are reduced.
        With ``words``, integers in [0, 2^64) of shape (..., words), the words of a number, the lowest first; of shape
        (...) for one word.
    :param q: a :class:`Modulus` or an integer.
    :param words: instead of ``q``: 1, 2, 3, 4, 5, 6 or 8.
    :returns: an array of Python integers (dtype object) of shape (...), not reduced; its ``tolist()`` makes lists of
        them.
    :raises TypeError: when a is no array of integers, and when neither q nor words is given.
    :raises ValueError: when the last axis has another length than the words, and when both q and words are given.

    >>> import numpy as np
    >>> to_ints(from_ints([1, 2, 3, -1], 97), 97)
    array([1, 2, 3, 96], dtype=object)
    >>> to_ints(np.array([[1, 0], [5, 1]], dtype=np.uint64), words=2)
    array([1, 18446744073709551621], dtype=object)
    """
    size = _to_words(q, words)
    array = np.asarray(_core.read_words(a, q, words))
    if size == 1:
        return array.astype(object)
    rows = array.reshape(-1, size)
    numbers = np.empty(len(rows), dtype=object)
    width = size * _WORD_BYTES
    for start in range(0, len(rows), _STRETCH):
        data = rows[start : start + _STRETCH].astype("<u8").tobytes()
        numbers[start : start + _STRETCH] = [
            int.from_bytes(data[i : i + width], "little") for i in range(0, len(data), width)
        ]
    return numbers.reshape(array.shape[:-1])


def centred(a: _Operand, q: _core.Modulus | SupportsIndex) -> NDArray[Any]:
    """Returns the representatives modulo q that are nearest to zero: above -q/2, and at most q/2.

    All functions accept the result, an array of int64 or of Python integers.

    :param a: residues, as for :func:`reduce`: any values; for multiword moduli, q >= 2^124, as for :func:`add`: in
        [0, q).
    :param q: a :class:`Modulus` or an integer.
    :returns: int64 of the same shape; for residues of several words Python integers (dtype object), of the shape
        without the axis of words.
    :raises ValueError: also when a residue of a multiword modulus is not below q.

    >>> import numpy as np
    >>> centred(np.array([0, 1, 48, 49, 96], dtype=np.uint64), 97)
    array([  0,   1,  48, -48,  -1])
    """
    modulus = _modulus(q)
    residues = ringlet.add(a, 0, modulus, check=True) if modulus.words > 2 else ringlet.reduce(a, modulus)
    if modulus.words > 1:
        numbers = to_ints(residues, modulus)
        return np.where(numbers > modulus.value // 2, numbers - modulus.value, numbers)
    # Differences wrap modulo 2^64, and as int64 they are right.
    words = residues.astype(np.uint64)
    with np.errstate(over="ignore"):
        below = words - np.uint64(modulus.value)
    return np.where(words > np.uint64(modulus.value // 2), below, words).astype(np.int64)


def bit_reversal(n: int) -> NDArray[np.intp]:
    """Returns the order of a spectrum: index k holds the reversal of the log2(n) bits of k.

    For residues of one word, ``ntt.forward(a)[..., bit_reversal(n)]`` is the spectrum in natural order, if the plan has
    bit-reversed order. The permutation
    is its own inverse.

    :param n: a power of two, n >= 1.
    :raises ValueError: when n is no power of two.

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
