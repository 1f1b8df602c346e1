"""Parts of a report, before it is drawn."""

from dataclasses import dataclass, field
from typing import Any

from .plot import Plot, short
from .series import Ratio

# CPUs of the MICRO 2025 paper.
PAPER_CPUS = ("Xeon 8352Y", "EPYC 9654")


@dataclass(frozen=True)
class Claim:
    """Number of a paper as its text states it, and its counterpart here."""

    text: str
    place: str
    intel: float | str | None = None
    amd: float | str | None = None
    here: float | None = None
    unit: str = "×"
    projected: bool = False
    """True if the counterpart is a projection."""
    note: str = ""
    absent: str = "what it compares was not measured on this machine"
    """Reason for a missing counterpart."""
    unsure: bool = False
    """True if the spread of the counterpart is greater than itself."""

    @property
    def open(self) -> bool:
        """True for a counterpart that is shown in grey and compared with nothing."""
        return self.unsure or (isinstance(self.here, Ratio) and not self.here.clear)

    def cited(self, value: float | str | None) -> str:
        """Returns the value with as many digits as the paper gives."""
        if value is None:
            return "–"
        text = value if isinstance(value, str) else f"{value:g} {self.unit}"
        return text.replace("-", "−")

    def measured(self) -> str:
        if self.here is None:
            return "–"
        if self.unit == "":
            return f"{self.here:.0f}"
        return f"{self.here:.2f} %".replace("-", "−") if self.unit == "%" else f"{short(self.here)} {self.unit}"

    def difference(self) -> str:
        """Compares the counterpart with each of the paper's CPUs."""
        if self.here is None:
            return "–"
        if self.open:
            return "open: within the spread"
        parts = []
        for paper in (self.intel, self.amd):
            if isinstance(paper, float | int):
                parts.append(
                    f"{self.here - paper:+.1f} points"
                    if self.unit == "%"
                    else f"{100 * (self.here / paper - 1):+.0f} %"
                )
        return " / ".join(parts).replace("-", "−") or "–"


@dataclass(frozen=True)
class Table:
    title: str
    header: list[str]
    rows: list[list[str]]
    folded: bool = True
    gap: str = "not measured"
    """Meaning of a dash in the table."""

    @property
    def has_gaps(self) -> bool:
        return any("–" in row for row in self.rows)


@dataclass
class Section:
    """Figure or table of a paper."""

    key: str
    title: str
    source: str
    columns: tuple[str, ...] = PAPER_CPUS
    """CPUs of the claims."""
    lead: list[str] = field(default_factory=list)
    """Paragraphs, computed from the data."""
    claims: list[Claim] = field(default_factory=list)
    plots: list[Plot] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    """Results that the paper shows and this page cannot, with the reason."""
    missing: list[str] = field(default_factory=list)
    """Reasons why the section, or a part of it, is empty on this machine."""
    rows: list[dict[str, Any]] = field(default_factory=list)
    """Data for JSON and CSV."""

    def as_json(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "title": self.title,
            "source": self.source,
            "lead": self.lead,
            "claims": [claim.__dict__ for claim in self.claims],
            "plots": [plot.name for plot in self.plots],
            "left_out": self.left_out,
            "missing": self.missing,
            "data": self.rows,
        }


def faster(what: str, ratio: Ratio, than: str) -> str:
    """Compares two speeds as far as the spread allows. `ratio` is the time of `than` over that of `what`."""
    if not ratio.clear:
        return f"{what} and {than} cannot be told apart: the repetitions' spread is greater than the difference"
    if ratio < 1:
        return f"{than} is {short(1 / ratio)} times as fast as {what}"
    return f"{what} is {short(ratio)} times as fast as {than}"


def power(log: int) -> str:
    """Returns 2^14 with a raised exponent."""
    return "2" + str(log).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
