"""Figure 5 of the MICRO 2025 paper and Figure 3 of the PACT 2024 one: transforms of 128-bit words; and a comparison of
IFMA, which exists, with MQX, which does not."""

from ..plot import Plot, canvas, colour, fit_to_lines, legend_above, plain_logarithmic, sizes_axis
from ..records import Record
from ..report import Claim, Section, Table, power
from ..series import LOOKS, Ratio, Times, apart, ratio_of
from .tables import rows_of, times_table

SHOWN = ("gmp", "scalar", "avx2", "avx512", "avx512 shoup", "ifma", "mqx", "mqx shoup")
PAPER_SIZES = range(8, 18)
# Rivals of IFMA: the series, the method in a sentence and in the head of a column.
RIVALS = (
    ("mqx", "the papers' method", ""),
    ("mqx shoup", "Ringlet's own method (Shoup's products)", " with Ringlet's method"),
    ("mqx rows", "Ringlet's method in rows of limbs, that of its IFMA kernels", " in rows of limbs"),
)
# How many times as fast as OpenFHE the papers' AVX-512 is (section 5.4).
OPENFHE = {"Xeon 8352Y": 31.9, "EPYC 9654": 23.2}


def by_size(records: list[Record], operation: str) -> Times:
    return Times([record for record in records if record.operation == operation], lambda record: record.log_n)


def section(records: list[Record]) -> Section:
    result = Section(
        "fig5",
        "Transforms of 128-bit words",
        "MICRO 2025, Figure 5 and section 5.4; PACT 2024, Figure 3",
        rows=rows_of(records),
    )
    forward = by_size(records, "ntt_forward")
    sizes = [size for size in PAPER_SIZES if size in forward.places()]

    def over(slow: str, fast: str) -> Ratio | None:
        return forward.slowdown(slow, fast, sizes)

    place = "section 5.4"
    result.claims = [
        Claim("Scalar over OpenFHE, average over all sizes", place, 13.5, 11.0, absent="OpenFHE is not run here"),
        Claim("AVX2 over scalar", place, "a little below 1", 1.2, over("scalar", "avx2")),
        Claim("AVX-512 over scalar", place, 2.4, None, over("scalar", "avx512")),
        Claim("AVX-512 over AVX2", place, None, 1.7, over("avx2", "avx512")),
        Claim("AVX-512 over OpenFHE, the best baseline", place, 31.9, 23.2, absent="OpenFHE is not run here"),
        Claim("AVX-512 over GMP", "section 8", 53.0, None, over("gmp", "avx512")),
        Claim("AVX-512 over GMP", "PACT 2024, section 5", 36.0, None, over("gmp", "avx512")),
        Claim("MQX over AVX-512", place, 2.1, 3.7, over("avx512", "mqx"), projected=True),
        Claim("MQX over OpenFHE", place, 66.9, 86.5, projected=True, absent="OpenFHE is not run here"),
        Claim(
            "MQX slows down at 2¹⁶: per butterfly, against 2¹⁵",
            place,
            "yes, a full L2 is assumed",
            None,
            _quotient(forward, "mqx", 16, 15),
            projected=True,
            absent="not both sizes were measured; a full run does",
        ),
        Claim("IFMA over AVX-512", "not in the paper", here=over("avx512", "ifma")),
        Claim(
            "Scalar, Ringlet's method, over the papers' scalar", "not in the paper", here=over("scalar", "scalar shoup")
        ),
    ]
    _draw(result, records)
    for operation, title in (("ntt_forward", "Forward"), ("ntt_inverse", "Inverse")):
        times = by_size(records, operation)
        if times.places():
            result.tables.append(times_table(f"{title}, ns per butterfly", times, times.places(), power, "n"))
    result.notes.append(
        "OpenFHE's lines are AVX-512 as measured here times the papers' ratio (31.9 on the Xeon, 23.2 on the EPYC): "
        "a citation, not a measurement. Averages are geometric means over 2⁸ to 2¹⁷, as far as measured."
    )
    result.left_out.append("The points of Figure 5 and of PACT 2024, Figure 3 (also SPIRAL's): no text states them.")
    return result


def _quotient(times: Times, series: str, size: int, reference: int) -> Ratio | None:
    one, other = times.record(series, size), times.record(series, reference)
    return ratio_of(one, other) if one and other else None


