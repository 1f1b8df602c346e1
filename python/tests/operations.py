"""Every element-wise function but `reduce` and the comparisons: how it is called, and what it gives."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import ringlet


@dataclass(frozen=True)
class Operation:
    """A function and its arguments before q, in order; `expected` takes the same ones, and need not reduce."""

    name: str
    function: Callable[..., Any]
    arguments: tuple[str, ...]
    expected: Callable[..., int]
    scalar: str | None = None  # that of the arguments which is one number
    has_form: bool = False
    factors: tuple[int, ...] = ()  # that input_factor may be; none where there is no such argument

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
        """The arguments before q."""
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
    Operation("mul_sub", ringlet.mul_sub, ("a", "b", "c"), lambda a, b, c: a * b - c, factors=(1, 2, 4)),
    Operation("mul_scalar", ringlet.mul_scalar, ("a", "s"), lambda a, s: a * s, scalar="s", factors=(1, 2, 4, 8)),
    Operation("axpy", ringlet.axpy, ("x", "s", "z"), lambda x, s, z: x * s + z, scalar="s", factors=(1, 2, 4, 8)),
    Operation("axpy_without_z", axpy_without_z, ("x", "s"), lambda x, s: x * s, scalar="s", factors=(1, 2, 4, 8)),
]

# Those that multiword moduli have. `expected` is of plain numbers.
MULTIWORD_OPERATIONS = [
    *(o for o in OPERATIONS if o.function in (ringlet.add, ringlet.sub, ringlet.neg)),
    Operation("mul", ringlet.mul, ("a", "b"), lambda a, b: a * b, has_form=True),
    Operation("mul_by_number", ringlet.mul, ("a", "b"), lambda a, b: a * b, scalar="b", has_form=True),
    Operation("mul_scalar", ringlet.mul_scalar, ("a", "s"), lambda a, s: a * s, scalar="s", has_form=True),
    Operation("mul_add", ringlet.mul_add, ("a", "b", "c"), lambda a, b, c: a * b + c, has_form=True),
]
# What is no sum of products, or has a shape of its own.
MULTIWORD_APART = {"inner_product", "invert", "powers", "to_montgomery", "from_montgomery"}
