"""Measures, analyses and writes the report. scripts/reproduce prepares what this needs and calls it."""

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from . import cpus, machine, page
from .plot import plt
from .records import ERROR_UNIT, Record
from .report import Section
from .sections import blas, hexl, listing4, ntt, projection, sensitivity, speed_of_light, widths
from .sections.short import Summary, summary
from .steps import STEPS, Outcome, Runner, Step

ROOT = Path(__file__).resolve().parents[2]
FIGURES = {
    "ifma": "IFMA of today against projected MQX",
    "fig4": "vectors of 1024 128-bit words",
    "fig5": "transforms of 128-bit words",
    "fig6": "the parts of the extension",
    "karatsuba": "schoolbook against Karatsuba",
    "on_top": "the extension on top of Ringlet's method",
    "table6": "the validation of the projection",
    "listing4": "machine code by llvm-mca",
    "fig7": "speed of light",
    "widths": "wider integers: 188 to 509 bits",
    "hexl": "HEXL's tables 1 to 4",
}


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/reproduce",
        description=__doc__.splitlines()[0],
        epilog="Example: scripts/reproduce --quick --only fig5. Figures: "
        + "; ".join(f"{key}: {title}" for key, title in FIGURES.items())
        + ".",
    )
    parser.add_argument(
        "--quick", action="store_true", help="measure briefly: shows that everything runs, not how fast"
    )
    parser.add_argument("--fresh", action="store_true", help="repeat the measurements that an earlier run has finished")
    parser.add_argument(
        "--only", action="append", choices=list(FIGURES), metavar="FIGURE", help="only this figure; may be repeated"
    )
    parser.add_argument(
        "--cpu",
        action="append",
        type=Path,
        default=[],
        metavar="FILE",
        help="a CPU for the speed of light, described as those in lab/cpus/; may be repeated",
    )
    parser.add_argument(
        "--without",
        action="append",
        choices=machine.CAPABILITIES,
        default=[],
        help="act as if this machine lacked it",
    )
    parser.add_argument(
        "--programs",
        type=Path,
        default=ROOT / "build" / "lab",
        metavar="FOLDER",
        help="the folder in which the measuring programs were built",
    )
    parser.add_argument("--compiler", default="", help="the compiler that built them, for the report")
    parser.add_argument("--check", action="store_true", help="only check the options")
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "reproduce", metavar="FOLDER")
    return parser.parse_args(given)


def chosen_steps(only: list[str] | None) -> tuple[Step, ...]:
    return STEPS if not only else tuple(step for step in STEPS if set(step.figures) & set(only))


def record_of(row: dict[str, Any]) -> Record:
    names = {field.name for field in fields(Record)}
    return Record(**{key: value for key, value in row.items() if key in names})


def sections_of(outcomes: list[Outcome], only: list[str] | None, files: list[Path], cpu: str) -> list[Section]:
    """Returns the figures for which there is data; a figure without any has the reason instead."""
    rows = {outcome.name: outcome.rows for outcome in outcomes}
    records = [record_of(row) for name, some in rows.items() if name != "listing4" for row in some]

    def of(*experiments: str) -> list[Record]:
        return [record for record in records if record.experiment.startswith(experiments)]

    described, problems = cpus.load_all(files)
    for problem in problems:
        print(f"reproduce: {problem}", file=sys.stderr)
    transforms = of("fig5")
    # Data of each figure, and the function that makes the figure. It is not called without data.
    makers: dict[str, tuple[Any, Callable[..., Section]]] = {
        "ifma": (transforms, lambda data: ntt.ifma_section(data, cpu)),
        "fig4": (of("fig4"), blas.section),
        "fig5": (transforms, ntt.section),
        "fig6": (of("fig6"), lambda data: sensitivity.section(data + of("on_top"))),
        "karatsuba": (of("karatsuba"), sensitivity.multiplication_section),
        "on_top": (of("on_top"), ntt.on_top_section),
        "table6": (of("table6"), projection.section),
        "listing4": (rows.get("listing4"), listing4.section),
        # The claims, and errors in descriptions of CPUs, appear in any case.
        "fig7": ([transforms], lambda data: speed_of_light.section(data[0], of("clock"), described, problems)),
        "widths": (of("widths"), widths.section),
        "hexl": (of("hexl"), hexl.section),
    }
    sections = []
    for key, (data, make) in makers.items():
        if only and key not in only:
            continue
        if data:
            sections.append(make(data))
            continue
        reasons = [
            f"{outcome.title}: {outcome.reason}"
            for outcome in outcomes
            if outcome.reason and key in _figures_of(outcome.name)
        ]
        title = FIGURES[key][0].upper() + FIGURES[key][1:]
        sections.append(Section(key, title, "", missing=reasons or ["nothing was measured"]))
    return sections


def _figures_of(step: str) -> tuple[str, ...]:
    return next(one.figures for one in STEPS if one.name == step)


def disturbance(outcomes: list[Outcome]) -> list[str]:
    """Returns a warning if the machine was busy with other work."""
    wide, known = 0, 0
    for outcome in outcomes:
        for row in outcome.rows:
            if row.get("high") and row.get("unit") != ERROR_UNIT:
                known += 1
                wide += row["high"] > 1.2 * row["low"]
    if wide <= known / 20:
        return []
    return [f"This machine was not quiet: in {wide} of {known} measurements the repetitions lie more than 20 % apart."]


def summary_of(outcomes: list[Outcome], sections: list[Section], cpu: str) -> Summary:
    """Returns the summary; for a run of one figure, its conclusion."""
    records = [record_of(row) for outcome in outcomes if outcome.name in ("ntt", "pisa") for row in outcome.rows]
    transforms = [record for record in records if record.experiment.startswith("fig5")]
    found = summary(transforms, [record for record in records if record.experiment.startswith("table6")], cpu)
    if len(found.sentences) < 3:
        found.sentences = [text for section in sections for text in section.lead][:3]
    return found


def warnings_of(outcomes: list[Outcome], sections: list[Section]) -> list[str]:
    """Lists problems of this run, and missing results."""
    return disturbance(outcomes) + [
        f"{section.title}: not here: {text}" for section in sections for text in section.missing
    ]


def main(given: list[str] | None = None) -> int:
    options = arguments(given)
    if options.check:
        return 0
    begin = time.monotonic()
    here = machine.describe(frozenset(options.without))
    commit = machine.commit(ROOT)
    runner = Runner(options.output / "steps", options.programs, here, commit, options.quick, options.fresh)
    outcomes = runner.run(chosen_steps(options.only))
    files = sorted((ROOT / "lab" / "cpus").glob("*.toml")) + options.cpu
    sections = sections_of(outcomes, options.only, files, here.cpu)
    facts = page.Facts(
        cpu=here.cpu,
        cores=here.cores,
        system=here.system,
        memory=f"{here.memory_gib:.0f} GiB" if here.memory_gib else "memory unknown",
        compiler=machine.compiler_version(options.compiler) if options.compiler else "unknown",
        commit=commit,
        date=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        quick=options.quick,
        seconds=round(time.monotonic() - begin, 1),
        steps=[{key: value for key, value in outcome.__dict__.items() if key != "rows"} for outcome in outcomes],
    )
    in_short, warnings = summary_of(outcomes, sections, here.cpu), warnings_of(outcomes, sections)
    written = page.write(options.output, facts, in_short, warnings, sections)
    plt.close("all")
    print(f"\n{written}")
    for text in in_short.sentences + warnings:
        print(f"  - {text}")
    return 1 if any(outcome.status == "failed" for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
