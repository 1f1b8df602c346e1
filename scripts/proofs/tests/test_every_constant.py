"""Each constant of the sources, one more and one less than it is: its proofs must notice."""

from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import partial

import proofs.run  # noqa: F401
from proofs.checking import failure_of
from proofs.declarations import Constant
from proofs.expressions import Members, Range, Value
from proofs.source import Source


def moved(value: Value, by: int) -> Value:
    if isinstance(value, Range):
        return Range(value.low, value.high + by)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | Fraction):
        return value + by
    if isinstance(value, Members):
        return Moved(value, by)
    return lambda *arguments: moved(value(*arguments), by)


class Moved:
    """Traits with another modulus."""

    def __init__(self, members: Members, by: int) -> None:
        self.members, self.by = members, by

    def __getattr__(self, name: str) -> Value:
        value = getattr(self.members, name)
        return value + self.by if name == "modulus_bits" else value


class MovedSource(Source):
    """The same sources, with one constant moved."""

    def __init__(self, source: Source, number: str, index: int, by: int) -> None:
        self.__dict__.update(source.__dict__)
        self.target, self.by = source.proved[number][index], by

    def value(self, constant: Constant, known: Mapping[str, Value]) -> Value:
        value = super().value(constant, known)
        return moved(value, self.by) if constant is self.target else value


def unnoticed(source: Source, number: str, index: int, by: int) -> str | None:
    found = MovedSource(source, number, index, by)
    if any(failure_of(number, found) for number in found.target.numbers):
        return None
    return f"{found.target.place}, moved by {by}"


def test_a_wrong_value_is_noticed(source: Source) -> None:
    moves = [
        (number, index, by)
        for number, constants in source.proved.items()
        for index, constant in enumerate(constants)
        if constant.numbers[0] == number
        for by in (1, -1)
    ]
    with ProcessPoolExecutor() as pool:
        results = pool.map(partial(unnoticed, source), *zip(*moves, strict=True), chunksize=8)
        found = [result for result in results if result is not None]
    assert not found, "\n".join(found)
