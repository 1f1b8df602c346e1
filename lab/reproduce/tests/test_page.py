"""The page of a short, real run, in a browser without a network."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from .browser import Browser, executable
from .conftest import ROOT

# Checks that a plot is visible and drawn: some path or text inside has a size.
VISIBLE = """(() => {
  const figure = document.getElementById("plot-%s");
  const box = figure && figure.querySelector("svg").getBoundingClientRect();
  return !!box && box.width > 200 && box.height > 100 && figure.querySelectorAll("path, use").length > 10;
})()"""


def reproduce(output: Path, programs: Path, *options: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "reproduce", "--quick", "--programs", str(programs), "--output", str(output), *options],
        cwd=ROOT / "lab",
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory, programs: Path) -> Path:
    folder = tmp_path_factory.mktemp("reproduce")
    answer = reproduce(folder, programs)
    assert answer.returncode == 0, answer.stderr
    return folder


@pytest.fixture(scope="module")
def report(output: Path) -> dict:
    return json.loads((output / "report.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def browser(output: Path):
    program = executable()
    if not program:
        pytest.skip("there is no Chromium (Debian: chromium)")
    with Browser(program) as one:
        one.open(output / "index.html")
        yield one


def test_loads_offline_without_a_complaint(browser: Browser, output: Path) -> None:
    assert browser.complaints == []
    assert [url for url in browser.requests if not url.startswith("data:")] == [(output / "index.html").as_uri()]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_shows_every_figure_that_the_json_holds(browser: Browser, report: dict, scheme: str) -> None:
    browser.colours(scheme)
    plots = [plot for figure in report["figures"] for plot in figure["plots"]]
    assert plots
    for plot in plots:
        assert browser.evaluate(VISIBLE % plot), plot
    for plot in report["summary_plots"]:
        assert browser.evaluate(VISIBLE % plot), plot
    assert browser.evaluate("document.querySelectorAll('figure').length") == len(plots) + len(report["summary_plots"])
    for figure in report["figures"]:
        shown = browser.evaluate(f"document.querySelectorAll('#{figure['key']} .claims tbody tr').length")
        assert shown == len(figure["claims"]), figure["key"]


def test_dark_is_dark(browser: Browser) -> None:
    seen = {}
    for scheme in ("light", "dark"):
        browser.colours(scheme)
        seen[scheme] = browser.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert seen["light"] != seen["dark"]


def test_no_name_is_used_twice(browser: Browser) -> None:
    assert (
        browser.evaluate("""(() => {
      const names = [...document.querySelectorAll("[id]")].map(element => element.id);
      return names.filter((name, index) => names.indexOf(name) !== index);
    })()""")
        == []
    )


def test_projections_say_so(browser: Browser, report: dict) -> None:
    projected = [
        record for figure in report["figures"] for record in figure["data"] if record.get("mode") == "projected"
    ]
    if not projected:
        pytest.skip("nothing is projected on this machine")
    text = browser.evaluate("document.body.textContent")
    assert "projected" in text
    headers = browser.evaluate("[...document.querySelectorAll('table.data th')].map(cell => cell.textContent)")
    for header in headers:
        assert "projected" in header or "MQX" not in header, header


def test_says_what_mqx_is_and_where_the_papers_are(browser: Browser) -> None:
    assert "three AVX-512 instructions that no CPU has" in browser.evaluate(
        "document.querySelector('#mqx').textContent"
    )
    links = browser.evaluate("[...document.querySelectorAll('#mqx a')].map(a => [a.href, a.textContent.length])")
    assert len(links) == 3
    assert all(link.startswith("https://") and title > 40 for link, title in links)


def test_is_short_in_short(browser: Browser, report: dict) -> None:
    assert 1 <= len(report["summary"]) <= 3
    assert browser.evaluate("document.querySelectorAll('#summary p').length") == len(report["summary"])
    has_avx512 = any(
        record["backend"] == "avx512dq"
        for figure in report["figures"]
        for record in figure["data"]
        if "backend" in record
    )
    assert report["summary_plots"] == (["short"] if has_avx512 else [])


def test_a_row_without_a_value_says_why(browser: Browser) -> None:
    rows = browser.evaluate(
        "[...document.querySelectorAll('.claims tbody tr')].map(row => (row.querySelector('.here, .why')).textContent)"
    )
    assert rows
    for text in rows:
        assert any(letter.isdigit() for letter in text) or len(text) > 20, text
    gaps = browser.evaluate("""[...document.querySelectorAll("details")].filter(
      one => [...one.querySelectorAll("td")].some(cell => cell.textContent === "–") && !one.querySelector(".note")
    ).map(one => one.textContent.slice(0, 80))""")
    assert gaps == []


def test_open_findings_are_grey_and_compared_with_nothing(browser: Browser) -> None:
    rows = browser.evaluate("""[...document.querySelectorAll("tr.open")].map(row => [
      getComputedStyle(row.querySelector(".here")).color, getComputedStyle(row.querySelector(".cited")).color,
      row.lastElementChild.textContent])""")
    for colour, faint, difference in rows:
        assert colour == faint
        assert difference == "open: within the spread"


# Computes the least size of a letter in a plot, in pixels of the screen; exponents have 0.7 of their line's.
LETTERS = """(() => {
  const sizes = [...document.querySelectorAll("figure text, figure tspan")].filter(one => one.textContent.trim()).map(
    one => {
      const scale = one.closest("text").getScreenCTM();
      return parseFloat(getComputedStyle(one).fontSize) * Math.hypot(scale.a, scale.b);
    });
  return Math.min(...sizes);
})()"""


@pytest.mark.parametrize(("width", "letters"), [(1280, 10), (400, 8)])
def test_labels_are_legible_and_the_page_does_not_scroll_sideways(browser: Browser, width: int, letters: int) -> None:
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
    try:
        assert browser.evaluate("document.documentElement.scrollWidth") <= width
        assert browser.evaluate(LETTERS) >= letters
    finally:
        browser.call("Emulation.clearDeviceMetricsOverride")


def test_writes_plots_and_tables_beside_it(output: Path, report: dict) -> None:
    for figure in report["figures"]:
        for plot in figure["plots"]:
            for suffix in ("svg", "png"):
                assert (output / "plots" / f"{plot}.{suffix}").stat().st_size > 1000
        if figure["data"]:
            lines = (output / "csv" / f"{figure['key']}.csv").read_text(encoding="utf-8").splitlines()
            assert len(lines) == len(figure["data"]) + 1


def test_a_machine_without_avx512_and_llvm_mca(tmp_path: Path, programs: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("cores = 0", encoding="utf-8")
    answer = reproduce(
        tmp_path,
        programs,
        "--without",
        "avx512",
        "--without",
        "llvm-mca",
        "--only",
        "listing4",
        "--only",
        "on_top",
        "--only",
        "fig7",
        "--only",
        "hexl",
        "--cpu",
        str(bad),
    )
    figures = {one["key"]: one for one in json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["figures"]}
    assert "no AVX-512" in figures["on_top"]["missing"][0]
    assert "llvm-mca of LLVM 19 is not installed" in figures["listing4"]["missing"][0]
    assert not figures["on_top"]["data"] + figures["listing4"]["data"]
    assert figures["hexl"]["data"]
    assert "bad.toml" in figures["fig7"]["missing"][0]
    assert "bad.toml" in answer.stderr
