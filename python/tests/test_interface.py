"""Properties of the whole public interface: signatures; values that compare, hash and pickle; errors in Python's
words."""

import array as array_module
import copy
import inspect
import pickle
import tempfile
import typing
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import ringlet
from communicators import alone
from operations import MULTIWORD_OPERATIONS, OPERATIONS
from oracles import pack, unpack

MULTIWORD = ringlet.ntt_primes(1, 250, 8)[0]
DOUBLE = ringlet.ntt_primes(1, 100, 8)[0]
VALUES: list[Any] = [
    ringlet.Modulus(97),
    ringlet.Modulus(97, words=2),
    ringlet.Modulus(2**100),
    ringlet.Ntt(8, 97),
    ringlet.Ntt(8, 97, ring="cyclic"),
    ringlet.Ntt(8, 97, psi=27),
    ringlet.Ntt(16, 97),
    ringlet.Ntt(8, ringlet.Modulus(97, words=2)),
    ringlet.Ntt(8, DOUBLE),
    ringlet.Modulus(MULTIWORD),
    ringlet.Modulus(MULTIWORD, words=8),
    ringlet.Ntt(8, MULTIWORD),
    ringlet.Ntt(8, ringlet.Modulus(MULTIWORD, words=8)),
    ringlet.Ntt(8, MULTIWORD, order="natural"),
    ringlet.Ntt(8, 97, order="natural"),
    ringlet.Ntt(8, MULTIWORD, ring="cyclic"),
    ringlet.Ntt(8, MULTIWORD, ring="cyclic", coset=5),
    ringlet.Ntt(8, MULTIWORD, ring="cyclic", coset=MULTIWORD - 5),
    ringlet.MatrixNtt(8, 97),
    ringlet.MatrixNtt(8, 97, ring="cyclic", coset=5, order="natural"),
    ringlet.MatrixNtt(8, DOUBLE, psi=ringlet.primitive_root(16, DOUBLE)),
    ringlet.ExtensionField(97, 2, 5),
    ringlet.ExtensionField(97, 4, 5),
    ringlet.ExtensionField(97, 2, 7),
    ringlet.ExtensionField(ringlet.Modulus(97, words=2), 2, 5),
    ringlet.LargeNtt(8, 97),
    ringlet.LargeNtt(8, 97, ring="cyclic"),
    ringlet.LargeNtt(8, 97, psi=27),
    ringlet.LargeNtt(8, 97, height=4),
    ringlet.LargeNtt(8, 97, order="transposed"),
    ringlet.LargeNtt(8, ringlet.Modulus(97, words=2)),
    ringlet.LargeNtt(8, MULTIWORD, order="bit_reversed"),
    ringlet.LargeFile("source", "target"),
    ringlet.LargeFile("source", "target", memory=2**20),
    ringlet.LargeFile("source", "target", threads=2),
    *ringlet.fields(),
    ringlet.FixedOperand(pack([1, 2, 96], 1), 97),
    ringlet.FixedOperand(pack([1, 2, 95], 1), 97),
    ringlet.FixedOperand(pack([1, 2], 1), 97),
    ringlet.FixedOperand(np.array([1, 2], np.uint32), 97),
    ringlet.FixedOperand(np.array([1, 0, 2, 0], np.uint32), 97),
    ringlet.FixedOperand(pack([1, 2, 96], 1), 193),
    ringlet.FixedOperand(pack([1, 2, 96], 2), ringlet.Modulus(97, words=2)),
    ringlet.FixedOperand(pack([1, 2**90], 2), 2**100),
    ringlet.RnsBase([97, 193]),
    ringlet.RnsBase([193, 97]),
    ringlet.RnsNtt(8, ringlet.RnsBase([97, 193])),
    ringlet.RnsNtt(16, ringlet.RnsBase([97, 193])),
    ringlet.RnsNtt(8, ringlet.RnsBase([97, 193]), psi=[27, 50]),
    ringlet.BaseConversion(ringlet.RnsBase([97, 193]), ringlet.RnsBase([257]), "floor"),
    ringlet.BaseConversion(ringlet.RnsBase([97, 193]), ringlet.RnsBase([257]), "approximate"),
    ringlet.BaseConversion(ringlet.RnsBase([97, 193]), ringlet.RnsBase([257]), "centred", redundant=5),
    ringlet.ScaleAndRound(ringlet.RnsBase([97, 193]), ringlet.RnsBase([257, 353]), 16),
    ringlet.ScaleAndRound(ringlet.RnsBase([97, 193]), ringlet.RnsBase([257, 353]), 16, montgomery_modulus=64),
    ringlet.ModDown(ringlet.RnsBase([97, 193]), 1),
    ringlet.ModDown(ringlet.RnsNtt(8, ringlet.RnsBase([97, 193])), 1),
    ringlet.ModDown(ringlet.RnsBase([97, 193]), 1, numerator=2, plaintext_modulus=5, lift="floor"),
    ringlet.Automorphism(8, 3),
    ringlet.Automorphism(8, 15),
    ringlet.KeySwitch(ringlet.RnsNtt(8, ringlet.RnsBase([97, 193, 257])), 1),
    ringlet.KeySwitch(
        ringlet.RnsNtt(8, ringlet.RnsBase([97, 193, 257])),
        1,
        digit_size=2,
        plaintext_modulus=3,
        digits="centred",
        division="floor",
        allow_short_special=True,
    ),
    ringlet.KeySwitch(ringlet.RnsNtt(8, ringlet.RnsBase([97, 193, 257])), 1, domain="coefficients"),
    *ringlet.backends(),
]


