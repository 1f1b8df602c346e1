from pathlib import Path

import pytest

from mutations.programs import CHEAP_SECONDS, Batch, Reached, chunks, passes
from mutations.survivors import ListError, read


def test_reasons() -> None:
    text = "# comment\na f: `x` becomes `y`\n    It is the\n    same.\n\nb g: z\n    Why.\n"
    assert read(text) == {"a f: `x` becomes `y`": "It is the same.", "b g: z": "Why."}


def test_a_reason_of_several() -> None:
    text = "a f: x\na f: y\n    It is\n    the same.\nb g: z\n    Why.\n"
    assert read(text) == {"a f: x": "It is the same.", "a f: y": "It is the same.", "b g: z": "Why."}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a f: x\n", "has no reason"),
        ("  Why.\n", "without a mutant"),
        ("a f: x\n  Why.\na f: x\n  Why.\n", "listed twice"),
    ],
)
def test_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(ListError, match=message):
        read(text)


def test_cheap_tests_come_first() -> None:
    one, other = Batch("one", ""), Batch("other", "")
    tests = [Reached(one, "long", 9), Reached(one, "short", CHEAP_SECONDS / 2), Reached(other, "middle", 1)]
    assert [(batch, names) for batch, names, _ in chunks(tests)] == [
        (one, ["short"]),
        (other, ["middle"]),
        (one, ["long"]),
    ]


def test_only_time_that_a_program_uses_counts(tmp_path: Path) -> None:
    assert passes(["sleep", "2"], tmp_path, {}, 0.5)
    assert not passes(["sh", "-c", "while :; do :; done"], tmp_path, {}, 0.5)


def test_waiting_for_ever_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mutations.programs.PATIENCE", 2)
    assert not passes(["sleep", "1000"], tmp_path, {}, 0.5)
