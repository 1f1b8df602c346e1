"""Figure 6 and section 5.5 of the MICRO 2025 paper: the parts of the extension, and the two ways to multiply."""

from ..plot import Bars, Plot, canvas, colour, grouped_bars, legend_above, short
from ..records import Record
from ..report import Claim, Section, Table, power
from ..series import Ratio, Times
from .ntt import by_size
from .tables import label_of, rows_of

PARTS = {"+M": "mqx +M", "+C": "mqx +C", "+M,C": "mqx", "+Mh,C": "mqx +Mh,C", "+M,C,P": "mqx +M,C,P"}
MULTIPLIERS = ("scalar", "avx2", "avx512", "mqx")


def section(records: list[Record]) -> Section:
    result = Section(
        "fig6", "The parts of the extension", "MICRO 2025, Figure 6 and section 5.5", rows=rows_of(records)
    )
    times = by_size(records, "ntt_forward")
    relative = {part: times.slowdown(series, "avx512") for part, series in PARTS.items()}
    with_shoup = {part: times.slowdown(f"{series} shoup", "avx512 shoup") for part, series in PARTS.items()}
    place = "section 5.5, on the EPYC"

    def over(one: str, other: str) -> Ratio | None:
        return times.slowdown(PARTS[one], PARTS[other])

    result.claims = [
        Claim("+M over +C", place, None, "slightly above 1", over("+C", "+M"), projected=True),
        Claim("+M,C over +Mh,C", place, None, "slightly above 1", over("+Mh,C", "+M,C"), projected=True),
        Claim("+M,C,P over +M,C", place, None, 1.1, over("+M,C", "+M,C,P"), projected=True),
    ]
    groups = [part for part in PARTS if relative[part] or with_shoup[part]]
    figure, (axes,) = canvas(height=3.6)
    grouped_bars(
        axes,
        groups,
        [
            Bars(label, tint, [values[part] for part in groups], projected=True)
            for label, tint, values in (
                ("the papers' method, projected", "mqx", relative),
                ("Ringlet's method, projected", "mqx2", with_shoup),
            )
            if any(values.values())
        ],
    )
    axes.axhline(1, color=colour("avx512"), linewidth=1.4, label="AVX-512 with the same method, measured")
    axes.set_ylabel("time per butterfly, AVX-512 = 1")
    axes.set_ylim(bottom=0)
    legend_above(figure, axes)
    result.plots.append(Plot("fig6", figure, "Projected time per butterfly with parts of the extension"))
    result.notes.append(
        "+M: widening products; +C: carries and borrows; +Mh: only the high half of products; +P: predicates. "
        "Geometric mean over all sizes measured."
    )
    result.left_out.append("The heights of the bars in Figure 6: no text states them.")
    return result


def multiplication_section(records: list[Record]) -> Section:
    result = Section("karatsuba", "Schoolbook against Karatsuba", "MICRO 2025, section 5.5", rows=rows_of(records))
    times = by_size(records, "ntt_forward")
    found = {one: times.slowdown(f"{one} karatsuba", one) for one in MULTIPLIERS}
    found = {one: ratio for one, ratio in found.items() if ratio is not None}
    if not found:
        result.missing.append("needs transforms with both ways to multiply")
        return result
    place = "section 5.5"
    expected = {"scalar": (1.1, "nearly 1")}
    for one, ratio in found.items():
        intel, amd = expected.get(one, (1.1, 1.1))
        result.claims.append(
            Claim(
                f"Schoolbook over Karatsuba, {label_of(one).removesuffix(', projected')}",
                place,
                intel,
                amd,
                ratio,
                projected=one == "mqx",
                note="The text has one average, 1.1, for all implementations.",
            )
        )
    result.lead.append(_verdict(found))
    figure, (axes,) = canvas(height=3.0)
    grouped_bars(
        axes,
        [label_of(one) for one in found],
        [
            Bars(
                label,
                tint,
                [
                    ratio if (one == "mqx") == projected and ratio.clear == clear else None
                    for one, ratio in found.items()
                ],
                projected,
            )
            for label, tint, projected, clear in (
                ("measured", "avx512", False, True),
                ("projected", "mqx", True, True),
                ("measured, open", "published", False, False),
                ("projected, open", "published", True, False),
            )
        ],
        stacked=True,
    )
    axes.axhline(1, color=colour("faint"), linewidth=1)
    axes.set_ylabel("time, schoolbook = 1")
    result.plots.append(Plot("karatsuba", figure, "Time of transforms with Karatsuba's products, schoolbook = 1"))
    result.tables.append(
        Table(
            "Karatsuba's time over schoolbook's, by size",
            ["n", *(label_of(one) for one in found)],
            [
                [power(size), *(_cell(times, one, size) for one in found)]
                for size in times.places()
                if any(times.value(f"{one} karatsuba", size) for one in found)
            ],
        )
    )
    return result


def _verdict(found: dict[str, Ratio]) -> str:
    """States which multiplication is faster where, as far as the spreads tell."""
    kinds = (
        ("schoolbook multiplication is the faster way on", lambda ratio: ratio.clear and ratio > 1),
        ("Karatsuba's three products are the faster way on", lambda ratio: ratio.clear and ratio < 1),
        ("the repetitions' spread leaves it open on", lambda ratio: not ratio.clear),
    )
    parts = []
    for text, holds in kinds:
        names = [label_of(one) for one, ratio in found.items() if holds(ratio)]
        if names:
            parts.append(f"{text} {' and '.join(names)}")
    text = "; ".join(parts) + "."
    return text[0].upper() + text[1:]


def _cell(times: Times, one: str, size: int) -> str:
    karatsuba, schoolbook = times.value(f"{one} karatsuba", size), times.value(one, size)
    return short(karatsuba / schoolbook) if karatsuba and schoolbook else "–"
