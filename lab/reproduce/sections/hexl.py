"""Tables 1 to 4 of the Intel HEXL white paper: word-size kernels, a 50-bit modulus."""

from ..plot import Bars, Plot, canvas, grouped_bars, legend_above, short
from ..records import Record
from ..report import Claim, Section, Table
from ..series import ratio_of
from .tables import rows_of

SIZES = {10: 1024, 12: 4096, 14: 16384}
# Microseconds on a Xeon Platinum 8360Y, in the order of SIZES, from the slides of WAHC 2021. Parts (a) to (d) of
# the table there are the white paper's Tables 1 to 4.
PAPER = {
    "hexl1": (
        "Table 1: forward transform",
        {
            "native": (9.08, 38.8, 177),
            "AVX-512 DQ": (3.26, 13.4, 62.3),
            "AVX-512 IFMA": (1.25, 5.81, 33.1),
            "NFLlib": (4.82, 21.1, 97.8),
            "NTL": (2.44, 8.48, 40.2),
        },
    ),
    "hexl2": (
        "Table 2: inverse transform",
        {
            "native": (8.25, 37.8, 174),
            "AVX-512 DQ": (3.16, 14.6, 68.2),
            "AVX-512 IFMA": (1.23, 5.72, 32.4),
            "NFLlib": (6.07, 26.7, 124),
            "NTL": (2.12, 9.05, 42.4),
        },
    ),
    "hexl3": (
        "Table 3: product",
        {
            "native": (1.51, 5.71, 23.6),
            "AVX-512 DQ": (0.982, 3.43, 12.3),
            "AVX-512 DQ, floating point": (0.251, 1.08, 4.58),
        },
    ),
    "hexl4": (
        "Table 4: multiply-add",
        {"native": (0.53, 2.11, 9.01), "AVX-512 DQ": (0.53, 2.11, 9.01), "AVX-512 IFMA": (0.302, 1.20, 5.08)},
    ),
}
# Speed-ups for n = 4096 that the table gives beside the times.
SPEEDUPS = {
    "hexl1": {"AVX-512 DQ": 2.8, "AVX-512 IFMA": 6.6},
    "hexl2": {"AVX-512 DQ": 2.5, "AVX-512 IFMA": 6.6},
    "hexl3": {"AVX-512 DQ": 1.6, "AVX-512 DQ, floating point": 5.2},
    "hexl4": {"AVX-512 DQ": 1.0, "AVX-512 IFMA": 1.7},
}
# Implementations here that are compared with HEXL's.
BACKENDS = {"scalar": "native", "avx2": "AVX2", "avx512dq": "AVX-512 DQ", "avx512ifma": "AVX-512 IFMA"}
COLOURS = {
    "native": "scalar",
    "AVX2": "avx2",
    "AVX-512 DQ": "avx512",
    "AVX-512 DQ, floating point": "own",
    "AVX2, floating point": "gmp",
    "AVX-512 IFMA": "ifma",
}


def implementation(record: Record) -> str:
    return BACKENDS.get(record.backend, record.backend) + (
        ", floating point" if record.method == "floating point" else ""
    )


def section(records: list[Record]) -> Section:
    result = Section(
        "hexl",
        "Word-size kernels: HEXL's Tables 1 to 4",
        "Intel HEXL white paper, section 6.1; its numbers from the slides of WAHC 2021",
        columns=("Xeon 8360Y",),
        rows=rows_of(records),
    )
    here: dict[str, dict[str, dict[int, Record]]] = {}
    for record in records:
        here.setdefault(record.experiment, {}).setdefault(implementation(record), {})[record.log_n] = record
    figure, all_axes = canvas(height=6.4, columns=2, rows=2)
    for axes, (key, (title, paper)) in zip(all_axes, PAPER.items(), strict=True):
        found = here.get(key, {})
        _claims(result, key, title, found)
        columns = [*BACKENDS.values(), "AVX-512 DQ, floating point"]
        groups = ["HEXL", "here"]
        grouped_bars(
            axes,
            groups,
            [
                Bars(one, COLOURS[one], [paper.get(one, (0, None))[1], found[one][12].median if one in found else None])
                for one in columns
                if one in paper or one in found
            ],
        )
        axes.set_title(title)
        axes.set_ylabel("µs, n = 4096")
        result.tables.append(_table(title, paper, found))
    legend_above(figure, max(all_axes, key=lambda axes: len(axes.get_legend_handles_labels()[1])), 5)
    result.plots.append(Plot("hexl", figure, "Microseconds of HEXL's kernels in the paper and of Ringlet's here"))
    result.notes.append(
        "HEXL's times are those of a Xeon Platinum 8360Y with clang 10, so a quotient of times compares CPUs as well; "
        "the speed-ups over one machine's own native code do not."
    )
    result.left_out.append("Tables 5 and 6 (SEAL, PALISADE): scripts/bench seal runs SEAL's own benchmark.")
    return result


def _claims(result: Section, key: str, title: str, found: dict[str, dict[int, Record]]) -> None:
    for one, speedup in SPEEDUPS[key].items():
        here = None
        if one in found and "native" in found:
            here = ratio_of(found["native"][12], found[one][12])
        result.claims.append(Claim(f"{one} over native, n = 4096", title, speedup, None, here))


def _table(title: str, paper: dict, found: dict[str, dict[int, Record]]) -> Table:
    rows = []
    for one in dict.fromkeys([*paper, *found]):
        cells = [one]
        for place, log in enumerate(SIZES):
            theirs = paper[one][place] if one in paper else None
            record = found.get(one, {}).get(log)
            ours = record.median if record else None
            cells += [
                short(theirs) if theirs else "–",
                short(ours) if ours else "–",
                f"{short(theirs / ours)} ×" if theirs and ours else "–",
            ]
        rows.append(cells)
    header = ["implementation", *(text for n in SIZES.values() for text in (f"HEXL, n = {n}", "here", "HEXL / here"))]
    return Table(f"{title}, µs", header, rows, gap="not in the paper, or no such kernel here")
