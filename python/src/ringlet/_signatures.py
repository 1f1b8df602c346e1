"""Makes Python functions and classes of those of the extension module.

``inspect`` sees no signature of a nanobind function, pickle refuses it, and it answers a missing argument with a list
of C++ types. So the package wraps each in a Python function with the signature that the binding states.
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
    """Returns a Python function that passes its arguments on by position."""
    signature, doc, *_ = native.__nb_signature__[0]
    definition = ast.parse(f"{signature}: ...").body[0]
    assert isinstance(definition, ast.FunctionDef)
    arguments = definition.args
    passed = ", ".join(a.arg for a in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs])
    source = f"from __future__ import annotations\n{signature}:\n    return _native({passed})"
    # Names in annotations, and the wrapped function.
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
    # Python 3.10 looks at __new__, which has no signature.
    native.__signature__ = of_init.replace(parameters=list(of_init.parameters.values())[1:])
    native.__module__ = module
    if hasattr(native, "_arguments"):
        make_value(native)


def publish(native: Any, module: str) -> Any:
    """Makes a function or class of the extension module public in a package: wraps a function, changes a class."""
    if not isinstance(native, type):
        return _as_function(native, module)
    _change_class(native, module)
    return native