# Classes with mutable objects, or with objects that methods make: compared by identity, not pickled.
OBJECTS = {
    ringlet.NttBuffer,
    ringlet.LargeRanks,
    ringlet.RnsContext,
    ringlet.SwitchingKey,
    ringlet.LinearTransform,
}
TUPLES = {"Backend", "Field"}
MADE_BY_METHODS = {"SwitchingKey"}


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values(value: Any) -> None:
    names = {**vars(ringlet), "array": np.array, "uint64": np.uint64, "uint32": np.uint32}
    twins = [copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value)), eval(repr(value), names)]
    for twin in twins:
        assert twin == value
        assert hash(twin) == hash(value)
        assert repr(twin) == repr(value)
    assert value != 5
    assert [other for other in VALUES if other == value] == [value]


def test_every_class_has_values() -> None:
    classes = {getattr(ringlet, name) for name in ringlet.__all__ if inspect.isclass(getattr(ringlet, name))}
    assert classes == {type(value) for value in VALUES} | OBJECTS


def test_objects_are_neither_copied_nor_pickled() -> None:
    for thing in (KEY, TRANSFORM, RANKS, ringlet.RnsContext()):
        for act in (pickle.dumps, copy.copy, copy.deepcopy):
            with pytest.raises(TypeError, match=rf"cannot pickle '(ringlet\._core\.)?{type(thing).__name__}' object"):
                act(thing)
    for name in MADE_BY_METHODS:
        with pytest.raises(TypeError, match="no constructor"):
            getattr(ringlet, name)()


def test_the_values_of_an_operand() -> None:
    for values, words, q in (
        ([0, 5, 96], 1, ringlet.Modulus(97)),
        ([0, 2**99, 2**100 - 1], 2, ringlet.Modulus(2**100)),
    ):
        assert (ringlet.FixedOperand(pack(values, words), q).values == pack(values, words)).all()


def test_the_repr_of_an_operand_is_short() -> None:
    assert len(repr(ringlet.FixedOperand(np.ones(10**5, dtype=np.uint64), 97))) < 200


def public() -> Iterator[tuple[str, Callable[..., Any]]]:
    for name in ringlet.__all__:
        item = getattr(ringlet, name)
        if callable(item) and name not in MADE_BY_METHODS:
            yield name, item
        if inspect.isclass(item):
            for member, function in vars(item).items():
                if callable(function) and (not member.startswith("_") or member == "__call__"):
                    yield f"{name}.{member}", function


PUBLIC = dict(public())


@pytest.mark.parametrize("name", PUBLIC)
def test_signatures(name: str) -> None:
    function = PUBLIC[name]
    parameters = inspect.signature(function).parameters
    hinted: Any = function.__init__ if inspect.isclass(function) and name not in TUPLES else function
    assert set(parameters) - {"self"} <= set(typing.get_type_hints(hinted))
    assert pickle.loads(pickle.dumps(function)) is function or "." in name
    assert (function.__module__.split(".")[0], function.__qualname__) == ("ringlet", name)


