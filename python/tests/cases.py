"""Moduli and residues for tests: both edges of every range, corners first."""

import random
from collections.abc import Iterable
from typing import Any

from hypothesis import strategies as st

import ringlet


def residues(rng: random.Random, count: int, bound: int) -> list[int]:
    """Returns corners and random numbers in [0, bound)."""
    corners = [0, 1 % bound, bound - 1, bound // 2]
    return [rng.choice(corners) if rng.random() < 0.3 else rng.randrange(bound) for _ in range(count)]


def moduli() -> st.SearchStrategy[ringlet.Modulus]:
    """Draws any modulus of one word or two, including small ones in 128-bit words."""
    edges = [2, 3, 97, 2**31 - 1, 2**49 + 1, 2**50 - 1, 2**50, 2**50 + 1, 2**61 - 1, 2**61, 2**62 - 1]
    long_edges = [2**62, 2**62 + 1, 2**63 - 25, 2**63, 2**64 - 2**32 + 1, 2**64 - 1]
    double_edges = [2, 5, 2**61, 2**62, 2**64 - 1, 2**64, 2**64 + 1, 2**104, 2**123, 2**124 - 1]
    one = st.one_of(st.sampled_from(edges + long_edges), st.integers(2, 2**64 - 1)).map(
        lambda q: ringlet.Modulus(q, words=1)
    )
    two = st.one_of(st.sampled_from(double_edges), st.integers(2, 2**124 - 1)).map(
        lambda q: ringlet.Modulus(q, words=2)
    )
    return st.one_of(one, two)


def factors_of(q: ringlet.Modulus, factors: Iterable[int]) -> list[int]:
    """Returns the factors of lazy ranges for which words of one word have room."""
    return [factor for factor in factors if q.words != 1 or factor * q.value <= 2**64]


def values(bound: int, count: int) -> st.SearchStrategy[list[int]]:
    """Draws lists of `count` numbers in [0, bound)."""
    number = st.one_of(st.sampled_from([0, bound - 1, bound // 2]), st.integers(0, bound - 1))
    return st.lists(number, min_size=count, max_size=count)


# Sizes of transforms, bits of q, and words.
PLANS: list[Any] = [
    (2, 5, 1),
    (4, 30, 1),
    (8, 49, 1),
    (16, 50, 1),
    (32, 51, 1),
    (64, 61, 1),
    (128, 62, 1),
    (16, 63, 1),
    (64, 64, 1),
    (8, 63, 2),
    (16, 104, 2),
    (64, 124, 2),
    (32, 40, 2),
]


def plan(n: int, bits: int, words: int, ring: str, *, smallest: bool = False) -> ringlet.Ntt:
    """Makes a plan with the greatest or the smallest prime of a width."""
    order = "smallest_first" if smallest else "largest_first"
    q = ringlet.Modulus(ringlet.ntt_primes(1, bits, n, order=order)[0], words=words)  # type: ignore[arg-type]
    return ringlet.Ntt(n, q, ring=ring)  # type: ignore[arg-type]
