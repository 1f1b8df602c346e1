"""Times the benchmark program of Microsoft SEAL 4.1.2, unmodified: on plain SEAL, on SEAL with libhexl, with another
HEXL if one is given, and with ringlet::seal's evaluator instead of SEAL's, on SEAL with libhexl, each by one thread and
by all CPUs. The programs take turns. Prints medians of times (of CPU time for one thread), speed-ups, slower
operations, and peaks of memory.

Installs, fetches and builds what is missing with scripts/build-seal, in ten minutes on two cores the first time. Then a
complete run takes about an hour, a round of the larger three n five minutes. With --append, measurements are added to
those in build/bench-seal/results, so that a long series can be taken in pieces; --append --rounds 0 only prints them.

Example: scripts/bench seal --quick --n 8192
"""

import argparse
import collections
import csv
import os
import re
import shutil
import statistics
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WORK = os.path.join(ROOT, "build", "bench-seal")
RESULTS = os.path.join(WORK, "results")
MEMORY = "peak memory"

# Operations that a user of SEAL calls, from table 5 of the HEXL paper. (Negation never calls HEXL.)
OPERATIONS = [
    ("KeyGen", "Secret Public Relin Galois"),
    (
        "BFV",
        "EncryptSecret EncryptPublic Decrypt EncodeBatch DecodeBatch EvaluateAddCt EvaluateMulCt EvaluateMulPt "
        "EvaluateSquare EvaluateModSwitchInplace EvaluateRelinInplace EvaluateRotateRows",
    ),
    (
        "BGV",
        "EncryptSecret EncryptPublic Decrypt EncodeBatch DecodeBatch EvaluateAddCt EvaluateMulCt EvaluateMulPt "
        "EvaluateSquare EvaluateModSwitchInplace EvaluateRelinInplace EvaluateRotateRows",
    ),
    (
        "CKKS",
        "EncryptSecret EncryptPublic Decrypt EncodeDouble DecodeDouble EvaluateAddCt EvaluateMulCt EvaluateMulPt "
        "EvaluateSquare EvaluateRescaleInplace EvaluateRelinInplace EvaluateRotate",
    ),
]

# Those operations that ringlet::seal has, and their names in tables, in BFV and BGV and in CKKS.
EVALUATOR = [
    ("AddCt", ("`add`", "`add`")),
    ("MulCt", ("`multiply`", "`multiply`")),
    ("Square", ("`square`", "`square`")),
    ("MulPt", ("`multiply_plain`", "`multiply_plain`")),
    ("(ModSwitch|Rescale)Inplace", ("`mod_switch_to_next`", "`rescale_to_next`")),
    ("RelinInplace", ("`relinearize`", "`relinearize`")),
    ("Rotate(Rows)?", ("`rotate_rows`", "`rotate_vector`")),
]


class Program:
    """Column of the table: a benchmark program with a number of threads."""

    def __init__(self, name, build, threads=1):
        self.name = name
        self.path = os.path.join(ROOT, "build", "seal", build, "sealbench")
        self.results = os.path.join(RESULTS, build.split("/")[0] + f"_{threads}.csv")
        # With one thread, the thread's own clock is used: it stands still while other work has the CPU.
        self.time_column = 3 if threads == 1 else 2
        self.environment = {**os.environ, "OMP_NUM_THREADS": str(threads)}


def programs(arguments):
    """Returns plain SEAL, then the others, beginning with libhexl and ending with ringlet::seal."""
    result = [Program("SEAL", "plain/bin"), Program("SEAL + libhexl", "libhexl/bin")]
    if arguments.hexl:
        result.append(Program("SEAL + other HEXL", "other/bin"))
    result.append(Program("ringlet::seal", "evaluator_bench"))
    if arguments.threads > 1:
        name = f"ringlet::seal, {arguments.threads} threads"
        result.append(Program(name, "evaluator_bench", arguments.threads))
    return result


