"""Batches, threads, output arrays and overlaps."""

import os
import random
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import ringlet
from cases import plan, residues
from oracles import pack


@pytest.mark.parametrize("words", [1, 2])
@pytest.mark.parametrize("threads", [1, 2, 3, 7, 64])
@pytest.mark.parametrize("shape", [(1,), (2,), (5, 3), (64,), (0,), (3, 0)])
def test_threads_give_the_same(shape: tuple[int, ...], threads: int, words: int, rng: random.Random) -> None:
    n = 32
    ntt = plan(n, 50 if words == 1 else 100, words, "negacyclic")
    q = ntt.modulus
    count = int(np.prod(shape)) * n
    full = (*shape, n) if words == 1 else (*shape, n, 2)
    x, y = (pack(residues(rng, count, q.value), words).reshape(full) for _ in range(2))
    rows = x.reshape(-1, *full[len(shape) :])
    one_by_one = [ntt.forward(row) for row in rows]
    expected = np.stack(one_by_one).reshape(full) if one_by_one else x
    assert (ntt.forward(x, threads=threads) == expected).all()
    assert (ntt.inverse(expected, threads=threads) == x).all()
    assert (ntt.multiply(x, y, threads=threads) == ntt.multiply(x, y)).all()
    assert (ringlet.mul(x, y, q, threads=threads) == ringlet.mul(x, y, q)).all()


@pytest.mark.parametrize(("words", "n"), [(1, 64), (1, 1024), (2, 64), (1, 2048)])
def test_long_arrays_give_the_same_as_their_parts(words: int, n: int) -> None:
    """Copies long arrays of short rows to the output first, but not their parts."""
    ntt = plan(n, 50 if words == 1 else 100, words, "negacyclic")
    rows = (4 << 20) // (8 * words * n)
    shape = (rows, n) if words == 1 else (rows, n, 2)
    high = ntt.modulus.value >> 64 if words == 2 else ntt.modulus.value
    x = np.random.default_rng(n).integers(0, high, shape, dtype=np.uint64)
    given = x.copy()
    expected = np.concatenate([ntt.forward(part) for part in np.array_split(x, 5)])
    assert (ntt.forward(x) == expected).all()
    assert (ntt.forward(x, threads=3) == expected).all()
    lazy = ntt.forward(x, output_factor=4)
    assert (ringlet.reduce(lazy, ntt.modulus, input_factor=4) == expected).all()
    assert (x == given).all()
    ntt.forward(x, out=x)
    assert (x == expected).all()


@pytest.mark.parametrize("size", [1, 1023, 1024, 1025, 100_003])
def test_elements_are_shared_by_threads(size: int) -> None:
    q = 2**61 - 1
    x = np.random.default_rng(size).integers(0, q, size, dtype=np.uint64)
    for threads in (2, 5):
        assert (ringlet.mul(x, x, q, threads=threads) == ringlet.mul(x, x, q)).all()
        assert (ringlet.add(x, 5, q, threads=threads) == ringlet.add(x, 5, q)).all()


def test_no_thread_unless_asked_and_their_number_does_not_grow() -> None:
    script = """
import numpy as np, ringlet
def count():
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("Threads:"))
ntt = ringlet.Ntt(1024, ringlet.ntt_primes(1, 50, 1024)[0])
x = np.zeros((64, 1024), dtype=np.uint64)
before = count()
ntt.forward(x)
assert count() == before
for threads in (4, 2, 4, 3):
    ntt.forward(x, threads=threads)
    assert count() == before + 3
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_threads_take_no_signals() -> None:
    """A program that blocks a signal in order to wait for it must get it."""
    script = """
