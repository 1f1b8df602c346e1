"""Large transforms of files: equal to those in memory, resumed after every kind of end, and errors."""

import gc
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import ringlet
from cases import residues
from oracles import RingName, pack, reverse_bits, transform, unpack
from test_large_ntt import KINDS, ORDERS, RINGS, place

N = 1024
Q = ringlet.ntt_primes(1, 49, N)[0]
PLAN = ringlet.LargeNtt(N, Q)
# Memory for blocks of eight of the 32 lines.
MEMORY = (8 * (32 + 64) + 32) * 8
BLOCKS = 8


def get(path: Path) -> NDArray[np.uint64]:
    return np.fromfile(path, dtype=np.uint64)


@pytest.fixture
def values(rng: random.Random) -> NDArray[np.uint64]:
    return np.random.default_rng(rng.getrandbits(64)).integers(0, Q, N, dtype=np.uint64)


@pytest.fixture
def path(tmp_path: Path, values: NDArray[np.uint64]) -> Path:
    """Writes a file of values, which is transformed in place."""
    values.tofile(tmp_path / "values")
    return tmp_path / "values"


def in_place(path: Path, progress: Callable[[int, int], object] | None = None) -> ringlet.LargeFile:
    return ringlet.LargeFile(path, path, memory=MEMORY, progress=progress)


def assert_finished(path: Path, values: NDArray[np.uint64]) -> None:
    assert (get(path) == PLAN.forward(values)).all()
    assert os.listdir(path.parent) == [path.name]


@pytest.mark.parametrize("ring", RINGS)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("bits", "words"), KINDS)
def test_transforms_follow_the_definition(
    bits: int, words: int, order: Any, ring: RingName, tmp_path: Path, rng: random.Random
) -> None:
    n = 32
    q = ringlet.ntt_primes(1, bits, n)[0]
    plan = ringlet.LargeNtt(n, q, ring=ring, order=order)
    a = residues(rng, n, q)
    pack(a, words).tofile(tmp_path / "source")
    ringlet.LargeFile(tmp_path / "source", tmp_path / "target").forward(plan)
    found = unpack(get(tmp_path / "target").reshape((n, words) if words > 1 else n), words)
    expected = transform(a, q, plan.root, ring)
    assert [found[place(k, n, order, plan.height)] for k in range(n)] == [
        expected[reverse_bits(k, n)] for k in range(n)
    ]
    ringlet.LargeFile(tmp_path / "target", tmp_path / "target").inverse(plan)
    assert (get(tmp_path / "target") == get(tmp_path / "source")).all()
    assert sorted(os.listdir(tmp_path)) == ["source", "target"]


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("bits", "words"), [(49, 1), (124, 2), (254, 4)])
def test_files_have_what_memory_has(
    bits: int, words: int, order: Any, threads: int, tmp_path: Path, rng: random.Random
) -> None:
    n = 4096
    q = ringlet.ntt_primes(1, bits, n)[0]
    plan = ringlet.LargeNtt(n, q, order=order)
    a = np.random.default_rng(rng.getrandbits(64)).integers(0, 2**29, (n, words), dtype=np.uint64).squeeze()
    a.tofile(tmp_path / "source")
    memory = 8 * words * (24 * (plan.height + 64) + 64)
    forward = ringlet.LargeFile(tmp_path / "source", tmp_path / "target", memory=memory, threads=threads)
    inverse = ringlet.LargeFile(tmp_path / "target", tmp_path / "target", memory=memory, threads=threads)
    assert forward.forward(plan) is None  # type: ignore[func-returns-value]
    assert (get(tmp_path / "target").reshape(a.shape) == plan.forward(a)).all()
    inverse.inverse(plan)
    assert (get(tmp_path / "target").reshape(a.shape) == a).all()
    assert (get(tmp_path / "source").reshape(a.shape) == a).all()


@pytest.mark.parametrize("as_path", [Path, str, os.fsencode])
def test_paths(as_path: Callable[[Path], Any], path: Path, values: NDArray[np.uint64]) -> None:
    file = ringlet.LargeFile(as_path(path), as_path(path))
    assert (file.source, file.target, file.memory, file.threads) == (str(path), str(path), 2**26, 1)
    file.forward(PLAN)
    assert_finished(path, values)


def test_progress(path: Path, values: NDArray[np.uint64]) -> None:
    calls = []
    threads = set()

    def note(done: int, blocks: int) -> None:
        calls.append((done, blocks))
        threads.add(threading.get_ident())

    in_place(path, note).forward(PLAN)
    assert calls == [(done, BLOCKS) for done in range(1, BLOCKS + 1)]
    assert threads == {threading.get_ident()}
    assert_finished(path, values)


class StopError(Exception):
    """Exception of a callback."""


