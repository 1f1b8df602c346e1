"""Mutants: what they are called, where they are, and how they are written into a copy of a source."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

HELPERS = "::ringlet_mutation"
# Stands in an edit for the number of its mutant.
NUMBER = "@"


@dataclass(frozen=True)
class Edit:
    """Text for bytes start to end of a source; empty where text is inserted before or after an expression."""

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
    # Of a function that the compiler may evaluate, so that no program need execute it.
    constant: bool = False
    # Not the first of its function with this change.
    repetition: int = 1

    @property
    def key(self) -> str:
        """Its name, which other lines of the source do not change."""
        repeated = f" (#{self.repetition})" if self.repetition > 1 else ""
        return f"{self.path} {self.function}: {self.change}{repeated}"

    @property
    def id(self) -> str:
        return hashlib.sha256(self.key.encode()).hexdigest()[:8]


def numbered(mutants: Iterable[Mutant]) -> list[Mutant]:
    """Equal changes of one function are told apart by their order."""
    seen: Counter[str] = Counter()
    result = []
    for mutant in mutants:
        seen[mutant.key] += 1
        result.append(replace(mutant, repetition=seen[mutant.key]))
    return result


def sample(mutants: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """As many as wanted, in the order of the sources. Another mutant more or less changes the choice of few others."""
    order = sorted(mutants, key=lambda mutant: hashlib.sha256(f"{seed} {mutant.key}".encode()).digest())
    chosen = {mutant.key for mutant in order[:count]}
    return [mutant for mutant in mutants if mutant.key in chosen]


def rewrite(source: bytes, edits: Iterable[tuple[int, Edit]]) -> bytes:
    """The source with all edits of the mutants with these numbers; those of an outer expression come first.

    What closes an inner expression stands before what closes an outer one, what opens it behind."""
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
        # Line numbers remain.
        pieces.append(text.encode() + b"\n" * source.count(b"\n", place, end))
        at = end
    return b"".join([*pieces, source[at:]])
