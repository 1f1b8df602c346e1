"""Messages name every wrong argument and its rule."""

import os
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import ringlet
from operations import OPERATIONS, Operation
from ringlet import Modulus, Ntt

Q = 12289
NTT = Ntt(8, Q)
DOUBLE = Ntt(8, ringlet.ntt_primes(1, 100, 8)[0])
X = np.arange(8, dtype=np.uint64)
XX = np.zeros((8, 2), dtype=np.uint64)
FROZEN = X.copy()
FROZEN.flags.writeable = False
SPACE = np.zeros(64, dtype=np.uint64)
from_two_words = partial(ringlet.from_ints, words=2)


def on_first(operation: Operation, array: Any, **options: Any) -> Any:
    """Calls the operation with correct arguments except the first array."""
    return operation.call([array] + [X] * (len(operation.arrays) - 1), 2, Q, **options)


# Functions of one array, with correct other arguments.
ON_ARRAYS: dict[str, Callable[..., Any]] = {
    "forward": NTT.forward,
    "inverse": NTT.inverse,
    "multiply": lambda a, **options: NTT.multiply(a, X, **options),
    **{operation.name: partial(on_first, operation) for operation in OPERATIONS},
    "reduce": lambda a, **options: ringlet.reduce(a, Q, **options),
    "cmp_add": lambda a, **options: ringlet.cmp_add(a, "<", 1, 1, **options),
    "cmp_sub": lambda a, **options: ringlet.cmp_sub(a, Q, "<", 1, 1, **options),
    "FixedOperand.mul": lambda a, **options: ringlet.FixedOperand(X, Q).mul(a, **options),
    "FixedOperand.mul_add": lambda a, **options: ringlet.FixedOperand(X, Q).mul_add(a, X, **options),
}


@pytest.fixture(params=list(ON_ARRAYS.values()), ids=list(ON_ARRAYS))
def call(request: pytest.FixtureRequest) -> Callable[..., Any]:
    function: Callable[..., Any] = request.param
    return function