@pytest.mark.parametrize("name", [name for name in PUBLIC if name not in TUPLES])
def test_wrong_calls(name: str) -> None:
    function = PUBLIC[name]
    signature = inspect.signature(function)
    required = [p for p in signature.parameters.values() if p.default is p.empty]
    calls: list[tuple[list[Any], dict[str, Any], str]] = [
        ([1] * 20, {}, r"takes .* positional arguments? but .*|takes no arguments"),
        ([1] * len(required), {"bogus": 1}, "unexpected keyword argument 'bogus'"),
    ]
    if required:
        calls.append(([], {}, f"missing .* required positional argument.*'{required[0].name}'"))
    for arguments, options, message in calls:
        with pytest.raises(TypeError, match=rf"^(\w+\.)?\w+\(\) (got an )?{message}.*$"):
            function(*arguments, **options)


# Correct arguments of all functions; tests replace one at a time.
X = np.arange(8, dtype=np.uint64)
W = pack(list(range(8)), 4)
NTT = ringlet.Ntt(8, 97)
BASE = ringlet.RnsBase([97, 193])
ROWS = np.ones((2, 8), dtype=np.uint64)
MATRIX_NTT = ringlet.MatrixNtt(8, 97)
MATRIX = X.repeat(2).reshape(8, 2)
FIELD = ringlet.ExtensionField(97, 2, 5)
LARGE = ringlet.LargeNtt(8, 97)
RANKS = ringlet.LargeRanks(LARGE, alone())
FOLDER = tempfile.TemporaryDirectory()
X.tofile(f"{FOLDER.name}/values")
FILE = ringlet.LargeFile(f"{FOLDER.name}/values", f"{FOLDER.name}/out")
RNS_NTT = ringlet.RnsNtt(8, BASE)
CONVERSION = ringlet.BaseConversion(BASE, ringlet.RnsBase([257]), "floor")
DIVISION = ringlet.ModDown(RNS_NTT, 1)
SCALING = ringlet.ScaleAndRound(BASE, ringlet.RnsBase([257, 353]), 16)
AUTOMORPHISM = ringlet.Automorphism(8, 3)
SWITCH = ringlet.KeySwitch(ringlet.RnsNtt(8, ringlet.RnsBase([97, 193, 257])), 1)
PARTS = np.ones((2, 3, 8), dtype=np.uint64)
KEY = SWITCH.prepare(PARTS, PARTS)
DIGITS = SWITCH.decompose(ROWS)
TRANSFORM = ringlet.LinearTransform(SWITCH, [None], [None], PARTS[:1])
BUFFER = ringlet.NttBuffer(NTT)
EVALUATIONS = ringlet.NttBuffer(NTT, X, domain="evaluations")


def of_operations() -> dict[str, dict[str, Any]]:
    """Returns calls of the element-wise functions, modulo a multiword modulus if they take no other."""
    calls: dict[str, dict[str, Any]] = {}
    for operation in [*MULTIWORD_OPERATIONS, *OPERATIONS]:
        array, q = (X, 97) if operation in OPERATIONS else (W, MULTIWORD)
        if operation.name in ringlet.__all__:
            arguments = {name: 5 if name == operation.scalar else array for name in operation.arguments}
            calls[operation.name] = {**arguments, "q": q}
    return calls


