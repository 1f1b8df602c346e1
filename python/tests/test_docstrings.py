"""Docstrings: all of the public interface has them, and their examples run."""

import doctest
import inspect
from collections.abc import Iterator
from typing import Any

import pytest

import ringlet


def documented() -> Iterator[tuple[str, Any]]:
    yield "ringlet", ringlet
    for name in ringlet.__all__:
        item = getattr(ringlet, name)
        if name.startswith("__"):
            continue
        yield name, item
        if inspect.isclass(item):
            for member in vars(item):
                if (not member.startswith("_") or member == "__call__") and member not in {"count", "index"}:
                    yield f"{name}.{member}", getattr(item, member)


ITEMS = dict(documented())


@pytest.mark.parametrize("name", ITEMS)
def test_docstring(name: str) -> None:
    text = inspect.getdoc(ITEMS[name])
    assert text
    names = {public: getattr(ringlet, public) for public in ringlet.__all__} | {"ringlet": ringlet}
    test = doctest.DocTestParser().get_doctest(text, names, name, None, None)
    output: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=output.append)
    assert not output, "".join(output)


def test_there_are_examples() -> None:
    parser = doctest.DocTestParser()
    assert sum(len(parser.get_examples(inspect.getdoc(item) or "")) for item in ITEMS.values()) > 30
