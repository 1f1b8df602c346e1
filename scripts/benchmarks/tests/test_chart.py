"""Tests the table and the chart that scripts/bench chart makes from reports."""

import json
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts"))

from benchmarks import chart  # noqa: E402

MACHINE = {"cpu": "A CPU(R)", "compiler": "clang++ 19.1.7 (3~deb12u1)", "build": "optimised"}
FORWARD = "seal/n:4096/bits:36/forward"


def of_words(**nanoseconds: float) -> dict:
    """Returns a report of scripts/bench with one operation."""
    records = [
        {"run_name": f"{FORWARD}/{name}", "real_time": time, "label": f"n=4096 q=12289 {name} 1.2.3 / ifma"}
        for name, time in nanoseconds.items()
    ]
    return {"context": {**MACHINE, "backend": "avx512ifma"}, "benchmarks": records}


def of_rows(**nanoseconds: float) -> dict:
    """Returns a report of scripts/bench rns with one operation."""
    records = [
        {"operation": "key switch 2^14 8+1", "of": name, "nanoseconds": time} for name, time in nanoseconds.items()
    ]
    return {**MACHINE, "measurements": records}


def written(tmp_path: Path, *reports: dict) -> tuple[str, ET.Element]:
    """Returns README and chart after a run with these reports."""
    (tmp_path / "docs/_static").mkdir(parents=True, exist_ok=True)
    (tmp_path / "README.md").write_text(f"before\n\n{chart.BEGIN}\nold\n{chart.END}\n\nafter\n")
    paths = []
    for number, report in enumerate(reports):
        paths.append(tmp_path / f"{number}.json")
        paths[-1].write_text(json.dumps(report))
    chart.main(["--date", "2026-11-26", *map(str, paths)], tmp_path)
    return (tmp_path / "README.md").read_text(), ET.parse(tmp_path / "docs/_static/speed.svg").getroot()


def test_ratios_are_those_of_the_report(tmp_path: Path) -> None:
    readme, drawing = written(
        tmp_path, of_words(ringlet=2000, scalar=9999, **{"tfhe-ntt": 3000}, gmp=9), of_rows(Ringlet=1e6, SEAL=4.5e6)
    )
    assert readme.startswith("before\n") and readme.endswith("\n\nafter\n") and "old" not in readme
    assert "Measured on 26 November 2026: A CPU, clang++ 19.1.7, backend `avx512ifma`, one thread" in readme
    assert "Peers: tfhe-ntt 1.2.3." in readme
    assert "| Forward transform, n = 4096, 36-bit q | 2.00 µs | tfhe-ntt 1.5 |" in readme
    assert "| Key switch, n = 16384, 8 + 1 moduli | 1.00 ms | SEAL 4.5 |" in readme
    texts = [text.text for text in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert {"tfhe-ntt", "1.5", "SEAL", "4.5"} < set(texts) and "gmp" not in texts
    # The longer of the two bars is that of the greater ratio, on a logarithmic axis.
    slow, fast = (float(bar.get("width")) for bar in drawing.iter() if bar.get("class") == "bar")
    assert fast / slow == pytest.approx(3.71, abs=0.01)


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    readme, _ = written(tmp_path, of_rows(Ringlet=1e6, SEAL=4.5e6))
    chart.main(["--date", "2026-11-26", str(tmp_path / "0.json")], tmp_path)
    assert (tmp_path / "README.md").read_text() == readme


def test_the_cpu_may_be_named(tmp_path: Path) -> None:
    written(tmp_path, of_rows(Ringlet=1e6, SEAL=4.5e6))
    chart.main(["--cpu", "Another name", str(tmp_path / "0.json")], tmp_path)
    assert ": Another name, clang++ 19.1.7, one thread" in (tmp_path / "README.md").read_text()


def test_a_slower_operation_is_drawn_to_the_left(tmp_path: Path) -> None:
    _, drawing = written(tmp_path, of_rows(Ringlet=2e6, SEAL=1e6))
    (bar,) = (bar for bar in drawing.iter() if bar.get("class") == "slower")
    assert float(bar.get("x")) >= chart.LEFT and float(bar.get("width")) > 0


@pytest.mark.parametrize(
    ("reports", "complaint"),
    [
        ([of_words(ringlet=1)], "no peer"),
        ([of_rows(Ringlet=1, SEAL=2), {**of_words(), "context": {**MACHINE, "cpu": "Another"}}], "several machines"),
        ([{**MACHINE, "build": "with run-time checks", "measurements": []}], "with run-time checks"),
    ],
)
def test_what_is_refused(tmp_path: Path, reports: list[dict], complaint: str) -> None:
    with pytest.raises(SystemExit, match=complaint):
        written(tmp_path, *reports)


def test_the_readme_has_the_comments() -> None:
    assert chart.replaced((ROOT / "README.md").read_text(encoding="utf-8"), "a table").count("a table") == 1
