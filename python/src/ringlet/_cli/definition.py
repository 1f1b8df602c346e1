"""Transforms and products by their definitions, in Python integers: slow, and independent of the library."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import numpy as np

from ringlet import Modulus, Ntt, to_ints
from ringlet._cli.vectors import Words

# Number of steps of Horner's rule that take about two seconds.
_WORK = 2**24


def _rows(array: Words, q: Modulus) -> list[list[int]]:
    numbers = to_ints(array, q)
    rows: list[list[int]] = numbers.reshape(-1, numbers.shape[-1]).tolist()
    return rows


def _count(things: list[Any], name: str) -> str:
    return f"{len(things)} {name}{'' if len(things) == 1 else 's'}"


def _reversed(k: int, bits: int) -> int:
    return int(f"{k:0{bits}b}"[::-1], 2)


def _evaluate(coefficients: list[int], x: int, q: int) -> int:
    value = 0
    for coefficient in reversed(coefficients):
        value = (value * x + coefficient) % q
    return value


def _point(ntt: Ntt, k: int) -> int:
    """Returns the point of evaluation of value k, in natural order."""
    if ntt.coset is None:
        return pow(ntt.root, 2 * k + 1, ntt.modulus.value)
    return ntt.coset * pow(ntt.root, k, ntt.modulus.value) % ntt.modulus.value


def check_transform(ntt: Ntt, natural: Words, spectrum: Words, *, work: int = _WORK) -> str:
    """Compares spectrum[r(k)], or in natural order spectrum[k], with the polynomial's value at psi^(2k+1) or
    coset omega^k: at all k, or at randomly chosen ones if all would take too long.

    :param work: the greatest number of multiplications.
    :returns: a sentence about what was compared.
    :raises ArithmeticError: at the first difference.
    """
    bits = ntt.n.bit_length() - 1

    def place(k: int) -> int:
        return k if ntt.order == "natural" else _reversed(k, bits)

    return _check_values(ntt.modulus, natural, spectrum, lambda k: (place(k), _point(ntt, k)), work)


def check_extension(ntt: Ntt, natural: Words, extended: Words, coset: int, root: int, *, work: int = _WORK) -> str:
    """Compares values in bit-reversed order with the polynomials' values at coset root^k, as `check_transform` does.

    :param natural: the coefficients.
    """
    q, bits = ntt.modulus, _size(extended, ntt.modulus).bit_length() - 1

    def place_and_point(k: int) -> tuple[int, int]:
        return _reversed(k, bits), coset * pow(root, k, q.value) % q.value

    return _check_values(q, natural, extended, place_and_point, work)


def _size(array: Words, q: Modulus) -> int:
    return int(array.shape[-1 if q.words == 1 else -2])


def _check_values(q: Modulus, natural: Words, found: Words, points: Callable[[int], tuple[int, int]], work: int) -> str:
    """Compares values with those of polynomials. points: the place of value k and its point."""
    polynomials, values, n = _rows(natural, q), _rows(found, q), _size(found, q)
    per_row = min(n, max(8, work // (_size(natural, q) * max(1, len(polynomials)))))
    random = Random(0)
    for row, (polynomial, value) in enumerate(zip(polynomials, values, strict=True)):
        chosen: Iterable[int] = range(n) if per_row == n else random.sample(range(n), per_row)
        for k in chosen:
            position, point = points(k)
            expected = _evaluate(polynomial, point, q.value)
            if value[position] != expected:
                raise ArithmeticError(
                    f"value {position} of vector {row} is {value[position]}, but {expected} by definition"
                )
    vectors = _count(values, "vector")
    if per_row == n:
        return f"by the definition, all {n} values of {vectors} are right"
    each = "" if len(values) == 1 else "each of "
    return f"by the definition, {per_row} sampled values of {each}{vectors}, all right"


def multiply(x: list[int], y: list[int], q: int, sign: int) -> list[int]:
    """Multiplies modulo X^n - sign by Kronecker substitution: a polynomial is an integer with wide digits."""
    n = len(x)
    place = (2 * q.bit_length() + n.bit_length()) // 8 + 1
    packed = [int.from_bytes(b"".join(c.to_bytes(place, "little") for c in p), "little") for p in (x, y)]
    digits = (packed[0] * packed[1]).to_bytes(2 * n * place, "little")
    product = [int.from_bytes(digits[i * place : (i + 1) * place], "little") for i in range(2 * n)]
    return [(product[i] + sign * product[i + n]) % q for i in range(n)]


def check_product(ntt: Ntt, x: Words, y: Words, product: Words) -> str:
    """Compares all coefficients of products with the ring's definition.

    :returns: a sentence about what was compared.
    :raises ArithmeticError: at the first difference.
    """
    q = ntt.modulus
    sign = -1 if ntt.ring == "negacyclic" else 1
    x, y = np.broadcast_arrays(x, y)
    rows = list(zip(_rows(x, q), _rows(y, q), _rows(product, q), strict=True))
    for row, (left, right, value) in enumerate(rows):
        expected = multiply(left, right, q.value, sign)
        if value != expected:
            i = next(i for i in range(ntt.n) if value[i] != expected[i])
            raise ArithmeticError(f"coefficient {i} of vector {row} is {value[i]}, but {expected[i]} by definition")
    return f"by the definition, all {ntt.n} coefficients of {_count(rows, 'product')} are right"


def check_elements(
    q: Modulus,
    x: Words,
    y: Words,
    result: Words,
    operation: Callable[[int, int], int],
) -> None:
    """Compares each element of vectors with operation(x, y) mod q.

    :raises ArithmeticError: when one differs.
    """
    for left, right, value in zip(_rows(x, q), _rows(y, q), _rows(result, q), strict=True):
        if value != [operation(a, b) % q.value for a, b in zip(left, right, strict=True)]:
            raise ArithmeticError(f"an element-wise {operation.__name__.strip('_')} is wrong modulo {q.value}")
