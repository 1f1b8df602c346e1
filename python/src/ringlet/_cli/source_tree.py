"""Commands that need a source tree: the C++ benchmarks against other libraries, and the laboratory."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

_PROGRESS = re.compile(r"timing +(\d+)/(\d+) +(\S+)")


def find_source(given: Path | None) -> Path:
    """Returns the given source tree, or the one that contains the working directory.

    :raises ValueError: when there is none.
    """
    for directory in [given] if given else [Path.cwd(), *Path.cwd().parents]:
        scripts = directory / "scripts"
        if (scripts / "bench").is_file() and (scripts / "reproduce").is_file():
            return directory.absolute()
    raise ValueError(
        f"{given} is not Ringlet's source tree"
        if given
        else "this is part of Ringlet's source tree, not of the package: "
        "run it inside a checkout, or name one with --source"
    )


def reproduce(source: Path, options: list[str]) -> int:
    """Runs scripts/reproduce, which prints its own progress.

    :returns: its exit status.
    """
    return subprocess.run([source / "scripts" / "reproduce", *options], check=False).returncode


def run_benchmarks(source: Path, *, quick: bool, pattern: str) -> Iterator[tuple[str, int, int]]:
    """Runs scripts/bench. Yields its current step, the step's number and the number of steps.

    :raises ValueError: when it fails, with the end of its output.
    """
    command = [str(source / "scripts" / "bench"), *(["--quick"] if quick else [])]
    if pattern:
        command += ["--filter", pattern]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        last: list[str] = []
        for line in process.stdout:
            last = [*last[-9:], line]
            progress = _PROGRESS.match(line)
            yield (progress[3], int(progress[1]), int(progress[2])) if progress else (line.strip()[:60], 0, 1)
    if process.returncode != 0:
        raise ValueError(f"scripts/bench failed:\n{''.join(last)}".rstrip())


def report_path(source: Path) -> Path:
    """Returns the path of the report that scripts/bench writes."""
    return source / "build" / "release" / "ringlet_bench.json"
