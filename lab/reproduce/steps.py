"""Steps of a run. Each measures something and leaves a file, by which a later run knows that the step is done."""

import hashlib
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from . import machine_code
from .machine import Machine, explain
from .records import RecordError, parse_all


@dataclass(frozen=True)
class Step:
    """Measuring program with its arguments; `program` is empty for the analysis of the machine code."""

    name: str
    title: str
    program: str
    arguments: tuple[str, ...] = ()
    requires: tuple[str, ...] = ("programs",)
    figures: tuple[str, ...] = ()
    """Keys of the report's sections that use the step, for --only."""
    limit: int = 300
    """Seconds after which the step is stopped; a tenth of that with --quick."""


STEPS = (
    Step("blas", "Fig. 4: vectors of 1024 128-bit words", "ringlet_lab", ("blas",), figures=("fig4",)),
    Step(
        "ntt",
        "Fig. 5: transforms of 128-bit words",
        "ringlet_lab",
        ("ntt",),
        figures=("ifma", "fig5", "fig7"),
        limit=420,
    ),
    Step(
        "sensitivity",
        "Fig. 6: the parts of the extension",
        "ringlet_lab",
        ("sensitivity",),
        ("programs", "avx512"),
        ("fig6",),
    ),
    Step("karatsuba", "Schoolbook against Karatsuba", "ringlet_lab", ("karatsuba",), figures=("karatsuba",)),
    Step(
        "on_top",
        "The extension and Ringlet's method",
        "ringlet_lab",
        ("on_top",),
        ("programs", "avx512"),
        ("on_top", "fig6"),
    ),
    Step("pisa", "Tables 5 and 6: the error of the projection", "ringlet_lab", ("pisa",), figures=("table6",)),
    Step("clock", "The core's frequency", "ringlet_lab", ("clock",), figures=("fig7",), limit=60),
    Step("widths", "Wider integers: 188 to 509 bits", "ringlet_lab", ("widths",), figures=("widths",), limit=180),
    Step("hexl", "HEXL's tables 1 to 4", "ringlet_lab", ("hexl",), figures=("hexl",), limit=120),
    Step("listing4", "Machine code by llvm-mca", "", requires=("llvm-mca",), figures=("listing4",), limit=120),
)


@dataclass
class Outcome:
    """Result of a step. Rows are records, or the findings of the machine-code analysis."""

    name: str
    title: str
    key: str = ""
    status: str = "done"
    """done, skipped (the machine lacks something) or failed."""
    reason: str = ""
    commit: str = ""
    date: str = ""
    seconds: float = 0
    rows: list[dict[str, Any]] = field(default_factory=list)


class StepError(RuntimeError):
    """A step cannot be finished."""


@dataclass
class Runner:
    """Runs steps in sequence and keeps their outcomes in `folder`."""

    folder: Path
    programs: Path
    machine: Machine
    commit: str
    quick: bool
    fresh: bool = False
    say: Callable[[str], None] = lambda text: print(text, file=sys.stderr, flush=True)

    def run(self, steps: tuple[Step, ...]) -> list[Outcome]:
        self.folder.mkdir(parents=True, exist_ok=True)
        outcomes = []
        begin = time.monotonic()
        for number, step in enumerate(steps, 1):
            head = f"[{number}/{len(steps)}] {_clock(time.monotonic() - begin)}  {step.title}"
            outcome = self._one(step, head)
            if outcome.status != "done":
                self.say(f"{head}: {outcome.status}: {outcome.reason}")
            outcomes.append(outcome)
        return outcomes

    def _one(self, step: Step, head: str) -> Outcome:
        outcome = Outcome(step.name, step.title)
        lacking = [capability for capability in step.requires if self.machine.lacks(capability)]
        if lacking:
            outcome.status, outcome.reason = "skipped", "; ".join(map(explain, lacking))
            return outcome
        begin = time.monotonic()
        try:
            source = self._source(step)
            outcome.key = self._key(step, source)
            finished = None if self.fresh else self._finished(step, outcome.key)
            if finished:
                self.say(f"{head}: done before ({finished.date})")
                return finished
            self.say(head)
            outcome.rows = self._measure(step, source)
        except (StepError, RecordError, machine_code.AnalysisError, OSError) as error:
            outcome.status, outcome.reason = "failed", str(error)
            return outcome
        outcome.commit = self.commit
        outcome.date = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
        outcome.seconds = round(time.monotonic() - begin, 1)
        self._keep(outcome)
        return outcome

    def _source(self, step: Step) -> Path:
        """Returns the path of the program, or of the assembly."""
        if not step.program:
            found = sorted(self.programs.glob("**/*machine_code*/kernels*.s"))
            if not found:
                raise StepError(f"there is no assembly of lab/machine_code/kernels.cpp in {self.programs}")
            return found[0]
        for place in ("", "lab"):
            path = self.programs / place / step.program
            if path.is_file() and os.access(path, os.X_OK):
                return path
        raise StepError(f"there is no program {step.program} in {self.programs}")

    def _key(self, step: Step, source: Path) -> str:
        """Returns a hash of everything that the result depends on: the program, its arguments, the machine."""
        digest = hashlib.sha256(source.read_bytes())
        digest.update(repr((step.arguments, self.quick, asdict(self.machine)["cpu"])).encode())
        digest.update(repr(sorted(self.machine.capabilities)).encode())
        return digest.hexdigest()

    def _file(self, name: str) -> Path:
        return self.folder / f"{name}{'.quick' if self.quick else ''}.json"

    def _finished(self, step: Step, key: str) -> Outcome | None:
        try:
            outcome = Outcome(**json.loads(self._file(step.name).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None
        return outcome if outcome.key == key and outcome.status == "done" else None

    def _keep(self, outcome: Outcome) -> None:
        """Writes the whole file or nothing, so that an interrupted run leaves no partial file."""
        path = self._file(outcome.name)
        half = path.with_suffix(".part")
        half.write_text(json.dumps(asdict(outcome), indent=1) + "\n", encoding="utf-8")
        half.replace(path)

    def _measure(self, step: Step, source: Path) -> list[dict[str, Any]]:
        if not step.program:
            assert self.machine.llvm_mca
            return machine_code.analyse(self.machine.llvm_mca, source)
        command = [str(source), *step.arguments, *(["--quick"] if self.quick else [])]
        limit = max(20, step.limit // 10) if self.quick else step.limit
        lines = self._lines(command, limit)
        records = parse_all(lines)
        if not records:
            raise StepError(f"{step.program} printed no measurement")
        return [{**asdict(record), **record.extra} for record in records]

    def _lines(self, command: list[str], limit: int) -> list[str]:
        """Returns the lines that the program prints; shows its progress as it comes."""
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            assert process.stdout and process.stderr
            progress: list[str] = []

            def show(stream: Any) -> None:
                for line in stream:
                    progress.append(line.rstrip())
                    self.say(f"        {line.rstrip()}")

            expired = threading.Event()

            def stop() -> None:
                expired.set()
                process.kill()

            timer = threading.Timer(limit, stop)
            reader = threading.Thread(target=show, args=(process.stderr,))
            timer.start()
            reader.start()
            lines = list(process.stdout)
            reader.join()
            code = process.wait()
            timer.cancel()
        name = Path(command[0]).name
        if expired.is_set():
            raise StepError(f"{name} was stopped after {limit} seconds")
        if code != 0:
            raise StepError(f"{name} ended with {code}: {progress[-1] if progress else 'no message'}")
        return lines


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
