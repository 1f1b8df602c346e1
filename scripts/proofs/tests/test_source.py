"""Complaints about comments that name proofs, each changed in a copy of the sources."""

import pytest

from proofs.declarations import SourceError
from proofs.reader import ClaimError, Reader
from proofs.source import Source

Files = dict[str, str]


def changed(files: Files, old: str, new: str) -> Source:
    """Returns the sources with a text, which occurs once, replaced by another."""
    places = [path for path, text in files.items() if old in text]
    assert len(places) == 1 and files[places[0]].count(old) == 1, f"{old} is in {places}"
    return Source(files | {places[0]: files[places[0]].replace(old, new)})


def test_a_constant_that_is_gone(files: Files) -> None:
    source = changed(files, "shortfall = 2;  // proof 4.2", "shortfall = 2;")
    with pytest.raises(ClaimError, match="no constant shortfall has the comment"):
        Reader(source, "4.2")("shortfall")


def test_two_constants_of_one_name_that_differ(files: Files) -> None:
    text = "struct Other {\n  static constexpr unsigned shortfall = 3;  // proof 4.2\n};\n"
    with pytest.raises(ClaimError, match="is not the value of"):
        Reader(Source(files | {"src/arith/other.hpp": text}), "4.2")("shortfall")


@pytest.mark.parametrize(
    ("comment", "complaint"),
    [
        ("// proof 4", "write `// proof N.M`"),
        ("// Proof: 4.2", "write `// proof N.M`"),
        ("// no proof", "write `// proof N.M`"),
        ("// proofs 4.2, 4.3", "write `// proof N.M`"),
    ],
)
def test_a_comment_that_is_not_understood(files: Files, comment: str, complaint: str) -> None:
    with pytest.raises(SourceError, match=complaint):
        changed(files, "shortfall = 2;  // proof 4.2", f"shortfall = 2;  {comment}")


@pytest.mark.parametrize("text", ["inline void f(int x) {\n  g(x);  // proof 4.2\n}\n", "// proof 4.2\n"])
def test_a_comment_on_nothing(text: str) -> None:
    with pytest.raises(SourceError, match="belongs to nothing that has a proof"):
        Source({"src/arith/other.hpp": text})


def test_two_comments_on_one_constant() -> None:
    text = "// proof 4.1\ninline constexpr unsigned width = 3;  // proof 4.2\n"
    with pytest.raises(SourceError, match="two comments"):
        Source({"src/arith/other.hpp": text})
