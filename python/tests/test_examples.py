"""The examples of clusters do what they say."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

# Open MPI: as root, on more ranks than cores, without a way to other machines nor into another process's memory.
MPI = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1",
    "OMPI_MCA_hwloc_base_binding_policy": "none",
    "OMPI_MCA_plm_rsh_agent": "false",
    "OMPI_MCA_btl": "self,vader",
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
}


def run(*command: str | Path, cwd: Path, check: bool = True) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=cwd, env={**os.environ, **MPI}, capture_output=True, text=True, timeout=120, check=check
    )


def test_batches_on_a_dask_cluster(tmp_path: Path) -> None:
    assert run(sys.executable, EXAMPLES / "batches_dask.py", cwd=tmp_path).stdout == (
        "64 products on 2 workers, as on one\n"
    )


def on_ranks(ranks: int, cwd: Path, check: bool = True) -> subprocess.CompletedProcess[str]:
    mpiexec = shutil.which("mpiexec")
    if mpiexec is None:
        pytest.skip("there is no mpiexec")
    return run(mpiexec, "-n", str(ranks), sys.executable, EXAMPLES / "large_mpi4py.py", cwd=cwd, check=check)


@pytest.mark.parametrize("ranks", [1, 2, 4, 8])
def test_a_large_transform_by_mpi4py(ranks: int, tmp_path: Path) -> None:
    assert on_ranks(ranks, tmp_path).stdout == f"262144 values on {ranks} ranks, as on one\n"


def test_ranks_that_do_not_divide_are_refused(tmp_path: Path) -> None:
    result = on_ranks(3, tmp_path, check=False)
    assert result.returncode != 0
    assert "3 ranks do not divide 512 rows" in result.stderr
