"""Runs the proofs of all sections."""

import re
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pkgutil import iter_modules

from proofs import sections
from proofs.checking import PROOFS, failure_of
from proofs.source import Source

for module in iter_modules(sections.__path__):
    import_module(f"{sections.__name__}.{module.name}")

HEADING = re.compile(r"^### (\d+\.\d+) ", re.MULTILINE)
# What the page quotes from the sources: no path, no instruction.
QUOTED = re.compile(r"`(?!vp)([A-Za-z_][\w:<>]*)`")


def complaints(source: Source, bounds: str) -> Iterator[str]:
    """What is wrong with the numbers, whatever the claims: `bounds` is the text of docs/bounds.md."""
    headings = HEADING.findall(bounds)
    for constant in source.without_proof():
        yield f"{constant.place} needs `// proof N.M` or `// no proof: reason`"
    for number, constants in source.proved.items():
        if number not in headings:
            yield from (f"{constant.place}: docs/bounds.md has no section {number}" for constant in constants)
    yield from (f"docs/bounds.md: section {number} is not recomputed" for number in headings if number not in PROOFS)
    yield from (f"proof {number}: docs/bounds.md has no such section" for number in PROOFS if number not in headings)
    code = (re.sub(r"//[^\n]*", "", file.text) for file in source.files)
    words = {word for text in code for word in re.findall(r"\w+", text)}
    for quoted in sorted(set(QUOTED.findall(bounds))):
        if not words.issuperset(re.findall(r"[A-Za-z_]\w*", quoted)):
            yield f"docs/bounds.md: no source has `{quoted}`"


def failures(source: Source, bounds: str) -> list[str]:
    found = list(complaints(source, bounds))
    with ProcessPoolExecutor() as pool:
        results = pool.map(failure_of, PROOFS, [source] * len(PROOFS))
        return found + [failure for failure in results if failure is not None]
