"""Exact convolutions of arrays of integers of any kind."""

from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ringlet import _core
from ringlet._numbers import _in_words, _refuse_mask, _to_index

_MODES = ("full", "same", "valid")
_Integers = NDArray[np.integer[Any] | np.object_]


def convolve(
    a: ArrayLike,
    b: ArrayLike,
    modulus: _core.Modulus | SupportsIndex | None = None,
    mode: str = "full",
    *,
    threads: int = 1,
) -> NDArray[Any]:
    """Convolves the last axes of two arrays of integers, exactly: multiplies polynomials of any length.

    :param a: integers, shape (..., n): an array of int8 to int64 or uint8 to uint64, an array or list of Python
        integers. They may be negative and, with ``modulus``, beyond it.
    :param b: as ``a``, shape (..., k). The leading axes are broadcast as NumPy does it.
    :param modulus: None for the integers themselves, or an integer from 1 to 2^64 or a :class:`Modulus`, prime or not.
    :param mode: which part of the n + k - 1 results, as for ``scipy.signal.convolve``: ``"full"`` all of them,
        ``"same"`` as many as ``a`` has, from the middle, ``"valid"`` those that are sums of min(n, k) terms.
    :param threads: the number of threads that share the work, 1 to 1024.
    :returns: with ``modulus`` an array of uint64 in [0, modulus). Without it, of Python integers if ``a`` or ``b`` is
        an array of them, of uint64 if both are arrays of unsigned integers, else of int64.
    :raises TypeError: for arrays of anything but integers and for other arguments of a wrong type.
    :raises ValueError: for an empty last axis, for leading axes that do not fit, a modulus out of range, an unknown
        mode, and for a result that does not fit int64 or uint64: arrays of Python integers have any results.

    Source: J. Pollard, "The fast Fourier transform in a finite field", Math. Comp. 25 (1971).

    >>> convolve([1, 2, 3], [-1, 0, 1])
    array([-1, -2, -2,  2,  3])
    >>> convolve([1, 2, 3], [-1, 0, 1], 10**9 + 7, "same")
    array([1000000005, 1000000005,          2], dtype=uint64)
    >>> convolve([2**100, 1], [2**100, 1])
    array([1606938044258990275541962092341162602522202993782792835301376,
           2535301200456458802993406410752, 1], dtype=object)
    """
    x, y = _integers(a, "a"), _integers(b, "b")
    if mode not in _MODES:
        if not isinstance(mode, str):
            raise TypeError(f"mode must be a string, not {type(mode).__name__}")
        raise ValueError(f"mode is {mode!r}, but it must be one of full, same, valid")
    q = None if modulus is None else _to_modulus(modulus)
    try:
        leading = np.broadcast_shapes(x.shape[:-1], y.shape[:-1])
    except ValueError:
        raise ValueError(
            f"shapes of a and b are {x.shape} and {y.shape}, but their leading axes must fit each other"
        ) from None
    is_swapped = mode == "valid" and x.shape[-1] < y.shape[-1]
    if is_swapped:
        x, y = y, x
    convolved = _modulo(x, y, leading, q, mode, threads) if q is not None else _exact(x, y, leading, mode, threads)
    return _part(convolved, mode, x.shape[-1])


def _integers(value: Any, name: str) -> _Integers:
    """Converts an argument to an array of integers with a last axis."""
    _refuse_mask(value, name)
    array = np.asarray(value)
    if array.dtype.kind == "f" and array.ndim != 0 and array.size != 0 and isinstance(value, (list, tuple)):
        # NumPy makes doubles of lists with both negative integers and integers from 2^63 on.
        array = np.array(value, dtype=object)
    is_other = array.dtype.kind not in "iuO" or (array.dtype.kind == "O" and not isinstance(array[()], int))
    if array.ndim == 0 and is_other:
        raise TypeError(f"{name} must be an array of integers, not {type(value).__name__}")
    if array.ndim == 0 or array.shape[-1] == 0:
        raise ValueError(f"shape of {name} is {array.shape}, but it must be (..., n), n at least 1")
    if array.dtype.kind in "iu":
        return array
    if array.dtype.kind != "O":
        raise TypeError(f"{name} must be an array of integers, not {array.dtype}")
    numbers = np.empty(array.shape, dtype=object)
    for index in np.ndindex(array.shape):
        place = f"{name}[{', '.join(map(str, index))}]"
        if isinstance(array[index], (bool, np.bool_)):
            raise TypeError(f"{place} must be an integer, not {type(array[index]).__name__}")
        numbers[index] = _to_index(array[index], place)
    return numbers


def _to_modulus(modulus: Any) -> int:
    q: int = modulus.value if isinstance(modulus, _core.Modulus) else _to_index(modulus, "modulus")
    if not 1 <= q <= 2**64:
        raise ValueError(f"modulus is {_in_words(q)}, but it must be at least 1 and at most 2^64")
    return q


def _rows(array: NDArray[Any], leading: tuple[int, ...]) -> NDArray[np.uint64]:
    """Returns the words of 64 bits of integers, broadcast, as a matrix."""
    rows: NDArray[Any] = np.broadcast_to(array, (*leading, array.shape[-1])).reshape(-1, array.shape[-1])
    words: NDArray[np.uint64] = np.ascontiguousarray(rows).view(np.uint64)
    return words


def _result_size(x: NDArray[Any], y: NDArray[Any], mode: str) -> int:
    n: int = x.shape[-1]
    k: int = y.shape[-1]
    return n - k + 1 if mode == "valid" else n + k - 1