RIGHT: dict[str, dict[str, Any]] = {
    "Modulus": {"q": 97},
    "Modulus.reduce": {"self": ringlet.Modulus(97), "x": 5},
    "Ntt": {"n": 8, "q": 97, "order": "bit_reversed"},
    "Ntt.forward": {"self": NTT, "a": X},
    "Ntt.inverse": {"self": NTT, "a": X},
    "Ntt.multiply": {"self": NTT, "x": X, "y": X},
    "Ntt.evaluate": {"self": NTT, "a": X, "coset": 5},
    "Ntt.interpolate": {"self": NTT, "a": X, "coset": 5},
    "Ntt.extend": {"self": NTT, "a": X, "coset": 5},
    "Ntt.extension_root": {"self": NTT},
    "MatrixNtt": {"rows": 8, "q": 97, "order": "natural"},
    "MatrixNtt.forward": {"self": MATRIX_NTT, "a": MATRIX},
    "MatrixNtt.inverse": {"self": MATRIX_NTT, "a": MATRIX},
    "MatrixNtt.extend": {"self": MATRIX_NTT, "a": MATRIX, "coset": 5},
    "MatrixNtt.extension_root": {"self": MATRIX_NTT},
    "ExtensionField": {"q": 97, "degree": 2, "w": 5},
    "ExtensionField.mul": {"self": FIELD, "a": MATRIX, "b": MATRIX},
    "ExtensionField.mul_by_base": {"self": FIELD, "a": MATRIX, "b": X},
    "ExtensionField.mul_by_element": {"self": FIELD, "a": MATRIX, "s": X[:2]},
    "ExtensionField.invert": {"self": FIELD, "a": MATRIX},
    "ExtensionField.inner_product": {"self": FIELD, "a": MATRIX, "b": MATRIX},
    "ExtensionField.powers": {"self": FIELD, "first": X[:2], "ratio": X[2:4], "n": 4},
    "ExtensionField.to_coordinates": {"self": FIELD, "a": MATRIX},
    "ExtensionField.to_interleaved": {"self": FIELD, "a": MATRIX.T.copy()},
    "LargeNtt": {"n": 8, "q": 97},
    "LargeNtt.forward": {"self": LARGE, "a": X},
    "LargeNtt.inverse": {"self": LARGE, "a": X},
    "LargeFile": {"source": "values", "target": "out"},
    "LargeFile.forward": {"self": FILE, "ntt": LARGE},
    "LargeFile.inverse": {"self": FILE, "ntt": LARGE},
    "LargeRanks": {"ntt": LARGE, "comm": alone()},
    "LargeRanks.forward": {"self": RANKS, "a": X},
    "LargeRanks.inverse": {"self": RANKS, "a": X},
    "NttBuffer": {"ntt": NTT, "values": X},
    "NttBuffer.load": {"self": ringlet.NttBuffer(NTT), "values": X},
    "NttBuffer.store": {"self": BUFFER},
    "NttBuffer.forward": {"self": ringlet.NttBuffer(NTT)},
    "NttBuffer.inverse": {"self": ringlet.NttBuffer(NTT, X, domain="evaluations")},
    "NttBuffer.add": {"self": BUFFER, "y": BUFFER},
    "NttBuffer.sub": {"self": BUFFER, "y": BUFFER},
    "NttBuffer.mul": {"self": EVALUATIONS, "y": EVALUATIONS},
    "NttBuffer.mul_add": {"self": EVALUATIONS, "x": EVALUATIONS, "y": EVALUATIONS},
    "NttBuffer.clone": {"self": BUFFER},
    "FixedOperand": {"values": X, "q": 97},
    "FixedOperand.mul": {"self": ringlet.FixedOperand(X, 97), "x": X},
    "FixedOperand.mul_add": {"self": ringlet.FixedOperand(X, 97), "x": X, "z": X},
    **of_operations(),
    "inner_product": {"a": W, "b": W, "q": MULTIWORD},
    "to_montgomery": {"a": W, "q": MULTIWORD},
    "from_montgomery": {"a": W, "q": MULTIWORD},
    "invert": {"a": W, "q": MULTIWORD},
    "powers": {"first": 2, "ratio": 3, "n": 4, "q": MULTIWORD},
    "field": {"name": "bn254-fr"},
    "Field.root_of_unity": {"self": ringlet.field("bn254-fr"), "order": 8},
    "reduce": {"a": X, "q": 97},
    "centred": {"a": X, "q": 97},
    "cmp_add": {"a": X, "comparison": "<", "bound": 5, "diff": 5},
    "cmp_sub": {"a": X, "q": 97, "comparison": "<", "bound": 5, "diff": 5},
    "is_prime": {"n": 97},
    "ntt_primes": {"count": 1, "bits": 20, "n": 8},
    "primitive_root": {"order": 8, "q": 97},
    "is_primitive_root": {"root": 5, "order": 8, "q": 97},
    "bit_reversal": {"n": 8},
    "convolve": {"a": [1, 2], "b": [3, 4], "modulus": 97},
    "from_ints": {"values": [1, 2], "words": 2},
    "to_ints": {"a": pack([1, 2], 2), "words": 2},
    "use_backend": {"name": "scalar"},
    "RnsBase": {"moduli": [97, 193]},
    "RnsBase.first": {"self": BASE, "count": 1},
    "RnsBase.followed_by": {"self": BASE, "other": ringlet.RnsBase([257])},
    "RnsBase.from_ints": {"self": BASE, "integers": [1, 2]},
    "RnsBase.to_ints": {"self": BASE, "x": ROWS},
    "RnsBase.add": {"self": BASE, "a": ROWS, "b": ROWS},
    "RnsBase.sub": {"self": BASE, "a": ROWS, "b": ROWS},
    "RnsBase.neg": {"self": BASE, "a": ROWS},
    "RnsBase.mul": {"self": BASE, "a": ROWS, "b": ROWS},
    "RnsBase.mul_add": {"self": BASE, "a": ROWS, "b": ROWS, "c": ROWS},
    "RnsBase.mul_sub": {"self": BASE, "a": ROWS, "b": ROWS, "c": ROWS},
    "RnsBase.to_montgomery": {"self": BASE, "a": ROWS},
    "RnsBase.from_montgomery": {"self": BASE, "a": ROWS},
    "RnsBase.mul_scalar": {"self": BASE, "a": ROWS, "s": 5},
    "RnsBase.inner_product": {"self": BASE, "a": [ROWS], "b": [ROWS]},
    "RnsBase.tensor": {"self": BASE, "a": np.stack([ROWS, ROWS]), "b": np.stack([ROWS, ROWS])},
    "RnsContext": {},
    "RnsContext.release": {"self": ringlet.RnsContext()},
    "RnsNtt": {"n": 8, "base": BASE},
    "RnsNtt.forward": {"self": RNS_NTT, "a": ROWS},
    "RnsNtt.inverse": {"self": RNS_NTT, "a": ROWS},
    "RnsNtt.multiply": {"self": RNS_NTT, "x": ROWS, "y": ROWS},
    "BaseConversion": {"source": BASE, "target": BASE, "lift": "floor"},
    "BaseConversion.__call__": {"self": CONVERSION, "x": ROWS},
    "ScaleAndRound": {"base": BASE, "auxiliary": ringlet.RnsBase([257, 353]), "t": 16},
    "ScaleAndRound.extend": {"self": SCALING, "x": ROWS},
    "ScaleAndRound.__call__": {"self": SCALING, "x": ROWS, "auxiliary": ROWS},
    "ModDown": {"base": BASE, "dropped": 1},
    "ModDown.on_coefficients": {"self": DIVISION, "x": ROWS},
    "ModDown.on_evaluations": {"self": DIVISION, "x": ROWS},
    "Automorphism": {"n": 8, "g": 3},
    "Automorphism.on_coefficients": {"self": AUTOMORPHISM, "x": ROWS, "base": BASE},
    "Automorphism.on_evaluations": {"self": AUTOMORPHISM, "x": ROWS},
    "Automorphism.add_on_evaluations": {"self": AUTOMORPHISM, "x": ROWS, "base": BASE, "out": ROWS.copy()},
    "KeySwitch": {"ntt": ringlet.RnsNtt(8, ringlet.RnsBase([97, 193, 257])), "special": 1},
    "KeySwitch.prepare": {"self": SWITCH, "b": PARTS, "a": PARTS},
    "KeySwitch.borrow": {"self": SWITCH, "b": PARTS, "a": PARTS},
    "KeySwitch.__call__": {"self": SWITCH, "x": ROWS, "key": KEY},
    "KeySwitch.add": {"self": SWITCH, "x": ROWS, "key": KEY, "out": np.ones((2, 2, 8), dtype=np.uint64)},
    "KeySwitch.decompose": {"self": SWITCH, "x": ROWS},
    "KeySwitch.apply_digits": {"self": SWITCH, "digits": DIGITS, "key": KEY},
    "KeySwitch.add_digits": {"self": SWITCH, "digits": DIGITS, "key": KEY, "out": PARTS[:, :2].copy()},
    "KeySwitch.inner_product": {"self": SWITCH, "digits": DIGITS, "key": KEY},
    "KeySwitch.accumulate": {"self": SWITCH, "digits": DIGITS, "key": KEY, "out": PARTS.copy()},
    "KeySwitch.mod_down": {"self": SWITCH, "b": PARTS[0], "a": PARTS[1]},
    "KeySwitch.add_mod_down": {"self": SWITCH, "b": PARTS[0], "a": PARTS[1], "out": PARTS[:, :2].copy()},
    "KeySwitch.add_special_multiple": {"self": SWITCH, "c": ROWS, "out": PARTS[0].copy()},
    "LinearTransform": {"key_switch": SWITCH, "baby": [None], "giant": [None], "plaintexts": PARTS[:1]},
    "LinearTransform.__call__": {"self": TRANSFORM, "b": ROWS, "a": ROWS},
    "LinearTransform.sums": {"self": TRANSFORM, "b": ROWS, "a": ROWS, "digits": DIGITS},
    "baby_giant_steps": {"rotations": [1, 2]},
    "balanced_digit": {"x": X, "q": 97, "w": 4, "k": 1, "base": BASE},
    "balanced_digit_count": {"q": 97, "w": 4},
}
# Parameters that may be None, which is not their default.
TAKE_NONE = {
    ("axpy", "z"),
    ("Ntt.forward", "input_factor"),
    ("Ntt.evaluate", "input_factor"),
    ("RnsNtt.forward", "input_factor"),
}
TAKE_LISTS_OF_NONE = {("LinearTransform", name) for name in ("baby", "giant", "plaintexts")}
PARAMETERS = [
    (name, parameter)
    for name in RIGHT
    for parameter in inspect.signature(PUBLIC[name]).parameters
    if parameter not in {"self", "check", "smallest"}  # anything is true or false
]


