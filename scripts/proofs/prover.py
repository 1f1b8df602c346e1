"""Has Coq check the theorems of proofs/ with the constants of the sources."""

import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path
from time import monotonic

from proofs.definitions import Definitions
from proofs.source import Source

CONSTANTS = "Constants"
REQUIRED = re.compile(r"^From Ringlet Require (?:Import|Export) ([\w ]+)\.", re.MULTILINE)
THEOREM = re.compile(r"^Theorem (\w+)", re.MULTILINE)
# A proof that is none, and what would make one of something else.
FORBIDDEN = re.compile(
    r"\b(?:Admitted|admit|give_up|Axioms?|Parameters?|Conjecture|Hypothes[ie]s|Variables?|Unset|bypass_check)\b"
)
# What the words of a statement or of a definition are.
STATEMENT = re.compile(r"^(?:Theorem|Definition|Fixpoint) (\w+)(.*?)\.$", re.MULTILINE | re.DOTALL)
# Of the table in docs/proofs.md.
ROW = re.compile(r"\| `(\w+)` \| `(\w+)\.v` \|([^|]*)\|$", re.MULTILINE)
COMMENT = re.compile(r"\(\*.*?\*\)", re.DOTALL)
# Of the standard library's real numbers, which theorems about doubles are about.
AXIOMS_OF_REALS = {
    "ClassicalDedekindReals.sig_not_dec",
    "ClassicalDedekindReals.sig_forall_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "Classical_Prop.classic",
}


class ProofError(Exception):
    """A theorem that does not hold, or a file that claims what it does not prove."""


@dataclass
class Checked:
    """A file that Coq has checked, in so many seconds by the clock."""

    name: str
    theorems: list[str]
    seconds: float


