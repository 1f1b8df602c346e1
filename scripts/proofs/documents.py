"""Documents of docs/bounds/: numbered sections, each with the names of its theorems.

    ### 4.2 A short high product

    Theorems: `short_product` (`Shoup.v`); `toy_short_products` (`Toy.v`).

A line "Prose only: ..." describes what no theorem is about.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from proofs.source import Source
from proofs.theorems import Theorems

SECTION = re.compile(r"^### (\d+\.\d+) (.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
THEOREMS = re.compile(r"^Theorems: (.*)$", re.MULTILINE)
OF_A_FILE = re.compile(r"((?:`\w+`(?:, )?)+) \(`(\w+)\.v`\)")
# Names of the sources, but not paths and instructions.
QUOTED = re.compile(r"`(?!vp)([A-Za-z_][\w:<>]*)`")


@dataclass
class Section:
    """Section of the document `path`; its theorems with their files."""

    path: str
    number: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}: section {self.number}"

    @property
    def theorems(self) -> list[tuple[str, str]]:
        groups = OF_A_FILE.findall("".join(THEOREMS.findall(self.text)))
        return [(theorem, file) for names, file in groups for theorem in re.findall(r"\w+", names)]


def sections_of(documents: Mapping[str, str]) -> list[Section]:
    return [Section(path, match[1], match[0]) for path, text in documents.items() for match in SECTION.finditer(text)]


def complaints(source: Source, theorems: Theorems, documents: Mapping[str, str]) -> Iterator[str]:
    """Yields complaints where sources, theorems and documents, by their paths, do not fit each other."""
    sections = sections_of(documents)
    numbers = Counter(section.number for section in sections)
    for constant in source.without_proof():
        yield f"{constant.place} needs `// proof N.M` or `// no proof: reason`"
    for number, constants in source.proved.items():
        if number not in numbers:
            yield from (f"{constant.place}: no document has a section {number}" for constant in constants)
        yield from (f"{constant.place} is in no theorem" for constant in constants if constant not in source.used)
    for section in sections:
        if numbers[section.number] > 1:
            yield f"{section} is there twice"
        if not section.theorems:
            yield f"{section} names no theorem"
    yield from theorems.complaints()
    yield from misnamed_theorems(theorems, sections)
    yield from missing_names(source, documents)


def misnamed_theorems(theorems: Theorems, sections: list[Section]) -> Iterator[str]:
    named = [(theorem, file, section) for section in sections for theorem, file in section.theorems]
    times = Counter(theorem for theorem, _, _ in named)
    for theorem, file, section in named:
        if theorem not in theorems.files:
            yield f"{section}: there is no theorem {theorem}"
        elif file != theorems.files[theorem]:
            yield f"{section}: {theorem} is in {theorems.files[theorem]}.v"
        elif times[theorem] > 1:
            yield f"{section}: {theorem} is named elsewhere, too"
    for theorem, file in theorems.files.items():
        if theorem not in times:
            yield f"no section names {theorem} of {file}.v"


def missing_names(source: Source, documents: Mapping[str, str]) -> Iterator[str]:
    code = (re.sub(r"//[^\n]*", "", file.text) for file in source.files)
    words = {word for text in code for word in re.findall(r"\w+", text)}
    for path, text in documents.items():
        for quoted in sorted(set(QUOTED.findall(THEOREMS.sub("", text)))):
            if not words.issuperset(re.findall(r"[A-Za-z_]\w*", quoted)):
                yield f"{path}: no source has `{quoted}`"
