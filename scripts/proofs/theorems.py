"""Theorems of proofs/ as text: it takes no Coq to know what they are about."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from proofs.definitions import Definitions
from proofs.source import Source

CONSTANTS = "Constants"
THEOREM = re.compile(r"^Theorem (\w+)", re.MULTILINE)
STATEMENT = re.compile(r"^(?:Theorem|Definition|Fixpoint) (\w+)(.*?)\.$", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"\(\*.*?\*\)", re.DOTALL)
# Marks of a missing proof, and commands that could change the meaning of other commands.
FORBIDDEN = re.compile(
    r"\b(?:Admitted|admit|give_up|Axioms?|Parameters?|Conjecture|Hypothes[ie]s|Variables?|Unset|bypass_check)\b"
)


class ProofError(Exception):
    """A theorem does not hold, or a file claims what it does not prove."""


class Theorems:
    """Files of proofs/ and the constants of `source` that they are about."""

    def __init__(self, proofs: Path, source: Source) -> None:
        self.definitions = Definitions.of(source)
        self.texts = {path.stem: path.read_text() for path in sorted(proofs.glob("*.v"))}
        code = {name: COMMENT.sub("", text) for name, text in self.texts.items()}
        code[CONSTANTS] = self.definitions.text()
        found = [statement for text in code.values() for statement in STATEMENT.findall(text)]
        # Words of each statement and definition, by its name.
        self.words = {name: set(re.findall(r"\w+", words)) for name, words in found}
        # Files of theorems.
        self.files = {theorem: name for name, text in self.texts.items() for theorem in THEOREM.findall(text)}
        for name, text in code.items():
            if forbidden := FORBIDDEN.search(text):
                raise ProofError(f"{name}.v: {forbidden[0]} proves nothing")
        if twice := [name for name, times in Counter(name for name, _ in found).items() if times > 1]:
            raise ProofError(f"two files define {', '.join(twice)}")
        self.texts[CONSTANTS] = code[CONSTANTS]

    def constants_of(self, theorem: str) -> set[str]:
        """Returns the constants in its statement, and in the definitions that this uses."""
        found: set[str] = set()
        constants, definitions = set(self.definitions.names), self.words.keys() - self.files.keys()
        unread, seen = [theorem], {theorem}
        while unread:
            words = self.words[unread.pop()]
            found |= words & constants
            unread += (used := words & definitions - seen)
            seen |= used
        return found

    def complaints(self) -> Iterator[str]:
        """Yields complaints about constants that no theorem is about."""
        used = set().union(*map(self.constants_of, self.files))
        yield from (f"no theorem is about the constant {name}" for name in self.definitions.names if name not in used)
