"""Writes the README's table and chart of speed from reports of scripts/bench.

Replaces the text between two comments in README.md, and docs/_static/speed.svg. A row that no report has is left out,
and so is a peer that was not measured.

Example: scripts/bench chart build/release/ringlet_bench.json build/release/ringlet_bench_rns.json
"""

import argparse
import datetime
import json
import math
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[2]
BEGIN = "<!-- The table and the chart are written by scripts/bench chart. -->"
END = "<!-- The end of what scripts/bench chart writes. -->"

# Names of operations in the reports, and in the README.
ROWS = {
    "seal/n:4096/bits:36/forward": "Forward transform, n = 4096, 36-bit q",
    "seal/n:32768/bits:55/forward": "Forward transform, n = 32768, 55-bit q",
    "seal/n:16384/bits:49/elementwise-product": "Element-wise product, n = 16384, 49-bit q",
    "seal/n:16384/bits:49/ring-product": "Product of polynomials, n = 16384, 49-bit q",
    "key switch 2^14 8+1": "Key switch, n = 16384, 8 + 1 moduli",
    "forward bn254-fr 2^16": "Forward transform, 2^16 points, BN254",
    "product bn254-fr 2^12": "Montgomery product, 2^12 numbers, BN254",
}
# Names of peers in the reports, and in the README, in its order. GMP is left out: it only verifies results.
PEERS = {
    "tfhe-ntt": "tfhe-ntt",
    "ntl": "NTL",
    "flint": "FLINT",
    "SEAL": "SEAL",
    "Lattigo": "Lattigo",
    "gnark": "gnark-crypto",
    "arkworks": "arkworks",
    "halo2curves": "halo2curves",
}


@dataclass
class Row:
    """Nanoseconds of one operation."""

    ours: float
    peers: dict[str, float] = field(default_factory=dict)

    def ratios(self) -> dict[str, float]:
        """Returns how many times as fast as each peer Ringlet is."""
        return {PEERS[name]: self.peers[name] / self.ours for name in PEERS if name in self.peers}


@dataclass
class Speed:
    """Rows by the README's names, and the machine on which they were measured."""

    machine: str
    rows: dict[str, Row]
    versions: list[str]


def times_of(report: dict) -> dict[str, dict[str, float]]:
    """Returns nanoseconds by operation and contender. A contender's first measurement of an operation counts."""
    times: dict[str, dict[str, float]] = {}
    for record in report.get("benchmarks", []):
        operation, _, contender = record["run_name"].rpartition("/")
        times.setdefault(operation, {}).setdefault(contender, record["real_time"])
    for record in report.get("measurements", []):
        times.setdefault(record["operation"], {}).setdefault(record["of"], record["nanoseconds"])
    return times


def read(reports: list[dict], cpu: str | None = None) -> Speed:
    """Returns the rows that the reports have. Refuses reports of several machines, or of a build with checks."""
    contexts = [report.get("context", report) for report in reports]
    for context in contexts:
        if context["build"] != "optimised":
            sys.exit(f"chart: a report is of a build {context['build']}")
    machines = sorted({(context["cpu"], context["compiler"]) for context in contexts})
    if len(machines) != 1:
        sys.exit(f"chart: reports are of several machines or compilers: {machines}")
    machine = f"{cpu or machines[0][0].replace('(R)', '')}, {machines[0][1].partition(' (')[0]}"
    backend = next((f", backend `{context['backend']}`" for context in contexts if "backend" in context), "")
    times: dict[str, dict[str, float]] = {}
    for report in reports:
        times |= times_of(report)
    rows = {}
    for operation, name in ROWS.items():
        of = times.get(operation, {})
        row = Row(of.get("ringlet", of.get("Ringlet", 0.0)), {peer: of[peer] for peer in PEERS if peer in of})
        if row.ours and row.peers:
            rows[name] = row
    if not rows:
        sys.exit("chart: the reports have no operation of the table, or no peer")
    labels = " ".join(record["label"] for report in reports for record in report.get("benchmarks", []))
    versions = [found[0] for name in PEERS.values() if (found := re.search(rf"\b{re.escape(name)} \d[\d.]*", labels))]
    return Speed(machine + backend, rows, versions)


def duration(nanoseconds: float) -> str:
    """Returns a time with three digits and a unit."""
    scale, unit = next((s, u) for s, u in ((1e6, "ms"), (1e3, "µs"), (1, "ns")) if nanoseconds >= s or s == 1)
    value = nanoseconds / scale
    return f"{value:.{max(0, 2 - int(math.log10(max(value, 1))))}f} {unit}"


def times_as_fast(ratio: float) -> str:
    return f"{ratio:.0f}" if ratio >= 10 else f"{ratio:.1f}"


def markdown(speed: Speed, date: str) -> str:
    """Returns the README's sentence on the machine, the link to the chart, and the table."""
    versions = f" Peers: {', '.join(speed.versions)}." if speed.versions else ""
    lines = [
        f"Measured on {date}: {speed.machine}, one thread, medians.{versions}",
        "",
        "![How many times as fast as other libraries Ringlet is, by operation](docs/_static/speed.svg)",
        "",
        "| operation | Ringlet | times as fast as |",
        "| --- | --- | --- |",
    ]
    for name, row in speed.rows.items():
        ratios = ", ".join(f"{peer} {times_as_fast(ratio)}" for peer, ratio in row.ratios().items())
        lines.append(f"| {name} | {duration(row.ours)} | {ratios} |")
    return "\n".join(lines)