@pytest.mark.parametrize(
    ("array", "error", "message"),
    [
        ([0.5] * 8, TypeError, r"^(a|x)\[0\] must be an integer, not float$"),
        ([1, 2.0], TypeError, r"^(a|x)\[1\] must be an integer, not float$"),
        ([True] * 8, TypeError, r"^(a|x)\[0\] must be an integer, not bool$"),
        (["1"] * 8, TypeError, r"^(a|x)\[0\] must be an integer, not str$"),
        ([[1], [1, 2]], TypeError, r"^(a|x)\[0\] must be an integer, not list$"),
        ("12345678", TypeError, r"^(a|x) must be (an integer or )?an array of integers, not str$"),
        ({1: 2}, TypeError, r"^(a|x) must be (an integer or )?an array of integers, not dict$"),
        (None, TypeError, r"^(a|x) must be (an integer or )?an array of integers, not NoneType$"),
        (1.5, TypeError, r"^(a|x) must be (an integer or )?an array of integers, not float$"),
        (X.astype(np.float64), TypeError, r"^(a|x) must be an array of integers, not float64$"),
        (np.array([1, 2.5], dtype=object), TypeError, r"^(a|x)\[1\] must be an integer, not float$"),
        (np.array([1, X], dtype=object), TypeError, r"^(a|x)\[1\] must be an integer, not ndarray$"),
        (X.astype(bool), TypeError, r"^(a|x) must be an array of integers, not bool$"),
        (np.ma.masked_array(X), TypeError, r"^(a|x) must be an array without a mask, not MaskedArray$"),
        (np.ma.masked, TypeError, r"^(a|x) must be an array without a mask, not MaskedConstant$"),
        ([np.ma.masked_array(X)], TypeError, r"^(a|x) must be an array without a mask, not MaskedArray$"),
    ],
    ids=[
        "floats",
        "mixed",
        "booleans",
        "strings",
        "ragged",
        "string",
        "dictionary",
        "none",
        "float",
        "float64",
        "object",
        "nested",
        "bool",
        "mask",
        "masked",
        "masks",
    ],
)
def test_arrays(call: Callable[..., Any], array: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call(array)


def test_list_that_contains_itself(call: Callable[..., Any]) -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises((TypeError, ValueError), match=r"^(shape of )?(a|x)"):
        call(endless)


@pytest.mark.parametrize(
    ("out", "error", "message"),
    [
        ([0] * 8, TypeError, "^out must be a NumPy array of uint64, not list$"),
        (np.zeros(8), TypeError, "^out must be an array of uint64, not float64$"),
        (np.zeros(4, np.uint64), ValueError, r"^shape of out is \(4,\), but it must be that of the result, \(8,\)$"),
        (np.zeros((1, 8), np.uint64), ValueError, r"^shape of out is \(1, 8\), but"),
        (np.ma.masked_array(X), TypeError, "^out must be an array without a mask, not MaskedArray$"),
        (FROZEN, ValueError, "^out must be writeable, but it is read-only$"),
        (SPACE[4:12], ValueError, "^out overlaps (a|x) in part"),
    ],
    ids=["list", "float64", "shape", "axes", "mask", "read-only", "overlap"],
)
def test_output(call: Callable[..., Any], out: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call(SPACE[:8], out=out)


@pytest.mark.parametrize("threads", [0, 1025, 2**70, -1])
def test_threads(call: Callable[..., Any], threads: int) -> None:
    with pytest.raises(ValueError, match=f"^threads is {threads}, but"):
        call(X, threads=threads)


def test_threads_type(call: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match=r"^threads must be an integer, not float$"):
        call(X, threads=2.0)


def test_unknown_argument(call: Callable[..., Any]) -> None:
    with pytest.raises(TypeError):
        call(X, thread=2)


@pytest.mark.parametrize("name", [name for name in ON_ARRAYS if name not in {"reduce", "cmp_add", "cmp_sub"}])
@pytest.mark.parametrize("position", [0, 5])
def test_values(name: str, position: int) -> None:
    bad = X.copy()
    bad[position] = Q
    with pytest.raises(ValueError, match=rf"^(a|x)\[{position}\] is {Q}, but it must lie in \[0, q\), q = {Q}$"):
        ON_ARRAYS[name](bad, check=True)
    # A library that checks ranges reads values in any case; scripts/test tells by this variable.
    if "RINGLET_TEST_CHECKED" in os.environ:
        with pytest.raises(ValueError, match="must lie in"):
            ON_ARRAYS[name](bad)
    else:
        ON_ARRAYS[name](bad)


def test_values_in_a_batch() -> None:
    batch = np.zeros((2, 3, 8), dtype=np.uint64)
    batch[1, 2, 3] = 4 * Q
    with pytest.raises(ValueError, match=r"^a\[1, 2, 3\] is 49156, but it must lie in \[0, 4 q\)"):
        NTT.forward(batch, input_factor=4, check=True)
    double = np.zeros((2, 8, 2), dtype=np.uint64)
    double[1, 7] = 2**64 - 1
    with pytest.raises(ValueError, match=r"^x\[1, 7\] is 340282366920938463463374607431768211455, but"):
        DOUBLE.multiply(double, double, check=True)


CASES: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: Modulus(1, words=2), ValueError, r"^q is 1, but with words=2 it must satisfy 2 <= q < 2\^124$"),
    (lambda: Modulus(2**124), ValueError, r"but it must satisfy 2 <= q < 2\^511, and be odd from 2\^124 on"),
    (lambda: Modulus(2**64, words=1), ValueError, r"2 <= q < 2\^64"),
    (lambda: Modulus(10**100_000), ValueError, "q is a number of 332193 bits"),
    (lambda: Modulus(2.0), TypeError, "q must be an integer, not float"),  # type: ignore[arg-type]
    (lambda: Modulus(X), TypeError, "q must be an integer, not ndarray"),
    (lambda: Modulus("97"), TypeError, "q must be an integer, not str"),  # type: ignore[arg-type]
    (lambda: Modulus(97, words=7), ValueError, "words is 7, but it must be one of 1 2 3 4 5 6 8"),
    (lambda: Modulus(97, words=3), ValueError, r"^q is 97, but with words=3 it must be odd and satisfy 2\^124 <= q"),
    (lambda: Modulus(97).reduce(1.5), TypeError, "^x must be an integer, not float$"),  # type: ignore[arg-type]
    (lambda: Ntt(6, Q), ValueError, "n is 6, but it must be a power of two"),
    (lambda: Ntt(1, Q), ValueError, "n is 1, but"),
    (lambda: Ntt(0, Q), ValueError, "n is 0, but"),
    (lambda: Ntt(2**25, Q), ValueError, "n is 33554432, but"),
    (lambda: Ntt(8, 12287), ValueError, "^q is 12287, but"),
    (lambda: Ntt(8, 33), ValueError, "^q is 33, but a transform needs a prime"),
    (lambda: Ntt(8192, Q), ValueError, "q is 12289, but it must be 1 modulo 2n"),
    (lambda: Ntt(8, Q, psi=1), ValueError, "psi is 1, but it must be a primitive root"),
    (lambda: Ntt(8, Q, psi=Q), ValueError, r"psi is 12289, but it must lie in \[0, q\)"),
    (lambda: Ntt(8, Q, omega=1), ValueError, "omega is 1, but the negacyclic ring takes"),
    (lambda: Ntt(8, Q, ring="cyclic", psi=1), ValueError, "psi is 1, but the cyclic ring takes"),
    (lambda: Ntt(8, Q, ring="round"), ValueError, 'ring is "round", but'),  # type: ignore[arg-type]
    (lambda: Ntt(8, Q, ring=1), TypeError, "ring must be"),  # type: ignore[arg-type]
    (lambda: Ntt(8, "q"), TypeError, "q must be a Modulus or an integer, not str"),  # type: ignore[arg-type]
    (lambda: Ntt(8.0, Q), TypeError, "n must be an integer, not float"),  # type: ignore[arg-type]
    (lambda: NTT.forward(X[:4]), ValueError, r"shape of a is \(4,\), but it must be \(..., 8\) for n = 8"),
    (lambda: NTT.forward(np.uint64(5)), TypeError, "^a must be an array of integers, not uint64$"),
    (lambda: NTT.forward(np.zeros((), np.uint64)), ValueError, r"shape of a is \(\)"),
    (lambda: NTT.forward(X, input_factor=3), ValueError, "input_factor is 3, but it must be None or one of 1 2 4"),
    (lambda: NTT.forward(X, output_factor=2), ValueError, "output_factor is 2, but it must be one of 1 4"),
    (lambda: NTT.inverse(X, input_factor=4), ValueError, "input_factor is 4, but it must be one of 1 2"),
    (lambda: NTT.inverse(X, output_factor=4), ValueError, "output_factor is 4, but it must be one of 1 2"),
    (lambda: NTT.multiply(X, X[:4]), ValueError, r"shape of y is \(4,\), but"),
    (
        lambda: NTT.multiply(np.zeros((3, 8), np.uint64), np.zeros((2, 8), np.uint64)),
        ValueError,
        r"^shape of y is \(2, 8\), but it must broadcast with that of x, \(3, 8\)$",
    ),
    (lambda: DOUBLE.forward(X), ValueError, r"shape of a is \(8,\), but its last axis must be 2"),
    (lambda: DOUBLE.forward(XX[:4]), ValueError, r"shape of a is \(4, 2\), but it must be \(..., 8, 2\)"),
    (lambda: DOUBLE.forward(np.zeros(2, np.uint64)), ValueError, r"shape of a is \(2,\), but it must be"),
    (lambda: ringlet.add(X, 1.5, Q), TypeError, "b must be an integer or an array of integers"),  # type: ignore[arg-type]
    (lambda: ringlet.add(X, X[:4], Q), ValueError, r"shape of b is \(4,\), but it must broadcast with that of a"),
    (lambda: ringlet.mul_scalar(X, X, Q), TypeError, "^s must be an integer, not ndarray$"),
    (lambda: ringlet.mul(X, X, Q, input_factor=8), ValueError, "input_factor is 8, but it must be one of 1 2 4"),
    (lambda: ringlet.mul_scalar(X, 1, Q, input_factor=16), ValueError, "input_factor is 16, but"),
    (lambda: ringlet.mul_scalar(X, 1, Q, input_factor=2**31, check=True), ValueError, "input_factor is 2147483648"),
    (lambda: ringlet.axpy(X, 1, X[:4], Q), ValueError, "shape of z is"),
    (lambda: ringlet.reduce(X, Q, input_factor=0), ValueError, "input_factor is 0, but it must be None or one of 2 4"),
    (lambda: ringlet.reduce(X, Q, input_factor=1), ValueError, "input_factor is 1, but"),
    (lambda: ringlet.reduce(X, Q, output_factor=4), ValueError, "output_factor is 4, but it must be one of 1 2"),
    (lambda: ringlet.cmp_add(X, "~", 1, 1), ValueError, 'comparison is "~", but'),  # type: ignore[arg-type]
    (lambda: ringlet.cmp_add(X, 1, 1, 1), TypeError, 'comparison must be "==", "<", .* or "always", not'),  # type: ignore[arg-type]
    (lambda: ringlet.cmp_add(X, "<", 2**64, 1), ValueError, "bound is 18446744073709551616, but"),
    (lambda: ringlet.cmp_add(X, "<", 1, -1), ValueError, "diff is -1, but"),
    (lambda: ringlet.cmp_sub(X, Q, "<", 1, Q), ValueError, "diff is 12289, but"),
    (lambda: ringlet.cmp_sub(XX, 2**70, "<", 1, 1), ValueError, "cmp_sub takes moduli of one word"),
    (lambda: ringlet.ntt_primes(2, 14, 4096), ValueError, "only 0 primes of 14 bits"),
    (lambda: ringlet.ntt_primes(2, 14, 2048), ValueError, "only 1 prime of 14 bits is 1 modulo 2n"),
    (lambda: ringlet.ntt_primes(1, 1, 8), ValueError, "bits is 1, but"),
    (lambda: ringlet.ntt_primes(1, 512, 8), ValueError, "bits is 512, but"),
    (lambda: ringlet.ntt_primes(1, 50, 12), ValueError, "n is 12, but"),
    (lambda: ringlet.ntt_primes(2**21, 50, 8), ValueError, "is 2097152, but"),
    (lambda: ringlet.ntt_primes(-1, 50, 8), ValueError, "count is -1, but"),
    (lambda: ringlet.ntt_primes(1, 50, 8, order="up"), ValueError, 'order is "up", but'),  # type: ignore[arg-type]
    (lambda: ringlet.primitive_root(6, Q), ValueError, "order is 6, but"),
    (lambda: ringlet.primitive_root(8192, Q), ValueError, "8192"),
    (lambda: ringlet.primitive_root(2, 15), ValueError, "15"),
    (lambda: ringlet.is_primitive_root(Q, 8, Q), ValueError, "root is 12289, but"),
    (lambda: ringlet.is_prime(-1), ValueError, "n is -1, but"),
    (lambda: ringlet.is_prime(2**511), ValueError, "n is a number of 512 bits, but"),
    (lambda: ringlet.is_prime(2.5), TypeError, "n must be an integer, not float"),  # type: ignore[arg-type]
    (lambda: ringlet.bit_reversal(3), ValueError, "n is 3, but it must be a power of two"),
    (lambda: ringlet.from_ints(np.ma.masked_array([1])), TypeError, "values must be an array without a mask"),
    (lambda: ringlet.to_ints(np.ma.masked_array(XX), words=2), TypeError, "a must be an array without a mask"),
    (lambda: ringlet.FixedOperand(np.ma.masked_array(X), Q), TypeError, "values must be an array without a mask"),
    (
        lambda: ringlet.to_ints(X[:7], words=2),
        ValueError,
        r"shape of a is \(7,\), but its last axis must be 2: low and high words",
    ),
    (lambda: ringlet.to_ints(XX, words=3), ValueError, r"shape of a is \(8, 2\), but its last axis must be 3"),
    (lambda: ringlet.to_ints(X, 2**100), ValueError, r"shape of a is \(8,\), but its last axis must be 2"),
    (
        lambda: ringlet.to_ints([[1, -2]], words=2),
        ValueError,
        r"^a\[0, 1\] is -2, but it must lie in \[0, 2\^64\); ringlet[.]from_ints",
    ),
    (
        lambda: ringlet.to_ints([2**64], words=1),
        ValueError,
        r"^a\[0\] is 18446744073709551616, but .*; ringlet[.]from_ints",
    ),
    (lambda: ringlet.to_ints(X, words=7), ValueError, "^words is 7, but it must be one of 1 2 3 4 5 6 8$"),
    (lambda: ringlet.to_ints(X, Q, words=1), ValueError, "^words is 1, but it must be None if q is given"),
    (
        lambda: ringlet.to_ints(X),
        TypeError,
        "^q must be a Modulus or an integer if words is None, not NoneType$",
    ),
    (
        lambda: ringlet.from_ints([1]),
        TypeError,
        "^q must be a Modulus or an integer if words is None, not NoneType$",
    ),
    (lambda: ringlet.to_ints(np.zeros(2), words=2), TypeError, "a must be an array of integers, not float64"),
    (
        lambda: ringlet.cmp_add([1, 2**64], "<", 1, 1),
        ValueError,
        r"^a\[1\] is 18446744073709551616, but .*; ringlet[.]from_ints",
    ),
    (lambda: ringlet.cmp_add(5, "<", 1, 1), TypeError, "^a must be an array of integers, not int$"),  # type: ignore[arg-type]
]


