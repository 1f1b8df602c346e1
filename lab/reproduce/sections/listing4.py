"""Listing 4 of the MICRO 2025 paper: the modular operations, analysed by llvm-mca."""

from typing import Any

from matplotlib.figure import Figure

from .. import machine_code
from ..plot import Bars, Plot, canvas, grouped_bars, legend_above, short
from ..report import Claim, Section, Table

NAMES = {"avx512": "AVX-512", "mqx": "MQX, projected"}
OPERATIONS = {"add": "addition", "sub": "subtraction", "mul": "product", "butterfly": "butterfly"}
MEASURES = {
    "instructions": "instructions",
    "micro_operations": "micro-operations",
    "block_throughput": "block throughput, cycles",
    "cycles": "cycles per round, each after the last",
}


def section(rows: list[dict[str, Any]]) -> Section:
    result = Section(
        "listing4",
        "The machine code, by llvm-mca of LLVM 19",
        "MICRO 2025, Listing 4 and section 4.2; PACT 2024, section 5",
        rows=[{key: value for key, value in row.items() if key != "listing"} for row in rows],
    )
    found = {(row["model"], row["operation"], row["isa"]): row for row in rows}
    models = [model for model in machine_code.MODELS if any(row["model"] == model for row in rows)]
    if {"znver4", "znver5"} <= set(models) and machine_code.same_model(rows, "znver4", "znver5"):
        models.remove("znver5")
        result.notes.append("LLVM 19 gives znver5 the figures of znver4 in all that is analysed: shown once.")

    def value(model: str, operation: str, isa: str, measure: str) -> float:
        return found[model, operation, isa][measure]

    if "icelake-server" in models:
        result.claims = [
            Claim(
                "Instructions of an addition, AVX-512",
                "Listing 4",
                17.0,
                here=value("icelake-server", "add", "avx512", "instructions"),
                unit="",
                note="The listing is brief.",
            ),
            Claim(
                "Instructions of an addition, MQX",
                "Listing 4",
                7.0,
                here=value("icelake-server", "add", "mqx", "instructions"),
                unit="",
                projected=True,
                note="Here with loads of the modulus, blends and stores.",
            ),
            Claim(
                "Cycles of eight butterflies, AVX-512, Ice Lake",
                "PACT 2024, section 5",
                176.0,
                here=value("icelake-server", "butterfly", "avx512", "cycles"),
                unit="",
                note="There with Karatsuba's products, here with schoolbook's.",
            ),
        ]
    throughput = [
        (
            model,
            list(OPERATIONS.values()),
            {isa: [value(model, operation, isa, "block_throughput") for operation in OPERATIONS] for isa in NAMES},
        )
        for model in models
    ]
    figure = _bars(throughput, "block throughput, cycles per 8 lanes")
    result.plots.append(Plot("listing4", figure, "Block throughput of modular operations on three CPU models"))
    result.plots.append(_pressure(found, models))
    result.tables.append(
        Table(
            "Eight lanes of each operation",
            ["model", "operation", *(f"{label}: {text}" for text in MEASURES.values() for label in NAMES.values())],
            [
                [model, name, *(short(value(model, operation, isa, measure)) for measure in MEASURES for isa in NAMES)]
                for model in models
                for operation, name in OPERATIONS.items()
            ],
        )
    )
    for isa, label in NAMES.items():
        if models:
            result.tables.append(_listing(found[models[0], "add", isa], f"Addition, {label}, on {models[0]}"))
    result.notes.append(
        "Operands come in registers, the modulus from memory, results go to memory: two loads and two stores of each "
        "count. In the listings, ◆ marks a proxy that stands for a proposed instruction. Block throughput knows no "
        "dependences; the cycles per round contain those of one round on the last. Models are models: Ringlet's own "
        "measurements found that of sapphirerapids to be off for vpmadd52."
    )
    return result


def _ports(row: dict[str, Any]) -> dict[str, float]:
    return {unit: usage for unit, usage in row["ports"].items() if usage > 0}


def _pressure(found: dict[tuple[str, str, str], dict[str, Any]], models: list[str]) -> Plot:
    """Draws which port limits the product."""
    pressure = []
    for model in models:
        pressures = {isa: _ports(found[model, "mul", isa]) for isa in NAMES}
        # Ports that hardly any instruction uses do not limit it.
        busiest = max(usage for by in pressures.values() for usage in by.values())
        used = {port for by in pressures.values() for port, usage in by.items() if usage >= busiest / 5}
        ports = sorted(used, key=_by_number)
        pressure.append(
            (f"{model}: product", ports, {isa: [by.get(port, 0.0) for port in ports] for isa, by in pressures.items()})
        )
    figure = _bars(pressure, "cycles in which the port is busy")
    return Plot("listing4-ports", figure, "Pressure on the execution ports in a modular product")


def _bars(parts: list[tuple[str, list[str], dict[str, list[float]]]], label: str) -> Figure:
    """Draws for each model its title, the groups, and the values of both instruction sets."""
    figure, all_axes = canvas(width=8.6, height=3.6, columns=len(parts))
    for axes, (title, groups, values) in zip(all_axes, parts, strict=True):
        grouped_bars(axes, groups, [Bars(name, isa, values[isa], isa == "mqx") for isa, name in NAMES.items()])
        axes.set_title(title)
        axes.tick_params(axis="x", labelsize=7.5)
    all_axes[0].set_ylabel(label)
    legend_above(figure, all_axes[0])
    return figure


def _by_number(port: str) -> tuple[int, str]:
    return (len(port), port)


def _listing(row: dict[str, Any], title: str) -> Table:
    ports = sorted(_ports(row), key=_by_number)
    return Table(
        title,
        ["", "instruction", *ports],
        [
            [
                "◆" if line["proxy"] else "",
                line["instruction"],
                *(f"{line['ports'][port]:.2f}" if port in line["ports"] else "–" for port in ports),
            ]
            for line in row["listing"]
        ],
        gap="the instruction does not use this port",
    )
