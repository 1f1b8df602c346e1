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
    typer.Option(help="A factor of the points of evaluation; cyclic only.", metavar="NUMBER"),
]
ColumnsOption = Annotated[
    bool, typer.Option("--columns", help="The vectors are the columns of a matrix, read row by row; q < 2^124.")
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


def _options(n: int, modulus: str, ring: str, root: str | None, coset: str | None, order: str) -> dict[str, Any]:
    """Returns the options of a plan of n points."""
    chosen = _chosen(ring, "--ring", RINGS)
    options: dict[str, Any] = {"ring": chosen, "order": _chosen(order, "--order", EVALUATION_ORDERS)}
    name, points = ("omega", n) if chosen == "cyclic" else ("psi", 2 * n)
    if root is not None:
        options[name] = _integer(root, "--root")
    elif modulus in FIELDS:
        options[name] = ringlet.field(modulus).root_of_unity(points)
    if coset is not None:
        options["coset"] = _integer(coset, "--coset")
    return options


def _format(text: str | None) -> str | None:
    return None if text is None else _chosen(text, "--format", vectors.FORMATS)


def _size(array: vectors.Words, q: ringlet.Modulus, name: str) -> int:
    axis = array.ndim - (1 if q.words == 1 else 2)
    if axis < 0:
        raise ValueError(
            f"{name} has shape {array.shape}, but it must be (..., n{f', {q.words}' if q.words > 1 else ''})"
        )
    return int(array.shape[axis])


def _matrix(array: vectors.Words, q: ringlet.Modulus, name: str) -> vectors.Words:
    """Returns the array as a matrix. A vector is a matrix of one column."""
    axes = array.ndim - (q.words > 1)
    if axes == 1:
        return array[:, np.newaxis]
    if axes != 2:
        words = f", {q.words}" if q.words > 1 else ""
        raise ValueError(f"{name} has shape {array.shape}, but with --columns it must be (rows, width{words})")
    return array


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


class _Vectors:
    """Vectors of a file with their plan: those of an array's last axis, or with --columns the columns of a matrix."""

    def __init__(self, source: str, modulus: str, columns: bool, make: Callable[[int], dict[str, Any]]) -> None:
        self.q = _modulus(modulus)
        array = vectors.read(source, self.q)
        self.columns = columns
        self.array = _matrix(array, self.q, source) if columns else array
        self.n = int(self.array.shape[0]) if columns else _size(array, self.q, source)
        options = make(self.n)
        self.plan: Any = (ringlet.MatrixNtt if columns else ringlet.Ntt)(self.n, self.q, **options)
        self._options = options

    def by_definition(self) -> ringlet.Ntt:
        """Returns the plan of one vector, for comparisons."""
        return ringlet.Ntt(self.n, self.q, **self._options) if self.columns else self.plan

    def as_rows(self, array: vectors.Words) -> vectors.Words:
        return array.swapaxes(0, 1) if self.columns else array


def _transform(
    forward: bool,
    source: str,
    modulus: str,
    ring: str,
    root: str | None,
    coset: str | None,
    order: str,
    columns: bool,
    output: str,
    form: str | None,
    threads: str,
    check: bool,
) -> None:
    workers, wanted = _positive(threads, "--threads"), _format(form)
    given = _Vectors(source, modulus, columns, lambda n: _options(n, modulus, ring, root, coset, order))
    transform = given.plan.forward if forward else given.plan.inverse
    result = transform(given.array, threads=workers, check=True)
    if check:
        natural, spectrum = (given.array, result) if forward else (result, given.array)
        plan = given.by_definition()
        _tell(definition.check_transform(plan, given.as_rows(natural), given.as_rows(spectrum)))
    vectors.write(output, result, given.q, wanted)


@command("ringlet ntt a.npy -q 12289 -o spectrum.npy")
def ntt(
    source: InputArgument,
    modulus: ModulusOption,
    ring: RingOption = RINGS[0],
    root: RootOption = None,
    coset: CosetOption = None,
    order: OrderOption = EVALUATION_ORDERS[0],
    columns: ColumnsOption = False,
    output: OutputOption = vectors.STANDARD_STREAM,
    format: FormatOption = None,
    threads: ThreadsOption = "1",
    check: CheckOption = False,
) -> None:
    """Transforms each vector, from natural order to the order of --order."""
    _transform(True, source, modulus, ring, root, coset, order, columns, output, format, threads, check)


@command("ringlet intt spectrum.npy -q 12289 -o a.npy")
def intt(
    source: InputArgument,
    modulus: ModulusOption,
    ring: RingOption = RINGS[0],
    root: RootOption = None,
    coset: CosetOption = None,
    order: OrderOption = EVALUATION_ORDERS[0],
    columns: ColumnsOption = False,
    output: OutputOption = vectors.STANDARD_STREAM,
    format: FormatOption = None,
    threads: ThreadsOption = "1",
    check: CheckOption = False,
) -> None:
    """Inverts the transform of each vector, from the order of --order to natural order, with the factor 1/n."""
    _transform(False, source, modulus, ring, root, coset, order, columns, output, format, threads, check)


@command("ringlet extend values.npy -q babybear --coset 31 -o extended.npy")
def extend(
    source: InputArgument,
    modulus: ModulusOption,
    coset: Annotated[str, typer.Option(help="The factor of the new points.", metavar="NUMBER", show_default=False)],
    log_blowup: Annotated[
        str, typer.Option(help="Evaluate at 2^NUMBER times as many points, 0 to 16.", metavar="NUMBER")
    ] = "1",
    ring: RingOption = RINGS[1],
    root: RootOption = None,
    order: OrderOption = EVALUATION_ORDERS[0],
    columns: ColumnsOption = False,
    output: OutputOption = vectors.STANDARD_STREAM,
    format: FormatOption = None,
    threads: ThreadsOption = "1",
    check: CheckOption = False,
) -> None:
    """Evaluates polynomials, which are given by values in the order of --order, on a larger coset, bit-reversed."""
    workers, wanted, b = _positive(threads, "--threads"), _format(format), _integer(log_blowup, "--log-blowup")
    factor = _integer(coset, "--coset")
    given = _Vectors(source, modulus, columns, lambda n: _options(n, modulus, ring, root, None, order))
    if modulus in FIELDS and root is None and given.plan.ring == "cyclic" and 0 <= b <= 16:
        large_root = ringlet.field(modulus).root_of_unity(given.n << b)
    else:
        large_root = given.plan.extension_root(b)
    result = given.plan.extend(given.array, factor, log_blowup=b, root=large_root, threads=workers, check=True)
    if check:
        coefficients, plan = given.as_rows(given.plan.inverse(given.array)), given.by_definition()
        definition.check_transform(plan, coefficients, given.as_rows(given.array))
        _tell(definition.check_extension(plan, coefficients, given.as_rows(result), factor, large_root))
    vectors.write(output, result, given.q, wanted)


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
    n = _size(left, q, x)
    plan = ringlet.Ntt(n, q, **_options(n, modulus, ring, None, None, EVALUATION_ORDERS[0]))
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
