"""A transform whose values are on the ranks of an MPI program, by four steps: mpiexec -n 4 python large_mpi4py.py"""

import numpy as np
from mpi4py import MPI

import ringlet


def powers(ratio: int, n: int, q: int) -> np.ndarray:
    """1, ratio, ratio^2, ... of n numbers, a power of two."""
    out = np.ones(n, dtype=np.uint64)
    done = 1
    while done < n:
        out[done : 2 * done] = ringlet.mul_scalar(out[:done], pow(ratio, done, q), q)
        done *= 2
    return out


def forward(columns: np.ndarray, rows: int, omega: int, q: int, comm: MPI.Comm) -> np.ndarray:
    """The cyclic transform of a matrix of `rows` rows, coefficient j1 n2 + j2 at row j1 and column j2.

    A rank has neighbouring columns, one in each row of its array of shape (n2 / ranks, n1); it gets neighbouring rows
    of the values, shape (n1 / ranks, n2). All ranks' results one after the other are what Ntt.forward returns.
    """
    ranks, own, n2 = comm.size, len(columns), len(columns) * comm.size
    values = ringlet.Ntt(rows, q, ring="cyclic", omega=pow(omega, n2, q)).forward(columns)
    order = ringlet.bit_reversal(rows)
    for column, j2 in zip(values, range(comm.rank * own, (comm.rank + 1) * own), strict=True):
        ringlet.mul(column, powers(pow(omega, j2, q), rows, q)[order], q, out=column)
    # What each rank gets lies together, and is turned where it arrives.
    sent = np.ascontiguousarray(values.reshape(own, ranks, rows // ranks).swapaxes(0, 1))
    received = np.empty_like(sent)
    comm.Alltoall(sent, received)
    own_rows = np.ascontiguousarray(received.reshape(n2, rows // ranks).T)
    return ringlet.Ntt(n2, q, ring="cyclic", omega=pow(omega, rows, q)).forward(own_rows)


def main() -> None:
    comm = MPI.COMM_WORLD
    n1 = n2 = 512
    if n1 % comm.size != 0:
        raise SystemExit(f"{comm.size} ranks do not divide {n1} rows")
    q = ringlet.ntt_primes(1, 49, n1 * n2)[0]
    omega = ringlet.primitive_root(n1 * n2, q)
    # Every rank draws the same matrix here and takes its columns; a program would read them.
    matrix = np.random.default_rng(1).integers(0, q, (n1, n2), dtype=np.uint64)
    own = slice(comm.rank * n2 // comm.size, (comm.rank + 1) * n2 // comm.size)
    values = forward(np.ascontiguousarray(matrix[:, own].T), n1, omega, q, comm)

    everything = np.empty(n1 * n2, dtype=np.uint64) if comm.rank == 0 else None
    comm.Gather(values, everything)
    if comm.rank == 0:
        whole = ringlet.Ntt(n1 * n2, q, ring="cyclic", omega=omega)
        assert np.array_equal(everything, whole.forward(matrix.ravel()))
        print(f"{n1 * n2} values on {comm.size} ranks, as on one")


if __name__ == "__main__":
    main()
