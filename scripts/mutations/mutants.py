"""Mutants: their names, their places, and their code in a copy of a source."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

HELPERS = "::ringlet_mutation"
# Placeholder in an edit for the number of its mutant.
NUMBER = "@"


@dataclass(frozen=True)
class Edit:
    """Replacement of bytes start to end of a source; they are empty if text is inserted."""

    start: int
    end: int
    text: str
    closes: bool = False


@dataclass(frozen=True)
class Mutant:
    path: str
    line: int
    function: str
    change: str
    edits: tuple[Edit, ...]
    # True in a function that the compiler may evaluate, so that no program need execute the mutant.
    constant: bool = False
    # Index among the same changes of one function, from 1.
    repetition: int = 1

    @property
    def key(self) -> str:
        """Name, which does not depend on other lines of the source."""
        repeated = f" (#{self.repetition})" if self.repetition > 1 else ""
        return f"{self.path} {self.function}: {self.change}{repeated}"

    @property
    def id(self) -> str:
        return hashlib.sha256(self.key.encode()).hexdigest()[:8]


def numbered(mutants: Iterable[Mutant]) -> list[Mutant]:
    """Numbers equal changes of one function by their order."""
    seen: Counter[str] = Counter()
    result = []
    for mutant in mutants:
        seen[mutant.key] += 1
        result.append(replace(mutant, repetition=seen[mutant.key]))
    return result


def sample(mutants: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """Chooses `count` mutants, in the order of the sources. A mutant more or less hardly changes the choice."""
    order = sorted(mutants, key=lambda mutant: hashlib.sha256(f"{seed} {mutant.key}".encode()).digest())
    chosen = {mutant.key for mutant in order[:count]}
    return [mutant for mutant in mutants if mutant.key in chosen]


def rewrite(source: bytes, edits: Iterable[tuple[int, Edit]]) -> bytes:
    """Applies all edits of the mutants with these numbers; those of an outer expression come first.

    Text that closes an inner expression precedes text that closes an outer one; text that opens it follows."""
    opening: dict[int, list[str]] = defaultdict(list)
    closing: dict[int, list[str]] = defaultdict(list)
    replaced: dict[int, tuple[int, str]] = {}
    for number, edit in edits:
        text = edit.text.replace(NUMBER, str(number))
        if edit.start < edit.end:
            replaced[edit.start] = (edit.end, text)
        elif edit.closes:
            closing[edit.start].insert(0, text)
        else:
            opening[edit.start].append(text)
    pieces = []
    at = 0
    for place in sorted({*opening, *closing, *replaced}):
        pieces.append(source[at:place])
        pieces.extend(text.encode() for text in closing[place] + opening[place])
        end, text = replaced.get(place, (place, ""))
        # Keeps the line numbers.
        pieces.append(text.encode() + b"\n" * source.count(b"\n", place, end))
        at = end
    return b"".join([*pieces, source[at:]])
