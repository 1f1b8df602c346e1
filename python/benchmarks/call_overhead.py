"""Measures what a call from Python costs more than the C++ call, and what a second thread gains, by medians in turns.

Fails only when a result is wrong. Run it on a quiet machine."""

import argparse
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter_ns

import numpy as np

from ringlet import Modulus, Ntt, _core, mul, ntt_primes
from ringlet._cli.benchmark import aligned


def time_in_turns(*contenders: Callable[[], float], repetitions: int) -> list[float]:
    """Returns the medians of the contenders' results, in nanoseconds per call."""
    times: list[list[float]] = [[] for _ in contenders]
    for _ in range(repetitions):
        for contender, list_of_times in zip(contenders, times, strict=True):
            list_of_times.append(contender())
    return [median(values) for values in times]


def python_time(function: Callable[[], object], calls: int) -> Callable[[], float]:
    """Returns a function that measures the mean time of a call, without the loop's own time."""

    def run() -> float:
        numbers = range(calls)
        start = perf_counter_ns()
        for _ in numbers:
            pass
        empty = perf_counter_ns()
        for _ in numbers:
            function()
        return (perf_counter_ns() - empty - (empty - start)) / calls

    return run


def overheads(n: int, bits: int, repetitions: int) -> None:
    q = Modulus(ntt_primes(1, bits, n)[0])
    plan = Ntt(n, q)
    out, x, y = aligned((n,)), aligned((n,)), aligned((n,))
    random = np.random.default_rng(1)
    x[:], y[:] = random.integers(0, q.value, (2, n), dtype=np.uint64)
    calls = 200
    for name, with_out, without in (
        ("forward", lambda: plan.forward(x, out=out), lambda: plan.forward(x)),
        ("inverse", lambda: plan.inverse(x, out=out), lambda: plan.inverse(x)),
        ("mul", lambda: mul(x, y, q, out=out), lambda: mul(x, y, q)),
    ):
        cpp, python, allocating = time_in_turns(
            partial(_core.time_calls, name, plan, out, x, y, calls),
            python_time(with_out, calls),
            python_time(without, calls),
            repetitions=repetitions,
        )
        print(
            f"n = {n}, {name}: C++ {cpp / 1000:.3f} us, Python + {(python - cpp) / 1000:.3f} us, "
            f"with a new array + {(allocating - cpp) / 1000:.3f} us"
        )


def batches(n: int, bits: int, size: int, repetitions: int) -> None:
    plan = Ntt(n, ntt_primes(1, bits, n)[0])
    x = np.random.default_rng(1).integers(0, plan.modulus.value, (size, n), dtype=np.uint64)
    out = np.empty_like(x)
    assert (plan.forward(x, threads=2) == plan.forward(x)).all()
    calls = max(8, 2**23 // (size * n))  # the first call has to wake the other thread
    one, two = time_in_turns(
        python_time(lambda: plan.forward(x, out=out), calls),
        python_time(lambda: plan.forward(x, out=out, threads=2), calls),
        repetitions=repetitions,
    )
    print(
        f"{size} x n = {n}, {bits} bits: one thread {one / 1000:.0f} us, two {two / 1000:.0f} us: {one / two:.2f} times"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, epilog="Example: python python/benchmarks/call_overhead.py --repetitions 11"
    )
    parser.add_argument("--repetitions", type=int, default=101)
    repetitions = parser.parse_args().repetitions
    for n, bits in ((1024, 27), (4096, 36), (4096, 50)):
        overheads(n, bits, repetitions)
    for n, bits in ((4096, 36), (8192, 43), (16384, 49), (32768, 55)):
        batches(n, bits, 64, repetitions)


main()
