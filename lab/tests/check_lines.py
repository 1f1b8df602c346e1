#!/usr/bin/env python3
"""Runs experiments and checks their output: JSON, a line for each result, projections marked as projections.

Usage: check_lines.py PROGRAM EXPERIMENT...
"""

import json
import subprocess
import sys

KEYS = {
    "experiment": str, "backend": str, "method": str, "mode": str, "features": str, "operation": str, "bits": int,
    "log_n": int, "layout": str, "unit": str, "median": (int, float), "low": (int, float), "high": (int, float),
    "repetitions": int,
}  # fmt: skip


def require(condition, what, line):
    if not condition:
        sys.exit(f"check_lines: {what}: {line}")


def main():
    program, *experiments = sys.argv[1:]
    run = subprocess.run([program, *experiments, "--quick"], check=True, capture_output=True, text=True)
    subjects = set()
    for text in run.stdout.splitlines():
        line = json.loads(text)
        require(line.keys() == KEYS.keys(), "other keys", text)
        require(all(isinstance(line[key], kind) for key, kind in KEYS.items()), "a wrong type", text)
        require(line["mode"] in ("measured", "projected"), "unknown mode", text)
        require(line["low"] <= line["median"] <= line["high"], "percentiles out of order", text)
        if line["features"]:
            require(line["mode"] == "projected", "a variant of MQX that was measured", text)
        if line["unit"].startswith("ns/"):
            require(line["low"] > 0, "no time", text)
            subject = tuple(line[key] for key in ("experiment", "backend", "method", "features", "operation", "log_n", "layout"))
            require(subject not in subjects, "twice the same", text)
            subjects.add(subject)
    require(len(subjects) > 0, "nothing was printed", "")
    unknown = subprocess.run([program, "no-such-experiment"], capture_output=True, text=True)
    require(unknown.returncode == 2 and "no-such-experiment" in unknown.stderr, "an unknown experiment is accepted", unknown.stderr)


if __name__ == "__main__":
    main()
