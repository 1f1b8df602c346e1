"""Benchmark of the installed package: the library's own time, without Python, on every backend of this CPU."""

import os
import platform
import re
from collections.abc import Iterator
from datetime import datetime, timezone
from statistics import median

import numpy as np
from numpy.typing import NDArray

from ringlet import Ntt, __version__, _core, add, backends, mul, ntt_primes, use_backend
from ringlet._cli import definition
from ringlet._cli.report import Report

# Sizes and widths of Microsoft SEAL's default moduli for 128-bit security, a ring of 128-bit words, and one with the
# width of BN254's scalar field.
RINGS = [(1024, 27), (4096, 36), (8192, 43), (16384, 49), (32768, 55), (4096, 109), (4096, 254)]
OPERATIONS = {
    "forward": "forward",
    "inverse": "inverse",
    "multiply": "ring-product",
    "mul": "elementwise-product",
    "add": "elementwise-sum",
}


def label_of(n: int, bits: int) -> str:
    """Returns the label of a ring, which begins with the kind of its residues."""
    kind = "words" if bits <= 62 else "128-bit-word" if bits <= 124 else "multiword"
    return f"{kind}/n:{n}/bits:{bits}"


def cpu_name() -> str:
    """Returns the CPU's name, as Linux reports it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def context() -> dict[str, str | int]:
    """Returns the facts that apply to all measurements of a run."""
    return {
        "date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "num_cpus": os.cpu_count() or 1,
        "cpu": cpu_name(),
        "ringlet": __version__,
        "python": platform.python_version(),
    }


def aligned(shape: tuple[int, ...]) -> NDArray[np.uint64]:
    """Makes an array that begins on a cache line, where the library is fastest."""
    line = 64
    size = int(np.prod(shape)) * 8
    buffer = np.zeros(size + line, dtype=np.uint8)
    start = -buffer.ctypes.data % line
    return buffer[start : start + size].view(np.uint64).reshape(shape)


def choices(backend: str) -> Iterator[tuple[int, int, str]]:
    """Yields a backend's choice for each ring: n, bits of q, and `Ntt.describe`."""
    for n, bits in RINGS:
        with use_backend(backend):
            plan = Ntt(n, ntt_primes(1, bits, n)[0])
        yield n, bits, plan.describe()


class Ring:
    """Ring of one size and one prime, with plans on every backend."""

    def __init__(self, n: int, bits: int) -> None:
        q = ntt_primes(1, bits, n)[0]
        self.plans: dict[str, Ntt] = {}
        for backend in backends():
            if backend.supported:
                with use_backend(backend.name):
                    self.plans[backend.name] = Ntt(n, q)
        words = next(iter(self.plans.values())).modulus.words
        shape = (n,) if words == 1 else (n, words)
        self.out, self.x, self.y = aligned(shape), aligned(shape), aligned(shape)
        random = np.random.default_rng(n + bits)
        for operand in (self.x, self.y):
            # The highest word is below q's, the others are arbitrary.
            operand[...] = random.integers(0, 2**64, shape, dtype=np.uint64)
            high = operand if words == 1 else operand[..., -1]
            high %= np.uint64(q >> 64 * (words - 1))
        self.label = label_of(n, bits)

    def verify(self) -> None:
        """Compares results with the definitions.

        :raises ArithmeticError: when a backend is wrong.
        """
        for plan in self.plans.values():
            definition.check_transform(plan, self.x, plan.forward(self.x), work=2**16)
            definition.check_transform(plan, plan.inverse(self.x), self.x, work=2**16)
            definition.check_product(plan, self.x, self.y, plan.multiply(self.x, self.y))
        for name, plan in self.plans.items():
            with use_backend(name):
                definition.check_elements(plan.modulus, self.x, self.y, mul(self.x, self.y, plan.modulus), int.__mul__)
                definition.check_elements(plan.modulus, self.x, self.y, add(self.x, self.y, plan.modulus), int.__add__)

    def time(self, operation: str, *, repetitions: int, turn: float) -> dict[str, float]:
        """Returns medians in nanoseconds. The backends take turns of `turn` nanoseconds, so that a temporary slowdown
        of the machine affects all of them.
        """
        calls = {name: max(1, int(turn / max(self._turn(name, operation, 3), 1))) for name in self.plans}
        times: dict[str, list[float]] = {name: [] for name in self.plans}
        for _ in range(repetitions):
            for name in self.plans:
                times[name].append(self._turn(name, operation, calls[name]))
        return {name: median(values) for name, values in times.items()}

    def _turn(self, name: str, operation: str, calls: int) -> float:
        with use_backend(name):
            return _core.time_calls(operation, self.plans[name], self.out, self.x, self.y, calls)


def run(pattern: re.Pattern[str], *, quick: bool, report: Report) -> Iterator[tuple[str, int, int]]:
    """Verifies, then times every operation whose label matches, and adds it to the report. Before each, yields its
    label, its number and how many there are.

    :raises ValueError: when no label matches.
    :raises ArithmeticError: when a result is wrong.
    """
    known = [
        (ring, operation, f"{label_of(*ring)}/{title}") for ring in RINGS for operation, title in OPERATIONS.items()
    ]
    wanted = [benchmark for benchmark in known if pattern.search(benchmark[2])]
    if not wanted:
        labels = "".join(f"\n  {label}" for _, _, label in known)
        raise ValueError(f"--filter is {pattern.pattern!r}, but it must match one of these labels:{labels}")
    report.context.update(context())
    report.repetitions = 3 if quick else 15
    current: Ring | None = None
    for number, (ring, operation, label) in enumerate(wanted, 1):
        yield label, number, len(wanted)
        if current is None or not label.startswith(current.label + "/"):
            current = Ring(*ring)
            current.verify()
        medians = current.time(operation, repetitions=report.repetitions, turn=1e5 if quick else 1e6)
        for name, nanoseconds in medians.items():
            report.add(f"{label}/{name}", nanoseconds)
