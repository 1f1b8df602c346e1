"""Multiword moduli, q >= 2^124: arithmetic, transforms and number theory against Python integers; published fields."""

import operator
import random
import threading
from typing import Any

import numpy as np
import pytest

import ringlet
from cases import residues
from operations import MULTIWORD_OPERATIONS, Operation
from oracles import RingName, pack, product, reverse_bits, transform, unpack
from ringlet import Modulus

WIDTHS = [3, 4, 5, 6, 8]
# Both ends of each width, including short moduli in multiword words; most are composite.
MODULI = [
    *(Modulus(2**124 + 1, words=words) for words in WIDTHS),
    *(Modulus(2 ** (64 * words - 1) - 1) for words in WIDTHS),
    *(Modulus(2 ** (64 * words - 12) + 9, words=words) for words in WIDTHS),
]
WORD_MODULI = [Modulus(q) for q in (3, 2**31 - 1, 2**50 - 27, 2**51 + 1, 2**62 - 1)]
FIELDS = ringlet.fields()
# One prime of each width, and the shortest prime in the widest.
PRIMES = [Modulus(ringlet.ntt_primes(1, 64 * words - 1, 2**12)[0]) for words in WIDTHS]
PRIMES.append(Modulus(ringlet.ntt_primes(1, 125, 2**12, order="smallest_first")[0], words=8))


def factor_of(q: Modulus, form: str) -> int:
    """Returns the factor of numbers in this form."""
    return 1 if form == "plain" else 2 ** (64 * q.words)


@pytest.mark.parametrize(("bits", "words"), [(125, 3), (191, 3), (192, 4), (255, 4), (256, 5), (319, 5), (320, 6)])
def test_the_narrowest_width_is_the_default(bits: int, words: int) -> None:
    assert Modulus(2**bits - 1).words == words
    assert Modulus(2 ** (bits - 1) + 1).words == words
    assert Modulus(2**bits - 1, words=8).words == 8


def test_the_widest() -> None:
    assert [Modulus(2**bits - 1).words for bits in (383, 384, 447, 448, 511)] == [6, 8, 8, 8, 8]
    assert Modulus(2**511 - 1).bits == 511


@pytest.mark.parametrize("q", WORD_MODULI + MODULI, ids=repr)
@pytest.mark.parametrize("form", ["plain", "montgomery"])
@pytest.mark.parametrize("operation", MULTIWORD_OPERATIONS, ids=str)
def test_operations(operation: Operation, form: str, q: Modulus, backend: str, rng: random.Random) -> None:
    if form != "plain" and not operation.has_form:
        return
    options: dict[str, Any] = {"form": form} if operation.has_form else {}
    f = factor_of(q, form)
    for n in (1, 9, 130):
        lists = [residues(rng, n, q.value) for _ in operation.arrays]
        s = rng.randrange(q.value)
        arrays = [pack([v * f % q.value for v in values], q.words) for values in lists]
        expected = [v * f % q.value for v in operation.results(lists, s, q.value)]
        scalar = s * f - q.value  # any integer is reduced
        result = operation.call(arrays, scalar, q, check=True, **options)
        assert result.shape == arrays[0].shape
        assert unpack(result, q.words) == expected
        assert operation.call(arrays, scalar, q, out=arrays[-1], threads=3, **options) is arrays[-1]
        assert unpack(arrays[-1], q.words) == expected


@pytest.mark.parametrize("q", WORD_MODULI + MODULI, ids=repr)
def test_montgomery_form(q: Modulus, backend: str, rng: random.Random) -> None:
    values = residues(rng, 77, q.value)
    a = pack(values, q.words)
    form = ringlet.to_montgomery(a, q, check=True)
    assert unpack(form, q.words) == [v * 2 ** (64 * q.words) % q.value for v in values]
    assert (ringlet.from_montgomery(form, q, threads=2) == a).all()
    # A number in Montgomery form times one in plain form gives the plain product.
    assert (ringlet.mul(form, a, q, form="montgomery") == ringlet.mul(a, a, q)).all()