def test_every_function_is_called() -> None:
    assert {n for n in PUBLIC if not n.endswith("describe")} == {*RIGHT, *TUPLES, "backends", "fields"}


@pytest.mark.parametrize(("name", "parameter"), PARAMETERS)
def test_wrong_types(name: str, parameter: str) -> None:
    """Messages name each wrong argument in one sentence, without a word of C++."""
    function, default = PUBLIC[name], inspect.signature(PUBLIC[name]).parameters[parameter].default
    for value in (None, "text", 1.5, [None], object()):
        takes_none = default is None or (name, parameter) in TAKE_NONE
        if (
            (value is None and takes_none)
            or (value == [None] and (name, parameter) in TAKE_LISTS_OF_NONE)
            or (isinstance(value, str) and isinstance(RIGHT[name].get(parameter, default), str))
        ):
            continue
        with pytest.raises(TypeError, match=rf"^{parameter}(\[0\])? must be [^\n.]*, not (\w|\.)+$"):
            function(**{**RIGHT[name], parameter: value})


def arrays_like(array: Any, numbers: Any) -> dict[str, Any]:
    """Returns forms of the same integers that numpy.asarray accepts, by name."""
    spaced = np.zeros((*array.shape, 2), dtype=np.uint64)
    spaced[..., 0] = array
    misaligned = np.zeros(array.nbytes + 4, dtype=np.uint8)[4:].view(np.uint64).reshape(array.shape)
    misaligned[...] = array
    frozen = array.copy()
    frozen.flags.writeable = False
    forms = {
        "list": numbers,
        "tuple": tuple(numbers),
        "objects": np.array(numbers, dtype=object),
        "int64": np.array(numbers, dtype=np.int64),
        "uint8": np.array(numbers, dtype=np.uint8),
        "swapped": np.array(numbers, dtype=">i4"),
        "list of arrays": list(array),
        "strided": spaced[..., 0],
        "backwards": array[::-1].copy()[::-1],
        "transposed": np.asfortranarray(array),
        "misaligned": misaligned,
        "read-only": frozen,
        "buffer": memoryview(array),
    }
    if np.ndim(numbers) == 1:
        forms["array.array"] = array_module.array("H", numbers)
    return forms


