"""Bases, polynomials and their residues for the tests of residue number systems."""

import random
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ringlet
from cases import residues
from oracles import reverse_bits, transform

# Coprime moduli, prime and composite, of every length.
COPRIME = [2**62 - 57, 97, 2**60, 5**21, 3, 2**50 - 27, 2**55 - 55]
BITS = [60, 30, 50, 51, 20, 55, 62]


def coprime_base(size: int = len(COPRIME)) -> ringlet.RnsBase:
    return ringlet.RnsBase(COPRIME[:size])


def primes(n: int, size: int) -> list[int]:
    """Returns primes of different lengths, q = 1 (mod 2n)."""
    return [ringlet.ntt_primes(i // len(BITS) + 1, BITS[i % len(BITS)], n)[-1] for i in range(size)]


def ntt_base(n: int, size: int) -> ringlet.RnsBase:
    return ringlet.RnsBase(primes(n, size))


def moduli(base: ringlet.RnsBase) -> list[int]:
    return [q.value for q in base.moduli]


def random_rows(rng: random.Random, base: ringlet.RnsBase, shape: tuple[int, ...]) -> NDArray[np.uint64]:
    """Returns corners and random residues, of shape (..., L, n)."""
    count = int(np.prod(shape[:-2]))
    rows = [residues(rng, shape[-1], q) for _ in range(count) for q in moduli(base)[: shape[-2]]]
    return np.array(rows, dtype=np.uint64).reshape(shape)


def by_rows(array: NDArray[np.uint64]) -> list[list[int]]:
    """Returns all rows in order, as lists of integers."""
    rows: Any = array.reshape(int(np.prod(array.shape[:-1])), array.shape[-1]).tolist()
    return list(rows)


def product_of(values: list[int]) -> int:
    result = 1
    for value in values:
        result *= value
    return result


def lifted(array: NDArray[np.uint64], base: ringlet.RnsBase) -> list[list[int]]:
    """Returns the integers in [0, Q) of each polynomial, by the Chinese remainder theorem."""
    rows, n = array.shape[-2:]
    qs = moduli(base)[:rows]
    product = product_of(qs)
    units = [product // q * pow(product // q, -1, q) for q in qs]
    polynomials: Any = array.reshape(-1, rows, n).tolist()
    return [[sum(p[i][k] * units[i] for i in range(rows)) % product for k in range(n)] for p in polynomials]


def rows_of_integers(integers: list[list[int]], qs: list[int]) -> NDArray[np.uint64]:
    """Returns the residues of each polynomial, shape (polynomials, L, n)."""
    return np.array([[[x % q for x in polynomial] for q in qs] for polynomial in integers], dtype=np.uint64)


def centre(x: int, q: int) -> int:
    """Returns the representative in [-q/2, q/2)."""
    x %= q
    return x - q if 2 * x >= q else x


def image(polynomial: list[int], g: int) -> list[int]:
    """Returns p(X^g) modulo X^n + 1."""
    n = len(polynomial)
    result = [0] * n
    for k, value in enumerate(polynomial):
        result[g * k % n] = value if g * k // n % 2 == 0 else -value
    return result


def evaluations(polynomials: list[list[int]], qs: list[int]) -> NDArray[np.uint64]:
    """Transforms polynomials modulo each q by the definition, shape (polynomials, L, n)."""
    n = len(polynomials[0])
    roots = {q: ringlet.Ntt(n, q).root for q in qs}
    rows = [[transform([x % q for x in p], q, roots[q], "negacyclic") for q in qs] for p in polynomials]
    return np.array(rows, dtype=np.uint64)


def coefficients(array: NDArray[np.uint64], qs: list[int]) -> NDArray[np.uint64]:
    """Inverts `evaluations`: sums of inverse powers."""
    n = array.shape[-1]
    order = [reverse_bits(k, n) for k in range(n)]
    result = []
    for i, row in enumerate(by_rows(array)):
        q = qs[i % array.shape[-2]]
        inverse = pow(ringlet.Ntt(n, q).root, -1, q)
        powers = [pow(inverse, e, q) for e in range(2 * n)]
        values = [row[order[k]] for k in range(n)]
        sums = [sum(values[k] * powers[(2 * k + 1) * j % (2 * n)] for k in range(n)) for j in range(n)]
        result.append([s * pow(n, -1, q) % q for s in sums])
    return np.array(result, dtype=np.uint64).reshape(array.shape)


def nearest(x: int, p: int, t: int = 1, lift: str = "centred") -> int:
    """Returns (x - t d) / p, with d = x / t (mod p), centred or in [0, p)."""
    d = x * pow(t, -1, p) % p
    quotient, rest = divmod(x - t * (centre(d, p) if lift == "centred" else d), p)
    assert rest == 0
    return quotient
