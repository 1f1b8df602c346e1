"""Output of the measuring programs: one JSON object on each line."""

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

MODES = ("measured", "emulated", "projected")
ERROR_UNIT = "relative_error_percent"
UNITS = ("ns/butterfly", "ns/element", "us", "GHz", ERROR_UNIT)


class RecordError(ValueError):
    """A line is no record; the message has the reason."""


@dataclass(frozen=True)
class Record:
    """Measurement: a median with the spread of its repetitions."""

    experiment: str
    backend: str
    mode: str
    unit: str
    median: float
    method: str = ""
    features: str = ""
    operation: str = ""
    bits: int = 0
    log_n: int = 0
    low: float | None = None
    high: float | None = None
    repetitions: int = 0
    extra: dict[str, Any] = field(default_factory=dict, hash=False, compare=False)

    @property
    def spread(self) -> tuple[float, float]:
        """Returns the spread, or twice the median if none was printed."""
        return (self.median if self.low is None else self.low, self.median if self.high is None else self.high)


def parse(line: str) -> Record:
    """Parses a line. Raises RecordError for anything that the report could not show truthfully."""
    try:
        fields = json.loads(line)
    except json.JSONDecodeError as error:
        raise RecordError(f"not JSON ({error}): {line[:120]}") from error
    if not isinstance(fields, dict):
        raise RecordError(f"not an object: {line[:120]}")
    known = Record.__dataclass_fields__.keys() - {"extra"}
    missing = {"experiment", "backend", "mode", "unit", "median"} - fields.keys()
    if missing:
        raise RecordError(f"lacks {', '.join(sorted(missing))}: {line[:120]}")
    record = Record(
        **{key: value for key, value in fields.items() if key in known},
        extra={key: value for key, value in fields.items() if key not in known},
    )
    if record.mode not in MODES:
        raise RecordError(f"mode {record.mode!r} is none of {', '.join(MODES)}")
    if record.unit not in UNITS:
        raise RecordError(f"unit {record.unit!r} is none of {', '.join(UNITS)}")
    for name in ("median", "low", "high"):
        value = getattr(record, name)
        if value is None:
            continue
        if not isinstance(value, int | float) or not math.isfinite(value):
            raise RecordError(f"{name} = {value!r} is no number: {line[:120]}")
        if value <= 0 and record.unit != ERROR_UNIT:
            raise RecordError(f"{name} = {value!r} is no positive time: {line[:120]}")
    return record


def parse_all(lines: Iterable[str]) -> list[Record]:
    return [parse(line) for line in lines if line.strip()]