@pytest.mark.parametrize("error", [StopError, KeyboardInterrupt])
@pytest.mark.parametrize("last", range(1, BLOCKS + 1))
def test_what_progress_raises_ends_the_call(
    last: int, error: type[BaseException], path: Path, values: NDArray[np.uint64]
) -> None:
    def stop(done: int, blocks: int) -> None:
        if done == last:
            raise error("enough")

    with pytest.raises(error, match=r"^enough$"):
        in_place(path, stop).forward(PLAN)
    assert sorted(os.listdir(path.parent)) == ["values", "values.between", "values.journal"]
    calls: list[int] = []
    in_place(path, lambda done, blocks: calls.append(done)).forward(PLAN)
    assert calls == list(range(last + 1, BLOCKS + 1)), "what is finished is not done again"
    assert_finished(path, values)


KILLED = """
import os, signal, sys, ringlet
def stop(done, blocks):
    if done == int(sys.argv[3]):
        os.kill(os.getpid(), signal.SIGKILL)
plan = ringlet.LargeNtt(int(sys.argv[4]), int(sys.argv[5]))
ringlet.LargeFile(sys.argv[1], sys.argv[1], memory=int(sys.argv[2]), progress=stop).forward(plan)
"""


def test_resuming_after_kills(path: Path, values: NDArray[np.uint64]) -> None:
    for last in (1, 4, 6):
        command = [sys.executable, "-c", KILLED, str(path), str(MEMORY), str(last), str(N), str(Q)]
        assert subprocess.run(command, check=False, timeout=60).returncode == -signal.SIGKILL
    calls: list[int] = []
    in_place(path, lambda done, blocks: calls.append(done)).forward(PLAN)
    assert calls == [7, 8]
    assert_finished(path, values)


INTERRUPTED = """
import signal, sys, ringlet
n = 2**21
with ringlet.use_backend("scalar"):
    plan = ringlet.LargeNtt(n, ringlet.ntt_primes(1, 124, n)[0])
file = ringlet.LargeFile("values", "values", memory=2**20)
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.05)
try:
    file.forward(plan)
except KeyboardInterrupt:
    file.forward(plan)
    file.inverse(plan)
    print("resumed")
"""


def test_an_interrupted_call_is_resumed(tmp_path: Path) -> None:
    a = np.zeros((2**21, 2), dtype=np.uint64)
    a[:, 0] = np.arange(2**21)
    a.tofile(tmp_path / "values")
    result = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=100
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "resumed\n", "")
    assert (get(tmp_path / "values") == a.ravel()).all()
    assert os.listdir(tmp_path) == ["values"]


def test_other_threads_run_meanwhile(path: Path, values: NDArray[np.uint64]) -> None:
    """The callback waits for another thread, which takes the interpreter's lock."""
    seen, go_on = threading.Event(), threading.Event()

    def wait(done: int, blocks: int) -> None:
        seen.set()
        assert go_on.wait(60)

    def answer() -> None:
        assert seen.wait(60)
        go_on.set()

    other = threading.Thread(target=answer)
    other.start()
    in_place(path, wait).forward(PLAN)
    other.join()
    assert_finished(path, values)


def stopped_half_way(path: Path) -> None:
    def stop(done: int, blocks: int) -> None:
        if done == BLOCKS // 2 + 1:
            raise StopError

    with pytest.raises(StopError):
        in_place(path, stop).forward(PLAN)


def test_other_transforms_are_refused(path: Path, values: NDArray[np.uint64]) -> None:
    stopped_half_way(path)
    refused = rf"^{path}\.journal belongs to another transform"
    with pytest.raises(ValueError, match=refused):
        in_place(path).inverse(PLAN)
    for other in (ringlet.LargeNtt(N, Q, order="transposed"), ringlet.LargeNtt(N, ringlet.ntt_primes(1, 50, N)[0])):
        with pytest.raises(ValueError, match=refused):
            in_place(path).forward(other)
    with pytest.raises(ValueError, match=refused):
        ringlet.LargeFile(path, path, memory=2 * MEMORY).forward(PLAN)
    values.tofile(path.parent / "others")
    with pytest.raises(ValueError, match=refused):
        ringlet.LargeFile(path.parent / "others", path, memory=MEMORY).forward(PLAN)
    (path.parent / "others").unlink()
    in_place(path).forward(PLAN)
    assert_finished(path, values)


def test_changed_files_are_an_error(path: Path) -> None:
    stopped_half_way(path)
    between = path.with_name("values.between")
    (~get(between)).tofile(between)
    with pytest.raises(RuntimeError, match=rf"^{between} or the journal has been changed"):
        in_place(path).forward(PLAN)


def test_a_file_in_use_is_refused(path: Path, values: NDArray[np.uint64]) -> None:
    def again(done: int, blocks: int) -> None:
        with pytest.raises(BlockingIOError, match=rf"another transform may use it: locking {path}\.journal"):
            in_place(path).forward(PLAN)

    in_place(path, again).forward(PLAN)
    assert_finished(path, values)


