"""Transforms and products against their definitions."""

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

import ringlet
from cases import PLANS, factors_of, plan, residues
from oracles import RingName, order_of, pack, product, reverse_bits, transform, unpack

RINGS: list[RingName] = ["negacyclic", "cyclic"]


@pytest.mark.parametrize("ring", RINGS)
@pytest.mark.parametrize("smallest", [False, True])
@pytest.mark.parametrize(("n", "bits", "words"), PLANS)
def test_transforms_follow_the_definition(
    n: int, bits: int, words: int, smallest: bool, ring: RingName, backend: str, rng: random.Random
) -> None:
    ntt = plan(n, bits, words, ring, smallest=smallest)
    q = ntt.modulus.value
    a = residues(rng, n, q)
    spectrum = ntt.forward(pack(a, words))
    assert unpack(spectrum, words) == transform(a, q, ntt.root, ring)
    assert unpack(ntt.inverse(spectrum), words) == a


@pytest.mark.parametrize("ring", RINGS)
@pytest.mark.parametrize(("n", "bits", "words"), PLANS)
def test_natural_order(n: int, bits: int, words: int, ring: RingName, backend: str, rng: random.Random) -> None:
    ntt = ringlet.Ntt(n, plan(n, bits, words, ring).modulus, ring=ring, order="natural")
    assert ntt.order == "natural"
    q = ntt.modulus.value
    a = residues(rng, n, q)
    reversed_spectrum = transform(a, q, ntt.root, ring)
    spectrum = ntt.forward(pack(a, words))
    assert unpack(spectrum, words) == [reversed_spectrum[reverse_bits(k, n)] for k in range(n)]
    assert unpack(ntt.inverse(spectrum), words) == a


@pytest.mark.parametrize("ring", RINGS)
@pytest.mark.parametrize(("n", "bits", "words"), PLANS)
def test_cosets_follow_the_definition(
    n: int, bits: int, words: int, ring: RingName, backend: str, rng: random.Random
) -> None:
    ntt = plan(n, bits, words, ring)
    q = ntt.modulus.value
    omega = ntt.root if ring == "cyclic" else ntt.root * ntt.root % q
    coset = rng.randrange(1, q)
    a = residues(rng, n, q)
    moved = [x * pow(coset, j, q) % q for j, x in enumerate(a)]
    on_coset = ntt.evaluate(pack(a, words), coset)
    assert unpack(on_coset, words) == transform(moved, q, omega, "cyclic")
    assert unpack(ntt.interpolate(on_coset, coset), words) == a
    assert np.array_equal(ntt.evaluate(pack(a, words)), ntt.forward(pack(a, words)))
    own = ringlet.Ntt(n, ntt.modulus, ring="cyclic", omega=omega, coset=coset)
    assert own.coset == coset
    assert np.array_equal(own.forward(pack(a, words)), on_coset)
    assert pickle.loads(pickle.dumps(own)) == own
    for wrong in (0, q):
        with pytest.raises(ValueError, match=f"coset is {wrong}, but"):
            ntt.evaluate(pack(a, words), wrong)
        with pytest.raises(ValueError, match=f"coset is {wrong}, but"):
            ringlet.Ntt(n, ntt.modulus, ring="cyclic", coset=wrong)


def values_at(coefficients: list[int], points: list[int], q: int) -> list[int]:
    return [sum(c * pow(x, j, q) for j, c in enumerate(coefficients)) % q for x in points]


@pytest.mark.parametrize("order", ["bit_reversed", "natural"])
@pytest.mark.parametrize(("bits", "words"), [(31, 1), (60, 1), (100, 2), (250, 4)])
def test_other_lengths_and_extensions(bits: int, words: int, order: Any, backend: str, rng: random.Random) -> None:
    for n in (2, 16):
        q = ringlet.ntt_primes(1, bits, 4 * n)[0]
        ntt = ringlet.Ntt(n, q, ring="cyclic", order=order)
        places = [reverse_bits(k, n) if order == "bit_reversed" else k for k in range(n)]
        coset = rng.randrange(1, q)
        for m in (1, n - 1, n + 1, 2 * n + 3):
            rows = [residues(rng, m, q) for _ in range(3)]
            found = unpack(ntt.evaluate(pack(rows, words), coset, threads=2, check=True), words)
            points = [coset * pow(ntt.root, k, q) for k in places]
            assert found == [values_at(row, points, q) for row in rows]
        rows = [residues(rng, n, q) for _ in range(2)]
        values = ntt.forward(pack(rows, words))
        for b in (0, 1, 2):
            root = ntt.extension_root(b)
            assert pow(root, 2**b, q) == ntt.root
            points = [coset * pow(root, reverse_bits(k, n << b), q) for k in range(n << b)]
            wanted = [values_at(row, points, q) for row in rows]
            assert unpack(ntt.extend(values, coset, log_blowup=b, check=True), words) == wanted
            out = np.empty((2, n << b, *values.shape[2:]), np.uint64)
            assert ntt.extend(values, coset, log_blowup=b, root=root, threads=3, out=out) is out
            assert unpack(out, words) == wanted


