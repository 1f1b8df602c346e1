"""What a proof is here: a function that recomputes a section of docs/bounds with the constants of the sources."""

import traceback
from collections.abc import Callable
from fractions import Fraction
from math import ceil

from proofs.declarations import Constant
from proofs.expressions import ExpressionError, Value
from proofs.source import Source


class ClaimError(Exception):
    """A claim of docs/bounds does not hold for some values."""


def check(condition: bool, claim: str, *values: object) -> None:
    if not condition:
        raise ClaimError(f"{claim} fails for {values}")


class Reader:
    """Gives a proof the constants that carry its number."""

    def __init__(self, source: Source, number: str) -> None:
        self.source = source
        self.number = number
        self.unread = list(source.proved.get(number, []))
        self.one_q: int = source.value(source.everywhere.members["one_q"][0], {})

    def __call__(self, name: str, /, **known: Value) -> Value:
        """The constant of that name. `known`: what its expression leaves open, above all parameters of templates."""
        found = self.constants(name, known)
        return self.agreed([self.evaluated(constant, known) for constant in found], found)

    def all(self, name: str, /, **known: Value) -> list[Value]:
        """Several constants of that name, in the order of the source."""
        return [self.evaluated(constant, known) for constant in self.constants(name, known)]

    def of(self, number: str, name: str, /, **known: Value) -> Value:
        """A constant that another proof establishes."""
        return Reader(self.source, number)(name, **known)

    def constants(self, name: str, known: dict[str, Value]) -> list[Constant]:
        found = [constant for constant in self.source.proved.get(self.number, []) if constant.name == name]
        found = [constant for constant in found if self.source.admits(constant.scope, known)]
        self.unread = [constant for constant in self.unread if constant not in found]
        if not found:
            raise ClaimError(f"no constant {name} has the comment `// proof {self.number}`")
        return found

    def evaluated(self, constant: Constant, known: dict[str, Value]) -> Value:
        try:
            value = self.source.value(constant, known)
        except KeyError as name:
            raise ClaimError(f"{constant.place}: what is {name}?") from None
        except ExpressionError as error:
            raise ClaimError(f"{constant.place}: {error}") from None
        if constant.parameters is None:
            return value

        def function(*arguments: Value) -> Value:
            try:
                return value(*arguments)
            except KeyError as name:
                raise ClaimError(f"{constant.place}: what is {name}?") from None

        return function

    @staticmethod
    def agreed(values: list[Value], constants: list[Constant]) -> Value:
        """What several constants of one name say alike."""
        if callable(values[0]):
            return lambda *arguments: Reader.agreed([value(*arguments) for value in values], constants)
        for value, constant in zip(values, constants, strict=True):
            check(value == values[0], f"{constant.place}: the value of {constants[0].place}", value, values[0])
        return values[0]

    # ---- bounds, which count in parts of q ----

    def in_q(self, bound: int) -> Fraction:
        return Fraction(bound, self.one_q)

    def whole(self, bound: int) -> int:
        """A bound that is a multiple of q."""
        check(bound % self.one_q == 0, "a bound in whole q", bound)
        return bound // self.one_q

    def rounded_up(self, factor: Fraction | int) -> int:
        return ceil(factor * self.one_q)


Proof = Callable[[Reader], None]
PROOFS: dict[str, Proof] = {}


def proof(number: str) -> Callable[[Proof], Proof]:
    """Of the section with this number."""

    def register(function: Proof) -> Proof:
        assert number not in PROOFS, number
        PROOFS[number] = function
        return function

    return register


def failure_of(number: str, source: Source) -> str | None:
    """Why a proof fails with these sources."""
    reader = Reader(source, number)
    try:
        PROOFS[number](reader)
    except (ClaimError, ExpressionError) as error:
        return f"proof {number}: {error}"
    except Exception as error:  # of a computation that a wrong constant has led astray
        return f"proof {number}: {error!r} at line {traceback.extract_tb(error.__traceback__)[1].lineno}"
    if reader.unread:
        places = ", ".join(constant.place for constant in reader.unread)
        return f"proof {number} does not use constants that name it: {places}"
    return None
