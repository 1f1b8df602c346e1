"""Arrays of uint32 as residues of 32-bit words, against Python integers."""

import array as array_module
import pickle
import random
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import ringlet
from cases import residues
from operations import MULTIWORD_OPERATIONS, OPERATIONS, Operation
from oracles import RingName, product, reverse_bits, transform

BABYBEAR = 2**31 - 2**27 + 1
MODULI = [2, 3, 97, BABYBEAR, 2**31 - 1, 2**32 - 5, 2**32 - 1]
# Around the vectors of 8 and 16 lanes, and more than kernels process at once.
LENGTHS = [0, 1, 3, 7, 8, 9, 15, 16, 17, 31, 33, 64, 100, 1025]
R = 2**32


def words(values: Any) -> NDArray[np.uint32]:
    return np.array(values, dtype=np.uint32)


def layouts(array: NDArray[np.uint32]) -> Iterator[NDArray[np.uint32]]:
    """Yields arrays with the same elements: at all offsets in a word of 64 bits, in steps, backwards."""
    for offset in range(8):
        memory = np.zeros(array.nbytes + 8, np.uint8)
        view = memory[offset : offset + array.nbytes].view(np.uint32).reshape(array.shape)
        view[...] = array
        yield view
    spaced = np.zeros((*array.shape, 2), np.uint32)
    spaced[..., 0] = array
    yield spaced[..., 0]
    yield array[..., ::-1].copy()[..., ::-1]


@pytest.mark.parametrize("operation", OPERATIONS, ids=str)
def test_operations(operation: Operation, backend: str, rng: random.Random) -> None:
    for q in MODULI:
        s = rng.randrange(q)
        for n in LENGTHS:
            lists = [residues(rng, n, q) for _ in operation.arrays]
            arrays = [words(values) for values in lists]
            result = operation.call(arrays, s, q, check=True)
            assert result.dtype == np.uint32
            assert result.tolist() == operation.results(lists, s, q)
            assert operation.call(arrays, s, ringlet.Modulus(q), out=arrays[0]) is arrays[0]
            assert (arrays[0] == result).all()


@pytest.mark.parametrize("operation", [o for o in OPERATIONS if o.factors], ids=str)
def test_factors(operation: Operation, backend: str, rng: random.Random) -> None:
    for q in MODULI:
        for factor in operation.factors:
            lists = [residues(rng, 37, min(factor * q, R)) for _ in operation.arrays]
            result = operation.call([words(values) for values in lists], 2 % q, q, input_factor=factor, check=True)
            assert result.tolist() == operation.results(lists, 2 % q, q)


@pytest.mark.parametrize("operation", [o for o in MULTIWORD_OPERATIONS if o.has_form], ids=str)
def test_montgomery_form(operation: Operation, backend: str, rng: random.Random) -> None:
    for q in (97, BABYBEAR, 2**32 - 5):
        lists = [residues(rng, 37, q) for _ in operation.arrays]
        arrays = [ringlet.to_montgomery(words(values), q) for values in lists]
        assert [a.tolist() for a in arrays] == [[v * R % q for v in values] for values in lists]
        result = operation.call(arrays, 5 * R % q, q, form="montgomery")
        assert ringlet.from_montgomery(result, q).tolist() == operation.results(lists, 5, q)


