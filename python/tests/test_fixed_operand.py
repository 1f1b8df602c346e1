"""Vectors that multiply many others."""

import random

import numpy as np
import pytest

import ringlet
from cases import residues
from oracles import pack, unpack


@pytest.mark.parametrize("q", [2, 97, 2**49 - 69, 2**50 - 27, 2**61 - 1, 2**62 - 57, 2**62, 2**104 - 17, 2**124 - 59])
@pytest.mark.parametrize("n", [1, 7, 64, 1001])
def test_products(q: int, n: int, backend: str, rng: random.Random) -> None:
    words = ringlet.Modulus(q).words
    w = residues(rng, n, q)
    key = ringlet.FixedOperand(pack(w, words), q)
    assert (key.n, key.modulus) == (n, ringlet.Modulus(q))
    assert key.describe()
    for factor in (1, 2, 4, 8):
        bound = min(factor * q, 2 ** (64 * words))
        x, z = residues(rng, 3 * n, bound), residues(rng, 3 * n, bound)
        shape = (3, n) if words == 1 else (3, n, 2)
        batch, addend = pack(x, words).reshape(shape), pack(z, words).reshape(shape)
        expected = [u * w[i % n] % q for i, u in enumerate(x)]
        assert unpack(key.mul(batch, input_factor=factor, check=True).reshape(-1, *shape[2:]), words) == expected
        expected = [(u * w[i % n] + v) % q for i, (u, v) in enumerate(zip(x, z, strict=True))]
        result = key.mul_add(batch, addend, input_factor=factor, threads=2)
        assert unpack(result.reshape(-1, *shape[2:]), words) == expected
        assert key.mul_add(batch, addend, input_factor=factor, out=batch) is batch
        assert (batch == result).all()


def test_errors() -> None:
    with pytest.raises(ValueError, match=r"values\[1\] is 97"):
        ringlet.FixedOperand(np.array([1, 97], dtype=np.uint64), 97)
    with pytest.raises(ValueError, match="values is 2, but it must be 1"):
        ringlet.FixedOperand(np.zeros((2, 2), dtype=np.uint64), 97)
    with pytest.raises(ValueError, match="size of values is 0"):
        ringlet.FixedOperand(np.zeros(0, dtype=np.uint64), 97)
    with pytest.raises(ValueError, match="values is 2, but it must be 1"):
        ringlet.FixedOperand(np.zeros((2, 2, 2), dtype=np.uint64), 2**70)
    with pytest.raises(ValueError, match=r"shape of values is \(3,\), but its last axis must be 2"):
        ringlet.FixedOperand(np.zeros(3, dtype=np.uint64), 2**70)
    key = ringlet.FixedOperand(np.ones(4, dtype=np.uint64), 97)
    with pytest.raises(ValueError, match=r"shape of x is \(2,\), but it must be \(..., 4\)"):
        key.mul(np.ones(2, dtype=np.uint64))
    with pytest.raises(ValueError, match=r"^shape of z is \(3, 4\), but it must broadcast with that of x, \(2, 4\)$"):
        key.mul_add(np.ones((2, 4), dtype=np.uint64), np.ones((3, 4), dtype=np.uint64))
    with pytest.raises(ValueError, match="input_factor is 3"):
        key.mul(np.ones(4, dtype=np.uint64), input_factor=3)
    with pytest.raises(ValueError, match=r"x\[2\] is 97"):
        key.mul(np.array([0, 1, 97, 0], dtype=np.uint64), check=True)