@pytest.mark.parametrize("m", [97, 2**61 - 1, 2**89 - 1, 2**107 - 1])
def test_powers_and_inverses_of_words(m: int, backend: str) -> None:
    powers = ringlet.powers(3, -2, 301, m)
    expected = [3 * pow(-2, i, m) % m for i in range(301)]
    assert ringlet.to_ints(powers, m).tolist() == expected
    inverses = ringlet.to_ints(ringlet.invert(powers, m, out=powers, threads=2), m).tolist()
    assert inverses == [pow(x, -1, m) for x in expected]


@pytest.mark.parametrize("form", ["plain", "montgomery"])
@pytest.mark.parametrize("q", MODULI + PRIMES, ids=repr)
def test_sums_powers_and_inverses(q: Modulus, form: Any, backend: str, rng: random.Random) -> None:
    m, f, words = q.value, factor_of(q, form), q.words
    x, y = residues(rng, 6 * 50, m), residues(rng, 6 * 50, m)
    a, b = (pack([v * f % m for v in values], words).reshape(2, 3, 50, words) for values in (x, y))
    expected = [sum(map(operator.mul, x[i : i + 50], y[i : i + 50])) * f % m for i in range(0, 300, 50)]
    sums = ringlet.inner_product(a, b, q, form=form, threads=2, check=True)
    assert sums.shape == (2, 3, words)
    assert unpack(sums.reshape(6, words), words) == expected
    out = np.empty_like(sums)
    assert ringlet.inner_product(a, b[:1], q, form=form, out=out) is out
    assert unpack(out[0], words) == expected[:3]
    start, ratio = rng.randrange(m), rng.randrange(m)
    powers = ringlet.powers(start * f, ratio * f, 301, q, form=form)
    assert unpack(powers, words) == [start * pow(ratio, i, m) * f % m for i in range(301)]
    units = [0, 1, m - 1, *(pow(2, k, m) for k in range(1, 60))]
    inverses = ringlet.invert(pack([v * f % m for v in units], words), q, form=form, threads=2)
    assert unpack(inverses, words) == [pow(v, -1, m) * f % m if v else 0 for v in units]


def test_great_arrays_on_threads() -> None:
    q = ringlet.field("bls12-377-fr").modulus
    a = ringlet.powers(3, 7, 5000, q)
    for threads in (2, 5):
        assert (ringlet.mul(a, a, q, threads=threads) == ringlet.mul(a, a, q)).all()
        assert (ringlet.mul(ringlet.invert(a, q, threads=threads), a, q) == pack([1], 4)).all()


def test_what_has_no_inverse_is_named() -> None:
    values = np.ones((2, 3000), dtype=object)
    values[1, 2500:] = 6
    a = ringlet.from_ints(values, 3 * (2**150 + 1))
    for threads in (1, 2):
        with pytest.raises(
            ValueError, match=r"^a\[1, 2500\] is 6, but it must be 0 or have no factor in common with q$"
        ):
            ringlet.invert(a, 3 * (2**150 + 1), out=a, threads=threads)


@pytest.mark.parametrize("q", [Modulus(2**124 + 1, words=words) for words in WIDTHS], ids=repr)
def test_shapes_and_other_integers(q: Modulus, rng: random.Random) -> None:
    words = q.words
    for shape in [(), (0,), (3, 0), (2, 1, 3)]:
        values = np.array(residues(rng, int(np.prod(shape)), q.value), dtype=object).reshape(shape)
        a = ringlet.from_ints(values, q)
        assert a.shape == (*shape, words)
        assert ringlet.to_ints(a, q).tolist() == values.tolist()
        assert unpack(ringlet.mul(a, a, q), words) == np.array(values * values % q.value).tolist()
    small = np.array([[-5, 0, 7]])
    assert unpack(ringlet.add(small, 0, q), words) == [[q.value - 5, 0, 7]]
    assert unpack(ringlet.mul(small.astype(np.int8), -2, q), words) == [[10, 0, q.value - 14]]
    column = ringlet.from_ints([[1], [2]], q)
    assert unpack(ringlet.mul(small, column, q), words) == [[q.value - 5, 0, 7], [q.value - 10, 0, 14]]
    assert ringlet.centred(ringlet.add(small, 0, q), q).tolist() == small.tolist()
    assert ringlet.centred(small, q).tolist() == small.tolist()
    assert ringlet.inner_product(np.zeros((2, 0, words), np.uint64), np.zeros((2, 0, words), np.uint64), q).sum() == 0


