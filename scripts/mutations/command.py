"""The command line of scripts/mutate."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatch
from pathlib import Path

from mutations import parser, survivors
from mutations.build import Build, BuildError, Compilation, MutatedBuild, output_of
from mutations.mutants import Mutant, numbered, sample
from mutations.programs import Reached, RunError, Runner, batches

NOT_MUTATED = ("src/isa/", "src/backends/", "src/cpu/")
LIST = Path("scripts/mutations/survivors.txt")
# Files and tests of --quick: files that few objects depend on, and tests that take seconds and reach them.
QUICK_FILES = (
    "src/checks/checks.cpp",
    "src/words/modulus.cpp",
    "src/number_theory/ntt_root.cpp",
    "src/words/buffer_values.hpp",
    "src/words/fixed_vector.cpp",
    "src/twiddles/radices.cpp",
    "src/memory/scratch.hpp",
)
QUICK_TESTS = (
    "*/ringlet_c_api_test",
    "*/ringlet_word128_test:Ntt128Errors.*:Modulus128.*:All/NttBufferUse.*:*NttBuffer128.*_n4:*NttBuffer128.*_n512",
    "*/ringlet_eltwise_test:*FixedOperand*:*Errors*",
    "*/ringlet_internal_test:Radices.*",
    "*/ringlet_large_test:LargeNtt.DefaultRoots*",
    "*/ringlet_ntt_test:NttConstructor.*:NttCalls.*:*NttPlan*",
    "*/ringlet_scalar_test",
    "*/ringlet_threads_test:StressThreads.*",
    "*/ringlet_wiped_memory_test:Scratch.*",
)
# Needed because the parser is of an older clang than the compiler's headers.
PARSER_OPTIONS = ["-fsized-deallocation"]


def arguments() -> argparse.Namespace:
    options = argparse.ArgumentParser(
        prog="scripts/mutate",
        description="Mutation testing of the library.",
        epilog="Example: scripts/mutate --files 'src/words/*' --sample 50",
    )
    options.add_argument("--files", action="append", metavar="GLOB", help="only these, such as 'src/words/*' (all)")
    options.add_argument(
        "--tests",
        action="append",
        metavar="GLOB[:FILTER]",
        help="only these programs, and only these of their tests (all)",
    )
    options.add_argument(
        "--objects",
        action="append",
        metavar="GLOB",
        help="only these objects get mutants, such as '*/arith/on_*' (all)",
    )
    options.add_argument("--quick", action="store_true", help="the small nightly set: few files and tests")
    options.add_argument("--sample", type=int, metavar="N", help="only N mutants, chosen by the seed")
    options.add_argument("--seed", type=int, default=1, metavar="S", help="seed of the sample (1)")
    options.add_argument(
        "--mutant", action="append", metavar="ID", help="only these, by the identifiers that --list prints"
    )
    options.add_argument("--list", action="store_true", help="print the mutants and stop")
    options.add_argument(
        "--build",
        type=Path,
        default=Path("build/release"),
        metavar="FOLDER",
        help="the build to mutate (build/release)",
    )
    options.add_argument(
        "--output",
        type=Path,
        default=Path("build/mutate"),
        metavar="FOLDER",
        help="the folder for results (build/mutate)",
    )
    options.add_argument("-j", "--jobs", type=int, default=2, help="number of processes at a time (2)")
    given = options.parse_args()
    if given.quick:
        given.files, given.tests = [*QUICK_FILES], [*QUICK_TESTS]
    return given


def files_of(root: Path, globs: Sequence[str] | None) -> list[str]:
    every = sorted((root / "src").rglob("*.[ch]pp"))
    names = [str(path.relative_to(root)) for path in every]
    mutated = [name for name in names if not name.startswith(NOT_MUTATED)]
    return [name for name in mutated if any(fnmatch(name, glob) for glob in globs or ["*"])]


def mutants_of(build: Build, files: Sequence[str]) -> list[Mutant]:
    resources = ["-resource-dir", output_of(["clang++-19", "-print-resource-dir"]).strip()]
    by_reader: dict[Compilation, list[str]] = defaultdict(list)
    for path in files:
        reader = build.reader_of(path)
        if reader is None:
            print(f"mutate: the build does not compile {path}", file=sys.stderr)
        else:
            by_reader[reader].append(path)
    found: dict[str, list[Mutant]] = {}
    for reader, paths in by_reader.items():
        unit = parser.parse(reader.source, [*reader.for_parser(), *resources, *PARSER_OPTIONS])
        for path in paths:
            file = str(build.root / path)
            found[path] = parser.find(unit, file, path, Path(file).read_bytes())
    return numbered(mutant for path in files for mutant in found.get(path, []))


def chosen(options: argparse.Namespace, build: Build, root: Path, reasons: Mapping[str, str]) -> list[Mutant]:
    """Returns the mutants to test; in a quick run, without the listed survivors."""
    mutants = mutants_of(build, files_of(root, options.files))
    if options.quick:
        mutants = [mutant for mutant in mutants if mutant.key not in reasons]
    if options.mutant:
        mutants = [mutant for mutant in mutants if mutant.id in options.mutant]
    return mutants if options.sample is None else sample(mutants, options.sample, options.seed)


def filters_of(tests: Sequence[str], programs: Sequence[str]) -> dict[str, str]:
    """Returns for each program the filter of its tests; empty for all tests."""
    filters: dict[str, str] = {}
    for test in tests:
        glob, _, choice = test.partition(":")
        filters.update({name: choice for name in programs if fnmatch(name, glob)})
    return filters


class Judge:
    """Records and prints the fate of each mutant."""

    def __init__(self, mutants: Sequence[Mutant], runner: Runner, reasons: dict[str, str]) -> None:
        self.mutants = mutants
        self.runner = runner
        self.reasons = reasons
        self.count: Counter[str] = Counter()
        self.unlisted = 0

    def run(self, reached: dict[int, list[Reached]]) -> None:
        with ThreadPoolExecutor(self.runner.jobs) as pool:
            killers = pool.map(lambda n: self.runner.killer(n, reached.get(n, [])), range(len(self.mutants)))
            for number, killer in enumerate(killers):
                self.judge(self.mutants[number], killer, number in reached)

    def judge(self, mutant: Mutant, killer: str | None, is_reached: bool) -> None:
        if killer is not None:
            self.count["killed"] += 1
            if mutant.key in self.reasons:
                print(f"listed, but killed by {killer}: {mutant.key}", flush=True)
        elif not is_reached and mutant.constant:
            self.count["evaluated by the compiler only"] += 1
        elif mutant.key in self.reasons:
            self.count["survived for a reason"] += 1
        else:
            fate = "survived" if is_reached else "never executed"
            self.count[fate] += 1
            self.unlisted += 1
            print(f"{fate}: {mutant.id} line {mutant.line}\n{mutant.key}", flush=True)


def run(options: argparse.Namespace, root: Path) -> int:
    build = Build(root, (root / options.build).resolve())
    reasons = survivors.read((root / LIST).read_text())
    mutants = chosen(options, build, root, reasons)
    if options.list:
        print("\n".join(f"{mutant.id} line {mutant.line}: {mutant.key}" for mutant in mutants))
        return 0
    filters = filters_of(options.tests or ["*"], build.programs)
    start = time.monotonic()
    folder = (root / options.output).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    compiled, programs = MutatedBuild(build, folder, options.jobs, options.objects).make(mutants, list(filters))
    built = time.monotonic()
    print(f"mutate: {len(compiled)} of {len(mutants)} mutants compile, in {built - start:.0f} s", flush=True)
    runner = Runner(programs, folder, options.jobs)
    reached = runner.record(batches(build, programs, filters))
    print(f"mutate: tests reach {len(reached)} of them, in {time.monotonic() - built:.0f} s", flush=True)
    judge = Judge(compiled, runner, reasons)
    judge.run(reached)
    outcome = ", ".join(f"{count} {fate}" for fate, count in judge.count.most_common())
    print(f"mutate: {outcome}; {time.monotonic() - start:.0f} s")
    return 1 if judge.unlisted else 0


def main(root: Path) -> int:
    try:
        return run(arguments(), root)
    except (BuildError, RunError, survivors.ListError) as error:
        print(f"mutate: {error}", file=sys.stderr)
        return 2
