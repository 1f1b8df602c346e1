"""Writes the report as files: a page that needs no other files, plots, CSV and JSON."""

import base64
import csv
import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2

from .plot import COLOURS
from .report import Section
from .sections.short import Summary


@dataclass(frozen=True)
class Facts:
    """Facts about the whole run."""

    cpu: str
    cores: int
    system: str
    memory: str
    compiler: str
    commit: str
    date: str
    quick: bool
    seconds: float
    steps: list[dict[str, Any]]


@dataclass(frozen=True)
class Paper:
    """Paper whose evaluation is rerun."""

    name: str
    authors: str
    title: str
    link: str


PAPERS = (
    Paper(
        "MICRO 2025",
        "N. Zhang, S. Fu, F. Franchetti",
        "Towards Closing the Performance Gap for Cryptographic Kernels Between CPUs and Specialized Hardware",
        "https://doi.org/10.1145/3725843.3756120",
    ),
    Paper(
        "PACT 2024",
        "S. Fu, N. Zhang, F. Franchetti",
        "Accelerating High-Precision Number Theoretic Transforms using Intel AVX-512",
        "https://dblp.org/search?q=Accelerating+High-Precision+Number+Theoretic+Transforms+using+Intel+AVX-512",
    ),
    Paper(
        "HEXL white paper",
        "F. Boemer, S. Kim, G. Seifu, F. de Souza, V. Gopal",
        "Intel HEXL: Accelerating Homomorphic Encryption with Intel AVX512-IFMA52",
        "https://arxiv.org/abs/2103.16400",
    ),
)


def write(folder: Path, facts: Facts, summary: Summary, warnings: list[str], sections: list[Section]) -> Path:
    plots = folder / "plots"
    tables = folder / "csv"
    tables.mkdir(parents=True, exist_ok=True)
    for plot in summary.plots:
        plot.save(plots)
    for section in sections:
        for plot in section.plots:
            plot.save(plots)
        if section.rows:
            (tables / f"{section.key}.csv").write_text(_csv(section.rows), encoding="utf-8")
    report = {
        "facts": facts.__dict__,
        "summary": summary.sentences,
        "summary_plots": [plot.name for plot in summary.plots],
        "warnings": warnings,
        "figures": [section.as_json() for section in sections],
    }
    (folder / "report.json").write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    page = folder / "index.html"
    page.write_text(_render(facts, summary, warnings, sections), encoding="utf-8")
    return page


def _csv(rows: list[dict[str, Any]]) -> str:
    columns = list(dict.fromkeys(column for row in rows for column in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _download(section: Section) -> str:
    return "data:text/csv;base64," + base64.b64encode(_csv(section.rows).encode()).decode()


def _render(facts: Facts, summary: Summary, warnings: list[str], sections: list[Section]) -> str:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    return environment.get_template("page.html").render(
        facts=facts,
        papers=PAPERS,
        summary=summary,
        warnings=warnings,
        sections=sections,
        colours=COLOURS,
        download=_download,
        style=(Path(__file__).parent / "page.css").read_text(encoding="utf-8"),
    )
