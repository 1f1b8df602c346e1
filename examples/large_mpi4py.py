"""The square of a polynomial on the ranks of an MPI program: mpiexec -n 4 python -m mpi4py large_mpi4py.py"""

import numpy as np
from mpi4py import MPI

import ringlet


def main() -> None:
    comm = MPI.COMM_WORLD
    n = 2**18
    q = ringlet.ntt_primes(1, 49, n)[0]
    ntt = ringlet.LargeNtt(n, q, order="transposed")
    ranks = ringlet.LargeRanks(ntt, comm, coefficients="transposed")
    # Every rank draws the same polynomial here and takes its columns of the matrix. A program would read them.
    a = np.random.default_rng(1).integers(0, q, n, dtype=np.uint64)
    first, end = ranks.coefficients
    columns = a.reshape(ntt.height, -1).T.ravel()[first:end]

    values = ranks.forward(columns)
    square = ranks.inverse(ringlet.mul(values, values, q))

    everything = comm.gather(square)
    if everything is not None:  # on rank 0
        rows = np.concatenate(everything).reshape(-1, ntt.height).T.ravel()
        assert np.array_equal(rows, ringlet.Ntt(n, q).multiply(a, a))
        print(f"{n} coefficients on {comm.size} ranks, as on one")


if __name__ == "__main__":
    main()
