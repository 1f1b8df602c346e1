"""Tables of records."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from ..plot import short
from ..records import Record
from ..report import Table
from ..series import LOOKS, Times


def rows_of(records: list[Record]) -> list[dict[str, Any]]:
    rows = []
    for record in records:
        row = asdict(record)
        row |= row.pop("extra")
        rows.append(row)
    return rows


def label_of(series: str) -> str:
    look = LOOKS.get(series)
    if look:
        return look.label
    return series.replace("avx512", "AVX-512").replace("avx2", "AVX2").replace("mqx", "MQX") + (
        ", projected" if series.startswith("mqx") and "emulated" not in series else ""
    )


def times_table(title: str, times: Times, places: list, name: Callable[[Any], str | None], what: str) -> Table:
    """Makes a table of medians, with the spread of their repetitions if it is known."""
    series = [one for one in LOOKS if one in times] + sorted(set(times.by_series) - set(LOOKS))

    def cell(one: str, place: object) -> str:
        record = times.record(one, place)
        if record is None:
            return "–"
        low, high = record.spread
        return short(record.median) + (f" ({short(low)}–{short(high)})" if low < high else "")

    return Table(
        title + ": median (spread)",
        [what, *map(label_of, series)],
        [[str(name(place) or place), *(cell(one, place) for one in series)] for place in places],
    )
