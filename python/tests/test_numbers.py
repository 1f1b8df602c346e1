"""Primes, roots, 128-bit words, orders, and backends."""

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ringlet
from oracles import is_prime, order_of, reverse_bits


@given(st.lists(st.integers(0, 2**128 - 1)))
def test_integers_there_and_back(values: list[int]) -> None:
    array = ringlet.from_ints(values, words=2)
    assert array.shape == (len(values), 2)
    assert array.dtype == np.uint64
    assert [low + high * 2**64 for low, high in array.tolist()] == values
    assert ringlet.to_ints(array, words=2).tolist() == values


@pytest.mark.parametrize("words", [None, 1, 2, 3, 4, 5, 6, 8])
@pytest.mark.parametrize("q", [2, 97, 998244353, 2**62 - 57, 2**100, 2**124 - 59, 2**124 + 1, 2**255 - 19, 2**511 - 1])
def test_the_modulus_says_what_a_number_is(q: int, words: int | None) -> None:
    """The modulus decides for any shape, even if the last axis of residues is as long as that of the words."""
    try:
        modulus = ringlet.Modulus(q, words=words)
    except ValueError:
        return
    for n in range(10):
        values = [(-1) ** i * (q // 3 + i) % q for i in range(2 * n)]
        for shape in ((2 * n,), (2, n), (n, 2), (2, 1, n)):
            numbers = np.array(values, dtype=object).reshape(shape)
            array = ringlet.from_ints(numbers, modulus)
            for back in (ringlet.to_ints(array, modulus), ringlet.to_ints(array, words=modulus.words)):
                assert back.dtype == object
                assert back.tolist() == numbers.tolist()
                assert all(type(number) is int for number in back.flat)
            assert ringlet.to_ints(numbers.tolist(), modulus).tolist() == numbers.tolist()


def test_shapes_of_integers() -> None:
    assert ringlet.from_ints(2**64, words=2).tolist() == [0, 1]
    assert ringlet.from_ints([[1, 2], [3, np.uint64(4)]], words=2).shape == (2, 2, 2)
    assert ringlet.from_ints(np.arange(6).reshape(2, 3), words=2).shape == (2, 3, 2)
    assert ringlet.to_ints(np.array([5, 1], dtype=np.uint64), words=2).tolist() == 2**64 + 5
    assert ringlet.to_ints([[5, 1], [2**64 - 1, 0]], words=2).tolist() == [2**64 + 5, 2**64 - 1]
    assert ringlet.to_ints(np.zeros((2, 0, 2), dtype=np.uint64), words=2).shape == (2, 0)
    assert ringlet.from_ints([1, 2], words=2).flags.writeable


def test_small_primes_by_trial_division() -> None:
    assert [n for n in range(3000) if ringlet.is_prime(n)] == [n for n in range(3000) if is_prime(n)]


@pytest.mark.parametrize(("bits", "n"), [(8, 4), (14, 512), (20, 1024)])
def test_ntt_primes_are_all_there_are(bits: int, n: int) -> None:
    every = [q for q in range(2 ** (bits - 1), 2**bits) if q % (2 * n) == 1 and is_prime(q)]
    assert ringlet.ntt_primes(len(every), bits, n, order="smallest_first") == every
    assert ringlet.ntt_primes(len(every), bits, n) == every[::-1]
    assert ringlet.ntt_primes(0, bits, n) == []
    with pytest.raises(ValueError, match=str(len(every))):
        ringlet.ntt_primes(len(every) + 1, bits, n)


@pytest.mark.parametrize("q", [17, 97, 193, 257, 769])
def test_roots(q: int) -> None:
    order = 2
    while (q - 1) % order == 0:
        roots = [r for r in range(1, q) if order_of(r, q) == order]
        assert ringlet.primitive_root(order, q) == min(roots)
        assert ringlet.primitive_root(order, ringlet.Modulus(q, words=2), smallest=False) in roots
        assert [r for r in range(1, q) if ringlet.is_primitive_root(r, order, q)] == roots
        order *= 2
    assert not ringlet.is_primitive_root(1, order, q)


@pytest.mark.parametrize("log_n", range(12))
def test_bit_reversal(log_n: int) -> None:
    n = 2**log_n
    assert ringlet.bit_reversal(n).tolist() == [reverse_bits(k, n) for k in range(n)]


def test_backends() -> None:
    backends = ringlet.backends()
    assert backends[0].name == "scalar"
    assert backends[0].supported
    assert sum(backend.active for backend in backends) == 1
    supported = [backend.name for backend in backends if backend.supported]

    def active() -> str:
        return next(backend.name for backend in ringlet.backends() if backend.active)

    before = active()
    for outer in supported:
        with ringlet.use_backend(outer):
            assert active() == outer
            for inner in supported:
                with ringlet.use_backend(inner):
                    assert active() == inner
                assert active() == outer
    assert active() == before
    with pytest.raises(RuntimeError, match="on the way"), ringlet.use_backend("scalar"):
        raise RuntimeError("on the way")
    assert active() == before


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )


def test_the_environment_chooses_a_backend() -> None:
    code = "import ringlet; print(*[b.name for b in ringlet.backends() if b.active])"
    assert run(code, RINGLET_BACKEND="scalar").stdout == "scalar\n"
    code = "import ringlet\nwith ringlet.use_backend('scalar'): pass\n" + code
    assert run(code, RINGLET_BACKEND="scalar").stdout == "scalar\n"
    failed = run("import ringlet; ringlet.backends()", RINGLET_BACKEND="none-such")
    assert failed.returncode == 1
    assert "ValueError" in failed.stderr
    assert "none-such" in failed.stderr


def test_the_same_on_all_backends() -> None:
    results = []
    for backend in ringlet.backends():
        if backend.supported:
            with ringlet.use_backend(backend.name):
                ntt = ringlet.Ntt(1024, ringlet.ntt_primes(1, 50, 1024)[0])
                results.append(ntt.forward(np.arange(1024, dtype=np.uint64)))
    assert all((result == results[0]).all() for result in results)