def outcome(result: Any) -> Any:
    """Converts a result to lists and values that can be compared."""
    if isinstance(result, np.ndarray):
        return [result.dtype, result.tolist()]
    if isinstance(result, tuple):
        return [outcome(item) for item in result]
    if isinstance(result, ringlet.NttBuffer):
        return outcome(result.store())
    if isinstance(result, ringlet.SwitchingKey):
        return outcome(SWITCH(ROWS, result))
    if isinstance(result, ringlet.LinearTransform):
        return outcome(result(ROWS, ROWS))
    return result


def is_array(value: Any) -> bool:
    return isinstance(value, np.ndarray) or (isinstance(value, list) and isinstance(value[0], np.ndarray))


INPUTS = [(name, p) for name, p in PARAMETERS if p != "out" and is_array(RIGHT[name].get(p))]
ITERATED = {"KeySwitch.prepare", "KeySwitch.borrow", "LinearTransform", "RnsBase.inner_product"}


def test_all_inputs_are_converted() -> None:
    of_residues = {
        (name, p.name)
        for name in RIGHT
        for p in inspect.signature(PUBLIC[name]).parameters.values()
        if "numpy.object_" in str(p.annotation)
    }
    assert of_residues == set(INPUTS)


@pytest.mark.parametrize(("name", "parameter"), INPUTS)
def test_what_numpy_makes_arrays_of(name: str, parameter: str) -> None:
    given = RIGHT[name][parameter]
    array = np.asarray(given)
    numbers = unpack(array, 4) if given is W else array.tolist()

    def call(argument: Any) -> Any:
        # Each call changes an output of its own.
        right = {key: value.copy() if key == "out" else value for key, value in RIGHT[name].items()}
        return outcome(PUBLIC[name](**{**right, parameter: argument}))

    expected = call(given)
    for form, argument in arrays_like(array, numbers).items():
        if form != "buffer" or name not in ITERATED:  # a buffer of several axes is not iterable
            assert call(argument) == expected, form


