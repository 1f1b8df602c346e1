"""Reads the files, commands and outputs that a document shows, in order."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", flags=re.M | re.S)
# The words before a block that is a file's content.
NAME = re.compile(r"`([\w/-]+\.\w+)`:\s*$")


@dataclass(frozen=True)
class File:
    name: str
    text: str


@dataclass(frozen=True)
class Commands:
    """A block of commands, each with the lines that it prints, if the document shows them."""

    commands: tuple[tuple[str, tuple[str, ...]], ...]


def steps(document: Path) -> Iterator[File | Commands]:
    text = document.read_text(encoding="utf-8")
    for block in FENCE.finditer(text):
        header, body = block.groups()
        name = NAME.search(text[: block.start()])
        if header in ("", "console"):
            yield Commands(tuple(commands_of(header, body)))
        elif name:
            yield File(name[1], content(document, header, body))


def commands_of(header: str, body: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    if header == "":
        yield from ((without_comment(line), ()) for line in body.splitlines())
        return
    for part in body.removeprefix("$ ").split("\n$ "):
        command, *printed = part.splitlines()
        yield without_comment(command), tuple(printed)


def without_comment(line: str) -> str:
    return line.partition(" #")[0].strip()


def content(document: Path, header: str, body: str) -> str:
    """Returns the text of a block, or of the part of a file that it includes."""
    if not header.startswith("{literalinclude}"):
        return body
    lines = (document.parent / header.split()[1]).read_text(encoding="utf-8").splitlines()
    options = dict(re.findall(r'^:([\w-]+): "?(.*?)"?$', body, flags=re.M))

    def find(option: str, first: int = 0) -> int:
        return next(i for i, line in enumerate(lines) if i >= first and options[option] in line)

    begin = find("start-at") if "start-at" in options else find("start-after") + 1 if "start-after" in options else 0
    end = find("end-before", begin) if "end-before" in options else len(lines)
    return "\n".join(lines[begin:end]) + "\n"


def language(header: str, body: str) -> str:
    """Returns the language of a block, also of one that includes a file."""
    named = re.search(r"^:language: (\w+)$", body, flags=re.M)
    return named[1] if named else header


def go_examples(document: Path) -> list[str]:
    text = document.read_text(encoding="utf-8")
    blocks = [block.groups() for block in FENCE.finditer(text)]
    return [content(document, *block) for block in blocks if language(*block) == "go"]


def inline_commands(document: Path, command: re.Pattern[str]) -> list[str]:
    """Returns the commands in backticks outside of blocks."""
    text = FENCE.sub("", document.read_text(encoding="utf-8"))
    return [code for code in re.findall(r"(?<!`)`([^`\n]+)`", text) if command.match(code)]