ARRAYS = [(operation, name) for operation in OPERATIONS for name in operation.arrays]


@pytest.mark.parametrize(("operation", "name"), ARRAYS, ids=str)
def test_each_array(operation: Operation, name: str) -> None:
    def call(array: Any, **options: Any) -> None:
        operation.call([array if other == name else SPACE[:8] for other in operation.arrays], 2, Q, **options)

    with pytest.raises(TypeError, match=f"^{name} must be an integer or an array of integers, not set$"):
        call({1, 2, 3})
    if name != operation.arrays[0]:
        with pytest.raises(
            ValueError, match=rf"^shape of {name} is \(4,\), but it must broadcast with that of (a|x), \(8,\)$"
        ):
            call(X[:4])
    with pytest.raises(ValueError, match=f"^out overlaps {name} in part"):
        call(SPACE[32:40], out=SPACE[36:44])
    for position in (0, 5):
        bad = X.copy()
        bad[position] = Q
        with pytest.raises(ValueError, match=rf"^{name}\[{position}\] is {Q}, but it must lie in \[0, q\), q = {Q}$"):
            call(bad, check=True)


@pytest.mark.parametrize("operation", OPERATIONS, ids=str)
def test_each_number(operation: Operation) -> None:
    arrays = [X] * len(operation.arrays)
    if operation.scalar:
        for wrong in ("1", None):
            with pytest.raises(TypeError, match=rf"^{operation.scalar} must be an integer"):
                operation.call(arrays, wrong, Q)  # type: ignore[arg-type]
    if operation.factors:
        listed = " ".join(str(factor) for factor in operation.factors)
        for factor in {0, 3, 5, 8, 16, 2**31} - set(operation.factors):
            with pytest.raises(ValueError, match=f"^input_factor is {factor}, but it must be one of {listed}$"):
                operation.call(arrays, 2, Q, input_factor=factor)