@pytest.mark.parametrize("name", RIGHT)
def test_right_calls(name: str) -> None:
    PUBLIC[name](**RIGHT[name])


OUTPUTS = [name for name in RIGHT if (name, "out") in PARAMETERS]
PAIRS = {name for name in OUTPUTS if "tuple" in str(inspect.signature(PUBLIC[name]).return_annotation)}
SENTINEL = np.uint64(2**64 - 5)


def call_with(name: str, out: Any, **arguments: Any) -> Any:
    return PUBLIC[name](**{**RIGHT[name], **arguments, "out": out})


def result_of(name: str) -> Any:
    """Returns the result of the right call, in one array, and its initial contents."""
    initial = RIGHT[name].get("out")
    result = np.array(call_with(name, None if initial is None else initial.copy()))
    return result, np.full_like(result, SENTINEL) if initial is None else initial


def outputs_like(array: Any) -> dict[str, tuple[Any, Any]]:
    """Returns arrays with the same elements that kernels cannot write, by name, with the array that holds them."""
    spaced = np.full((*array.shape, 2), SENTINEL)
    between = np.full((array.shape[0], 2, *array.shape[1:]), SENTINEL)
    wider = np.full((*array.shape[:-1], 3 * array.shape[-1]), SENTINEL)
    backwards, transposed = array.copy(), array.copy(order="F")
    misaligned = np.zeros(array.nbytes + 4, dtype=np.uint8)
    views = {
        "spaced": (spaced, spaced[..., 1]),
        "rows of another array": (between, between[:, 0]),
        "part of each row": (wider, wider[..., array.shape[-1] : 2 * array.shape[-1]]),
        "every second, backwards": (spaced.copy(), None),
        "backwards": (backwards, backwards[::-1]),
        "transposed": (transposed, transposed),
        "misaligned": (misaligned, misaligned[4:].view(np.uint64).reshape(array.shape)),
    }
    memory = views["every second, backwards"][0]
    views["every second, backwards"] = (memory, memory[..., 0][..., ::-1])
    for _, view in views.values():
        view[...] = array
    return views


def test_all_functions_with_results_take_outputs() -> None:
    makers = {"centred", "from_ints", "to_ints", "RnsBase.from_ints", "RnsBase.to_ints", "ntt_primes", "bit_reversal"}
    returning = {name for name in RIGHT if "NDArray" in str(inspect.signature(PUBLIC[name]).return_annotation)}
    assert returning - makers == set(OUTPUTS)


@pytest.mark.parametrize("name", OUTPUTS)
def test_outputs_of_any_layout(name: str) -> None:
    """The result is in the caller's array, whatever its strides, and nothing beside it changes."""
    expected, initial = result_of(name)
    for form, (memory, out) in outputs_like(initial).items():
        intended = memory.copy()
        found = call_with(name, out)
        assert (np.array(found) == expected).all(), form
        assert (out == expected).all(), form
        if name in PAIRS:
            assert all(np.shares_memory(part, out) for part in found), form
        else:
            assert found is out, form
        out[...] = initial
        assert (memory == intended).all(), form


