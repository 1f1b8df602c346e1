"""The instruction sets that the library can use."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple

from ringlet import _core

_forced: str | None = None


class Backend(NamedTuple):
    """An instruction set that the library has kernels for."""

    #: What :func:`use_backend` and ``RINGLET_BACKEND`` call it.
    name: str
    #: Whether this CPU, with this operating system, can run it.
    supported: bool
    #: Whether it is the one that is used now.
    active: bool


def backends() -> list[Backend]:
    """Every backend in the library, weakest first.

    The active one is, in this order: what :func:`use_backend` named; else what the environment variable
    ``RINGLET_BACKEND`` names; else the strongest that the CPU supports.

    :raises ValueError: when ``RINGLET_BACKEND`` names no supported backend; the message lists those there are.

    >>> [backend.name for backend in backends()]
    ['scalar', 'avx2', 'avx512dq', 'avx512ifma']
    >>> backends()[0].supported
    True
    """
    active = _core.active_backend()
    return [Backend(name, supported, name == active) for name, supported in _core.list_backends()]


def use_backend(name: str) -> AbstractContextManager[None]:
    """Makes the named backend the active one for a ``with`` statement.

    Element-wise functions use it at once; a plan keeps the one that was active when it was made. It holds for the whole
    process, other threads included.

    :param name: one of :func:`backends`.
    :raises ValueError: when it is unknown or this CPU does not support it; the message lists those there are.
    :raises TypeError: when it is no string.

    >>> with use_backend("scalar"):
    ...     Ntt(8, 97).describe().split(" / ")[0]
    'scalar'
    """
    if not isinstance(name, str):
        raise TypeError(f"name must be a string, not {type(name).__name__}")
    return _used(name)


@contextmanager
def _used(name: str) -> Iterator[None]:
    global _forced
    previous = _forced
    _core.force_backend(name)
    _forced = name
    try:
        yield
    finally:
        _forced = previous
        if previous is None:
            _core.unforce_backend()
        else:
            _core.force_backend(previous)
