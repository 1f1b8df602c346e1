"""Buffers of a plan against definitions, their errors, and threads that share one."""

import random
import threading

import numpy as np
import pytest

import ringlet
from cases import PLANS, plan, residues
from oracles import RingName, pack, product, transform, unpack

RINGS: list[RingName] = ["negacyclic", "cyclic"]


@pytest.mark.parametrize("ring", RINGS)
@pytest.mark.parametrize(("n", "bits", "words"), PLANS)
def test_operations_follow_the_definition(
    n: int, bits: int, words: int, ring: RingName, backend: str, rng: random.Random
) -> None:
    ntt = plan(n, bits, words, ring)
    q = ntt.modulus.value
    a, b, c = (residues(rng, n, q) for _ in range(3))
    x = ringlet.NttBuffer(ntt, pack(a, words), check=True)
    y = ringlet.NttBuffer(ntt).load(pack(b, words))
    z = ringlet.NttBuffer(ntt, pack(transform(c, q, ntt.root, ring), words), domain="evaluations")
    assert (x.n, x.modulus, x.domain, z.domain) == (n, ntt.modulus, "coefficients", "evaluations")
    assert x.forward() is x
    assert x.domain == "evaluations"
    assert unpack(x.store(), words) == transform(a, q, ntt.root, ring)
    copy = x.clone().mul(y.forward()).mul_add(x, z).sub(z)
    ab, ac = product(a, b, q, ring), product(a, c, q, ring)
    expected = [(u + v - w) % q for u, v, w in zip(ab, ac, c, strict=True)]
    out = np.zeros_like(pack(a, words))
    assert copy.inverse().store(out=out) is out
    assert unpack(out, words) == expected
    assert unpack(x.inverse().store(), words) == a
    assert unpack(x.add(x).store(), words) == [2 * u % q for u in a]
    x.forward().mul(x).mul_add(x, x)
    four = [4 * u % q for u in product(a, a, q, ring)]
    square = product(four, four, q, ring)
    assert unpack(x.inverse().store(), words) == [(u + v) % q for u, v in zip(four, square, strict=True)]


def test_a_new_buffer_is_zero_and_takes_other_integers() -> None:
    ntt = ringlet.Ntt(4, 17)
    buffer = ringlet.NttBuffer(ntt)
    assert buffer.store().tolist() == [0, 0, 0, 0]
    assert buffer.load(np.array([-1, 0, 18, 2])).store().tolist() == [16, 0, 1, 2]


def test_errors() -> None:
    ntt, twin, other = ringlet.Ntt(4, 17), ringlet.Ntt(4, 17), ringlet.Ntt(4, 97)
    multiword = ringlet.Ntt(4, ringlet.ntt_primes(1, 100, 4)[0])
    x = ringlet.NttBuffer(ntt)
    for call, message in [
        (x.inverse, "holds coefficients"),
        (lambda: x.mul(x), "holds coefficients"),
        (lambda: x.add(ringlet.NttBuffer(twin)), "y belongs to another plan"),
        (lambda: x.sub(ringlet.NttBuffer(other)), "y belongs to another plan"),
        (lambda: x.add(ringlet.NttBuffer(multiword)), "y belongs to another Ntt"),
        (lambda: ringlet.NttBuffer(multiword).add(x), "y belongs to another Ntt"),
        (lambda: x.load(np.zeros(5, dtype=np.uint64)), "values"),
        (lambda: x.load(np.zeros((2, 4), dtype=np.uint64)), "number of axes of values is 2"),
        (lambda: x.load(np.full(4, 17, dtype=np.uint64), check=True), r"values\[0\]"),
        (lambda: x.load(np.zeros(4, dtype=np.uint64), domain="both"), 'domain is "both"'),  # type: ignore[arg-type]
        (lambda: ringlet.NttBuffer(ntt, domain="both"), 'domain is "both"'),  # type: ignore[arg-type]
        (lambda: x.store(out=np.zeros(3, dtype=np.uint64)), "out"),
    ]:
        with pytest.raises(ValueError, match=message):
            call()
    assert x.store().tolist() == [0, 0, 0, 0]
    assert x.domain == "coefficients"


def test_threads_take_turns() -> None:
    """Adds from many threads in two buffers: no sum is lost, and no thread waits for ever for the other buffer."""
    ntt = ringlet.Ntt(1024, ringlet.ntt_primes(1, 100, 1024)[0])
    one = np.zeros((1024, 2), dtype=np.uint64)
    one[:, 0] = 1
    unit, zero = ringlet.NttBuffer(ntt, one), ringlet.NttBuffer(ntt)
    sums = [zero.clone(), zero.clone()]
    rounds, threads = 200, 6

    def work(index: int) -> None:
        mine, other = sums[index % 2], sums[1 - index % 2]
        for _ in range(rounds):
            mine.add(unit)
            zero.clone().add(other).sub(mine)
            mine.sub(zero)
            other.add(zero)

    workers = [threading.Thread(target=work, args=(index,)) for index in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for total in sums:
        assert (total.store() == one * np.uint64(rounds * threads // 2)).all()


def test_equality_is_identity() -> None:
    x = ringlet.NttBuffer(ringlet.Ntt(4, 17))
    assert x in {x}
    assert x != x.clone()
