"""Listing 4: analyses the modular operations by llvm-mca, from the assembly that the compiler left of
lab/machine_code/kernels.cpp."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

MODELS = ("icelake-server", "sapphirerapids", "znver4", "znver5")
OPERATIONS = ("add", "sub", "mul", "butterfly")
ISAS = ("avx512", "mqx")
ITERATIONS = 100

# Instructions that are not part of the operation.
_FRAME = {"vzeroupper", "ret", "retq"}


class AnalysisError(RuntimeError):
    """llvm-mca or its input has an unexpected form."""


def functions(assembly: str) -> dict[str, list[tuple[str, bool]]]:
    """Returns the instructions of every ringlet_lab_ function, each with whether it stands for a proposed one: proxies
    are inline assembly, which the compiler puts between #APP and #NO_APP."""
    found: dict[str, list[tuple[str, bool]]] = {}
    body: list[tuple[str, bool]] | None = None
    proxy = False
    for line in assembly.splitlines():
        label = re.match(r"ringlet_lab_(\w+):", line)
        text = line.split("#", 1)[0].strip()
        if label:
            body = found.setdefault(label.group(1), [])
        elif ".cfi_endproc" in line:
            body = None
        elif "#APP" in line or "#NO_APP" in line:
            proxy = "#APP" in line
        elif body is not None and re.match(r"\w+\b(?!:)", text) and text.split()[0] not in _FRAME:
            body.append((re.sub(r"\s+", " ", text), proxy))
    return found


def analyse(llvm_mca: str, assembly: Path) -> list[dict[str, Any]]:
    """Returns a row for each CPU model, instruction set and operation."""
    bodies = functions(assembly.read_text(encoding="utf-8"))
    rows = []
    for model in MODELS:
        for operation in OPERATIONS:
            for isa in ISAS:
                body = bodies.get(f"{operation}_{isa}")
                if not body:
                    raise AnalysisError(f"{assembly} has no function ringlet_lab_{operation}_{isa}")
                rows.append({"model": model, "operation": operation, "isa": isa, **_row(llvm_mca, model, body)})
    return rows


def _row(llvm_mca: str, model: str, body: list[tuple[str, bool]]) -> dict[str, Any]:
    command = [llvm_mca, "-mtriple=x86_64", f"-mcpu={model}", f"-iterations={ITERATIONS}", "-json", "-"]
    text = "\n".join(instruction for instruction, _ in body) + "\n"
    answer = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if answer.returncode != 0:
        raise AnalysisError(f"llvm-mca for {model} failed: {answer.stderr.strip()[:300]}")
    answer_json = json.loads(answer.stdout)
    region = answer_json["CodeRegions"][0]
    if len(region["Instructions"]) != len(body):
        raise AnalysisError(f"llvm-mca for {model} read {len(region['Instructions'])} of {len(body)} instructions")
    resources = [_unit_name(name) for name in answer_json["TargetInfo"]["Resources"]]
    usage: list[dict[str, float]] = [{} for _ in range(len(body) + 1)]
    for entry in region["ResourcePressureView"]["ResourcePressureInfo"]:
        usage[entry["InstructionIndex"]][resources[entry["ResourceIndex"]]] = entry["ResourceUsage"]
    summary = region["SummaryView"]
    return {
        "instructions": len(body),
        "proposed": sum(proxy for _, proxy in body),
        "micro_operations": summary["TotaluOps"] / ITERATIONS,
        "block_throughput": summary["BlockRThroughput"],
        "cycles": summary["TotalCycles"] / ITERATIONS,
        "ports": usage[-1],
        "listing": [
            {"instruction": instruction, "proxy": proxy, "ports": ports}
            for (instruction, proxy), ports in zip(body, usage, strict=False)
        ],
    }


def _unit_name(resource: str) -> str:
    """Shortens ICXPort5 and SPRPort05 to p5, Zn4FP0 to FP0; LLVM numbers equal units by a control character."""
    name = re.sub(r"^(?:ICX|SPR)Port0?(?=\d)", "p", resource)
    name = re.sub(r"^Zn\d", "", name)
    return re.sub(r"\.(.)$", lambda unit: f".{ord(unit.group(1))}", name, flags=re.DOTALL)


def same_model(rows: list[dict[str, Any]], one: str, other: str) -> bool:
    """Returns whether LLVM gives two CPUs the same figures in all analyses."""

    def figures(model: str) -> list[dict[str, Any]]:
        return [{key: value for key, value in row.items() if key != "model"} for row in rows if row["model"] == model]

    return figures(one) == figures(other)
