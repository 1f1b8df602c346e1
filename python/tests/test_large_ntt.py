"""Large transforms against their definition, and against the plans of all points."""

import random
import re
from typing import Any

import numpy as np
import pytest

import ringlet
from cases import residues
from oracles import RingName, pack, reverse_bits, transform, unpack

RINGS: list[RingName] = ["negacyclic", "cyclic"]
ORDERS: list[Any] = ["natural", "transposed", "bit_reversed"]
# Bits of q, and words.
KINDS = [(30, 1), (49, 1), (62, 1), (100, 2), (124, 2), (191, 3), (254, 4), (300, 5), (383, 6), (511, 8)]


def place(k: int, n: int, order: str, height: int) -> int:
    """Returns the index of evaluation number k."""
    if order == "natural":
        return k
    return k % height * (n // height) + k // height if order == "transposed" else reverse_bits(k, n)


@pytest.mark.parametrize("ring", RINGS)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("bits", "words"), KINDS)
def test_transforms_follow_the_definition(
    bits: int, words: int, order: Any, ring: RingName, backend: str, rng: random.Random
) -> None:
    n = 32
    q = ringlet.ntt_primes(1, bits, n)[0]
    for height in (2, 8, 16):
        plan = ringlet.LargeNtt(n, q, ring=ring, order=order, height=height)
        assert (plan.n, plan.height, plan.ring, plan.order, plan.modulus.words) == (n, height, ring, order, words)
        a = residues(rng, n, q)
        expected = transform(a, q, plan.root, ring)
        values = unpack(plan.forward(pack(a, words), check=True), words)
        assert [values[place(k, n, order, height)] for k in range(n)] == [
            expected[reverse_bits(k, n)] for k in range(n)
        ]
        assert unpack(plan.inverse(pack(values, words)), words) == a


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("batch", [(), (1,), (3,), (2, 4), (0,)])
def test_batches(batch: tuple[int, ...], order: Any, threads: int, rng: random.Random) -> None:
    n = 4096
    q = ringlet.ntt_primes(1, 49, n)[0]
    plan, plain = ringlet.LargeNtt(n, q, order=order), ringlet.Ntt(n, q)
    assert plan.root == plain.root
    a = np.random.default_rng(rng.getrandbits(64)).integers(0, q, (*batch, n), dtype=np.uint64)
    expected = np.empty_like(a)
    places = [place(k, n, order, plan.height) for k in range(n)]
    expected[..., places] = plain.forward(a)[..., ringlet.bit_reversal(n)]
    out = np.empty_like(a)
    assert plan.forward(a, out=out, threads=threads) is out
    assert (out == expected).all()
    assert plan.inverse(out, out=out, threads=threads) is out
    assert (out == a).all()


def test_other_integers_are_reduced() -> None:
    plan = ringlet.LargeNtt(8, 97)
    a = np.arange(-4, 4, dtype=np.int64)
    assert (plan.inverse(plan.forward(a)) == a % 97).all()


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((2, 97), {}, "n is 2, but it must be a power of two from 4 to 2^30"),
        ((24, 97), {}, "n is 24"),
        ((2**31, 97), {}, "n is 2147483648"),
        ((8, 91), {}, "91"),
        ((64, 97), {}, "97"),
        ((8, 97), {"height": 3}, "height is 3"),
        ((8, 97), {"height": 8}, "height is 8"),
        ((8, 97), {"ring": "other"}, 'ring is "other"'),
        ((8, 97), {"order": "reversed"}, 'order is "reversed"'),
        ((8, 97), {"psi": 5, "ring": "cyclic"}, "psi"),
        ((8, 97), {"omega": 5}, "omega"),
        ((8, 97), {"psi": 1}, "psi is 1"),
        ((8, 97), {"psi": 97}, "psi is 97"),
    ],
)
def test_what_plans_refuse(arguments: Any, options: Any, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        ringlet.LargeNtt(*arguments, **options)


def test_what_calls_refuse() -> None:
    plan, x = ringlet.LargeNtt(8, 97), np.arange(9, dtype=np.uint64)
    for call in (plan.forward, plan.inverse):
        with pytest.raises(ValueError, match=r"^shape of a is \(9,\), but it must be \(\.\.\., 8\)"):
            call(x)
        with pytest.raises(ValueError, match="overlap"):
            call(x[:8], out=x[1:])
        with pytest.raises(ValueError, match=r"a\[3\] is 97"):
            call(np.array([0, 1, 2, 97, 4, 5, 6, 7], dtype=np.uint64), check=True)


def test_describe() -> None:
    assert ringlet.LargeNtt(64, 257, ring="cyclic").describe().startswith("2^3 x 2^3: columns ")
