"""The interpreter's lock, its end, and signals that come during a call."""

import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import ringlet

DAEMONS = """
import sys, threading, time
import numpy as np, ringlet
ntt = ringlet.Ntt(4096, ringlet.ntt_primes(1, 50, 4096)[0])
x = np.zeros((16, 4096), dtype=np.uint64)
base = ringlet.RnsBase([*ringlet.ntt_primes(2, 50, 4096), *ringlet.ntt_primes(2, 51, 4096)])
switch = ringlet.KeySwitch(ringlet.RnsNtt(4096, base), 2)
polynomials, parts = np.zeros((4, 2, 4096), dtype=np.uint64), np.zeros((2, 4, 4096), dtype=np.uint64)
key = switch.prepare(parts, parts)
digits = switch.decompose(polynomials[0])
total = switch.inner_product(digits, key)
class Index:
    ndim = property(lambda self: 0)
    def __index__(self):
        return 5
    def __bool__(self):
        return True
calls = [
    lambda: ntt.forward(x),
    lambda: ntt.forward(x, threads=2),
    lambda: ringlet.mul(x, x, ntt.modulus, check=True),
    lambda: ringlet.ntt_primes(20, 124, 4096),
    lambda: ringlet.Ntt(4096, ntt.modulus),
    lambda: ringlet.mul(x, x, ntt.modulus, input_factor=3),
    lambda: switch(polynomials, key),
    lambda: switch.decompose(polynomials[0], threads=2),
    lambda: switch.accumulate(digits, key, total),
    lambda: switch.mod_down(*total, threads=2),
    lambda: base.to_ints(base.from_ints(range(1000))),
    lambda: base.from_ints([Index()] * 1000),
    lambda: base.add(polynomials, polynomials[:1]),
    lambda: ringlet.add(x.astype(np.int32), 1, ntt.modulus),
    lambda: ringlet.add(x[0, :8], Index(), ntt.modulus, check=Index()),
    lambda: ringlet.add(x.astype(float), 1, ntt.modulus),
]
started = threading.Barrier(len(calls) + 1)
def work(call):
    started.wait()
    while True:
        try:
            call()
        except (TypeError, ValueError):
            pass
for call in calls:
    threading.Thread(target=work, args=(call,), daemon=True).start()
started.wait()
time.sleep(0.05)
sys.exit(0)
"""


@pytest.mark.parametrize("attempt", range(5))
def test_daemon_threads_in_a_call_do_not_disturb_the_end(attempt: int) -> None:
    result = subprocess.run([sys.executable, "-c", DAEMONS], capture_output=True, text=True, check=False, timeout=60)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


# Long calls, each with an expression that shows that it ended early.
LONG_CALLS = {
    "primes": ("ringlet.ntt_primes(2**20, 124, 2**20)", "True"),  # ten minutes
    "plan": ("ringlet.Ntt(2**24, q)", "threads() > before"),
    "batch": ("ntt.multiply(rows, rows, out=out)", "(out[-1] == 2**64 - 1).all()"),
    "batch on threads": ("ntt.multiply(rows, rows, out=out, threads=2)", "(out[-1] == 2**64 - 1).all()"),
    "polynomials": ("switch(polynomials, key, out=(products, others))", "(products[-1] == 2**64 - 1).all()"),
    "polynomials on threads": (
        "switch(polynomials, key, out=(products, others), threads=2)",
        "(products[-1] == 2**64 - 1).all()",
    ),
    "integers": ("switch.base.from_ints([10**10000] * 2**22)", "True"),  # many seconds
}
INTERRUPTED = """
import os, signal
os.environ["OPENBLAS_NUM_THREADS"] = "1"
import numpy as np, ringlet
def threads():
    return len(os.listdir("/proc/self/task"))
q = ringlet.ntt_primes(1, 62, 2**24)[0]
ntt = ringlet.Ntt(2**14, ringlet.ntt_primes(1, 124, 2**14)[0])
rows = np.ones((2**9, 2**14, 2), dtype=np.uint64)
out = np.full_like(rows, 2**64 - 1)
polynomials = np.ones((2**9, 4, 2**12), dtype=np.uint64)
products, others = np.full((2, *polynomials.shape), 2**64 - 1, dtype=np.uint64)
before = threads()
with ringlet.use_backend("scalar"):
    ntt = ringlet.Ntt(2**14, ntt.modulus)
    base = ringlet.RnsBase([*ringlet.ntt_primes(4, 59, 2**12), *ringlet.ntt_primes(4, 60, 2**12)])
    switch = ringlet.KeySwitch(ringlet.RnsNtt(2**12, base), 4)
    key = switch.prepare(*np.zeros((2, 4, 8, 2**12), dtype=np.uint64))
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    try:
        CALL
    except KeyboardInterrupt:
        print(LEFT)
"""


@pytest.mark.parametrize("call", LONG_CALLS)
def test_long_calls_can_be_interrupted(call: str) -> None:
    statement, left = LONG_CALLS[call]
    script = INTERRUPTED.replace("CALL", statement).replace("LEFT", left)
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=100)
    assert (result.returncode, result.stdout, result.stderr) == (0, "True\n", "")


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this Python is not free-threaded")
def test_the_lock_stays_off() -> None:
    script = "import sys, ringlet; print(sys._is_gil_enabled())"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (result.stdout, result.stderr) == ("False\n", "")


def test_objects_of_many_threads_at_once() -> None:
    """Makes, uses, compares and drops objects; on a free-threaded interpreter without any lock."""
    x = np.arange(256, dtype=np.uint64)
    expected = ringlet.Ntt(256, 12289).forward(x)

    def work(seed: int) -> None:
        for i in range(100):
            ntt = ringlet.Ntt(256, ringlet.Modulus(12289))
            key = ringlet.FixedOperand(expected, ntt.modulus)
            assert (ntt.forward(x, threads=1 + (seed + i) % 3) == expected).all()
            assert (key.mul(x) == ringlet.mul(x, expected, ntt.modulus, threads=2)).all()
            assert ntt == ringlet.Ntt(256, 12289)
            assert hash(key) == hash(ringlet.FixedOperand(expected, 12289))
            assert ringlet.ntt_primes(1, 14, 256) == [15361]

    with ThreadPoolExecutor(8) as pool:
        for done in pool.map(work, range(8)):
            assert done is None
