"""Comparisons with other implementations: SymPy, FLINT, NumPy."""

import itertools
import random

import flint
import numpy as np
import pytest
import sympy
from sympy.discrete.transforms import ntt as sympy_ntt

import ringlet
from cases import plan, residues
from oracles import pack, unpack


@pytest.mark.parametrize("n", [2, 4, 32, 128])
def test_cyclic_transform_of_sympy(n: int, rng: random.Random) -> None:
    q = ringlet.ntt_primes(1, 45, n)[0]
    a = residues(rng, n, q)
    omega = pow(sympy.primitive_root(q), (q - 1) // n, q)
    ours = ringlet.Ntt(n, q, ring="cyclic", omega=omega).forward(pack(a, 1))
    assert ours[ringlet.bit_reversal(n)].tolist() == sympy_ntt(a, q)


@pytest.mark.parametrize("ring", ["negacyclic", "cyclic"])
@pytest.mark.parametrize(("n", "bits", "words"), [(1024, 27, 1), (4096, 50, 1), (2048, 62, 1), (1024, 109, 2)])
def test_products_of_flint(n: int, bits: int, words: int, ring: str, backend: str, rng: random.Random) -> None:
    ntt = plan(n, bits, words, ring)
    q = ntt.modulus.value
    x, y = residues(rng, n, q), residues(rng, n, q)
    polynomials = flint.fmpz_mod_poly_ctx(flint.fmpz_mod_ctx(q))
    modulus = polynomials([1 if ring == "negacyclic" else -1, *[0] * (n - 1), 1])
    theirs = [int(c) for c in (polynomials(list(x)) * polynomials(list(y)) % modulus).coeffs()]
    ours = unpack(ntt.multiply(pack(x, words), pack(y, words)), words)
    assert ours == theirs + [0] * (n - len(theirs))


@pytest.mark.parametrize("bits", [20, 40, 62, 63, 90, 124])
def test_primes_of_sympy(bits: int, rng: random.Random) -> None:
    numbers = [rng.randrange(2 ** (bits - 1), 2**bits) | 1 for _ in range(100)]
    numbers += [sympy.nextprime(number) for number in numbers[:5] if sympy.nextprime(number) < 2**124]
    factor = sympy.nextprime(2 ** (bits // 2 - 1))
    numbers.append(factor * factor)
    assert [ringlet.is_prime(n) for n in numbers] == [bool(sympy.isprime(n)) for n in numbers]
    q = ringlet.ntt_primes(3, bits, 64)
    candidates = range(2**bits - 127, 2 ** (bits - 1), -128)
    assert q == list(itertools.islice(filter(sympy.isprime, candidates), 3))


def test_elements_of_numpy() -> None:
    q = 2**31 - 1
    a, b = np.random.default_rng(1).integers(0, q, (2, 10_000), dtype=np.uint64)
    assert (ringlet.mul(a, b, q) == a * b % q).all()
    assert (ringlet.add(a, b, q) == (a + b) % q).all()
    assert (ringlet.sub(a, b, q) == (a + q - b) % q).all()