def measure(program, n, pattern, repetitions):
    """Adds one run to the results: a line `operation,microseconds` for each repetition of ten calls except the first,
    which makes the plans, and a line with the peak of memory in MiB."""
    command = [
        program.path,
        f"--benchmark_filter=^n={n} /.*/ ({pattern})/iterations",
        "--benchmark_format=csv",
        f"--benchmark_repetitions={repetitions + 1}",
    ]
    with (
        open(program.results, "a", encoding="utf-8") as results,
        subprocess.Popen(
            command, env=program.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as process,
    ):
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise subprocess.CalledProcessError(process.returncode, command)
        begun = set()
        for row in csv.reader(line for line in output.splitlines() if line.startswith('"n=')):
            if row[0] not in begun:
                begun.add(row[0])
                continue
            # Names of aggregates have a suffix.
            matched = re.fullmatch(r"n=(\d+) / log\(q\)=\d+ / (\w+) / (\w+)/iterations:10(/repeats:\d+)?", row[0])
            if matched:
                size, group, operation = matched.groups()[:3]
                results.write(f"{size} {group} {operation},{row[program.time_column]}\n")
        results.write(f"{n} {MEMORY},{usage.ru_maxrss / 1024}\n")


def medians(program):
    values = collections.defaultdict(list)
    with open(program.results, encoding="utf-8") as results:
        for key, value in csv.reader(results):
            values[key].append(float(value))
    return {key: statistics.median(of_key) for key, of_key in values.items()}


def rows(lines):
    """Returns a table in Markdown; the first line is its head."""
    lines = [lines[0], ["---"] * len(lines[0]), *lines[1:]]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def full_table(columns):
    """Tabulates the microseconds of plain SEAL, and how many times as fast each other column is."""
    (plain_name, plain), *others = columns.items()
    lines = [["n", "scheme", "operation", plain_name + " µs", *(name for name, _ in others)]]
    for key, time in plain.items():
        if not key.endswith(MEMORY):
            n, group, operation = key.split()
            cells = [f"{time / times[key]:.2f}" if key in times else "–" for _, times in others]
            lines.append([n, group, operation.replace("Evaluate", ""), f"{time:.1f}", *cells])
    return rows(lines)


def memory_table(columns):
    sizes = sorted(int(key.split()[0]) for key in columns["SEAL"] if key.endswith(MEMORY))
    lines = [["peak memory, MiB", *(f"n = {n}" for n in sizes)]]
    for name, values in columns.items():
        lines.append([name, *(f"{values[f'{n} {MEMORY}']:.0f}" for n in sizes)])
    return rows(lines)


def evaluator_table(columns):
    """Tabulates how many times as fast as SEAL + libhexl ringlet::seal is, at each n; after the comma with all
    threads."""
    of_seal = columns["SEAL + libhexl"]
    ours = [times for name, times in columns.items() if name.startswith("ringlet")]
    sizes = sorted({int(key.split()[0]) for key in of_seal})
    lines = [["operation", *(f"n = {n}" for n in sizes)]]
    for group, _ in OPERATIONS[1:]:
        for operation, called in EVALUATOR:
            keys = [
                next((k for k in of_seal if re.fullmatch(f"{n} {group} Evaluate{operation}", k)), "") for n in sizes
            ]
            cells = [", ".join(f"{of_seal[key] / times[key]:.2f}" for times in ours) if key else "–" for key in keys]
            if any(keys):
                lines.append([f"{group} {called[group == 'CKKS']}", *cells])
    return rows(lines)


def slower(columns, than, operations):
    """Lists for each column to the right of `than` the operations that take longer there."""
    lines = []
    for name in list(columns)[list(columns).index(than) + 1 :]:
        found = [
            f"{key} {columns[than][key] / time:.2f}"
            for key, time in columns[name].items()
            if re.search(operations, key) and time > columns[than].get(key, time)
        ]
        lines.append(f"- {name}, slower than {than}: {', '.join(found) or 'none'}")
    return "\n".join(lines)


def parse():
    parser = argparse.ArgumentParser(
        prog="scripts/bench seal", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--quick", action="store_true", help="one short round: shows that everything runs, not how fast"
    )
    parser.add_argument(
        "--n", type=int, nargs="+", default=[1 << k for k in range(10, 16)], help="polynomial degrees (default: all)"
    )
    parser.add_argument(
        "--scheme", nargs="+", default=[group for group, _ in OPERATIONS], help="KeyGen, BFV, BGV, CKKS"
    )
    parser.add_argument(
        "--threads",
        type=int,
        default=len(os.sched_getaffinity(0)),
        help="threads of the last column; 1: no such column (default: all)",
    )
    parser.add_argument("--rounds", type=int, default=5, help="number of turns of each program")
    parser.add_argument(
        "--repetitions", type=int, default=0, help="repetitions of ten calls in each turn (default: by n)"
    )
    parser.add_argument("--hexl", metavar="PREFIX", help="the prefix of an installed HEXL to compare with")
    parser.add_argument("--compiler", default=shutil.which("clang++-19") or "g++")
    parser.add_argument("--evaluator", action="store_true", help="print the table of docs/seal.md instead")
    parser.add_argument("--append", action="store_true", help="add to the results of earlier runs")
    return parser.parse_args()


def main():
    arguments = parse()
    if arguments.quick:
        arguments.n, arguments.rounds, arguments.repetitions = [8192], 1, 1
    other_hexl = ["--hexl", arguments.hexl] if arguments.hexl else []
    build = [os.path.join(ROOT, "scripts", "build-seal"), "--bench", "--compiler", arguments.compiler, *other_hexl]
    # The build prints to stderr, so that stdout has only the tables.
    subprocess.run(build, check=True, stdout=sys.stderr)
    if not arguments.append:
        shutil.rmtree(RESULTS, ignore_errors=True)
    os.makedirs(RESULTS, exist_ok=True)
    pattern = "|".join(
        f"{group} / ({names.replace(' ', '|')})" for group, names in OPERATIONS if group in arguments.scheme
    )
    measured = programs(arguments)
    for turn in range(arguments.rounds):
        for n in arguments.n:
            repetitions = arguments.repetitions or max(3, 32768 // n)
            for program in measured:
                print(f"round {turn + 1} of {arguments.rounds}: n = {n}, {program.name}", file=sys.stderr)
                measure(program, n, pattern, repetitions)
    columns = {program.name: medians(program) for program in measured}
    if arguments.evaluator:
        print(evaluator_table(columns))
    else:
        print(full_table(columns))
        print()
        print(slower(columns, "SEAL", f"^(?!.*{MEMORY})"))
    print()
    # Both programs are the same in all other operations.
    print(slower(columns, "SEAL + libhexl", " Evaluate"))
    print()
    print(memory_table(columns))


if __name__ == "__main__":
    main()
