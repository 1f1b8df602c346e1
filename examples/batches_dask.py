"""Products of many polynomials with residues modulo several primes, on the workers of a Dask cluster."""

import dask.array as da
import numpy as np
from dask.delayed import delayed
from dask.distributed import Client, LocalCluster

import ringlet


def square(block: np.ndarray, plan: ringlet.RnsNtt) -> np.ndarray:
    block = np.require(block, requirements=["C", "ALIGNED"])  # blocks from a connection may begin at any byte
    return plan.multiply(block, block)


def main() -> None:
    n = 4096
    base = ringlet.RnsBase(ringlet.ntt_primes(3, 50, n))
    # The plan is a value of the graph. It is sent as its arguments, and each worker makes it once and keeps it.
    plan = delayed(ringlet.RnsNtt, pure=True)(n, base)

    x = np.random.default_rng(1).integers(0, int(base[-1]), (64, len(base), n), dtype=np.uint64)
    blocks = da.from_array(x, chunks=(8, -1, -1))  # whole polynomials, with all their residues
    squares = blocks.map_blocks(square, plan=plan, meta=x[:0])

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster):
        result = squares.compute()
    assert np.array_equal(result, square(x, ringlet.RnsNtt(n, base)))
    print(f"{len(result)} products on 2 workers, as on one")


if __name__ == "__main__":  # workers import this file
    main()