@pytest.mark.parametrize("words", [1, 2, *WIDTHS])
def test_integers_there_and_back(words: int, rng: random.Random) -> None:
    values = residues(rng, 70_000, 2 ** (64 * words))
    array = ringlet.from_ints(values, words=words)
    assert unpack(array[:100], words) == values[:100]
    assert ringlet.to_ints(array, words=words).tolist() == values
    strided = array.reshape(2, 35_000, *array.shape[1:])[:, ::2]
    expected = np.array(values, dtype=object).reshape(2, -1)[:, ::2].tolist()
    assert ringlet.to_ints(strided, words=words).tolist() == expected
    for wrong in (-1, 2 ** (64 * words)):
        with pytest.raises(ValueError, match=rf"^values\[1, 0\] is .*, but it must lie in \[0, 2\^{64 * words}\)$"):
            ringlet.from_ints([[0], [wrong]], words=words)


def definition(values: list[int], ntt: ringlet.Ntt) -> list[int]:
    """Transforms by the definition, in the order of the plan."""
    q, n = ntt.modulus.value, ntt.n
    ring: RingName = ntt.ring
    shifted = [v * pow(ntt.coset or 1, j, q) for j, v in enumerate(values)]
    spectrum = transform(shifted, q, ntt.root, ring)
    return spectrum if ntt.order == "bit_reversed" else [spectrum[reverse_bits(k, n)] for k in range(n)]


@pytest.mark.parametrize("order", ["natural", "bit_reversed"])
@pytest.mark.parametrize("ring", ["negacyclic", "cyclic", "coset"])
@pytest.mark.parametrize("q", PRIMES, ids=repr)
def test_transforms(q: Modulus, ring: str, order: Any, backend: str, rng: random.Random) -> None:
    for n in (2, 8, 64):
        options: dict[str, Any] = {"ring": "negacyclic" if ring == "negacyclic" else "cyclic", "order": order}
        if ring == "coset":
            options["coset"] = rng.randrange(2, q.value)
        ntt = ringlet.Ntt(n, q, **options)
        assert (ntt.order, ntt.coset) == (order, options.get("coset", None if ring == "negacyclic" else 1))
        assert ringlet.is_primitive_root(ntt.root, 2 * n if ring == "negacyclic" else n, q)
        values = residues(rng, n, q.value)
        a = pack(values, q.words)
        spectrum = ntt.forward(a, check=True)
        assert unpack(spectrum, q.words) == definition(values, ntt)
        assert (ntt.inverse(spectrum, out=spectrum) == a).all()


@pytest.mark.parametrize("form", ["plain", "montgomery"])
@pytest.mark.parametrize("q", PRIMES, ids=repr)
def test_products(q: Modulus, form: Any, backend: str, rng: random.Random) -> None:
    f, n = factor_of(q, form), 64
    x, y = residues(rng, n, q.value), residues(rng, n, q.value)
    a, b = (pack([v * f % q.value for v in values], q.words) for values in (x, y))
    rings: list[RingName] = ["negacyclic", "cyclic"]
    for ring in rings:
        result = ringlet.Ntt(n, q, ring=ring).multiply(a, b, form=form, check=True)
        assert unpack(result, q.words) == [v * f % q.value for v in product(x, y, q.value, ring)]


