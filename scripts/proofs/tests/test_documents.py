"""Sources, theorems and documents fit each other, and a changed copy of one gives the right complaint."""

import re
import shutil
from pathlib import Path

import pytest

from proofs.documents import complaints
from proofs.source import Source
from proofs.theorems import ProofError, Theorems

Files = dict[str, str]
ROOT = Path(__file__).resolve().parents[3]
PROOFS = ROOT / "proofs"
OTHER = "src/arith/other/other.hpp"


@pytest.fixture(scope="session")
def documents() -> Files:
    return {path.name: path.read_text() for path in (ROOT / "docs/bounds").glob("*.md")}


@pytest.fixture(scope="session")
def theorems(source: Source) -> Theorems:
    return Theorems(PROOFS, source)


def found(files: Files, documents: Files) -> list[str]:
    source = Source(files)
    return list(complaints(source, Theorems(PROOFS, source), documents))


def replaced(texts: Files, old: str, new: str) -> Files:
    """Replaces a text that occurs once in these files."""
    places = [path for path, text in texts.items() if old in text]
    assert len(places) == 1 and texts[places[0]].count(old) == 1, f"{old} is in {places}"
    return texts | {places[0]: texts[places[0]].replace(old, new)}


def test_all_fits(files: Files, documents: Files) -> None:
    assert found(files, documents) == []


@pytest.mark.parametrize(
    "line", ["static constexpr Bound slack = times_q(3);", "static constexpr Bound twice(Bound x) { return 2 * x; }"]
)
def test_a_constant_without_a_comment(files: Files, documents: Files, line: str) -> None:
    text = f"namespace ringlet::arith {{\nstruct Other {{\n  {line}\n}};\n}}\n"
    (complaint,) = found(files | {OTHER: text}, documents)
    assert re.match(rf"{OTHER}:3: .* needs `// proof N.M`", complaint)
    tagged = text.replace(line, f"{line}  // no proof: a mark")
    assert found(files | {OTHER: tagged}, documents) == []


def test_a_constant_that_no_theorem_is_about(files: Files, documents: Files) -> None:
    text = "namespace ringlet::arith {\nstruct Other {\n  static constexpr Bound slack = 3;  // proof 1.2\n};\n}\n"
    assert found(files | {OTHER: text}, documents) == [f"{OTHER}:3: slack is in no theorem"]


def test_a_number_without_a_section(files: Files, documents: Files) -> None:
    text = "struct Other {\n  static constexpr unsigned slack = 3;  // proof 4.20\n};\n"
    assert f"{OTHER}:2: slack: no document has a section 4.20" in found(files | {OTHER: text}, documents)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("### 4.2 A", "### 4.1 A", "words.md: section 4.1 is there twice"),
        ("`max_lift`). The last", "`greatest_lift`). The last", "words.md: no source has `greatest_lift`"),
        ("`word_sums` (", "`word_sum` (", "multiword.md: section 17.3: there is no theorem word_sum"),
        (
            "`word_sums` (",
            "`word_sums`, `word_product` (",
            "multiword.md: section 17.2: word_product is named elsewhere, too",
        ),
        ("`short_product` (`Shoup", "`short_product` (`Row", "words.md: section 4.2: short_product is in Shoup.v"),
        ("`double_row_product` (`Rows.v`)", "", "no section names double_row_product of Rows.v"),
        (
            "### 17.3 Sums of products\n",
            "### 17.9 More\n\n### 17.3 Sums\n",
            "multiword.md: section 17.9 names no theorem",
        ),
    ],
)
def test_documents(source: Source, theorems: Theorems, documents: Files, old: str, new: str, complaint: str) -> None:
    assert complaint in complaints(source, theorems, replaced(documents, old, new))


def test_a_section_without_theorems(source: Source, theorems: Theorems, documents: Files) -> None:
    more = documents | {"more.md": "### 99.1 Something new\n"}
    assert list(complaints(source, theorems, more)) == ["more.md: section 99.1 names no theorem"]


@pytest.fixture
def proofs(tmp_path: Path) -> Path:
    """Copies the folder."""
    return Path(shutil.copytree(PROOFS, tmp_path / "proofs"))


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text() + text)


@pytest.mark.parametrize("text", ["Lemma no : 1 = 2. Proof. Admitted.", "Axiom no : 1 = 2.", "Parameter no : nat."])
def test_what_is_not_proved(source: Source, proofs: Path, text: str) -> None:
    append(proofs / "Words.v", text)
    with pytest.raises(ProofError, match=r"Words\.v: \w+ proves nothing"):
        Theorems(proofs, source)


def test_a_name_of_two_definitions(source: Source, proofs: Path) -> None:
    append(proofs / "Rows.v", "Definition add W x y := (x + y) mod 2 ^ W.")
    with pytest.raises(ProofError, match="two files define add"):
        Theorems(proofs, source)


def test_a_constant_without_a_theorem(source: Source, proofs: Path) -> None:
    (proofs / "Rows.v").unlink()
    assert "no theorem is about the constant montgomery52_row_range" in Theorems(proofs, source).complaints()
