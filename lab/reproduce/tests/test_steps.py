"""Resumed steps, and steps that cannot run. Shell scripts stand for the programs: these test the runner, and none of
their numbers reaches a report."""

from pathlib import Path

import pytest

from reproduce import machine
from reproduce.steps import Runner, Step

LINE = '{"experiment": "test", "backend": "scalar", "mode": "measured", "unit": "us", "median": 1}'
STEP = Step("one", "A step", "program")


class Laboratory:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = folder / "count"
        self.said: list[str] = []
        self.program(f"echo '{LINE}'")

    def program(self, body: str) -> None:
        path = self.folder / "program"
        path.write_text(f"#!/bin/sh\necho x >>{self.count}\n{body}\n", encoding="utf-8")
        path.chmod(0o755)

    def run(self, *, step: Step = STEP, without: tuple[str, ...] = (), quick: bool = False, fresh: bool = False):
        runner = Runner(
            self.folder / "steps",
            self.folder,
            machine.describe(frozenset(without)),
            "commit",
            quick,
            fresh,
            self.said.append,
        )
        return runner.run((step,))[0]

    @property
    def runs(self) -> int:
        return len(self.count.read_text(encoding="utf-8").splitlines()) if self.count.exists() else 0


@pytest.fixture
def laboratory(tmp_path: Path) -> Laboratory:
    return Laboratory(tmp_path)


def test_a_finished_step_is_not_run_again(laboratory: Laboratory) -> None:
    first = laboratory.run()
    assert first.status == "done"
    assert first.rows[0]["median"] == 1
    again = laboratory.run()
    assert laboratory.runs == 1
    assert again.rows == first.rows
    assert "done before" in laboratory.said[-1]


def test_it_is_run_again_when_asked_or_when_its_program_changed(laboratory: Laboratory) -> None:
    laboratory.run()
    laboratory.run(fresh=True)
    assert laboratory.runs == 2
    laboratory.program(f"# changed\necho '{LINE}'")
    laboratory.run()
    assert laboratory.runs == 3


def test_quick_and_full_results_do_not_mix(laboratory: Laboratory) -> None:
    laboratory.run(quick=True)
    laboratory.run()
    laboratory.run(quick=True)
    assert laboratory.runs == 2


def test_a_file_that_was_cut_off_counts_for_nothing(laboratory: Laboratory) -> None:
    laboratory.run()
    kept = next((laboratory.folder / "steps").glob("*.json"))
    kept.write_text(kept.read_text(encoding="utf-8")[:40], encoding="utf-8")
    assert laboratory.run().status == "done"
    assert laboratory.runs == 2


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("echo broken >&2; exit 3", "ended with 3: broken"),
        ("true", "printed no measurement"),
        ("echo no JSON", "not JSON"),
        (LINE.join(("echo '", "'")).replace("1}", "-1}"), "no positive time"),
    ],
)
def test_a_failure_is_named_and_not_kept(laboratory: Laboratory, body: str, reason: str) -> None:
    laboratory.program(body)
    outcome = laboratory.run()
    assert outcome.status == "failed"
    assert reason in outcome.reason
    assert not outcome.rows
    assert not list((laboratory.folder / "steps").glob("*.json"))


def test_a_step_that_takes_too_long_is_stopped(laboratory: Laboratory) -> None:
    laboratory.program("exec sleep 60")
    outcome = laboratory.run(step=Step("one", "A step", "program", limit=1))
    assert "stopped after 1 seconds" in outcome.reason


def test_a_missing_program_is_named(laboratory: Laboratory) -> None:
    assert "there is no program nowhere" in laboratory.run(step=Step("one", "A step", "nowhere")).reason


@pytest.mark.parametrize("capability", ["avx512", "llvm-mca"])
def test_what_the_machine_lacks_is_skipped_by_name(laboratory: Laboratory, capability: str) -> None:
    outcome = laboratory.run(step=Step("one", "A step", "program", requires=(capability,)), without=(capability,))
    assert outcome.status == "skipped"
    assert outcome.reason == machine.explain(capability)
    assert laboratory.runs == 0


def test_without_avx512_there_is_no_ifma() -> None:
    assert not machine.describe(frozenset({"avx512"})).capabilities & {"avx512", "ifma"}
