"""Instruction sets that the library can use."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple

from ringlet import _core

_forced: str | None = None


class Backend(NamedTuple):
    """An instruction set that the library has kernels for."""

    #: Name in :func:`use_backend` and ``RINGLET_BACKEND``.
    name: str
    #: Whether this CPU and operating system can run it.
    supported: bool
    #: Whether it is in use now.
    active: bool


def backends() -> list[Backend]:
    """Lists all backends of the library, weakest first.

    The active backend is the one that :func:`use_backend` names; otherwise the one that the environment variable
    ``RINGLET_BACKEND`` names; otherwise the strongest one that the CPU supports.

    :raises ValueError: when ``RINGLET_BACKEND`` names no supported backend; the message lists the supported ones.

    >>> [backend.name for backend in backends()]
    ['scalar', 'avx2', 'avx512dq', 'avx512ifma']
    >>> backends()[0].supported
    True
    """
    active = _core.active_backend()
    return [Backend(name, supported, name == active) for name, supported in _core.list_backends()]


def use_backend(name: str) -> AbstractContextManager[None]:
    """Makes the named backend the active one for a ``with`` statement.

    Element-wise functions use it at once; a plan keeps the backend that was active when it was made. The choice applies
    to the whole process, other threads included.

    :param name: one of :func:`backends`.
    :raises ValueError: when the name is unknown or this CPU does not support the backend; the message lists the
        supported ones.
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
