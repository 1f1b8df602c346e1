"""Slow, obvious arithmetic in Python integers, which shares no code with the package."""

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

RingName = Literal["negacyclic", "cyclic"]


def pack(values: list[Any], words: int) -> NDArray[np.uint64]:
    """Converts nested lists of residues to an array."""
    numbers = np.array(values, dtype=object)
    if words == 1:
        return numbers.astype(np.uint64)
    return np.stack([(numbers // 2 ** (64 * i) % 2**64).astype(np.uint64) for i in range(words)], axis=-1)


def unpack(array: NDArray[np.uint64], words: int) -> Any:
    """Converts an array of residues to nested lists."""
    if words == 1:
        return array.tolist()
    numbers = sum(array[..., i].astype(object) * 2 ** (64 * i) for i in range(words))
    return np.asarray(numbers).tolist()


def reverse_bits(k: int, n: int) -> int:
    reversed_k = 0
    while n > 1:
        reversed_k, k, n = 2 * reversed_k + k % 2, k // 2, n // 2
    return reversed_k


def transform(a: list[int], q: int, root: int, ring: RingName) -> list[int]:
    """Transforms by the definition: sums of powers, in bit-reversed order."""
    n = len(a)
    out = [0] * n
    for k in range(n):
        point = pow(root, 2 * k + 1 if ring == "negacyclic" else k, q)
        out[reverse_bits(k, n)] = sum(a[j] * pow(point, j, q) for j in range(n)) % q
    return out


def product(x: list[int], y: list[int], q: int, ring: RingName) -> list[int]:
    """Multiplies by the schoolbook method and reduces by X^n = -1 or 1."""
    n = len(x)
    out = [0] * n
    for i, a in enumerate(x):
        for j, b in enumerate(y):
            if i + j < n:
                out[i + j] += a * b
            else:
                out[i + j - n] += -a * b if ring == "negacyclic" else a * b
    return [value % q for value in out]


def is_prime(n: int) -> bool:
    """Decides by trial division."""
    return n >= 2 and all(n % d for d in range(2, int(n**0.5) + 1))


def order_of(root: int, q: int) -> int:
    """Counts the multiplications until the power is 1."""
    power, order = root % q, 1
    while power != 1:
        power, order = power * root % q, order + 1
    return order