@pytest.mark.parametrize("size", [0, 8 * N - 8, 8 * N + 1, 16 * N])
def test_wrong_sizes_are_refused(size: int, path: Path) -> None:
    os.truncate(path, size)
    for call in (in_place(path).forward, in_place(path).inverse):
        with pytest.raises(ValueError, match=rf"^size of {path} is {size}, but it must be {8 * N}$"):
            call(PLAN)
    assert path.stat().st_size == size
    assert os.listdir(path.parent) == ["values"]


@pytest.mark.parametrize("memory", [0, 100, MEMORY - 1])
def test_too_little_memory_is_refused(memory: int, path: Path) -> None:
    with pytest.raises(ValueError, match=rf"^memory is {memory}, but it must be at least {MEMORY} bytes"):
        ringlet.LargeFile(path, path, memory=memory).forward(PLAN)
    assert os.listdir(path.parent) == ["values"]


def test_missing_files_are_named(path: Path) -> None:
    nothing = path.parent / "nothing"
    with pytest.raises(FileNotFoundError, match=rf"opening {nothing}"):
        ringlet.LargeFile(nothing, path).forward(PLAN)
    with pytest.raises(FileNotFoundError, match=rf"opening {nothing}/target"):
        ringlet.LargeFile(path, nothing / "target").forward(PLAN)
    assert os.listdir(path.parent) == ["values"]


@pytest.mark.parametrize(
    ("target", "obstacle", "error"),
    [
        ("no/folder", None, FileNotFoundError),
        ("target", "target", IsADirectoryError),
        ("target", "target.between", IsADirectoryError),
        ("target", "target.journal", IsADirectoryError),
    ],
)
def test_what_cannot_be_opened_leaves_nothing_behind(
    target: str, obstacle: str | None, error: type[OSError], path: Path, values: NDArray[np.uint64]
) -> None:
    folder = path.parent
    if obstacle is not None:
        (folder / obstacle).mkdir()
    before = sorted(os.listdir(folder))
    with pytest.raises(error, match=rf"opening {folder / (obstacle or target)}"):
        ringlet.LargeFile(path, folder / target).forward(PLAN)
    assert sorted(os.listdir(folder)) == before
    # Afterwards, another transform is accepted.
    if obstacle is not None:
        (folder / obstacle).rmdir()
    ringlet.LargeFile(path, folder / "target").inverse(PLAN)
    assert (get(folder / "target") == PLAN.inverse(values)).all()
    assert sorted(os.listdir(folder)) == ["target", "values"]


# Root may write read-only files, so the program runs as another user.
READ_ONLY = """
import os, ringlet
if os.geteuid() == 0:
    os.setuid(65534)
plan = ringlet.LargeNtt(int(os.sys.argv[1]), int(os.sys.argv[2]))
for source, target in (("values", "written"), ("values", "values")):
    try:
        ringlet.LargeFile(source, target).forward(plan)
        print("written")
    except PermissionError as error:
        print(error)
"""


def test_read_only_files(path: Path, values: NDArray[np.uint64]) -> None:
    path.chmod(0o444)
    path.parent.chmod(0o777)
    result = subprocess.run(
        [sys.executable, "-c", READ_ONLY, str(N), str(Q)],
        cwd=path.parent,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    expected = "written\n[Errno 13] opening values: Permission denied\n"
    assert (result.returncode, result.stdout, result.stderr) == (0, expected, "")
    assert (get(path.parent / "written") == PLAN.forward(values)).all()
    assert (get(path) == values).all()


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (("", "b"), {}, "^source is '', but it must be a path"),
        (("a", ""), {}, "^target is '', but it must be a path"),
        (("a", "b\0"), {}, r"^target is 'b\\x00', but it must be a path, without a null character"),
        (("a", "b"), {"memory": -1}, "^memory is -1"),
        (("a", "b"), {"memory": 2**64}, "^memory is 18446744073709551616"),
        (("a", "b"), {"threads": 0}, "^threads is 0"),
        (("a", "b"), {"threads": 1025}, "^threads is 1025"),
    ],
)
def test_what_is_refused(arguments: Any, options: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ringlet.LargeFile(*arguments, **options)


def test_files_with_callbacks_are_values() -> None:
    file = ringlet.LargeFile("a", "b", progress=print)
    assert file == pickle.loads(pickle.dumps(file)) != ringlet.LargeFile("a", "b")
    assert file.progress is print
    assert repr(file) == "LargeFile('a', 'b', memory=67108864, threads=1, progress=<built-in function print>)"


def test_a_callback_may_refer_to_its_file(path: Path) -> None:
    """The garbage collector finds both objects."""

    class Owner:
        def __init__(self) -> None:
            self.file = in_place(path, self.note)

        def note(self, done: int, blocks: int) -> None:
            pass

    owner = weakref.ref(Owner())
    gc.collect()
    assert owner() is None
