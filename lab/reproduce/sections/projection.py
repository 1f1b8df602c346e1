"""Tables 5 and 6 of the MICRO 2025 paper: the projection's error for existing instructions."""

from ..plot import Plot, canvas, colour, legend_above, short
from ..records import Record
from ..report import PAPER_CPUS, Claim, Section, Table
from .tables import rows_of

# Table 6, in percent: Xeon, EPYC.
PAPER = {
    "_mm256_mul_epu32": (3.23, 2.64),
    "_mm512_mask_add_epi64": (-7.68, 5.25),
    "_mm512_mask_sub_epi64": (-4.30, 1.27),
}
# Table 5.
PROXIES = {
    "_mm256_mul_epu32": "_mm256_mullo_epi32",
    "_mm512_mask_add_epi64": "_mm512_add_epi64",
    "_mm512_mask_sub_epi64": "_mm512_sub_epi64",
}


def section(records: list[Record]) -> Section:
    result = Section(
        "table6", "The error of the projection", "MICRO 2025, Tables 5 and 6, section 5.2", rows=rows_of(records)
    )
    errors = {record.method: record for record in records if record.unit == "relative_error_percent"}
    times = {record.method: record for record in records if record.unit == "ns/butterfly"}
    rows = []
    for target, (intel, amd) in PAPER.items():
        error = errors.get(target)
        if error is None:
            result.missing.append(f"{target}: not measured on this machine")
        result.claims.append(
            Claim(
                f"{target} by {PROXIES[target]}",
                "Table 6",
                intel,
                amd,
                error.median if error else None,
                unit="%",
                projected=True,
                unsure=bool(error) and _contains_zero(error),
            )
        )
        if error:
            cells = [f"{value:+.2f}".replace("-", "−") for value in (error.median, *error.spread)]
            both = [short(times[one].median) if one in times else "–" for one in (target, PROXIES[target])]
            rows.append([target, *both, cells[0], f"{cells[1]} to {cells[2]}", str(error.repetitions)])
    if errors:
        result.lead.append(error_in_words(list(errors.values())))
        result.plots.append(_plot(errors))
    result.tables.append(
        Table(
            "Transforms of 2¹⁴ points",
            ["instruction", "ns per butterfly", "with its proxy (projected)", "error, %", "spread", "repetitions"],
            rows,
        )
    )
    result.notes.append(
        "The error is (target − proxy) / target, equation 12: negative where the projection is pessimistic. "
        "Its spread is that of the repetitions. Masked operations wait for their mask and plain ones do not: as in the "
        "paper's section 5.2, an instruction more reads the mask, so that it is computed, but the sum still does not "
        "wait for it."
    )
    return result


def _contains_zero(error: Record) -> bool:
    return error.spread[0] <= 0 <= error.spread[1]


def error_in_words(errors: list[Record]) -> str:
    """States the projection's error; leaves out an error whose spread contains zero."""
    clear = [error for error in errors if not _contains_zero(error)]
    unclear = [error.method for error in errors if _contains_zero(error)]
    parts = []
    if clear:
        worst = max(clear, key=lambda error: abs(error.median))
        bound = "within" if abs(worst.median) < 8 else "beyond"
        parts.append(
            f"it errs by at most {worst.median:+.1f} % ({worst.method}) where that is clear, {bound} "
            "the 8 % that the paper states for its six cases".replace("-", "−")
        )
    if unclear:
        parts.append(f"its error for {', '.join(unclear)} cannot be told from zero, which lies within the spread")
    return f"How far the projection can be trusted, where the truth is known: {'; '.join(parts)}."


def _plot(errors: dict[str, Record]) -> Plot:
    figure, (axes,) = canvas(height=2.7)
    rows = [target for target in PAPER if target in errors]
    for row, target in enumerate(reversed(rows)):
        record = errors[target]
        low, high = record.spread
        axes.plot([low, high], [row, row], color=colour("mqx"), linewidth=5, alpha=0.35, solid_capstyle="round")
        axes.plot(record.median, row, "o", color=colour("mqx"), label="here, projected (spread)" if row == 0 else None)
        for cpu, value, mark in zip(PAPER_CPUS, PAPER[target], ("D", "s"), strict=True):
            label = f"{cpu}, cited" if row == 0 else None
            axes.plot(value, row, mark, color=colour("published"), markerfacecolor="none", markersize=6, label=label)
    axes.axvline(0, color=colour("faint"), linewidth=1)
    # The medians set the limits: disturbed repetitions leave the axes instead of compressing the rest.
    limit = 2 * max(abs(x) for target in rows for x in (errors[target].median, *PAPER[target]))
    axes.set_xlim(-limit, limit)
    axes.set_yticks(range(len(rows)), list(reversed(rows)))
    axes.set_ylim(-0.6, len(rows) - 0.4)
    axes.set_xlabel("relative error of the projected time, %")
    legend_above(figure, axes)
    return Plot("table6", figure, "Relative error of projected times for three instructions")