def _lines(axes, times: Times, shown: tuple[str, ...], relative_to: str | None = None) -> None:
    for series in shown:
        points = []
        for place in times.places():
            record = times.record(series, place)
            reference = times.value(relative_to, place) if relative_to else 1.0
            if record is None or reference is None:
                continue
            low, high = record.spread
            factors = (record.median, low, high)
            points.append((place, *((reference / x if relative_to else x) for x in factors)))
        if not points:
            continue
        look = LOOKS[series]
        places, median, one, other = zip(*points, strict=True)
        style = (
            {"linestyle": (0, (5, 2)), "marker": "o", "markerfacecolor": colour("paper")}
            if look.projected
            else {"marker": "o"}
        )
        axes.plot(places, median, color=colour(look.colour), label=look.label, **style)
        axes.fill_between(places, one, other, color=colour(look.colour), alpha=0.15, linewidth=0)


def _draw(result: Section, records: list[Record]) -> None:
    forward, inverse = by_size(records, "ntt_forward"), by_size(records, "ntt_inverse")
    panels = [(title, times) for title, times in (("Forward", forward), ("Inverse", inverse)) if times.places()]
    figure, all_axes = canvas(height=4.4, columns=len(panels), sharey=True)
    for axes, (title, times) in zip(all_axes, panels, strict=True):
        _lines(axes, times, SHOWN)
        if times is forward and "avx512" in forward:
            for (cpu, ratio), dots in zip(OPENFHE.items(), ((0, (1, 1)), (0, (1, 3))), strict=True):
                sizes = [size for size in PAPER_SIZES if forward.value("avx512", size) is not None]
                values = [ratio * (forward.value("avx512", size) or 0) for size in sizes]
                axes.plot(
                    sizes,
                    values,
                    color=colour("published"),
                    linestyle=dots,
                    linewidth=1.4,
                    label=f"OpenFHE by the ratio on {cpu}, cited",
                )
        sizes_axis(axes, times.places())
        axes.set_title(title)
    fit_to_lines(all_axes)
    for axes in all_axes:
        plain_logarithmic(axes)
    all_axes[0].set_ylabel("ns per butterfly, one core")
    legend_above(figure, all_axes[0], 4)
    result.plots.append(Plot("fig5", figure, "Nanoseconds per butterfly by the size of the transform"))


def ifma_section(records: list[Record], cpu: str) -> Section:
    """Answers for each size whether the hardware that exists beats the proposal."""
    result = Section(
        "ifma",
        "Does IFMA of today beat projected MQX?",
        "not in the papers: Ringlet's kernels beside Figure 5",
    )
    forward, inverse = by_size(records, "ntt_forward"), by_size(records, "ntt_inverse")
    result.rows = [
        {"transform": transform, "log_n": size, "against": rival, "ratio": ratio, "spreads_apart": clear}
        for transform, times in (("forward", forward), ("inverse", inverse))
        for rival, _, _ in RIVALS
        for size, ratio, clear in _duels(times, rival)
    ]
    for rival, method, _ in RIVALS:
        parts = [
            f"in {transform} transforms {text}"
            for transform, times in (("forward", forward), ("inverse", inverse))
            if (text := verdict(_duels(times, rival)))
        ]
        if parts:
            result.lead.append(
                f"On {cpu}, against projected MQX with {method}: {'. '.join(parts)}.".replace(". in", ". In")
            )
    if not result.lead:
        result.missing.append("needs measurements of both IFMA and projected MQX")
        return result
    result.tables.append(_duel_table(forward, inverse))
    rivals = (rival for rival, _, _ in RIVALS)
    shown = tuple(series for series in ("avx512", "avx512 shoup", "ifma", *rivals) if series in forward)
    panels = [(title, times) for title, times in (("Forward", forward), ("Inverse", inverse)) if "avx512" in times]
    if not panels:
        return result
    figure, all_axes = canvas(height=3.9, columns=len(panels), sharey=True)
    for axes, (title, times) in zip(all_axes, panels, strict=True):
        _lines(axes, times, shown, relative_to="avx512")
        sizes_axis(axes, times.places())
        axes.set_title(title)
    fit_to_lines(all_axes, from_zero=True)
    all_axes[0].set_ylabel("speed, AVX-512 of the papers' method = 1")
    legend_above(figure, all_axes[0], 3)
    result.plots.append(Plot("ifma", figure, "Speed relative to AVX-512 by the size of the transform"))
    result.notes.append(
        "Above: higher is faster. Ringlet's method replaces Barrett's reduction by Shoup's quotients and leaves "
        "reductions out where bounds allow. The second projection gives it the proposed instructions too; the third "
        "one does so with rows of 64-bit limbs and a quotient of one limb, as the kernels for IFMA have rows of 52-bit "
        "limbs: the proposal is compared with the same algorithm."
    )
    return result


def _duels(times: Times, rival: str) -> list[tuple[int, float, bool]]:
    """Returns for each size how many times as fast as the rival IFMA is, and whether their spreads are apart."""
    duels = []
    for size in times.places():
        ifma, other = times.record("ifma", size), times.record(rival, size)
        if ifma and other:
            duels.append((size, other.median / ifma.median, apart(ifma, other)))
    return duels


