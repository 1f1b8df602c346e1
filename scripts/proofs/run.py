"""Runs the recomputations of all sections."""

from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pkgutil import iter_modules

from proofs import sections
from proofs.checking import PROOFS, failure_of
from proofs.source import Source

for module in iter_modules(sections.__path__):
    import_module(f"{sections.__name__}.{module.name}")


def failures(source: Source) -> list[str]:
    with ProcessPoolExecutor() as pool:
        results = pool.map(failure_of, PROOFS, [source] * len(PROOFS))
        return [failure for failure in results if failure is not None]