import os, signal, numpy as np, ringlet
ringlet.Ntt(256, ringlet.ntt_primes(1, 50, 256)[0]).forward(np.zeros((64, 256), dtype=np.uint64), threads=2)
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
os.kill(os.getpid(), signal.SIGUSR1)
assert signal.sigwait({signal.SIGUSR1}) == signal.SIGUSR1
"""
    # NumPy's BLAS has threads, which take signals.
    subprocess.run([sys.executable, "-c", script], check=True, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})


def test_threads_in_a_forked_child() -> None:
    """A child has none of its parent's threads, and must not wait for them."""
    script = """
import os, signal, numpy as np, ringlet
ntt = ringlet.Ntt(256, ringlet.ntt_primes(1, 50, 256)[0])
x = np.arange(64 * 256, dtype=np.uint64).reshape(64, 256)
expected = ntt.forward(x, threads=3)
child = os.fork()
if child == 0:
    signal.alarm(60)
    os._exit(0 if (ntt.forward(x, threads=3) == expected).all() else 1)
assert os.waitpid(child, 0)[1] == 0
assert (ntt.forward(x, threads=3) == expected).all()
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_one_plan_in_many_threads() -> None:
    ntt = plan(256, 50, 1, "negacyclic")
    x = np.random.default_rng(1).integers(0, ntt.modulus.value, (16, 256), dtype=np.uint64)
    expected = ntt.forward(x)
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda _: ntt.forward(x, threads=2), range(40)))
    assert all((result == expected).all() for result in results)


def test_the_lock_is_released() -> None:
    ntt = plan(2**16, 50, 1, "negacyclic")
    x = np.zeros((256, 2**16), dtype=np.uint64)
    done = threading.Event()
    turns = 0

    def work() -> None:
        ntt.forward(x, out=x)
        done.set()

    worker = threading.Thread(target=work)
    worker.start()
    while not done.is_set():
        turns += 1
    worker.join()
    # If the call kept the lock, this thread would get at most one turn before it and one after it.
    assert turns > 100


def test_out() -> None:
    ntt = plan(8, 50, 1, "negacyclic")
    q = ntt.modulus
    x = np.arange(16, dtype=np.uint64).reshape(2, 8)
    y = x + np.uint64(1)
    out = np.empty_like(x)
    expected = ringlet.mul(x, y, q)
    assert ringlet.mul(x, y, q, out=out) is out
    assert (out == expected).all()
    for operands in ((x.copy(), y), (x, y.copy())):
        for operand in operands:
            if operand is not x and operand is not y:
                assert ringlet.mul(operands[0], operands[1], q, out=operand) is operand
                assert (operand == expected).all()
    square = x.copy()
    ringlet.mul(square, square, q, out=square)
    assert (square == ringlet.mul(x, x, q)).all()
    spectrum = x.copy()
    assert ntt.forward(spectrum, out=spectrum) is spectrum
    assert (spectrum == ntt.forward(x)).all()
    assert (ntt.inverse(spectrum, out=spectrum) == x).all()


def test_nothing_beside_the_output_is_written() -> None:
    ntt = plan(16, 50, 1, "negacyclic")
    space = np.full(3 * 16 + 2, 2**63, dtype=np.uint64)
    out = space[17:33]
    ntt.forward(np.arange(16, dtype=np.uint64), out=out)
    assert (space[:17] == 2**63).all()
    assert (space[33:] == 2**63).all()
    assert (ntt.inverse(out.copy()) == np.arange(16)).all()


def test_other_arrays_of_uint64() -> None:
    class Sub(np.ndarray):
        pass

    q = 97
    x = np.arange(4, dtype=np.ulonglong)
    assert ringlet.add(x, 96, q).tolist() == [96, 0, 1, 2]
    assert ringlet.add(x.view(Sub), np.uint64(96), q).tolist() == [96, 0, 1, 2]
    assert ringlet.add(np.arange(4, dtype="<u8"), 96, q).tolist() == [96, 0, 1, 2]
    frozen = np.arange(4, dtype=np.uint64)
    frozen.flags.writeable = False
    assert ringlet.add(frozen, 96, np.uint64(q)).tolist() == [96, 0, 1, 2]
    assert ringlet.add(np.arange(8, dtype=np.uint64)[1:5], 0, q).tolist() == [1, 2, 3, 4]