def _duel_table(forward: Times, inverse: Times) -> Table:
    columns = {
        f"{transform}, against MQX{addition}, projected": {
            size: (ratio, clear) for size, ratio, clear in _duels(times, rival)
        }
        for transform, times in (("forward", forward), ("inverse", inverse))
        for rival, _, addition in RIVALS
    }
    columns = {title: cells for title, cells in columns.items() if cells}

    def cell(found: tuple[float, bool] | None) -> str:
        return "–" if found is None else f"{found[0]:.2f}" + ("" if found[1] else " (open)")

    sizes = sorted({size for cells in columns.values() for size in cells})
    return Table(
        "How many times as fast IFMA is (open: the spreads overlap)",
        ["n", *columns],
        [[power(size), *(cell(cells.get(size)) for cells in columns.values())] for size in sizes],
        folded=False,
    )


def verdict(duels: list[tuple[int, float, bool]]) -> str:
    """States in words who wins where, and by how much."""
    wins = [(size, ratio) for size, ratio, clear in duels if clear and ratio > 1]
    losses = [(size, 1 / ratio) for size, ratio, clear in duels if clear and ratio < 1]
    ties = [size for size, _, clear in duels if not clear]
    parts = []
    for found, word in ((wins, "faster"), (losses, "slower")):
        if found:
            where = "every n measured" if len(found) == len(duels) else f"n = {ranges([size for size, _ in found])}"
            size, most = max(found, key=lambda pair: pair[1])
            least = min(factor for _, factor in found)
            factors = (
                f"{least:.2f} times"
                if most - least < 0.005
                else f"{least:.2f} to {most:.2f} times (most at {power(size)})"
            )
            parts.append(f"IFMA is {word} at {where}, by {factors}")
    if ties:
        parts.append(f"no clear difference at n = {ranges(ties)}, where the spreads overlap")
    return "; ".join(parts)


def ranges(sizes: list[int]) -> str:
    """Returns a text such as 2⁸–2¹¹, 2¹³."""
    runs: list[list[int]] = []
    for size in sorted(sizes):
        if runs and size == runs[-1][-1] + 1:
            runs[-1].append(size)
        else:
            runs.append([size])
    return ", ".join(power(run[0]) if len(run) == 1 else f"{power(run[0])}–{power(run[-1])}" for run in runs)


def on_top_section(records: list[Record]) -> Section:
    """Shows the better algorithm with the proposal."""
    result = Section(
        "on_top",
        "The extension on top of Ringlet's method",
        "not in the papers: Figure 6 for Shoup's products with lazy reductions",
        rows=rows_of(records),
    )
    forward = by_size(records, "ntt_forward")
    gains = {
        "with a widening multiplication alone (+M)": "mqx +M shoup",
        "with carries and borrows alone (+C)": "mqx +C shoup",
        "with all of it (+M,C)": "mqx shoup",
        "with all of it in rows of limbs": "mqx rows",
    }
    found = [
        f"{what} {factor:.2f}"
        for what, series in gains.items()
        if (factor := forward.slowdown("avx512 shoup", series)) is not None and factor.clear
    ]
    if found:
        text = (
            "Ringlet's AVX-512 transforms would be so many times as fast with parts of the extension (projected, "
            f"geometric mean): {'; '.join(found)}."
        )
        ifma = forward.slowdown("avx512 shoup", "ifma")
        if ifma is not None and ifma.clear:
            text += f" IFMA, which exists, makes them {ifma:.2f} times as fast (measured)."
        result.lead.append(text)
    shown = ("avx512 shoup", "ifma", "mqx +M shoup", "mqx +C shoup", "mqx shoup", "mqx +Mh,C shoup", "mqx rows")
    if "avx512 shoup" in forward:
        figure, (axes,) = canvas(height=3.6)
        _lines(axes, forward, shown, relative_to="avx512 shoup")
        fit_to_lines([axes], from_zero=True)
        sizes_axis(axes, forward.places())
        axes.set_ylabel("speed, Ringlet's AVX-512 = 1")
        legend_above(figure, axes, 3)
        result.plots.append(Plot("on_top", figure, "Speed relative to Ringlet's AVX-512 kernels by size"))
    result.tables.append(times_table("Forward, ns per butterfly", forward, forward.places(), power, "n"))
    if "mqx rows" in forward:
        result.notes.append(
            "In rows of limbs (lab/arith/row_shoup128.hpp): eight products of 64-bit words a butterfly where Ringlet's "
            "method on words has nine, and fewer additions, for tables half as large again, which large transforms "
            "replace inside vectors. It is the method of the kernels for IFMA, whose limbs have 52 bits."
        )
    return result
