"""Series of figures, their names and looks, and comparisons of records."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from .records import Record


@dataclass(frozen=True)
class Look:
    label: str
    colour: str
    projected: bool = False


# Looks of series, by the names that `name` returns.
LOOKS = {
    "gmp": Look("GMP", "gmp"),
    "scalar": Look("scalar", "scalar"),
    "avx2": Look("AVX2", "avx2"),
    "avx512": Look("AVX-512", "avx512"),
    "ifma": Look("IFMA, Ringlet", "ifma"),
    "mqx": Look("MQX, projected", "mqx", projected=True),
    "mqx avx2": Look("MQX on AVX2, projected", "avx2", projected=True),
    "scalar shoup": Look("scalar, Ringlet", "scalar"),
    "avx2 shoup": Look("AVX2, Ringlet", "avx2"),
    "avx512 shoup": Look("AVX-512, Ringlet", "own"),
    "mqx shoup": Look("MQX and Ringlet's method, projected", "mqx2", projected=True),
    "mqx rows": Look("MQX and Ringlet's rows of limbs, projected", "mqx3", projected=True),
    "mqx +M shoup": Look("+M and Ringlet's method, projected", "mqx", projected=True),
    "mqx +C shoup": Look("+C and Ringlet's method, projected", "avx2", projected=True),
    "mqx +Mh,C shoup": Look("+Mh,C and Ringlet's method, projected", "scalar", projected=True),
}


def base_of(record: Record) -> str:
    """Returns the instruction set of a record: gmp, scalar, avx2, avx512 or ifma."""
    if record.backend.startswith("gmp"):
        return "gmp"
    if record.method.startswith("radix52"):
        return "ifma"
    if "avx512" in record.backend:
        return "avx512"
    return "avx2" if "avx2" in record.backend else "scalar"


def multiplication_of(record: Record) -> str:
    """Returns the kind of product. schoolbook and karatsuba belong to the papers' method, shoup to the library's own,
    in words or in doubles, and rows to that of its kernels for IFMA."""
    if record.method.startswith("fma"):
        return "shoup"
    for kind in ("karatsuba", "schoolbook", "shoup", "rows"):
        if kind in record.method:
            return kind
    return ""


def name(record: Record) -> str:
    """Returns the name of a record's series. A name without an addition means the papers' method, schoolbook."""
    base, multiplication = base_of(record), multiplication_of(record)
    if base in ("gmp", "ifma"):
        return base
    words = [base] if record.mode == "measured" else ["mqx" if base == "avx512" else f"mqx {base}"]
    if record.mode != "measured" and record.features != "+M,C":
        words.append(record.features)
    if multiplication not in ("schoolbook", ""):
        words.append(multiplication)
    if record.mode == "emulated":
        words.append("emulated")
    return " ".join(words)


class Ratio(float):
    """Ratio of two times, with the least and the greatest value that the repetitions allow."""

    low: float
    high: float

    def __new__(cls, value: float, low: float, high: float) -> "Ratio":
        ratio = super().__new__(cls, value)
        ratio.low, ratio.high = low, high
        return ratio

    @property
    def clear(self) -> bool:
        """True if the spread leaves no doubt which is faster."""
        return self.low > 1 or self.high < 1

    def inverse(self) -> "Ratio":
        return Ratio(1 / self, 1 / self.high, 1 / self.low)


def ratio_of(slow: Record, fast: Record) -> Ratio:
    return Ratio(slow.median / fast.median, slow.spread[0] / fast.spread[1], slow.spread[1] / fast.spread[0])


def mean_ratio(ratios: Iterable[Ratio]) -> Ratio | None:
    """Returns the geometric mean. Its spread is that of the ends: repetitions of one run err together."""
    several = list(ratios)
    if not several:
        return None
    ends = ([float(one) for one in several], [one.low for one in several], [one.high for one in several])
    return Ratio(*(math.exp(sum(map(math.log, values)) / len(values)) for values in ends))


class Times:
    """Records of one experiment by series and by their place in the figure: the operation, or the size."""

    def __init__(self, records: Iterable[Record], place: Callable[[Record], object]) -> None:
        self.by_series: dict[str, dict[object, Record]] = {}
        for record in records:
            self.by_series.setdefault(name(record), {})[place(record)] = record

    def __contains__(self, series: str) -> bool:
        return series in self.by_series

    def places(self) -> list:
        return sorted({place for records in self.by_series.values() for place in records})

    def value(self, series: str, place: object) -> float | None:
        record = self.by_series.get(series, {}).get(place)
        return record.median if record else None

    def record(self, series: str, place: object) -> Record | None:
        return self.by_series.get(series, {}).get(place)

    def slowdown(self, slow: str | tuple[str, ...], fast: str, places: Iterable[object] | None = None) -> Ratio | None:
        """Returns the time of the slow series over that of the fast one, as the geometric mean over the places that
        both have. If there are several slow series, the slowest counts at each place."""
        several = (slow,) if isinstance(slow, str) else slow
        ratios = []
        for place in self.places() if places is None else places:
            records = [record for one in several if (record := self.record(one, place)) is not None]
            reference = self.record(fast, place)
            if records and reference is not None:
                ratios.append(ratio_of(max(records, key=lambda record: record.median), reference))
        return mean_ratio(ratios)


def apart(one: Record, other: Record) -> bool:
    """Returns whether the spreads of two measurements do not touch."""
    return one.spread[1] < other.spread[0] or other.spread[1] < one.spread[0]
