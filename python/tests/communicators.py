"""Ranks: imitations of mpi4py's communicator, whose ranks are threads of one process, and programs of MPI."""

import importlib.util
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest

T = TypeVar("T")

# Settings for Open MPI: as root, on more ranks than cores, without access to other machines or other processes' memory.
MPI = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1",
    "OMPI_MCA_hwloc_base_binding_policy": "none",
    "OMPI_MCA_plm_rsh_agent": "false",
    "OMPI_MCA_btl": "self,vader",
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
    # More threads would only wait for a core.
    "OPENBLAS_NUM_THREADS": "1",
}


def on_mpi_ranks(ranks: int, *program: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Runs Python with these arguments on MPI ranks. An error of one rank ends all of them."""
    mpiexec = shutil.which("mpiexec")
    if mpiexec is None:
        pytest.skip("there is no mpiexec")
    if importlib.util.find_spec("mpi4py") is None:
        pytest.skip("there is no mpi4py")
    command = [mpiexec, "-n", str(ranks), sys.executable, "-m", "mpi4py", *program]
    return subprocess.run(
        command, cwd=cwd, env={**os.environ, **MPI}, capture_output=True, text=True, timeout=120, check=False
    )


class Communicator:
    """One of several ranks. Each posts its messages on a board and reads those of the others."""

    def __init__(self, rank: int, board: list[Any], barrier: threading.Barrier) -> None:
        self.rank, self.board, self.barrier = rank, board, barrier
        self.exchanges = 0

    def Get_rank(self) -> int:
        return self.rank

    def Get_size(self) -> int:
        return len(self.board)

    def Is_inter(self) -> bool:
        return False

    def allgather(self, mine: Any) -> list[Any]:
        self.board[self.rank] = mine
        self.barrier.wait()
        everything = list(self.board)
        self.barrier.wait()
        return everything

    def Alltoallv(self, sent: Any, received: Any) -> None:
        self.exchanges += 1
        array, (counts, places) = received
        for rank, (its_array, (its_counts, its_places)) in enumerate(self.allgather(sent)):
            first, count, place = its_places[self.rank], its_counts[self.rank], places[rank]
            assert count == counts[rank]
            array[place : place + count] = its_array[first : first + count]
        self.barrier.wait()


def alone() -> Communicator:
    return Communicator(0, [None], threading.Barrier(1))


def on_ranks(size: int, work: Callable[[Communicator], T]) -> list[Future[T]]:
    """Runs work(communicator) on each rank; returns results or exceptions. A rank may be 30 seconds late."""
    board: list[Any] = [None] * size
    barrier = threading.Barrier(size, timeout=30)
    with ThreadPoolExecutor(size) as pool:
        return [pool.submit(work, Communicator(rank, board, barrier)) for rank in range(size)]
