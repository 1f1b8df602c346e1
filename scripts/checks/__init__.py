"""Checks that scripts/check runs: modules with USAGE and a function check(*arguments), which returns what is right or
raises an error. This module has what they share."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


class CheckError(Exception):
    """Failure of a check; each argument is one complaint."""

    status = 1


class NotBuiltError(CheckError):
    status = 2


class UsageError(Exception):
    pass


def build_directory(arguments: tuple[str, ...], file: str = "") -> Path:
    """Returns the only argument, which must be a directory with the file in it."""
    if len(arguments) != 1 or not Path(arguments[0]).is_dir() or not (Path(arguments[0]) / file).exists():
        raise UsageError
    return Path(arguments[0])


def output(*command: str | Path) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def complaints_of(path: Path, wanted: str, update: bool, name: str) -> list[str]:
    """Writes a committed file that the check of this name makes, or complains if it has another text."""
    if update:
        path.write_text(wanted, encoding="utf-8")
    elif path.read_text(encoding="utf-8") != wanted:
        return [f"{path.relative_to(ROOT)} is old: scripts/check {name} --update"]
    return []


def functions(path: Path, *options: str) -> Iterator[tuple[str, int, list[str]]]:
    """Yields name, address and lines of each function of an object. An instruction follows the last tab of a line."""
    found: list[tuple[str, int, list[str]]] = []
    for line in output("objdump", "-dC", "--no-show-raw-insn", *options, path).splitlines():
        if header := re.fullmatch(r"([0-9a-f]+) <(.*)>:", line):
            found.append((header[2], int(header[1], 16), []))
        elif found and "\t" in line:
            found[-1][2].append(line)
    yield from found
