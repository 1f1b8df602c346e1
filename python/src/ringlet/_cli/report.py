"""Reports of benchmarks in Google Benchmark's JSON, from `ringlet bench` and from the C++ benchmarks."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from statistics import geometric_mean
from typing import Any

from ringlet._cli.tables import format_time, print_table

_NANOSECONDS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


@dataclass
class Report:
    """Medians in nanoseconds: for each label, such as ``words/n:1024/bits:27/forward``, one for each contender."""

    context: dict[str, Any] = field(default_factory=dict)
    medians: dict[str, dict[str, float]] = field(default_factory=dict)
    repetitions: int = 1

    def add(self, name: str, nanoseconds: float) -> None:
        """Adds a median by its full name: label, slash, contender."""
        label, _, contender = name.rpartition("/")
        self.medians.setdefault(label, {})[contender] = nanoseconds

    def to_json(self) -> str:
        """Returns the report in Google Benchmark's format, which its comparison tools read, too."""
        benchmarks = [
            {
                "name": f"{label}/{contender}_median",
                "run_name": f"{label}/{contender}",
                "run_type": "aggregate",
                "aggregate_name": "median",
                "repetitions": self.repetitions,
                "real_time": nanoseconds,
                "cpu_time": nanoseconds,
                "time_unit": "ns",
            }
            for label, contenders in self.medians.items()
            for contender, nanoseconds in contenders.items()
        ]
        return json.dumps({"context": self.context, "benchmarks": benchmarks}, indent=2) + "\n"


def read_report(path: Path) -> Report:
    """Reads what `Report.to_json` or a C++ benchmark wrote.

    :raises ValueError: when it has another format.
    :raises OSError: when it cannot be read.
    """
    try:
        data = json.loads(path.read_bytes())
        report = Report(dict(data["context"]))
        for entry in data["benchmarks"]:
            if entry.get("aggregate_name") == "median":
                report.add(entry["run_name"], float(entry["cpu_time"]) * _NANOSECONDS[entry["time_unit"]])
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ValueError(f"{path} is not a report of a benchmark") from None
    if not report.medians:
        raise ValueError(f"{path} has no medians: benchmark with --benchmark_repetitions")
    return report


def print_report(report: Report) -> None:
    """Prints for each label the time of `ringlet` or the best backend, and how many times as fast as others it is."""
    contenders = list(dict.fromkeys(name for times in report.medians.values() for name in times))
    first = "ringlet" if "ringlet" in contenders else contenders[-1]
    others = [name for name in contenders if name != first]
    rows = []
    for label, times in report.medians.items():
        ours = times.get(first)
        cells = [f"{times[name] / ours:.2f}" if ours and name in times else "-" for name in others]
        rows.append([label, format_time(ours) if ours else "-", *cells])
    title = f"{first} in microseconds, and how many times as fast as others it is"
    header = ["benchmark", f"{first} us", *(f"{name} / {first}" for name in others)]
    print_table(header, rows, title=title, drawn_header=["benchmark", f"{first} us", *others])


def print_comparison(report: Report, other: Report) -> None:
    """Prints a line for each time that both reports have, and the geometric mean of the ratios.

    :raises ValueError: when they have nothing in common.
    """
    rows, ratios = [], []
    for label, times in report.medians.items():
        for name, ours in times.items():
            theirs = other.medians.get(label, {}).get(name)
            if theirs is not None:
                ratios.append(theirs / ours)
                rows.append([f"{label}/{name}", format_time(ours), format_time(theirs), f"{theirs / ours:.2f}"])
    if not ratios:
        raise ValueError("the two reports have no benchmark in common")
    rows.append(["geometric mean", "", "", f"{geometric_mean(ratios):.2f}"])
    print_table(
        ["benchmark", "us", "other us", "other / this"], rows, title="how many times as fast as the other run this is"
    )
