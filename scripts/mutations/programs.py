"""Runs test programs: once to find which test reaches which mutant, then for each mutant the tests that reach it."""

from __future__ import annotations

import json
import math
import os
import resource
import signal
import subprocess
from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from mutations.build import Build, output_of

# Limits of a process, against infinite loops and loops that allocate. SECONDS are of CPU time, so that other programs
# on the same cores do not matter. A process that waits for ever is stopped after PATIENCE times as many seconds by the
# clock.
SECONDS = 5.0
PATIENCE = 30
MEMORY = 16 << 30
# Longest time of tests that run before a program's other tests.
CHEAP_SECONDS = 0.5


class RunError(Exception):
    pass


@dataclass(frozen=True)
class Batch:
    """Tests of a program that share a process."""

    program: str
    filter: str


@dataclass(frozen=True)
class Reached:
    """Test that reaches a mutant."""

    batch: Batch
    test: str
    seconds: float


def batches(build: Build, programs: Mapping[str, Path], filters: Mapping[str, str]) -> list[Batch]:
    """Returns CTest's batches without the label `slow`; for a program with a filter, the tests that it chooses."""
    entries = json.loads(output_of(["ctest", "--test-dir", str(build.folder), "--show-only=json-v1"]))["tests"]
    found = {Batch(program, filters[program]) for program in programs if filters[program]}
    for entry in entries:
        command = entry.get("command", [""])
        properties = {item["name"]: item["value"] for item in entry.get("properties", [])}
        program = os.path.relpath(command[0], build.folder) if command[0] else ""
        slow = {"slow", "ranges"} & set(properties.get("LABELS", []))
        if program in programs and not filters[program] and not slow and len(command) == 2:
            found.add(Batch(program, command[1].removeprefix("--gtest_filter=")))
    return sorted(found, key=lambda batch: (batch.program, batch.filter))


def set_limits(seconds: float | None) -> None:
    if seconds is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds)))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def passes(command: Sequence[str], folder: Path, variables: Mapping[str, str], seconds: float | None) -> bool:
    """Runs a command in a process with limited CPU time and memory; returns whether it succeeds."""
    environment = {**os.environ, "RINGLET_TEST_SEED": "1", **variables}
    process = subprocess.Popen(
        command, cwd=folder, env=environment, preexec_fn=partial(set_limits, seconds), start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        return process.wait(None if seconds is None else PATIENCE * seconds) == 0
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return False


class Runner:
    def __init__(self, programs: Mapping[str, Path], folder: Path, jobs: int) -> None:
        self.programs = programs
        self.folder = folder
        self.jobs = jobs

    def record(self, found: Sequence[Batch]) -> dict[int, list[Reached]]:
        """Returns for each mutant that is reached the tests that reach it."""
        with ThreadPoolExecutor(self.jobs) as pool:
            lines = list(pool.map(self.record_batch, enumerate(found)))
        reached: dict[int, list[Reached]] = defaultdict(list)
        for batch, text in zip(found, lines, strict=True):
            for line in text.splitlines():
                test, milliseconds, numbers = line.split("\t")
                for number in numbers.split():
                    reached[int(number)].append(Reached(batch, test, int(milliseconds) / 1000))
        return reached

    def record_batch(self, numbered: tuple[int, Batch]) -> str:
        number, batch = numbered
        record = self.folder / f"record.{number}"
        record.unlink(missing_ok=True)
        command = [str(self.programs[batch.program]), f"--gtest_filter={batch.filter}"]
        variables = {"RINGLET_MUTANT": "record", "RINGLET_MUTATION_RECORD": str(record)}
        if not passes(command, self.programs[batch.program].parent, variables, None):
            raise RunError(f"{' '.join(command)} fails without a mutant")
        return record.read_text() if record.exists() else ""

    def killer(self, number: int, tests: Sequence[Reached]) -> str | None:
        """Returns the program that notices a mutant, or None. Runs the fastest tests first."""
        for batch, names, seconds in chunks(tests):
            listed = self.folder / f"filter.{number}"
            listed.write_text(f"--gtest_filter={':'.join(names)}\n")
            command = [str(self.programs[batch.program]), f"--gtest_flagfile={listed}", "--gtest_fail_fast"]
            limit = SECONDS + 5 * seconds
            if not passes(command, self.programs[batch.program].parent, {"RINGLET_MUTANT": str(number)}, limit):
                listed.unlink()
                return batch.program
            listed.unlink()
        return None


def chunks(tests: Sequence[Reached]) -> list[tuple[Batch, list[str], float]]:
    """Yields the processes to run: a program's cheap tests, then its others, the shortest first."""
    by_batch: dict[Batch, list[Reached]] = defaultdict(list)
    for test in sorted(tests, key=lambda test: (test.seconds, test.test)):
        by_batch[test.batch].append(test)
    result = []
    for batch, ordered in by_batch.items():
        spent = 0.0
        cheap, others = [], []
        for test in ordered:
            spent += test.seconds
            (cheap if spent <= CHEAP_SECONDS else others).append(test)
        for part in (cheap, others):
            if part:
                result.append((batch, [test.test for test in part], sum(test.seconds for test in part)))
    return sorted(result, key=lambda chunk: chunk[2])