STYLE = """
    svg { font: 14px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
    .paper { fill: #ffffff; stroke: #d0d7de; }
    text { fill: #1f2328; }
    .head { font-weight: 600; paint-order: stroke; stroke: #ffffff; stroke-width: 4px; }
    .faint { fill: #59636e; }
    .grid { stroke: #d0d7de; }
    .one { stroke: #59636e; }
    .bar { fill: #2467c9; }
    .slower { fill: #c4501b; }
    @media (prefers-color-scheme: dark) {
      .paper { fill: #0d1117; stroke: #3d444d; }
      text { fill: #f0f6fc; }
      .head { stroke: #0d1117; }
      .faint { fill: #9198a1; }
      .grid { stroke: #3d444d; }
      .one { stroke: #9198a1; }
      .bar { fill: #6ea8ff; }
      .slower { fill: #ff9a5c; }
    }"""
WIDTH, LEFT, RIGHT = 480, 116, 48  # the bars lie between the peers' names and room for a figure
BAR, LINE, HEAD, GAP = 14, 20, 26, 10


def svg(speed: Speed, date: str) -> str:
    """Returns the chart, with a logarithmic axis. Its own background keeps it readable on any page."""
    all_ratios = [ratio for row in speed.rows.values() for ratio in row.ratios().values()]
    low = min(1.0, 0.9 * min(all_ratios))
    high = 1.1 * max(2.0, *all_ratios)

    def x(ratio: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * math.log(ratio / low) / math.log(high / low)

    top, y = 64, 64
    bars = []
    for name, row in speed.rows.items():
        bars.append(f'<text class="head" x="16" y="{y + 15}">{escape(name)}</text>')
        y += HEAD
        for peer, ratio in row.ratios().items():
            left, right = sorted((x(1), x(ratio)))
            kind = "bar" if ratio >= 1 else "slower"
            bars.append(f'<text x="{LEFT - 8}" y="{y + 12}" text-anchor="end">{escape(peer)}</text>')
            bars.append(f'<rect class="{kind}" x="{left:.1f}" y="{y}" width="{right - left:.1f}" height="{BAR}"/>')
            bars.append(f'<text x="{right + 6:.1f}" y="{y + 12}">{times_as_fast(ratio)}</text>')
            y += LINE
        y += GAP
    height = y + 12
    grid = []
    for tick in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000):
        if low <= tick <= high:
            kind = "one" if tick == 1 else "grid"
            grid.append(f'<line class="{kind}" x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="{top - 6}" y2="{y}"/>')
            grid.append(f'<text class="faint" x="{x(tick):.1f}" y="{top - 12}" text-anchor="middle">{tick:g}</text>')
    figures = "; ".join(
        f"{name}: {', '.join(f'{peer} {times_as_fast(ratio)}' for peer, ratio in row.ratios().items())}"
        for name, row in speed.rows.items()
    )
    body = "\n  ".join([*grid, *bars])
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    return f"""<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title description">
  <title id="title">How many times as fast as other libraries Ringlet is</title>
  <desc id="description">{escape(figures)}. {escape(speed.machine.replace("`", ""))}, one thread, {date}.</desc>
  <style>{STYLE}
  </style>
  <rect class="paper" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="6"/>
  <text class="head" x="16" y="26">Ringlet is this many times as fast as …</text>
  {body}
</svg>
"""


def replaced(text: str, table: str) -> str:
    """Returns the README with another table between the two comments."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        sys.exit(f"chart: README.md lacks the line {END if begin else BEGIN}")
    return f"{before}{BEGIN}\n{table}\n\n{END}{after}"


def main(arguments: list[str] | None = None, root: Path = ROOT) -> None:
    parser = argparse.ArgumentParser(
        prog="scripts/bench chart", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "reports",
        metavar="REPORT",
        nargs="+",
        type=Path,
        help="JSON of scripts/bench, scripts/bench rns or scripts/bench multiword, all of one machine",
    )
    parser.add_argument(
        "--date",
        metavar="DAY",
        type=datetime.date.fromisoformat,
        help="day of the measurement, as 2026-11-26 (default: that of the newest report's file)",
    )
    parser.add_argument("--cpu", metavar="NAME", help="how to call the CPU (default: as the reports do)")
    given = parser.parse_args(arguments)
    newest = max(path.stat().st_mtime for path in given.reports)
    day = given.date or datetime.date.fromtimestamp(newest)
    date = f"{day.day} {day:%B} {day.year}"
    speed = read([json.loads(path.read_text(encoding="utf-8")) for path in given.reports], given.cpu)
    readme = root / "README.md"
    readme.write_text(replaced(readme.read_text(encoding="utf-8"), markdown(speed, date)), encoding="utf-8")
    (root / "docs/_static/speed.svg").write_text(svg(speed, date), encoding="utf-8")


if __name__ == "__main__":
    main()