def test_functions_that_are_no_sums(backend: str, rng: random.Random) -> None:
    for q in MODULI:
        a = residues(rng, 100, R)
        assert ringlet.reduce(words(a), q).tolist() == [v % q for v in a]
        assert ringlet.centred(words(a), q).tolist() == [(v + (q - 1) // 2) % q - (q - 1) // 2 for v in a]
        bound, diff = a[0], q - 1
        assert ringlet.cmp_add(words(a), ">=", bound, R - 5).tolist() == [(v - 5) % R if v >= bound else v for v in a]
        assert ringlet.cmp_sub(words(a), q, "<", bound, diff).tolist() == [(v - diff * (v < bound)) % q for v in a]
        out = np.empty(50, np.uint32)
        assert ringlet.powers(3, 5, 50, q, out=out) is out
        assert out.tolist() == [3 * 5**i % q for i in range(50)]
        assert ringlet.to_ints(words(a), q).tolist() == a
    for q in (BABYBEAR, 2**32 - 5):
        a = residues(rng, 100, q)
        assert ringlet.invert(words(a), q).tolist() == [pow(v, -1, q) if v else 0 for v in a]
    with pytest.raises(ValueError, match=r"^a\[1\] is 14, but it must be 0 or have no factor in common with q$"):
        ringlet.invert(words([1, 14, 3]), 2**16 * 7)


def test_layouts(rng: random.Random) -> None:
    a, b = words(residues(rng, 40, BABYBEAR)), words(residues(rng, 40, BABYBEAR))
    ntt = ringlet.Ntt(8, BABYBEAR)
    expected = ringlet.mul(a, b, BABYBEAR)
    for x, y, out in zip(layouts(a), layouts(b), layouts(a), strict=True):
        assert (ringlet.mul(x, y, BABYBEAR) == expected).all()
        assert ringlet.mul(x, y, BABYBEAR, out=out) is out
        assert (out == expected).all()
        rows, spectrum = x.reshape(5, 8), ntt.forward(a.reshape(5, 8))
        assert (ntt.forward(rows, threads=2) == spectrum).all()
        assert (ntt.inverse(ntt.forward(rows), out=out.reshape(5, 8)) == a.reshape(5, 8)).all()
    big = words(residues(rng, 5000, BABYBEAR))
    assert (ringlet.mul(big, big, BABYBEAR, threads=3) == ringlet.mul(big, big, BABYBEAR)).all()
    assert (
        ringlet.mul(big[:20].reshape(4, 5), big[:5], BABYBEAR)[2] == ringlet.mul(big[10:15], big[:5], BABYBEAR)
    ).all()
    with pytest.raises(ValueError, match=r"^out overlaps a in part"):  # so they are not copied
        ringlet.add(big[1:], 1, BABYBEAR, out=big[:-1])


# The second prime has 32 bits, the third no bit to spare for lazy values.
@pytest.mark.parametrize("order", ["bit_reversed", "natural"])
@pytest.mark.parametrize("ring", ["negacyclic", "cyclic"])
@pytest.mark.parametrize("bits", [14, 30, 31, 32])
def test_transforms(bits: int, ring: RingName, order: Any, backend: str, rng: random.Random) -> None:
    for n in (2, 4, 16, 64):
        q = ringlet.ntt_primes(1, bits, n)[0]
        ntt = ringlet.Ntt(n, q, ring=ring, order=order)
        x, y = residues(rng, n, q), residues(rng, n, q)
        spectrum = ntt.forward(words(x), check=True)
        assert spectrum.dtype == np.uint32
        in_bit_reversed_order = transform(x, q, ntt.root, ring)
        places = [reverse_bits(k, n) if order == "natural" else k for k in range(n)]
        assert spectrum.tolist() == [in_bit_reversed_order[k] for k in places]
        lazy = ntt.forward(words([v + (R - 1 - v) // q * q for v in x]), input_factor=None, output_factor=4)
        assert (ringlet.reduce(lazy, q) == spectrum).all()
        assert ntt.multiply(words(x), words(y)).tolist() == product(x, y, q, ring)
        assert ntt.inverse(spectrum, out=spectrum) is spectrum
        assert spectrum.tolist() == x
        coset = rng.randrange(1, q)
        for m in (1, n, 2 * n + 1):
            a = residues(rng, m, q)
            on_coset = ntt.evaluate(words(a), coset)
            assert on_coset.tolist() == ntt.evaluate(np.array(a, np.uint64), coset).tolist()
        assert ntt.interpolate(ntt.evaluate(words(x), coset), coset).tolist() == x
        extended = ntt.extend(ntt.forward(words(x)), coset)
        assert extended.dtype == np.uint32
        assert (extended == ntt.extend(ntt.forward(x), coset)).all()


def test_long_transforms(backend: str, rng: random.Random) -> None:
    n = 2**13
    ntt = ringlet.Ntt(n, BABYBEAR)
    a = residues(rng, n, BABYBEAR)
    spectrum = ntt.forward(words(a))
    for k in rng.sample(range(n), 3):
        point = pow(ntt.root, 2 * k + 1, BABYBEAR)
        value = 0
        for c in reversed(a):
            value = (value * point + c) % BABYBEAR
        assert spectrum[reverse_bits(k, n)] == value
    assert ntt.inverse(spectrum).tolist() == a
    names = [b.name for b in ringlet.backends()]
    chosen = ntt.describe("uint32").split(" / ")[0]
    assert names.index(chosen) <= names.index(backend)
    assert backend == "scalar" or chosen != "scalar"


def test_fixed_operands(backend: str, rng: random.Random) -> None:
    for q in MODULI:
        w, x, z = (residues(rng, 33, q) for _ in range(3))
        key = ringlet.FixedOperand(words(w), q)
        assert key.values.dtype == np.uint32
        assert key.mul(words(x)).tolist() == [a * b % q for a, b in zip(w, x, strict=True)]
        assert key.mul_add(words(x), words(z)).tolist() == [(a * b + c) % q for a, b, c in zip(w, x, z, strict=True)]
        assert pickle.loads(pickle.dumps(key)) == key
        assert key != ringlet.FixedOperand(w, q)


A, B = words([1, 2]), np.array([3, 4], np.uint64)
NTT = ringlet.Ntt(2, 97)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ringlet.add(A, B, 97), "^b must be an array of uint32, not uint64$"),
        (lambda: ringlet.add(B, A, 97), "^a must be an array of uint32, not uint64$"),
        (lambda: ringlet.add([A, A], B, 97), "^b must be an array of uint32, not uint64$"),
        (lambda: ringlet.axpy(A, 1, B, 97), "^z must be an array of uint32, not uint64$"),
        (lambda: ringlet.add(A, 1, 97, out=B.copy()), "^out must be an array of uint32, not uint64$"),
        (lambda: ringlet.add(B, 1, 97, out=A.copy()), "^a must be an array of uint32, not uint64$"),
        (lambda: ringlet.add(B, 1, 2**32 + 15, out=A.copy()), "^out must be an array of uint64, not uint32$"),
        (lambda: ringlet.reduce(A, 97, out=B.copy()), "^out must be an array of uint32, not uint64$"),
        (lambda: ringlet.cmp_add(A, "<", 1, 1, out=B.copy()), "^out must be an array of uint32, not uint64$"),
        (lambda: ringlet.cmp_add(B, "<", 1, 1, out=A.copy()), "^out must be an array of uint64, not uint32$"),
        (lambda: NTT.multiply(A, B), "^y must be an array of uint32, not uint64$"),
        (lambda: NTT.forward(A, out=B.copy()), "^out must be an array of uint32, not uint64$"),
        (lambda: ringlet.FixedOperand(A, 97).mul(B), "^x must be an array of uint32, not uint64$"),
        (lambda: ringlet.FixedOperand(B, 97).mul(A), "^x must be an array of uint64, not uint32$"),
        (lambda: ringlet.NttBuffer(NTT, A), "^values must be an array of uint64, not uint32$"),
        (lambda: ringlet.LargeNtt(8, 97).forward(words(range(8))), "^a must be an array of uint64, not uint32$"),
        (lambda: ringlet.add(np.ma.masked_array(A), 1, 97), "^a must be an array without a mask"),
    ],
)
def test_types_that_are_mixed(call: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call()


def test_wrong_values() -> None:
    with pytest.raises(ValueError, match=r"^b\[1\] is 97, but it must lie in \[0, q\), q = 97$"):
        ringlet.add(A, words([0, 97]), 97, check=True)
    with pytest.raises(ValueError, match=r"^bound is 4294967296, but it must lie in \[0, 2\^32\)$"):
        ringlet.cmp_add(A, "<", R, 1)
    with pytest.raises(ValueError, match=r'^dtype is "uint32", but'):
        ringlet.Ntt(8, ringlet.ntt_primes(1, 50, 8)[0]).describe("uint32")


def test_which_arguments_are_words(rng: random.Random) -> None:
    """Arrays of uint32 are words modulo q < 2^32, numbers beyond; other integers take the words of the arrays."""
    for other in ([3, -1], np.array([3, 96], np.int8), (3, 2**40 + 96 - 2**40 % 97), np.array([3, -1], object)):
        result = ringlet.add(A, other, 97)
        assert result.dtype == np.uint32
        assert result.tolist() == [4, 1]
    assert ringlet.add([1, 2], [3, 4], 97, out=np.empty(2, np.uint32)).tolist() == [4, 6]
    for array in ([A, A], [A.data], (A,), array_module.array("I", [1, 2]), A.data):
        assert ringlet.add(array, 0, 97).dtype == np.uint32
    assert ringlet.add([np.uint32(1)], 0, 97).dtype == np.uint64
    for q in (2**32 + 15, 2**62 - 57, 2**100):
        modulus = ringlet.Modulus(q)
        values = residues(rng, 5, R)
        assert ringlet.to_ints(ringlet.add(words(values), 1, modulus), modulus).tolist() == [v + 1 for v in values]
    base = ringlet.RnsBase([97, 193])
    assert base.add(words([[96] * 4, [192] * 4]), np.ones((2, 4), np.uint64)).tolist() == [[0] * 4] * 2


def test_threads_share_what_the_first_call_makes() -> None:
    ntt = ringlet.Ntt(2**12, BABYBEAR)
    a = np.arange(2**12, dtype=np.uint32)
    found: list[NDArray[Any]] = []
    threads = [threading.Thread(target=lambda: found.append(ntt.forward(a))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((result == ntt.forward(a)).all() for result in found)
    assert len(found) == 4
