"""Commands. Exit status: 0; 1 when --check finds a wrong result; 2 for bad arguments or bad input."""

import inspect
import json as json_format
import re
import signal
import sys
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

import ringlet
from ringlet._cli import benchmark, definition, source_tree, vectors
from ringlet._cli.report import Report, print_comparison, print_report, read_report
from ringlet._cli.tables import print_table

app = typer.Typer(
    help="Exact modular arithmetic and number-theoretic transforms.",
    epilog="Example: echo 1 2 3 4 | ringlet ntt - -q 12289",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

RINGS = ("negacyclic", "cyclic")
ORDERS = ("largest_first", "smallest_first")
EVALUATION_ORDERS = ("bit_reversed", "natural")
FIELDS = tuple(field.name for field in ringlet.fields())


def command(example: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Adds a command with an example of use. The list of commands shows its whole docstring, not just the beginning."""
    return lambda function: app.command(short_help=inspect.getdoc(function), epilog=f"Example: {example}")(function)


def _one_of(choices: tuple[str, ...], help: str) -> Any:
    """Makes an option with few values, which the shell completes and `_chosen` checks."""
    return typer.Option(
        help=help,
        metavar="|".join(choices),
        autocompletion=lambda incomplete: [choice for choice in choices if choice.startswith(incomplete)],
    )


# Numbers and choices arrive as text, so that the messages for wrong ones are made here, with the value and the rule.
ModulusOption = Annotated[
    str,
    typer.Option(
        "--modulus",
        "-q",
        help="The prime q, decimal or 0x..., or the name of a field, such as bn254-fr.",
        metavar="Q",
        show_default=False,
        autocompletion=lambda incomplete: [name for name in FIELDS if name.startswith(incomplete)],
    ),
]
RingOption = Annotated[str, _one_of(RINGS, "Z_q[X]/(X^n + 1) or Z_q[X]/(X^n - 1).")]
RootOption = Annotated[
    str | None,
    typer.Option(
        help="A primitive root of unity, of order 2n (negacyclic) or n (cyclic). Default: the smallest "
        "for q < 2^124; for the name of a field, that field's root.",
        metavar="NUMBER",
    ),
]
OrderOption = Annotated[str, _one_of(EVALUATION_ORDERS, "The order of evaluations.")]
CosetOption = Annotated[
    str | None,
    typer.Option(help="A factor of the points of evaluation; cyclic and q >= 2^124 only.", metavar="NUMBER"),
]
OutputOption = Annotated[str, typer.Option("--output", "-o", help="A file, or - for standard output.", metavar="FILE")]
FormatOption = Annotated[str | None, _one_of(vectors.FORMATS, "Default: npy for a file with that ending, else text.")]
ThreadsOption = Annotated[str, typer.Option(help="Threads that share the vectors of a file.", metavar="NUMBER")]
CheckOption = Annotated[
    bool, typer.Option("--check", help="Recompute the result by the definition; status 1 if it differs.")
]
InputArgument = Annotated[
    str, typer.Argument(help="A .npy file or text with a vector on each line; - for standard input.", metavar="FILE")
]


def _integer(text: str, name: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise ValueError(f"{name} is {text[:40]!r}, but it must be an integer") from None


def _positive(text: str, name: str) -> int:
    number = _integer(text, name)
    if number < 1:
        raise ValueError(f"{name} is {number}, but it must be at least 1")
    return number


def _chosen(text: str, name: str, choices: tuple[str, ...]) -> Any:
    if text not in choices:
        raise ValueError(f"{name} is {text[:40]!r}, but it must be {' or '.join(choices)}")
    return text


def _modulus(text: str) -> ringlet.Modulus:
    if text in FIELDS:
        return ringlet.field(text).modulus
    try:
        q = int(text, 0)
    except ValueError:
        names = ", ".join(FIELDS)
        raise ValueError(f"--modulus is {text[:40]!r}, but it must be an integer or one of {names}") from None
    return ringlet.Modulus(q)


def _plan(
    n: int,
    modulus: str,
    ring: str,
    root: str | None = None,
    coset: str | None = None,
    order: str = EVALUATION_ORDERS[0],
) -> ringlet.Ntt:
    chosen = _chosen(ring, "--ring", RINGS)
    options: dict[str, Any] = {"ring": chosen, "order": _chosen(order, "--order", EVALUATION_ORDERS)}
    name, points = ("omega", n) if chosen == "cyclic" else ("psi", 2 * n)
    if root is not None:
        options[name] = _integer(root, "--root")
    elif modulus in FIELDS:
        options[name] = ringlet.field(modulus).root_of_unity(points)
    if coset is not None:
        options["coset"] = _integer(coset, "--coset")
    return ringlet.Ntt(n, _modulus(modulus), **options)


def _format(text: str | None) -> str | None:
    return None if text is None else _chosen(text, "--format", vectors.FORMATS)


def _size(array: NDArray[np.uint64], q: ringlet.Modulus, name: str) -> int:
    axis = array.ndim - (1 if q.words == 1 else 2)
    if axis < 0:
        raise ValueError(
            f"{name} has shape {array.shape}, but it must be (..., n{f', {q.words}' if q.words > 1 else ''})"
        )
    return int(array.shape[axis])


def _tell(check: str) -> None:
    print(f"ringlet: {check}", file=sys.stderr)


@command("ringlet info")
def info(
    json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
) -> None:
    """Shows the CPU, the backends, and the kernels that each of them chooses."""
    known = ringlet.backends()
    choices = [
        {"backend": backend.name, "n": n, "bits": bits, "choice": choice}
        for backend in known
        if backend.supported
        for n, bits, choice in benchmark.choices(backend.name)
    ]
    if json:
        backends = [{"name": b.name, "supported": b.supported, "active": b.active} for b in known]
        facts = {"ringlet": ringlet.__version__, "cpu": benchmark.cpu_name(), "backends": backends, "choices": choices}
        print(json_format.dumps(facts, indent=2))
        return
    print_table(["ringlet", ringlet.__version__], [["cpu", benchmark.cpu_name()]], words=2)
    print()
    rows = [[b.name, "yes" if b.supported else "no", "yes" if b.active else "no"] for b in known]
    print_table(["backend", "supported", "active"], rows, words=3)
    print()
    header = ["backend", "n", "bits of q", "choice: backend / arithmetic / passes"]
    print_table(header, [[str(value) for value in choice.values()] for choice in choices], words=4)


@command("ringlet primes --bits 50 --n 4096 --count 3")
def primes(
    bits: Annotated[str, typer.Option(help="Number of bits of each prime, 2 to 511.", metavar="NUMBER")],
    n: Annotated[str, typer.Option(help="The size of the transforms, a power of two.", metavar="NUMBER")],
    count: Annotated[str, typer.Option(help="Number of primes.", metavar="NUMBER")] = "1",
    order: Annotated[str, _one_of(ORDERS, "The end of the range at which the search starts.")] = ORDERS[0],
) -> None:
    """Finds primes q = 1 (mod 2n) and prints one on each line."""
    numbers = [_positive(text, name) for text, name in ((count, "--count"), (bits, "--bits"), (n, "--n"))]
    for prime in ringlet.ntt_primes(*numbers, order=_chosen(order, "--order", ORDERS)):
        print(prime)


def _transform(
    forward: bool,
    source: str,
    modulus: str,
    ring: str,
    root: str | None,
    coset: str | None,
    order: str,
    output: str,
    form: str | None,
    threads: str,
    check: bool,
) -> None:
    q = _modulus(modulus)
    workers, wanted = _positive(threads, "--threads"), _format(form)
    array = vectors.read(source, q)
    ntt = _plan(_size(array, q, source), modulus, ring, root, coset, order)
    if forward:
        result = ntt.forward(array, threads=workers, check=True)
    else:
        result = ntt.inverse(array, threads=workers, check=True)
    if check:
        _tell(
            definition.check_transform(ntt, array, result)
            if forward
            else definition.check_transform(ntt, result, array)
        )
    vectors.write(output, result, q, wanted)


@command("ringlet ntt a.npy -q 12289 -o spectrum.npy")
def ntt(
    source: InputArgument,
    modulus: ModulusOption,
    ring: RingOption = RINGS[0],
    root: RootOption = None,
    coset: CosetOption = None,
    order: OrderOption = EVALUATION_ORDERS[0],
    output: OutputOption = vectors.STANDARD_STREAM,
    format: FormatOption = None,
    threads: ThreadsOption = "1",
    check: CheckOption = False,
) -> None:
    """Transforms each vector, from natural order to the order of --order."""
    _transform(True, source, modulus, ring, root, coset, order, output, format, threads, check)


@command("ringlet intt spectrum.npy -q 12289 -o a.npy")
def intt(
    source: InputArgument,
    modulus: ModulusOption,
    ring: RingOption = RINGS[0],
    root: RootOption = None,
    coset: CosetOption = None,
    order: OrderOption = EVALUATION_ORDERS[0],
    output: OutputOption = vectors.STANDARD_STREAM,
    format: FormatOption = None,
    threads: ThreadsOption = "1",
    check: CheckOption = False,
) -> None:
    """Inverts the transform of each vector, from the order of --order to natural order, with the factor 1/n."""
    _transform(False, source, modulus, ring, root, coset, order, output, format, threads, check)


@command("ringlet mul a.txt b.txt -q 12289 --check")
def mul(
    x: InputArgument,
    y: InputArgument,
    modulus: ModulusOption,
    ring: RingOption = RINGS[0],
    output: OutputOption = vectors.STANDARD_STREAM,
    format: FormatOption = None,
    threads: ThreadsOption = "1",
    check: CheckOption = False,
) -> None:
    """Multiplies polynomials. Each vector holds the coefficients of one, the constant first."""
    if x == y == vectors.STANDARD_STREAM:
        raise ValueError("only one of the two inputs can be standard input")
    q = _modulus(modulus)
    workers, wanted = _positive(threads, "--threads"), _format(format)
    left, right = vectors.read(x, q), vectors.read(y, q)
    plan = _plan(_size(left, q, x), modulus, ring)
    product = plan.multiply(left, right, threads=workers, check=True)
    if check:
        _tell(definition.check_product(plan, left, right, product))
    vectors.write(output, product, q, wanted)


def _with_progress(steps: Iterator[tuple[str, int, int]]) -> None:
    first = next(steps)  # finds errors before anything is drawn
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task(first[0], total=first[2])
        for label, number, total in chain([first], steps):
            progress.update(task, description=label, completed=max(number - 1, 0), total=total)


@command("ringlet bench --quick --filter n:4096")
def bench(
    quick: Annotated[
        bool, typer.Option("--quick", help="Measure briefly: shows that everything runs, not how fast.")
    ] = False,
    filter: Annotated[str, typer.Option(help="Run only benchmarks with a matching label.", metavar="REGEX")] = "",
    json: Annotated[
        str | None,
        typer.Option(
            "--json", help="Write the report to a file; with -, print it instead of the table.", metavar="FILE"
        ),
    ] = None,
    compare: Annotated[Path | None, typer.Option(help="Compare with an earlier report.", metavar="FILE")] = None,
    against_peers: Annotated[
        bool, typer.Option("--peers", help="Run scripts/bench of a source tree, with other libraries.")
    ] = False,
    source: Annotated[Path | None, typer.Option(help="The source tree, for --peers.", metavar="DIRECTORY")] = None,
) -> None:
    """Verifies the library's results, then times it on every backend of this CPU."""
    other = read_report(compare) if compare else None
    try:
        pattern = re.compile(filter)
    except re.error as error:
        raise ValueError(f"--filter is {filter!r}, but it must be a regular expression: {error}") from None
    if against_peers:
        tree = source_tree.find_source(source)
        _with_progress(source_tree.run_benchmarks(tree, quick=quick, pattern=filter))
        report = read_report(source_tree.report_path(tree))
    else:
        if source:
            raise ValueError("--source goes with --peers")
        report = Report()
        _with_progress(benchmark.run(pattern, quick=quick, report=report))
    if json == vectors.STANDARD_STREAM:
        sys.stdout.write(report.to_json())
        return
    if json:
        Path(json).write_text(report.to_json(), encoding="utf-8")
    print_report(report)
    if other:
        print_comparison(report, other)


@command("ringlet reproduce --quick")
def reproduce(
    quick: Annotated[
        bool, typer.Option("--quick", help="Measure briefly: shows that everything runs, not how fast.")
    ] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Repeat the measurements that an earlier run has finished.")
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(help="Rerun only this figure; may be repeated.", metavar="FIGURE", show_default=False),
    ] = None,
    cpu: Annotated[
        list[Path] | None,
        typer.Option(
            help="A CPU for the speed of light, described as in lab/cpus/; may be repeated.",
            metavar="FILE",
            show_default=False,
        ),
    ] = None,
    source: Annotated[
        Path | None,
        typer.Option(
            help="The source tree. Default: the one that contains the working directory.", metavar="DIRECTORY"
        ),
    ] = None,
) -> None:
    """Reruns the papers' evaluation in the laboratory of a source tree; writes build/reproduce/ there."""
    tree = source_tree.find_source(source)
    options = ["--quick"] * quick + ["--fresh"] * fresh
    for figure in only or []:
        options += ["--only", figure]
    for file in cpu or []:
        options += ["--cpu", str(file.absolute())]
    if status := source_tree.reproduce(tree, options):
        raise typer.Exit(status if status > 0 else 128 - status)


@app.callback(invoke_without_command=True)
def root(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Exact modular arithmetic and number-theoretic transforms."""
    if version:
        print(f"ringlet {ringlet.__version__}")
        raise typer.Exit


def main() -> None:
    """Runs the command line."""
    if hasattr(signal, "SIGPIPE"):  # the reader of a pipe may close it early
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        app(prog_name="ringlet")
    except ArithmeticError as error:
        print(f"ringlet: {error}", file=sys.stderr)
        sys.exit(1)
    except (OSError, ValueError, MemoryError) as error:
        print(f"ringlet: {str(error) or 'not enough memory'}", file=sys.stderr)
        sys.exit(2)