@pytest.mark.parametrize("form", ["plain", "montgomery"])
@pytest.mark.parametrize("order", ["natural", "bit_reversed"])
@pytest.mark.parametrize("q", PRIMES, ids=repr)
def test_buffers(q: Modulus, order: Any, form: Any, backend: str, rng: random.Random) -> None:
    f, n = factor_of(q, form), 128
    x, y = residues(rng, n, q.value), residues(rng, n, q.value)
    a, b = (pack([v * f % q.value for v in values], q.words) for values in (x, y))
    ntt = ringlet.Ntt(n, q, order=order)
    buffer, other = ringlet.NttBuffer(ntt, a, check=True), ringlet.NttBuffer(ntt).load(b)
    assert (buffer.n, buffer.modulus, buffer.store().shape) == (n, q, (n, q.words))
    assert (buffer.forward().store() == ntt.forward(a)).all()
    buffer.mul(other.forward(), form=form).mul_add(other, other, form=form).sub(other).add(other)
    xy, yy = product(x, y, q.value, "negacyclic"), product(y, y, q.value, "negacyclic")
    expected = [(u + v) * f % q.value for u, v in zip(xy, yy, strict=True)]
    assert unpack(buffer.inverse().store(), q.words) == expected
    assert unpack(buffer.clone().store(), q.words) == expected


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
@pytest.mark.parametrize("shape", [(), (1,), (2, 3), (8,), (0,)])
def test_batches_and_threads(shape: tuple[int, ...], threads: int) -> None:
    n, q = 2**11, PRIMES[1]
    ntt = ringlet.Ntt(n, q)
    rows = int(np.prod(shape))
    a = ringlet.powers(3, 5, max(rows, 1) * n, q)[: rows * n].reshape(*shape, n, q.words)
    one_by_one = [ntt.forward(row) for row in a.reshape(rows, n, q.words)]
    expected = np.stack(one_by_one).reshape(a.shape) if one_by_one else a
    assert (ntt.forward(a, threads=threads) == expected).all()
    assert (ntt.inverse(expected, threads=threads) == a).all()
    assert (ntt.multiply(a, a, threads=threads) == ntt.multiply(a, a)).all()


