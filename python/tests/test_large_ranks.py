"""Large transforms on the ranks of a communicator: equal to those in one memory; an error of one rank reaches all."""

import random
import resource
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import ringlet
from cases import residues
from communicators import Communicator, alone, on_mpi_ranks, on_ranks
from oracles import RingName, pack, reverse_bits, transform, unpack
from test_large_ntt import KINDS, ORDERS, RINGS, place

COEFFICIENTS: list[Any] = ["natural", "transposed"]


def shares(ranks: int, lines: int, length: int) -> list[tuple[int, int]]:
    """Returns each rank's range of lines; their numbers differ by at most one."""
    return [(r * lines // ranks * length, (r + 1) * lines // ranks * length) for r in range(ranks)]


@pytest.mark.parametrize("ring", RINGS)
@pytest.mark.parametrize("coefficients", COEFFICIENTS)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("bits", "words"), KINDS)
def test_ranks_have_the_values_of_the_definition(
    bits: int, words: int, order: Any, coefficients: Any, ring: RingName, rng: random.Random
) -> None:
    n, height, width = 32, 4, 8
    q = ringlet.ntt_primes(1, bits, n)[0]
    plan = ringlet.LargeNtt(n, q, ring=ring, order=order, height=height)
    a = residues(rng, n, q)
    reversed_values = transform(a, q, plan.root, ring)
    values = [0] * n
    for k in range(n):
        values[place(k, n, order, height)] = reversed_values[reverse_bits(k, n)]
    mine = a if coefficients == "natural" else [a[k % height * width + k // height] for k in range(n)]
    exchanges = 1 + (coefficients == "natural") + (order == "natural")

    def work(comm: Communicator) -> None:
        ranks = ringlet.LargeRanks(plan, comm, coefficients=coefficients)
        assert ranks.exchanges == exchanges
        columns, rows = (shares(comm.Get_size(), *lines)[comm.rank] for lines in ((width, height), (height, width)))
        assert ranks.coefficients == (rows if coefficients == "natural" else columns)
        assert ranks.evaluations == (columns if order == "natural" else rows)
        x = pack(mine[slice(*ranks.coefficients)], words)
        y = ranks.forward(x, check=True)
        assert unpack(y, words) == values[slice(*ranks.evaluations)]
        assert comm.exchanges == exchanges
        assert (ranks.inverse(y) == x).all()
        assert comm.exchanges == 2 * exchanges

    for size in (1, 3, 4):
        for rank in on_ranks(size, work):
            rank.result()


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("coefficients", COEFFICIENTS)
@pytest.mark.parametrize("order", ORDERS)
def test_ranks_have_the_values_of_one_memory(order: Any, coefficients: Any, threads: int, rng: random.Random) -> None:
    n = 2**14
    plan = ringlet.LargeNtt(n, ringlet.ntt_primes(1, 49, n)[0], order=order)
    a = np.random.default_rng(rng.getrandbits(64)).integers(0, plan.modulus.value, n, dtype=np.uint64)
    values = plan.forward(a)
    mine = a if coefficients == "natural" else a.reshape(plan.height, -1).T.ravel()

    def work(comm: Communicator) -> None:
        ranks = ringlet.LargeRanks(plan, comm, coefficients=coefficients, threads=threads)
        x = mine[slice(*ranks.coefficients)].copy()
        y = np.empty(np.subtract(*ranks.evaluations[::-1]), dtype=np.uint64)
        assert ranks.forward(x, out=y) is y
        assert (y == values[slice(*ranks.evaluations)]).all()
        if len(x) == len(y):
            assert ranks.inverse(y, out=y) is y
            assert (y == x).all()

    for size in (2, 3):
        for rank in on_ranks(size, work):
            rank.result()


def test_other_integers_are_reduced() -> None:
    ranks = ringlet.LargeRanks(ringlet.LargeNtt(8, 97), alone())
    a = np.arange(-4, 4, dtype=np.int64)
    assert (ranks.inverse(ranks.forward(a)) == a % 97).all()


PLAN = ringlet.LargeNtt(64, 257)
X = np.arange(64, dtype=np.uint64)


@pytest.mark.parametrize(
    ("wrong", "raised", "message", "on_others", "message_on_others"),
    [
        ({"a": X[:5]}, ValueError, r"shape of a is \(5,\)", ValueError, r"^rank 1: shape of a is \(5,\)"),
        ({"a": X[None, :24]}, ValueError, "^number of axes of a is 2", ValueError, "^rank 1: number of axes of a is 2"),
        ({"a": None}, TypeError, "^a must be", ValueError, "^rank 1: TypeError: a must be"),
        ({"a": X[:24] + 257, "check": True}, ValueError, r"a\[0\] is 257", ValueError, r"^rank 1: a\[0\] is 257"),
        ({"out": X[:5]}, ValueError, "^shape of out is", ValueError, "^rank 1: shape of out is"),
    ],
)
def test_an_error_of_one_rank_is_one_of_all(
    wrong: Any, raised: type[Exception], message: str, on_others: type[Exception], message_on_others: str
) -> None:
    def work(comm: Communicator) -> None:
        ranks = ringlet.LargeRanks(PLAN, comm)
        x = X[slice(*ranks.coefficients)].copy()
        options = {"a": x, **(wrong if comm.rank == 1 else {})}
        expected, text = (raised, message) if comm.rank == 1 else (on_others, message_on_others)
        for call in (ranks.forward, ranks.inverse):
            with pytest.raises(expected, match=text):
                call(**options)
        # The objects remain usable.
        assert (ranks.inverse(ranks.forward(x)) == x).all()

    for rank in on_ranks(3, work):
        rank.result()


@pytest.mark.parametrize(
    ("of_first", "of_others", "message"),
    [
        ((PLAN, {}), (ringlet.LargeNtt(64, 641), {}), "^rank 1: the plan of rank 1 is a negacyclic .* 641"),
        ((PLAN, {}), (ringlet.LargeNtt(64, 257, order="transposed"), {}), "evaluations in order"),
        ((PLAN, {}), (PLAN, {"coefficients": "transposed"}), "coefficients in order"),
        ((PLAN, {}), (PLAN, {"coefficients": "other"}), '^rank 1: coefficients is "other", but it must be'),
        ((PLAN, {}), (PLAN, {"threads": 0}), "^rank 1: threads is 0"),
        ((PLAN, {}), ("a plan", {}), "^rank 1: TypeError: ntt must be a LargeNtt, not str"),
    ],
)
def test_plans_that_differ_are_refused(of_first: Any, of_others: Any, message: str) -> None:
    def work(comm: Communicator) -> None:
        ntt, options = of_first if comm.rank == 0 else of_others
        ringlet.LargeRanks(ntt, comm, **options)

    first, *others = on_ranks(2, work)
    with pytest.raises(ValueError, match=message):
        first.result()
    for other in others:
        assert isinstance(other.exception(), (TypeError, ValueError))


def test_too_many_ranks_are_refused() -> None:
    def work(comm: Communicator) -> None:
        ringlet.LargeRanks(ringlet.LargeNtt(8, 97), comm)

    for rank in on_ranks(3, work):
        with pytest.raises(ValueError, match=r"^number of ranks is 3, but it must be at most min\(height, width\) = 2"):
            rank.result()


class NumberType:
    """An MPI datatype of several words."""

    def __init__(self, words: int) -> None:
        self.words, self.state = words, "made"

    def Commit(self) -> None:
        assert self.state == "made"
        self.state = "committed"

    def Free(self) -> None:
        assert self.state == "committed"
        self.state = "free"


class OfMpi4py(Communicator):
    """Imitation of a communicator of mpi4py's own class: messages name a datatype and count in it."""

    fails = False

    def Alltoallv(self, sent: Any, received: Any) -> None:
        if len(received) == 2:
            super().Alltoallv(sent, received)
        else:
            types = {sent[2], received[2]}
            assert [t.state for t in types] == ["committed"]
            words = received[2].words
            super().Alltoallv(*((array.reshape(-1, words), pieces) for array, pieces, _ in (sent, received)))
        if self.fails:
            raise OSError("no network")


@pytest.fixture
def types_of_mpi(monkeypatch: pytest.MonkeyPatch) -> list[NumberType]:
    """Returns the datatypes that are made from an imitation of mpi4py, which counts as imported."""
    types: list[NumberType] = []

    def create_contiguous(words: int) -> NumberType:
        types.append(NumberType(words))
        return types[-1]

    word = SimpleNamespace(Create_contiguous=create_contiguous)
    monkeypatch.setitem(sys.modules, "mpi4py.MPI", SimpleNamespace(Comm=OfMpi4py, UINT64_T=word))
    return types


@pytest.mark.parametrize(("bits", "words"), KINDS)
def test_mpi4py_counts_numbers(bits: int, words: int, types_of_mpi: list[NumberType], rng: random.Random) -> None:
    n = 64
    plan = ringlet.LargeNtt(n, ringlet.ntt_primes(1, bits, n)[0])
    a = pack(residues(rng, n, plan.modulus.value), words)
    values = plan.forward(a)

    def work(comm: Communicator) -> None:
        own = OfMpi4py(comm.rank, comm.board, comm.barrier)
        ranks = ringlet.LargeRanks(plan, own)
        x = a[slice(*ranks.coefficients)].copy()
        y = ranks.forward(x)
        assert (y == values[slice(*ranks.evaluations)]).all()
        assert (ranks.inverse(y) == x).all()
        own.fails = True
        with pytest.raises(OSError, match="no network"):
            ranks.forward(x)

    for rank in on_ranks(3, work):
        rank.result()
    # One datatype for each exchange: two transforms with three exchanges, and one that fails.
    assert [t.words for t in types_of_mpi] == ([] if words == 1 else [words] * 21)
    assert {t.state for t in types_of_mpi} <= {"free"}


def many_words() -> ringlet.LargeNtt:
    """Returns a transform with more words than an int can count."""
    q = ringlet.field("bn254-fr").modulus
    plan = ringlet.LargeNtt(2**28, q, ring="cyclic", order="bit_reversed")
    assert 2**28 * q.words < 2**31 <= 2 * 2**28 * q.words
    return ringlet.LargeNtt(plan.n, ringlet.Modulus(q.value, words=8), ring="cyclic", omega=plan.root)


@pytest.mark.parametrize("module", ["no module", None, OfMpi4py])
def test_shares_that_mpi_cannot_count_are_refused(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    if module == "no module":
        monkeypatch.delitem(sys.modules, "mpi4py.MPI", raising=False)
    else:
        monkeypatch.setitem(sys.modules, "mpi4py.MPI", module and SimpleNamespace(Comm=module))
    with pytest.raises(
        ValueError, match=r"^number of words of a rank is 2147483648, but it must be below 2\^31 if comm"
    ):
        ringlet.LargeRanks(many_words(), alone())


def test_mpi4py_counts_more_words_than_an_int(types_of_mpi: list[NumberType]) -> None:
    plan, comm = many_words(), alone()
    limits = resource.getrlimit(resource.RLIMIT_AS)
    taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + 2**33, limits[1]))
    try:
        # The memory is too small, 2^34 bytes twice; the count is not too large.
        with pytest.raises(MemoryError):
            ringlet.LargeRanks(plan, OfMpi4py(comm.rank, comm.board, comm.barrier))
    finally:
        resource.setrlimit(resource.RLIMIT_AS, limits)


class Failing(Communicator):
    """Rank 1 of this communicator fails in an exchange after the messages have arrived, as by a signal handler."""

    def Alltoallv(self, sent: Any, received: Any) -> None:
        super().Alltoallv(sent, received)
        if self.rank == 1 and self.exchanges == 2:
            raise KeyboardInterrupt


def test_an_error_in_an_exchange_is_one_of_all() -> None:
    def work(comm: Communicator) -> None:
        ranks = ringlet.LargeRanks(PLAN, Failing(comm.rank, comm.board, comm.barrier))
        x = X[slice(*ranks.coefficients)].copy()
        if comm.rank == 1:
            with pytest.raises(KeyboardInterrupt):
                ranks.forward(x)
        else:
            with pytest.raises(RuntimeError, match=r"^rank 1: KeyboardInterrupt$"):
                ranks.forward(x)
        assert (ranks.inverse(ranks.forward(x)) == x).all()

    for rank in on_ranks(3, work):
        rank.result()


class OfTwoGroups(Communicator):
    def Is_inter(self) -> bool:
        return True


def test_intercommunicators_are_refused() -> None:
    comm = alone()
    with pytest.raises(ValueError, match=r"^comm is an intercommunicator"):
        ringlet.LargeRanks(PLAN, OfTwoGroups(0, comm.board, comm.barrier))


# Program of each rank: the transform of all coefficients, an error on one rank, and Ctrl-C on one.
PROGRAM = """
import os, signal, time
import numpy as np
from mpi4py import MPI
import ringlet

comm = MPI.COMM_WORLD
for bits, words in ((49, 1), (124, 2), (254, 4)):
    n = 2**12
    plan = ringlet.LargeNtt(n, ringlet.ntt_primes(1, bits, n)[0], order="transposed")
    a = np.random.default_rng(1).integers(0, 2**48, (n, words), dtype=np.uint64).squeeze()
    for coefficients, mine in (("natural", a), ("transposed", a.reshape(plan.height, -1, words).swapaxes(0, 1).reshape(a.shape))):
        ranks = ringlet.LargeRanks(plan, comm, coefficients=coefficients)
        x = mine[slice(*ranks.coefficients)].copy()
        y = ranks.forward(x)
        assert (y == plan.forward(a)[slice(*ranks.evaluations)]).all()
        assert (ranks.inverse(y) == x).all()

last = comm.size - 1
try:
    ranks.forward(x[:1] if comm.rank == last else x)
except ValueError as error:
    assert str(error).startswith(("shape of a is (1, 4)", f"rank {last}: shape of a is (1, 4)")), error

if comm.size > 1:
    signal.signal(signal.SIGUSR1, signal.default_int_handler)
    processes = comm.allgather(os.getpid())
    if comm.rank == 0:
        time.sleep(0.5)  # The last rank waits in the call for this one.
        os.kill(processes[last], signal.SIGUSR1)
    try:
        ranks.forward(x)
    except KeyboardInterrupt:
        assert comm.rank == last
    except RuntimeError as error:
        assert str(error) == f"rank {last}: KeyboardInterrupt"
comm.Barrier()
if comm.rank == 0:
    print(f"as on one rank, of {comm.size}")
"""


@pytest.mark.parametrize("ranks", [1, 2, 3, 4, 8])
def test_ranks_of_mpi4py(ranks: int, tmp_path: Path) -> None:
    result = on_mpi_ranks(ranks, "-c", PROGRAM, cwd=tmp_path)
    assert (result.returncode, result.stdout) == (0, f"as on one rank, of {ranks}\n"), result.stderr