class Prover:
    """The files of proofs/ and the constants of `source`, in a folder where Coq leaves what it makes of them."""

    def __init__(self, proofs: Path, source: Source, folder: Path, seconds: int = 300) -> None:
        """`seconds`: of CPU time, after which Coq gives a file up, as it may where a theorem does not hold."""
        self.folder, self.seconds = folder, seconds
        self.definitions = Definitions.of(source)
        self.texts = {path.stem: path.read_text() for path in sorted(proofs.glob("*.v"))}
        self.texts[CONSTANTS] = self.definitions.text()
        code = (COMMENT.sub("", text) for name, text in self.texts.items() if name != CONSTANTS)
        found = [statement for text in code for statement in STATEMENT.findall(text)]
        # Of each statement and definition, by its name.
        self.words = {name: set(re.findall(r"\w+", words)) for name, words in found}
        self.defined_twice = [name for name, times in Counter(name for name, _ in found).items() if times > 1]
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name, text in self.texts.items():
            (folder / f"{name}.v").write_text(text)

    def order(self, files: Iterable[str]) -> TopologicalSorter[str]:
        """These files and those that they require, which come first."""
        required: dict[str, list[str]] = {}
        unread = list(files)
        while unread:
            name = unread.pop()
            required[name] = " ".join(REQUIRED.findall(self.texts[name])).split()
            unread += [other for other in required[name] if other not in required]
        return TopologicalSorter(required)

    def check(self, files: Iterable[str] | None = None, workers: int | None = None) -> Iterator[Checked]:
        """All files, or these and what they require, so many at a time (one on each CPU)."""
        self.check_texts()
        order = self.order(self.texts if files is None else files)
        order.prepare()
        with ThreadPoolExecutor(workers or os.cpu_count()) as pool:
            under_way: set[Future[Checked]] = set()
            while order.is_active():
                under_way |= {pool.submit(self.checked, name) for name in order.get_ready()}
                done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                for future in done:
                    yield (checked := future.result())
                    order.done(checked.name)

    def checked(self, name: str) -> Checked:
        start = monotonic()
        self.coq(name)
        return Checked(name, THEOREM.findall(self.texts[name]), monotonic() - start)

    def check_texts(self) -> None:
        if self.defined_twice:
            raise ProofError(f"two files define {', '.join(self.defined_twice)}")
        for name, text in self.texts.items():
            if found := FORBIDDEN.search(COMMENT.sub("", text)):
                raise ProofError(f"{name}.v: {found[0]} proves nothing")
        known = self.known_constants()
        for name in self.definitions.names:
            if name not in known:
                raise ProofError(f"no theorem is about the constant {name}")

    def known_constants(self) -> set[str]:
        """Those that theorems are about, and those that these are computed from."""
        inner = {name: set(re.findall(r"\w+", words)) for name, words in STATEMENT.findall(self.texts[CONSTANTS])}
        unread = set().union(*(constants_of(self, theorem) for theorem in self.theorems()))
        found: set[str] = set()
        while unread:
            found.add(name := unread.pop())
            unread |= inner[name] & inner.keys() - found
        return found

    def theorems(self) -> dict[str, str]:
        """All of them, with their files."""
        return {theorem: name for name, text in self.texts.items() for theorem in THEOREM.findall(text)}

    def check_assumptions(self) -> set[str]:
        """What theorems rest on beside Coq's kernel: the axioms of real numbers, where a file is about them. Those of a
        file are asked together, since Coq goes through all of the library each time."""
        theorems = {name: THEOREM.findall(text) for name, text in self.texts.items() if THEOREM.search(text)}
        lines = [f"From Ringlet Require Import {' '.join(theorems)}."]
        for name, own in theorems.items():
            lines += [f"Definition all_of_{name} := ({', '.join(own)}).", f"Print Assumptions all_of_{name}."]
        (self.folder / "Assumptions.v").write_text("\n".join(lines) + "\n")
        answers = re.split(r"^(?=Axioms:|Closed under)", self.coq("Assumptions"), flags=re.MULTILINE)[1:]
        used: set[str] = set()
        for name, answer in zip(theorems, answers, strict=True):
            axioms = set(re.findall(r"^([\w.]+)\s*:", answer, re.MULTILINE)) - {"Axioms"}
            allowed = AXIOMS_OF_REALS if "Require Import Reals" in self.texts[name] else set()
            if not axioms <= allowed:
                raise ProofError(f"{name}.v rests on {', '.join(sorted(axioms - allowed))}")
            used |= axioms
        return used

    def coq(self, name: str) -> str:
        command = ["coqc", "-q", "-R", ".", "Ringlet", f"{name}.v"]
        limited = ["prlimit", f"--cpu={self.seconds}", *command]
        done = subprocess.run(limited, cwd=self.folder, capture_output=True, text=True, check=False)
        if done.returncode < 0:
            raise ProofError(f"{name}.v: Coq has found no proof in {self.seconds} s")
        if done.returncode != 0:
            raise ProofError(f"{name}.v: Coq does not accept it\n{(done.stdout + done.stderr).strip()}")
        return done.stdout


def constants_of(prover: Prover, theorem: str) -> set[str]:
    """The constants that a theorem is about: those of its statement, and of the definitions that this uses."""
    found: set[str] = set()
    constants, definitions = set(prover.definitions.names), prover.words.keys() - prover.theorems().keys()
    unread, seen = [theorem], {theorem}
    while unread:
        words = prover.words[unread.pop()]
        found |= words & constants
        unread += (used := words & definitions - seen)
        seen |= used
    return found


def complaints(page: str, prover: Prover) -> Iterator[str]:
    """Where the table of docs/proofs.md and the files differ: its rows end in a theorem, its file and its constants."""
    theorems = prover.theorems()
    listed = {row[0]: row[1:] for row in ROW.findall(page)}
    for theorem in sorted(theorems.keys() | listed.keys()):
        if theorem not in listed:
            yield f"docs/proofs.md: {theorem} of {theorems[theorem]}.v is not listed"
        elif theorem not in theorems:
            yield f"docs/proofs.md: there is no theorem {theorem}"
        else:
            file, constants = listed[theorem]
            wanted = ", ".join(f"`{name}`" for name in sorted(constants_of(prover, theorem)))
            if (file, constants.strip()) != (theorems[theorem], wanted):
                yield f"docs/proofs.md: {theorem} is in {theorems[theorem]}.v, about the constants: {wanted}"
