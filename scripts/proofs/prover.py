"""Checks the theorems of proofs/ by Coq, with the constants of the sources."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path
from time import monotonic

from proofs.source import Source
from proofs.theorems import THEOREM, ProofError, Theorems

REQUIRED = re.compile(r"^From Ringlet Require (?:Import|Export) ([\w ]+)\.", re.MULTILINE)
# Axioms of the standard library's real numbers, on which theorems about doubles depend.
AXIOMS_OF_REALS = {
    "ClassicalDedekindReals.sig_not_dec",
    "ClassicalDedekindReals.sig_forall_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "Classical_Prop.classic",
}


@dataclass
class Checked:
    """File that Coq has checked, with its number of theorems and the seconds by the clock."""

    name: str
    theorems: int
    seconds: float


class Prover:
    """Files of proofs/ and the constants of `source`, in a folder for Coq's results."""

    def __init__(self, proofs: Path, source: Source, folder: Path, seconds: int = 300) -> None:
        """Coq gives up a file after `seconds` of CPU time, which it may need where a theorem does not hold."""
        self.folder, self.seconds = folder, seconds
        self.theorems = Theorems(proofs, source)
        self.texts = self.theorems.texts
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name, text in self.texts.items():
            (folder / f"{name}.v").write_text(text)

    def order(self, files: Iterable[str]) -> TopologicalSorter[str]:
        """Returns these files and those that they require; the latter come first."""
        required: dict[str, list[str]] = {}
        unread = list(files)
        while unread:
            name = unread.pop()
            required[name] = " ".join(REQUIRED.findall(self.texts[name])).split()
            unread += [other for other in required[name] if other not in required]
        return TopologicalSorter(required)

    def check(self, files: Iterable[str] | None = None, workers: int | None = None) -> Iterator[Checked]:
        """Checks all files, or these and those that they require, `workers` at a time (by default one on each CPU)."""
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
        return Checked(name, len(THEOREM.findall(self.texts[name])), monotonic() - start)

    def check_assumptions(self) -> set[str]:
        """Returns the axioms that theorems rest on, beside Coq's kernel: those of real numbers, if a file is about
        them. Asks for all of a file's theorems together, since Coq goes through the whole library each time."""
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
