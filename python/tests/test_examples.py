"""The examples for clusters run and give the right results."""

import subprocess
import sys
from pathlib import Path

import pytest

from communicators import on_mpi_ranks

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_batches_on_a_dask_cluster(tmp_path: Path) -> None:
    command: list[str | Path] = [sys.executable, EXAMPLES / "batches_dask.py"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=True)
    assert result.stdout == "64 products on 2 workers, as on one\n"


@pytest.mark.parametrize("ranks", [1, 3])
def test_a_large_transform_by_mpi4py(ranks: int, tmp_path: Path) -> None:
    result = on_mpi_ranks(ranks, EXAMPLES / "large_mpi4py.py", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (0, f"262144 coefficients on {ranks} ranks, as on one\n"), (
        result.stderr
    )