def test_the_lock_is_released() -> None:
    ntt = ringlet.Ntt(2**12, PRIMES[1])
    a = np.zeros((64, 2**12, 4), dtype=np.uint64)
    done = threading.Event()
    turns = 0

    def work() -> None:
        for _ in range(10):
            ntt.forward(a, out=a)
        done.set()

    worker = threading.Thread(target=work)
    worker.start()
    while not done.is_set():
        turns += 1
    worker.join()
    assert turns > 100


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_fields(field: ringlet.Field, backend: str, rng: random.Random) -> None:
    q, s = field.modulus.value, field.two_adicity
    assert ringlet.field(field.name) is field
    assert ringlet.is_prime(q)
    assert (q - 1) % 2**s == 0
    assert (q - 1) // 2**s % 2 == 1
    assert field.root == pow(field.generator, (q - 1) // 2**s, q)
    assert pow(field.root, 2 ** (s - 1), q) == q - 1
    assert field.root_of_unity(1) == 1
    assert field.root_of_unity(2**s) == field.root
    n = min(128, 2**s)
    omega = field.root_of_unity(n)
    values = residues(rng, n, q)
    if field.modulus.words < 3:
        words = ringlet.Ntt(n, field.modulus, ring="cyclic", omega=omega, order="natural")
        in_words = unpack(words.forward(ringlet.from_ints(values, field.modulus)), field.modulus.words)
        assert in_words == [sum(c * pow(omega, j * k, q) for j, c in enumerate(values)) % q for k in range(n)]
        return
    ntt = ringlet.Ntt(n, field.modulus, ring="cyclic", omega=omega, coset=field.generator, order="natural")
    spectrum = unpack(ntt.forward(ringlet.from_ints(values, field.modulus)), field.modulus.words)
    points = [field.generator * pow(omega, k, q) for k in range(n)]
    assert spectrum == [sum(c * pow(x, j, q) for j, c in enumerate(values)) % q for x in points]


def is_strong_probable_prime(n: int) -> bool:
    """Tests eight bases, which random composites pass with probability below 4^-8."""
    s = (n - 1 & 1 - n).bit_length() - 1
    powers = [pow(base, n - 1 >> s, n) for base in (2, 3, 5, 7, 11, 13, 17, 19)]
    return all(p == 1 or any(pow(p, 2**r, n) == n - 1 for r in range(s)) for p in powers)


@pytest.mark.parametrize("bits", [125, 191, 192, 255, 256, 320, 383, 384, 511])
def test_primes(bits: int) -> None:
    n = 2**10
    candidates = range(2**bits - 2 * n + 1, 2 ** (bits - 1), -2 * n)
    primes = [q for q in candidates[:300] if is_strong_probable_prime(q)]
    assert ringlet.ntt_primes(len(primes), bits, n) == primes
    assert [q for q in candidates[:300] if ringlet.is_prime(q)] == primes
    candidates = range(2 ** (bits - 1) + 1, 2**bits, 2 * n)
    primes = [q for q in candidates[:300] if is_strong_probable_prime(q)]
    assert ringlet.ntt_primes(len(primes), bits, n, order="smallest_first") == primes
    for prime in primes[:1]:
        assert not ringlet.is_prime(prime - 1)
        assert prime.bit_length() > 255 or not ringlet.is_prime(prime * prime)


@pytest.mark.parametrize("q", PRIMES, ids=repr)
def test_roots(q: Modulus) -> None:
    for order in (1, 2, 2**13):
        root = ringlet.primitive_root(order, q)
        assert ringlet.primitive_root(order, q, smallest=False) == root
        assert pow(root, order, q.value) == 1
        assert order == 1 or pow(root, order // 2, q.value) == q.value - 1
        assert ringlet.is_primitive_root(root, order, q)
        assert not ringlet.is_primitive_root(root, 2 * order, q)
    with pytest.raises(ValueError, match=r"^smallest is True, but it must be None or False for q >= 2\^124$"):
        ringlet.primitive_root(2, q, smallest=True)
    with pytest.raises(
        ValueError, match=r"^order is 4611686018427387904, but it must be a power of two, at most 2\^63"
    ):
        ringlet.primitive_root(2**62, ringlet.field("bls12-381-fr").modulus)


Q = PRIMES[1]
A = pack(list(range(8)), 4)
NTT = ringlet.Ntt(8, Q)
EVALUATIONS = ringlet.NttBuffer(NTT).forward()
WORDS = ringlet.NttBuffer(ringlet.Ntt(8, 97)).forward()
X = np.arange(8, dtype=np.uint64)
DOUBLE = 2**100 + 1
PAIRS = pack(list(range(8)), 2)
BAD = pack([0, Q.value], 4)
COMPOSITE = 3 * (2**150 + 1)

ERRORS: list[tuple[Any, type[Exception], str]] = [
    (lambda: ringlet.add(X, A, Q), ValueError, r"^shape of a is \(8,\), but its last axis must be 4: the words, the"),
    (lambda: ringlet.add(A[:, :3].copy(), A, Q), ValueError, r"^shape of a is \(8, 3\), but its last axis must be 4"),
    (lambda: ringlet.add(A[::2], A, Q), ValueError, "^shape of b is .* broadcast"),
    (lambda: ringlet.add(A, A.T, Q), ValueError, "^shape of b is .*, but its last axis must be 4"),
    (lambda: ringlet.add(A.astype(float), A, Q), TypeError, "^a must be an array of integers, not float64$"),
    (lambda: ringlet.add(A, A[:4], Q), ValueError, r"^shape of b is \(4, 4\), but it must broadcast with that of a"),
    (lambda: ringlet.mul(A, A, Q, form="barrett"), ValueError, 'form is "barrett", but it must be "plain" or "mont'),  # type: ignore[arg-type]
    (
        lambda: ringlet.mul(A, A, Q, input_factor=2),
        ValueError,
        "^input_factor is 2, but for multiword moduli, .*must be 1$",
    ),
    (lambda: ringlet.mul(X, X, 96, form="montgomery"), ValueError, "^q is 96, but it must be odd for Montgomery form"),
    (lambda: ringlet.mul_scalar(X, 5, 96, form="montgomery"), ValueError, "^q is 96, but it must be odd"),
    (lambda: ringlet.mul_add(X, X, X, 96, form="montgomery"), ValueError, "^q is 96, but it must be odd"),
    (lambda: ringlet.to_montgomery(X, 96), ValueError, "^q is 96, but it must be odd"),
    (lambda: ringlet.from_montgomery(X, 96), ValueError, "^q is 96, but it must be odd"),
    (
        lambda: ringlet.mul(PAIRS, PAIRS, DOUBLE, form="montgomery"),
        ValueError,
        "but moduli of two words do not have it",
    ),
    (lambda: ringlet.mul_scalar(PAIRS, 5, DOUBLE, form="montgomery"), ValueError, "moduli of two words do not have it"),
    (lambda: ringlet.invert(PAIRS, DOUBLE, form="montgomery"), ValueError, "moduli of two words do not have it"),
    (lambda: ringlet.to_montgomery(PAIRS, DOUBLE), ValueError, r"to_montgomery takes moduli of one word and multiword"),
    (lambda: ringlet.from_montgomery(PAIRS, DOUBLE), ValueError, r"takes moduli of one word and multiword ones"),
    (lambda: ringlet.mul(BAD, 1, Q, check=True), ValueError, rf"^a\[1\] is {Q.value}, but it must lie in \[0, q\)"),
    (lambda: ringlet.mul_sub(X, X, X, 96, form="montgomery"), ValueError, "^q is 96, but it must be odd"),
    (lambda: ringlet.axpy(X, 5, X, 96, form="montgomery"), ValueError, "^q is 96, but it must be odd"),
    (lambda: ringlet.axpy(A, 1, A, Q, input_factor=8), ValueError, "^input_factor is 8, but for multiword moduli"),
    (lambda: ringlet.reduce(A, Q), ValueError, r"but reduce takes moduli below 2\^124$"),
    (lambda: ringlet.cmp_sub(X, Q, "<", 1, 1), ValueError, "but cmp_sub takes moduli of one word"),
    (lambda: ringlet.FixedOperand(A, Q), ValueError, r"but FixedOperand takes moduli below 2\^124$"),
    (lambda: EVALUATIONS.mul(EVALUATIONS, form="barrett"), ValueError, '^form is "barrett"'),  # type: ignore[arg-type]
    (lambda: ringlet.NttBuffer(ringlet.Ntt(8, 97)).add(EVALUATIONS), ValueError, "^y belongs to another Ntt"),
    (lambda: WORDS.mul(WORDS, form="montgomery"), ValueError, '^form is "montgomery", but only multiword moduli'),
    (
        lambda: WORDS.mul_add(WORDS, WORDS, form="montgomery"),
        ValueError,
        '^form is "montgomery", but only multiword moduli',
    ),
    (lambda: ringlet.RnsBase([Q]), ValueError, r"^moduli\[0\] is \d+, but it must lie in \[2, 2\^62\)$"),
    (lambda: ringlet.invert(X, 96, form="montgomery"), ValueError, "^q is 96, but it must be odd"),
    (lambda: ringlet.invert([1, 0, 3], 96), ValueError, r"^a\[2\] is 3, but it must be 0 or have no factor"),
    (lambda: ringlet.inner_product(X, X, 97), ValueError, "but inner_product takes multiword moduli"),
    (lambda: ringlet.powers(1, 2, 3, 96, form="montgomery"), ValueError, "^q is 96, but it must be odd"),
    (
        lambda: ringlet.inner_product(A[0].copy(), A, Q),
        ValueError,
        r"^shape of a is \(4,\), but it must be \(..., n\)$",
    ),
    (lambda: ringlet.inner_product(A, A, Q, out=A[0]), ValueError, "^out overlaps a, but it must be a separate array$"),
    (lambda: ringlet.inner_product(A, A, Q, out=A.copy()), ValueError, r"of the result, \(4,\)$"),
    (lambda: ringlet.powers(1, 2, 0, Q), ValueError, r"^n is 0, but it must lie in \[1, 1073741824\]$"),
    (lambda: ringlet.invert(pack([3], 4), COMPOSITE, check=True), ValueError, "its last axis must be 3"),
    (lambda: ringlet.invert(pack([3], 3), COMPOSITE), ValueError, r"^a\[0\] is 3, but it must be 0 or have no factor"),
    (lambda: ringlet.Ntt(8, Q, coset=2), ValueError, "^coset is 2, but only the cyclic ring takes one$"),
    (lambda: ringlet.Ntt(8, Q, ring="cyclic", coset=0), ValueError, r"^coset is 0, but it must lie in \[1, q\)"),
    (lambda: ringlet.Ntt(8, Q, ring="cyclic", coset=Q.value), ValueError, r"^coset is .*, but it must lie in \[0, q\)"),
    (lambda: ringlet.Ntt(8, Q, psi=1), ValueError, "^psi is 1, but it must be a primitive root of unity of order 2^4"),
    (lambda: ringlet.Ntt(8, Q, order="up"), ValueError, '^order is "up", but it must be "bit_reversed" or "natural"$'),  # type: ignore[arg-type]
    (lambda: ringlet.Ntt(2**27, Q), ValueError, r"^n is 134217728, but it must be a power of two from 2 to 2\^26$"),
    (lambda: ringlet.Ntt(2**20, Q), ValueError, "^q is .*, but it must be 1 modulo 2^21, the order of psi"),
    (lambda: ringlet.Ntt(8, 2**255 - 1), ValueError, "^q is .*, but a transform needs a prime$"),
    (
        lambda: ringlet.Ntt(8, 97, coset=2),
        ValueError,
        "^coset is 2, but only the cyclic ring takes one$",
    ),
    (lambda: NTT.forward(X), ValueError, r"^shape of a is \(8,\), but its last axis must be 4"),
    (lambda: NTT.forward(A[:4]), ValueError, r"^shape of a is \(4, 4\), but it must be \(..., 8, 4\) for n = 8$"),
    (lambda: NTT.forward(A, input_factor=2), ValueError, "^input_factor is 2, but for multiword moduli"),
    (lambda: NTT.inverse(A, output_factor=2), ValueError, "^output_factor is 2, but for multiword moduli"),
    (lambda: NTT.forward(A, threads=0), ValueError, r"^threads is 0, but it must lie in \[1, 1024\]$"),
    (lambda: NTT.forward(A, out=A[:4]), ValueError, "^shape of out"),
    (
        lambda: ringlet.Ntt(8, 97).multiply(X, X, form="montgomery"),
        ValueError,
        '^form is "montgomery", but only multiword',
    ),
    (lambda: ringlet.centred(BAD, Q), ValueError, r"^a\[1\] is \d+, but it must lie in \[0, q\)"),
    (lambda: ringlet.from_ints([1], words=7), ValueError, "^words is 7, but it must be one of 1 2 3 4 5 6 8$"),
    (lambda: ringlet.from_ints([1], 97, words=1), ValueError, "^words is 1, but it must be None if q is given"),
    (lambda: ringlet.field("bn"), ValueError, '^name is "bn", but it must be one of babybear, koalabear, '),
    (
        lambda: ringlet.field("bls12-377-fr").root_of_unity(3),
        ValueError,
        r"^order is 3, but it must be a power of two up to 2\^47$",
    ),
    (lambda: ringlet.field("bls12-377-fr").root_of_unity(2**48), ValueError, r"^order is 281474976710656, but"),
    (lambda: ringlet.ntt_primes(1, 255, 2**27), ValueError, r"it must be a power of two from 1 to 2\^26$"),
]


@pytest.mark.parametrize(("function", "error", "message"), ERRORS, ids=[case[2] for case in ERRORS])
def test_errors(function: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message.replace("2^4", r"2\^4").replace("2^21", r"2\^21")):
        function()