@pytest.mark.parametrize(("function", "error", "message"), CASES, ids=[case[2] for case in CASES])
def test_errors(function: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        function()


def in_words(number: int) -> str:
    return str(number) if number.bit_length() <= 256 else f"a number of {number.bit_length()} bits"


Q_RULE = "it must satisfy 2 <= q < 2^511, and be odd from 2^124 on"
NO_MODULUS = [-5, 0, 1, 2**124, 2**128, 2**200, 2**511 + 1, 2**512 + 1, -(2**255) + 19]
# Functions of one integer: the argument's name, its rule, and integers that break the rule.
OUTSIDE = [-(10**100), -1, 2**64 - 1, 2**64, 2**128, 2**200, 10**100]
RULES: list[tuple[Callable[[Any], Any], str, str, list[int]]] = [
    (Modulus, "q", Q_RULE, [*NO_MODULUS, 10**100, 10**200]),
    (lambda q: ringlet.add(X, X, q), "q", Q_RULE, NO_MODULUS),
    (lambda q: Ntt(8, q), "q", Q_RULE, NO_MODULUS),
    (lambda q: Modulus(q, words=2), "q", "with words=2 it must satisfy 2 <= q < 2^124", [-1, 1, 2**124, 2**200]),
    (
        lambda q: Modulus(q, words=4),
        "q",
        "with words=4 it must be odd and satisfy 2^124 <= q < 2^255",
        [-1, 1, 2**124 - 1, 2**124, 2**200, 2**255 + 1, 2**600 + 1],
    ),
    (lambda q: Modulus(q, words=1), "q", "with words=1 it must satisfy 2 <= q < 2^64", [-1, 0, 2**64, 2**200]),
    (lambda words: Modulus(97, words=words), "words", "it must be one of 1 2 3 4 5 6 8", [0, 7, *OUTSIDE]),
    (lambda n: Ntt(n, Q), "n", "it must be a power of two from 2 to 2^24", [0, 1, 6, 2**25, *OUTSIDE]),
    (lambda n: Ntt(n, 2**62), "n", "it must be a power of two from 2 to 2^20", [0, 1, 6, 2**21, *OUTSIDE]),
    (lambda psi: Ntt(8, Q, psi=psi), "psi", f"it must lie in [0, q), q = {Q}", [Q, *OUTSIDE]),
    (lambda count: ringlet.ntt_primes(count, 50, 8), "count", "it must lie in [0, 1048576]", OUTSIDE),
    (lambda bits: ringlet.ntt_primes(1, bits, 8), "bits", "it must lie in [2, 511]", [0, 1, 512, 2**31, *OUTSIDE]),
    (lambda n: ringlet.ntt_primes(1, 50, n), "n", "it must be a power of two from 1 to 2^24", [0, 6, 2**25, *OUTSIDE]),
    (
        lambda order: ringlet.primitive_root(order, Q),
        "order",
        f"it must be a power of two, at most 2^25, that divides q - 1, q = {Q}",
        [0, 6, 8192, 2**26, *OUTSIDE],
    ),
    (
        lambda order: ringlet.is_primitive_root(1, order, Q),
        "order",
        "it must be a power of two from 1 to 2^63",
        [0, 6, *OUTSIDE],
    ),
    (lambda root: ringlet.is_primitive_root(root, 8, Q), "root", f"it must lie in [0, q), q = {Q}", [Q, *OUTSIDE]),
    (ringlet.is_prime, "n", "it must lie in [0, 2^511)", [-1, -(2**200), 2**511, 2**512, 10**200]),
    (lambda bound: ringlet.cmp_add(X, "<", bound, 1), "bound", "it must lie in [0, 2^64)", [-1, 2**64, 2**128]),
    (
        lambda f: ringlet.reduce(X, Q, input_factor=f),
        "input_factor",
        "it must be None or one of 2 4",
        [0, 1, 8, *OUTSIDE],
    ),
    (lambda f: ringlet.reduce(X, Q, output_factor=f), "output_factor", "it must be one of 1 2", [0, 4, *OUTSIDE]),
    (lambda f: NTT.forward(X, input_factor=f), "input_factor", "it must be None or one of 1 2 4", [0, 3, *OUTSIDE]),
    (lambda f: NTT.forward(X, output_factor=f), "output_factor", "it must be one of 1 4", [0, 2, *OUTSIDE]),
    (lambda f: NTT.inverse(X, output_factor=f), "output_factor", "it must be one of 1 2", [0, 4, *OUTSIDE]),
    (lambda t: ringlet.add(X, X, Q, threads=t), "threads", "it must lie in [1, 1024]", [0, 1025, *OUTSIDE]),
    (ringlet.bit_reversal, "n", "it must be a power of two", [0, 3, -1, -(10**100), 10**100]),
    (from_two_words, "values", "it must lie in [0, 2^128)", [-1, 2**128, 2**200, 10**100]),
]


@pytest.mark.parametrize(("function", "name", "rule", "wrong"), RULES)
def test_one_rule_for_each_number(function: Callable[[Any], Any], name: str, rule: str, wrong: list[int]) -> None:
    for number in wrong:
        with pytest.raises(ValueError, match=rf"^{re.escape(f'{name} is {in_words(number)}, but {rule}')}$"):
            function(number)
    for value, kind in ((1.5, "float"), ("1", "str"), ([1], "list"), (b"1", "bytes")):
        if not (function is from_two_words and kind == "list"):
            with pytest.raises(TypeError, match=rf"^{name} must be (an integer|a Modulus or an integer), not {kind}$"):
                function(value)


def test_positions_of_integers() -> None:
    with pytest.raises(ValueError, match=r"^values\[1, 2\] is -1, but it must lie in \[0, 2\^128\)$"):
        from_two_words([[1, 2, 3], [4, 5, -1]])
    with pytest.raises(ValueError, match=r"^values\[1\] is a number of 333 bits, but"):
        from_two_words([0, 10**100])
    with pytest.raises(TypeError, match=r"^values\[0, 1\] must be an integer, not float$"):
        from_two_words([[1, 2.5]])
    with pytest.raises(TypeError, match=r"^values\[0\] must be an integer, not list$"):
        from_two_words([[1, 2], [3]])


def test_backends() -> None:
    with pytest.raises(ValueError, match=r'^name is "sse", but no backend has that name; this CPU supports: scalar'):
        ringlet.use_backend("sse").__enter__()
    with pytest.raises(TypeError, match=r"^name must be a string, not int$"):
        ringlet.use_backend(5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"sse9.*scalar"), ringlet.use_backend("sse9"):
        pass
