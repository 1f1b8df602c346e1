"""The public functions and classes, as Python's own.

A function of nanobind has no signature that ``inspect`` sees, is not pickled, and answers a missing argument with a
list of C++ types. So the package has a Python function for each, of the signature that its binding states.
"""

import ast
import collections.abc
import inspect
import os
import typing
from types import FunctionType
from typing import Any

import numpy
import numpy.typing

from ringlet import _core
from ringlet._values import make_value


def _as_function(native: Any, module: str, scope: str = "") -> FunctionType:
    """A function that passes its arguments on, in order."""
    signature, doc, *_ = native.__nb_signature__[0]
    definition = ast.parse(f"{signature}: ...").body[0]
    assert isinstance(definition, ast.FunctionDef)
    arguments = definition.args
    passed = ", ".join(a.arg for a in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs])
    source = f"from __future__ import annotations\n{signature}:\n    return _native({passed})"
    # What annotations name, and what the function does.
    names = {
        "collections": collections,
        "numpy": numpy,
        "os": os,
        "typing": typing,
        **vars(_core),
        "_native": native,
        "__name__": module,
    }
    exec(compile(source, f"<{definition.name} of ringlet>", "exec"), names)
    function = names[definition.name]
    assert isinstance(function, FunctionType)
    function.__doc__ = doc
    function.__qualname__ = scope + function.__name__
    return function


def _change_class(native: Any, module: str) -> None:
    for name, member in list(vars(native).items()):
        if hasattr(member, "__nb_signature__"):
            setattr(native, name, _as_function(member, module, f"{native.__name__}."))
    of_init = inspect.signature(native.__init__)
    # Python 3.10 asks __new__, which has none.
    native.__signature__ = of_init.replace(parameters=list(of_init.parameters.values())[1:])
    native.__module__ = module
    if hasattr(native, "_arguments"):
        make_value(native)


def publish(native: Any, module: str) -> Any:
    """A function or a class of the extension module as that of a package: a class is changed, and returned."""
    if not isinstance(native, type):
        return _as_function(native, module)
    _change_class(native, module)
    return native