def test_wrong_extensions() -> None:
    ntt = ringlet.Ntt(8, 97, ring="cyclic")  # 97 = 1 modulo 32
    x = np.arange(8, dtype=np.uint64)
    for call, message in (
        (lambda: ntt.extend(x, 0), "^coset is 0, but it must lie in"),
        (lambda: ntt.extend(x, 5, log_blowup=17), r"^log_blowup is 17, but it must lie in \[0, 16\]$"),
        (lambda: ntt.extend(x, 5, log_blowup=3), "97"),
        (lambda: ntt.extend(x, 5, root=1), "^root is 1, but"),
        (lambda: ntt.extend(x, 5, root=97), "^root is 97, but"),
        (lambda: ntt.extend(x[:4], 5), r"^shape of a is \(4,\), but"),
        (lambda: ntt.extend(x, 5, out=x), r"^out overlaps a|^shape of out"),
        (lambda: ntt.extension_root(-1), "^log_blowup is -1, but"),
        (lambda: ntt.evaluate(x[:0]), r"^shape of a is \(0,\), but a row must have an element$"),
        (lambda: ntt.evaluate(x, 5, input_factor=3), "^input_factor is 3, but"),
        (lambda: ntt.interpolate(x, 0), "^coset is 0, but"),
    ):
        with pytest.raises(ValueError, match=message):
            call()


@pytest.mark.parametrize("ring", RINGS)
@pytest.mark.parametrize(("n", "bits", "words"), PLANS)
def test_products_follow_the_definition(
    n: int, bits: int, words: int, ring: RingName, backend: str, rng: random.Random
) -> None:
    ntt = plan(n, bits, words, ring)
    q = ntt.modulus.value
    x, y = residues(rng, n, q), residues(rng, n, q)
    result = ntt.multiply(pack(x, words), pack(y, words))
    assert unpack(result, words) == product(x, y, q, ring)


@pytest.mark.parametrize(("n", "bits", "words"), PLANS)
def test_lazy_ranges(n: int, bits: int, words: int, backend: str, rng: random.Random) -> None:
    ntt = plan(n, bits, words, "negacyclic")
    q = ntt.modulus.value
    most = max(factors_of(ntt.modulus, (1, 4)))
    for factor in (None, *factors_of(ntt.modulus, (1, 2, 4))):
        a = residues(rng, n, 2 ** (64 * words) if factor is None else factor * q)
        canonical = ntt.forward(pack([v % q for v in a], words))
        lazy = unpack(ntt.forward(pack(a, words), input_factor=factor, output_factor=most, check=True), words)
        assert all(v < most * q for v in lazy)
        assert [v % q for v in lazy] == unpack(canonical, words)
    for factor in factors_of(ntt.modulus, (1, 2)):
        a = residues(rng, n, factor * q)
        natural = unpack(ntt.inverse(pack([v % q for v in a], words)), words)
        most = max(factors_of(ntt.modulus, (1, 2)))
        lazy = unpack(ntt.inverse(pack(a, words), input_factor=factor, output_factor=most, check=True), words)
        assert all(v < most * q for v in lazy)
        assert [v % q for v in lazy] == natural


@pytest.mark.parametrize(("n", "bits", "words"), [(1024, 30, 1), (4096, 50, 1), (2048, 60, 1), (1024, 109, 2)])
def test_great_sizes_on_sampled_positions(n: int, bits: int, words: int, backend: str, rng: random.Random) -> None:
    ntt = plan(n, bits, words, "negacyclic")
    q = ntt.modulus.value
    a = residues(rng, n, q)
    spectrum = unpack(ntt.forward(pack(a, words)), words)
    for k in rng.sample(range(n), 5):
        point = pow(ntt.root, 2 * k + 1, q)
        assert spectrum[reverse_bits(k, n)] == sum(c * pow(point, j, q) for j, c in enumerate(a)) % q


def test_roots() -> None:
    q = 257
    smallest = ringlet.Ntt(8, q)
    assert smallest.root == min(r for r in range(1, q) if order_of(r, q) == 16)
    other = next(r for r in range(q - 1, 0, -1) if order_of(r, q) == 16)
    a = np.arange(8, dtype=np.uint64)
    assert unpack(ringlet.Ntt(8, q, psi=other).forward(a), 1) == transform(list(range(8)), q, other, "negacyclic")
    omega = next(r for r in range(q - 1, 0, -1) if order_of(r, q) == 8)
    cyclic = ringlet.Ntt(8, q, ring="cyclic", omega=np.uint64(omega))
    assert cyclic.root == omega
    assert unpack(cyclic.forward(a), 1) == transform(list(range(8)), q, omega, "cyclic")


@pytest.mark.parametrize("bits", [40, 100])
def test_plans_are_values(bits: int) -> None:
    q = ringlet.ntt_primes(1, bits, 16)[0]
    for ntt in (ringlet.Ntt(16, q), ringlet.Ntt(16, ringlet.Modulus(q), ring="cyclic")):
        words = ntt.modulus.words
        assert (ntt.n, ntt.modulus, words) == (16, ringlet.Modulus(q), 1 if bits == 40 else 2)
        a = pack(list(range(16)), words)
        for twin in (copy.copy(ntt), pickle.loads(pickle.dumps(ntt)), eval(repr(ntt), vars(ringlet))):
            assert (twin.n, twin.ring, twin.root, twin.modulus) == (ntt.n, ntt.ring, ntt.root, ntt.modulus)
            assert (twin.forward(a) == ntt.forward(a)).all()


def test_describe_names_the_backend(backend: str) -> None:
    names = [b.name for b in ringlet.backends()]
    chosen = ringlet.Ntt(1024, ringlet.ntt_primes(1, 40, 1024)[0]).describe().split(" / ")[0]
    assert names.index(chosen) <= names.index(backend)
    if backend == "scalar":
        assert chosen == "scalar"
