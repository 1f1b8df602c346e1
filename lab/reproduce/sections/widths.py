"""Wider integers than those of the papers: transforms modulo primes of 124 to 509 bits."""

from ..plot import Plot, canvas, colour, legend_above, plain_logarithmic, short, sizes_axis
from ..records import Record
from ..report import Section, Table, power
from .tables import rows_of

COLOURS = {124: "mqx", 188: "avx2", 254: "ifma", 381: "avx512", 509: "own"}
BACKENDS = {"avx512ifma": "IFMA", "scalar": "scalar"}


def section(records: list[Record]) -> Section:
    result = Section(
        "widths",
        "Wider integers: 188 to 509 bits",
        "not in the papers: MICRO 2025, section 7, names them as what comes next, for zero-knowledge proofs",
        rows=rows_of(records),
    )
    times = {(one.backend, one.bits, one.log_n): one for one in records}
    backends = [name for name in BACKENDS if any(one.backend == name for one in records)]
    sizes = sorted({one.log_n for one in records})
    widths = sorted({one.bits for one in records})
    _lead(result, times, backends[0], sizes)
    _draw(result, times, backends[0], widths, sizes)
    for backend in backends:
        rows = []
        for bits in widths:
            found = [times.get((backend, bits, size)) for size in sizes]
            rows.append([f"{bits} bits", *(_cell(one) for one in found)])
        title = f"{BACKENDS[backend]}, forward, ns per butterfly (10th to 90th percentile)"
        result.tables.append(Table(title, ["modulus", *map(power, sizes)], rows, folded=backend != backends[0]))
    result.left_out.append(
        "The papers' figures: neither the MICRO 2025 paper nor the PACT 2024 poster gives one beyond 128 bits. The "
        "work that MICRO 2025 names for wider integers, MoMA (N. Zhang, F. Franchetti, CGO 2025; its reference 51), "
        "is for GPUs and is no source of this page, so no number of it stands here."
    )
    return result


def _cell(record: Record | None) -> str:
    if record is None:
        return "–"
    low, high = record.spread
    return f"{short(record.median)} ({short(low)}–{short(high)})"


def _lead(result: Section, times: dict, backend: str, sizes: list[int]) -> None:
    """States the cost of a butterfly of 254 bits relative to one of 124."""
    pairs = [(times.get((backend, 254, size)), times.get((backend, 124, size))) for size in sizes]
    pairs = [(wide, narrow) for wide, narrow in pairs if wide and narrow]
    if not pairs:
        return
    costs = [wide.median for wide, _ in pairs]
    ratios = [wide.median / narrow.median for wide, narrow in pairs]
    result.lead.append(
        f"Modulo 254 bits, as the proofs over BN254 want it, a butterfly takes {short(min(costs))} to "
        f"{short(max(costs))} ns on one core ({BACKENDS[backend]}); modulo 124 bits, it is {short(min(ratios))} "
        f"to {short(max(ratios))} times as fast. Schoolbook products of twice the length take four times the work."
    )


def _draw(result: Section, times: dict, backend: str, widths: list[int], sizes: list[int]) -> None:
    figure, (axes,) = canvas()
    for bits in widths:
        points = [(size, times[backend, bits, size]) for size in sizes if (backend, bits, size) in times]
        logs = [size for size, _ in points]
        tint = colour(COLOURS[bits])
        axes.plot(logs, [one.median for _, one in points], color=tint, label=f"{bits} bits", marker="o")
        low, high = zip(*(one.spread for _, one in points), strict=True)
        axes.fill_between(logs, low, high, color=tint, alpha=0.15, linewidth=0)
    sizes_axis(axes, sizes)
    plain_logarithmic(axes)
    axes.set_ylabel(f"ns per butterfly, one core, {BACKENDS[backend]}")
    legend_above(figure, axes, 5)
    result.plots.append(Plot("widths", figure, "Nanoseconds per butterfly by the size of the transform, by width"))
