#!/usr/bin/env python3
"""Counts the tests that CTest, GoogleTest and pytest have run, and names those that failed or were skipped.

A CTest entry that ran a batch of GoogleTest's tests has left a report in Testing/batches/ and counts as these tests. An
entry that crashed has left none, and counts as one test, like every other entry.

Usage: scripts/tests/count.py BUILD_DIRECTORY
The directory has Testing/ctest.xml (ctest --output-junit Testing/ctest.xml), and Testing/python.xml if pytest ran.
Example: scripts/tests/count.py build/release
"""

import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path


def cases(report):
    """Yields (name, outcome, message) for each test in a JUnit report."""
    for case in ElementTree.parse(report).getroot().iter("testcase"):
        name = f"{case.get('classname')}.{case.get('name')}"
        skipped = case.find("skipped")
        if case.find("failure") is not None or case.find("error") is not None:
            yield name, "failed", ""
        elif skipped is not None:
            yield name, "skipped", skipped.get("message", "").strip().splitlines()[-1]
        else:
            yield name, "passed", ""


def results(build):
    for case in ElementTree.parse(build / "Testing/ctest.xml").getroot().iter("testcase"):
        name = case.get("name")
        batch = build / f"Testing/batches/{name}.xml"
        if case.get("status") == "notrun":
            yield name, "skipped", (case.findtext("system-out") or name).strip().splitlines()[-1]
            continue
        tests = list(cases(batch)) if batch.exists() else []
        passed = case.get("status") == "run"
        # A batch may fail after its last test: by a leak, or by a thread that still ran.
        if not tests or (not passed and all(outcome != "failed" for _, outcome, _ in tests)):
            tests.append((name, "passed" if passed else "failed", ""))
        yield from tests


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: scripts/tests/count.py BUILD_DIRECTORY")
    build = Path(sys.argv[1])
    found = list(results(build))
    if (python := build / "Testing/python.xml").exists():
        found += cases(python)
    for name, outcome, _ in found:
        if outcome == "failed":
            print(f"failed: {name}")
    for reason, count in Counter(message for _, outcome, message in found if outcome == "skipped").items():
        print(f"{count} skipped: {reason}")
    counts = Counter(outcome for _, outcome, _ in found)
    print(", ".join(f"{counts[outcome]} {outcome}" for outcome in ("passed", "failed", "skipped")))


if __name__ == "__main__":
    main()
