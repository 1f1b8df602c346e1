"""The libraries' objects take no more bytes and time than tests/budget.txt allows.

Bytes are those of code and constants, the first column of size. They are compared in a build of the type and by the
compiler that the list names, where they are exact. In any release by clang, their sums must stay below limits. With
--compile, each object is compiled once more, without a cache and alone, and its CPU time is measured. Times are
compared as shares of their sum, because the sum depends on the machine. --update writes the list, with --compile the
times as well.
"""

import os
import re
import shlex
import tempfile
from dataclasses import dataclass
from pathlib import Path

from checks import ROOT, CheckError, NotBuiltError, build_directory, output

USAGE = "[--update] [--compile] BUILD_DIRECTORY (a configured and built tree)"
LIST = ROOT / "tests/budget.txt"
OBJECTS = re.compile(r"CMakeFiles/ringlet(?:_large)?\.dir/src/(.+)\.o")
HEXL = "libhexl.a"
LIMITS = {"libringlet.a": 8_550_000, HEXL: 3_000_000}
SECONDS, LONGEST = 150, 20  # goals, by clang 19
# Tolerance for the sizes of one compiler's objects on different machines, for instance for the length of a path.
BYTES = 1024
# Factors by which an object's share of the time may grow. Two measurements differ by a tenth.
SHARE, SHARE_OF_ALL = 1.5, 0.005


@dataclass
class Cost:
    size: int
    seconds: float = 0.0


def sizes(path: Path) -> int:
    return sum(int(line.split()[0]) for line in output("size", path).splitlines()[1:])


def costs(build: Path) -> dict[str, Cost]:
    paths = sorted((build / "CMakeFiles").rglob("*.o"))
    objects = ((OBJECTS.fullmatch(str(path.relative_to(build))), path) for path in paths)
    found = {name[1]: Cost(sizes(path)) for name, path in objects if name}
    if not found:
        raise NotBuiltError(f"there are no objects in {build}: build the static libraries first")
    if (hexl := build / "compat/hexl" / HEXL).exists():
        found[HEXL] = Cost(sizes(hexl))
    return found


def measure(build: Path, found: dict[str, Cost]) -> None:
    """Measures the CPU time of compiling each object, by commands without compiler launchers."""
    with tempfile.TemporaryDirectory() as folder:
        measure_in(Path(folder), build, found)


def measure_in(work: Path, build: Path, found: dict[str, Cost]) -> None:
    for line in output("ninja", "-C", build, "-t", "commands", "libringlet.a", "libringlet_large.a").splitlines():
        words = shlex.split(line)
        if "-o" not in words or not (target := OBJECTS.fullmatch(words[words.index("-o") + 1])):
            continue
        words[words.index("-o") + 1] = str(work / "object.o")
        words[words.index("-MF") + 1] = str(work / "object.d")
        if Path(words[0]).name.endswith("ccache"):
            del words[0]
        process = os.posix_spawnp(words[0], words, os.environ)
        _, status, usage = os.wait4(process, 0)
        if status != 0:
            raise CheckError(f"{target[0]} does not compile")
        found[target[1]].seconds = usage.ru_utime + usage.ru_stime


def read_list() -> tuple[str, dict[str, Cost]]:
    header, *lines = LIST.read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines]
    return header, {name: Cost(int(size), float(seconds)) for size, seconds, name in rows}


def write_list(header: str, found: dict[str, Cost]) -> None:
    rows = [f"{cost.size:8} {cost.seconds:6.2f} {name}\n" for name, cost in sorted(found.items())]
    LIST.write_text("".join([header + "\n", *rows]), encoding="utf-8")


def total(found: dict[str, Cost]) -> Cost:
    objects = [cost for name, cost in found.items() if name != HEXL]
    return Cost(sum(cost.size for cost in objects), sum(cost.seconds for cost in objects))


def size_complaints(found: dict[str, Cost], listed: dict[str, Cost]) -> list[str]:
    complaints = []
    for name in sorted(found.keys() | (listed.keys() - {HEXL})):
        size, expected = (costs[name].size if name in costs else 0 for costs in (found, listed))
        if abs(size - expected) > max(BYTES, expected // 100):
            hint = "scripts/check budget --update BUILD_DIRECTORY"
            complaints.append(f"{name} has {size} bytes, and {expected} in the list: {hint}")
    return complaints


def limit_complaints(found: dict[str, Cost]) -> list[str]:
    complaints = []
    for name, limit in LIMITS.items():
        size = found[name].size if name in found else total(found).size if name != HEXL else 0
        if size > limit:
            complaints.append(f"{name} has {size} bytes, and at most {limit} are allowed")
    return complaints


def time_complaints(found: dict[str, Cost], listed: dict[str, Cost]) -> list[str]:
    complaints: list[str] = []
    if total(listed).seconds == 0:
        return complaints
    for name in sorted(found.keys() & listed.keys() - {HEXL}):
        share = found[name].seconds / total(found).seconds
        expected = listed[name].seconds / total(listed).seconds
        if share > SHARE * expected + SHARE_OF_ALL:
            complaints.append(f"{name} takes {share:.1%} of the time to compile, and {expected:.1%} in the list")
    return complaints


def check(*arguments: str) -> str:
    options = {argument for argument in arguments if argument in ("--update", "--compile")}
    build = build_directory(tuple(a for a in arguments if a not in options), "CMakeCache.txt")
    cache = dict(re.findall(r"^(\w+):\w+=(.*)$", (build / "CMakeCache.txt").read_text(encoding="utf-8"), re.MULTILINE))
    compiler = output(cache["CMAKE_CXX_COMPILER"], "--version").splitlines()[0]
    header = f"# {compiler}, {cache['CMAKE_BUILD_TYPE']}"
    found = costs(build)
    if "--compile" in options:
        measure(build, found)
        for name, cost in sorted(found.items(), key=lambda item: item[1].seconds):
            print(f"{cost.size:9} bytes {cost.seconds:6.2f} s  {name}")
    expected, listed = read_list() if LIST.exists() else ("", {})
    if "--update" in options:
        if HEXL in listed:
            found.setdefault(HEXL, listed[HEXL])
        for name, cost in found.items():
            cost.seconds = cost.seconds or (listed[name].seconds if name in listed else 0.0)
        write_list(header, found)
        expected, listed = header, found
    every = total(found)
    summary = f"{every.size} bytes in {len(found) - (HEXL in found)} objects"
    if HEXL in found:
        summary += f", {found[HEXL].size} in {HEXL}"
    if "--compile" in options:
        longest = max(cost.seconds for cost in found.values())
        summary += f", {every.seconds:.0f} s of CPU time to compile (aim: {SECONDS}),"
        summary += f" at most {longest:.1f} for an object (aim: {LONGEST})"
    is_clang_release = "clang" in compiler and cache["CMAKE_BUILD_TYPE"] == "Release"
    complaints = limit_complaints(found) if is_clang_release else []
    if header != expected and not complaints:
        return f"{summary}; not compared, for the list is of {expected[2:]}, and this build of {header[2:]}"
    if header == expected:
        complaints += size_complaints(found, listed)
    if header == expected and "--compile" in options:
        complaints += time_complaints(found, listed)
    if complaints:
        raise CheckError(*complaints)
    return summary