@pytest.mark.parametrize("name", OUTPUTS)
def test_outputs_that_are_refused(name: str) -> None:
    """Outputs that cannot hold the result are errors that name them, and stay as they are."""
    _, initial = result_of(name)
    pair = r"out\[0\]" if name in PAIRS else "out"
    frozen = {form: out for form, (_, out) in outputs_like(initial).items()}
    for out in frozen.values():
        out.flags.writeable = False
    once = np.full((1,) * initial.ndim, SENTINEL)
    again = np.lib.stride_tricks.as_strided(once, initial.shape, (0,) * initial.ndim)
    windows = np.lib.stride_tricks.sliding_window_view(np.full(initial.shape[-1] + 1, SENTINEL), 2, writeable=True)
    cases = [
        *((out, ValueError, f"^{pair} must be writeable, but it is read-only$") for out in frozen.values()),
        (again, ValueError, f"^elements of {pair} may share memory, but each must have its own$"),
        (np.stack([initial, initial])[:, :0], ValueError, "^(shape of |number of arrays in )?out"),
        (windows, ValueError, f"^(elements of {pair}|out) may share memory, but each|^number of arrays in out"),
        (initial.astype(np.int64)[..., ::-1], TypeError, f"^{pair} must be an array of uint64, not int64$"),
        (initial.astype(">u8"), TypeError, f"^{pair} must be an array of uint64, not >u8$"),
        (initial.astype(np.float64), TypeError, f"^{pair} must be an array of uint64, not float64$"),
        (initial[..., :-1], ValueError, rf"^(shape of )?{pair} "),
    ]
    for out, error, message in cases:
        before = out.copy()
        with pytest.raises(error, match=message):
            call_with(name, out)
        assert (out == before).all()


IN_PLACE = [(name, p) for name, p in INPUTS if name in OUTPUTS and name not in PAIRS]


@pytest.mark.parametrize(("name", "parameter"), IN_PLACE)
def test_outputs_that_overlap_inputs_through_strides(name: str, parameter: str) -> None:
    """An output that is not contiguous may lie anywhere in an input: the result is that of separate arrays."""
    given = np.asarray(RIGHT[name][parameter])
    _, initial = result_of(name)
    size = max(given.size, initial.size)
    for first, step in ((0, 2), (1, 2), (size // 2, 1), (2 * size - 1, -2), (2 * size - 1, -1)):
        memory = np.full(2 * size + 1, SENTINEL)
        out = memory[first::step][: initial.size].reshape(initial.shape)
        assert np.shares_memory(out, memory)
        for elements in (memory[: given.size], memory[: 2 * given.size : 2], memory[given.size - 1 :: -1]):
            of_input = elements[: given.size].reshape(given.shape)
            memory[...] = SENTINEL
            if RIGHT[name].get("out") is not None:
                out[...] = initial
            of_input[...] = given
            is_refused = out.flags.c_contiguous and of_input.flags.c_contiguous and np.shares_memory(out, of_input)
            if is_refused and not name.startswith("LargeRanks"):  # messages have a memory of their own
                with pytest.raises(ValueError, match=r"^out overlaps \w+(\[0\])?( in part)?, but it must be"):
                    call_with(name, out, **{parameter: of_input})
                continue
            wanted = call_with(name, out.copy(), **{parameter: of_input.copy()})
            call_with(name, out, **{parameter: of_input})
            assert (out == wanted).all()


def test_pairs_of_outputs() -> None:
    """The two results may lie between each other, but must not share elements."""
    expected = [part.copy() for part in SWITCH(ROWS, KEY)]
    between = np.zeros((2, 2, 8), np.uint64)
    assert (np.stack(SWITCH(ROWS, KEY, out=(between[:, 0], between[:, 1]))) == expected).all()
    assert (between.swapaxes(0, 1) == expected).all()
    memory = np.zeros((4, 8), np.uint64)
    for second in memory[1:3], memory[2:0:-1], memory[::2]:
        with pytest.raises(ValueError, match=r"^out\[0\] overlaps out\[1\], but it must be a separate array$"):
            SWITCH(ROWS, KEY, out=(memory[:2], second))
    with pytest.raises(TypeError, match=r"^out\[1\] must be a NumPy array of uint64, not NoneType$"):
        SWITCH.add(ROWS, KEY, out=(memory[:2], None))  # type: ignore[arg-type]