def _part(full: NDArray[Any], mode: str, n: int) -> NDArray[Any]:
    if mode != "same":
        return full
    start = (full.shape[-1] - n) // 2
    part: NDArray[Any] = full[..., start : start + n].copy()
    return part


def _reduced(array: _Integers, q: int) -> NDArray[np.uint64]:
    """Reduces integers to [0, q)."""
    if array.dtype.kind == "O":
        return np.array([number % q for number in array.flat], dtype=np.uint64).reshape(array.shape)
    if array.dtype.kind == "u":
        return array.astype(np.uint64) if q == 2**64 else np.asarray(array.astype(np.uint64) % np.uint64(q))
    numbers = array.astype(np.int64)
    if q < 2**63:
        return np.asarray(np.mod(numbers, np.int64(q)), dtype=np.uint64)
    # Sums wrap modulo 2^64, in which a negative number x is x + 2^64.
    words = numbers.astype(np.uint64)
    return np.where(numbers < 0, words + np.uint64(q % 2**64), words)


def _modulo(
    x: _Integers, y: _Integers, leading: tuple[int, ...], q: int, mode: str, threads: int
) -> NDArray[np.uint64]:
    out = np.empty((*leading, _result_size(x, y, mode)), dtype=np.uint64)
    if out.size != 0:
        rows = _rows(_reduced(x, q), leading), _rows(_reduced(y, q), leading)
        _core.convolve_rows(out.reshape(-1, out.shape[-1]), *rows, q, False, mode == "valid", threads)
    return out


def _exact(x: _Integers, y: _Integers, leading: tuple[int, ...], mode: str, threads: int) -> NDArray[Any]:
    """Convolves integers. The result has their type."""
    has_objects = "O" in (x.dtype.kind, y.dtype.kind)
    dtype = np.dtype(object if has_objects else np.uint64 if x.dtype.kind == y.dtype.kind == "u" else np.int64)
    size = _result_size(x, y, mode)
    if 0 in leading:
        return np.empty((*leading, size), dtype=dtype)
    least = [int(array.min()) for array in (x, y)]
    greatest = [int(array.max()) for array in (x, y)]
    magnitudes = [max(-low, high) for low, high in zip(least, greatest, strict=True)]
    bound = min(x.shape[-1], y.shape[-1]) * magnitudes[0] * magnitudes[1]
    is_signed = min(least) < 0
    # Words of 64 bits hold the integers, and words of 128 bits their sums of products.
    in_words = max(greatest) < 2 ** (63 if is_signed else 64) and min(least) >= -(2**63)
    if not in_words or bound >= 2 ** (127 if is_signed else 128):
        return _fitting(_by_python(x, y, leading, mode), dtype)
    words = np.int64 if is_signed else np.uint64
    out = np.empty((*leading, size, 2), dtype=np.uint64)
    rows = _rows(x.astype(words), leading), _rows(y.astype(words), leading)
    _core.convolve_rows(out.reshape(-1, size, 2), *rows, None, is_signed, mode == "valid", threads)
    if not has_objects and bound < 2**63:
        return out[..., 0].astype(dtype)
    high = out[..., 1].view(np.int64) if is_signed else out[..., 1]
    return _fitting(high.astype(object) * 2**64 + out[..., 0].astype(object), dtype)


def _fitting(numbers: NDArray[np.object_], dtype: np.dtype[Any]) -> NDArray[Any]:
    """Converts Python integers to a type. Rejects the first integer that does not fit."""
    if dtype.kind == "O":
        return numbers
    limits = np.iinfo(dtype)
    for position, number in enumerate(numbers.flat):
        if not limits.min <= number <= limits.max:
            index = ", ".join(map(str, np.unravel_index(position, numbers.shape)))
            raise ValueError(
                f"result[{index}] is {_in_words(number)}, but it must fit {dtype}: "
                "pass a modulus, or arrays of Python integers (dtype=object)"
            )
    return numbers.astype(dtype)


def _by_python(x: _Integers, y: _Integers, leading: tuple[int, ...], mode: str) -> NDArray[np.object_]:
    """Convolves integers of any size by products of Python's integers (Kronecker substitution)."""
    x, y = (np.broadcast_to(array.astype(object), (*leading, array.shape[-1])) for array in (x, y))
    terms = min(x.shape[-1], y.shape[-1])
    bits = sum(max(abs(number).bit_length() for number in array.flat) for array in (x, y)) + terms.bit_length() + 2
    width = (bits + 7) // 8
    size = x.shape[-1] + y.shape[-1] - 1
    full = np.empty((*leading, size), dtype=object)
    # A summand makes all digits of the product non-negative.
    half = 1 << (8 * width - 1)
    halves = int.from_bytes(half.to_bytes(width, "little") * size, "little")
    for index in np.ndindex(*leading):
        data = (_packed(x[index], width) * _packed(y[index], width) + halves).to_bytes(width * size + 1, "little")
        digits = (data[width * k : width * (k + 1)] for k in range(size))
        full[index] = [int.from_bytes(digit, "little") - half for digit in digits]
    return full[..., terms - 1 : size - terms + 1] if mode == "valid" else full


def _packed(numbers: NDArray[np.object_], width: int) -> int:
    """Returns the polynomial's value at 2^(8 width)."""
    positive = b"".join(max(number, 0).to_bytes(width, "little") for number in numbers)
    negative = b"".join(max(-number, 0).to_bytes(width, "little") for number in numbers)
    return int.from_bytes(positive, "little") - int.from_bytes(negative, "little")
