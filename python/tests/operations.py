"""Every element-wise function except `reduce` and the comparisons: its arguments and its result."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import ringlet


@dataclass(frozen=True)
class Operation:
    """A function and its arguments before q, in order. `expected` takes the same arguments and need not reduce."""

    name: str
    function: Callable[..., Any]
    arguments: tuple[str, ...]
    expected: Callable[..., int]
    scalar: str | None = None  # the argument that is one number
    has_form: bool = False
    factors: tuple[int, ...] = ()  # values of input_factor; empty without this argument

    def __str__(self) -> str:
        return self.name

    @property
    def arrays(self) -> list[str]:
        return [name for name in self.arguments if name != self.scalar]

    def call(self, arrays: list[Any], scalar: int, q: Any, **options: Any) -> Any:
        return self.function(*self.ordered(arrays, scalar), q, **options)

    def results(self, lists: list[list[int]], scalar: int, q: int) -> list[int]:
        return [self.expected(*self.ordered(list(values), scalar)) % q for values in zip(*lists, strict=True)]

    def ordered(self, arrays: list[Any], scalar: int) -> list[Any]:
        """Returns the arguments before q."""
        rest = iter(arrays)
        return [scalar if name == self.scalar else next(rest) for name in self.arguments]


def axpy_without_z(x: Any, s: int, q: Any, **options: Any) -> Any:
    return ringlet.axpy(x, s, None, q, **options)


OPERATIONS = [
    Operation("add", ringlet.add, ("a", "b"), lambda a, b: a + b),
    Operation("add_scalar", ringlet.add, ("a", "b"), lambda a, b: a + b, scalar="b"),
    Operation("sub", ringlet.sub, ("a", "b"), lambda a, b: a - b),
    Operation("sub_scalar", ringlet.sub, ("a", "b"), lambda a, b: a - b, scalar="b"),
    Operation("neg", ringlet.neg, ("a",), lambda a: -a),
    Operation("mul", ringlet.mul, ("a", "b"), lambda a, b: a * b, factors=(1, 2, 4)),
    Operation("mul_add", ringlet.mul_add, ("a", "b", "c"), lambda a, b, c: a * b + c, factors=(1, 2, 4)),
    Operation("mul_sub", ringlet.mul_sub, ("a", "b", "c"), lambda a, b, c: a * b - c, factors=(1, 2, 4)),
    Operation("mul_scalar", ringlet.mul_scalar, ("a", "s"), lambda a, s: a * s, scalar="s", factors=(1, 2, 4, 8)),
    Operation("axpy", ringlet.axpy, ("x", "s", "z"), lambda x, s, z: x * s + z, scalar="s", factors=(1, 2, 4, 8)),
    Operation("axpy_without_z", axpy_without_z, ("x", "s"), lambda x, s: x * s, scalar="s", factors=(1, 2, 4, 8)),
]

# Operations modulo multiword moduli, and those of one word. `expected` is for plain numbers.
MULTIWORD_OPERATIONS = [
    *(o for o in OPERATIONS if o.function in (ringlet.add, ringlet.sub, ringlet.neg)),
    Operation("mul", ringlet.mul, ("a", "b"), lambda a, b: a * b, has_form=True),
    Operation("mul_by_number", ringlet.mul, ("a", "b"), lambda a, b: a * b, scalar="b", has_form=True),
    Operation("mul_scalar", ringlet.mul_scalar, ("a", "s"), lambda a, s: a * s, scalar="s", has_form=True),
    Operation("mul_add", ringlet.mul_add, ("a", "b", "c"), lambda a, b, c: a * b + c, has_form=True),
    Operation("mul_sub", ringlet.mul_sub, ("a", "b", "c"), lambda a, b, c: a * b - c, has_form=True),
    Operation("axpy", ringlet.axpy, ("x", "s", "z"), lambda x, s, z: x * s + z, scalar="s", has_form=True),
    Operation("axpy_without_z", axpy_without_z, ("x", "s"), lambda x, s: x * s, scalar="s", has_form=True),
]
# Functions that are no sum of products, or have a shape of their own.
MULTIWORD_APART = {"inner_product", "invert", "powers", "to_montgomery", "from_montgomery"}
