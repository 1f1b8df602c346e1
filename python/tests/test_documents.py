"""Runs the examples and commands of the documents."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
COMMAND_LINE = "docs/command_line.md"
DOCUMENTS = ("python/README.md", "docs/python_guide.md", "docs/fields.md", "docs/large.md")


def blocks(document: str, language: str) -> list[str]:
    text = (ROOT / document).read_text(encoding="utf-8")
    found = re.findall(r"^```([^\n]*)\n(.*?)^```$", text, flags=re.M | re.S)
    return [block for of, block in found if of == language]


def commands(document: str) -> list[str]:
    lines = "".join(blocks(document, "")).splitlines()
    return [line.partition("#")[0].strip() for line in lines if line.startswith("ringlet ")]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_python(document: str) -> None:
    examples = blocks(document, "python")
    assert examples
    for example in examples:
        subprocess.run([sys.executable, "-c", example], check=True)


def test_there_are_commands() -> None:
    assert len(commands(COMMAND_LINE)) >= 4


# `ringlet reproduce` takes minutes and a source tree: test_reproduce_runs_the_laboratory.
@pytest.mark.parametrize("command", [c for c in commands(COMMAND_LINE) if c != "ringlet reproduce"])
def test_commands(command: str, tmp_path: Path) -> None:
    for name in ("a", "b"):
        np.save(tmp_path / f"{name}.npy", np.arange(8, dtype=np.uint64))
        (tmp_path / f"{name}.txt").write_text("1 2 3 4\n")
    np.save(tmp_path / "trace.npy", np.arange(24, dtype=np.uint32).reshape(8, 3))
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    result = subprocess.run(shlex.split(command), cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert result.returncode == 0, result.stderr
    assert result.stdout
