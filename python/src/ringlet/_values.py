"""Methods of objects that are values: they compare, hash, copy, pickle and print by their constructor's arguments.

The extension module provides these arguments, in order, as the property ``_arguments``.
"""

import inspect
from typing import Any

import numpy


def _make(cls: type, arguments: tuple[Any, ...]) -> Any:
    return cls(**dict(zip(inspect.signature(cls).parameters, arguments, strict=False)))


def _key(value: Any) -> tuple[Any, ...]:
    return tuple((a.dtype.str, a.tobytes()) if isinstance(a, numpy.ndarray) else a for a in value._arguments)


def _reduce(self: Any) -> tuple[Any, ...]:
    return _make, (type(self), self._arguments)


def _represent(self: Any) -> str:
    """Returns a call of the constructor, without keywords that are None."""
    texts = []
    for parameter, value in zip(inspect.signature(type(self)).parameters.values(), self._arguments, strict=False):
        if parameter.kind is not parameter.KEYWORD_ONLY:
            texts.append(repr(value))
        elif value is not None:
            texts.append(f"{parameter.name}={value!r}")
    return f"{type(self).__name__}({', '.join(texts)})"


def make_value(native: Any) -> None:
    """Gives a class of the extension module the methods of values."""

    def equal(self: Any, other: object) -> bool:
        return isinstance(other, native) and _key(self) == _key(other)

    native.__eq__ = equal
    native.__hash__ = lambda self: hash(_key(self))
    native.__reduce__ = _reduce
    native.__repr__ = _represent
